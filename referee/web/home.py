"""The first page: what this is and where to start."""

from __future__ import annotations

from flask import Blueprint, render_template

from ..rules.games import RULESETS

blueprint = Blueprint("home", __name__)


@blueprint.get("/")
def page() -> str:
    return render_template("home/page.html", games=tuple(RULESETS))
