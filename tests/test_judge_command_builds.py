"""``referee judge`` where there are builds."""

import pytest
from click.testing import CliRunner, Result

from referee.cli import answer_to, main
from referee.rules.question_fields import BadQuestion


def judge(*arguments: str, game: str) -> Result:
    return CliRunner().invoke(main, ["judge", "--game", game, *arguments])


def said(*arguments: str, game: str) -> list[str]:
    return judge(*arguments, game=game).stdout.replace("\ufe0e", "").splitlines()


MINE = "4C KD 3S+5H=8@0"

JUDGED = [
    # the game, arguments, exit code, what is said
    ("casino", [MINE, "--turn", "8H x 3S+5H=8"], 0, ["Yes, that is", "On the table then: 4♣ K♦"]),
    ("casino", [MINE, "--hand", "8H QC", "--turn", "QC -"], 1,
     ["No: you were the last to add to the build of 8. Take something, build or add.",
     "The Q♣ takes nothing, and no build can be made with it.",
     "  trail it? No: you were the last to add to the build of 8. Take something"]),
    ("casino", ["JS JC", "--turn", "JD x JS JC"], 1,
     ["No: ", "It hangs on the house rules: A picture takes all of its rank",
     "Allowed: Standard Hoyle, 1904 · Foster's Hoyle · American: a picture takes all",
     "Not allowed: Casino as on pagat.com · Wippen"]),
    ("casino", ["8S AS 7D 4C+4D=8@1 10D / 8H"], 0,
     ["The 8♥ may do this:", "  take: 8♠ | A♠+7♦ | 4♦+4♣=8 · 1 point",
     "  build 8: 8♥ | A♠+7♦ · if you still hold an eight"]),
    ("casino", [MINE + " KC", "--hand", "8H KS"], 0, ["You were the last to", "Keep an eight for"]),
    ("casino", ["2S+3H=5@1 / 3D", "--with", "2S+3H=5"], 0, ["Raise a build to 8: 2♠+3♥+3♦ · Yes"]),
    ("swazi-casino", ["3D 6H 4C+5S=9@0", "--players", "3", "--hand", "9C 10D", "--turn", "10D -"],
     0, ["Yes, that is right.", "On the table then: 3♦ 6♥ 10♦ 4♣+5♠=9",
     "An opponent may insist: add 3♦ and 6♥ to your build of 9"]),
    ("south-african-casino", ["9C 3D 5C", "--piles", "4H@1", "--turn", "8S x 3D 5C"], 0,
     ["Yes, that is right.", "On the table then: 9♣",
     "On top of the piles then: yours 3♦ > 5♣ > 8♠, the opponent’s 4♥"]),
    ("swazi-casino", ["5C 6D", "--players", "4", "--proven", "J", "--turn", "5C+6D=11@2 / 2S -"], 0,
     ["Yes, that is right."]),
]  # fmt: skip


@pytest.mark.parametrize(("game", "arguments", "code", "lines"), JUDGED)
def test_what_is_said(game: str, arguments: list[str], code: int, lines: list[str]) -> None:
    found = said(*arguments, game=game)
    assert judge(*arguments, game=game).exit_code == code
    assert len(found) >= len(lines), found
    for line, begins in zip(found, lines, strict=False):
        assert line.startswith(begins), found


REFUSED = [
    # game, arguments, what is said
    ("casino", ["8 / 8", "--captured", "8"], "captured: This game knows nothing of it."),
    ("krypkasino", ["8 / 8", "--turn", "8 x 8"], "turn: This game knows nothing of it."),
    ("casino", ["3S+5H=9 / 8"], "table: 3♠ and 5♥ cannot be divided"),
    ("casino", ["3S / 8", "--turn", "8 takes"], "turn: “8 takes” is not a turn."),
]


@pytest.mark.parametrize(("game", "arguments", "message"), REFUSED)
def test_what_cannot_be_asked(game: str, arguments: list[str], message: str) -> None:
    result = judge(*arguments, game=game)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.replace("\ufe0e", "").startswith(message)


def test_all_foreign_fields_are_told() -> None:
    with pytest.raises(BadQuestion) as refusal:
        answer_to("casino", {"table": "8", "captured": "8", "dealt": "1"})
    assert [fault.field for fault in refusal.value.faults] == ["captured", "dealt"]
