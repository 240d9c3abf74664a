"""No habit answers exercises: none is right in more of them than its level lets it be, whatever is
asked, and what is rare comes all the same."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import pytest

from referee.rules.cards import Suit
from referee.rules.exercises.exercise import LEVELS, SEEDS, Answer, Exercise, seed_at
from referee.rules.exercises.habits import MOST_ABOVE_CHANCE, MOST_RIGHT, Screen
from referee.rules.exercises.registry import kinds, make
from referee.rules.games import RULESETS, ruleset
from referee.rules.notation import read_build, read_card
from referee.rules.playing.simulation import SeededRandom
from tests.strategies import SOAK, some

OF_EACH = 16 if SOAK == 1 else 200
CHANCE = 13 if SOAK == 1 else 9
"""By how many of a hundred a sample may lie above the bound."""
EVERY = [(game, kind.name) for game in RULESETS for kind in kinds(ruleset(game))]
LEVELS_OF = {
    one: LEVELS if SOAK > 1 else (LEVELS[number % len(LEVELS)],) for number, one in enumerate(EVERY)
}
"""The levels that are looked at: all in a soak, else one of each kind."""


def sample(game: str, kind: str, level: int) -> Iterator[Exercise]:
    """Yield exercises of seeds by chance, in ``make test`` of seeds that follow each other, which
    come nearer to what a level lets be."""
    chance = SeededRandom("habits", game, kind, level)
    for number in range(OF_EACH):
        yield make(game, kind, seed_at(level, number if SOAK == 1 else chance.below(SEEDS)))


VALUES = {"A": 14, "J": 11, "Q": 12, "K": 13}


def low(card: str) -> int:
    """Return what a card counts on a table of Krypkasino, or as the lower value elsewhere."""
    return 1 if card[:-1] == "A" else VALUES.get(card[:-1]) or int(card[:-1])


def played_values(game: str, card: str) -> set[int]:
    """Return what a played card counts, as people who know the game by halves would say."""
    ace = {"krypkasino": {14}}.get(game, {1, 14})
    return ace if card[:-1] == "A" else {low(card)}


def guesses(exercise: Exercise) -> Iterator[tuple[str, Answer]]:
    """Yield what each habit answers."""
    if exercise.asks == ("number",):
        yield from ((f"number {number}", Answer(number=number)) for number in range(31))
        aces = sum(card.rank == 1 for card in exercise.pile)
        spades = sum(card.suit is Suit.SPADES for card in exercise.pile)
        both = sum(card.rank == 1 or card.suit is Suit.SPADES for card in exercise.pile)
        counts = {"aces": aces, "spades": spades, "both": both, "aces and spades": aces + spades}
        yield from ((f"{name} alone", Answer(number=count)) for name, count in counts.items())
    if exercise.asks == ("choice",):
        yield from ((f"value {value}", Answer(choice=value)) for value in exercise.choices)
    if exercise.asks == ("pieces",):
        yield from ((name, Answer(tuple(sorted(p)))) for name, p in tapped(exercise).items())


def tapped(exercise: Exercise) -> dict[str, list[str]]:
    """Return the pieces that each habit taps."""
    pieces = list(exercise.choices)
    cards = [piece for piece in pieces if "=" not in piece and "^" not in piece]
    shown = exercise.kind.shown(exercise)
    answers = {"all": pieces, "none": []}
    if cards:
        answers["largest"] = [max(cards, key=low)]
        answers["first two"] = cards[:2]
    builds = [piece for piece in pieces if "=" in piece]
    if builds:
        answers["builds"] = builds
    if shown.played is not None:
        played = exercise.texts.get("played") or exercise.texts["turn"].split()[0]
        answers["equal"] = [card for card in cards if card[:-1] == played[:-1]]
        worth = played_values(exercise.game, played)
        pairs = (list(pair) for pair in combinations(cards, 2) if sum(map(low, pair)) in worth)
        answers["first pair"] = next(pairs, [])
        answers["equal and pair"] = sorted({*answers["equal"], *answers["first pair"]})
        of_value = [build for build in builds if read_build(build).value in worth]
        answers["builds, else equal"] = builds or answers["equal"]
        answers["equal and builds"] = [*answers["equal"], *of_value]
        answers["up to its value"] = [card for card in cards if low(card) <= max(worth)]
        answers["all but the last"] = pieces[:-1]
        threes = [list(some) for some in combinations(cards, 3) if sum(map(low, some)) in worth]
        answers["first three"] = next(iter(threes), [])
        answers["last three"] = next(reversed(threes), [])
        answers["equal and three"] = sorted({*answers["equal"], *answers["first three"]})
        answers["three and builds"] = [*answers["equal and three"], *of_value]
        first = answers["first pair"] or answers["first three"]
        answers["first that fit"] = sorted({*answers["equal"], *first, *of_value})
    elif shown.hand:
        ranks = {card.rank for card in shown.table.loose}
        answers["equal"] = [card for card in cards if read_card(card).rank in ranks]
        held = Counter(card[:-1] for card in cards)
        answers["several of a rank"] = [card for card in cards if held[card[:-1]] > 1]
        commonest = max(cards, key=lambda card: held[card[:-1]])
        answers["commonest rank"] = [card for card in cards if card[:-1] == commonest[:-1]]
        answers["aces"] = [card for card in cards if card[:-1] == "A"]
        answers["all but the last"] = cards[:-1]
        highest = max(map(low, cards), default=0)
        answers["highest"] = [card for card in cards if low(card) == highest]
    return answers


def rates(exercises: list[Exercise]) -> dict[str, float]:
    """Return of how many in a hundred each habit is right, and a piece tapped by chance."""
    right: Counter[str] = Counter()
    for exercise in exercises:
        answers = exercise.answers
        right.update(name for name, answer in guesses(exercise) if answer in answers)
        if exercise.asks == ("pieces",):
            alone = sum(len(answer.pieces or ()) == 1 for answer in answers)
            right["any card"] += alone / len(exercise.choices)  # type: ignore[assignment]
    return {name: 100 * number / len(exercises) for name, number in right.items()}


def bound(exercises: list[Exercise], level: int) -> float:
    """Return of how many in a hundred a habit may be right."""
    if exercises[0].asks == ("choice",):
        return 100 / max(len(each.choices) for each in exercises) + MOST_ABOVE_CHANCE
    return MOST_RIGHT[level]


@pytest.mark.parametrize(("game", "kind"), some(EVERY, 3, 1))
def test_no_habit_solves_a_kind(game: str, kind: str) -> None:
    for level in LEVELS_OF[game, kind]:
        exercises = list(sample(game, kind, level))
        most = bound(exercises, level) + CHANCE
        assert not {name: rate for name, rate in rates(exercises).items() if rate > most}, level


@pytest.mark.parametrize(("game", "kind"), some(EVERY, 9))
def test_no_answer_stands_for_most(game: str, kind: str) -> None:
    for level in LEVELS_OF[game, kind]:
        exercises = list(sample(game, kind, level))
        answers = Counter(answer for each in exercises for answer in each.answers)
        most = max(40.0, bound(exercises, level) if exercises[0].asks == ("choice",) else 0)
        assert 100 * answers.most_common(1)[0][1] / len(exercises) <= most + CHANCE, level


SHARES = {1: 0.46, 2: 0.34, 3: 0.25, 4: 0.16, 5: 0.11}


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("step", [1, 5, 89, 1000])
def test_a_seed_decides_beforehand(level: int, step: int) -> None:
    """In whatever order seeds come, habits may solve as many exercises as the level says."""
    screens = [Screen("game", "kind", level, step * number, 0.5) for number in range(400)]
    lenient = [screen for screen in screens if screen.lenient]
    assert abs(len(lenient) / len(screens) - SHARES[level]) < 0.09
    nothing = [screen for screen in screens if screen.wants_nothing]
    assert set(map(id, nothing)) <= set(map(id, lenient))
    assert abs(len(nothing) / len(screens) - SHARES[level] / 2) < 0.07
    picked = Counter(screen.pick("abcd") for screen in screens)
    assert max(picked.values()) < 140


COMES = [  # what comes in exercises of Krypkasino, at every level
    ("take", Answer(())), ("forced", Answer(())),
    ("sweep", Answer(choice="twin_alone")), ("sweep", Answer(choice="creeps")),
    ("pays", Answer(choice="nobody")), ("pays", Answer(choice="0:10")),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "answer"), COMES)
def test_what_is_rare_in_play_comes(kind: str, answer: Answer) -> None:
    """Double sweeps, ten points, nothing; and where nothing comes, something does too."""
    for level in LEVELS if SOAK > 1 else (1, 3):
        found = [
            answer in make("krypkasino", kind, seed_at(level, number)).answers
            for number in range(16)
        ]
        assert 0 < sum(found) < len(found)
