"""A turn of a followed game judged with hands unknown, or let stand (L3 to L6, L5b, L11, L14).

The judges of single questions are asked, once for each hand that the mover may hold and for each
way in which the piles may lie. A turn is legal if it is with some hand; else the reason is that of
the hand with which it fails latest. Where too few cards are left for a build that was formed and
for those that are kept, each of another value, it is `no_holder`, whichever cards they may be: as
the contract has it for aces, whichever is just formed is `no_holder`, and a table sees the new
build before it thinks of the old ones. Where no card is to be had for a kept one, however many are
left, it is `keep_card`.

Readings of what the contract leaves open:

- To an opponent's build was added for which a card may be left, and the hand card then makes
  another build: `augment_not_yours`, also where one card too few is left for both. What could have
  taken the first build is not asked for once more.
- A hand card that has been shown, or is none of the pack, is refused before anything is judged.
- Pictures in a pile of Lesotho, with no number above, are `pile_top_only`: never a top (L10).
- What is let stand may name only cards of piles, whole builds at their value, and loose cards; it
  may not name a card of a build. A single card is no build. A card that lies deeper in a pile than
  its top lies there all the same (L11): hands do reach below a top.
- In a turn that is let stand every build that was formed is the mover's, or his in whose seat it
  ends, also where another step than its own was at fault.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations, product

from tests.oracle import builds_judge, southern_judge
from tests.oracle.builds_text import (
    Build,
    Game,
    Group,
    Refused,
    Step,
    Unreadable,
    build_key,
    first_division,
    in_order,
    rank_of,
    read_turn,
    suit_of,
)
from tests.oracle.followed_setup import Refusal, Setup
from tests.oracle.followed_table import Cards, Done, Insisting, Pile, Table
from tests.oracle.southern_state import State as SouthState
from tests.oracle.southern_text import South, bare, read_step

NOBODY = "??"
"""Lies on pictures that are never a top."""

Piles = tuple[Group, ...]
"""By the judge's seats."""

Ended = builds_judge.State | SouthState


@dataclass(frozen=True)
class Judged:
    """The verdict on a turn, and how the turn ended if it is legal."""

    legal: bool
    reason: str
    step: int | None
    lateness: tuple[int, int, int]
    end: Ended | None


def read(setup: Setup, text: str, mover: int) -> tuple[Step, ...]:
    """The steps of a turn, seats as the judge counts them. Every card has its suit."""

    def seat(found: re.Match[str]) -> str:
        if int(found[2]) >= setup.players:
            raise Refusal("turn")
        return f"{found[1]}{setup.relative(int(found[2]), mover)}"

    text = re.sub(r"([@^])(\d+)", seat, text)
    try:
        values = setup.values
        if isinstance(values, South):
            steps = tuple(read_step(values, part) for part in text.split("/"))
        else:
            steps = read_turn(text)
    except Unreadable as fault:
        raise Refusal("turn", status=400) from fault
    except Refused as fault:
        raise Refusal("turn") from fault
    for card in (card for step in steps for card in named(step)):
        if not suit_of(bare(card)) or not setup.known_card(bare(card)):
            raise Refusal("turn")
    return steps


def named(step: Step) -> list[str]:
    """All cards that a step names, tops with their marks."""
    found = [] if step.card is None else [step.card]
    return [*found, *step.loose, *(card for build in step.builds for card in build.cards)]


def hand_cards(steps: Sequence[Step]) -> list[str]:
    """The cards from the hand."""
    return [step.card for step in steps if step.card is not None]


def judge(
    table: Table, seat: int, steps: Sequence[Step], hand: Sequence[str] | None = None
) -> Judged:
    """The verdict on a turn; with the mover's hand, if somebody knows it."""
    found = verdicts(table, seat, steps, hand)
    latest = latest_of(found)
    if hand is not None:
        return latest
    if latest.reason == "no_holder" and latest.step:
        room = latest_of(verdicts(more_left(table, 1), seat, steps))
        if (room.reason, room.step) == ("augment_not_yours", latest.step):
            return room
    if latest.reason == "keep_card" and any(one.reason == "no_holder" for one in found):
        room = latest_of(verdicts(more_left(table, 13), seat, steps))
        return latest if room.reason == "keep_card" else replace(latest, reason="no_holder")
    return latest


def verdicts(
    table: Table, seat: int, steps: Sequence[Step], hand: Sequence[str] | None = None
) -> list[Judged]:
    """One for each hand that the mover may hold, and each way in which the piles may lie."""
    hands = [tuple(hand)] if hand is not None else list(possible_hands(table, seat, steps))
    return [
        judge_once(table, seat, steps, cards, piles)
        for cards in hands
        for piles in possible_piles(table, seat, steps)
    ]


def latest_of(found: Sequence[Judged]) -> Judged:
    """The one that gets furthest."""
    return max(found, key=lambda one: one.lateness)


def more_left(table: Table, cards: int) -> Table:
    """The same with so many more cards in each hand."""
    return replace(table, left=tuple(left + cards for left in table.left))


def possible_hands(table: Table, seat: int, steps: Sequence[Step]) -> Iterator[Group]:
    """What the mover may hold: the cards he plays, and others of ranks that matter."""
    setup = table.setup
    values = {lying.build.value for lying in table.builds}
    values |= {build.value for step in steps for build in step.builds}
    ranks = sorted({rank for value in values if (rank := setup.values.holder(value))})
    played = tuple(dict.fromkeys(hand_cards(steps)))
    rest = max(0, table.left[seat] - len(played))
    choices = []
    for rank in ranks:
        unseen = table.unseen(rank) - sum(rank_of(card) == rank for card in played)
        choices.append(range(max(0, min(2 if rank == "A" else 1, unseen, rest)) + 1))
    counts = [way for way in product(*choices) if sum(way) <= rest]
    # With more cards nothing becomes illegal: only the fullest hands are asked.
    for way in counts:
        if not any(way != o and all(a <= b for a, b in zip(way, o, strict=True)) for o in counts):
            held = [rank for rank, n in zip(ranks, way, strict=True) for _ in range(n)]
            yield (*played, *held)


def possible_piles(table: Table, seat: int, steps: Sequence[Step]) -> Iterator[Piles]:
    """All ways in which the cards that are named may lie in the piles."""
    setup = table.setup
    if setup.anglo:
        yield ()
        return
    wanted = frozenset(bare(card) for step in steps for card in named(step))
    ways: list[list[Group]] = []
    for relative in range(len(_judged_piles(setup))):
        pile = table.piles[setup.pile(setup.absolute(relative, seat))]
        ways.append(list(orders(pile, wanted)))
    yield from product(*ways)


def _judged_piles(setup: Setup) -> range:
    values = setup.values
    assert isinstance(values, South)
    return range(values.pile_count)


def orders(pile: Pile, wanted: Cards) -> Iterator[Group]:
    """How a pile may lie, where it matters: the named cards of a layer lie first, in any order, if
    all above are named too. Of more than five in a layer one order is tried: nobody has so many.
    """
    parts: list[list[Group]] = []
    open_layer = True
    for layer in pile.layers:
        named, rest = in_order([*(layer & wanted)]), in_order([*(layer - wanted)])
        ways = permutations(named) if open_layer and len(named) <= 5 else iter([named])
        parts.append([(*first, *rest) for first in ways])
        open_layer = open_layer and not rest
    below = in_order([*pile.below])
    if below and not pile.layers:
        below = (NOBODY, *below)
    for way in product(*parts):
        yield (*(card for part in way for card in part), *below)


def judge_once(table: Table, seat: int, steps: Sequence[Step], hand: Group, piles: Piles) -> Judged:
    """The verdict with this hand and piles that lie like this."""
    setup = table.setup
    builds = tuple(
        replace(one.build, keeper=setup.relative(one.build.keeper, seat)) for one in table.builds
    )
    builds = tuple(sorted(builds, key=build_key))
    dead = tuple(build for build in builds if table.dead(build))
    living = [build for build in builds if build.keeper == 0 and build not in dead]
    suits = table.shown | {card for card in hand if suit_of(card)}
    shown = tuple(table.shown)
    values = setup.values
    verdict: builds_judge.Verdict | southern_judge.Verdict
    if isinstance(values, South):
        game = south(table, seat, values)
        start = SouthState(
            loose=table.loose,
            builds=builds,
            piles=piles,
            hand=hand,
            shown=shown,
            suits=suits,
            owned=bool(living),
            dead=dead,
        )
        verdict = southern_judge.judge(game, start, steps)
    else:
        verdict = builds_judge.judge(values, anglo(values, table, builds, hand, dead), steps)
    legal = verdict.legal is True
    return Judged(
        legal, verdict.reason, verdict.step, verdict.lateness, verdict.state if legal else None
    )


def south(table: Table, seat: int, values: South) -> South:
    """The game as the judge of the southern ones wants it, at this moment."""
    proven: Cards = frozenset()
    if values.pairs:
        proven = table.proven[table.setup.absolute(2, seat)]
    return replace(values, deal=table.deal, stock=table.stock, proven=proven)


def anglo(
    values: Game, table: Table, builds: tuple[Build, ...], hand: Group, dead: tuple[Build, ...]
) -> builds_judge.State:
    """The position as the judge of Casino wants it."""
    living = any(build.keeper == 0 and build not in dead for build in builds)
    return builds_judge.State(
        loose=table.loose,
        builds=builds,
        hand=hand,
        shown=tuple(table.shown),
        suits=table.shown | {card for card in hand if suit_of(card)},
        must_act="may_trail_with_build" not in values.house and living,
        dead=dead,
    )


def done(table: Table, seat: int, steps: Sequence[Step], end: Ended) -> Done:
    """What a legal turn did."""
    setup = table.setup
    (card,) = hand_cards(steps)
    builds = tuple(
        replace(build, keeper=setup.absolute(build.keeper, seat)) for build in end.builds
    )
    return what_became(table, card, steps, end.loose, builds)


def what_became(
    table: Table, card: str, steps: Sequence[Step], loose: Group, builds: tuple[Build, ...]
) -> Done:
    """What a turn did, by what lies there afterwards: what lies there no more was captured."""
    names = frozenset(bare(one) for step in steps for one in named(step))
    tops = names & frozenset(one for pile in table.piles for one in pile.cards)
    tops = frozenset() if table.setup.anglo else tops
    after = {*loose, *(one for build in builds for one in build.cards)}
    captured = (table.in_sight | tops | {card}) - after
    return Done(card, loose, tuple(sorted(builds, key=build_key)), captured, tops)


def insisting(table: Table, seat: int, text: str, end: Ended) -> Insisting | None:
    """What demands on a legal turn are worked out from."""
    if not isinstance(end, SouthState) or not table.setup.swazi:
        return None
    steps = tuple(" ".join(part.split()) for part in text.split("/"))
    return Insisting(seat, end, table.deal, table.stock, steps)


# --- let stand ------------------------------------------------------------------------------------


def let_stand(table: Table, seat: int, steps: Sequence[Step]) -> Done:
    """What an illegal turn did; Refusal if it cannot have been done (L6)."""
    cards = hand_cards(steps)
    if len(cards) != 1:
        raise Refusal("turn")
    now = _Lies(
        table.setup,
        seat,
        list(table.loose),
        [one.build for one in table.builds],
        list(table.piles),
    )
    for step in steps:
        now.do(step)
    return what_became(table, cards[0], steps, in_order(now.loose), tuple(now.builds))


@dataclass
class _Lies:
    """What lies there while a turn is let stand."""

    setup: Setup
    seat: int
    loose: list[str]
    builds: list[Build]
    piles: list[Pile]

    def do(self, step: Step) -> None:
        """One step, whatever the rules say of it."""
        if step.verb == "lay":
            assert step.card is not None
            self.loose.append(step.card)
        elif step.verb == "take":
            for claim in step.builds:
                self._take_build(frozenset(map(bare, claim.cards)), claim.value)
            self._take_cards(step.loose)
        else:
            self._form(step)

    def _take_build(self, cards: Cards, value: int | None) -> None:
        for build in self.builds:
            if frozenset(build.cards) == cards and value in (None, build.value):
                self.builds.remove(build)
                return
        raise Refusal("turn")

    def _take_cards(self, cards: Sequence[str]) -> None:
        """Loose cards and cards of piles are gone, also one that lies deeper."""
        for card in cards:
            if bare(card) in self.loose and "^" not in card:
                self.loose.remove(card)
            elif self._in_pile(card):
                self.piles = [pile.without([bare(card)]) for pile in self.piles]
            else:
                raise Refusal("turn")

    def _in_pile(self, card: str) -> bool:
        mark = card.partition("^")[2]
        for at, pile in enumerate(self.piles):
            wanted = not mark or at == self.setup.pile(self._seat(int(mark)))
            if wanted and not self.setup.anglo and bare(card) in pile.cards:
                return True
        return False

    def _seat(self, relative: int) -> int:
        return self.setup.absolute(relative, self.seat)

    def _form(self, step: Step) -> None:
        (claim,) = step.builds
        rest = [card for card in claim.cards if card != step.card]
        names = frozenset(card for card in rest if "^" not in card)
        for build in [one for one in self.builds if names & {*one.cards}]:
            if not names >= {*build.cards}:
                raise Refusal("turn")
            self._take_build(frozenset(build.cards), None)
            rest = [card for card in rest if card not in build.cards]
        self._take_cards(rest)
        values, cards = self.setup.values, [bare(card) for card in claim.cards]
        groups = first_division(values, cards, claim.value)
        if groups is None or len(cards) < 2 or values.holder(claim.value) is None:
            raise Refusal("turn")
        keeper = self.seat if claim.seat is None else self._seat(claim.seat)
        self.builds.append(Build(claim.value, groups, keeper))
