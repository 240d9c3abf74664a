"""How a followed game lies at one moment, as everybody at the table can know it (L5, L7, L10, L13).

Readings of what the contract leaves open:

- A deal begins with the seat after the dealer, also where somebody played out of turn before.
- A build shown by `table_is` is the same as before if value and keeper are, and a card of it.
- After `table_is` nothing is given to the last capturer at the end: what lies there stays.
- A build of a value that no card has is dead.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from tests.oracle.builds_text import Build, Group, in_order, rank_of
from tests.oracle.followed_setup import Setup
from tests.oracle.southern_state import State as South

Cards = frozenset[str]
NOTHING: Cards = frozenset()


@dataclass(frozen=True)
class Pile:
    """A pile from the top down: nobody knows how the cards of one layer lie. Pictures that go below
    all numbers (Lesotho) are apart; so are the cards of closed piles."""

    layers: tuple[Cards, ...] = ()
    below: Cards = NOTHING
    markers: int = 0

    @property
    def cards(self) -> Cards:
        """All of them."""
        return self.below.union(*self.layers)

    @property
    def tops(self) -> Cards:
        """The cards that the top may be."""
        return self.layers[0] if self.layers else NOTHING

    def without(self, cards: Iterable[str]) -> "Pile":
        """When these are gone."""
        gone = frozenset(cards)
        layers = tuple(layer - gone for layer in self.layers if layer - gone)
        return replace(self, layers=layers, below=self.below - gone)

    def told(self, top: str) -> "Pile":
        """When the top is known."""
        rest = self.layers[0] - {top}
        layers = (frozenset({top}), *((rest,) if rest else ()), *self.layers[1:])
        return replace(self, layers=layers)

    def with_take(self, setup: Setup, card: str, captured: Sequence[str]) -> "Pile":
        """When the card has captured these (L10)."""
        if setup.anglo:
            return replace(self, below=self.below | {card, *captured})
        if not setup.swazi:
            ranks = dict.fromkeys(rank_of(one) for one in in_order([card, *captured]))
            new = [frozenset(c for c in (card, *captured) if rank_of(c) == r) for r in ranks]
            return replace(self, layers=(*new, *self.layers))
        lesotho = setup.game == "lesotho-casino"
        pictures = {c for c in (card, *captured) if lesotho and rank_of(c) in ("J", "Q", "K")}
        parts = [frozenset({card}) - pictures, frozenset(captured) - pictures]
        return replace(
            self,
            layers=(*(part for part in parts if part), *self.layers),
            below=self.below | pictures,
        )


@dataclass(frozen=True)
class Lying:
    """A build on the table, and which of all builds it is: as long as value and keeper stay."""

    build: Build
    line: int

    @property
    def cards(self) -> Cards:
        """Its cards."""
        return frozenset(self.build.cards)


@dataclass(frozen=True)
class Kept:
    """A build that its keeper has just left on the table."""

    line: int
    value: int
    text: str
    formed: bool


@dataclass(frozen=True)
class Fact:
    """A turn that was played, for the audit."""

    seq: int
    seat: int
    deal: int
    card: str
    kept: tuple[Kept, ...]
    excused: str | None  # the reason of a turn that was let stand


@dataclass(frozen=True)
class Irregular:
    """Something irregular (L19)."""

    seq: int
    seat: int | None
    kind: str
    card: str | None = None
    missed_at: int | None = None
    reason: str | None = None
    build: str | None = None
    rank: str | None = None


@dataclass(frozen=True)
class Done:
    """What a turn did: how the table lies, what was captured (with the played card), which cards of
    piles were used."""

    card: str
    loose: Group
    builds: tuple[Build, ...]  # keepers are seats of the game
    captured: Cards
    tops: Cards


@dataclass(frozen=True)
class Insisting:
    """The last turn, as far as demands hang on it: its mover, its end as the judge saw it, its
    steps as they were written."""

    seat: int
    end: South
    deal: int
    stock: int
    steps: tuple[str, ...]


@dataclass(frozen=True)
class Table:
    """A followed game at one moment."""

    setup: Setup
    begun: bool
    turn: int | None
    left: tuple[int, ...]
    piles: tuple[Pile, ...]  # by seat; those that share another's stay empty
    stock: int
    loose: Group = ()
    builds: tuple[Lying, ...] = ()
    shown: Cards = NOTHING
    deal: int = 1
    proven: tuple[Cards, ...] = ()
    last_capturer: int | None = None
    corrected: bool = False
    lines: int = 0
    facts: tuple[Fact, ...] = ()
    irregular: tuple[Irregular, ...] = ()
    insisting: Insisting | None = None

    @property
    def finished(self) -> bool:
        """Has the last card been played?"""
        return not any(self.left)

    def unseen(self, rank: str) -> int:
        """How many cards of a rank have not been shown."""
        return 4 - sum(rank_of(card) == rank for card in self.shown)

    def dead(self, build: Build) -> bool:
        """Can nobody take it (L5b)?"""
        rank = self.setup.values.holder(build.value)
        return rank is None or self.unseen(rank) == 0

    @property
    def in_sight(self) -> Cards:
        """The cards that lie on the table, those in builds too."""
        return reduce(Cards.union, (lying.cards for lying in self.builds), frozenset(self.loose))


def begin(setup: Setup) -> Table:
    """Nothing has been entered."""
    nothing = tuple(NOTHING for _ in range(setup.players))
    return Table(
        setup,
        begun=setup.on_table == 0,
        turn=setup.first if setup.on_table == 0 else None,
        left=(setup.dealt,) * setup.players,
        piles=tuple(Pile() for _ in range(setup.players)),
        stock=setup.stock,
        proven=nothing,
    )


def lay_out(table: Table, cards: Sequence[str]) -> Table:
    """The cards dealt to the table (L2)."""
    return replace(
        table,
        begun=True,
        turn=table.setup.first,
        loose=in_order(cards),
        shown=frozenset(cards),
    )


def lines_of(table: Table, builds: Sequence[Build]) -> tuple[tuple[Lying, ...], int]:
    """Which builds these are: what keeps value and keeper, and a card, is the same build."""
    found, lines = [], table.lines
    for build in builds:
        same = [
            old.line
            for old in table.builds
            if (old.build.value, old.build.keeper) == (build.value, build.keeper)
            and old.cards & set(build.cards)
        ]
        lines += not same
        found.append(Lying(build, min(same, default=lines)))
    return tuple(found), lines


def play(
    table: Table, seq: int, seat: int, done: Done, excused: str | None, insisting: Insisting | None
) -> Table:
    """The table after a turn, and dealt anew if need be."""
    setup = table.setup
    builds, lines = lines_of(table, done.builds)
    kept = tuple(
        Kept(
            one.line,
            one.build.value,
            one.build.text,
            formed=all(one.cards != old.cards for old in table.builds),
        )
        for one in builds
        if one.build.keeper == seat
    )
    piles = [pile.without(done.tops) for pile in table.piles]
    if done.captured:
        mine = setup.pile(seat)
        captured = in_order(done.captured - {done.card})
        piles[mine] = piles[mine].with_take(setup, done.card, captured)
        if "sweeps" in setup.house and not done.loose and not done.builds:
            piles[mine] = replace(piles[mine], markers=piles[mine].markers + 1)
    after = replace(
        table,
        left=tuple(left - (at == seat) for at, left in enumerate(table.left)),
        piles=tuple(piles),
        loose=done.loose,
        builds=builds,
        lines=lines,
        shown=table.shown | {done.card},
        proven=proven_after(table, seat, done),
        last_capturer=seat if done.captured else table.last_capturer,
        facts=(*table.facts, Fact(seq, seat, table.deal, done.card, kept, excused)),
        insisting=insisting,
    )
    return residue(go_on(drawn(after, seat), seat))


def drawn(table: Table, seat: int) -> Table:
    """After its turn a seat draws a card while there are any (L1, Crazy)."""
    if not table.stock:
        return table
    left = tuple(count + (at == seat) for at, count in enumerate(table.left))
    return replace(table, left=left, stock=table.stock - 1)


def go_on(table: Table, seat: int) -> Table:
    """Whose turn it is after this seat; hands are filled when all are empty (L7)."""
    setup = table.setup
    if not any(table.left):
        if table.deal == setup.deals:
            return replace(table, turn=None, insisting=None)
        left = (setup.dealt,) * setup.players
        return replace(table, deal=table.deal + 1, left=left, turn=setup.first)
    turn = setup.after(seat)
    while not table.left[turn]:
        turn = setup.after(turn)
    return replace(table, turn=turn)


def residue(table: Table) -> Table:
    """After the last card what is left goes to the last capturer (L8)."""
    if not table.finished or table.corrected or table.last_capturer is None:
        return table
    mine = table.setup.pile(table.last_capturer)
    piles = list(table.piles)
    piles[mine] = replace(piles[mine], below=piles[mine].below | table.in_sight)
    return replace(table, loose=(), builds=(), piles=tuple(piles))


def proven_after(table: Table, seat: int, done: Done) -> tuple[Cards, ...]:
    """What everybody has proven to hold (L13, F3.7)."""
    setup = table.setup
    proven = [set(ranks) for ranks in table.proven]
    if not setup.proofs:
        return table.proven
    for lying in table.builds:
        keeper, value = lying.build.keeper, lying.build.value
        rank = setup.values.holder(value)
        changed = any(one.value != value and lying.cards < {*one.cards} for one in done.builds)
        taken = lying.cards <= done.captured and keeper != seat
        if rank and (taken or (changed and not setup.same_side(keeper, seat))):
            proven[keeper].add(rank)
    proven[seat].discard(rank_of(done.card))
    return tuple(map(frozenset, proven))


def tell_top(table: Table, seat: int, card: str) -> Table:
    """Which card the top of a pile is (L11)."""
    at = table.setup.pile(seat)
    piles = [pile.told(card) if i == at else pile for i, pile in enumerate(table.piles)]
    return replace(table, piles=tuple(piles))


def correct(table: Table, seq: int, loose: Sequence[str], builds: Sequence[Build]) -> Table:
    """The table shows something else (L15)."""
    lies = {*loose, *(card for build in builds for card in build.cards)}
    lying, lines = lines_of(table, builds)
    return replace(
        table,
        loose=in_order(loose),
        builds=lying,
        lines=lines,
        shown=(table.shown - table.in_sight) | lies,
        piles=tuple(pile.without(lies) for pile in table.piles),
        corrected=True,
        insisting=None,
        irregular=(*table.irregular, Irregular(seq, None, "table_corrected")),
    )
