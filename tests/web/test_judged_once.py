"""A play is judged once, where it is entered: not when it goes into the log, nor on a page."""

from typing import Any

import pytest
from flask import Flask

from referee.rules.games.casino.followed import followed_game as builds
from referee.rules.games.krypkasino import followed_game as captures
from referee.rules.plays import Play, as_play
from referee.services import followed_games
from tests.entry_json import body_of
from tests.strategies import some

from .followed_build_game import begun
from .live_table_taps import Fingers

FOUR, LOW = "table 5H 8S 9C JD", "table 4C 2S JD 9H"
PLAYED = f"{FOUR} ; 8H x 8S ; 9H x 9C ; KC -"
BUILT = f"{LOW} ; 2C 2C+4C=6 ; KD - ; 6H x 4C+2C=6"
BY_TAPS = " > "
ENTRIES = [
    # game and how many play it, entries so far, the entry, how many plays are judged
    ("krypkasino 2", FOUR, "8H > ", 1), ("krypkasino 2", FOUR, "8H x 8S", 1),
    ("krypkasino 2", FOUR, "8H - !", 1), ("krypkasino 2", FOUR, "@0 8H x 8S !", 1),
    ("casino 2", LOW, "KD > ", 1), ("casino 2", LOW, "JC > JD", 1),
    ("casino 2", LOW, "9C x 9H", 1), ("casino 2", LOW, "QC x JD !", 1),
    ("royal-casino 3", LOW, "2C 2C+4C=6", 1), ("spade-casino 2", LOW, "9C x 9H", 1),
    ("swazi-casino 2", LOW, "9C x 9H", 1),
    ("swazi-casino 2", "table 2C 6H 9H KD", "2C+6H=8 / 9D x 9H", 1),
    ("lesotho-casino 2", BUILT, "KC x 6H^1 !", 1),
    ("south-african-casino 2", "AD -", "AC x AD", 1),
    # What was corrected, and the plays after it, which are played over again.
    ("krypkasino 2", PLAYED, "replace 4 QC -", 1), ("krypkasino 2", PLAYED, "replace 2 8D x 8S", 3),
    ("krypkasino 2", PLAYED, "before 3 QC -", 3), ("krypkasino 2", PLAYED, "undo 4", 0),
    ("casino 2", BUILT, "replace 2 2D 2D+4C=6", 3), ("casino 2", BUILT, "undo 4", 0),
    ("casino 2", f"{BUILT} ; replace 2 2D 2D+4C=6", "undo 5", 3)]  # fmt: skip


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> list[Play]:
    """Return the turns on which a referee gives a verdict. Those that are listed for a card are
    not."""
    turns: list[Play] = []
    judge, judge_play = builds.judge, captures.judge_play

    def of_builds(rules: Any, position: Any, turn: Play) -> Any:
        turns.append(turn)
        return judge(rules, position, turn)

    def of_captures(rules: Any, table: Any, card: Any, captured: Any) -> Any:
        turns.append(as_play(card, captured))
        return judge_play(rules, table, card, captured)

    monkeypatch.setattr(builds, "judge", of_builds)
    monkeypatch.setattr(captures, "judge_play", of_captures)
    return turns


ON_PAGES = [(*entry, "page") for entry in ENTRIES]
BY_API = some([(*entry, "API") for entry in ENTRIES if BY_TAPS not in entry[2]], 3)


@pytest.mark.parametrize(("game", "so_far", "line", "times", "how"), [*ON_PAGES, *BY_API])
def test_a_play_is_judged_once(
    app: Flask, judged: list[Play], game: str, so_far: str, line: str, times: int, how: str
) -> None:
    name, players = game.split()
    here = begun(app, name, *so_far.split(" ; "), players=int(players))
    card, tapped, used = line.partition(BY_TAPS)
    body = {"card": card, "used": used} if tapped else body_of(line)
    judged.clear()
    if how == "page":
        form = {field: "1" if said is True else str(said) for field, said in body.items()}
        sent = {"key": "k", "after": str(here.seq), **form}
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(
                followed_games, "read_followed", None
            )  # the page has it from who entered it
            answer = here.phone.ask(here.table, "POST", data=sent, headers={"X-Poll": "1"})
        assert answer.status_code == 200, answer.text
        polled = {"X-Poll": "1", "If-None-Match": answer.headers["ETag"]}
        assert here.phone.ask(here.table, headers=polled).status_code == 304
    else:
        assert len(list(here.enter([body]))) == 1
    here.phone.get(here.table)  # whoever looks on has nothing judged again
    stands = [step.event.play for step in Fingers(here).record.events if step.verdict]
    assert sum(turn in stands for turn in judged) == times
