"""The worked examples A to M of the published rules, as data."""

import json
from importlib.resources import files
from typing import Any

import pytest

from referee import rules
from referee.rules.games import ruleset
from referee.rules.notation import read_cards, write_cards, write_rank
from referee.rules.scoring import score
from referee.rules.sheet_plan import RowCounts

from .conftest import Ask

DATA = files(rules).joinpath("games", "krypkasino/examples.json").read_text("utf-8")
EXAMPLES: list[dict[str, Any]] = json.loads(DATA)["examples"]
POSITIONS = [pytest.param(e, id=e["id"]) for e in EXAMPLES if "scoring" not in e]


def in_order(text: str) -> str:
    return write_cards(sorted(read_cards(text)))


def ask_about(ask: Ask, example: dict[str, Any], **more: str) -> Any:
    texts = {name: example[name] for name in ("table", "hand", "played") if name in example}
    return ask(**texts | more)


@pytest.mark.parametrize("example", POSITIONS)
def test_worked_example(ask: Ask, example: dict[str, Any]) -> None:
    checked = 0
    ruling = ask_about(ask, example)
    outcomes = ruling.play.outcomes if ruling.play else ()
    if "options" in example:
        found = {(write_cards(o.option.captured), write_cards(o.left)) for o in outcomes}
        told = {(in_order(o["captured"]), in_order(o["left"])) for o in example["options"]}
        assert found == told
        for option in example["options"]:
            if "points" in option:
                assert [o.option.points for o in outcomes] == [option["points"]]
        checked += 1
    if "sets_up" in example:
        assert [write_rank(rank) for rank in outcomes[0].sets_up] == example["sets_up"]
        checked += 1
    if "sweeps_for" in example:
        assert [write_rank(rank) for rank in ruling.sweeps_for] == example["sweeps_for"]
        checked += 1
    if "must_play" in example:
        assert write_cards(ruling.hand.must_play) == in_order(" ".join(example["must_play"]))
        checked += 1
    for card, sweep in example.get("sweep", {}).items():
        assert ask_about(ask, example, played=card).play.outcomes[0].sweep == sweep
        checked += 1
    for card in example.get("creeps", ()):
        assert ask_about(ask, example, played=card).play.creeps
        checked += 1
    if "after_set_aside" in example:
        (outcome,) = ask_about(ask, example, last_of_deal="1").play.outcomes
        kept = sorted(set(outcome.left) - set(outcome.set_aside))
        assert write_cards(kept) == in_order(example["after_set_aside"])
        told = example["sets_up_after_set_aside"]
        assert [write_rank(rank) for rank in outcome.sets_up] == told
        checked += 1
    assert checked


def test_worked_example_l_scores_sweeps() -> None:
    (example,) = (e["scoring"] for e in EXAMPLES if "scoring" in e)
    sheet = score(ruleset("krypkasino"), [RowCounts(markers, 0) for markers in example["sweeps"]])
    assert [sum((s.items or {}).values()) for s in sheet.scores] == example["sweep_scores"]
