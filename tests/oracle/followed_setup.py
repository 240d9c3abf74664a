"""A followed game with builds before anything is played (api-casino, The live game, L1 and L2).

The model of a followed game was written from the contract and the rules alone: these modules,
`followed_*.py`. L1 to L19 are the points of the contract, F the rules of the family. Where the
contract is silent, the docstring of the module concerned says what was read into it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from tests.oracle.builds_text import RANKS, Game, rank_of
from tests.oracle.casino_score import ANGLO, PAIRS, SOUTH_AFRICAN, SWAZI, pack
from tests.oracle.southern_text import South


class Refusal(Exception):
    """An entry that is not recorded: the field at fault, a reason, the verdict's."""

    def __init__(
        self, field: str, reason: str | None = None, step: int | None = None, status: int = 422
    ) -> None:
        super().__init__(f"{status} {field} {reason}")
        self.field, self.reason, self.step, self.status = field, reason, step, status


@dataclass(frozen=True)
class Setup:
    """Who plays what."""

    game: str
    players: int
    dealer: int = 0
    house: frozenset[str] = frozenset()
    teams: tuple[int, ...] | None = None

    def __post_init__(self) -> None:
        """Four play Swazi and Lesotho as pairs, South African if it says so."""
        if self.teams is None and self.pairs_by_rule:
            object.__setattr__(self, "teams", PAIRS)

    @property
    def pairs_by_rule(self) -> bool:
        """Are four pairs whether they say so or not?"""
        return self.players == 4 and (self.game in SWAZI or "partners" in self.house)

    @property
    def anglo(self) -> bool:
        """Casino, Royal, Spade Casino: closed piles, one step a turn."""
        return self.game in ANGLO

    @property
    def swazi(self) -> bool:
        """Swazi or Lesotho: turns of several steps, demands."""
        return self.game in SWAZI

    @property
    def crazy(self) -> bool:
        """Is a card drawn after each turn (F4b)?"""
        return "crazy" in self.house

    @property
    def proofs(self) -> bool:
        """Is it known what was proven (L13)?"""
        return self.swazi and self.players == 4

    @cached_property
    def pack(self) -> tuple[str, ...]:
        """All cards."""
        return tuple(pack(self.game))

    @property
    def dealt(self) -> int:
        """Cards in each hand when a deal begins (F1.1, F3.1, F4, F4b, F6.1)."""
        if self.anglo:
            return 4
        if self.game == SOUTH_AFRICAN:
            return {2: 10, 3: 13, 4: 10}[self.players]
        return 8 if self.crazy else {2: 12, 3: 16, 4: 12}[self.players]

    @property
    def on_table(self) -> int:
        """Cards dealt to the table."""
        return {2: 0, 3: 1, 4: 0}[self.players] if self.game == SOUTH_AFRICAN else 4

    @property
    def stock(self) -> int:
        """Cards in the stock at first (Crazy)."""
        return 32 if self.crazy else 0

    @property
    def deals(self) -> int:
        """How many deals: until the pack is dealt out."""
        cards = len(self.pack) - self.on_table - self.stock
        return cards // (self.dealt * self.players)

    @property
    def direction(self) -> int:
        """What is added to a seat for the next one."""
        return -1 if self.swazi and "clockwise" not in self.house else 1

    def after(self, seat: int) -> int:
        """The next seat in the order of play."""
        return (seat + self.direction) % self.players

    @property
    def first(self) -> int:
        """Who begins every deal."""
        return self.after(self.dealer)

    def same_side(self, one: int, other: int) -> bool:
        """Are they one player or partners?"""
        return one == other or (self.teams is not None and self.teams[one] == self.teams[other])

    def pile(self, seat: int) -> int:
        """Which pile a seat's captures go to, by its first seat (L10)."""
        if self.game == "lesotho-casino" or self.teams is None:
            return seat
        return min(one for one in range(self.players) if self.same_side(one, seat))

    @property
    def pile_seats(self) -> list[int]:
        """The seats that have a pile of their own, or their side's."""
        return [seat for seat in range(self.players) if self.pile(seat) == seat]

    # Seats as a judge counts them: from the mover, in the order of play.

    def relative(self, seat: int, mover: int) -> int:
        """A seat of the game as the judge counts it."""
        return (seat - mover) * self.direction % self.players

    def absolute(self, seat: int, mover: int) -> int:
        """A judge's seat as a seat of the game: the way back."""
        return (mover + seat * self.direction) % self.players

    @cached_property
    def values(self) -> Game:
        """What cards are worth."""
        if self.anglo:
            return Game(self.game, self.house)
        return South(self.game, self.house, self.players)

    def redealt(self, table: Sequence[str]) -> bool:
        """Is this layout drawn again (F3.1)?"""
        if not self.swazi or "no_redeal" in self.house:
            return False
        points = sum(2 if card == "10D" else card == "2S" or card[0] == "A" for card in table)
        return points >= 3 or sum(rank_of(card) in ("J", "Q", "K") for card in table) >= 3

    def known_card(self, card: str) -> bool:
        """Is it a card of the pack, suit and all?"""
        return card in self.pack


def rank_key(rank: str) -> int:
    """Ranks from the ace up."""
    return RANKS.index(rank)
