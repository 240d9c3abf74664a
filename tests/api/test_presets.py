"""Presets, and ``GET /{game}``, as variants.md says (section 10)."""

import pytest
from flask import Flask

from referee.rules.games import RULESETS, ruleset
from tests.api_calls import Caller, fields
from tests.oracle import variants

VECTORS = {(row[0], row[1]): row[2:] for row in variants.vectors("presets")}
LANGUAGES = ("en", "de", "sv")


@pytest.mark.parametrize("game", RULESETS)
def test_the_switches_and_presets_of_a_game(app: Flask, game: str) -> None:
    answer = Caller(app).get(f"/{game}")
    rules = ruleset(game)
    assert answer["game"] == game
    assert answer["players"] == [*rules.seating.numbers]
    assert [one["key"] for one in answer["house"]] == [*rules.house_rules.names()]
    during_play = [one["key"] for one in answer["house"] if one["during_play"]]
    assert during_play == [*rules.house_rules.names_during_play()]
    exclusions = {one["key"]: tuple(one["excludes"]) for one in answer["house"]}
    assert exclusions == rules.house_rules.exclusions()
    assert [(game, one["key"]) for one in answer["presets"]] == [
        key for key in VECTORS if key[0] == game
    ]
    for preset in answer["presets"]:
        switches, target, names, _ = VECTORS[game, preset["key"]]
        assert preset["house"] == switches.split()
        assert preset["target"] == (int(target) if target else None)
        assert [preset["name"][language] for language in LANGUAGES] == names.split(" / ")
        assert preset["source"]


TARGETS = {
    "krypkasino": None, "casino": 21, "south-african-casino": 21, "spade-casino": 61, "kasino": 16,
}  # fmt: skip


@pytest.mark.parametrize(("game", "target"), TARGETS.items())
def test_the_target_without_switches(app: Flask, game: str, target: int | None) -> None:
    assert Caller(app).get(f"/{game}")["target"] == target


ELSEWHERE = [("GET", "/sessions", 405), ("GET", "/groups", 404), ("GET", "/whist", 404)]


@pytest.mark.parametrize(("method", "path", "status"), ELSEWHERE)
def test_other_paths_answer_as_before(app: Flask, method: str, path: str, status: int) -> None:
    assert Caller(app)(method, path).status_code == status


def test_names_of_switches_are_in_the_language_of_the_request(app: Flask) -> None:
    answer = Caller(app)("GET", "/casino", headers={"Accept-Language": "sv"}).json
    names = {one["key"]: one["name"] for one in answer["house"]}
    assert names["sweeps"] == "En tabbe ger en poäng"


STARTED = [
    # game, what is said, house rules that are on, target, the preset that this is
    ("casino", {"preset": "pagat"}, [], 21, "pagat"),
    ("casino", {"preset": "pagat", "target": 50}, [], 50, "pagat"),
    ("casino", {"preset": "pagat", "house": {"sweeps": False}}, [], 21, "pagat"),
    ("casino", {"preset": "pagat", "house": {"count_out": True}}, ["count_out"], 21, None),
    ("casino", {"house": {"count_out": True}}, ["count_out"], 21, None),
    ("casino", {}, [], 21, "pagat"),
    ("casino", {"preset": "foster", "house": {"sweeps_cancel": False, "draw": True}},
     ["sweeps", "draw", "count_out", "pictures_take_all"], 21, None),
    ("casino", {"house": {"spades_two": True, "sweeps": True}}, ["sweeps", "spades_two"], 21,
     "wippen"),
    ("kasino", {"preset": "denmark"}, ["kasino_values_free", "sweeps_cancel", "five_of_spades"], 21,
     "denmark"),
    ("kasino",
     {"house": dict.fromkeys(["kasino_values_free", "sweeps_cancel", "five_of_spades"], True)},
     ["kasino_values_free", "sweeps_cancel", "five_of_spades"], 16, "denmark"),
    ("swazi-casino", {}, [], 21, None),
]  # fmt: skip


@pytest.mark.parametrize(("game", "options", "on", "target", "preset"), STARTED)
def test_a_session_by_a_preset(api: Caller, game, options, on, target, preset) -> None:
    session = api.start(["Ada", "Bo"], game=game, **options).get()
    assert [name for name, is_on in session["house"].items() if is_on] == on
    assert (session["target"], session["preset"]) == (target, preset)


def test_a_part_by_a_preset(api: Caller) -> None:
    first = api.start(["Ada", "Bo"], game="casino", house={"sweeps": True}, target=30)
    options = {"group_id": first.group_id, "continues": first.id, "game": "casino"}
    second = first.edit.start(["Ada", "Bo", "Cia"], preset="pagat", **options)
    session = first.edit.get(f"/sessions/{second.id}")
    assert (session["preset"], session["target"]) == ("pagat", 30)


def test_a_preset_with_a_switch_that_it_excludes(app: Flask) -> None:
    body = {"game": "casino", "players": ["Ada", "Bo"], "preset": "foster"}
    answer = Caller(app)("POST", "/sessions", body | {"house": {"claim_out": True}})
    assert (answer.status_code, fields(answer)) == (422, ["house"])


UNKNOWN = [
    ("royal-casino", "sweden", "There is no preset “sweden”, only pagat and royal-draw."),
    ("krypkasino", "pagat", "This game has no presets."),
]


@pytest.mark.parametrize(("game", "preset", "sentence"), UNKNOWN)
def test_an_unknown_preset(app: Flask, game: str, preset: str, sentence: str) -> None:
    body = {"game": game, "players": ["Ada", "Bo"], "preset": preset}
    answer = Caller(app)("POST", "/sessions", body)
    assert (answer.status_code, fields(answer)) == (422, ["preset"])
    assert answer.json["detail"] == sentence
