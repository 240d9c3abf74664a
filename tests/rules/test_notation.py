"""The notation of cards, and of logs: one line of text for each entry."""

import unicodedata
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.rules.cards import FACES, Card, Rank, RulesError, Suit, SuitMissing
from referee.rules.log.entries import (
    Agreed,
    Entry,
    Insert,
    Replace,
    StepBack,
    Undo,
    UnreadableEntry,
    read_entry,
    read_suited,
    write_entry,
)
from referee.rules.notation import (
    AmbiguousSuit,
    NotInBuild,
    NotInPack,
    Picture,
    UnreadableBuild,
    UnreadableCard,
    read_build,
    read_card,
    read_cards,
    read_settled_play,
    write_card,
    write_cards,
)
from referee.rules.plays import (
    CardOnly,
    Dealt,
    HandsCounted,
    Played,
    TableShown,
    Top,
    TopRevealed,
    as_play,
)
from tests.strategies import examples

READ = [
    # written, read as
    ("8S", "8S"), ("10D", "10D"), ("as", "AS"), ("q", "Q"), ("8", "8"), ("T", "10"), ("Td", "10D"),
    ("1", "A"), ("1S", "AS"), ("E", "A"), ("eh", "AH"), ("B", "J"), ("BC", "JC"), ("Kn", "J"),
    ("KN", "J"), ("knS", "JS"), ("D", "Q"), ("DD", "QD"), ("DS", "QS"), ("K", "K"), ("KD", "KD"),
    ("KH", "KH"), ("8♠", "8S"), ("8♥", "8H"), ("10♦", "10D"), ("Q♣", "QC"), ("8♠\ufe0e", "8S"),
    ("8♥\ufe0f", "8H"), ("10R", "10D"), ("8p", "8S"), ("KP", "KS"), ("KnR", "JD"),
    # As other programs write them: python-treys, Deck of Cards API (0H), PySol, suits first.
    ("10H", "10H"), ("TH", "10H"), ("Th", "10H"), ("0H", "10H"), ("hA", "AH"), ("S10", "10S"),
    ("S8", "8S"), ("s8", "8S"), ("♥A", "AH"), ("A♥", "AH"), ("A♥\ufe0f", "AH"), ("♥\ufe0fA", "AH"),
    ("♥\ufe0e10", "10H"), ("♡A", "AH"), ("A♤", "AS"), ("10♢", "10D"), ("♧Q", "QC"), ("CK", "KC"),
    ("HK", "KH"), ("DA", "AD"), ("D10", "10D"), ("DJ", "JD"), ("DQ", "QD"), ("D1", "AD"),
    ("ST", "10S"), ("H1", "AH"), ("PE", "AS"), ("RKn", "JD"), ("RD", "QD"), ("CB", "JC"),
    # What can be read rank first is.
    ("DS", "QS"), ("DH", "QH"), ("DP", "QS"), ("DR", "QD"), ("DC", "QC"), ("KS", "KS"),
    ("KD", "KD"), ("🂡", "AS"), ("🂭", "QS"), ("🂡\ufe0e", "AS"),
]  # fmt: skip
UNREADABLE = [
    "0", "11", "x", "8x", "8SS", "8S8", "♠", "S", "H", "10 D", "-", "A0", "KnK8", "8S9C", "１",
    "H0", "♥", "♥\ufe0f", "♥♥", "A♥♥",
    "🂡🂢", "🂡S", "A🂡", "10HH", "H10H", "S11", "\U0001f0af", "\U0001f0f6", "🁡",
    "8♠" + "\ufe0e" * 7,  # longer than any card
]  # fmt: skip
AMBIGUOUS = ["8K", "KK", "KnK", "10k", "EK", "DK", "K8", "K10", "KA", "KQ"]
"""``DK`` may also be the king of diamonds with its suit first."""


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


RANKS = dict(
    zip("ACE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN JACK QUEEN KING".split(),
        "A 2 3 4 5 6 7 8 9 10 J Q K".split(), strict=True)
)  # fmt: skip
OTHERS = {"KNIGHT": Picture.KNIGHT, "JOKER": Picture.JOKER, "BACK": Picture.BACK}
CHARACTERS = [chr(code) for code in range(0x1F0A0, 0x1F100) if unicodedata.name(chr(code), "")]


def test_reads_the_characters_of_cards() -> None:
    """Unicode's own names are the table: 52 cards, 4 knights, 3 jokers, a back, and 22 trumps of
    a tarot."""
    read = Counter[str]()
    for character in CHARACTERS:
        name = unicodedata.name(character).removeprefix("PLAYING CARD ")
        first, _, suit = name.partition(" OF ")
        if first in RANKS:
            assert write_card(read_card(character)) == RANKS[first] + suit[0], name
            read["card"] += 1
            continue
        with pytest.raises(NotInPack) as refusal:
            read_card(character)
        expected = OTHERS.get(first.split()[-1], Picture.TRUMP)
        assert (refusal.value.text, refusal.value.picture) == (character, expected), name
        read[expected.value] += 1
    assert read == {"card": 52, "knight": 4, "joker": 3, "back": 1, "trump": 22}


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("", ""),
        ("🂡🂾🃉", "AS KH 9D"),
        ("🂡 🂾,9D S8", "AS KH 9D 8S"),
        ("8S 9C", "8S 9C"),
        ("8S,9C", "8S 9C"),
        (" 8S ,\n9C\t10", "8S 9C 10"),
        (",,", ""),
    ],
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


def play(card: str, captured: str | None = None, **more: object) -> Played:
    turn = CardOnly(read_card(card))
    if captured is not None:
        turn = as_play(read_card(card), read_cards(captured))
    return Played(turn, **more)


def turn(text: str, **more: object) -> Played:
    return Played(read_settled_play(text), **more)


BOTH_WAYS: list[tuple[str, Entry]] = [
    # written, entry
    ("table 5H 9C JD", Dealt(read_cards("5H 9C JD"))),
    ("table JD 9C 9C 5H", Dealt(read_cards("JD 9C 9C 5H"))), ("table", Dealt(())),
    ("shows 5H 9C", TableShown(read_cards("5H 9C"))), ("shows", TableShown(())),
    ("8H x 8S", play("8H", "8S")), ("10D x AD 9C", play("10D", "AD 9C")),
    ("AS x 4H 4H 6D", play("AS", "4H 4H 6D")), ("8H -", play("8H", "")), ("8H", play("8H")),
    ("8H !", play("8H", as_played=True)), ("8H - !", play("8H", "", as_played=True)),
    ("8H x 8S 9C !", play("8H", "8S 9C", as_played=True)),
    ("@2 8H x 8S !", play("8H", "8S", seat=2, as_played=True)), ("@0 8H -", play("8H", "", seat=0)),
    ("@0! 8H -", play("8H", "", seat=0, out_of_turn=True)),
    ("@0! 8H - !", play("8H", "", seat=0, as_played=True, out_of_turn=True)),
    ("before 12 @1! 8H", Insert(12, play("8H", seat=1, out_of_turn=True))),
    ("@5 8H", play("8H", seat=5)), ("undo 17", Undo(17)), ("undo 999999", Undo(999999)),
    ("agreed 12", Agreed(12)), ("agreed 12 Åsa, 2 \u200d!", Agreed(12, "Åsa, 2 \u200d!")),
    ("back 12", StepBack(12)), ("replace 12 8H x 8S", Replace(12, play("8H", "8S"))),
    ("replace 12 @1 8H - !", Replace(12, play("8H", "", seat=1, as_played=True))),
    ("replace 1 table 5H 9C", Replace(1, Dealt(read_cards("5H 9C")))),
    ("replace 9 shows", Replace(9, TableShown(()))),
    ("before 12 8H x 8S", Insert(12, play("8H", "8S"))), ("before 12 8H", Insert(12, play("8H"))),
    ("before 12 @1 8H - !", Insert(12, play("8H", "", seat=1, as_played=True))),
    # Where cards are built up.
    ("8H x 8S 3C+5S=8", turn("8H x 8S 3C+5S=8")), ("3C 3C+5S=8", turn("3C 3C+5S=8")),
    ("3C 3C+5S=8@2", turn("3C 3C+5S=8@2")), ("3C 3C+5S=8@0", turn("3C 3C+5S=8@0")),
    ("7C x AD^1 6S", turn("7C x AD^1 6S")),
    ("6C+2S^1=8 / KD - !", turn("6C+2S^1=8 / KD -", as_played=True)),
    ("@1 KD - / 6C+2S=8 !", turn("KD - / 6C+2S=8", seat=1, as_played=True)),
    ("3C+5S=8", turn("3C+5S=8")), ("top 5H^1", TopRevealed(Top(read_card("5H"), 1))),
    ("replace 4 top 5H^1", Replace(4, TopRevealed(Top(read_card("5H"), 1)))),
    ("shows 5H 3C+5S=8@0", TableShown(read_cards("5H"), (read_build("3C+5S=8@0"),))),
    ("replace 3 3C 3C+5S=8", Replace(3, turn("3C 3C+5S=8"))),
]  # fmt: skip


@pytest.mark.parametrize(("text", "entry"), BOTH_WAYS)
def test_both_ways(text: str, entry: Entry) -> None:
    assert read_entry(text) == entry
    assert write_entry(entry) == text


READ_TOO = [
    # written, as
    ("8h x 8♠", "8H x 8S"), ("TD x e♥,9c", "10D x AH 9C"), ("  8H   x\t8S ", "8H x 8S"),
    ("KN♦ -", "JD -"), ("10D x 9C AD", "10D x AD 9C"), ("table  TR,5h", "table 10D 5H"),
    ("replace 3   8h -", "replace 3 8H -"), ("before 3   8h -", "before 3 8H -"),
    ("@02 8H -", "@2 8H -"), ("table 🃊🂵", "table 10D 5H"), ("🂸 x 🂨🃃🂥", "8H x 8S 3D 5S"),
    ("🃓 🂥+🃓=8", "3C 5S+3C=8"), ("H8 x S8", "8H x 8S"),
    ("shows 🂥🃓 🂣+🂵=8@0", "shows 5S 3C 3S+5H=8@0"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "entry"), READ_TOO)
def test_reads_what_people_write(text: str, entry: str) -> None:
    assert write_entry(read_entry(text)) == write_entry(read_entry(entry))


def test_captured_cards_are_in_card_order() -> None:
    """A play gives the same line, whoever enters it."""
    assert write_entry(read_entry("AS x 10D 4H AD 3S")) == "AS x AD 3S 4H 10D"


UNREADABLE_ENTRIES: dict[type[RulesError], list[str]] = {
    # Only a play is forgotten, as tables are seen; a turn plays one card from the hand.
    UnreadableEntry: ["", "8H 8S", "8H x", "8H x!", "8H x 8S!", "8H - 8S", "8H - x 8S", "8H ! -",
        "8H x 8S ! !", "x 8S", "@ 8H", "@-1 8H", "@100 8H", "@x 8H", "8H @2", "undo 0",
        "undo 007", "undo -1", "undo 1.5", "undo 1000000", "undo ７", "undo 8H", "back 0",
        "agreed 0", "agreed 5 a; b", "agreed 5 a\u202eb", f"agreed 5 {201 * 'a'}",
        "replace 2 back 1", "undo 5 !", "replace 5", "replace 8H -", "replace 0 8H -",
        "replace 5 undo 4", "replace 5 replace 4 8H -", "before 5", "before 0 8H -",
        "before 5 undo 4", "before 5 replace 4 8H -", "before 5 before 4 8H -",
        "replace 5 before 4 8H -", "before 5 table 5H", "before 5 shows 5H", "TABLE 5H",
        "tables 5H", "showed 5H", "8H / 9H", "8H /", "/"],
    UnreadableCard: ["8H!", "8H x 8S x 9C", "8H x -", "-", "!", "@2", "11D -", "8X -", "8H x 8X",
        "undo", "back", "agreed", "replace", "replace 5 8X -", "before", "table 5H x 9C",
        "table 5H - 9C", "shows 5H !", "8H x 3C+5X=8", "8H x AD^"],
    AmbiguousSuit: ["8K -", "8H x 8K", "table 5K"],
    UnreadableBuild: ["8H x 3C+5S=", "8H x =8", "8H =", "="],
    NotInBuild: ["KD 3C+5S=8"],
}  # fmt: skip


@pytest.mark.parametrize(
    ("text", "error"),
    [(text, error) for error, texts in UNREADABLE_ENTRIES.items() for text in texts],
)
def test_unreadable(text: str, error: type[RulesError]) -> None:
    with pytest.raises(error) as refusal:
        read_entry(text)
    assert type(refusal.value) is error


def test_what_is_unreadable_is_repeated() -> None:
    with pytest.raises(UnreadableEntry) as refusal:
        read_entry(" 8H  8S ")
    assert refusal.value.text == "8H 8S"


SUITS_MISSING = [
    # written, the card without its suit
    ("8 -", "8"), ("8", "8"), ("8H x 8", "8"), ("8H x 3+5S=8", "3"), ("3C 3C+5=8", "5"),
    ("7C x A^1", "A"), ("10D x AD 9", "9"), ("table 5H 9 JD", "9"), ("shows K", "K"),
    ("replace 2 D -", "Q"), ("before 2 D -", "Q"), ("replace 2 shows 5H A", "A"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "card"), SUITS_MISSING)
def test_in_a_log_every_card_has_its_suit(text: str, card: str) -> None:
    with pytest.raises(SuitMissing) as refusal:
        read_entry(text)
    assert write_card(refusal.value.card) == card


def test_a_card_with_its_suit() -> None:
    assert write_card(read_suited("t♦")) == "10D"
    with pytest.raises(SuitMissing):
        read_suited("10")


# Round trips
CARDS = st.sampled_from(FACES)
SEQS = st.integers(1, 999_999)
HANDFULS = st.lists(CARDS, max_size=9).map(tuple)
TURNS = st.builds(as_play, CARDS, HANDFULS.map(lambda cards: tuple(sorted(cards))))
IN_TURN = st.builds(
    Played,
    TURNS | CARDS.map(CardOnly),
    seat=st.none(),
    as_played=st.booleans(),
    out_of_turn=st.just(False),
    wrong_hand=st.just(False),
)
SEATED = st.builds(
    lambda played, seat, mark: played._replace(
        seat=seat, out_of_turn=mark == "!", wrong_hand=mark == "+"
    ),
    IN_TURN,
    st.integers(0, 99),
    st.sampled_from(["", "!", "+"]),
)
PLAYS = IN_TURN | SEATED
SHOWN = HANDFULS.map(TableShown)
TOLD = st.builds(TopRevealed, st.builds(Top, CARDS, st.integers(0, 9)))
HANDS = st.lists(st.integers(0, 104), min_size=1, max_size=6).map(tuple).map(HandsCounted)
HAPPENINGS = PLAYS | st.builds(Dealt, HANDFULS) | SHOWN | TOLD | HANDS
MENDING = st.builds(Replace, SEQS, HAPPENINGS) | st.builds(Insert, SEQS, PLAYS)
ENTRIES = HAPPENINGS | st.builds(Undo, SEQS) | MENDING


@given(ENTRIES)
@examples(300)
def test_what_is_written_is_read_again(entry: Entry) -> None:
    text = write_entry(entry)
    assert read_entry(text) == entry
    assert text == " ".join(text.split())


WORDS = (
    "8H 8S 10D 8 8K x - ! @1 @ undo replace before table shows 3 0 , ; \u2028 \N{PILE OF POO}"
).split(" ")


@given(st.lists(st.sampled_from(WORDS), max_size=7).map(" ".join) | st.text(max_size=20))
@examples(500)
def test_every_text_is_an_entry_or_refused(text: str) -> None:
    """An entry is written in a way that gives it again."""
    try:
        entry = read_entry(text)
    except RulesError:
        return
    assert read_entry(write_entry(entry)) == entry
