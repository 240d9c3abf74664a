"""The part of a page that shows a photo and its cards; scripts ask for it with the first photo."""

from __future__ import annotations

from flask import Blueprint, request

from .. import messages
from ..languages import INTERNATIONAL, LETTERS_COOKIE
from .rulesets import find_ruleset
from .templates import fragment

blueprint = Blueprint("photo_part", __name__)

LETTERS = {INTERNATIONAL: "en"}
"""The letters of a deck that a choice of letters stands for. Who chose none, or those of their
language, may hold any deck."""


@blueprint.get("/<game>/photo")
def view(game: str) -> str:
    """Draw the view of a photo, without one."""
    faces = tuple(sorted(find_ruleset(game).deck.faces))
    ranks = tuple(sorted({face.rank for face in faces}))
    letters = LETTERS.get(request.cookies.get(LETTERS_COOKIE, ""), "")
    return fragment("photo/_view.html", faces=faces, ranks=ranks, letters=letters, say=messages)
