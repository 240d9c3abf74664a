"""What a game must say about itself, as immutable data; algorithms ask this and no game's name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from typing import NamedTuple, Self

from .cards import FACES, Card, Cards, Impossible, Packs, Rank


class UnknownHouseRule(Impossible):
    """A house rule that the game does not have."""

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        super().__init__(f"no house rule {name!r}, only {', '.join(known)}")
        self.name, self.known = name, known


class ImpossiblePlayers(Impossible):
    """A number of players that the game is not played by."""

    def __init__(self, players: int, fewest: int, most: int) -> None:
        super().__init__(f"{players} players, not {fewest} to {most}")
        self.players, self.fewest, self.most = players, fewest, most


class ImpossibleTeams(Impossible):
    """Teams that the game does not know."""

    def __init__(self, teams: tuple[int, ...]) -> None:
        super().__init__(f"no such teams: {teams}")
        self.teams = teams


DURING_PLAY = {"during_play": True}


@dataclass(frozen=True)
class HouseRules:
    """A game's switches: a subclass has one ``bool`` field each, with its default."""

    @classmethod
    def names(cls) -> tuple[str, ...]:
        return tuple(field.name for field in fields(cls))

    @classmethod
    def names_during_play(cls) -> tuple[str, ...]:
        """The switches that a ruling can depend on: marked with ``metadata=DURING_PLAY``."""
        return tuple(field.name for field in fields(cls) if field.metadata == DURING_PLAY)

    def switches(self) -> dict[str, bool]:
        """Each switch, and whether it is on."""
        return {name: getattr(self, name) for name in self.names()}

    @classmethod
    def of(cls, on: Iterable[str]) -> Self:
        """The house rules with these switches on. Raises :class:`UnknownHouseRule`."""
        chosen = dict.fromkeys(on, True)
        for name in chosen:
            if name not in cls.names():
                raise UnknownHouseRule(name, cls.names())
        return cls(**chosen)


class DealPlan(NamedTuple):
    """How a game is dealt: the batches for each player and for the table, and how many deals."""

    first_hand: tuple[int, ...]
    table: tuple[int, ...]
    later_hands: tuple[int, ...]
    deals: int

    def hand_size(self, deal: int) -> int:
        """Cards that each player gets in a deal (the first is 1)."""
        return sum(self.first_hand if deal == 1 else self.later_hands)


class Kind(NamedTuple):
    """A kind of counting card: its name, what each is worth, and the faces that belong to it."""

    key: str
    points: int
    faces: frozenset[Card]


class SetAside(NamedTuple):
    """Table cards after a deal: those that stay, those that go aside, and those that may do
    either because nobody entered their suit."""

    kept: Cards
    aside: Cards
    undecided: Cards


@dataclass(frozen=True, eq=False)
class Ruleset:
    """A game with its house rules settled; ``deal_plans`` is by number of players.

    ``hand_values`` and ``table_values`` say what a rank counts for when it is played and while
    it lies on the table. ``team_counts`` says into how many teams a number of players may split.
    """

    key: str
    version: int
    house: HouseRules
    copies: int
    hand_values: Mapping[Rank, int]
    table_values: Mapping[Rank, int]
    deal_plans: Mapping[int, DealPlan]
    team_counts: Mapping[int, tuple[int, ...]]
    faces_set_aside: frozenset[Card]
    kinds: tuple[Kind, ...]
    sweep_points: int
    last_capture_points: int

    @cached_property
    def worth(self) -> Mapping[Card, int]:
        """Counting points of each of the 52 faces."""
        worth = {face: kind.points for kind in self.kinds for face in kind.faces}
        return {face: worth.get(face, 0) for face in FACES}

    @cached_property
    def expected_total(self) -> int:
        """What the scores of a game add up to (#scoring): sweeps cancel out, cards do not."""
        cards = sum(kind.points * self.number_of(kind) for kind in self.kinds)
        return cards + self.last_capture_points

    def number_of(self, kind: Kind) -> int:
        """How many cards of a kind the packs hold."""
        return self.copies * len(kind.faces)

    @property
    def pack_size(self) -> int:
        return self.copies * len(FACES)

    def deal_plan(self, players: int) -> DealPlan:
        """How so many players deal (#deal). Raises :class:`ImpossiblePlayers`."""
        plan = self.deal_plans.get(players)
        if plan is None:
            raise ImpossiblePlayers(players, min(self.deal_plans), max(self.deal_plans))
        return plan

    def check_teams(self, teams: tuple[int, ...], players: int) -> None:
        """Mates never sit side by side (#players): they are as many seats apart as there are teams.

        ``teams`` holds the team of each seat. Raises :class:`ImpossibleTeams`.
        """
        for number in self.team_counts.get(players, ()):
            if set(teams) == set(range(number)) and teams == teams[:number] * (players // number):
                return
        raise ImpossibleTeams(teams)

    def after_deal(self, table: Cards, packs: Packs) -> SetAside:
        """Which table cards a deal sets aside (#set-aside, #house-rules). ``packs`` settles
        suitless cards."""
        kept: list[Card] = []
        aside: list[Card] = []
        undecided: list[Card] = []
        for card in sorted(table):
            if card.suited:
                (aside if card in self.faces_set_aside else kept).append(card)
        suitless = Counter(card.rank for card in table if not card.suited)
        for rank, number in suitless.items():
            faces = packs.unnamed_faces(rank)
            may_go = sum(face in self.faces_set_aside for face in faces)
            most, least = min(number, may_go), max(0, number - (len(faces) - may_go))
            aside += [Card(rank)] * least
            undecided += [Card(rank)] * (most - least)
            kept += [Card(rank)] * (number - most)
        return SetAside(*(tuple(sorted(cards)) for cards in (kept, aside, undecided)))
