"""The first page: what this is and where to start."""

from __future__ import annotations

from datetime import UTC, datetime

from flask import Blueprint

from .. import messages
from ..rules.games import RULESETS
from ..rules.ruling import rule_on
from ..services import overview
from .access import known_access
from .templates import render

blueprint = Blueprint("home", __name__)


@blueprint.get("/")
def page() -> str:
    groups = [overview.read_glance(access) for access in known_access()]
    running = [(group, group.running) for group in groups if group.running]
    running.sort(key=lambda one: one[1].started_at, reverse=True)
    return render(
        "home/page.html",
        games=tuple(RULESETS),
        running=running,
        groups=[group for group in groups if not group.running],
        today=datetime.now(UTC).date(),
        rule_on=rule_on,
        say=messages,
    )
