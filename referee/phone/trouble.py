"""What a phone says when it cannot go on, at addresses that nobody is led to."""

from __future__ import annotations

from flask import Blueprint

from ..services.refusals import NewerEvenings, NoRoom, UnreadableEvenings

blueprint = Blueprint("trouble", __name__, url_prefix="/here")

NO_ROOM, NEWER, UNREADABLE = "/here/no-room", "/here/newer", "/here/unreadable"


@blueprint.get("/no-room")
def no_room() -> str:
    raise NoRoom


@blueprint.get("/newer")
def newer() -> str:
    raise NewerEvenings


@blueprint.get("/unreadable")
def unreadable() -> str:
    raise UnreadableEvenings
