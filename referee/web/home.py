"""The first page: what this is and where to start."""

from __future__ import annotations

from datetime import UTC, datetime

from flask import Blueprint

from ..rules.games import RULESETS
from ..services import company
from .access import known_access
from .templates import render

blueprint = Blueprint("home", __name__)


@blueprint.get("/")
def page() -> str:
    groups = [company.read_glance(access) for access in known_access()]
    return render(
        "home/page.html", games=tuple(RULESETS), groups=groups, today=datetime.now(UTC).date()
    )
