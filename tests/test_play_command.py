"""The command ``referee play``: a game in the terminal, of which the others play their part."""

import pytest
from click.testing import CliRunner, Result

from referee.cli import main
from referee.rules.games import RULESETS, ruleset
from referee.rules.notation import write_settled_play
from referee.rules.playing.dealt_session import DealtSession
from referee.rules.playing.players import Level, has_players
from referee.rules.seating import Seats

PLAYED = [game for game in RULESETS if has_players(ruleset(game))]
SIMPLY = ("--level", "simple")


def typed(*lines: str, options: tuple[str, ...] = ("--seed", "a1", *SIMPLY)) -> Result:
    """Return what comes of lines that are typed in a game of Krypkasino."""
    text = "".join(f"{line}\n" for line in lines)
    return CliRunner().invoke(main, ["play", "krypkasino", *options], input=text)


def said(result: Result) -> list[str]:
    """Return the lines that the command has said, without the mark of each line that is typed."""
    text = result.stdout.replace("\ufe0e", "")
    return [line.removeprefix("> ") for line in text.splitlines()]


BEGIN = [
    "The same cards again: --seed a1",
    "Ben deals.",
    "Table: 2H 3D 5H 7C",
    "Hand: 2D 3D 9H 10S 10D QH",
]
END = "The game was not played to its end."

ANSWERED = [
    # what is typed, and what is said to it
    (["quit"], [END]),
    ([], [END]),
    (["undo"], ["There is nothing to take back.", END]),
    (["KD"], ["No: the K♦ is not in the hand.", END]),
    (["9H -"], ["No: the 9♥ cannot creep; it must take the 2♥ and the 7♣.", END]),
    (["10"], ["What suit is the 10?", END]),
    (["table 2H"], ["“table 2H” is not a turn.", END]),
    ([""], [*BEGIN[1:], END]),
    (["?"], ["No forced sweep: any card may be played.", END]),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "answers"), ANSWERED)
def test_an_answer_to_what_is_typed(lines: list[str], answers: list[str]) -> None:
    result = typed(*lines)
    assert result.exit_code == 0, result.output
    assert said(result)[: len(BEGIN)] == BEGIN
    for line, answer in zip(said(result)[len(BEGIN) :], answers, strict=True):
        assert line.startswith(answer)


def test_a_rank_is_enough_where_only_one_card_has_it() -> None:
    lines = said(typed("2"))[len(BEGIN) :]
    assert lines[0] == "You: 2♦ takes 2♥."
    assert lines[1].startswith("Ben: ")
    assert lines[-2].startswith("Hand: 3D 9H 10S 10D QH")


def test_a_card_that_can_do_several_things_is_asked_about() -> None:
    lines = said(typed("10S", "10S x 3D 7C"))[len(BEGIN) :]
    assert lines[:3] == [
        "This can be done in several ways. Which one?",
        "  10S x 3D 7C",
        "  10S x 2H 3D 5H",
    ]
    assert lines[3] == "You: 10♠ takes 3♦ + 7♣."


def test_a_play_is_taken_back() -> None:
    lines = said(typed("2", "undo"))
    assert lines[-len(BEGIN) : -1] == BEGIN[1:]


def test_hints_become_clearer_and_begin_again_with_the_next_play() -> None:
    hints = said(typed("?", "?", "?", "?", "2", "?"))[len(BEGIN) :]
    assert hints[0] == "No forced sweep: any card may be played."
    assert hints[1].startswith("Look at the ")
    assert hints[2] == hints[3] != hints[1]
    assert hints[-2].startswith("No forced sweep") or "sweep" in hints[-2]


@pytest.mark.parametrize("game", PLAYED)
def test_a_game_is_played_to_its_sheet(game: str) -> None:
    rules = ruleset(game)
    dealer = -rules.seating.step % 2
    dealt = DealtSession(rules, Seats(2, dealer), "a1").deal()
    lines = []
    dealt = dealt.with_players(0, Level.SIMPLE)
    while dealt.turn is not None:
        play = dealt.chosen(Level.SIMPLE).play
        lines.append(write_settled_play(play))
        dealt = dealt.after(play).with_players(0, Level.SIMPLE)
    text = "".join(f"{line}\n" for line in lines)
    result = CliRunner().invoke(main, ["play", game, "--seed", "a1", *SIMPLY], input=text)
    assert result.exit_code == 0, result.output
    sheet = said(result)[-2:]
    assert dealt.record.score is not None
    totals = [score.total for score in dealt.record.score.scores]
    for line, name, total in zip(sheet, ("You", "Ben"), totals, strict=True):
        assert line.replace("−", "-").startswith(f"{name} {total}"), line


CANNOT = [
    # options; what is said
    (["krypkasino", "--players", "9"], 2, "9 players"),
    (["krypkasino", "--players", "1"], 2, "1 player"),
    (["krypkasino", "--house", "jokers"], 2, "There is no house rule “jokers”"),
    (["whist"], 2, "whist"),
    (["krypkasino", "--level", "best"], 2, "best"),
]  # fmt: skip


@pytest.mark.parametrize(("options", "code", "message"), CANNOT)
def test_what_cannot_be_played_is_refused(options: list[str], code: int, message: str) -> None:
    result = CliRunner().invoke(main, ["play", *options], input="")
    assert (result.exit_code, result.stdout) == (code, "")
    assert message in result.stderr


def test_any_text_is_a_seed() -> None:
    first, again = (said(typed("quit", options=("--seed", "Bo’s own", *SIMPLY))) for _ in range(2))
    assert first == again
    assert first[0] != BEGIN[0]
    assert said(typed("quit", options=("--seed", first[0].split()[-1], *SIMPLY))) == first
