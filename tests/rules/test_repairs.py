"""Explanations of a table that shows something else, and plays in place of those that do not
fit."""

import random
from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from referee.rules.cards import SUITS, Card, Cards, RulesError, TooManyCopies
from referee.rules.games.krypkasino.followed_game import CaptureState
from referee.rules.log.corrections import (
    MOST,
    choices,
    explain,
    forgotten,
    next_plays,
    suggest_repairs,
    table_of,
)
from referee.rules.log.entries import Entry, Replace, read_entry, write_entry
from referee.rules.log.record import Record, accept, append, replay
from referee.rules.notation import (
    read_card,
    read_cards,
    read_settled_play,
    write_card,
    write_cards,
    write_rank,
    write_table,
)
from referee.rules.plays import Dealt, Played, Table, TableShown, as_play
from referee.rules.ruleset import Ruleset
from tests.followed_games import begin, begun, enter, followed, legal_plays, lines_of, table
from tests.oracle.krypkasino_simulator import Game, simulate
from tests.strategies import times

TWO_OPTIONS = ["table 3H 3D 4S 9C", "7C x 3H 4S"]
TEN = ["table AD 3H 7S 9C"]

EXPLAINED = [
    # log, what the table shows, explanations, the likeliest first
    # The wrong suit of a card that crept, or that was dealt.
    (["table 2S 5H 9C KH", "3D -"], "2S 3H 5H 9C", ["replace 2 3H -"]),
    (["table 2S 5H 9C KH", "3D -", "KC -"], "2S 3H 5H 9C KC", ["replace 2 3H -"]),
    (["table 2S 5H 9C KH", "3D -", "KC -"], "2S 3D 5H 9C KS", ["replace 3 KS -"]),
    (["table 2S 5H 9C KH", "3D -"], "2C 3D 5H 9C", ["replace 1 table 2C 5H 9C KH"]),
    (["table 2S 5H 9C KH"], "2S 5H 9H", ["replace 1 table 2S 5H 9H KH"]),
    # Another rank altogether.
    (["table 2S 5H 9C KH", "3D -"], "2S 4C 5H 9C", ["replace 2 4C -"]),
    (["table 2S 5H 9C KH", "3D -"], "2S 3D 6D 9C", ["replace 1 table 2S 6D 9C KH"]),
    # Another option.
    (TWO_OPTIONS, "3H 9C", ["replace 2 7C x 3D 4S", "replace 1 table 3H 3H 4S 9C"]),
    ([*TWO_OPTIONS, "KS -"], "3H 9C KS", ["replace 2 7C x 3D 4S", "replace 1 table 3H 3H 4S 9C"]),
    # Somebody took what he had to; the log has one card less, more, or a creep.
    ([*TEN, "10D x 3H 7S AD !"], "", ["replace 2 10D x AD 3H 7S 9C"]),
    ([*TEN, "10D x 3H 7S !"], "", ["replace 2 10D x AD 3H 7S 9C"]),
    ([*TEN, "10D - !"], "", ["replace 2 10D x AD 3H 7S 9C"]),
    ([*TEN, "10D - !", "2H -"], "2H", ["replace 2 10D x AD 3H 7S 9C"]),
    (["table 5H 8S 9C JD", "8H x 8S 9C !"], "5H 9C", ["replace 2 8H x 8S", "9C -"]),
    (["table 5H 8S 9C JD", "2D x 5H !"], "2D 5H 8S 9C", ["replace 2 2D -"]),
    # A card that crept and was not entered.
    (["table 2S 5H 9C KH"], "2S 3D 5H 9C", ["3D -"]),
    (["table 2S 5H 9C KH", "3D -"], "2S 3D 5H 9C KC", ["KC -"]),
    # Nothing alone explains it.
    (["table 2S 5H 9C KH", "3D -"], "2S 3H 5H 9H", []),
    (["table 2S 5H 9C KH", "3D -"], "3D 5H QC", []),
    (["table 2S 5H 9C KH", "3D -"], "2S 3D 5H 9C QC QD", []),
    (["table 2S 5H 9C KH", "3D -"], "7C 7D 7H", []),
    # There is nothing to explain.
    (["table 2S 5H 9C KH", "3D -"], "2S 3D 5H 9C", []),
    # What the table let stand explains it too: the log took the players to be right.
    ([*TEN, "10D"], "AD 9C", ["replace 2 10D x 3H 7S !"]),
    ([*TEN, "10D"], "9C", ["9C -", "replace 2 10D x AD 3H 7S !"]),
    ([*TEN, "10D"], "AD 3H 7S 9C 10D", ["replace 2 10D - !"]),
    (["table 5H 8S 9C JD", "8H x 8S"], "5H", ["replace 2 8H x 8S 9C !"]),
    (["table 5H 8S 9C JD", "2D -"], "8S 9C", ["replace 2 2D x 5H !"]),
    (["table 5H 8S 9C JD"], "5H 8S 8H 9C", ["8H - !"]),
    # It was played out of turn.
    (["table 3H 3D 4S 9C", "@0 7C x 3H 4S !"], "3H 9C",
     ["replace 2 @0! 7C x 3D 4S", "replace 1 table 3H 3H 4S 9C"]),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "shown", "found"), EXPLAINED)
def test_explanations(lines: list[str], shown: str, found: list[str]) -> None:
    record = followed(*lines)
    explained = explain(record, TableShown(read_cards(shown)))
    assert [write_entry(entry) for entry in explained] == found
    for entry in explained:
        assert table(append(record, accept(record, entry))) == shown
        assert accept(record, entry).entry == entry


FORGOTTEN = [
    # the log, what lies there, the ranks of the play that nobody entered
    (["table 2S 5H 9C KH"], "2S 9C", ["5"]),
    (["table 2S 5H 9C KH"], "9C", ["7"]),
    (["table 2S 5H 9C KH"], "2S", ["A"]),
    (["table 2S 5H 9C KH"], "5H", ["J"]),
    (["table 2S 3H 9C 9D"], "2S 3H", ["9"]),
    (["table 2S 3H 9C 9D"], "2S 3H 9D", []),  # a nine takes both
    (["table 2S 5H 9C KH"], "2S 5H 9C", []),
    (["table 2S 5H 9C KH"], "2S 9C 3H", []),
]


@pytest.mark.parametrize(("lines", "shown", "ranks"), FORGOTTEN)
def test_a_capture_that_was_not_entered(lines: list[str], shown: str, ranks: list[str]) -> None:
    found = forgotten(followed(*lines), TableShown(read_cards(shown)))
    assert [write_rank(rank) for rank in found] == ranks


CASINO = ("casino", "table 5S 9C 2H AD")
LYING = ("krypkasino", "table 2S 5H 9C KH", "3D -")
NEXT = [
    # the log, the cards of a photo, the plays that lead there, and are there more?
    (LYING, "2S 3D 5H", ["9S x 9C", "9H x 9C", "9D x 9C"], True),
    (LYING, "2S 3D 5H 9C 6C", ["6C -"], False),
    (LYING, "2S 3D 5H 9C 2C", [], False),  # a two takes the two
    (LYING, "2S 3D 5H 9C", [], False),
    (LYING, "5H 9C 6C", [], False),
    (CASINO, "5S 9C 2H AD KD", ["KD -"], False),
    (CASINO, "9C 2H AD", ["5H x 5S", "5D x 5S", "5C x 5S"], False),
    (CASINO, "AD 2H 3D 5S 9C", ["3D -", "3D AD+3D=4", "3D 2H+3D=5"], True),
    (("swazi-casino", "table 5S 9C 2H AD"), "5S AD", ["JS x 2H 9C", "JH x 2H 9C"], True),
    (("south-african-casino",), "3D", ["3D -"], False),
    ((*CASINO, "3S 2H+3S=5"), "9C AD", ["5H x 5S 2H+3S=5"], False),
    ((*CASINO, "3S 2H+3S=5"), "5S 9C AD", [], False),  # a five takes the five
    ((*CASINO, "3S 2H+3S=5"), "5S 9C AD 2H 3S KD", ["KD -"], False),
]


@pytest.mark.parametrize(("lines", "photo", "plays", "more"), NEXT)
def test_the_next_play_that_a_photo_shows(
    lines: tuple[str, ...], photo: str, plays: list[str], more: bool
) -> None:
    record, cards = enter(begin(game=lines[0]), *lines[1:]), read_cards(photo)
    found = next_plays(record, cards)
    assert [write_entry(play) for play in found.plays][: len(plays)] == plays
    assert found.more is more
    for play in found.plays:
        after = append(record, accept(record, play)).state
        assert Counter(Table(after.table, after.builds).cards) == Counter(cards)


TABLES = [
    ((*CASINO, "3S 2H+3S=5"), "5S 9C AD 2H 3S", "5S 9C AD 2H+3S=5@1"),
    ((*CASINO, "3S 2H+3S=5"), "5S 9C AD 2H", "2H 5S 9C AD"),
    (LYING, "5H 2S", "2S 5H"),
]


@pytest.mark.parametrize(("lines", "photo", "table"), TABLES)
def test_builds_in_a_photo(lines: tuple[str, ...], photo: str, table: str) -> None:
    record = enter(begin(game=lines[0]), *lines[1:])
    found = write_table(Table(*table_of(record, read_cards(photo))))
    assert sorted(found.split()) == sorted(table.split())


def test_a_third_copy_is_no_card_at_all() -> None:
    with pytest.raises(TooManyCopies):
        explain(followed("table 2S 5H 9C 9C", "3D -"), TableShown(read_cards("2S 5H 9C 9C 9C")))


def test_nothing_is_explained_before_the_table_is_dealt() -> None:
    assert explain(begin(), TableShown(read_cards("5H"))) == ()


# A scribe who gets one entry of a simulated game wrong
Slip = Callable[[Ruleset, CaptureState, Played], Iterator[Entry]]


def entered(card: Card, captured: Cards) -> Played:
    return Played(as_play(card, captured), as_played=True)


def wrong_suit(rules: Ruleset, before: CaptureState, play: Played) -> Iterator[Entry]:
    if not play.captured:
        for suit in SUITS:
            yield entered(Card(play.card.rank, suit), ())


def other_option(rules: Ruleset, before: CaptureState, play: Played) -> Iterator[Entry]:
    yield from legal_plays(rules, before.table, play.card)


def one_card_too_few(rules: Ruleset, before: CaptureState, play: Played) -> Iterator[Entry]:
    for card in play.captured or ():
        left = [taken for taken in play.captured or () if taken is not card]
        yield entered(play.card, tuple(left))


def one_card_too_many(rules: Ruleset, before: CaptureState, play: Played) -> Iterator[Entry]:
    for card in Counter(before.table) - Counter(play.captured or ()):
        taken = tuple(sorted((*(play.captured or ()), card)))
        yield entered(play.card, taken)


def creep_for_capture(rules: Ruleset, before: CaptureState, play: Played) -> Iterator[Entry]:
    yield entered(play.card, ())


SLIPS = [wrong_suit, other_option, one_card_too_few, one_card_too_many, creep_for_capture]
ATTEMPTS = times(25)
NOTICED_AFTER = 12
"""Plays, at most, or as soon as what is played cannot be entered any more."""


def slipped(slip: Slip, game: Game, chance: random.Random) -> tuple[Record, Record, Entry] | None:
    """Return the log with one entry wrong, the log as it should be, and what the entry should
    say."""
    lines = lines_of(game)
    right = list(map(read_entry, lines))
    rules = begun(game).rules
    whole = replay(rules, game.players, game.dealer, right)
    for at in chance.sample(range(1, len(right) - 1), len(right) - 2):
        position, said = whole.events[at - 1].state, right[at]
        assert isinstance(said, Played)
        wrong = [one for one in slip(rules, position, said) if one != said]
        if wrong:
            break
    else:
        return None
    before = replay(rules, game.players, game.dealer, right[:at])
    record, number = before, at
    for line in [write_entry(chance.choice(wrong)), *lines[at + 1 : at + 1 + NOTICED_AFTER]]:
        try:
            record = enter(record, line)
        except RulesError:
            break
        number += 1
    truth = replay(rules, game.players, game.dealer, right[:number])
    if number == at or table(truth) == table(record) or truth.over:
        return None
    return record, truth, accept(record, Replace(at + 1, said)).entry


@pytest.mark.parametrize("slip", SLIPS)
def test_slips_of_a_scribe(slip: Slip) -> None:
    """The truth is among the explanations, unless what was mistaken is no longer on the table:
    pictures that a deal has set aside meanwhile."""
    chance = random.Random(slip.__name__)
    looked_at = 0
    for _ in range(ATTEMPTS):
        players = chance.randint(2, 6)
        slips = slipped(slip, simulate(chance, players, 0, careless=0.3), chance)
        if slips is None:
            continue
        record, truth, replacement = slips
        assert record.state
        found = explain(record, TableShown(truth.state.table))
        assert len(found) <= MOST
        if record.state.set_aside == truth.state.set_aside:
            looked_at += 1
            assert replacement in found
    assert looked_at > ATTEMPTS / 6


def test_a_card_that_was_dealt_is_named_wrongly() -> None:
    """A card can be renamed as long as it lies there."""
    chance = random.Random("dealt")
    for _ in range(ATTEMPTS):
        game = simulate(chance, 4, 0)
        right = game.dealt
        cards = [Card(card.rank, suit) for card in read_cards(right[0]) for suit in SUITS]
        wrong = Dealt((chance.choice(cards), *read_cards(" ".join(right[1:]))))
        record = begun(game)
        try:
            record = append(record, accept(record, wrong))
        except RulesError:
            continue
        truth = followed(f"table {' '.join(right)}", players=4)
        if table(record) != table(truth):
            entry = Replace(1, Dealt(read_cards(" ".join(right))))
            assert entry in explain(record, TableShown(truth.state.table))


MENDED = [
    # dealt, plays, correction, what the later ones were
    # The only thing that the card can do there.
    ("2D 5H 8S 9C", ["8H x 8S", "9H x 9C"], "replace 2 9D x 9C", ["replace 3 9H -"]),
    ("4S 9C 10H KH", ["2D -", "5D -"], "replace 1 table AS 4S 10H KH", ["replace 3 5D x AS 4S"]),
    ("4S 9C 10H KH", ["2D -", "9H x 9C"], "replace 2 5D -", ["replace 3 9H x 4S 5D 9C"]),
    # One after the other: the second depends on the first.
    ("2D 5H 8S 9C", ["8H x 8S", "9H x 9C", "5C x 5H", "JD -"], "replace 2 9D x 9C",
     ["replace 3 9H -", "replace 5 JD x 2D 9H"], ),
    ("2D 5H 8S 9C", ["9H x 9C"], "before 2 9D x 9C", ["replace 2 9H -"]),
    # Of several things the one that takes the same ranks.
    ("3H 3D 5C KH", ["2S -", "8S x 3H 5C"], "replace 1 table 3S 3S 5C KH",
     ["replace 3 8S x 3S 5C"]),
    ("3H KH KD KC", ["5C -", "AS -", "2S -", "8S x 3H 5C"], "replace 2 5D -",
     ["replace 5 8S x 3H 5D"]),
    ("3H KH KD KC", ["5C -", "AS -", "2S -", "8S x AS 2S 5C"], "replace 2 5D -",
     ["replace 5 8S x AS 2S 5D"]),
    # Two take the same ranks, and nobody can say which.
    ("3H 3D 5C KH", ["QS -", "8S x 3H 5C"], "replace 1 table 3S 3D 5C KH", []),
    # It stood as it was played, and does so still.
    ("4S 9C 10H KH", ["2D -", "9H - !"], "replace 2 3D -", []),
    # Nobody can have played it, and what comes after it depends on it.
    ("4S 9C 10H KH", ["2D -", "8S -", "8S x 8S", "5D -"], "replace 2 8S -", ["replace 3 8S x 8S"]),
    ("4S 9C 10H KH", ["2D -", "7S -", "7S x 7S", "3S -"], "replace 1 table 7S 7S 10H KH", []),
]  # fmt: skip


@pytest.mark.parametrize(("dealt", "plays", "correction", "found"), MENDED)
def test_what_the_later_plays_were(
    dealt: str, plays: list[str], correction: str, found: list[str]
) -> None:
    record = followed(f"table {dealt}", *plays, correction)
    assert [write_entry(one.entry) for one in suggest_repairs(record)] == found
    mended = enter(record, *found)
    assert len(mended.misfits) < len(record.misfits) or not found


def test_nothing_is_mended_where_everything_fits() -> None:
    assert suggest_repairs(followed()) == ()
    assert suggest_repairs(followed("table 2D 5H 8S 9C", "8H", "9H")) == ()


def test_what_a_card_can_do_where_it_does_not_fit() -> None:
    record = followed("table 3H 3D 5C KH", "QS -", "8S x 3H 5C", "replace 1 table 3S 3D 5C KH")
    ruling = choices(record, record.index(3))
    captures = [write_cards(outcome.option.captured) for outcome in ruling.outcomes]
    assert captures == ["3D 5C", "3S 5C"]
    assert choices(record, 0) is None
    third = followed("table 7S 9C 10H KH", "2D -", "7S x 7S", "replace 1 table 7S 7S 10H KH")
    assert choices(third, third.index(3)) is None


@pytest.mark.parametrize("seed", range(times(15)))
def test_what_is_proposed_was_so(seed: int) -> None:
    """A card that crept was entered with a wrong suit, and later ones took it like that."""
    chance = random.Random(f"mending {seed}")
    game = simulate(chance, chance.randint(2, 4), 0)
    slip, wrong = chance.choice(slips(game))
    straight = slipping = enter(begun(game), f"table {' '.join(game.dealt)}")
    for at, play in enumerate(game.plays[: slip + WINDOW]):
        card, captured = read_card(play.card), tuple(map(read_card, play.captured))
        straight = append(straight, accept(straight, Played(as_play(card, captured))))
        lies = slipping.state.table if slipping.state else ()
        turn = as_play(wrong if at == slip else card, as_entered(captured, lies))
        slipping = append(slipping, accept(slipping, Played(turn)))
    right = Replace(slip + 2, Played(read_settled_play(f"{game.plays[slip].card} -")))
    mended = append(slipping, accept(slipping, right))
    for accepted in suggest_repairs(mended):
        mended = append(mended, accepted)
    fits = mended.index(mended.misfits[0].seq) if mended.misfits else len(mended.events)
    assert fits > slip + 1
    for entered, said, was in zip(
        slipping.events, mended.events[:fits], straight.events, strict=False
    ):
        if entered.event == said.event != was.event:
            break  # it was entered with another card of that rank, which lies there, so it fits
        assert said.event == was.event


WINDOW = 25
"""Plays after which the slip is noticed."""


def slips(game: Game) -> list[tuple[int, Card]]:
    """Plays that crept, and wrong suits for them that nobody else brings to the table so soon."""
    found = []
    for at, play in enumerate(game.plays[:-WINDOW]):
        right = read_card(play.card)
        around = {one.card for one in game.plays[: at + WINDOW]} | set(game.dealt)
        wrong = [Card(right.rank, suit) for suit in SUITS if not play.captured]
        found += [(at, card) for card in wrong if write_card(card) not in around]
    return found


def as_entered(captured: Cards, lies: Cards) -> Cards:
    """Return cards of these ranks, of the suits that the phone shows."""
    left, taken = list(lies), []
    for card in sorted(captured, key=lambda card: card not in lies):
        found = card if card in left else next(one for one in left if one.rank is card.rank)
        left.remove(found)
        taken.append(found)
    return tuple(taken)
