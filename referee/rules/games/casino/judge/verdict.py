"""May I do that? A turn judged step by step (#turn; the contract's *Reasons*).

Hands are secret, so there are three answers: legal, illegal with the first reason, and legal if the
mover still holds what a build needs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ....cards import Card, Cards, KnownCards, Rank, difference, match
from ....plays import Capture, MakeBuild, Play, Step, Trail, played_in
from ....table_and_builds import Build, Table, cards_of, divided, in_order
from .build_rules import BuildRules, Demand
from .capture_faults import capture_fault
from .card_resolution import (
    Fault,
    FaultDetail,
    Resolution,
    absent,
    builds_named,
    loose_resolutions,
    resolutions,
    tops_named,
)
from .partial_captures import partial_capture
from .position import BuildAttempt, Position, TurnState, begin
from .verdict_reasons import Reason


class Verdict(NamedTuple):
    """``legal`` is None if it is legal for a mover who holds a card of each rank in ``holds``
    besides what was played. ``step`` is the number of the step at fault, None if it is the whole
    turn. ``after`` and ``piles`` are how it lies when the turn is done, or as far as it has gone if
    it is unfinished, ``formed`` the last build that was made, ``lent`` those of opponents that must
    still be taken, ``done`` the kinds of its steps, if all are right. ``demands`` is what opponents
    may insist on, ``clause`` the one of the rules page that decides. ``end`` is how a legal turn
    ended: what could have been done as well follows from it."""

    legal: bool | None
    reason: Reason
    holds: tuple[Rank, ...] = ()
    step: int | None = None
    fault: Fault | None = None
    after: Table | None = None
    piles: tuple[Cards, ...] = ()
    value: int | None = None
    formed: Build | None = None
    lent: tuple[Build, ...] = ()
    done: tuple[str, ...] = ()
    demands: tuple[Demand, ...] = ()
    clause: str | None = None
    end: TurnState | None = None

    @property
    def unfinished(self) -> bool:
        return self.reason is Reason.UNFINISHED


def judge(rules: BuildRules, position: Position, turn: Play, *, demands: bool = False) -> Verdict:
    """Judge a turn of the mover; with ``demands``, also what opponents may insist on then."""
    now = begin(position, played_in(turn))
    for number, step in enumerate(turn):
        after = _step(rules, now, step)
        if isinstance(after, Fault):
            return _illegal(rules, after, number)
        now = after
    verdict = _whole_turn(rules, now)
    if demands and verdict.legal is not False:
        return verdict._replace(demands=tuple(rules.demands(now)))
    return verdict


def _illegal(rules: BuildRules, fault: Fault, step: int | None) -> Verdict:
    return Verdict(
        False,
        fault.reason,
        step=step,
        fault=fault,
        value=fault.value,
        clause=rules.clause_of(fault.reason),
    )


def _step(rules: BuildRules, now: TurnState, step: Step) -> TurnState | Fault:
    """What a step makes of it, or the first reason against it."""
    fault = _why_not_played(now, step) or rules.why_not_begun(now, step)
    if fault is not None:
        return fault
    after = _done(rules, _without_played(now, step), step)
    if isinstance(after, TurnState) and after.played is not None and after.lent:
        # The card that was to take the build has done something else.
        lent = after.lent[0]
        return Fault(Reason.AUGMENT_NOT_YOURS, build=lent, value=lent.value)
    return after


def _why_not_played(now: TurnState, step: Step) -> Fault | None:
    if step.card is None:
        return None
    if now.hand is not None and match((step.card,), now.hand, now.packs) is None:
        return Fault(Reason.NOT_IN_HAND, (step.card,))
    if now.played is not None:
        return Fault(Reason.ONE_HAND_CARD, (step.card,))
    return None


def held_as(card: Card, hand: Cards | None, packs: KnownCards) -> Card:
    """A card that is played, with the suit that it has in the hand where none was told."""
    found = None if card.suited or hand is None else match((card,), hand, packs)
    return found[0] if found else card


def _without_played(now: TurnState, step: Step) -> TurnState:
    """The card of a step leaves the hand, with the suit that it has there."""
    if step.card is None:
        return now
    left = now.must_play[1:]
    if now.hand is None:
        return now._replace(played=step.card, must_play=left)
    hand = difference(sorted(now.hand), match((step.card,), now.hand, now.packs) or ())
    played = held_as(step.card, now.hand, now.packs)
    return now._replace(hand=hand, played=played, must_play=left)


def _done(rules: BuildRules, now: TurnState, step: Step) -> TurnState | Fault:
    match step:
        case Trail():
            assert now.played is not None
            card = now.played
            loose = tuple(sorted((*now.table.loose, card)))
            table = now.table._replace(loose=loose)
            return now._replace(table=table, laid=card, done=(*now.done, "lay"))
        case Capture():
            return _take(rules, now, step)
        case MakeBuild():
            return _form(rules, now, step)


def _latest(faults: Sequence[Fault]) -> Fault:
    return max(faults, key=lambda fault: fault.reason.order)


# --- taking -------------------------------------------------------------------------------------


def _take(rules: BuildRules, now: TurnState, step: Capture) -> TurnState | Fault:
    reading = _named_to_take(now, step)
    if isinstance(reading, Fault):
        return reading
    loose, builds, tops = reading
    if (fault := rules.why_not_use(now, tops, taking=True)) is not None:
        return fault._replace(tops=tops)
    faults = []
    for value in rules.values[step.card.rank] or (0,):
        numbers = tuple(sorted((*loose, *cards_of(tops))))
        fault = capture_fault(rules, step.card, value, numbers, builds)
        if fault is None:
            return _taken(rules, now, reading, value)
        faults.append(fault._replace(tops=tops))
    fault = _latest(faults)
    if fault.reason in (Reason.NO_MATCH, Reason.BAD_SUM):
        return fault._replace(half=partial_capture(rules, now, step.card, reading))
    return fault


def _named_to_take(now: TurnState, step: Capture) -> Resolution | Fault:
    said = tops_named(now, step.cards, step.tops)
    if isinstance(said, Fault):
        return said
    builds = builds_named(now.table, step.builds, now.packs)
    lying = next(loose_resolutions(now, step.cards, builds or (), said), None)
    found = lying or absent(now, step.cards)
    lacking = isinstance(found, Fault) and found.reason is Reason.NOT_ON_TABLE
    if builds is None and not lacking:
        return Fault(Reason.NOT_ON_TABLE, build=step.builds[0], nuance=FaultDetail.NO_SUCH_BUILD)
    return found


def _taken(rules: BuildRules, now: TurnState, reading: Resolution, value: int) -> TurnState:
    loose, builds, tops = reading
    left = Table(difference(sorted(now.table.loose), loose), difference(now.table.builds, builds))
    assert now.played is not None
    captured = Capture(now.played, *reading).captured
    after = now._replace(
        table=left,
        value=value or None,
        capture_value=value,
        formed=difference(now.formed, builds),
        lent=difference(now.lent, builds),
        guaranteed=difference(now.guaranteed, builds),
        done=(*now.done, "take"),
    )
    return after.with_pile(now.less_tops(tops), rules.pile_after(now, now.played, captured))


# --- building -----------------------------------------------------------------------------------


def _form(rules: BuildRules, now: TurnState, step: MakeBuild) -> TurnState | Fault:
    found = resolutions(rules.in_reach(now, step), step.from_table, step.tops)
    if isinstance(found, Fault):
        return found
    faults = []
    card = None if step.card is None else now.played
    for reading in found:
        making = BuildAttempt(card, step.build.value, *reading, seat=step.build.owner)
        fault = _why_not_form(rules, now, making)
        if fault is None:
            return _formed(rules, now, making)
        faults.append(fault._replace(tops=making.tops))
    return _latest(faults)


def _why_not_form(rules: BuildRules, now: TurnState, making: BuildAttempt) -> Fault | None:
    return (
        rules.why_not_use(now, making.tops, taking=False)
        or rules.why_not_add_tops(now, making)
        or _why_no_number(rules, making)
        or rules.why_not_make(now, making)
        or _why_not_held(rules, now, making)
        or rules.why_not_beside(now, making)
    )


def _why_no_number(rules: BuildRules, making: BuildAttempt) -> Fault | None:
    """Pictures have no number in some games, and no build has theirs (#pictures)."""
    named = (*making.fresh, *cards_of(making.tops))
    pictures = tuple(sorted(one for one in named if not rules.has_number(one)))
    no_value = making.value in rules.without_number
    if pictures or no_value:
        nuance = None if pictures else FaultDetail.WORTH_OF_NONE
        return Fault(Reason.PICTURE_NO_NUMBER, pictures, value=making.value, nuance=nuance)
    return None


def _formed(rules: BuildRules, now: TurnState, making: BuildAttempt) -> TurnState:
    """The table with the build on it."""
    # What is more than any card is worth nobody can hold, and it comes to no build.
    grouped = divided(making.cards, making.value, rules.values)
    build = Build(
        making.value, grouped or (tuple(sorted(making.cards)),), rules.owner_after(now, making)
    )
    left = difference(now.table.builds, making.builds)
    table = in_order(Table(difference(now.table.loose, making.loose), (*left, build)))
    theirs = () if now.start.is_ours(build) else (build,)
    vouched = making.kind == "raise" or any(one in now.guaranteed for one in making.builds)
    return now._replace(
        table=table,
        piles=now.less_tops(making.tops),
        formed=(*difference(now.formed, making.builds), build),
        lent=(*difference(now.lent, making.builds), *theirs),
        guaranteed=(*difference(now.guaranteed, making.builds), *((build,) if vouched else ())),
        value=making.value,
        done=(*now.done, making.kind),
    )


# --- who holds what -----------------------------------------------------------------------------


def _why_not_held(rules: BuildRules, now: TurnState, making: BuildAttempt) -> Fault | None:
    """Can somebody still hold a card that takes the build (#holder)? The mover must, unless it is
    the partner's. An ace that another build needs at its other value is not to be had."""
    value, owner = making.value, rules.owner_after(now, making)
    ranks = rules.ranks_worth(value)
    if not ranks:
        return Fault(Reason.NO_HOLDER, value=value, nuance=FaultDetail.WORTH_OF_NONE)
    if owner == now.start.partner and making.kind != "raise":
        return _why_not_partner(now, making, ranks)
    if not now.start.is_mate(owner):
        return None  # an opponent's, which is taken in this turn
    kept = now.start.kept(difference(now.table.builds, making.builds))
    others = needs(rules, [one for one in kept if one.value != value])
    needed = [*ranks, *(rank for rank in others if rank in ranks)]
    return None if may_hold(now, needed) else Fault(Reason.NO_HOLDER, value=value)


def _why_not_partner(now: TurnState, making: BuildAttempt, ranks: Sequence[Rank]) -> Fault | None:
    """A partner may have asked for the build, is known to hold a card that takes it, or had it
    before (#proven)."""
    value = making.value
    if making.kind == "new":
        known = not now.start.proven.isdisjoint(ranks)
        return None if known else Fault(Reason.NOT_PROVEN, value=value)
    asked = now.start.kept(making.kept)
    if asked and not any(map(now.most_unseen, ranks)):
        return Fault(Reason.NO_HOLDER, value=value, nuance=FaultDetail.PARTNER_LACKS)
    return None


def may_hold(now: TurnState, needed: Sequence[Rank]) -> bool:
    """Are cards of these ranks in the hand, or, where it is secret, can they be? A followed game
    knows how many are left; a card that is yet to be played is one of them."""
    others = now.others_left
    if others is not None:
        lacking = Counter(needed) - Counter(card.rank for card in now.must_play)
        if lacking.total() > others:
            return False
    return all(needed.count(rank) <= now.most_held(rank) for rank in needed)


def needs(rules: BuildRules, builds: Sequence[Build]) -> list[Rank]:
    """The cards that take these builds: one of a rank takes all of a value, but it counts only
    one of its values at a time."""
    values = {build.value for build in builds}
    return [rank for value in values for rank in rules.ranks_worth(value)]


# --- the whole turn -----------------------------------------------------------------------------


def _whole_turn(rules: BuildRules, now: TurnState) -> Verdict:
    if now.played is None:
        return Verdict(
            False,
            Reason.UNFINISHED,
            after=now.table,
            piles=now.piles,
            value=now.value,
            lent=now.lent,
            clause=rules.clause_of(Reason.UNFINISHED),
        )
    fault = next(_owed(rules, now), None)
    if fault is not None:
        return _illegal(rules, fault, None)
    needed = _needed(rules, now)
    holds = () if now.hand is not None else tuple(sorted(needed))
    return Verdict(
        None if holds else True,
        Reason.LEGAL,
        holds,
        after=now.table,
        piles=now.piles,
        value=now.value,
        formed=now.formed[-1] if now.formed else None,
        done=now.done,
        end=now,
    )


def _needed(rules: BuildRules, now: TurnState) -> list[Rank]:
    """What the mover must still hold."""
    return needs(rules, [*now.start.kept(now.table.builds), *now.guaranteed])


def _owed(rules: BuildRules, now: TurnState) -> Iterator[Fault]:
    """What the mover owes the builds that are kept, those that the turn made first."""
    kept = now.start.kept(now.table.builds)
    formed = [build for build in now.formed if build in (*kept, *now.guaranteed)]
    for build in formed:
        if not may_hold(now, rules.ranks_worth(build.value)):
            yield Fault(Reason.NO_HOLDER, build=build, value=build.value)
    for build in kept:
        if build not in formed and not may_hold(now, rules.ranks_worth(build.value)):
            yield Fault(Reason.KEEP_CARD, build=build, value=build.value)
    if not may_hold(now, _needed(rules, now)):
        reason = Reason.NO_HOLDER if formed else Reason.KEEP_CARD
        last = (formed or kept)[-1]  # together they are too many: the new one
        yield Fault(reason, build=last, value=last.value)
    yield from rules.owes(now)
