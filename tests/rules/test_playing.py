"""Players: they know no more than the log and their hand, and choose well by that."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from itertools import count, islice
from math import inf
from pkgutil import iter_modules

import pytest

from referee.rules import playing
from referee.rules.cards import KnownCards, difference
from referee.rules.games import RULESETS, ruleset
from referee.rules.games.krypkasino.captures import Captures, capture_rules, sweeping_ranks
from referee.rules.log.record import Record, accept, append, replay
from referee.rules.notation import read_cards
from referee.rules.playing import captures_core, players
from referee.rules.playing.captures_core import CapturesCore
from referee.rules.playing.core import position_of
from referee.rules.playing.knowledge import HandDoesNotFit, NothingDealt, knowledge_of
from referee.rules.playing.players import (
    Alternative,
    Level,
    NoPlayers,
    choose,
    core_for,
    finished,
    good_choice,
    paired,
    solution,
)
from referee.rules.playing.simulation import SeededRandom, SimulatedPosition, simple_play
from referee.rules.plays import Dealt, HandsCounted, Play, Played, TableShown, as_play
from referee.rules.ruleset import GameOver
from referee.rules.scoring import score
from tests.dealt_games import DealtGame, dealt_game
from tests.strategies import SOAK

FEW = 2 if SOAK == 1 else 40


def has_players(game: str) -> bool:
    rules = ruleset(game)
    players = rules.seating.numbers[0]
    try:
        core_for(rules, replay(rules, players, 0, [], rules.seating.usual_teams(players)).seats)
    except NoPlayers:
        return False
    return True


PLAYED = [game for game in RULESETS if has_players(game)]


def played_games(game: str, number: int) -> Iterator[DealtGame]:
    """Yield a game of simple players before each play."""
    chance = SeededRandom("played", game, number)
    seating = ruleset(game).seating
    players = chance.pick(seating.numbers)
    teams = seating.usual_teams(players)
    now = dealt_game(game, players, chance, dealer=chance.below(players), teams=teams)
    while not now.over:
        yield now
        seats = now.record.seats
        simulated = SimulatedPosition(now.record.rules, seats, now.state, now.hands, now.pack)
        chosen = simple_play(simulated, chance)
        assert chosen is not None
        now = now.after(chosen[0])


def games_of_two(number: int, left: int) -> DealtGame:
    """Return a game of two by the rule of thumb, with so many cards left in the last hands."""
    now = dealt_game("krypkasino", 2, SeededRandom("last", number))
    core = core_for(now.record.rules, now.record.seats)
    while now.pack or sum(map(len, now.hands)) > left:
        position = core.position(now.state, now.deal)
        now = now.after(core.play(position, core.habit(position)))
    return now


# --- what a seat knows ----------------------------------------------------------------------------


@pytest.mark.parametrize("game", RULESETS)
def test_signs_are_true_of_the_hands_of_players_who_keep_the_rules(game):
    signs_seen = 0
    for number in range(FEW):
        for now in played_games(game, number):
            for hand, signs in zip(now.hands, now.knowledge.signs, strict=True):
                ranks = {card.rank for card in hand}
                assert ranks.isdisjoint(signs.barred), (number, now.record.seq)
                assert ranks.issuperset(signs.held), (number, now.record.seq)
                signs_seen += bool(signs.barred or signs.held)
    assert bool(signs_seen) is (game != "kasino")  # where nothing is built


@pytest.mark.parametrize("game", RULESETS)
def test_deals_are_of_the_unseen_cards_in_keeping_with_the_signs(game):
    for now in islice(played_games(game, 0), 0, None, 4):
        knowledge = now.knowledge
        for number in range(3):
            deal = knowledge.dealt_anew(SeededRandom(number))
            assert deal == knowledge.dealt_anew(SeededRandom(number))
            assert tuple(map(len, deal.hands)) == now.state.in_hands
            assert deal.hands[now.seat] == now.hand
            others = (*deal.pack, *(card for hand in deal.hands for card in hand))
            assert Counter(others) == Counter((*knowledge.unseen, *now.hand))
            for seat, signs in enumerate(knowledge.signs):
                if seat != now.seat:
                    ranks = {card.rank for card in deal.hands[seat]}
                    assert ranks.isdisjoint(signs.barred)
                    assert ranks.issuperset(signs.held)


def krypkasino(table: str, *plays: str, players: int = 3) -> Record:
    """Return a game that the last seat deals; a play is its card and what it takes."""
    record = replay(ruleset("krypkasino"), players, players - 1, [])
    record = append(record, accept(record, Dealt(read_cards(table))))
    for text in plays:
        card, *taken = read_cards(text)
        played = Played(as_play(card, tuple(taken)), as_played=True)
        record = append(record, accept(record, played))
    return record


@pytest.mark.parametrize(
    ("plays", "barred"),
    [
        ((), ("", "", "")),
        (("7S",), ("5", "", "")),  # 5 takes 2 and 3
        (("7S", "8H", "9C"), ("5", "12", "10")),  # 12 takes 2, 3 and 7; 10 these and 8
        (("7S", "8H", "9C", "5D 2H 3H"), ("", "12", "10")),  # it had a 5 after all
        (("5D 2H 3H", "7S"), ("", "", "")),  # a sweep, and a card on an empty table
    ],
)
def test_a_seat_that_passed_a_sweep_over_holds_no_card_for_it(plays, barred):
    record = krypkasino("2H 3H KC QC KD", *plays)
    unseen = difference(record.rules.deck.faces * 2, record.state.shown)
    signs = knowledge_of(record, unseen[: record.state.in_hands[record.state.turn]]).signs
    assert tuple(" ".join(map(str, sorted(map(int, of.barred)))) for of in signs) == barred


@pytest.mark.parametrize("game", PLAYED)
def test_what_is_thought_of_does_not_depend_on_hidden_cards(game):
    for now in islice(played_games(game, 1), 0, None, 3):
        core = core_for(now.record.rules, now.record.seats)
        deals = (now.knowledge.dealt_anew(SeededRandom(number)) for number in range(4))
        positions = [position_of(core, now.knowledge, deal) for deal in deals]
        thoughts = [(core.habit(each), core.alternatives(each)) for each in positions]
        assert thoughts == thoughts[:1] * len(thoughts)


# --- what a player chooses ------------------------------------------------------------------------


def is_legal(now: DealtGame, play: Play) -> bool:
    """Return whether the referee accepts a play of Krypkasino with this hand."""
    forced = sweeping_ranks(capture_rules(now.record.rules), now.state.table)
    ranks = {card.rank for card in now.hand}
    must = not ranks.isdisjoint(forced)
    return play[0].card in now.hand and (not must or play[0].card.rank in forced)


@pytest.mark.parametrize("level", Level)
def test_every_choice_is_legal_and_the_same_again(level):
    for number in range(FEW):
        for now in islice(played_games("krypkasino", number), 0, None, 5):
            chosen = choose(now.record, now.hand, level, "a seed", deals=40)
            assert chosen == choose(now.record, now.hand, level, "a seed", deals=40)
            assert is_legal(now, chosen.play)
            now.after(chosen.play)  # the referee refuses what is illegal
            if level is Level.SIMPLE:
                assert not chosen.alternatives
                continue
            assert chosen.play in [each.play for each in chosen.alternatives]
            points = [each.points for each in chosen.alternatives]
            assert points == sorted(points)
            assert all(each.low <= each.points <= each.high for each in chosen.alternatives)
            assert all(is_legal(now, each.play) for each in chosen.alternatives)


def test_other_seeds_say_the_same_within_their_intervals():
    looked_at = 0
    for now in islice(played_games("krypkasino", 3), 4, None, 9):
        values = [
            {
                each.play: each
                for each in choose(now.record, now.hand, Level.GOOD, seed).alternatives
            }
            for seed in ("a", "b")
        ]
        assert values[0].keys() == values[1].keys()
        for play, one in values[0].items():
            other = values[1][play]
            assert one.low <= other.high
            assert other.low <= one.high
            looked_at += one.low < one.high
    assert looked_at


def test_more_deals_make_intervals_narrower():
    now = next(islice(played_games("krypkasino", 5), 2, None))
    widths = []
    for deals in (1, 24, 2000):
        chosen = choose(now.record, now.hand, Level.GOOD, "s", deals)
        assert sum(each.deals for each in chosen.alternatives) < deals + len(chosen.alternatives)
        widths.append(max(each.high - each.low for each in chosen.alternatives))
    assert widths == sorted(widths, reverse=True)
    assert widths[0] > widths[-1]


@pytest.mark.parametrize(
    ("worths", "others", "behind"),
    [
        ([0] * 12, [0] * 12, False),
        ([-1] * 12, [0] * 12, True),  # a difference without spread
        ([-500], [0], False),  # of which one deal knows nothing
        ([-500, 0, 0, 0], [0, 0, 0, 0], False),
        ([-500, -400, -500, -600], [0, 0, 0, 0, 900], True),
        ([500, 400, 500, 600], [0, 0, 0, 0], False),
    ],
)
def test_an_alternative_is_behind_by_standard_errors(worths, others, behind):
    assert paired(worths, others).clearly_behind is behind


# --- the last deal of two -------------------------------------------------------------------------


def legal_plays(now: DealtGame) -> Iterator[Play]:
    rules, table = capture_rules(now.record.rules), now.state.table
    forced = sweeping_ranks(rules, table)
    cards = [card for card in now.hand if card.rank in forced] or now.hand
    for card in sorted(set(cards)):
        captures = Captures(rules, table, (card,), KnownCards(rules.deck, (*table, card)))
        for option in captures.options(1000):
            yield as_play(card, option.captured)


def further_points(now: DealtGame, seat: int, before: int) -> int:
    """Return the further points of a seat if both play best, by trying everything."""
    if now.over:
        return points_of(now, seat) - before
    each = (further_points(now.after(play), seat, before) for play in legal_plays(now))
    return min(each) if now.seat == seat else max(each)


def points_of(now: DealtGame, seat: int) -> int:
    rows = now.record.engine.rows(now.state)
    return score(now.record.rules, rows, None, now.state.last_capturer).scores[seat].total


@pytest.mark.parametrize("number", range(7 * FEW))
def test_the_last_deal_of_two_is_solved(number):
    now = games_of_two(number, 6 - number % 3)
    chosen = choose(now.record, now.hand, Level.GOOD, "any")
    assert chosen.exact
    before = points_of(now, now.seat)
    exact = {play: further_points(now.after(play), now.seat, before) for play in legal_plays(now)}
    for each in chosen.alternatives:
        assert each == Alternative(
            each.play, exact[each.play], exact[each.play], exact[each.play], 0
        )
    assert {each.points for each in chosen.alternatives} == set(exact.values())
    assert exact[chosen.play] == min(exact.values())


def test_only_the_last_deal_is_solved():
    for now in islice(played_games("krypkasino", 7), 0, None, 9):
        two_are_left = now.state.players == 2 and not now.pack
        assert choose(now.record, now.hand, Level.GOOD, "s", 12).exact is two_are_left


@pytest.mark.parametrize("game", ["krypkasino", "casino", "kasino", "royal-casino"])
@pytest.mark.parametrize("number", range(FEW))
def test_what_cuts_the_solving_short_changes_nothing(game, number, monkeypatch):
    """Solve without remembering positions, and without limits of what can still come."""
    now = dealt_game(game, 2, SeededRandom("cut", number))
    core = core_for(now.record.rules, now.record.seats)
    while now.pack or sum(map(len, now.hands)) > 4:
        position = core.position(now.state, now.deal)
        now = now.after(core.play(position, core.habit(position)))
    solved = good_choice(core, now.knowledge, ())
    keys = count()
    monkeypatch.setattr(type(core), "key", lambda _self, _position: next(keys))
    monkeypatch.setattr(type(core), "limits", lambda _self, _position, _seat: (-inf, inf))
    assert solved.exact
    assert good_choice(core, now.knowledge, ()) == solved


def test_solving_goes_on_wherever_it_is_cut(monkeypatch):
    now = games_of_two(1, 10)
    core = core_for(now.record.rules, now.record.seats)
    position = position_of(core, now.knowledge, now.deal)
    solved = finished(solution(core, position, now.seat))
    monkeypatch.setattr(players, "_NODES_OF_STEP", 12)  # a few more than cards are left
    steps = list(solution(core, position, now.seat))
    assert len(steps) > 2 * len(core.every_move(position))
    assert finished(solution(core, position, now.seat)) == solved


# --- memory ---------------------------------------------------------------------------------------


def test_what_is_remembered_of_games_is_bounded():
    modules = [
        import_module(f"{playing.__name__}.{module.name}")
        for module in iter_modules(playing.__path__)
    ]
    cached = {
        value
        for module in modules
        for value in vars(module).values()
        if hasattr(value, "cache_info")
    }
    assert len(cached) > 10
    sizes = [each.cache_info().maxsize for each in cached]
    assert all(size is not None and size <= 1 << 14 for size in sizes)


def test_tables_of_krypkasino_are_forgotten_before_there_are_too_many(monkeypatch):
    now = dealt_game("krypkasino", 4, SeededRandom("forgotten"))
    core = CapturesCore(now.record.rules, now.record.seats)
    position = core.position(now.state, now.deal)
    end = core.points(core.rolled_out(position, 200))
    monkeypatch.setattr(captures_core, "_MOST_REMEMBERED", 50)
    assert core.points(core.rolled_out(position, 200)) == end
    captures_core.CAPTURES.clear()
    assert core.points(core.rolled_out(position, 200)) == end
    assert 0 < len(captures_core.CAPTURES) <= 50


# --- what cannot be -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "hand", "error"),
    [
        ("", "2H 3H 4H 5H 6H", NothingDealt),
        ("8S 9S 10D 2C 2C", "2H 3H 4H 5H", HandDoesNotFit),  # too few
        ("8S 9S 10D 2C 2C", "2H 3H 4H 5H 6H 7H", HandDoesNotFit),
        ("8S 9S 10D 2C 2C", "2H 3H 4H 5H 2C", HandDoesNotFit),  # both twos lie there
        ("8S 9S 10D 2C 2C", "2H 3H 3H 3H 5H", HandDoesNotFit),
        ("8S 9S 10D 2C 2C", "2H 3H 4H 5H 6", HandDoesNotFit),  # a card without its suit
    ],
)
@pytest.mark.parametrize("level", Level)
def test_a_hand_or_log_that_cannot_be_is_refused(level, table, hand, error):
    empty = replay(ruleset("krypkasino"), 3, 2, [])
    record = krypkasino(table) if table else empty
    with pytest.raises(error):
        choose(record, read_cards(hand), level, "s")


def test_nobody_plays_when_a_game_is_over():
    *_, last = played_games("krypkasino", 0)
    over = last.after(next(legal_plays(last)))
    with pytest.raises(GameOver):
        choose(over.record, (), Level.GOOD, "s")


def with_crowded_table(now: DealtGame, lying: int) -> DealtGame:
    """Return a game in which a correction lays low cards on the table."""
    unseen = difference(sorted(now.record.rules.deck.faces * 2), (*now.state.shown, *now.hand))
    shows = TableShown(tuple(sorted((*now.state.table, *unseen)))[:lying])
    return replace(now, record=append(now.record, accept(now.record, shows)))


@pytest.mark.parametrize("lying", [12, 20, 40, 80])
def test_a_crowded_table_is_played_from(lying):
    now = with_crowded_table(next(iter(played_games("krypkasino", 2))), lying)
    chosen = choose(now.record, now.hand, Level.GOOD, "s", 12)
    assert is_legal(now, chosen.play)
    now.after(chosen.play)  # the referee refuses what is illegal


@pytest.mark.parametrize("counted", [(3, 5, 5), (5, 5, 0), (5, 9, 1)])
def test_hands_that_were_dealt_wrongly_are_played_from(counted):
    record = krypkasino("8S 9S 10D 2C 2C")
    record = append(record, accept(record, HandsCounted(counted)))
    hand = read_cards("3H 4H 5H 6H 7H")[: counted[0]]
    chosen = choose(record, hand, Level.GOOD, "s", 12)
    assert chosen.play[0].card in hand
