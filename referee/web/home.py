"""The first page: what this is and where to start."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from flask import Blueprint, Flask, current_app

from .. import messages
from ..rules.games import listed
from ..rules.games.krypkasino.asked import rule_on
from .templates import render

if TYPE_CHECKING:  # groups are kept, and this page is also drawn where nothing is
    from ..services.overview import Glance

blueprint = Blueprint("home", __name__)

_EXTENSION = "referee-glances"


@blueprint.get("/")
def page() -> str:
    read_glances = current_app.extensions.get(_EXTENSION, list)
    found: list[Glance] | None = read_glances()
    groups = found or []
    running = [(group, group.running) for group in groups if group.running]
    running.sort(key=lambda one: one[1].started_at, reverse=True)
    return render(
        "home/page.html",
        games=listed(),
        running=running,
        groups=[group for group in groups if not group.running],
        hidden=found is None,
        today=datetime.now(UTC).date(),
        rule_on=rule_on,
        say=messages,
    )


def show_groups(app: Flask, read_glances: Callable[[], list[Glance] | None]) -> None:
    """Let the page begin with the groups that this phone knows, or say that it cannot."""
    app.extensions[_EXTENSION] = read_glances
