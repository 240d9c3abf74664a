"""A page of a game with builds asks the rules once, and they judge no turn twice for it."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from referee.rules.games.casino.analysis import Analysis, analyse
from referee.rules.games.casino.judge.judge import judge
from referee.rules.games.casino.judge.play_rules import BuildRules
from referee.rules.games.casino.judge.position import Position
from referee.rules.games.casino.judge.verdict import Verdict
from referee.rules.games.casino.options import turn as turn_context
from referee.rules.plays import Play
from referee.web.referee import build_view
from tests.web.page_requests import CASINO, SWAZI

PAGES = [
    (CASINO, "table=5S 3C 8D 2H&played=8H"),
    (CASINO, "table=5S 3C 8D&played=8H&hand=8H 3D KC"),
    (CASINO, "table=5S 3C 8D&played=8H&with=5S 8D&claim=took"),
    (CASINO, "table=5S 3C 6D&played=3H&with=5S&claim=built"),
    (CASINO, "table=5S 6D KC&turn=3H 3H%2B5S=8&holds=8"),
    (SWAZI, "table=6S 2H 8D%3D8C%3D8@0 KC&played=KD&turn=6S%2B2H%3D8D%3D8C%3D8&with=KC"),
    (SWAZI, "table=6S 2H 8D%3D8C%3D8@0 KC&turn=KD -&players=2&deal=2")]  # fmt: skip


@pytest.mark.parametrize(("path", "asked"), PAGES)
def test_the_rules_are_asked_once(client: FlaskClient, monkeypatch, path, asked) -> None:
    analyses, judged = [], []

    def counted(*question: Any) -> Analysis:
        analyses.append(question)
        return analyse.__wrapped__(*question)

    def judge_counted(rules: BuildRules, start: Position, turn: Play, **parts: Any) -> Verdict:
        judged.append((rules, start.table, start.hand, turn, *parts.values()))
        return judge(rules, start, turn, **parts)

    monkeypatch.setattr(build_view, "analyse", counted)
    monkeypatch.setattr(turn_context, "judge", judge_counted)
    assert client.get(f"{path}?{asked}").status_code == 200
    assert len(analyses) == 1 <= len(judged)
    assert [turn for turn in judged if judged.count(turn) > 1] == []
