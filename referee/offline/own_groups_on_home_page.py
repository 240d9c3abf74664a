"""Part of a server's home page that lists the groups of this phone's own."""

from __future__ import annotations

from flask import Blueprint, render_template

from ..services import groups
from ..services.handover import is_taken
from ..web.access import known_access
from ..web.home import sorted_groups

blueprint = Blueprint("own_groups", __name__, url_prefix="/here")


@blueprint.get("/evenings")
def evenings() -> str:
    """Draw the part of the home page with this phone's own groups; those that a server has taken
    are listed as copies."""
    glances = groups.read_summaries(known_access()) or []
    copies = [group for group in glances if is_taken(group.id)]
    alone = [group for group in glances if group not in copies]
    return render_template("home/_groups_of_this_phone.html", **sorted_groups(alone), copies=copies)
