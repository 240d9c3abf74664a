"""The first page: what this is and where to start."""

from __future__ import annotations

from flask import Blueprint

from ..rules.games import RULESETS
from .templates import render

blueprint = Blueprint("home", __name__)


@blueprint.get("/")
def page() -> str:
    return render("home/page.html", games=tuple(RULESETS))
