"""What the live table says: what happened, what comes next, and what was irregular."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..languages import gettext, ngettext
from ..rules.cards import Cards, Rank, difference
from ..rules.events import AppliedEvent, Irregularity, IrregularityKind, Played, PlayVerdict
from ..rules.games.casino.followed.followed_game import BuildGameEngine
from ..rules.games.casino.followed.game_state import BuildGameState as BuildState
from ..rules.games.casino.judge.verdict import Verdict
from ..rules.games.krypkasino.followed_game import CaptureState, leftovers, markers_of, set_up_by
from ..rules.games.krypkasino.ruling import Sweep
from ..rules.games.krypkasino.verdict import CaptureVerdict
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
    or_,
    signed,
)
from ..words.cards import RANK_NAMES
from .build_verdicts import build_reason_text
from .dealing_instructions import deal_text
from .live_table_builds import so_far_text
from .live_table_plays import Names, aside, play_text, played_text, step_text, table_told
from .rulings import reason_text, sweep_text

_MOST_NAMED = 5
"""So many plays, or things, are named."""


def marker_text(step: AppliedEvent, rules: Ruleset, names: Names) -> str:
    """What a sweep is worth, to both whom it scores for: "Sweep: Ada +5, Bo −5"; nothing if it was
    no sweep."""
    markers = _markers_of(step)
    if not markers or step.seat is None:
        return ""
    points = rules.sheet.worths[MARKERS] * markers
    if not rules.sheet.sweeps_are_paid:
        return gettext(
            "%(sweep)s: %(name)s %(points)s",
            sweep=sweep_text(Sweep.SINGLE),
            name=names[step.seat],
            points=added_text(points),
        )
    return gettext(
        "%(sweep)s: %(name)s %(points)s, %(before)s %(lost)s",
        sweep=sweep_text(Sweep.DOUBLE if markers > 1 else Sweep.SINGLE),
        name=names[step.seat],
        points=added_text(points),
        before=names[set_up_by(step.seat, len(names))],
        lost=added_text(-points),
    )


def _markers_of(step: AppliedEvent) -> int:
    """How many face-up cards a play earned."""
    if isinstance(step.state, BuildState) and isinstance(step.before, BuildState):
        now, before = step.state.piles, step.before.piles
        return sum(pile.markers for pile in now) - sum(pile.markers for pile in before)
    return markers_of(step)


def dealer_text(record: Record, names: Names) -> str:
    """What the dealer has to do now, and who begins where the table is drawn: "Set aside J♠ and K♥.
    Deal 2 + 2 to each"; nothing while people hold cards that they have been dealt before."""
    seating = record.rules.seating
    plan = seating.deal_plan(record.players)
    if record.state is None:
        leader = names[seating.leader(record.dealer, record.players)]
        return deal_text(seating, plan, 1, record.players, leader)
    state, before = record.state, record.steps[-1].before if record.steps else None
    if (
        state.deal == 1
        or state.turn is None
        or state.in_hands != (plan.hand_size(state.deal),) * record.players
    ):
        return ""
    known = aside(before)
    told = deal_text(seating, plan, state.deal, record.players)
    if len(aside(state)) == len(known):
        return told
    more = difference(aside(state), known)
    return gettext("Set aside %(cards)s. %(deal)s", cards=cards_text(more), deal=told)


def leftovers_text(record: Record, names: Names) -> str:
    """Who picks up what is left when the last card has been played; nothing if nobody does."""
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
    return leftovers(record.steps)


def captured_text(record: Record, names: Names) -> str:
    """What each side has in its piles so far, where no cards are built up: "Points so far: Ada 3,
    Bo −5"; nothing before somebody captured, nor once the log does not know every card."""
    state = record.state
    if not isinstance(state, CaptureState) or state.turn is None or not record.sure:
        return ""
    if not any(pile.cards for pile in state.piles):
        return ""
    scores = score(record.rules, record.rows, record.teams).scores
    sides = record.rules.seating.side_of_each(record.players, record.teams)
    return so_far_text([one.total for one in scores], sides, names)


def irregularity_text(  # noqa: PLR0911 - one sentence a kind
    found: Irregularity, record: Record, names: Names
) -> str:
    """What was not as the rules want it, in a sentence."""
    name = names[found.seat] if found.seat is not None else ""
    card = card_text(found.card) if found.card else ""
    match found.kind:
        case IrregularityKind.MISSED_FORCED_SWEEP:
            assert found.missed_at is not None
            return gettext(
                "%(name)s held %(card)s at play %(play)d, and it would have swept: "
                "a forced sweep was passed over.",
                name=name,
                card=card,
                play=record.index(found.missed_at),
            )
        case IrregularityKind.NO_HOLDER | IrregularityKind.KEEP_CARD:
            return _bluff_text(found, record, name)
        case IrregularityKind.ILLEGAL_CAPTURE | IrregularityKind.ILLEGAL_TURN:
            step = record.steps[record.index(found.seq)]
            return gettext(
                "%(play)s: %(verdict)s It was left as it was played.",
                play=_named(step, record, names),
                verdict=_sentence(_why_text(step.verdict, names[step.seat or 0])),
            )
        case IrregularityKind.OUT_OF_TURN:
            return gettext("%(name)s played %(card)s out of turn.", name=name, card=card)
        case IrregularityKind.DOES_NOT_FIT if found.seat is None:
            return gettext("The top of a pile, %(card)s, does not fit any more.", card=card)
        case IrregularityKind.DOES_NOT_FIT:
            step = record.steps[record.index(found.seq)]
            return gettext(
                "%(play)s: this does not fit any more. Correct it.",
                play=_named(step, record, names),
            )
        case IrregularityKind.TABLE_CORRECTED:
            return gettext("The table was corrected. At the end the piles are counted.")


def _named(step: AppliedEvent, record: Record, names: Names) -> str:
    """A play that something is said of: "Ada, 8♥", and where turns are sentences the sentence."""
    assert isinstance(step.entry, Played)
    assert step.seat is not None  # somebody played
    if isinstance(record.live, BuildGameEngine):
        return step_text(step, record.rules, names)
    card = card_text(step.entry.card)
    return gettext("%(name)s, %(card)s", name=names[step.seat], card=card)


def _why_text(verdict: PlayVerdict | None, name: str) -> str:
    if isinstance(verdict, CaptureVerdict):
        return reason_text(verdict)
    assert isinstance(verdict, Verdict)  # it was a play
    return build_reason_text(verdict, name=name)


def _bluff_text(found: Irregularity, record: Record, name: str) -> str:
    """A build for which there was no card, in a sentence."""
    assert found.missed_at is not None
    assert found.build is not None
    assert found.rank is not None
    facts = {
        "name": name,
        "value": build_number(found.build.value),
        "card": str(HELD_RANK[found.rank]),
        "play": record.index(found.missed_at),
    }
    if found.kind is IrregularityKind.NO_HOLDER:
        return gettext(
            "%(name)s made the build of %(value)s at play %(play)d without %(card)s.", **facts
        )
    return gettext(
        "%(name)s kept the build of %(value)s after play %(play)d without %(card)s.", **facts
    )


def irregularities_text(record: Record, names: Names) -> str:
    """Say how many things were not as the rules want them, and whose: "1 thing to talk about:
    Cleo’s nine"."""
    things = list(dict.fromkeys(_thing_text(one, names) for one in record.irregularities))
    if len(things) > _MOST_NAMED:
        more = gettext("%(num)d more", num=len(things) - _MOST_NAMED + 1)
        things[_MOST_NAMED - 1 :] = [more]
    return ngettext(
        "%(num)d thing to talk about: %(things)s",
        "%(num)d things to talk about: %(things)s",
        len(record.irregularities),
        things=and_(things),
    )


def _thing_text(found: Irregularity, names: Names) -> str:
    """Name what an irregularity is about: the card that was played, or was lacking."""
    if found.card is None and found.rank is None:
        return gettext("the table")
    card = card_text(found.card) if found.card else str(RANK_NAMES[found.rank or Rank.ACE])
    if found.seat is None:
        return card
    return gettext("%(name)s’s %(card)s", name=names[found.seat], card=card)


def misfits_text(record: Record, misfits: Sequence[Irregularity]) -> str:
    """Plays that have to be looked at since an earlier one was corrected; of very many, the first
    ones."""
    plays = [str(record.index(found.seq)) for found in misfits]
    if len(plays) > _MOST_NAMED:
        more = gettext("%(num)d more", num=len(plays) - _MOST_NAMED + 1)
        plays[_MOST_NAMED - 1 :] = [more]
    return ngettext(
        "Play %(plays)s needs correcting",
        "Plays %(plays)s need correcting",
        len(plays),
        plays=and_(plays),
    )


def mended_text(entry: Replace, record: Record, names: Names) -> str:
    """What a play that does not fit any more most likely was: "Play 12, Bo: 8♦ creeps (it said:
    8♦ takes 8♠)"."""
    index = record.index(entry.seq)
    step = record.steps[index]
    assert step.seat is not None  # somebody played
    assert isinstance(step.entry, Played)
    assert isinstance(entry.by, Played)
    return gettext(
        "Play %(play)d, %(name)s: %(told)s (it said: %(was)s)",
        play=index,
        name=names[step.seat],
        told=play_text(record.live, step.state, entry.by, step.seat, names),
        was=play_text(record.live, step.state, step.entry, step.seat, names),
    )


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!")) else f"{text}."


def explanation_text(entry: Entry, record: Record, names: Names) -> str:
    """What may have happened instead: "Play 12: Bo: 8♦ creeps"."""
    if isinstance(entry, Replace):
        index = record.index(entry.seq)
        step = record.steps[index]
        if isinstance(entry.by, Played) and step.seat is not None:
            assert isinstance(step.entry, Played)  # as a play another one
            return gettext(
                "Play %(play)d was different. %(name)s: %(told)s, not: %(was)s.",
                play=index,
                name=names[step.seat],
                told=play_text(record.live, step.state, entry.by, step.seat, names),
                was=play_text(record.live, step.state, step.entry, step.seat, names),
            )
        return table_told(entry.by, record.state, names)
    assert isinstance(entry, Played)
    assert record.state is not None
    seat = record.state.turn
    assert seat is not None
    told = played_text(record.live, record.state, entry, seat, names)
    return gettext("A play was not entered. %(told)s.", told=told)


def forgotten_text(ranks: Sequence[Rank], record: Record, names: Names) -> str:
    """The next play may not have been entered; its card is known but for the suit."""
    assert record.state is not None
    assert record.state.turn is not None
    return gettext(
        "Or a play was not entered: %(name)s took exactly that with %(ranks)s. "
        "Then enter that card on the live table.",
        name=names[record.state.turn],
        ranks=or_(str(A_RANK[rank]) for rank in ranks),
    )


def faster_text(entry: Entry, record: Record, names: Names) -> str:
    """Another phone had entered something when this one's entry came."""
    last = record.steps[-1] if record.steps else None
    if last is None or last.seat is None or not isinstance(entry, Played):
        return gettext("Another phone was faster: the game has moved on.")
    if isinstance(last.entry, Played) and last.entry.card == entry.card:
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
    """A whole game for people, line by line, with what was irregular where it happened."""
    record, names = transcript.record, in_sentences(transcript.players)
    lines = [gettext("%(name)s deals.", name=names[record.dealer])]
    for number, step in enumerate(record.steps):
        line = f"{number:>3}  {step_text(step, record.rules, names)}"
        sweep = marker_text(step, record.rules, names)
        lines.append(f"{line}. {sweep}" if sweep else line)
        lines += (f"     ! {irregularity_text(one, record, names)}" for one in step.irregularities)
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
    """The scores, each with whose it is: "Ada 3", or "Ada & Cia 4" where their pile is one."""
    together = sides(record.players, record.teams)
    for seats in record.rules.sheet.scored_together(together):
        called = " & ".join(names[seat] for seat in seats)
        yield f"{called} {signed(sheet.scores[seats[0]].total)}"
