"""The ``referee`` command."""

import json

import pytest
from click.testing import CliRunner, Result
from flask.testing import FlaskClient

from referee.cli import main


def judge(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["judge", *arguments])


JUDGED = [
    # arguments, exit code, first line
    (["A 2 6 7 8 9 J / 8"], 0, "The 8 must take five cards"),
    (["8 9/7"], 0, "Nothing to take: the 7 creeps"),
    (["2 3 4 5 8 10 / A"], 0, "Choose one of three captures"),
    (["5S / 5S"], 0, "Double sweep: the 5♠\ufe0e takes the whole table"),
    (["2 6 5"], 0, "Sweep for a king"),
    (["8 9"], 0, "No card sweeps this table"),
    (["3 5", "--hand", "8 9"], 0, "Forced sweep: play the eight"),
    (["8 / 8", "--captured", "8"], 0, "That was right."),
    (["8 / 8", "--captured", "-"], 1, "The 8 may not creep: it takes 8."),
]


@pytest.mark.parametrize(("arguments", "code", "line"), JUDGED)
def test_judge(arguments: list[str], code: int, line: str) -> None:
    result = judge(*arguments)
    assert (result.exit_code, result.stdout.splitlines()[0]) == (code, line)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["8 x / 8"], "table: “x” is no card"),
        (["8 / 8 9"], "played: “8 9” is more than one card"),
        (["8 / 8", "--limit", "0"], "limit: 0 is not between 1 and 200"),
        (["8", "--house", "jokers"], "house: There is no house rule “jokers”"),
    ],
)
def test_judge_explains_what_it_cannot_read(arguments: list[str], message: str) -> None:
    result = judge(*arguments)
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stdout == ""


def test_judge_answers_json_as_the_api_does(client: FlaskClient) -> None:
    query = {"table": "8S 9C", "played": "8H", "hand": "8H 6D", "captured": "8S"}
    result = judge("8S 9C / 8H", "--hand", "8H 6D", "--captured", "8S", "--json")
    assert (
        json.loads(result.stdout)
        == client.get("/api/v1/krypkasino/referee", query_string=query).json
    )
