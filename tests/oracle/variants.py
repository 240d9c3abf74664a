"""Vectors, random questions, whole games and sessions with random sets of house rules (variants).

Each comes from the oracles alone; `differences` compares a product's answer with theirs.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any

from tests.oracle.builds import RULES, read_question, rule
from tests.oracle.builds_judge import judge
from tests.oracle.builds_notation import Build, Refused, Step, bare, card_key, suit_of
from tests.oracle.builds_plays import takes
from tests.oracle.builds_turn_state import State
from tests.oracle.casino_score import KASINO, PAIRS, score

from .builds_notation import read_step
from .builds_random import Scene, positions, random_turn
from .casino_family import KINDS, SOUTH_AFRICAN, SWITCHES, excluded, kinds_of, pack

Ruling = Callable[[str, dict[str, str]], dict[str, Any]]
VECTORS = Path(__file__).parents[1] / "data" / "variants.txt"
OF_SESSIONS = {"difference_scoring", "count_out", "claim_out", "sweeps_at_once"}


def vectors(section: str) -> list[list[str]]:
    """Return the lines of one section of the vectors, each as its columns."""
    text = VECTORS.read_text("utf-8").partition(f"## {section}\n")[2].partition("\n## ")[0]
    return [[cell.strip() for cell in line.split("|")] for line in text.splitlines() if line]


def question(text: str) -> dict[str, str]:
    """Return the parameters of a vector."""
    return dict(part.split(": ") for part in text.split(" ; "))


def rows_of(text: str) -> list[dict[str, int]]:
    """Return the rows of a vector: `A: 30 cards, 8 spades, 2 aces, 10D, 1 sweep; B: points 4`."""
    names = {"card": "cards", "spade": "spades", "ace": "aces", "sweep": "sweeps"}
    rows = []
    for side in text.split(";"):
        counted = "points" not in side
        row = dict.fromkeys(("cards", "spades", *KINDS[2:]) if counted else (), 0)
        for part in side.partition(":")[2].split(","):
            words = part.split()
            if len(words) == 1:
                row["big_casino" if words == ["10D"] else "little_casino"] = 1
            elif words[0] == "points":
                row["points"] = int(words[1])
            else:
                row[names[words[1].rstrip("s")]] = int(words[0])
        rows.append(row)
    return rows


# --- what is asked at random ----------------------------------------------------------------------


def random_house(chance: random.Random, game: str, players: int = 2) -> frozenset[str]:
    """Return a set of house rules that do not exclude one another: few, half of them or most."""
    old = RULES[game] - {*SWITCHES[game]} - OF_SESSIONS
    odds = chance.choice((0.2, 0.5, 0.8))
    while True:
        chosen = [rule for rule in SWITCHES[game] if chance.random() < odds]
        chosen += [rule for rule in sorted(old) if chance.random() < 0.15]
        house = frozenset(chosen) - ({"partners"} if players != 4 else set())
        if not excluded(house):
            return house


def random_question(chance: random.Random, game: str) -> dict[str, str]:
    """Return a question with a random set of house rules, for `builds.rule`."""
    return positions(chance, game, random_house(chance, game, chance.choice((2, 4))))


def differences(product: Ruling, game: str, query: dict[str, str]) -> dict[str, tuple[Any, Any]]:
    """Return where the product answers a question otherwise: field -> its answer, the oracle's.

    `product` is the only thing to fill in: it answers as the referee's call does. Whom to blame is
    compared for `could_take` alone, and `value` where the oracle knows it.
    """
    theirs, ours = rule(game, frozenset(), query), product(game, query)
    for answer in (theirs, ours):
        verdict = answer["verdict"] or {}
        names = {"message", "rule"}
        names |= set() if verdict.get("reason") == "could_take" else {"cards", "build"}
        names |= set() if "value" in (theirs["verdict"] or {}) else {"value"}
        answer["verdict"] = {name: verdict[name] for name in verdict if name not in names}
    return {name: (ours[name], theirs[name]) for name in theirs if ours[name] != theirs[name]}


# --- a whole game ---------------------------------------------------------------------------------

Layer = list[str]  # cards of a pile whose order nobody knows


@dataclass
class Play:
    """A game as it is played: everything that lies somewhere."""

    chance: random.Random
    game: str
    house: frozenset[str]
    players: int
    teams: tuple[int, ...] | None
    stock: list[str]
    hands: list[list[str]]
    loose: list[str] = field(default_factory=list)
    builds: list[Build] = field(default_factory=list)  # keepers are seats of the game
    layers: list[list[Layer]] = field(default_factory=list)  # of each pile, top first
    sweeps: list[int] = field(default_factory=list)
    last: int | None = None
    deal: int = 0

    @property
    def deals(self) -> int:
        """Return the number of deals."""
        if self.game == SOUTH_AFRICAN:
            return 2 if self.players == 2 else 1
        return 1 if "draw" in self.house else {2: 6, 3: 4, 4: 3}[self.players]

    def pile(self, seat: int) -> int:
        """Return the seat whose pile somebody's cards go to."""
        return seat if self.teams is None else self.teams.index(self.teams[seat])

    def give_out(self) -> None:
        """Deal: hands, and the table at first."""
        south_african = self.game == SOUTH_AFRICAN
        count = (13 if self.players == 3 else 10) if south_african else 4
        self.deal += 1
        self.hands = [[self.stock.pop() for _ in range(count)] for _ in range(self.players)]
        if self.deal == 1:
            for _ in range(int(self.players == 3) if south_african else 4):
                self.loose.append(self.stock.pop())

    def question(self, seat: int) -> dict[str, str]:
        """Return the position as a question of the seat whose turn it is."""
        there = [*self.loose, *(seen_from(build, seat, self.players).text for build in self.builds)]
        query = {"table": " ".join(there), "hand": " ".join(self.hands[seat])}
        query |= {"players": str(self.players), "deal": str(self.deal)}
        if "draw" in self.house:
            query["stock"] = str(len(self.stock))
        tops = [f"{card}@{(at - seat) % self.players}" for at, card in self.tops().items()]
        return query | ({"piles": " ".join(tops)} if tops else {})

    def tops(self) -> dict[int, str]:
        """Return the tops of open piles that everybody knows."""
        known = {seat: pile[0] for seat, pile in enumerate(self.layers) if pile}
        known = known if self.game == SOUTH_AFRICAN else {}
        return {seat: layer[0] for seat, layer in known.items() if len(layer) == 1}

    def table(self) -> str:
        """Return the table as text, with seats of the game."""
        cards = sorted(self.loose, key=card_key)
        return " ".join([*cards, *sorted(build.text for build in self.builds)])

    def settle(self, seat: int, turn: str, state: State) -> None:
        """Put down the table, the piles and the hand after a turn."""
        built = {card for build in self.builds for card in build.cards}
        before = {*self.loose, *built}
        named = {bare(word) for word in turn.replace("+", " ").replace("=", " ").split()}
        for at, card in self.tops().items():
            if card in named - before:
                before.add(card)
                self.layers[at].pop(0)
        assert state.card is not None
        self.hands[seat].remove(state.card)
        self.loose = [*state.loose]
        self.builds = [seen_from(build, -seat, self.players) for build in state.builds]
        if "take" in state.acts:
            left = {*self.loose, *(card for build in self.builds for card in build.cards)}
            layers = self.order(state.card, sorted(before - left), bool(built - left))
            self.last = seat
            self.layers[self.pile(seat)][:0] = layers
            late = self.deal == self.deals if "draw" not in self.house else not self.stock
            scored = self.game == KASINO or "sweeps" in self.house
            scored = scored and not (late and "late_sweeps_off" in self.house)
            self.sweeps[self.pile(seat)] += int(not left and scored)
        if "draw" in self.house and self.stock:
            self.hands[seat].append(self.stock.pop())

    def order(self, card: str, captured: Sequence[str], built: bool) -> list[Layer]:
        """Return the cards of a take, top first: by rank, lowest on top (F6.2, variants 9.1)."""
        under = [*captured] if "capturer_on_top" in self.house else [*captured, card]
        ranks = dict.fromkeys(card_key(other)[0] for other in sorted(under, key=card_key))
        layers = [[other for other in under if card_key(other)[0] == rank] for rank in ranks]
        if "capturer_on_top" not in self.house:
            return layers
        return [[card], *([under] if built else layers)]

    def turn(self, seat: int) -> tuple[str, State]:
        """Return a legal turn of a seat, and what comes of it."""
        start = read_question(self.game, self.house, self.question(seat))
        game, state = start.game, start.start
        hidden = [card for hand in [*self.hands, self.stock] for card in hand]
        unseen = [card for card in hidden if card not in self.hands[seat]] or ["AS"]
        scene = Scene(self.chance, game, unseen, [*state.loose], [*state.builds], lists=False)
        scene.piles = {at: [*pile] for at, pile in enumerate(state.piles)}
        scene.hand = [*self.hands[seat]]
        lays = [f"{card} -" for card in self.chance.sample(scene.hand, len(scene.hand))]
        listed = (takes(game, start.sight, state, card) for card in scene.hand)
        rest = chain(lays, (row["turn"] for rows in listed for row in rows))
        for number in range(200):
            try:
                text = random_turn(scene, state) if number < 8 else next(rest)
                if number < 8 and text.endswith("-") and self.chance.random() < 0.7:
                    continue  # or the table would grow
                steps = [read_step(game, step) for step in text.split("/")]
                if not all(map(suit_of, map(bare, chain.from_iterable(map(named_in, steps))))):
                    continue  # nobody enters a card without its suit
                verdict = judge(game, state, steps)
            except Refused:  # a card twice
                continue
            if verdict.legal and verdict.state is not None:
                return text, verdict.state
        raise AssertionError(self.question(seat))


def named_in(step: Step) -> list[str]:
    """Return the cards that a step names."""
    built = [card for build in step.builds for card in build.cards]
    return [*step.loose, *built, *([step.card] if step.card else [])]


def seen_from(build: Build, seat: int, players: int) -> Build:
    """Return a build with its keeper's seat counted from another one."""
    return Build(build.value, build.groups, (build.keeper - seat) % players)


def whole_game(
    chance: random.Random, game: str, players: int, house: frozenset[str]
) -> dict[str, Any]:
    """Return a game as it is followed: the seat after the dealer, 0, begins.

    `entries`: the table first, where cards are dealt there, then `seat` and `turn` of each turn,
    and `after`, the table then, `tops`, pile -> known top, and `top_among`, pile -> cards.
    """
    cards = pack(game)
    chance.shuffle(cards)
    pairs = "partners" in house or (
        game != SOUTH_AFRICAN and players == 4 and chance.random() < 0.3
    )
    teams = PAIRS if pairs else None
    play = Play(chance, game, house, players, teams, cards, [[] for _ in range(players)])
    play.layers, play.sweeps = [[] for _ in range(players)], [0] * players
    entries: list[dict[str, Any]] = []
    while play.deal < play.deals or any(play.hands):
        if not any(play.hands):
            play.give_out()
            entries += [{"table": [*play.loose]}] if play.deal == 1 and play.loose else []
            seat = 1 % players
        turn, state = play.turn(seat)
        play.settle(seat, turn, state)
        among = {at: sorted(pile[0], key=card_key) for at, pile in enumerate(play.layers) if pile}
        entries.append(
            {
                "seat": seat, "turn": turn, "after": play.table(), "tops": play.tops(),
                "top_among": among if game == SOUTH_AFRICAN else {},
            }
        )  # fmt: skip
        seat = (seat + 1) % players
    if play.last is not None:
        left = [*play.loose, *(card for build in play.builds for card in build.cards)]
        play.layers[play.pile(play.last)].append(left)
    rows = [play_row(play, seat) for seat in range(players)]
    return {
        "game": game, "house": sorted(house), "players": players, "teams": teams,
        "entries": entries, "rows": rows, "last_capturer": play.last,
        "score": score(game, house, rows, teams, play.last),
    }  # fmt: skip


def play_row(play: Play, seat: int) -> dict[str, int] | None:
    """Return what a pile holds, or None for a seat that shares another's."""
    if play.pile(seat) != seat:
        return None
    cards = [card for layer in play.layers[seat] for card in layer]
    return row_of(play.game, cards) | (
        {} if play.game == SOUTH_AFRICAN else {"sweeps": play.sweeps[seat]}
    )


def row_of(game: str, cards: Sequence[str]) -> dict[str, int]:
    """Return the counts of these cards."""
    names = (*KINDS, "jack_of_spades") if game == "spade-casino" else KINDS
    counts = [kinds_of(game, card) for card in cards] or [(0,) * len(names)]
    return {name: sum(count) for name, count in zip(names, zip(*counts, strict=True), strict=True)}
