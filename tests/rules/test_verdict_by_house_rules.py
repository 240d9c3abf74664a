"""A verdict that hangs on a house rule: which switches change it, and what each preset says."""

import pytest

from referee.rules.games.casino.position_analysis import analyse
from referee.rules.games.referee import build_question

SIDES = [
    # game, table, turn, house rules, the switches that change the verdict, the presets on each side
    ("casino", "KD KC", "KS x KD KC", "", "pictures_take_all",
     {True: "hoyle-1904 foster american", False: "pagat wippen"}),
    ("casino", "KD KC", "KS x KD KC", "pictures_take_all", "pictures_take_all three_pictures",
     {True: "hoyle-1904 foster american", False: "pagat wippen"}),
    ("casino", "4C+3D=7@0", "2H 4C+3D+2H=9", "", "no_raise_own",
     {None: "pagat foster american wippen", False: "hoyle-1904"}),
    ("casino", "8D", "8C -", "", "must_capture must_capture_equal", {}),  # all presets agree
    ("casino", "8D", "8C x 8D", "", "", {}),
    ("kasino", "9H 7C 10C", "10D x 9H 7C", "", "kasino_values kasino_values_free",
     {True: "finland denmark norway", False: "sweden"}),
    ("swazi-casino", "KD KC", "KS x KD", "", "", {}),
]  # fmt: skip


@pytest.mark.parametrize(("game", "table", "turn", "house", "switches", "sides"), SIDES)
def test_the_presets_on_each_side(game, table, turn, house, switches, sides) -> None:
    question = build_question(game, {"table": table, "turn": turn, "house": house})
    others = analyse(question).by_other_rules
    assert set(others.switches) == {*switches.split()}
    found = {legal: " ".join(preset.key for preset in presets) for legal, presets in others.sides}
    assert found == sides
