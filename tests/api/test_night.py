"""Nights of several sessions, rules changed afterwards, and presets, as api.md and variants.md
say."""

from typing import Any

import pytest
from flask import Flask

from referee.rules.games import RULESETS, ruleset
from referee.services import nights
from referee.services.access import Access
from referee.services.refusals import ContinuedAlready
from tests.api_calls import NAMES, Caller, Live, Table, fields, points
from tests.oracle import variants


def part(table: Table, players: list[str], **options: object) -> Table:
    joined = table.edit.start(players, group_id=table.group_id, continues=table.id, **options)
    return Table(table.edit, table.view, joined.id, table.group_id)


def night_of(api: Caller) -> tuple[Table, Table]:
    """Three play two games, then Dan joins and Bo leaves."""
    first = api.start(["Ada", "Bo", "Cia"], house={"last_capture_point": True})
    first.play(points(20), points(12), points(10), last_capturer=0)
    first.play(points(2), points(10), points(30), last_capturer=2)
    return first, part(first, ["Ada", "Cia", "Dan"])


def paid(night: Any, way: str = "pairwise") -> str:
    return ", ".join("{from} {to} {points}".format(**one) for one in night["settlement"][way])


def test_a_part_follows_from_the_one_before(api: Caller) -> None:
    first, second = night_of(api)
    before, after = first.get(), second.get()
    assert (before["closed"], before["continues"], before["continued_by"]) == (
        True, None, second.id)  # fmt: skip
    assert (after["closed"], after["continues"], after["continued_by"]) == (False, first.id, None)
    assert (before["next_dealer"], after["next_dealer"]) == (2, 1)  # Cia's turn
    assert (after["house"], after["games_planned"]) == (before["house"], 3)
    assert before["night"] == after["night"]
    assert after["night"]["sessions"] == [first.id, second.id]
    (dan,) = (one for one in after["night"]["standings"] if one["name"] == "Dan")
    assert (dan["games"], dan["place"]) == (0, None)
    second.play(points(0), points(40), points(2), last_capturer=1)
    night = first.get()["night"]
    assert [tuple(one[key] for key in ("name", "total", "games", "place")) for one in
            night["standings"]] == [("Ada", 23, 3, 1), ("Cia", 82, 3, 2),
                                    ("Bo", 22, 2, None), ("Dan", 2, 1, None)]  # fmt: skip
    owed = "Ada Bo 1, Cia Ada 59, Cia Bo 19, Cia Dan 39, Dan Ada 2"
    assert paid(night) == owed
    assert paid(night, "to_winner") == owed.replace("59", "41").replace("Cia Dan 39, ", "")


@pytest.mark.parametrize(
    ("players", "options", "dealer"),
    [
        (["Bo", "Ada"], {}, 1),  # Cia would have dealt: the next who is there is Ada
        (["Dan", "Eva"], {}, 0),
        (["Bo", "Cia"], {"first_dealer": 0, "house": {}}, 0),
    ],
)
def test_who_deals_first(api: Caller, players, options, dealer) -> None:
    third = api.start(["Ada", "Bo", "Cia"], house={"last_capture_point": True})
    third.play(points(20), points(12), points(10), last_capturer=0)
    third.play(points(20), points(12), points(10), last_capturer=0)
    after = part(third, players, **options).get()
    assert after["next_dealer"] == dealer
    assert after["house"]["last_capture_point"] == ("house" not in options)


def test_what_cannot_go_on(api: Caller) -> None:
    first, second = night_of(api)
    body = {"game": "krypkasino", "players": NAMES[:2], "group_id": first.group_id}
    other = api.start(NAMES[:2])
    for more, status in [
        ({"continues": first.id}, 409), ({"continues": other.id}, 404), ({"continues": "x"}, 404),
        ({"continues": "\ud800"}, 404), ({"continues": "\0"}, 404),
        ({"continues": second.id, "game": "casino"}, 422), ({"continues": 3}, 422),
    ]:  # fmt: skip
        assert first.edit("POST", "/sessions", body | more).status_code == status
    alone = first.edit("POST", "/sessions", {**body, "group_id": None, "continues": first.id})
    assert (alone.status_code, fields(alone)) == (422, ["continues"])
    sent = body | {"continues": second.id, "key": "k"}
    third = first.edit("POST", "/sessions", sent).json
    assert first.edit("POST", "/sessions", sent).json == third
    assert len(second.get()["night"]["sessions"]) == 3
    access = Access(first.group_id, may_write=True)
    with api.app.app_context():
        assert nights.change_people(access, second.id, leaves=["X"]).session_id == second.id
        with pytest.raises(ContinuedAlready):
            nights.take_back(access, second.id)


def test_a_target_begins_anew(api: Caller) -> None:
    first = api.start(["Ada", "Bo", "Cia"], game="casino", target=30, house={"sweeps": True})
    second = part(first, ["Ada", "Bo"], game="casino")
    assert (second.get()["target"], second.get()["house"]["sweeps"]) == (30, True)
    standings = second.get()["night"]["standings"]
    assert [one["name"] for one in standings] == ["Ada", "Bo", "Cia"]
    assert all("total" not in one and one["place"] == 1 for one in standings)
    fit = api.start(["Ada", "Bo"], game="casino", house={"difference_scoring": True})
    assert part(fit, ["Ada", "Bo", "Cia"], game="casino").get()["target"] == 21


def test_set_aside_and_deleted(either: Caller) -> None:
    first, second = night_of(either)
    people = first.people()
    second.play(points(0), points(40), points(2), last_capturer=1)
    assert second("DELETE", "").status_code == 409
    assert second("PATCH", "", {"set_aside": "yes"}).status_code == 422
    assert first.view("PATCH", f"/sessions/{second.id}", {"set_aside": True}).status_code == 403
    aside = second("PATCH", "", {"set_aside": True}).json
    assert (aside["set_aside"], aside["night"], aside["continues"]) == (True, None, first.id)
    assert (first.get()["night"], first.get()["continued_by"]) == (None, None)
    assert first.people() == people | {"Dan": dict.fromkeys(people["Ada"], 0)}
    assert [one["set_aside"] for one in first.group()["sessions"]] == [True, False]
    assert second("PATCH", "", {"set_aside": False}).json["night"]
    second("PATCH", "", {"set_aside": True})
    assert second("DELETE", "").status_code == 204
    assert second("GET", "").status_code == 404
    assert len(first.group()["sessions"]) == 1
    assert first("PATCH", "", {}).json == first.get()


def test_rules_are_put_right(api: Caller) -> None:
    table = api.start(["Ada", "Bo"])
    table.play(points(20), points(22), last_capturer=0)
    table.play(points(20), points(22), last_capturer=1)
    changed = table("PATCH", "", {"house": {"last_capture_point": True}, "score_again": [2]}).json
    assert [game["scores"] for game in changed["games"]] == [[20, 22], [20, 23]]
    assert (changed["house"]["last_capture_point"], changed["games_planned"]) == (True, 2)
    body = {"house": {}, "games_planned": 9, "score_again": [1, 2]}
    changed = table("PATCH", "", body).json
    assert (changed["games"][1]["scores"], changed["games_planned"]) == ([20, 22], 9)
    both = {"target": 21, "games_planned": 2}
    refused = {"house": {"x": True}}, both, {"score_again": [7]}
    for wrong, status in zip(refused, (422, 422, 404), strict=True):
        assert table("PATCH", "", wrong).status_code == status


def test_a_followed_game_must_have_been_allowed(api: Caller) -> None:
    table = api.start(["Ada", "Bo"])
    table.begin()
    game = Live(table, 1)
    game.lay("8S KH KD KC")
    game.play("8S")
    change = {"house": {"set_aside_spades": True}, "score_again": [1]}
    answer = table("PATCH", "", change)
    assert (answer.status_code, fields(answer)) == (422, ["house"])
    assert not any(table.get()["house"].values())
    assert table("PATCH", "", {**change, "house": {"last_capture_point": True}}).status_code == 200
    assert table.get("/games/1")["seq"] == 2


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
