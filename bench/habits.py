"""Habits: ways to play that differ from the rule of thumb in one thing, which a sentence of advice
asks for or warns against. :mod:`.advice` measures them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain

from referee.rules.cards import SUITS, Rank, counted
from referee.rules.games.krypkasino.captures import capture_rules
from referee.rules.playing import captures_core
from referee.rules.playing.builds_core import BuildsCore
from referee.rules.playing.builds_positions import Move, OpenGame, PackedSheet, cards_of_set
from referee.rules.playing.captures_core import CapturePosition, CapturesCore, CaptureWeights
from referee.rules.ruleset import Ruleset
from referee.rules.seating import Seats
from referee.rules.sums import dividing_values

_POINT = 1000
"""A point, in the prices of Krypkasino."""
_PROMISED_POINT = 100_000
"""A point, in the promises of games with builds."""
_ALWAYS = 1_000_000_000
"""More than any other reason for a play."""


# --- Krypkasino -----------------------------------------------------------------------------------


class CaptureFacts:
    """The facts of each face of a game of Krypkasino, and the number of players."""

    def __init__(self, rules: Ruleset, seats: Seats) -> None:
        captures = capture_rules(rules)
        faces = rules.deck.faces
        self.players = seats.players
        self.value = [captures.hand_values[face.rank] for face in faces]
        self.number = [captures.table_values[face.rank] for face in faces]
        self.points = [captures.worth[face] for face in faces]
        self.is_ace = [face.rank is Rank.ACE for face in faces]


def _nothing(
    facts: CaptureFacts,  # noqa: ARG001 - the habits that add something look at them
    position: CapturePosition,  # noqa: ARG001
    face: int,  # noqa: ARG001
    taken: Sequence[int],  # noqa: ARG001
) -> int:
    return 0


def _all_of_it(
    facts: CaptureFacts,  # noqa: ARG001 - the habits that forget something look at them
    position: CapturePosition,
) -> CapturePosition:
    return position


@dataclass(frozen=True)
class CaptureHabit:
    """A habit of Krypkasino: ``weights`` of the rule of thumb, what a play costs ``more``, what is
    ``seen`` of a position, and whether the cheapest ``suits`` are taken."""

    weights: CaptureWeights = captures_core.THUMB
    more: Callable[[CaptureFacts, CapturePosition, int, Sequence[int]], int] = _nothing
    seen: Callable[[CaptureFacts, CapturePosition], CapturePosition] = _all_of_it
    suits: bool = True

    def player(
        self, rules: Ruleset, seats: Seats
    ) -> Callable[[CapturePosition], captures_core.Move]:
        """Return the function that chooses a play in each position of a game."""
        core, facts = CapturesCore(rules, seats, self.weights), CaptureFacts(rules, seats)

        def choose(position: CapturePosition) -> captures_core.Move:
            _, face, _, taken = min(
                (price + self.more(facts, position, face, taken), face, packed, taken)
                for price, face, packed, taken in core.prices(self.seen(facts, position))
            )
            return face, tuple(
                sorted(taken if self.suits else _first_lying(facts, position, taken))
            )

        return choose


def _first_lying(facts: CaptureFacts, position: CapturePosition, taken: list[int]) -> list[int]:
    """Return the cards with the same numbers that have lain on the table longest."""
    wanted = [facts.number[face] for face in taken]
    chosen = []
    for face in position.table:
        if facts.number[face] in wanted:
            wanted.remove(facts.number[face])
            chosen.append(face)
    return chosen


def aces_first(
    facts: CaptureFacts, position: CapturePosition, face: int, taken: Sequence[int]
) -> int:
    """Play an ace where it costs up to half a point more."""
    del position, taken
    return -_POINT // 2 if facts.is_ace[face] else 0


def creeping(
    facts: CaptureFacts, position: CapturePosition, face: int, taken: Sequence[int]
) -> int:
    """Take nothing wherever a card creeps."""
    del facts, position, face
    return _ALWAYS if taken else 0


def wary_of_last_capture(
    facts: CaptureFacts, position: CapturePosition, face: int, taken: Sequence[int]
) -> int:
    """Count in the whole last deal what the last capture brings, as if each card could be it."""
    del facts, face
    return 0 if position.pack or not taken else _POINT * position.aside // position.left


def wary_at_the_end(
    facts: CaptureFacts, position: CapturePosition, face: int, taken: Sequence[int]
) -> int:
    """Count what the last capture brings when everybody has two cards at most."""
    del face
    if position.pack or not taken or position.left > 2 * facts.players:
        return 0
    left = sum(facts.points[other] for other in position.table)
    left -= sum(facts.points[other] for other in taken)
    return _POINT * (position.aside + left) >> position.left - 1


def without_signs(facts: CaptureFacts, position: CapturePosition) -> CapturePosition:
    """Forget who could have swept and did not."""
    del facts
    other = position.copy()
    other.barred = [0] * len(other.barred)
    return other


def without_memory(facts: CaptureFacts, position: CapturePosition) -> CapturePosition:
    """Take every unseen rank for as likely as another."""
    other = position.copy()
    hand = position.hands[position.turn]
    values = sorted(set(facts.value))
    unseen = len(position.pack) + position.left - len(hand)
    for value in values:
        other.unseen[value] = (unseen + len(values) // 2) // len(values)
    for face in hand:
        other.unseen[facts.value[face]] += 1
    return other


# --- games with builds ----------------------------------------------------------------------------


class BuildFacts:
    """The facts of a game with builds that habits look at: each card, and what it is worth in
    hundredths of a point."""

    def __init__(self, rules: Ruleset, core: BuildsCore) -> None:
        self.core, self.sheet, self.plan = core, PackedSheet(rules.sheet), rules.sheet
        self.faces = [core.face(number) for number in range(len(rules.deck.faces))]
        self.worth = [self.sheet.weight(self.sheet.tally(face)) for face in self.faces]

    def settled_share(self, game: OpenGame, card: int) -> int:
        """Return the part of what a card is worth that nobody can win any more, since somebody has
        more than half of all such cards."""
        counts = [self.sheet.counts(pile) for pile in game.piles]
        return sum(
            share
            for field in self.plan.fields
            if (share := self.sheet.shares.get(field.key))
            and self.faces[card] in field.faces
            and 2 * max(count[field.key] for count in counts) > self.plan.whole[field.key]
        )


def _as_promised(facts: BuildFacts, game: OpenGame, promise: int, move: Move) -> int:
    del facts, game, move
    return promise


@dataclass(frozen=True)
class BuildHabit:
    """A habit of a game with builds: what a play promises ``instead``."""

    instead: Callable[[BuildFacts, OpenGame, int, Move], int] = _as_promised

    def player(self, rules: Ruleset, seats: Seats) -> Callable[[OpenGame], Move]:
        """Return the function that chooses a play in each position of a game."""
        core = BuildsCore(rules, seats)
        facts = BuildFacts(rules, core)

        def choose(game: OpenGame) -> Move:
            promised = core.promises(game)
            instead = [self.instead(facts, game, *each) for each in promised]
            return promised[instead.index(max(instead))][1]

        return choose


def _is_trail(move: Move) -> bool:
    _, cards, builds, value = move
    return not (cards or builds or value)


def _is_last_deal(game: OpenGame) -> bool:
    return not game.stock and game.dealt == len(game.pack)


def _cards_of(move: Move) -> list[int]:
    """Return the cards of a play, those of builds too."""
    card, cards, builds, _ = move
    return [card, *cards_of_set(cards), *chain(*(cards_of_set(build.cards) for build in builds))]


def keeps_picture(facts: BuildFacts, game: OpenGame, promise: int, move: Move) -> int:
    """Trail no picture in the last deal while there is something else."""
    is_picture = facts.faces[move[0]].rank >= Rank.JACK
    if is_picture and _is_trail(move) and _is_last_deal(game):
        return promise - _PROMISED_POINT
    return promise


def throws_pictures(facts: BuildFacts, game: OpenGame, promise: int, move: Move) -> int:
    """Trail pictures before other cards in the last deal."""
    return 2 * promise - keeps_picture(facts, game, promise, move)


def never_builds(facts: BuildFacts, game: OpenGame, promise: int, move: Move) -> int:
    """Build nothing, and add to nothing."""
    del facts, game
    return promise - _ALWAYS if move[3] else promise


def builds_blindly(facts: BuildFacts, game: OpenGame, promise: int, move: Move) -> int:
    """Build without regard to the cards that are gone."""
    if not move[3]:
        return promise
    fresh = game.copy()
    fresh.hidden = (1 << len(facts.faces)) - 1
    return {each: worth for worth, each in facts.core.promises(fresh)}[move]


def builds_for_rivals(facts: BuildFacts, game: OpenGame, promise: int, move: Move) -> int:
    """Build whenever possible, and what most hidden cards can take."""
    del facts
    if not move[3]:
        return promise
    own = sum((card >> 2) + 1 == move[3] for card in game.hands[game.turn])
    return _ALWAYS + _hidden(game, (move[3] - 1) % len(Rank)) - own


def _hidden(game: OpenGame, place: int) -> int:
    """Return how many cards of the rank at a place were not shown yet."""
    return (game.hidden >> place * len(SUITS) & (1 << len(SUITS)) - 1).bit_count()


def _lends(game: OpenGame, move: Move) -> bool:
    return bool(move[3]) and any(build.owner != game.turn for build in move[2])


def never_lends(facts: BuildFacts, game: OpenGame, promise: int, move: Move) -> int:
    """Add nothing to builds of others, and raise none of them."""
    del facts
    return promise - _ALWAYS if _lends(game, move) else promise


def always_lends(facts: BuildFacts, game: OpenGame, promise: int, move: Move) -> int:
    """Add to builds of others, or raise them, wherever possible."""
    del facts
    return promise + _ALWAYS if _lends(game, move) else promise


def _weighed_anew(facts: BuildFacts, promise: int, move: Move, worth: Callable[[int], int]) -> int:
    """Return what a play promises if cards are worth something else."""
    cards = _cards_of(move)
    old = sum(facts.worth[card] for card in cards)
    return promise * sum(map(worth, cards)) // old if old else promise


def counts_cards(facts: BuildFacts, game: OpenGame, promise: int, move: Move) -> int:
    """Take every card for as good as another."""
    del game
    least = min(facts.worth)
    return _weighed_anew(facts, promise, move, lambda _: least or 1)


def stops_counting(facts: BuildFacts, game: OpenGame, promise: int, move: Move) -> int:
    """Take cards and spades for nothing as soon as somebody has most of them."""
    return _weighed_anew(
        facts,
        promise,
        move,
        lambda card: max(1, facts.worth[card] - facts.settled_share(game, card)),
    )


def spends_aces(facts: BuildFacts, game: OpenGame, promise: int, move: Move) -> int:
    """Play an ace before other cards, as soon as it takes something."""
    del game
    is_ace = facts.faces[move[0]].rank is Rank.ACE
    return promise + _ALWAYS if is_ace and not move[3] and not _is_trail(move) else promise


def keeps_aces(facts: BuildFacts, game: OpenGame, promise: int, move: Move) -> int:
    """Take nothing but 14 with an ace while another card can be played."""
    del game
    if facts.faces[move[0]].rank is not Rank.ACE:
        return promise
    others = [card for card in _cards_of(move)[1:] if facts.faces[card].rank is not Rank.ACE]
    return promise if others and not move[3] else promise - _ALWAYS


def leaves_no_sweep(facts: BuildFacts, game: OpenGame, promise: int, move: Move) -> int:
    """Count what it costs to leave a table that one card takes whole."""
    card, cards, _, _ = move
    lying = cards_of_set(game.loose & ~cards)
    if _is_trail(move):
        lying.append(card)
    if not lying:
        return promise
    values = dividing_values(counted([facts.faces[other].rank for other in lying]))
    own = game.hands[game.turn]
    ranks = {value - 1 if value <= len(Rank) else 0 for value in values if value <= 14}
    hidden = sum(
        max(0, _hidden(game, rank) - sum(other >> 2 == rank for other in own)) for rank in ranks
    )
    unseen = game.hidden.bit_count() - len(own)
    held = len(game.hands[(game.turn + 1) % len(game.hands)])
    return promise - _PROMISED_POINT * min(unseen, hidden * held) // max(1, unseen)
