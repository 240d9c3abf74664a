"""The notation, as the API's conventions list it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.rules.cards import FACES, Card, Rank, Suit
from referee.rules.notation import (
    AmbiguousSuit,
    UnreadableCard,
    read_card,
    read_cards,
    write_card,
    write_cards,
)
from tests.strategies import examples

READ = [
    # written, read as
    ("8S", "8S"), ("10D", "10D"), ("as", "AS"), ("q", "Q"), ("8", "8"), ("T", "10"), ("Td", "10D"),
    ("1", "A"), ("1S", "AS"), ("E", "A"), ("eh", "AH"), ("B", "J"), ("BC", "JC"), ("Kn", "J"),
    ("KN", "J"), ("knS", "JS"), ("D", "Q"), ("DD", "QD"), ("DS", "QS"), ("K", "K"), ("KD", "KD"),
    ("KH", "KH"), ("8♠", "8S"), ("8♥", "8H"), ("10♦", "10D"), ("Q♣", "QC"), ("8♠\ufe0e", "8S"),
    ("8♥\ufe0f", "8H"), ("10R", "10D"), ("8p", "8S"), ("KP", "KS"), ("KnR", "JD"),
]  # fmt: skip
UNREADABLE = [
    "0", "11", "x", "8x", "8SS", "S8", "♠", "S", "H", "10 D", "-", "A0", "KnK8", "8S9C", "１",
    "8♠" + "\ufe0e" * 7,  # longer than any card
]  # fmt: skip
AMBIGUOUS = ["8K", "KK", "KnK", "10k", "EK", "DK"]


@pytest.mark.parametrize(("text", "card"), READ)
def test_reads_all_forms(text: str, card: str) -> None:
    assert write_card(read_card(text)) == card


@pytest.mark.parametrize("text", UNREADABLE)
def test_refuses_what_is_no_card(text: str) -> None:
    with pytest.raises(UnreadableCard) as refusal:
        read_card(text)
    assert refusal.value.text == text


@pytest.mark.parametrize("text", AMBIGUOUS)
def test_refuses_k_as_a_suit(text: str) -> None:
    with pytest.raises(AmbiguousSuit) as refusal:
        read_card(text)
    assert refusal.value.text == text


@pytest.mark.parametrize(
    ("text", "cards"),
    [("", ""), ("8S 9C", "8S 9C"), ("8S,9C", "8S 9C"), (" 8S ,\n9C\t10", "8S 9C 10"), (",,", "")],
)
def test_separates_by_spaces_and_commas(text: str, cards: str) -> None:
    assert write_cards(read_cards(text)) == cards


@examples(100)
@given(st.lists(st.sampled_from([*FACES, *(Card(rank) for rank in Rank)])))
def test_round_trip(cards: list[Card]) -> None:
    assert read_cards(write_cards(cards)) == tuple(cards)


@examples(300)
@given(st.text(max_size=6))
def test_any_text_is_a_card_or_refused(text: str) -> None:
    try:
        card = read_card(text)
    except (UnreadableCard, AmbiguousSuit):
        return
    assert read_card(write_card(card)) == card


def test_order_is_rank_then_suit_then_no_suit() -> None:
    cards = read_cards("K 10 AC A AS 10S 2D AD AH")
    assert write_cards(sorted(cards)) == "AS AH AD AC A 2D 10S 10 K"
    assert Card(Rank.TEN, Suit.UNKNOWN) == read_card("10")
