"""Sentences on claims that add up to nothing are true of the whole table: the sentences against
brute force, over small tables, in every game with a referee."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest

from referee.languages import Speech, speaking
from referee.messages import verdict_text
from referee.rules.exercises.chance import Chance
from referee.rules.games import RULESETS, ruleset
from referee.rules.games.asked import ask
from tests.oracle import brute, unfit
from tests.strategies import times

GAMES = [game for game in RULESETS if ruleset(game).referee]
SYMBOLS = str.maketrans({"♠": "S", "♥": "H", "♦": "D", "♣": "C", "\ufe0e": None})
MOST_LYING = 5


def told(game: str, table: Sequence[str], played: str, claim: Sequence[str]) -> str:
    """The verdict on a take, with cards as they are typed."""
    texts = {"table": " ".join(table), "played": played}
    said = {"captured": " ".join(claim)}
    if game != "krypkasino":
        said = {"turn": f"{played} x {' '.join(claim)}"}
    with speaking(Speech("en")):
        return verdict_text(ask(game, texts | said).ruling.verdict).translate(SYMBOLS)


def can_take(game: str, played: str, cards: Sequence[str]) -> bool:
    if game == "krypkasino":
        return brute.can_divide(cards, brute.hand_value(played))
    return unfit.can_take(game, played, cards)


def makes(game: str, value: int, cards: Sequence[str]) -> bool:
    """Return whether these are one group of a value."""
    if game == "krypkasino":
        return sum(map(brute.table_value, cards)) == value
    return value in unfit.sums(game, cards)


def in_a_group(game: str, value: int, card: str, among: Sequence[str]) -> bool:
    others = list(among)
    others.remove(card)
    return any(makes(game, value, (card, *some)) for some in subsets(others))


def subsets(cards: Sequence[str]) -> Iterator[tuple[str, ...]]:
    return (some for size in range(len(cards) + 1) for some in combinations(cards, size))


def named(text: str) -> list[str]:
    return re.findall(r"(?:10|[2-9AJQK])[SHDC]", text)


def completed(game: str, table: Sequence[str], played: str, claim: Sequence[str]) -> bool:
    """Would more cards of the table make it a take?"""
    rest = list((Counter(table) - Counter(claim)).elements())
    return any(can_take(game, played, (*claim, *some)) for some in subsets(rest) if some)


def is_true(game: str, table: Sequence[str], played: str, claim: Sequence[str], text: str) -> bool:
    """Return whether all holds that a refusal says."""
    reason, _, more = text.removeprefix("No: ").partition(" Something is missing")
    half = completed(game, table, played, claim)
    if more and not (half and can_take(game, played, (*claim, *named(more)))):
        return False
    if match := re.match(r"(.+) belongs? to no group that makes (\d+)", reason):
        cards, value = named(match[1]), int(match[2])
        return bool(cards) and not any(in_a_group(game, value, one, table) for one in cards)
    if match := re.match(r"(.+) alone do(?:es)? not make (\d+)", reason):
        cards, value = named(match[1]), int(match[2])
        return bool(cards and more) and not any(
            in_a_group(game, value, one, claim) for one in cards
        )
    if re.match("these cards do not make groups of", reason):
        return half is bool(more)
    if reason.startswith("the card cannot take this: "):
        return not half
    return is_true_of_pictures(game, played, claim, reason)


def is_true_of_pictures(game: str, played: str, claim: Sequence[str], reason: str) -> bool:
    pictures = [one for one in (played, *claim) if not unfit.numbers(game, one)]
    others = [one for one in claim if one[:-1] != played[:-1]]
    if reason == "a picture takes only its own rank.":
        return played in pictures and bool(others)
    if reason.startswith("pictures have no number here."):
        return played not in pictures and bool(pictures)
    return reason == "a picture takes just one card of its rank." and not others


def positions(game: str) -> Iterator[tuple[list[str], str]]:
    """Tables of which many cards add up, and a card to play."""
    chance = Chance("half claims", game)
    ranks = "A 2 3 4 5 6 7 8 9 10 J Q K".split()
    ranks = ranks[:10] if game == "south-african-casino" else ranks
    for number in range(times(200)):
        few = ranks[: 5 + number % 9]
        played, *pack = chance.shuffled([rank + suit for rank in few for suit in "SHDC"])
        yield pack[: 1 + number % MOST_LYING], played


@pytest.mark.parametrize("game", GAMES)
def test_a_refusal_is_true_of_the_whole_table(game: str) -> None:
    """Of every card that is played and of all that may be claimed."""
    heard: Counter[str] = Counter()
    for table, played in positions(game):
        for claim in subsets(table):
            if not claim or can_take(game, played, claim):
                continue
            text = told(game, table, played, claim)
            assert text.startswith("No: "), (table, played, claim, text)
            assert is_true(game, table, played, claim, text), (table, played, claim, text)
            heard["such as" in text] += 1
    assert min(heard[True], heard[False]) > 9


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
