"""A whole followed game as lines of text."""

from __future__ import annotations

from collections.abc import Iterator

from ..languages import gettext
from ..rules.log.game_as_text import Transcript
from ..rules.log.record import Record
from ..rules.scoring import Sheet
from ..rules.seating import sides
from ..words import in_sentences, signed
from .leftover_cards import leftovers_text
from .live_table_events import Names, marker_text, step_text
from .live_table_irregularities import settled_irregularity_text


def replay_lines(transcript: Transcript) -> list[str]:
    """Return a whole game as lines, with each irregularity where it happened."""
    record, names = transcript.record, in_sentences(transcript.players)
    lines = [gettext("%(name)s deals.", name=names[record.dealer])]
    for number, event in enumerate(record.events):
        line = f"{number:>3}  {step_text(event, record.rules, names)}"
        sweep = marker_text(event, record.rules, names)
        lines.append(f"{line}. {sweep}" if sweep else line)
        lines += (
            f"     ! {settled_irregularity_text(irregularity, record, names)}"
            for irregularity in event.irregularities
        )
    if rest := leftovers_text(record, names):
        lines.append(rest)
    sheet = record.score
    if sheet is not None:
        scores = ", ".join(_score_texts(record, sheet, names))
        lines.append(gettext("%(scores)s. The sum is %(sum)d.", scores=scores, sum=sheet.sum))
    elif record.over:
        lines.append(gettext("The log is not sure of every card: count the piles."))
    else:
        lines.append(gettext("The game was not followed to its end."))
    return lines


def _score_texts(record: Record, sheet: Sheet, names: Names) -> Iterator[str]:
    """Yield the score of each side with its name: "Ada 3", or "Ada & Cia 4" where they share it."""
    seats_of_sides = sides(record.players, record.teams)
    for seats in record.rules.sheet.scored_together(seats_of_sides):
        name = " & ".join(names[seat] for seat in seats)
        yield f"{name} {signed(sheet.scores[seats[0]].total)}"
