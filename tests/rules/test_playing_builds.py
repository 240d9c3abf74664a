"""The fast core of games with builds, compared with the referee and the engine in random games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple, TypeVar

import pytest

from referee.rules.cards import Card, Cards, Rank, Suit, difference
from referee.rules.games import RULESETS, find_preset, ruleset
from referee.rules.games.casino.followed.followed_game import BuildGameEngine, engine_with_builds
from referee.rules.games.casino.followed.state import BuildGameState, build_game_state
from referee.rules.games.casino.judge.play_rules import build_rules
from referee.rules.notation import read_cards, read_settled_play, read_table, write_settled_play
from referee.rules.playing.builds_core import (
    HORIZON,
    MOST_ALTERNATIVES,
    BuildsCore,
    plays,
)
from referee.rules.playing.builds_positions import OVER, OpenGame, cards_of_set
from referee.rules.playing.knowledge import Deal
from referee.rules.playing.simulation import SeededRandom, SimulatedPosition, plays_with
from referee.rules.plays import Build, Capture, MakeBuild, Play, Played, Trail
from referee.rules.ruleset import DrawnAgain, Ruleset
from referee.rules.scoring import score
from referee.rules.seating import Seats, Teams
from referee.rules.sums import divide_cards
from tests.strategies import SOAK, some, times

GAMES = ("casino", "royal-casino", "spade-casino", "kasino")
DECLINED = {"trail_and_table_build", "simple_build_as_card", "fifteen_sixteen"}
"""House rules by which a play has several steps, a build counts as a card, or two cards of a rank
have other values than the rest."""
TABLES: dict[str, tuple[int, Teams | None]] = {
    "two": (2, None),
    "three": (3, None),
    "four": (4, None),
    "pairs": (4, (0, 1, 0, 1)),
}
RULES = [(game, (rule,)) for game in GAMES for rule in RULESETS[game].house_rules.names()]
MIXED = [
    ("casino", ("draw", "may_trail_with_build", "table_cards_may_raise", "one_build_a_value")),
    ("casino", ("must_capture", "may_trail_with_build", "pictures_take_all", "sweeps")),
    ("royal-casino", ("must_capture_equal", "table_cards_may_raise", "no_raise_own", "sweeps")),
    ("royal-casino", ("draw", "one_build_a_value", "cards_two_last_one", "must_capture")),
    ("spade-casino", ("sweeps", "sweeps_cancel", "table_cards_may_raise", "may_trail_with_build")),
    ("kasino", ("five_of_spades", "kasino_values_free", "must_capture", "late_sweeps_off", "draw")),
]
PRESETS = [
    (game, find_preset(game, preset.key).house_rules)
    for game in GAMES
    for preset in RULESETS[game].presets
    if preset.house_rules
]
KNOWN = [(game, house) for game, house in RULES if DECLINED.isdisjoint(house)]
EACH, EVERY = (1, 6) if SOAK == 1 else (3, 1)
"""Games with each house rule, and how often a position is looked at closely: more than 2,000
positions of each game in a soak."""

MOST_LYING = 5 if SOAK == 1 else 7

T = TypeVar("T")


class Table(NamedTuple):
    """A game between two plays, with all hands open."""

    engine: BuildGameEngine
    core: BuildsCore
    state: BuildGameState
    hands: tuple[Cards, ...]
    pack: Cards

    @property
    def position(self) -> OpenGame:
        return self.core.position(self.state, Deal(self.hands, self.pack))

    @property
    def hand(self) -> Cards:
        assert self.state.turn is not None
        return self.hands[self.state.turn]

    def legal(self, play: Play) -> bool:
        """Return whether a play is legal for the mover's hand."""
        assert self.state.turn is not None
        return self.engine.judge(self.state, self.state.turn, play, self.hand).legal is not False

    def after(self, play: Play) -> Table:
        seat = self.state.turn
        assert seat is not None
        state = build_game_state(self.engine.play(self.state, Played(play), seat).state)
        hands = list(self.hands)
        hands[seat] = difference(hands[seat], [step.card for step in play if step.card])
        return with_full_hands(self._replace(state=state, hands=tuple(hands)))


def with_full_hands(table: Table) -> Table:
    hands, pack = [], table.pack
    for hand, size in zip(table.hands, table.state.in_hands, strict=True):
        lacking = size - len(hand)
        hands.append((*hand, *pack[:lacking]))
        pack = pack[lacking:]
    return table._replace(hands=tuple(hands), pack=pack)


def begun(rules: Ruleset, seats: Seats, chance: SeededRandom, sizes: Sequence[int] = ()) -> Table:
    """Return a game before its first play, in which hands of these ``sizes`` were dealt."""
    engine = engine_with_builds(rules)
    assert engine is not None
    number = sum(rules.seating.deal_plan(seats.players).table)
    nothing: tuple[Cards, ...] = ((),) * seats.players
    while True:
        pack = tuple(chance.shuffled(rules.deck.faces))
        try:
            state = engine.start(seats, pack[:number])
        except DrawnAgain:
            continue
        if sizes:
            state = engine.with_held(state, engine.held(state).with_hands(tuple(sizes)))
        table = Table(engine, BuildsCore(rules, seats), state, nothing, pack[number:])
        return with_full_hands(table)


def kind(rules: Ruleset, card: Card) -> tuple[object, ...]:
    """Return what a card has in common with others that differ in nothing that counts."""
    referee = build_rules(rules)
    return referee.worth[card], card.suit is Suit.SPADES, referee.captures_as(card)


def facts(table: Table, position: OpenGame) -> object:
    """Return the facts that equal positions share, whatever the order of builds."""
    core, rules = table.core, table.core.rules

    def kinds(numbers: Sequence[int]) -> list[tuple[object, ...]]:
        return sorted((kind(rules, card) for card in map(core.face, numbers)), key=repr)

    builds = [
        (b.value, kinds(cards_of_set(b.cards)), b.tally, b.multiple, b.owner)
        for b in position.builds
    ]
    numbers = (position.turn, position.deal, position.surplus, position.stock, position.last)
    return (
        numbers,
        kinds(cards_of_set(position.loose)),
        sorted(builds, key=repr),
        list(map(kinds, position.hands)),
        kinds(position.pack[position.dealt :]),
        position.piles,
        kinds(cards_of_set(position.hidden)),
    )


def followed(table: Table, chance: SeededRandom) -> Iterator[Table]:
    """Yield a game before each play and at its end. Each play is the core's habit, another one of
    its alternatives, or any legal play that people think of; the core must do all of them as the
    engine does."""
    core = table.core
    while table.state.turn is not None:
        yield table
        position = table.position
        moves = core.alternatives(position)
        assert core.habit(position) in moves
        play = core.play(position, chance.pick((core.habit(position), chance.pick(moves))))
        if chance.one_in(3):
            others = [
                each for each in thoughts(table, chance.pick(table.hand)) if table.legal(each)
            ]
            play = chance.pick([play, *others])
        before, after = facts(table, position), core.after(position, core.move(position, play))
        assert facts(table, position) == before
        table = table.after(play)
        assert facts(table, after) == facts(table, table.position), write_settled_play(play)
    yield table


def thoughts(table: Table, card: Card) -> Iterator[Play]:
    """Yield plays of a card that people think of, legal or not."""
    core = table.core
    simulated = SimulatedPosition(core.rules, core.seats, table.state, table.hands, table.pack)
    yield from plays_with(build_rules(core.rules), simulated, card)


def check_closely(table: Table) -> None:
    """Compare the alternatives with the referee: all are legal, and of each legal play that people
    think of there is one that does at least as much."""
    core, position = table.core, table.position
    plays = [core.play(position, move) for move in core.alternatives(position)]
    assert [write_settled_play(play) for play in plays if not table.legal(play)] == []
    assert len(plays) <= MOST_ALTERNATIVES + len(table.hand)
    if len(plays) > MOST_ALTERNATIVES:
        return
    offered = [Shape.of(play) for play in plays]
    missed = [
        write_settled_play(play)
        for card in table.hand
        for play in thoughts(table, card)
        if table.legal(play) and not any(Shape.of(play).is_part_of(other) for other in offered)
    ]
    assert missed == []
    for move, play in zip(core.alternatives(position), plays, strict=True):
        assert core.move(position, play) == move


def all_legal(table: Table) -> Iterator[Play]:
    """Yield all legal plays of the mover, by trying everything."""
    state, deck = table.state, build_rules(table.core.rules)
    selections = [
        (cards, builds)
        for cards in subsets(state.table)
        for builds in subsets(state.builds)
        if cards or builds
    ]
    for card in table.hand:
        values = {value for other in table.hand for value in deck.values[other.rank]}
        tried: list[Play] = [(Trail(card),)]
        tried += [(Capture(card, *selection),) for selection in selections]
        if deck.makes_builds:
            tried += [
                (MakeBuild(card, Build(value, sets)),)
                for cards, builds in selections
                for value in values
                for sets in [divide_cards((card, *cards, *cards_in(builds)), value, deck.values)]
                if sets
            ]
        yield from filter(table.legal, tried)


def subsets(things: tuple[T, ...]) -> Iterator[tuple[T, ...]]:
    for number in range(len(things) + 1):
        yield from combinations(things, number)


def cards_in(builds: Sequence[Build]) -> Iterator[Card]:
    for build in builds:
        yield from build.cards


class Shape(NamedTuple):
    """The effect of a play, whatever the suits: the rank of its card, the value of the build that
    it makes, and the ranks and builds that it uses."""

    rank: Rank
    value: int
    loose: tuple[Rank, ...]
    builds: frozenset[Cards]

    @classmethod
    def of(cls, play: Play) -> Shape:
        (step,) = play
        assert step.card is not None
        match step:
            case Capture(card, cards, builds):
                return cls(card.rank, 0, ranks(cards), frozenset(map(sorted_cards, builds)))
            case MakeBuild(card, build):
                return cls(step.card.rank, build.value, ranks(step.from_table), frozenset())
        return cls(step.card.rank, 0, (), frozenset())

    def is_part_of(self, other: Shape) -> bool:
        if self[:2] != other[:2] or any(self[2:]) != any(other[2:]):
            return False
        return not difference(self.loose, other.loose) and self.builds <= other.builds


def ranks(cards: Cards) -> tuple[Rank, ...]:
    return tuple(sorted(card.rank for card in cards))


def sorted_cards(build: Build) -> Cards:
    return tuple(sorted(build.cards))


def check_game(
    game: str, house: Sequence[str], where: str, seed: object, sizes: Sequence[int] = ()
) -> None:
    """Follow a random game, and compare its points with the score sheet."""
    rules, (players, teams) = ruleset(game, house), TABLES[where]
    chance = SeededRandom("core", game, *house, where, seed, SOAK)
    seats = Seats(players, chance.below(players), teams)
    for number, table in enumerate(followed(begun(rules, seats, chance, sizes), chance)):
        if table.state.turn is not None and number % EVERY == 0:
            check_closely(table)
    sheet = score(rules, table.engine.rows(table.state), teams, table.state.last_capturer)
    assert table.core.points(table.position) == tuple(each.total for each in sheet.scores)


@pytest.mark.parametrize(("game", "house"), [*((game, ()) for game in RULESETS), *RULES])
def test_the_core_declines_what_it_does_not_know(game: str, house: tuple[str, ...]) -> None:
    assert plays(ruleset(game, house)) is (game in GAMES and DECLINED.isdisjoint(house))


@pytest.mark.parametrize("where", TABLES)
@pytest.mark.parametrize("game", GAMES)
def test_it_plays_whole_games_as_the_referee_has_them(game: str, where: str) -> None:
    for number in range(4 * EACH if SOAK > 1 else 1):
        check_game(game, (), where, number)


@pytest.mark.parametrize(("game", "house"), [*some(KNOWN, 2), *MIXED, *some(PRESETS, 3)])
def test_it_plays_by_house_rules(game: str, house: tuple[str, ...]) -> None:
    numbers = ruleset(game, house).seating.numbers
    able = [
        where
        for where, (players, teams) in TABLES.items()
        if players in numbers and (players < 4 or teams or "difference_scoring" not in house)
    ]
    for number in range(EACH):
        chance = SeededRandom(game, *house, number)
        check_game(game, house, chance.pick(able), number)


EVERY_PLAY = [
    ("casino", ()),
    ("casino", ("must_capture_equal", "pictures_take_all", "table_cards_may_raise")),
    ("casino", ("must_capture", "three_pictures", "may_trail_with_build", "no_raise_own")),
    ("royal-casino", ("must_capture_equal", "one_build_a_value")),
    ("spade-casino", ()),
    ("kasino", ("kasino_values_free", "five_of_spades", "must_capture_equal")),
]


@pytest.mark.parametrize(("game", "house"), EVERY_PLAY)
def test_every_play_is_found_where_all_are_asked_for(game: str, house: tuple[str, ...]) -> None:
    chance = SeededRandom("every", game, *house, SOAK)
    left = times(100)
    while left > 0:
        table = begun(ruleset(game, house), Seats(2, 0), chance)
        for number, each in enumerate(followed(table, chance)):
            if number % 7 == 3 and len(each.state.table) < MOST_LYING:
                position, core = each.position, each.core
                expected = {core.move(position, play) for play in all_legal(each)}
                moves = core.every_move(position)
                assert set(moves) == expected
                assert set(core.alternatives(position)) <= set(moves)
                left -= 1


def test_many_loose_cards_raise_a_build_where_all_plays_are_asked_for() -> None:
    table = table_of("casino", "table_cards_may_raise", "2S+2C=4@1 AH AD AC 2H", "AS 10H")
    raised = read_settled_play("AS AS+AH+AD+AC+2S+2H+2C=10")
    assert table.core.move(table.position, raised) in table.core.every_move(table.position)


@pytest.mark.parametrize("house", [(), ("draw",)])
@pytest.mark.parametrize("sizes", [(5, 4, 4, 6), (4, 3, 4, 2)])
def test_it_deals_what_is_left_after_a_wrong_deal(
    sizes: tuple[int, ...], house: tuple[str, ...]
) -> None:
    check_game("casino", house, "four", 1, sizes)


def test_a_pack_may_lack_cards_after_a_correction() -> None:
    table = begun(ruleset("casino"), Seats(4, 0), SeededRandom("short"))
    position = table.core.position(table.state, Deal(table.hands, table.pack[:3]))
    end = table.core.rolled_out(position, 1000)
    assert end.turn == OVER
    assert end.dealt >= 3


def table_of(game: str, house: str, lying: str, hand: str) -> Table:
    """Return a position of two players after the first cards. Seat 0 plays; the hand of the other
    and the pack are the first cards that are out of sight."""
    rules = ruleset(game, house.split())
    start = begun(rules, Seats(2, 1), SeededRandom("any"))
    table = read_table(lying, build_rules(rules).values)
    cards = read_cards(hand)
    others = difference(rules.deck.faces, (*table.cards, *cards))
    loose = tuple(sorted(table.loose))
    state = replace(start.state, table=loose, builds=table.builds, in_hands=(len(cards), 4))
    return start._replace(
        state=state, hands=(cards, others[:4]), pack=others[4:], core=BuildsCore(rules, Seats(2, 1))
    )


ALTERNATIVES = [
    # the largest captures, of equal numbers the best cards; trails
    ("casino", "", "3H 5D 8C", "8S", "8S - | 8S x 3H 5D 8C"),
    ("casino", "", "4S 4H KD KS", "4D KH", "4D - | 4D x 4S 4H | KH - | KH x KS"),
    ("casino", "pictures_take_all", "KD KS", "KH", "KH - | KH x KS KD"),
    # builds: simple and multiple ones; hearts and clubs are alike, spades are not
    ("casino", "", "3H 4D 7C", "5S 8D", "5S 3H+5S=8 | 5S - | 8D -"),
    ("casino", "", "3H 8C", "5S 8D", "5S 3H+5S=8 | 5S 8C=3H+5S=8 | 5S - | 8D x 8C | 8D -"),
    ("casino", "", "2S 2H 7C", "9C 5D", "5D - | 5D 2S+2H+5D=9 | 9C - | 9C x 2S 7C"),
    ("casino", "", "9S 2D", "9H 9C", "9H - | 9H 9S=9H=9 | 9H x 9S"),
    # raising and adding; an owner acts on the build, and keeps a card for it
    ("casino", "", "2S+3D=5@1", "4D 9D", "4D 2S+3D+4D=9 | 4D - | 9D -"),
    ("casino", "", "2S+3D=5@0 KC", "5D KH", "5D x 2S+3D=5 | KH x KC"),
    ("casino", "may_trail_with_build", "2S+3D=5@0", "5D KH", "5D x 2S+3D=5 | KH -"),
    ("casino", "", "2S+3D=5@0", "5D 4H 9C", "4H 2S+3D+4H=9 | 5D x 2S+3D=5"),
    ("casino", "no_raise_own", "2S+3D=5@0", "5D 4H 9C", "5D x 2S+3D=5"),
    ("casino", "", "2S+3D=5@1 2C", "2D 9H", "2D - | 2D x 2C | 9H -"),
    (
        "casino", "table_cards_may_raise", "2S+3D=5@1 2C", "2D 9H",
        "2D - | 2D 2S+2D+2C+3D=9 | 2D x 2C | 9H -",
    ),
    (
        "casino", "", "4S+5D=9@1 9C", "9D 9H",
        "9H - | 9H 9H=4S+5D=9 | 9H 9H=9C=4S+5D=9 | 9H 9H=9C=9 | 9H x 9C 4S+5D=9",
    ),
    (
        "casino", "one_build_a_value", "4S+5D=9@1 9C", "9D 9H",
        "9H - | 9H 9H=4S+5D=9 | 9H 9H=9C=4S+5D=9 | 9H x 9C 4S+5D=9",
    ),
    # captures that are demanded
    ("casino", "must_capture", "3H 5D", "8S KC", "8S x 3H 5D | KC -"),
    ("casino", "must_capture_equal", "3H 5D", "8S KC", "8S - | 8S x 3H 5D | KC -"),
    ("casino", "must_capture_equal", "8H", "8S KC", "8S x 8H | KC -"),
    # an ace is 1 or 14
    ("royal-casino", "", "KS AH", "AD", "AD - | AD x AH | AD x AH KS"),
    ("royal-casino", "ace_low", "KS AH", "AD", "AD - | AD x AH"),
    ("royal-casino", "", "QC 2D", "AD AC", "AD - | AD AD=2D+QC=14 | AD x 2D QC"),
    ("royal-casino", "", "KS+AH=14@0 AC", "AD 9C", "AD x AC AH+KS=14"),
    # from the hand some cards of Kasino are worth more
    (
        "kasino", "kasino_values", "KS AH 2D JS", "AD 2S",
        "2S - | 2S x 2D KS | AD - | AD x AH 2D JS | AD x AH KS",
    ),
    ("kasino", "five_of_spades", "KS 5H 2D", "5S", "5S - | 5S x 5H | 5S x 2D 5H KS"),
    # who lacks the card for a build has erred before, and plays on as if it were nobody's
    ("casino", "", "2S+3D=5@0 KC", "7D KH", "7D - | KH - | KH x KC"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "house", "lying", "hand", "expected"), ALTERNATIVES)
def test_the_alternatives(game: str, house: str, lying: str, hand: str, expected: str) -> None:
    table = table_of(game, house, lying, hand)
    moves = table.core.alternatives(table.position)
    written = [write_settled_play(table.core.play(table.position, move)) for move in moves]
    assert sorted(written) == sorted(expected.split(" | "))


def test_of_hundreds_of_plays_the_best_are_worth_a_thought() -> None:
    lying = " ".join(f"{rank}{suit}" for rank in "A23456" for suit in "SHD")
    table = table_of("royal-casino", "", lying, "7S 8H QD KC")
    position, core = table.position, table.core
    moves = core.alternatives(position)
    assert len(moves) == MOST_ALTERNATIVES + 4
    assert core.habit(position) in moves
    trails = [core.move(position, (Trail(card),)) for card in table.hand]
    assert set(trails) <= set(moves)
    assert core.every_move(position) == ()


HABITS = [
    # what is worth most is captured: cards, spades, aces and casinos
    ("casino", "3H 4D 10D", "7C 10S", "10S x 10D"),
    ("casino", "5H 5C AS", "5D AC", "AC x AS"),
    # a build that rivals are not likely to capture, if it brings more
    ("casino", "9D 9C 2H", "7S 9H KD", "7S 9D=9C=2H+7S=9"),
    ("casino", "2S 6H", "AH 9D KD QD", "AH AH+2S+6H=9"),
    # what gives least is trailed
    ("casino", "KC", "AS 4D 10D", "4D -"),
    ("spade-casino", "KC", "JS 4D 5S", "4D -"),
    # and of a rank of which fewer are out of sight
    ("casino", "KC", "4D 6H 6C", "6H -"),
]


@pytest.mark.parametrize(("game", "lying", "hand", "expected"), HABITS)
def test_the_rule_of_thumb(game: str, lying: str, hand: str, expected: str) -> None:
    table = table_of(game, "", lying, hand)
    position = table.position
    assert write_settled_play(table.core.play(position, table.core.habit(position))) == expected


WORTHS = [
    # a card 11 hundredths, a spade 13 more, beside what it scores
    ("casino", "", "8S x 8H", 11 + 11 + 13),
    ("casino", "", "10S x 10D", 200 + 11 + 11 + 13),
    ("casino", "", "AS x AH", 100 + 100 + 11 + 11 + 13),
    ("casino", "", "8S -", 0),
    ("casino", "spades_two", "8S x 8H", 7 + 7 + 27),
    ("casino", "sweeps", "8S x 8H", 100 + 11 + 11 + 13),
    ("spade-casino", "", "8S x 8H", 100 + 11 + 11),
    ("kasino", "", "8S x 8H", 100 + 4 + 4 + 27),
]


@pytest.mark.parametrize(("game", "house", "text", "worth"), WORTHS)
def test_the_worth(game: str, house: str, text: str, worth: int) -> None:
    hand, _, lying = text.partition(" x ")
    table = table_of(game, house, lying or "KD", hand.removesuffix(" -") + " KH QH")
    position = table.position
    before = table.core.worth(position)
    after = table.core.after(position, table.core.move(position, read_settled_play(text)))
    assert table.core.worth(after)[0] - before[0] == worth
    assert table.core.worth(after)[1] - before[1] == -worth


def test_partners_have_one_worth() -> None:
    rules, chance = ruleset("casino"), SeededRandom("pairs")
    table = begun(rules, Seats(4, 0, (0, 1, 0, 1)), chance)
    end = table.core.rolled_out(table.position, 100)
    first, second, *others = table.core.points(end)
    assert [first, second] == others
    assert table.core.worth(end) == tuple(
        100 * margin for margin in (first - second, second - first) * 2
    )


@pytest.mark.parametrize("game", GAMES)
def test_a_position_is_played_on_by_the_rule_of_thumb(game: str) -> None:
    table = begun(ruleset(game), Seats(3, 0), SeededRandom(game))
    core, start = table.core, table.position
    assert core.horizon(start) == HORIZON
    before, position = facts(table, start), start
    for _ in range(HORIZON):
        position = core.after(position, core.habit(position))
    assert facts(table, core.rolled_out(start, HORIZON)) == facts(table, position)
    assert facts(table, start) == before
    end = core.rolled_out(start, 1000)
    assert (core.turn(start), core.turn(end), end.turn) == (1, None, OVER)
