"""Sentences of the live table: what happened, what comes next, and what was irregular."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..languages import gettext, ngettext
from ..rules.applied_event import AppliedEvent
from ..rules.cards import Cards, Rank, difference
from ..rules.events import Played
from ..rules.games.casino.followed.followed_game import BuildGameEngine
from ..rules.games.casino.followed.game_state import BuildGameState as BuildState
from ..rules.games.casino.judge.verdict import Verdict
from ..rules.games.krypkasino.followed_game import CaptureState, leftovers, markers_of, set_up_by
from ..rules.games.krypkasino.ruling import Sweep
from ..rules.games.krypkasino.verdict import CaptureVerdict
from ..rules.irregularities import Irregularity, IrregularityKind
from ..rules.log.entries import Entry, Replace
from ..rules.log.record import Record
from ..rules.log.transcript import Transcript
from ..rules.ruleset import Ruleset
from ..rules.score_items import MARKERS
from ..rules.scoring import Sheet, score
from ..rules.seating import sides
from ..words import (
    A_RANK,
    HELD_RANK,
    added_text,
    and_,
    build_number,
    card_text,
    cards_text,
    in_sentences,
    isolated,
    or_,
    signed,
)
from ..words.cards import RANK_NAMES
from .build_verdicts import build_reason_text
from .dealing_and_who_begins import deal_text
from .live_table_duties_and_demands import so_far_text
from .live_table_events import Names, aside, play_text, played_text, step_text, table_event_text
from .rulings import reason_text, sweep_text

_MOST_IN_SENTENCE = 5
"""The largest number of plays or things that a sentence names."""


def marker_text(event: AppliedEvent, rules: Ruleset, names: Names) -> str:
    """Return what a sweep scores for each player: "Sweep: Ada +5, Bo −5"; empty without a sweep."""
    markers = markers_of_step(event)
    if not markers or event.seat is None:
        return ""
    points = rules.sheet.worths[MARKERS] * markers
    if not rules.sheet.sweeps_are_paid:
        return gettext(
            "%(sweep)s: %(name)s %(points)s",
            sweep=sweep_text(Sweep.SINGLE),
            name=names[event.seat],
            points=added_text(points),
        )
    return gettext(
        "%(sweep)s: %(name)s %(points)s, %(before)s %(lost)s",
        sweep=sweep_text(Sweep.DOUBLE if markers > 1 else Sweep.SINGLE),
        name=names[event.seat],
        points=added_text(points),
        before=names[set_up_by(event.seat, len(names))],
        lost=added_text(-points),
    )


def markers_of_step(event: AppliedEvent) -> int:
    """Return the number of face-up cards that an event earned."""
    if isinstance(event.state, BuildState) and isinstance(event.before, BuildState):
        piles, piles_before = event.state.piles, event.before.piles
        return sum(pile.markers for pile in piles) - sum(pile.markers for pile in piles_before)
    return markers_of(event)


def dealer_text(record: Record, names: Names) -> str:
    """Return what the dealer does now: "Set aside J♠ and K♥. Deal 2 + 2 to each".

    Names who draws the table where it is drawn. Empty while a deal is being played.
    """
    seating = record.rules.seating
    plan = seating.deal_plan(record.players)
    if record.state is None:
        leader = names[seating.leader(record.dealer, record.players)]
        return deal_text(seating, plan, 1, record.players, leader)
    state, before = record.state, record.events[-1].before if record.events else None
    if (
        state.deal == 1
        or state.turn is None
        or state.in_hands != (plan.hand_size(state.deal),) * record.players
    ):
        return ""
    aside_before = aside(before)
    text = deal_text(seating, plan, state.deal, record.players)
    if len(aside(state)) == len(aside_before):
        return text
    newly_aside = difference(aside(state), aside_before)
    return gettext("Set aside %(cards)s. %(deal)s", cards=cards_text(newly_aside), deal=text)


def leftovers_text(record: Record, names: Names) -> str:
    """Return who gets the cards that are left after the last play; empty if nobody does."""
    cards = _leftovers(record)
    if not cards or record.state is None or record.state.last_capturer is None:
        return ""
    return gettext(
        "%(name)s captured last and takes the rest: %(cards)s.",
        name=names[record.state.last_capturer],
        cards=cards_text(cards),
    )


def _leftovers(record: Record) -> Cards:
    if isinstance(record.state, BuildState):
        return tuple(sorted(record.state.rest.cards))
    return leftovers(record.events)


def captured_text(record: Record, names: Names) -> str:
    """Return the points of each side so far, in games without builds.

    Empty before the first capture, and where the log is not sure of every card.
    """
    state = record.state
    if not isinstance(state, CaptureState) or state.turn is None or not record.is_certain:
        return ""
    if not any(pile.cards for pile in state.piles):
        return ""
    scores = score(record.rules, record.rows, record.teams).scores
    sides = record.rules.seating.side_of_each(record.players, record.teams)
    return so_far_text([side_score.total for side_score in scores], sides, names)


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
    return [_settled_text(each, record, names) for each in record.irregularities]


def _settled_text(irregularity: Irregularity, record: Record, names: Names) -> str:
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
    if len(things) > _MOST_IN_SENTENCE:
        rest = gettext("%(num)d more", num=len(things) - _MOST_IN_SENTENCE + 1)
        things[_MOST_IN_SENTENCE - 1 :] = [rest]
    return ngettext(
        "%(num)d thing to talk about: %(things)s",
        "%(num)d things to talk about: %(things)s",
        len(waiting),
        things=and_(things),
    )


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


def misfits_text(record: Record, misfits: Sequence[Irregularity]) -> str:
    """Return which plays no longer fit after an earlier one was corrected; of many the first
    ones."""
    plays = [str(record.index(misfit.seq)) for misfit in misfits]
    if len(plays) > _MOST_IN_SENTENCE:
        rest = gettext("%(num)d more", num=len(plays) - _MOST_IN_SENTENCE + 1)
        plays[_MOST_IN_SENTENCE - 1 :] = [rest]
    return ngettext(
        "Play %(plays)s needs correcting",
        "Plays %(plays)s need correcting",
        len(plays),
        plays=and_(plays),
    )


def mended_text(entry: Replace, record: Record, names: Names) -> str:
    """Return what a play that no longer fits most likely was.

    "Play 12, Bo: 8♦ creeps (it said: 8♦ takes 8♠)"
    """
    index = record.index(entry.seq)
    event = record.events[index]
    assert event.seat is not None  # somebody played
    assert isinstance(event.event, Played)
    assert isinstance(entry.by, Played)
    return gettext(
        "Play %(play)d, %(name)s: %(told)s (it said: %(was)s)",
        play=index,
        name=names[event.seat],
        told=play_text(record.engine, event.state, entry.by, event.seat, names),
        was=play_text(record.engine, event.state, event.event, event.seat, names),
    )


def _with_full_stop(text: str) -> str:
    """Return a text with a full stop at its end."""
    return text if text.endswith((".", "!")) else f"{text}."


def explanation_text(entry: Entry, record: Record, names: Names) -> str:
    """Return what may have happened instead of what the log says."""
    if isinstance(entry, Replace):
        index = record.index(entry.seq)
        event = record.events[index]
        if isinstance(entry.by, Played) and event.seat is not None:
            assert isinstance(event.event, Played)  # only a play replaces a play
            return gettext(
                "Play %(play)d was different. %(name)s: %(told)s, not: %(was)s.",
                play=index,
                name=names[event.seat],
                told=play_text(record.engine, event.state, entry.by, event.seat, names),
                was=play_text(record.engine, event.state, event.event, event.seat, names),
            )
        return table_event_text(entry.by, record.state, names)
    assert isinstance(entry, Played)
    assert record.state is not None
    seat = record.state.turn
    assert seat is not None
    text = played_text(record.engine, record.state, entry, seat, names)
    return gettext("A play was not entered. %(told)s.", told=text)


def forgotten_text(ranks: Sequence[Rank], record: Record, names: Names) -> str:
    """Return that the next play was perhaps not entered, with the ranks that it may have had."""
    assert record.state is not None
    assert record.state.turn is not None
    return gettext(
        "Or a play was not entered: %(name)s took exactly that with %(ranks)s. "
        "Then enter that card on the live table.",
        name=names[record.state.turn],
        ranks=or_(str(A_RANK[rank]) for rank in ranks),
    )


def faster_text(entry: Entry, record: Record, names: Names) -> str:
    """Return that another phone entered something before this phone's ``entry`` came."""
    last = record.events[-1] if record.events else None
    if last is None or last.seat is None or not isinstance(entry, Played):
        return gettext("Another phone was faster: the game has moved on.")
    if isinstance(last.event, Played) and last.event.card == entry.card:
        return gettext(
            "Another phone was faster: %(name)s's %(card)s is in the log already.",
            name=names[last.seat],
            card=card_text(entry.card),
        )
    return gettext(
        "Another phone was faster: %(last)s. Your %(card)s was not entered.",
        last=step_text(last, record.rules, names),
        card=card_text(entry.card),
    )


def replay_lines(transcript: Transcript) -> list[str]:
    """Return a whole game as lines, with each irregularity where it happened."""
    record, names = transcript.record, in_sentences(transcript.players)
    lines = [gettext("%(name)s deals.", name=names[record.dealer])]
    for number, event in enumerate(record.events):
        line = f"{number:>3}  {step_text(event, record.rules, names)}"
        sweep = marker_text(event, record.rules, names)
        lines.append(f"{line}. {sweep}" if sweep else line)
        lines += (
            f"     ! {_settled_text(irregularity, record, names)}"
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
