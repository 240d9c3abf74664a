"""The page, the API and the command say the same of a claim in Krypkasino."""

import json
import re
from html import unescape
from typing import Any

import pytest
from click.testing import CliRunner

from referee.cli import main

CLAIMS = [
    # table, played, captured, what else is known: legal, unless, ways to take the rest
    ("3 5", "K", "-", {}, None, ["8"], []),
    ("3 5", "K", "-", {"hand": "K 8"}, False, [], []),
    ("A 2 5 6 8", "8", "8", {}, False, [], [["2", "6"], ["A", "2", "5"]]),
    ("9 5S 5H 5D 5C", "A", "-", {"limit": "2"}, False, [], [["5H", "9"], ["5D", "9"]]),
]


@pytest.mark.parametrize(
    ("table", "played", "captured", "more", "legal", "unless", "missing"), CLAIMS
)
def test_they_agree(client, table, played, captured, more, legal, unless, missing) -> None:  # noqa: PLR0917
    query = {"table": table, "played": played, "captured": captured} | more
    answer: Any = client.get("/api/v1/krypkasino/referee", query_string=query).json
    verdict = answer["verdict"]
    assert (verdict["legal"], verdict["unless"]) == (legal, unless)
    assert verdict["missing"] == missing
    given = ["judge", f"{table} / {played}", "--captured", captured]
    for name, text in more.items():
        given.append(f"--{name.replace('_', '-')}")
        given += [] if text == "1" else [text]
    told = CliRunner().invoke(main, given)
    first = told.stdout.splitlines()[0]
    assert told.exit_code == (1 if legal is False else 0)
    assert json.loads(CliRunner().invoke(main, [*given, "--json"]).stdout) == answer
    assert verdict["message"].startswith(first)
    if "limit" not in more:  # the page has its own
        page = unescape(client.get("/krypkasino/referee", query_string=query).text)
        assert re.search(r"<h1[^>]*>([^<]*)<", page)[1] == first  # type: ignore[index]  # none is red
