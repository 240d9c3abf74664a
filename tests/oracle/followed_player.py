"""Whole games with builds, all hands known: random, plausible, now and then not honest.

Who bluffs builds what he holds no card for, or plays the card that he must keep. What really was so
is worked out here from the hands, not from the log: `Truth`.
"""

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.oracle.builds_text import RANKS, in_order, rank_of, read_build
from tests.oracle.builds_text import Build as Written
from tests.oracle.followed_log import Body, happen
from tests.oracle.followed_proposals import Thinker
from tests.oracle.followed_setup import Refusal, Setup
from tests.oracle.followed_state import open_demands
from tests.oracle.followed_table import Table, begin
from tests.oracle.followed_turns import judge, read

TRIES = 15
ENOUGH = 2
SEVERAL = re.compile("=|/")


@dataclass(frozen=True)
class Bluff:
    """A build that was left on the table without a card for it: which happening of the game."""

    seat: int
    kind: str
    happening: int
    rank: str


@dataclass
class Build:
    """A build as the truth follows it: as long as value and keeper stay."""

    cards: frozenset[str]
    value: int
    keeper: int
    told: bool = False


@dataclass
class Left:
    """What a seat left on the table, and its hand then."""

    happening: int
    seat: int
    hand: list[str]
    builds: list[tuple[Build, bool]]  # with: did this turn form it?
    stood: str | None  # the reason of a turn that was let stand
    drawn: list[str] = field(default_factory=list)  # later


@dataclass
class Game:
    """A game that was played: what happened, as entries, and the truth."""

    setup: Setup
    happenings: list[Body]
    bluffs: set[Bluff]
    bluffed: list[tuple[int, int]]  # the same turn by turn: happening, seat
    kinds: dict[str, int]  # how often what was done
    table: Table
    first: dict[int, Body]  # what was played at first, where somebody insisted on more (L12)


class Dealer:
    """All the cards of a game, face down ones too."""

    def __init__(self, chance: random.Random, setup: Setup, honest: float, orderly: float) -> None:
        self.chance, self.setup, self.honest, self.orderly = chance, setup, honest, orderly
        self.cards = list(setup.pack)
        self.layout = self._layout()
        self.hands: list[list[str]] = [self._draw(setup.dealt) for _ in range(setup.players)]
        self.piles: list[list[str]] = [[] for _ in range(setup.players)]
        self.table = begin(setup)
        self.happenings: list[Body] = []
        self.builds: list[Build] = []
        self.left: list[Left] = []
        self.kinds: dict[str, int] = {}
        self.first: dict[int, Body] = {}
        self.bluffed: list[tuple[int, int]] = []  # turns that the hand makes wrong, nothing else

    def _layout(self) -> list[str]:
        while True:
            self.chance.shuffle(self.cards)
            table = self.cards[: self.setup.on_table]
            if not self.setup.redealt(table):
                del self.cards[: self.setup.on_table]
                return table

    def _draw(self, count: int) -> list[str]:
        drawn = self.cards[:count]
        del self.cards[:count]
        return drawn

    def play_out(self) -> Game:
        """The whole game."""
        if self.setup.on_table:
            self.happens({"table": self.layout})
        while self.table.turn is not None:
            self.play()
            self.check()
        return Game(
            self.setup,
            self.happenings,
            self.truth(),
            self.bluffed,
            self.kinds,
            self.table,
            self.first,
        )

    def happens(self, body: Body) -> None:
        """It is entered, by whoever sees it all."""
        self.happenings.append(body)
        self.table = happen(self.table, len(self.happenings), body, new=True)

    def play(self) -> None:
        """Somebody plays: mostly whose turn it is, mostly by the rules."""
        turn = self.table.turn
        assert turn is not None
        seat = turn
        if self.likely(0.01 * (1 - self.orderly)):
            seat = self.chance.choice([at for at, hand in enumerate(self.hands) if hand])
        if not self.setup.anglo and self.likely(0.05):
            self.tell()
        body = self.choose(seat)
        if seat != turn:
            body = {**body, "as_played": True, "seat": seat}
            self.count("out of turn")
        self.done(seat, self.insisted(seat, body))

    def likely(self, probability: float) -> bool:
        """Does it happen?"""
        return self.chance.random() < probability

    def count(self, kind: str) -> None:
        """Something was done once more."""
        self.kinds[kind] = self.kinds.get(kind, 0) + 1

    def tell(self) -> None:
        """Somebody says which card a top is."""
        among = [
            at
            for at in self.setup.pile_seats
            if len(self.table.piles[at].tops) > 1 and self.piles[at]
        ]
        if among:
            at = self.chance.choice(among)
            self.happens({"top": self.piles[at][0], "pile": at})
            self.count("top")

    def choose(self, seat: int) -> dict[str, Any]:
        """What a seat plays."""
        bold = not self.likely(self.honest)
        breaks = not self.likely(self.orderly)
        wanted = "breach" if breaks else "bluff" if bold else "right"
        # Mostly nobody asks for what he holds no card for.
        partner = self.hands[(seat + 2) % self.setup.players] if not bold else None
        found: dict[str, list[dict[str, Any]]] = {"right": [], "bluff": [], "breach": []}
        for _ in range(TRIES):
            text = Thinker(
                self.chance, self.table, seat, self.hands[seat], self.piles, bold, partner
            ).turn()
            kind, body = self.what(seat, text, breaks)
            found[kind or "breach"] += [body] if kind else []
            if len(found[wanted]) == ENOUGH:
                break
        if found[wanted]:
            self.count(wanted)
            interest = [1 + 4 * len(SEVERAL.findall(one["turn"])) for one in found[wanted]]
            return self.chance.choices(found[wanted], interest)[0]
        return self.last_resort(seat, [*found["right"], *found["bluff"]])

    def last_resort(self, seat: int, bodies: list[dict[str, Any]]) -> dict[str, Any]:
        """Whatever is right; else what nobody can blame yet; else a card is laid."""
        hand = self.hands[seat]
        texts = [body["turn"] for body in bodies] + [f"{card} -" for card in hand]
        for card in hand:
            for value in self.setup.values.played_values(card):
                builds = [o.build.claim for o in self.table.builds if o.build.value == value]
                texts += [f"{card} x {' '.join(builds)}"] if builds else []
        thinker = Thinker(self.chance, self.table, seat, hand, self.piles)
        texts += [text for card in hand if (text := thinker.take(card))]
        self.chance.shuffle(texts)
        kinds = [self.what(seat, text) for text in texts]
        for wanted in ("right", "bluff"):
            for kind, body in kinds:
                if kind == wanted:
                    self.count(f"{kind} at last")
                    return body
        self.count("breach at last")
        return {"turn": f"{hand[0]} -", "as_played": True}

    def insisted(self, seat: int, body: dict[str, Any]) -> dict[str, Any]:
        """The turn as an opponent wants it, if one insists and nothing speaks against it."""
        if not self.setup.swazi or not self.likely(0.4):
            return body
        after = happen(self.table, 0, body, new=True)
        demands = open_demands(after, after.insisting) if after.insisting else []
        if not demands:
            return body
        said = {**body, "turn": self.chance.choice(demands)["turn"]}
        if self.what(seat, said["turn"])[0] != "right":
            self.count("insisted in vain")
            return body
        self.count("insisted")
        self.first[len(self.happenings) + 1] = body
        return said

    def what(self, seat: int, text: str, breaks: bool = False) -> tuple[str | None, dict[str, Any]]:
        """Is a turn right, a bluff, or a breach that everybody sees (asked only of
        who wants one)? None: it cannot be."""
        body: dict[str, Any] = {"turn": text}
        try:
            steps = read(self.setup, text, seat)
            verdict = judge(self.table, seat, steps, self.hands[seat])
            if verdict.legal:
                return "right", body
            if judge(self.table, seat, steps).legal:
                assert verdict.reason in ("no_holder", "keep_card"), (text, verdict)
                return "bluff", body
            if not breaks:
                return None, body
            body["as_played"] = True
            happen(self.table, 0, {**body, "seat": seat}, new=True)
        except Refusal:
            return None, body
        return "breach", body

    def done(self, seat: int, body: Body) -> None:
        """The turn is played: cards go where they go, and the truth is kept."""
        before = self.table
        steps = read(self.setup, body["turn"], seat)
        right = judge(before, seat, steps, self.hands[seat]).legal
        if not right and judge(before, seat, steps).legal:
            self.bluffed.append((len(self.happenings) + 1, seat))
        self.happens(body)
        fact = self.table.facts[-1]
        card = fact.card
        if len(body["turn"].split(" / ")) > 1:
            self.count("several steps")
        self.hands[seat].remove(card)
        self.follow_builds(seat, fact.excused)
        self.move_piles(before, card, {card, *re.findall(r"\w+[SHDC]", body["turn"])})
        if before.stock:
            drawn = self._draw(1)
            self.hands[seat] += drawn
            for left in self.left:
                if left.seat == seat:
                    left.drawn += drawn
        if not any(self.hands) and self.table.deal > before.deal:
            self.hands = [self._draw(self.setup.dealt) for _ in self.hands]

    def follow_builds(self, seat: int, stood: str | None) -> None:
        """Which builds lie there, and what the mover leaves."""
        now, formed = [], []
        for build in self.lying():
            cards = frozenset(build.cards)
            old = [
                one
                for one in self.builds
                if one.cards <= cards and (one.value, one.keeper) == (build.value, build.keeper)
            ]
            same = old[0] if old else Build(cards, build.value, build.keeper)
            formed.append(not old or same.cards != cards)
            same.cards = cards
            now.append(same)
        self.builds = now
        kept = [(b, f) for b, f in zip(now, formed, strict=True) if b.keeper == seat]
        happening = len(self.happenings)
        self.left.append(Left(happening, seat, list(self.hands[seat]), kept, stood))

    def lying(self) -> Sequence[Written]:
        """The builds on the table; those that lay there after the last card were kept too."""
        if self.table.builds or not self.table.finished:
            return [one.build for one in self.table.builds]
        found = []
        for kept in self.table.facts[-1].kept:
            claim = read_build(kept.text, "")
            assert claim.seat is not None
            found.append(Written(claim.value, (claim.cards,), claim.seat))
        return found

    def move_piles(self, before: Table, card: str, named: set[str]) -> None:
        """The piles as they really lie: the taker orders what he takes as the game lets him. He may
        have taken a card of his own pile, against the rules."""
        setup = self.setup
        for at in setup.pile_seats:
            there = in_order([*self.table.piles[at].cards])
            gone = [one for one in self.piles[at] if one not in there or one in named]
            new = [one for one in there if one not in before.piles[at].cards or one in named]
            rest = [one for one in self.piles[at] if one not in gone]
            residue = self.table.finished and card not in there
            self.chance.shuffle(new)
            if not setup.swazi:
                new.sort(key=lambda one: RANKS.index(rank_of(one)))
            else:
                new.sort(key=lambda one: one != card)
            if setup.game == "lesotho-casino" and not residue:
                pictures = [one for one in new if rank_of(one) in ("J", "Q", "K")]
                rest += pictures
                new = [one for one in new if one not in pictures]
            self.piles[at] = [*new, *rest]

    def truth(self) -> set[Bluff]:
        """What the hands say: who left a build without a card for it."""
        found = set()
        for left in self.left:
            held = [rank_of(card) for card in [*left.hand, *left.drawn]]
            lacking = [
                (b, f) for b, f in left.builds if self.setup.values.holder(b.value) not in held
            ]
            aces = [(b, f) for b, f in left.builds if b.value in (1, 14)]
            if held.count("A") == 1 and len({b.value for b, _ in aces}) == 2:
                new_aces = {b.value for b, f in aces if f}
                worse = 1 if new_aces == {1} else 14
                lacking += [(b, f) for b, f in aces if b.value == worse]
            formed = {b.value for b, new in left.builds if new}
            for build, is_new in lacking:
                kind = "no_holder" if is_new else "keep_card"
                rank = self.setup.values.holder(build.value)
                said = left.stood == "no_holder" and build.value in formed
                if not build.told and left.stood != kind and not said:
                    found.add(Bluff(left.seat, kind, left.happening, rank or ""))
                build.told = True
        return found

    def check(self) -> None:
        """The log says nothing that is not so."""
        for at in self.setup.pile_seats:
            pile = self.table.piles[at]
            assert sorted(pile.cards) == sorted(self.piles[at])
            if pile.tops and not self.table.finished:
                assert self.piles[at][0] in pile.tops, (self.piles[at], pile)
        assert self.table.left == tuple(map(len, self.hands))
        everything = [*self.table.in_sight, *self.cards]
        for cards in (*self.hands, *self.piles):
            everything += cards
        assert sorted(everything) == sorted(self.setup.pack)
