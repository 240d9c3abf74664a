"""Photos of piles, which fill in a row of the sheet."""

from __future__ import annotations

from dataclasses import dataclass

from werkzeug.datastructures import MultiDict

from ...photo import PhotoReading
from ...rules.ruleset import Ruleset
from ...words.card_names import row_text
from ..photo_upload_in_form import reading_of


@dataclass(frozen=True)
class PileNote:
    """The outcome of a photo of a seat's pile: its reading, or why it was refused."""

    seat: int
    reading: PhotoReading | None = None
    refused: str = ""


def read_pile_photo(rules: Ruleset, sent: MultiDict[str, str], seat: int) -> PileNote:
    """Return the reading of the sent photo, and write its cards into the row's field in ``sent``:
    in place of the cards there, or after them with the field ``another``. Raises as
    :func:`~referee.web.photo_upload_in_form.reading_of` does."""
    reading = reading_of(f"{seat}-photo", rules)
    if reading.cards:
        before = sent.get(f"{seat}-pile", "") if f"{seat}-another" in sent else ""
        cards = row_text(seen.card for seen in reading.cards)
        sent[f"{seat}-pile"] = f"{before} {cards}".strip()
    return PileNote(seat, reading)
