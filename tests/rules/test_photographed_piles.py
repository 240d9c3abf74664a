"""Piles whose cards are known: what they count to in every game, and what does not fit."""

import pytest

from referee.rules.cards import RulesError, SuitMissing, TooManyCopies
from referee.rules.games import RULESETS, ruleset
from referee.rules.notation import UnreadableCard, read_cards, write_card, write_cards
from referee.rules.sheet_check import LONGEST, pile_cards, read_pile
from referee.rules.sheet_plan import RowCounts

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
