"""Sentences on claims that add up to nothing are true of the whole table: the sentences against
brute force, over small tables, in every game with a referee."""

from collections.abc import Sequence

import pytest

from referee.languages import Speech, speaking
from referee.messages import verdict_text
from referee.rules.games.referee import ask

SYMBOLS = str.maketrans({"♠": "S", "♥": "H", "♦": "D", "♣": "C", "\ufe0e": None})


def told(game: str, table: Sequence[str], played: str, claim: Sequence[str]) -> str:
    """Return the verdict on a take, with cards as they are typed."""
    texts = {"table": " ".join(table), "played": played}
    said = {"captured": " ".join(claim)}
    if game != "krypkasino":
        said = {"turn": f"{played} x {' '.join(claim)}"}
    with speaking(Speech("en")):
        return verdict_text(ask(game, texts | said).ruling.verdict).translate(SYMBOLS)


HALVES = [
    # game, the table, the card, what is claimed, what is said, and what is missing, if it is half
    ("krypkasino", "3D 4H 7S", "7D", "3D", "the 3D alone does not make 7.", "4H"),
    ("krypkasino", "2S 2D 5H 5C", "7D", "2S 2D 5H", "these cards do not make groups of 7.", "5C"),
    ("krypkasino", "3S 4D 9D", "7S", "3S 9D", "the 9D belongs to no group that makes 7.", ""),
    ("casino", "2S 6D", "8D", "2S", "the 2S alone does not make 8.", "6D"),
    ("casino", "2S 5D", "8D", "2S", "the card cannot take this: 2S.", ""),
    # An ace that takes other cards is meant as 14.
    ("royal-casino", "10S 4D", "AD", "10S", "the 10S alone does not make 14.", "4D"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "table", "played", "claim", "said", "missing"), HALVES)
def test_what_a_half_claim_lacks(
    game: str, table: str, played: str, claim: str, said: str, missing: str
) -> None:
    text = told(game, table.split(), played, claim.split())
    more = f" Something is missing, such as {missing}." if missing else ""
    assert text == f"No: {said}{more}"


BESIDE_CARDS = [
    # what may be taken besides loose cards: the top of a pile, a simple build that counts as a card
    ("south-african-casino", {"table": "2C 9S", "piles": "6H@1"}, "8D x 2C",
     "the 2♣ alone does not make 8. Something is missing, such as 6♥."),
    # ... but not where a house rule keeps tops out of sums, or wants a base for them
    ("south-african-casino", {"table": "2C 9S", "piles": "6H@1", "house": "top_needs_base"},
     "8D x 2C", "the card cannot take this: 2♣."),
    ("south-african-casino", {"table": "2C 9S", "piles": "6H@1", "house": "no_top_sums"},
     "8D x 2C", "the card cannot take this: 2♣."),
    ("south-african-casino", {"table": "2C 5S+3H=8@1", "piles": "6H@1", "house": "top_needs_base"},
     "8D x 2C 5S+3H=8", "the 2♣ alone does not make 8. Something is missing, such as 6♥."),
    ("casino", {"table": "4C 5S+AD=6@1", "house": "simple_build_as_card"}, "10H x 4C",
     "the 4♣ alone does not make 10. Something is missing."),
    ("casino", {"table": "4C 5S+AD=6@1", "house": "simple_build_as_card"}, "10H x 5S+AD=6",
     "these cards do not make groups of 10. Something is missing, such as 4♣."),
    ("casino", {"table": "4C 5S+AD=6@1"}, "10H x 4C", "the card cannot take this: 4♣."),
]  # fmt: skip


@pytest.mark.parametrize(("game", "position", "turn", "said"), BESIDE_CARDS)
def test_what_lies_beside_the_cards_may_be_missing(
    game: str, position: dict[str, str], turn: str, said: str
) -> None:
    with speaking(Speech("en")):
        text = verdict_text(ask(game, position | {"turn": turn}).ruling.verdict)
    assert text.replace("\ufe0e", "") == f"No: {said}"
