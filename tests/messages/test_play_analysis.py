"""Sentences about the plays of a finished game: what they cost, and why another was better."""

import pytest

from referee.messages.play_analysis import loss_text, not_judged_texts, progress_text, why_text
from referee.rules.log.record import Record
from referee.rules.notation import read_settled_play
from referee.rules.playing.game_analysis import Finding, NotJudged
from referee.rules.playing.play_effects import advantages, effect_of
from tests.followed_games import Scene, follow

# ruff: noqa: E501 - sentences are long

KRYPKASINO, CASINO = Scene("krypkasino"), Scene("casino")
SWEEPS = Scene("casino", house="sweeps")
LATER = "At once it is no better: what comes later makes the difference."

WHY = [
    (KRYPKASINO, "table 5H 8S 2D KC", "8H x 8S", "9D -",
     "The 8♥ takes 1 point and leaves a sweep for a seven; the 9♦ takes nothing and leaves a sweep for nobody."),
    (KRYPKASINO, "table 5H 8S 2D KC", "3H -", "5S x 5H", LATER),
    (KRYPKASINO, "table 5H 8S 2D KC", "7S x 5H 2D", "7H x 5H 2D",
     "The 7♠ takes 1 point; the 7♥ takes no points."),
    (KRYPKASINO, "table 3H 3S 4D 9C", "7H x 3S 4D", "7H x 3H 4D",
     "As it was played, the 7♥ takes 1 point; the better way it takes no points."),
    (CASINO, "table 5S 9C JD 2D", "3C 3C+5S=8", "9D x 9C",
     "The 3♣ takes nothing; the 9♦ takes 2 cards."),
    (CASINO, "table 5S 9C JD 2D", "3C -", "2H x 2D", "The 3♣ takes nothing; the 2♥ takes 2 cards."),
    (CASINO, "table 5S 9C JD 2S", "9D x 9C", "2H x 2S",
     "The 9♦ takes no points; the 2♥ takes 1 point."),
]  # fmt: skip


def why(record: Record, made: str, better: str) -> str:
    """Return why a play would have been better than the latest one of a game."""
    index = len(record.events) - 1
    effects = [effect_of(record, index, read_settled_play(text)) for text in (made, better)]
    aspects = advantages(record.rules, *effects)
    return why_text(*effects, aspects, ["Ada", "Bo"]).replace("\ufe0e", "")


@pytest.mark.parametrize(("scene", "dealt", "made", "better", "sentence"), WHY)
def test_why_another_play_was_better(
    scene: Scene, dealt: str, made: str, better: str, sentence: str
) -> None:
    assert why(follow(scene, dealt, made), made, better) == sentence


def test_a_sweep_speaks_for_a_play() -> None:
    record = follow(SWEEPS, "table 5S 9C JD 2D", "5H x 5S", "9D x 9C", "JS x JD", "3H -")
    assert why(record, "3H -", "2S x 2D") == (
        "The 3♥ takes nothing and does not sweep; the 2♠ takes 1 point and sweeps."
    )


def test_who_swept_next_is_told() -> None:
    record = follow(KRYPKASINO, "table 5H 8S 2D KC", "8H x 8S", "7D x 5H 2D")
    made = effect_of(record, 1, read_settled_play("8H x 8S"))
    better = effect_of(record, 1, read_settled_play("9D -"))
    text = why_text(made, better, [], ["Ada", "Bo"])
    assert text == f"{LATER} Then Ada swept."
    assert why_text(made, better, [], ["You", "Bo"], 0) == f"{LATER} Then you swept."
    assert better.swept_by is None


def test_what_a_play_cost() -> None:
    finding = Finding(17, 0, (), loss=3.4, low=2.91, high=3.9)
    assert loss_text(finding) == "about 3.4 points (2.9 to 3.9)"
    assert progress_text(12, 48) == "12 of 48 plays looked at"


def test_plays_that_cannot_be_judged() -> None:
    irregular, unknown = NotJudged.IRREGULAR, NotJudged.UNKNOWN_CARD
    plays = [(3, unknown), (5, NotJudged.NO_CHOICE), (7, irregular), (8, irregular),
             (9, irregular), (12, irregular)]  # fmt: skip
    assert not_judged_texts(plays) == [
        "Play 3 cannot be judged: not every card of that deal is known.",
        "Plays 7–9 and 12 cannot be judged: something in that deal was against the rules.",
    ]
    assert not_judged_texts([(5, NotJudged.NO_CHOICE)]) == []
