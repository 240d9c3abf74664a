"""Sentences on irregularities of a followed game, and on what the table agreed on."""

from __future__ import annotations

from collections.abc import Sequence

from ..languages import gettext, ngettext
from ..rules.applied_event import AppliedEvent
from ..rules.cards import Rank
from ..rules.events import Played
from ..rules.games.casino.followed.followed_game import BuildGameEngine
from ..rules.games.casino.judge.verdict import Verdict
from ..rules.games.krypkasino.verdict import CaptureVerdict
from ..rules.irregularities import Irregularity, IrregularityKind
from ..rules.log.record import Record
from ..words import (
    HELD_RANK,
    and_,
    build_number,
    card_text,
    isolated,
)
from ..words.card_names import RANK_NAMES
from .build_verdicts import build_reason_text
from .capture_rulings import reason_text
from .live_table_events import Names, step_text

_MOST_IN_SENTENCE = 5
"""The largest number of plays or things that a sentence names."""


def irregularity_text(  # noqa: PLR0911 - one sentence a kind
    irregularity: Irregularity, record: Record, names: Names
) -> str:
    """Return an irregularity as a sentence."""
    name = names[irregularity.seat] if irregularity.seat is not None else ""
    card = card_text(irregularity.card) if irregularity.card else ""
    match irregularity.kind:
        case IrregularityKind.MISSED_FORCED_SWEEP:
            assert irregularity.missed_at is not None
            return gettext(
                "%(name)s held %(card)s at play %(play)d, and it would have swept: "
                "a forced sweep was passed over.",
                name=name,
                card=card,
                play=record.index(irregularity.missed_at),
            )
        case IrregularityKind.NO_HOLDER | IrregularityKind.KEEP_CARD:
            return _bluff_text(irregularity, record, name)
        case IrregularityKind.ILLEGAL_CAPTURE | IrregularityKind.ILLEGAL_TURN:
            event = record.events[record.index(irregularity.seq)]
            return gettext(
                "%(play)s: %(verdict)s It was left as it was played.",
                play=_play_with_player(event, record, names),
                verdict=_verdict_reason_text(event, names),
            )
        case IrregularityKind.OUT_OF_TURN:
            return gettext("%(name)s played %(card)s out of turn.", name=name, card=card)
        case IrregularityKind.DOES_NOT_FIT if irregularity.seat is None:
            return gettext("The top of a pile, %(card)s, does not fit any more.", card=card)
        case IrregularityKind.DOES_NOT_FIT:
            event = record.events[record.index(irregularity.seq)]
            return gettext(
                "%(play)s: this does not fit any more. Correct it.",
                play=_play_with_player(event, record, names),
            )
        case IrregularityKind.TABLE_CORRECTED:
            return gettext("The table was corrected. At the end the piles are counted.")


def mark_text(irregularity: Irregularity, record: Record, names: Names) -> str:
    """Return what is irregular, for a mark beside the play."""
    if irregularity.kind in (IrregularityKind.ILLEGAL_CAPTURE, IrregularityKind.ILLEGAL_TURN):
        return _verdict_reason_text(record.events[record.index(irregularity.seq)], names)
    return irregularity_text(irregularity, record, names)


def agreed_text(text: str) -> str:
    """Return what the table has agreed on about an irregular play; an empty text lets it stand."""
    if not text:
        return gettext("Agreed: it stands.")
    return gettext("Agreed: %(text)s", text=_with_full_stop(isolated(text)))


def settled_irregularity_texts(record: Record, names: Names) -> list[str]:
    """Return each irregular play of a game as a sentence, with what the table has agreed on."""
    return [settled_irregularity_text(each, record, names) for each in record.irregularities]


def settled_irregularity_text(irregularity: Irregularity, record: Record, names: Names) -> str:
    """Return an irregular play as a sentence, with what the table has agreed on."""
    text = irregularity_text(irregularity, record, names)
    agreed = record.timeline.agreements.get(irregularity.play)
    return text if agreed is None else f"{text} {agreed_text(agreed)}"


def _play_with_player(event: AppliedEvent, record: Record, names: Names) -> str:
    """Return a play with its player: "Ada, 8♥", or in games with builds as a sentence."""
    assert isinstance(event.event, Played)
    assert event.seat is not None  # somebody played
    if isinstance(record.engine, BuildGameEngine):
        return step_text(event, record.rules, names)
    card = card_text(event.event.card)
    return gettext("%(name)s, %(card)s", name=names[event.seat], card=card)


def _verdict_reason_text(event: AppliedEvent, names: Names) -> str:
    """Return the reason why a play is illegal as a sentence that names the player."""
    verdict = event.verdict
    if isinstance(verdict, CaptureVerdict):
        return _with_full_stop(reason_text(verdict))
    assert isinstance(verdict, Verdict)  # it was a play
    return _with_full_stop(build_reason_text(verdict, name=names[event.seat or 0]))


def _bluff_text(irregularity: Irregularity, record: Record, name: str) -> str:
    """Return an irregularity about a build without its card in the hand, as a sentence."""
    assert irregularity.missed_at is not None
    assert irregularity.build is not None
    assert irregularity.rank is not None
    facts = {
        "name": name,
        "value": build_number(irregularity.build.value),
        "card": str(HELD_RANK[irregularity.rank]),
        "play": record.index(irregularity.missed_at),
    }
    if irregularity.kind is IrregularityKind.NO_HOLDER:
        return gettext(
            "%(name)s made the build of %(value)s at play %(play)d without %(card)s.", **facts
        )
    return gettext(
        "%(name)s kept the build of %(value)s after play %(play)d without %(card)s.", **facts
    )


def irregularities_text(record: Record, names: Names) -> str:
    """Return how many irregularities wait for a word: "1 thing to talk about: Cleo’s nine".

    Once the table has agreed on each, the text says that.
    """
    agreements = record.timeline.agreements
    waiting = [each for each in record.irregularities if each.play not in agreements]
    if not waiting:
        number = len(record.irregularities)
        return ngettext("%(num)d thing talked about", "%(num)d things talked about", number)
    things = list(dict.fromkeys(_thing_text(irregularity, names) for irregularity in waiting))
    return ngettext(
        "%(num)d thing to talk about: %(things)s",
        "%(num)d things to talk about: %(things)s",
        len(waiting),
        things=and_(first_few(things)),
    )


def first_few(texts: Sequence[str]) -> list[str]:
    """Return texts for a sentence; of many the first ones and how many more there are."""
    if len(texts) <= _MOST_IN_SENTENCE:
        return list(texts)
    shown = texts[: _MOST_IN_SENTENCE - 1]
    return [*shown, gettext("%(num)d more", num=len(texts) - len(shown))]


def _thing_text(irregularity: Irregularity, names: Names) -> str:
    """Return what an irregularity is about: the card that was played, or that was lacking."""
    if irregularity.card is None and irregularity.rank is None:
        return gettext("the table")
    card = (
        card_text(irregularity.card)
        if irregularity.card
        else str(RANK_NAMES[irregularity.rank or Rank.ACE])
    )
    if irregularity.seat is None:
        return card
    return gettext("%(name)s’s %(card)s", name=names[irregularity.seat], card=card)


def _with_full_stop(text: str) -> str:
    """Return a text with a full stop at its end."""
    return text if text.endswith((".", "!")) else f"{text}."
