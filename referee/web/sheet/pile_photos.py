"""Photos of piles, which fill in a row of the sheet."""

from __future__ import annotations

from dataclasses import dataclass

from werkzeug.datastructures import MultiDict

from ... import words
from ...photo import PhotoReading
from ...rules.ruleset import Ruleset
from ..photo_forms import reading_of


@dataclass(frozen=True)
class PileNote:
    """Outcome of a photo of the pile of a seat: its reading, or why it was refused."""

    seat: int
    reading: PhotoReading | None = None
    refused: str = ""


def read_pile_photo(rules: Ruleset, sent: MultiDict[str, str], seat: int) -> PileNote:
    """Read the photo that was sent, and write its cards into the row of the form: in the place of
    those that were there, or beside them where it is ``another`` photo of the pile. Raises as
    :func:`~referee.web.photo_forms.reading_of` does."""
    reading = reading_of(f"{seat}-photo", rules)
    if reading.cards:
        before = sent.get(f"{seat}-pile", "") if f"{seat}-another" in sent else ""
        cards = words.row_text(seen.card for seen in reading.cards)
        sent[f"{seat}-pile"] = f"{before} {cards}".strip()
    return PileNote(seat, reading)
