"""Feedback on exercises agrees with whether it was taken, over many seeds: a
reason blames what had to be tapped, and a right answer is not told that it lacks something."""

import re
from collections.abc import Iterator

import pytest

from referee.languages import Speech, speaking
from referee.messages import exercise_reasons, seat_texts
from referee.rules.exercises.answering import may_answer
from referee.rules.exercises.chance import Chance
from referee.rules.exercises.exercise import LEVELS, SEEDS, Answer, Exercise, Kind, seed_at
from referee.rules.exercises.making import answers, judged, kinds, make
from referee.rules.games import RULESETS, ruleset
from tests.strategies import times

OF_EACH = times(50)
SYMBOLS = str.maketrans({"♠": "S", "♥": "H", "♦": "D", "♣": "C", "\ufe0e": None})
OF_KIND = [(game, kind) for game in RULESETS for kind in kinds(ruleset(game))]
MAY = [game for game, kind in OF_KIND if kind is Kind.MAY]
TAKING = [one for one in OF_KIND if one[1] in (Kind.TAKE, Kind.CAN)]
LACKS = re.compile(r"[Nn]o:|must|can take more|missing|not make|no group|cannot|[Ss]omething there")


def exercises(game: str, kind: Kind) -> Iterator[Exercise]:
    chance = Chance("reasons", game, kind)
    for number in range(OF_EACH):
        yield make(game, kind, seed_at(LEVELS[number % len(LEVELS)], chance.below(SEEDS)))


def told(exercise: Exercise, answer: Answer) -> str:
    """All reasons, with cards as they are typed."""
    found = judged(exercise, answer)
    with speaking(Speech("en")):
        names = seat_texts(exercise.players)
        said = exercise_reasons(exercise, answer, found, names)
        return " ".join(one.text for one in said).translate(SYMBOLS)


def named(text: str) -> set[str]:
    return set(re.findall(r"(?:10|[2-9AJQK])[SHDC]", text))


def cards_of(pieces: tuple[str, ...]) -> set[str]:
    return {card for piece in pieces for card in named(piece.partition("^")[0])}


def has_no_number(game: str, card: str) -> bool:
    return card[0] in "JQK" and game not in ("royal-casino", "swazi-casino")


@pytest.mark.parametrize("game", MAY)
def test_a_reason_blames_what_had_to_be_tapped(game: str) -> None:
    """Each piece that a wrong turn fails on is named, or it is one of "these cards"."""
    wrong = 0
    for exercise in exercises(game, Kind.MAY):
        at_fault = may_answer(exercise).pieces
        if not at_fault:
            continue
        wrong += 1
        right = [one.pieces or () for one in answers(exercise)]
        allowed = cards_of(tuple(piece for one in right for piece in one))
        played = exercise.texts["turn"].split()[0]
        takes = " x " in exercise.texts["turn"]
        loose = {one for one in exercise.texts["turn"].split()[1:] if "=" not in one}
        for piece in at_fault:
            text = told(exercise, Answer((piece,), may=False))
            fails_on = named(text.partition("What it fails on: ")[2])
            assert named(text) <= allowed | {played}, (exercise, text)
            if "pictures have no number" in text:
                assert any(has_no_number(game, card) for card in cards_of(at_fault)), exercise
            if fails_on:
                assert fails_on == cards_of(at_fault) - {played}, (exercise, text)
            elif takes and "groups of" in text:  # all loose cards are "these cards"
                assert cards_of(at_fault) >= cards_of(tuple(loose)), (exercise, text)
            elif takes and piece != played and "build of" not in text and named(text):
                assert cards_of((piece,)) <= named(text), (exercise, text)
    assert wrong > OF_EACH // 5


@pytest.mark.parametrize(("game", "kind"), TAKING)
def test_what_is_taken_as_right_lacks_nothing(game: str, kind: Kind) -> None:
    """Any largest take is right and is told so; whatever is refused is told what it lacks."""
    for exercise in exercises(game, kind):
        right = answers(exercise)
        for answer in right:
            text = told(exercise, answer)
            assert not LACKS.search(text.replace("A card that can take must.", "")), (
                exercise,
                text,
            )
            assert ("more than one way" in text) is (len(right) > 1)
            for piece in answer.pieces or ():
                less = list(answer.pieces or ())
                less.remove(piece)
                if Answer(tuple(less)) not in right:
                    assert LACKS.search(told(exercise, Answer(tuple(less)))), (exercise, less)
        if Answer(()) not in right:
            text = told(exercise, Answer(()))
            assert LACKS.search(text), exercise
            if kind is Kind.TAKE:  # no capture of several is told as the only one
                chosen = "either" in text or "There are more ways" in text
                assert chosen is (len(right) > 1), (exercise, text)
