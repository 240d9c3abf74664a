"""The part of a page that shows a photo and its cards, which scripts fetch with the first photo."""

from flask import Blueprint

from .drawing import fragment
from .photo_forms import deck_letters
from .requests import find_ruleset

blueprint = Blueprint("photo_view", __name__)


@blueprint.get("/<game>/photo")
def view(game: str) -> str:
    """Draw the fragment without a photo."""
    faces = tuple(sorted(find_ruleset(game).deck.faces))
    ranks = tuple(sorted({face.rank for face in faces}))
    letters = deck_letters() or ""
    return fragment("photo/_view.html", faces=faces, ranks=ranks, letters=letters)
