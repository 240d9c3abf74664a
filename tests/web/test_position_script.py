"""The notation of positions in ``static/js/position.js`` and in the package, by one table."""

import json
import os
import re
import shutil
import subprocess
from html import unescape
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from flask.testing import FlaskClient

from referee.rules.cards import can_be_same_card
from referee.rules.notation import cards_in, read_card

HERE = Path(__file__).parent
TABLE = json.loads((HERE.parent / "data" / "position_grammar.json").read_text("utf-8"))
BEGUN = {"players": "3", "table": "4 7 9", "piles": "5>2@1", "hand": "9 K"}


@pytest.mark.skipif(not (shutil.which("node") or os.environ.get("CI")), reason="no node here")
def test_the_script_reads_positions_so() -> None:
    command = ["node", str(HERE / "position_script.mjs"), json.dumps(TABLE)]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert json.loads(run.stdout) == {
        kind: [row[-1] for row in rows] for kind, rows in TABLE.items()
    }


@pytest.mark.parametrize(("one", "other", "same"), TABLE["same card"])
def test_cards_that_may_be_the_same(one: str, other: str, same: bool) -> None:
    assert can_be_same_card(read_card(one), read_card(other)) is same


@pytest.mark.parametrize(("table", "cards"), TABLE["cards"])
def test_cards_of_a_table(table: str, cards: str) -> None:
    assert cards_in(table) == cards


@pytest.mark.parametrize(("turn", "begun"), TABLE["begun"])
def test_steps_that_stay_when_cards_change(client: FlaskClient, turn: str, begun: str) -> None:
    """Links of the page that choose what lies on the table keep the steps so far."""
    html = client.get("/swazi-casino/referee", query_string=BEGUN | {"turn": turn}).text
    links = [unescape(link) for link in re.findall(r'href="([^"]*[?;&]with=[^"]*)"', html)]
    turns = {parse_qs(urlsplit(link).query).get("turn", [""])[0] for link in links}
    assert turns == {begun}
