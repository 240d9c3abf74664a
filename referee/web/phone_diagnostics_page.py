"""Page that tells what works on this phone."""

from __future__ import annotations

from flask import Blueprint, render_template

blueprint = Blueprint("diagnostics", __name__)


@blueprint.get("/about/this-phone")
def page() -> str:
    """Draw the page that tells, by its scripts, which features the phone supports."""
    return render_template("phone_diagnostics.html")
