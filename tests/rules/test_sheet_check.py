"""Score sheets while they are filled in, and piles whose cards are known."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.rules.cards import RulesError, SuitMissing, TooManyCopies
from referee.rules.games import RULESETS, ruleset
from referee.rules.notation import UnreadableCard, read_cards, write_card, write_cards
from referee.rules.ruleset import Ruleset
from referee.rules.scoring import score
from referee.rules.sheet_check import LONGEST, Check, check, pile_cards, read_pile
from referee.rules.sheet_plan import Counted, RowCounts
from tests.oracle import krypkasino_session as oracle
from tests.strategies import examples

Kinds = dict[str, int] | None
KINDS = ("storan", "lillan", "ace_of_spades", "other_spades", "other_aces")
WHOLE = (2, 2, 2, 22, 6)
Given = tuple[int, ...] | int | None
"""A player's counting cards: by kind in this order, as points, or not counted yet."""


def counted(given: Given) -> Counted | None:
    return dict(zip(KINDS, given, strict=True)) if isinstance(given, tuple) else given


def checked(rules: Ruleset, *rows: Given, last_capturer: int | None = None) -> Check:
    """Return a sheet without sweeps."""
    return check(rules, [RowCounts(0, counted(row)) for row in rows], None, last_capturer)


COMPLETE: list[tuple[list[Given], bool, int, Kinds, Kinds]] = [
    # rows, balanced, points missing, missing by kind, too many of a kind
    ([20, 22], True, 0, None, {}),
    ([20, 21], False, 1, None, {}),
    ([20, 25], False, -3, None, {}),
    ([0, 0], False, 42, None, {}),
    ([WHOLE, (0, 0, 0, 0, 0)], True, 0, {}, {}),
    ([(1, 1, 1, 11, 3), (1, 1, 1, 11, 3)], True, 0, {}, {}),
    ([(1, 2, 2, 22, 6), (0, 0, 0, 0, 0)], False, 3, {"storan": 1}, {}),
    ([(2, 2, 0, 10, 6), (0, 0, 1, 11, 0)], False, 3, {"ace_of_spades": 1, "other_spades": 1}, {}),
    (
        # The sum is right, the kinds are not.
        [(1, 3, 2, 22, 7), (0, 0, 0, 0, 0)],
        False,
        0,
        {"storan": 1, "lillan": -1, "other_aces": -1},
        {"lillan": 1, "other_aces": 1},
    ),
    ([(2, 2, 2, 22, 6), (1, 0, 0, 0, 0)], False, -3, {"storan": -1}, {"storan": 1}),
    # Where somebody counted points only, kinds say nothing but that there are too many.
    ([(1, 3, 2, 22, 7), 0], True, 0, None, {"lillan": 1, "other_aces": 1}),
    ([(2, 2, 2, 0, 0), 28], True, 0, None, {}),
    ([(2, 2, 2, 0, 0), 20], False, 8, None, {}),
]


@pytest.mark.parametrize(("rows", "balanced", "points", "kinds", "too_many"), COMPLETE)
def test_everybody_has_counted(krypkasino, rows, balanced, points, kinds, too_many) -> None:
    found = checked(krypkasino, *rows)
    assert (found.complete, found.uncounted, found.rest) == (True, (), None)
    assert (found.balanced, found.sheet.balanced) == (balanced, balanced)
    assert (found.points_missing, found.kinds_missing) == (points, kinds)
    assert found.too_many == too_many


PARTIAL: list[tuple[list[Given], tuple[int, ...], int, dict[str, int] | None, Given]] = [
    # rows, seats not counted, points missing, missing by kind, what the only one left must have
    ([20, None], (1,), 22, None, 22), ([None, 42], (0,), 0, None, 0),
    ([20, None, 9], (1,), 13, None, 13), ([20, None, None], (1, 2), 22, None, None),
    ([43, None], (1,), -1, None, None),
    ([(1, 0, 2, 20, 6), None], (1,), 9, {"storan": 1, "lillan": 2, "other_spades": 2},
     (1, 2, 0, 2, 0)),
    ([WHOLE, None], (1,), 0, {}, (0, 0, 0, 0, 0)),
    ([(1, 0, 2, 20, 6), None, (0, 2, 0, 0, 0)], (1,), 5, {"storan": 1, "other_spades": 2},
     (1, 0, 0, 2, 0)),
    ([(1, 0, 2, 20, 6), None, None], (1, 2), 9, {"storan": 1, "lillan": 2, "other_spades": 2},
     None),
    # Too many of one kind: nobody can have the rest.
    ([(3, 0, 2, 20, 6), None], (1,), 3, {"storan": -1, "lillan": 2, "other_spades": 2}, None),
    # One counted points: the rest is points too.
    ([(1, 0, 2, 20, 6), 4, None], (2,), 5, None, 5),
]  # fmt: skip


@pytest.mark.parametrize(("rows", "uncounted", "points", "kinds", "rest"), PARTIAL)
def test_somebody_has_not_counted(krypkasino, rows, uncounted, points, kinds, rest) -> None:
    found = checked(krypkasino, *rows)
    assert (found.complete, found.balanced) == (False, False)
    assert (found.uncounted, found.points_missing) == (uncounted, points)
    assert found.kinds_missing == kinds
    assert found.rest == counted(rest)


def test_nobody_has_counted(krypkasino: Ruleset) -> None:
    found = checked(krypkasino, None, None, None)
    assert (found.complete, found.uncounted) == (False, (0, 1, 2))
    assert (found.points_missing, found.too_many, found.rest) == (42, {}, None)


def test_too_many_of_a_kind_while_others_count(krypkasino: Ruleset) -> None:
    assert checked(krypkasino, (1, 1, 1, 1, 1), None).too_many == {}
    assert checked(krypkasino, (3, 0, 0, 0, 7), None).too_many == {"storan": 1, "other_aces": 1}
    assert checked(krypkasino, (2, 0, 0, 0, 0), (1, 0, 0, 0, 0), None).too_many == {"storan": 1}
    assert checked(krypkasino, (3, 0, 0, 0, 0), 5, None).too_many == {"storan": 1}


LAST_CAPTURE = [
    # rows, last capturer, points missing, balanced, rest
    ([20, 22], 1, 0, True, None), ([20, 22], None, 1, False, None), ([21, 22], None, 0, True, None),
    ([20, None], 1, 22, False, 22), ([20, None], None, 23, False, 22),
]  # fmt: skip


@pytest.mark.parametrize(("rows", "last", "points", "balanced", "rest"), LAST_CAPTURE)
def test_the_point_for_the_last_capture_is_no_card(
    rows: list[Given], last: int | None, points: int, balanced: bool, rest: int | None
) -> None:
    rules = ruleset("krypkasino", ["last_capture_point"])
    found = checked(rules, *rows, last_capturer=last)
    assert (found.points_missing, found.balanced, found.rest) == (points, balanced, rest)


def test_sweeps_cancel_out(krypkasino: Ruleset) -> None:
    """Sweeps are scored at once, and what is missing is cards."""
    found = check(krypkasino, [RowCounts(3, 20), RowCounts(1, None), RowCounts(0, None)])
    assert [each.total for each in found.sheet.scores] == [30, 5, -15]
    assert found.points_missing == 22


few = st.integers(0, 8)
by_kind = st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(0, 2), few, few)
given_rows = st.lists(by_kind | few | st.none(), min_size=2, max_size=6)


@examples(300)
@given(given_rows, st.booleans(), st.none() | st.integers(0, 1))
def test_what_is_missing_agrees_with_the_plain_scorer(
    rows: list[Given], house: bool, last: int | None
) -> None:
    rules = ruleset("krypkasino", ["last_capture_point"] if house else [])
    found = checked(rules, *rows, last_capturer=last)
    assert found.uncounted == tuple(seat for seat, row in enumerate(rows) if row is None)
    named = [{"name": "", "markers": 0, **plain(row)} for row in rows]
    told = oracle.score(named, house, last, None)
    assert found.points_missing == told["expected"] - told["sum"]
    if found.complete:
        assert found.balanced == told["balanced"]
    if rows and all(isinstance(row, tuple) for row in rows):
        missing = {key: kind["expected"] - kind["found"] for key, kind in told["kinds"].items()}
        assert found.kinds_missing == {key: number for key, number in missing.items() if number}
        assert found.too_many == {key: -number for key, number in missing.items() if number < 0}


def plain(row: Given) -> dict[str, int]:
    """Return a row as the plain scorer reads it: nothing counted is no points."""
    cards = counted(row)
    return dict(cards) if isinstance(row, tuple) and cards else {"card_points": row or 0}


@examples(300)
@given(given_rows, st.integers(0, 5))
def test_the_rest_completes_the_sheet(rows: list[Given], seat: int) -> None:
    """A sheet has no rest only if several have not counted, or no number fits."""
    rules = ruleset("krypkasino")
    seat %= len(rows)
    rows = [row if row is not None else 0 for row in rows]
    rows[seat] = None
    found = checked(rules, *rows)
    filled = [RowCounts(0, counted(row)) for row in rows]
    if found.rest is not None:
        filled[seat] = RowCounts(0, found.rest)
        assert score(rules, filled).balanced
    else:
        possible = [RowCounts(0, points) for points in range(43)]
        assert found.points_missing < 0 or found.too_many
        assert found.too_many or not any(
            score(rules, [*filled[:seat], row, *filled[seat + 1 :]]).balanced for row in possible
        )


HAND = "10D 2S AS AH 5S 7C JS"

CASINO = {"cards": 7, "spades": 4, "aces": 2, "big_casino": 1, "little_casino": 1}
TWICE = {"storan": 2, "lillan": 0, "ace_of_spades": 2, "other_spades": 0, "other_aces": 0}
KRYP = {"storan": 1, "lillan": 1, "ace_of_spades": 1, "other_spades": 2, "other_aces": 1}

COUNTS = [
    ("krypkasino", (), HAND, KRYP), ("krypkasino", ("set_aside_spades",), "10D 10D AS AS", TWICE),
    ("casino", (), HAND, CASINO), ("casino", ("count_out",), HAND, CASINO | {"AS": 1, "AH": 1}),
    ("royal-casino", (), HAND, CASINO), ("spade-casino", (), HAND, CASINO | {"jack_of_spades": 1}),
    ("swazi-casino", (), HAND, CASINO), ("lesotho-casino", (), HAND, CASINO),
    ("south-african-casino", (), "10D 2S AS AH 5S 7C", CASINO | {"cards": 6, "spades": 3}),
    ("kasino", (), HAND, CASINO), ("casino", (), "", dict.fromkeys(CASINO, 0)),
]  # fmt: skip


@pytest.mark.parametrize(("game", "house", "cards", "counts"), COUNTS)
def test_what_cards_count_to(
    game: str, house: tuple[str, ...], cards: str, counts: dict[str, int]
) -> None:
    plan = ruleset(game, house).sheet
    assert plan.count(read_cards(cards)) == counts
    assert plan.counts_to(read_cards(cards), counts)
    first = plan.numbers[0].key
    assert not plan.counts_to(read_cards(cards), counts | {first: counts[first] + 1})
    assert not plan.counts_to(read_cards(cards), 7)
    assert not plan.counts_to(read_cards(cards), None)


def test_every_game_is_in_the_table() -> None:
    assert {game for game, *_ in COUNTS} == set(RULESETS)


@pytest.mark.parametrize("game", RULESETS)
def test_whole_packs_count_to_all_there_is(game: str) -> None:
    rules = ruleset(game)
    cards = read_pile(rules.deck, write_cards(rules.deck.faces * rules.deck.copies))
    assert rules.sheet.count(cards) == {field.key: field.total for field in rules.sheet.fields}


REFUSED = [
    ("casino", "7C 8H 7C", TooManyCopies), ("krypkasino", "7C 7C 7C", TooManyCopies),
    ("south-african-casino", "KS", TooManyCopies), ("casino", "7C 8", SuitMissing),
    ("casino", "7C X", UnreadableCard), ("casino", "7C " * LONGEST, RulesError),
]  # fmt: skip


@pytest.mark.parametrize(("game", "text", "refusal"), REFUSED)
def test_what_is_no_pile(game: str, text: str, refusal: type[RulesError]) -> None:
    with pytest.raises(refusal):
        read_pile(ruleset(game).deck, text)


def test_cards_as_others_write_them() -> None:
    assert write_cards(read_pile(ruleset("casino").deck, "Kn♥ D♠, E♦")) == "AD JH QS"


def row(game: str, cards: str) -> RowCounts:
    pile = read_cards(cards)
    return RowCounts(0, ruleset(game).sheet.count(pile), pile)


LOW, HIGH = "AS 2S 3S", "4S 5S 6S"
COMPARED = [
    ("casino", [LOW, HIGH], {}),
    ("casino", [LOW, f"{HIGH} 2S"], {"2S": (2, (0, 1))}),
    ("casino", [LOW, "2S 3S"], {"2S": (2, (0, 1)), "3S": (2, (0, 1))}),
    ("krypkasino", [LOW, f"{HIGH} 2S"], {}),
    ("krypkasino", [LOW, f"{HIGH} 2S 2S"], {"2S": (3, (0, 1))}),
    ("krypkasino", [LOW, "7C", "2S 2S"], {"2S": (3, (0, 2))}),
]  # fmt: skip


@pytest.mark.parametrize(("game", "piles", "crowded"), COMPARED)
def test_cards_that_lie_in_piles_too_often(
    game: str, piles: list[str], crowded: dict[str, tuple[int, tuple[int, ...]]]
) -> None:
    compared = pile_cards(ruleset(game), [row(game, cards) for cards in piles])
    named = {write_card(one.card): (one.number, one.seats) for one in compared.crowded}
    assert named == crowded


def rest(game: str, *gone: str) -> str:
    """Return all cards of the packs but these."""
    deck = ruleset(game).deck
    cards = list(deck.faces * deck.copies)
    for card in read_cards(" ".join(gone)):
        cards.remove(card)
    return write_cards(cards)


MISSING = [
    ("casino", rest("casino", LOW), LOW, {}),
    ("casino", rest("casino", LOW, "7C"), LOW, {"7C": 1}),
    ("krypkasino", rest("krypkasino", LOW, "7C 7C 3S"), LOW, {"3S": 1, "7C": 2}),
    ("south-african-casino", rest("south-african-casino", LOW), LOW, {}),
]


@pytest.mark.parametrize(("game", "one", "other", "missing"), MISSING)
def test_cards_that_lie_in_no_pile(
    game: str, one: str, other: str, missing: dict[str, int]
) -> None:
    rules, rows = ruleset(game), [row(game, one), row(game, other)]
    found = pile_cards(rules, rows).missing
    assert {write_card(card): number for card, number in found.items()} == missing
    by_hand = RowCounts(0, rows[1].counted)
    assert pile_cards(rules, [rows[0], by_hand]).missing is None


def test_a_pile_counted_anew_since_its_photo_tells_nothing() -> None:
    rows = [row("casino", LOW), row("casino", "2S")]
    assert pile_cards(ruleset("casino"), rows).crowded
    counted = dict(rows[1].counted) if isinstance(rows[1].counted, dict) else {}
    anew = RowCounts(0, counted | {"spades": 2}, rows[1].cards)
    assert pile_cards(ruleset("casino"), [rows[0], anew]).crowded == ()


def test_partners_who_share_a_pile_have_the_cards_of_the_first() -> None:
    piles = [
        row("casino", LOW),
        row("casino", rest("casino", LOW)),
        RowCounts(0, None),
        RowCounts(0, None),
    ]
    compared = pile_cards(ruleset("casino"), piles, (0, 1, 0, 1))
    assert (sorted(compared.piles), compared.missing) == ([0, 1], {})
