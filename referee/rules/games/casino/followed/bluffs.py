"""Bluffs and other statistics of a followed game with builds.

Only the owner of a build is asked for a card, not a player who merged one into the partner's. A
build that was dead when it was made for a partner is listed for the partner like any other, since
it rests on a card that the partner never held.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ....cards import Card, Cards, answers
from ....plays import (
    Build,
    HandsCounted,
    Irregularity,
    IrregularityKind,
    Played,
    TableShown,
)
from ....ruleset import AppliedEvent
from ..judge.play_rules import BuildRules
from ..judge.verdict import Reason, Verdict
from .state import BuildGameState, build_game_state


class _Lack(NamedTuple):
    """A build for which its owner held no card that captures it."""

    build: Build
    taker: Card


def bluffs(
    rules: BuildRules, steps: Sequence[AppliedEvent], last: AppliedEvent
) -> Iterator[Irregularity]:
    """Return the builds of a seat for which it had no card in this deal, once ``last`` plays its
    last card: for each the first play after which it lay there. A build is the same one while it
    keeps its value and owner."""
    seat, before = last.seat, last.before
    if seat is None or before is None or not _plays_out(build_game_state(before), seat):
        return
    deal = before.deal
    listed = {(found.missed_at, found.build) for step in steps for found in step.irregularities}
    reported: tuple[Build, ...] = ()
    hands = _held_after([*steps, last], seat)
    for step in (*steps, last):
        after = build_game_state(step.state)
        builds = after.builds or after.rest.builds
        reported = tuple(
            build for build in builds if any(is_same_build(earlier, build) for earlier in reported)
        )
        if step.seat != seat or step.before is None or not isinstance(step.event, Played):
            continue
        hand = hands[step.seq]
        if hand is None:
            continue
        builds_of_seat = [build for build in builds if build.owner == seat]
        formed = [
            build for build in builds_of_seat if build not in build_game_state(step.before).builds
        ]
        for build, taker in _lacking(rules, builds_of_seat, formed, hand):
            if build in reported:
                continue
            reported = (*reported, build)
            kind = IrregularityKind.NO_HOLDER if build in formed else IrregularityKind.KEEP_CARD
            if (step.seq, build) in listed:
                continue  # with what was to be the last card of the hand
            if step.before.deal == deal and not _is_reported(step, kind, build):
                yield Irregularity(
                    last.seq, kind, seat, missed_at=step.seq, build=build, lacked=taker
                )


def _plays_out(before: BuildGameState, seat: int) -> bool:
    return before.in_hands[seat] == 1 and not before.stock


def _held_after(steps: Sequence[AppliedEvent], seat: int) -> Mapping[int, Cards | None]:
    """Return the hand of a seat after each of its plays, by entry: the cards that it still played
    in that deal, and those that a corrected table showed. None where an unknown card was played. In
    Crazy Casino a card that was drawn later counts as held (L18)."""
    hands: dict[int, Cards | None] = {}
    cards: Cards | None = ()
    deal = 0
    for step in reversed(steps):
        if step.before is None or isinstance(step.event, HandsCounted):
            continue
        before = build_game_state(step.before)
        if before.deal != deal:
            deal, cards = before.deal, ()
        if isinstance(step.event, TableShown):
            revealed = tuple(card for card in _shown_by(step.event) if card not in before.shown)
            cards = None if cards is None else (*cards, *revealed)
        elif isinstance(step.event, Played) and step.seat is not None:
            card, has_cards = step.event.card, before.in_hands[step.seat] > 0
            if step.seat == seat:
                hands[step.seq] = cards
            if (step.seat if has_cards else before.turn) != seat:
                continue
            unknown = cards is None or not has_cards or card in before.shown
            cards = None if unknown or cards is None else (*cards, card)
    return hands


def _shown_by(shows: TableShown) -> Cards:
    return (*shows.table, *(card for build in shows.builds for card in build.cards))


def is_same_build(build: Build, later: Build) -> bool:
    """Return whether a later build is an earlier one, to which cards may have been added."""
    is_equal = (build.value, build.owner) == (later.value, later.owner)
    return is_equal and set(build.cards) <= set(later.cards)


def _lacking(
    rules: BuildRules, builds: Sequence[Build], formed: Sequence[Build], held: Cards
) -> Iterator[_Lack]:
    """Return the builds for which the held cards have none.

    Several builds of one value need one card. Builds of 1 and of 14 need an ace each: with one ace
    the build that was just formed lacks it, else that of 14.
    """
    values = sorted({build.value for build in builds}, reverse=True)
    values_formed = {build.value for build in formed}
    takers = {value: taker for value in values for taker in rules.takers(value)}
    unheld = [
        value for value, taker in takers.items() if not any(answers(card, taker) for card in held)
    ]
    ranks = [card.rank for card in held]
    for rank in dict.fromkeys(taker.rank for taker in takers.values()):
        needing = [value for value, taker in takers.items() if taker.rank is rank]
        # Of those for which the hand has a card, a new build lacks it first.
        needing.sort(key=lambda value: (value not in unheld, value not in values_formed))
        lacking = needing[: max(0, len(needing) - ranks.count(rank))]
        lacking += (value for value in needing if value in unheld and value not in lacking)
        for build in builds:
            if build.value in lacking:
                yield _Lack(build, takers[build.value])


def _is_reported(step: AppliedEvent, kind: IrregularityKind, build: Build) -> bool:
    """Return whether the verdict on an illegal play that was let stand has the irregularity
    already. It names one value, but where two builds are kept with one card either may lack it."""
    return any(
        irregularity.kind is IrregularityKind.ILLEGAL_TURN
        and irregularity.reason in (Reason.NO_HOLDER, Reason.KEEP_CARD)
        and isinstance(step.verdict, Verdict)
        and (irregularity.reason == kind.value or step.verdict.value == build.value)
        for irregularity in step.irregularities
    )


class BuildStatistics(NamedTuple):
    """Statistics of the builds of a game: the number that each seat ``built``, for each seat how
    many of its builds each seat has ``taken``, and the number of ``bluffs`` that came to light."""

    built: tuple[int, ...]
    taken: tuple[tuple[int, ...], ...]
    bluffs: int


_BLUFFS = (IrregularityKind.NO_HOLDER, IrregularityKind.KEEP_CARD)


def build_statistics(steps: Sequence[AppliedEvent], players: int) -> BuildStatistics:
    """Return the number of builds that each seat made, the number that each seat captured of each,
    and the number of bluffs. A build is the same one while it keeps its value and owner."""
    built = [0] * players
    taken = [[0] * players for _ in range(players)]
    for step in steps:
        if step.before is None or step.seat is None or not isinstance(step.event, Played):
            continue
        before, after = build_game_state(step.before), build_game_state(step.state)
        builds = after.builds or after.rest.builds
        for build in builds:
            if build.owner is not None and not any(
                is_same_build(earlier, build) for earlier in before.builds
            ):
                built[build.owner] += 1
        for build in before.builds:
            if build.owner is not None and _took(build, step.seat, before, after):
                taken[build.owner][step.seat] += 1
    bluffs = sum(
        irregularity.kind in _BLUFFS for step in steps for irregularity in step.irregularities
    )
    return BuildStatistics(tuple(built), tuple(map(tuple, taken)), bluffs)


def _took(build: Build, seat: int, before: BuildGameState, after: BuildGameState) -> bool:
    if set(build.cards) <= set(after.rest.cards):
        return False
    return set(build.cards) <= set(after.piles[before.pile_seats[seat]].cards)
