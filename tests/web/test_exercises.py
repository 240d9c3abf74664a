"""Pages of exercises, and what a phone keeps of them."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from html import unescape
from itertools import cycle
from typing import Any
from urllib.parse import parse_qs, urlencode

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from referee.messages.exercise_texts import texts_of
from referee.rules.exercises.exercise import Difficulty, Exercise, seed_at, write_answer
from referee.rules.exercises.house_rule_exercises import practised_rules
from referee.rules.exercises.own_positions import write_position
from referee.rules.exercises.registry import TEN, TYPES, kinds, make, ten
from referee.rules.games import RULESETS, listed, ruleset
from referee.services.recall import text_after
from tests.page_client import seen
from tests.strategies import SOAK, examples, some

from .page_requests import Page as ReadPage

EVERY = [(game, kind.name) for game in listed() for kind in kinds(ruleset(game))]
OF_RULES = {name: game for game in listed() for name in practised_rules(game)}
"""A game for each house rule."""
SEED = 300_123


def said(html: str) -> str:
    """Return what a page says to an answer."""
    begin = html.index('id="answer"')
    part = html[begin : html.index("</section>", begin)].partition(">")[2]
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", part)).replace("\ufe0e", "").split())


CLAUSES: dict[str, frozenset[str]] = {}


def clauses(client: FlaskClient, game: str) -> frozenset[str]:
    """Return the clauses of a game's rules, which are read once."""
    if game not in CLAUSES:
        CLAUSES[game] = frozenset(ReadPage(seen(client.get(f"/{game}/rules").text)).ids)
    return CLAUSES[game]


LYING = write_position({"table": "AD 3S 10D KC", "played": "AS"})


@pytest.mark.parametrize(("address", "told"), [
    # an exercise and an answer, what is said of it
    # Half of a sum is not wrong as a group, and what is missing is still to be found.
    (f"krypkasino/exercises/take/{LYING}?pieces=10D",
     "Wrong. The 10♦ alone does not make 14. Something is missing. Read the rule Next"),
    # Where there is a choice no capture is told as the only one, and what was taken is drawn.
    (f"krypkasino/exercises/take/{LYING}?none=1",
     ("Wrong. The A♠ cannot creep; it must take the A♦, and either the K♣, or the 3♠ and the 10♦. "
      "Read the")),
    (f"krypkasino/exercises/take/{LYING}?pieces=AD+3S+10D",
     ("Right. Each group makes 14, and nothing more could be taken. Read the rule There is more "
      "than one way; to this one nothing can be added. A ♦ 3 ♠ 10 ♦ ")),
    # What an ace takes makes 14.
    ("royal-casino/exercises/can/500028?pieces=4H",
     "Wrong. No: the 4♥ alone does not make 14. Something is missing. Read the rule Next"),
    # Who may not has to say why not.
    ("casino/exercises/may/200000?choice=holder",
     "Right. No: a six must stay in your hand to take your build of 6. Read the rule "),
    ("casino/exercises/may/200000?choice=numbers",
     "Wrong. No: a six must stay in your hand to take your build of 6. Read the rule Next"),
    ("krypkasino/exercises/pays/300124?choice=nobody",
     "Wrong. Double sweep: the 2♣ takes the whole table. Ben played before Anna."),
    # A reading is told.
    ("swazi-casino/exercises/insist/500025?none=1",
     ("Wrong. An opponent may insist: add A♦ and next player’s Q♦ to your build of 13. Read the "
      "rule Whoever lays an ace says whether it counts 1 or 14, and it need only take what that "
      "takes: so Referee reads the rules. Read the rule"))])  # fmt: skip
def test_what_is_said_of_an_answer(client: FlaskClient, address: str, told: str) -> None:
    assert said(seen(client.get(f"/{address}").text)).startswith(told)


AT_LEVELS = [
    (*one, range(1, 6) if SOAK > 1 else [level])
    for one, level in zip(
        [*EVERY, *((game, name) for name, game in OF_RULES.items())], cycle((1, 5)), strict=False
    )
]


def test_a_right_answer_is_told_why_by_clauses_that_there_are(client: FlaskClient) -> None:
    """Of some kinds, at the first level or the last; a soak asks all at each."""
    for game, kind, levels in some(AT_LEVELS, 7):
        there = clauses(client, game)
        for level in levels:
            seed = seed_at(level, 1009)
            page = f"/{game}/exercises/{kind}/{seed}"
            asked = ReadPage(seen(client.get(page).text))
            assert len(asked.ids) == len(set(asked.ids))
            right = min(make(game, kind, seed).answers, key=str)
            html = seen(client.get(page, query_string=write_answer(right)).text)
            assert said(html).startswith("Right. ")
            linked = re.findall(rf'/{game}/rules#([\w-]+)"', html)
            assert linked
            assert set(linked) <= there
            (onward,) = re.findall(r'class="button main" href="([^"]*)"', html)
            assert onward != page
            if SOAK > 1 or kind in OF_RULES:
                assert client.get(onward).status_code == 200


STRANGE = {
    404: f"""krypkasino/exercises/take/ 0 99999 600000 -300001 300001x ٣٠٠٠٠١ {"9" * 5000}
        krypkasino/exercises/ may/300001 ten/2026-02-30 ten/20261123 ten/today
        casino/exercises/ insist/300001 take
        krypkasino/exercises/ trail trail/300001
        bridge/exercises/ take/300001""",
    200: "krypkasino/exercises/ ten/9999-12-31 take/300001?ten=never take/300001?ten=2026-11-23",
    303: "krypkasino/exercises/ take?level=9"}  # fmt: skip


@pytest.mark.parametrize("status", STRANGE)
def test_strange_addresses(client: FlaskClient, status: int) -> None:
    for line in STRANGE[status].split("\n"):
        below, *addresses = line.split()
        for address in addresses:
            assert client.get(f"/{below}{address}").status_code == status, address


TYPED = st.text(st.characters(codec="utf-8"), max_size=30) | st.sampled_from(["-", "1", "0", "AS"])
FIELDS = st.sampled_from(["pieces", "number", "choice", "none", "sent"])


@examples(20)
@given(st.dictionaries(FIELDS, TYPED))
def test_anything_may_be_answered(app: Flask, query: dict[str, str]) -> None:
    for exercise in ("krypkasino/exercises/pays", "swazi-casino/exercises/can"):
        answer = app.test_client().get(f"/{exercise}/{SEED}", query_string=query)
        assert answer.status_code == 200


NEAREST = {  # the address of a kind that there was, and where it leads
    "casino/exercises/trail": "casino/exercises/may",
    "casino/exercises/trail?level=3": "casino/exercises/may?level=3",
    "swazi-casino/exercises/trail/312345": "swazi-casino/exercises/may/312345",
    "kasino/exercises/may/312345?may=1": "kasino/exercises/can/312345",
}


def test_a_kind_that_there_was_leads_to_the_nearest(client: FlaskClient) -> None:
    for former, nearest in NEAREST.items():
        answer = client.get(f"/{former}")
        assert (answer.status_code, answer.location) == (301, f"/{nearest}")


def test_what_was_tapped_is_still_tapped(client: FlaskClient) -> None:
    """Taps stay where the rest is lacking, with a message; the address to send has no answer."""
    html = seen(client.get(f"/krypkasino/exercises/cost/{SEED}?number=many").text)
    for there in ('role="alert">Enter a number.', 'value="many"'):
        assert there in " ".join(html.split())
    exercise = make("krypkasino", "pays", SEED)
    html = seen(client.get(f"/krypkasino/exercises/pays/{SEED}?choice=nobody").text)
    assert html.count('name="choice"') == len(exercise.choices)
    assert 'value="nobody" aria-current="true"' in " ".join(html.split())
    html = seen(client.get(f"/krypkasino/exercises/take/{SEED}?ten=2026-11-23&none=1").text)
    (sent,) = re.findall(r'id="address"\s+readonly\s+value="([^"]*)"', html)
    assert sent.endswith(f"/krypkasino/exercises/take/{SEED}")
    for page in ("", "krypkasino/rules", "krypkasino/tactics", "krypkasino/referee"):
        assert "/krypkasino/exercises" in ReadPage(seen(client.get(f"/{page}").text)).links


UNANSWERED = [  # an exercise, what is sent, what is said of an answer without a tap
    ("krypkasino/exercises/take/300123", "", "Tap the cards that you mean, or “It takes nothing”."),
    ("krypkasino/exercises/cost/300123", "", "Enter a number."),
    ("krypkasino/exercises/missing/300123", "&choice=hearts", "Choose an answer."),
    ("casino/exercises/may/300123", "", "Choose an answer."),
    ("swazi-casino/exercises/insist/300123", "", "Tap the cards that you mean, or “Nothing”."),
    ("krypkasino/first/2", "", "Tap the cards that you mean, or “It takes nothing”.")]  # fmt: skip


def test_an_answer_without_a_tap_gets_a_sentence(client: FlaskClient) -> None:
    """The sentence names only buttons that exist."""
    for page, sent, complaint in UNANSWERED:
        asked = seen(client.get(f"/{page}").text)
        assert 'class="wrong" id="answer"' not in asked
        assert '<input type="hidden" name="sent" value="1">' in asked
        html = seen(client.get(f"/{page}?sent=1{sent}").text)
        assert f'role="alert">{complaint}<' in html
        for button in re.findall("“(.+)”", complaint):
            assert f">{button}</button>" in html


@pytest.mark.parametrize("game", RULESETS)
def test_the_ten_of_a_day_lead_from_one_to_the_next(client: FlaskClient, game: str) -> None:
    day = "2026-11-23"
    page = f"/{game}/exercises/ten/{day}"
    listed = [f"/{game}/exercises/{kind}/{seed}?ten={day}" for kind, seed in ten(game, day)]
    links = ReadPage(seen(client.get(page).text)).links
    assert [link for link in links if f"?ten={day}" in link] == [listed[0], *listed]
    for number in range(TEN) if SOAK > 1 else (0, TEN - 1):
        some = min(make(game, *ten(game, day)[number]).answers, key=str)
        html = client.get(f"{listed[number]}&{urlencode(write_answer(some))}").text
        assert f"{number + 1} of 10." in html
        onward = re.findall(r'class="button main" href="([^"]*)"', html)
        assert onward == [[*listed, page][number + 1]]


AGAIN = "take.300001 pile.300002"


def named(text: str) -> list[tuple[str, str]]:
    return [(kind, seed) for kind, _, seed in (one.partition(".") for one in text.split())]


@pytest.mark.parametrize(("again", "first"), [  # what comes back, what the ten begin with
    ("", ""),
    (AGAIN, AGAIN),
    ("take.300001 take.300001", "take.300001"),
    (" ".join(f"take.30000{n}" for n in range(9)), " ".join(f"take.30000{n}" for n in range(5))),
    # of another game, of no game, and no seeds
    (f"trail.300001 {AGAIN} take.000001 take.3000010 take.x take .300001 ..", AGAIN)])  # fmt: skip
def test_what_was_wrong_comes_first_in_the_ten(client: FlaskClient, again, first) -> None:
    """The others are of the ten of everybody, and go from easy to hard."""
    day, game = "2026-11-23", "krypkasino"
    page = client.get(
        f"/{game}/exercises/ten/{day}", query_string={"again": again} if again else {}
    )
    listed = re.findall(r'data-mark="krypkasino (\w+) (\d+)"', seen(page.text))
    begin = named(first)
    assert listed[: len(begin)] == begin
    assert len(listed) == TEN
    others = [(kind, int(seed)) for kind, seed in listed[len(begin) :]]
    of_day = [tuple(one) for one in ten(game, day)]
    assert others == [one for one in of_day if one in others]
    assert {seed // 100_000 for _, seed in others} == {1, 2, 3, 4, 5}
    assert ("First what you got wrong" in page.text) is bool(first)


def test_what_comes_back_leads_from_one_to_the_next(client: FlaskClient) -> None:
    page = "/krypkasino/exercises/take/300001"
    html = client.get(page, query_string={"again": AGAIN, "none": "1"}).text
    assert "1 of 2." in html
    (onward,) = re.findall(r'class="button main" href="([^"]*)"', html)
    assert onward == "/krypkasino/exercises/pile/300002?again=take.300001+pile.300002"
    some = min(make("krypkasino", "pile", 300_002).answers, key=str)
    html = client.get(f"{unescape(onward)}&{urlencode(write_answer(some))}").text
    (onward,) = re.findall(r'class="button main" href="([^"]*)"', html)
    assert onward == "/krypkasino/exercises"
    assert ">Easier<" not in html


MADE_HERE = (make("krypkasino", "take", seed) for seed in range(SEED, SEED + 50))
TAKEN = next(each for each in MADE_HERE if all(one.pieces for one in each.answers))
WRONG, RIGHT = "none=1", urlencode(write_answer(min(TAKEN.answers, key=str)))
NEW = '"state": 1, "step": 0'


@pytest.mark.parametrize(("answer", "state", "after"), [  # an answer, what was kept, what is now
    (WRONG, "", NEW),
    (RIGHT, "", ""),  # it was never wrong
    (f"{RIGHT}&hint=1", "", ""),
    (RIGHT, "learning", '"state": 1, "step": 1'),
    (f"{RIGHT}&hint=1", "learning", NEW),
    (WRONG, "{}", NEW),
    (WRONG, None, ""),  # a page that was loaded
    (RIGHT, "x" * 9999, ""),
    (RIGHT, "[" * 399, ""),
    ("sent=1", "learning", None)])  # nothing was answered  # fmt: skip
def test_what_a_phone_keeps_of_an_exercise(client: FlaskClient, answer, state, after) -> None:
    page = f"/krypkasino/exercises/take/{TAKEN.seed}"
    if state == "learning":
        state = text_after("", datetime.now(UTC), right=False)
    sent = parse_qs(answer) | ({} if state is None else {"state": [state]})
    html = client.get(page, query_string=sent).text
    kept = re.findall(r'data-recalled="([^"]*)"', html)
    if after is None:
        assert not kept
    elif after:
        assert after in unescape(kept[0])
    else:
        assert kept == [""]


def recalled(*names: str) -> dict[str, Any]:
    state = json.loads(text_after("", datetime.now(UTC), right=False))
    return {
        "format": "referee-exercises",
        "version": 1,
        "states": {f"casino can {name}": state for name in names},
        "tens": {},
    }


def test_exercises_go_to_another_phone(client: FlaskClient) -> None:
    """By a link, or as an object in a file; nothing of it stays on the server."""
    link = client.post("/exercises/kept/link", json={"mine": recalled("300001")}).text
    assert re.fullmatch(r"[\w-]+", link)
    for other in (link, recalled("300001")):
        sent = {"mine": recalled("300002"), "other": other}
        both = client.post("/exercises/kept/merge", json=sent).json
        assert set(both["states"]) == {"casino can 300001", "casino can 300002"}
        alone = client.post("/exercises/kept/merge", json={"mine": None, "other": other}).json
        assert set(alone["states"]) == {"casino can 300001"}


@pytest.mark.parametrize(("path", "sent", "status", "told"), [
    ("merge", {"mine": None, "other": "cut off"}, 422, "No exercises can be read here."),
    ("merge", {"mine": None, "other": {"states": {}}}, 422, "No exercises can be read here."),
    ("merge", {"mine": None}, 422, "No exercises can be read here."),
    ("link", {}, 422, "This phone has no exercises that come back."),
    ("link", [], 422, "This phone has no exercises that come back.")])  # fmt: skip
def test_what_cannot_be_read_gets_a_sentence(client: FlaskClient, path, sent, status, told) -> None:
    answer = client.post(f"/exercises/kept/{path}", json=sent)
    assert (answer.status_code, answer.text.startswith(told)) == (status, True)


@pytest.mark.parametrize(("body", "status"), [(b"{", 400), (b"[" * 9999, 400), (b"\xff", 400),
                                              (b" " * (512 * 1024 + 1), 413)])  # fmt: skip
def test_what_is_no_json_is_refused(client: FlaskClient, body: bytes, status: int) -> None:
    for path in ("link", "merge"):
        assert client.post(f"/exercises/kept/{path}", data=body).status_code == status


def test_no_other_site_merges_anything(client: FlaskClient) -> None:
    sent = {"mine": None, "other": recalled("300001")}
    headers = {"Origin": "https://other.example"}
    assert client.post("/exercises/kept/merge", json=sent, headers=headers).status_code == 403


NUMBERS = "In sums J counts 11, Q 12, K 13; A counts 14 when it is played, and 1 on the table."
SCORES = (
    "10♦, “storan” 3 · 2♠, “lillan” 2 · A♠ 2 · each other spade 1 · each other ace 1",
    " · a sweep 5, a double one 10")  # fmt: skip
KRYPKASINO, CASINO = "krypkasino", "casino"
CASINO_SCORES = "each ace 1 · 10♦, “big casino” 2 · 2♠, “little casino” 1"
PLAYED_COUNTS = "The card that is played counts, too, if it takes something."


@pytest.mark.parametrize(("game", "kind", "texts", "told"), [
    (KRYPKASINO, "take", {"table": "2H 5H", "played": "7S"}, []),
    (KRYPKASINO, "take", {"table": "2H QC", "played": "AH"}, [NUMBERS]),
    (KRYPKASINO, "cost", {"table": "JH", "played": "JS"},
     [PLAYED_COUNTS, f"{SCORES[0]}{SCORES[1]}.", NUMBERS]),
    (KRYPKASINO, "pile", {}, [f"{SCORES[0]}."]),
    ("spade-casino", "pile", {},
     [f"Each spade 1 · {CASINO_SCORES} · J♠ 1. A card may score for several of these."]),
    (CASINO, "may", {"table": "JS", "hand": "QC", "turn": "QC x JS"},
     ["A counts 1. Pictures have no number: they take only their own rank, and go into no build."]),
    ("swazi-casino", "can", {"table": "9S", "hand": "3C KC", "played": "KC"},
     ["J counts 11, Q 12, K 13, and A 1 or 14, as you like."])])  # fmt: skip
def test_what_nobody_knows_who_has_never_played(app: Flask, game, kind, texts, told) -> None:
    exercise = Exercise(game, TYPES[kind], 1, Difficulty(1, 0, 0), (), texts)
    with app.app_context():
        assert [
            hint.replace("\ufe0e", "") for hint in texts_of(exercise.kind).hints(exercise)
        ] == told


@pytest.mark.parametrize(("game", "kind"), EVERY)
def test_the_rule_can_be_read_first(client: FlaskClient, game: str, kind: str) -> None:
    """At once where it is easy, else with the other hints behind a tap."""
    for level, opens in ((2, "<div"), (3, "<details")):
        html = seen(client.get(f"/{game}/exercises/{kind}/{seed_at(level, 7)}").text)
        (clause,) = re.findall(rf'/{game}/rules#([\w-]+)"', html)
        assert clause in clauses(client, game)
        assert f'{opens} class="hints"' in html


@pytest.mark.parametrize(("texts", "said"), [  # what is asked about, as it is said
    ({"table": "4S 3D", "hand": "7C", "turn": "7C x 4S 3D"}, "take 3♦ and 4♠ with the 7♣"),
    ({"table": "5H", "hand": "3S 8C", "turn": "3S 3S+5H=8"}, "build 8 of 3♠ and 5♥"),
    ({"table": "3S+5H=8@1", "hand": "2C 10H", "turn": "2C 2C+3S+5H=10"},
     "raise the build of 8 to 10 with 2♣"),
    ({"table": "6H 3S+5H=8@1", "hand": "2C 8H", "turn": "2C 2C+6H=3S+5H=8"},
     "add 2♣ and 6♥ to the build of 8"),
    ({"table": "6H", "hand": "KC", "turn": "KC -"}, "trail the K♣")])  # fmt: skip
def test_a_turn_is_asked_about_as_people_say_it(app: Flask, texts, said) -> None:
    exercise = Exercise(CASINO, TYPES["may"], 1, Difficulty(1, 0, 0), (), texts)
    with app.app_context():
        asked = texts_of(exercise.kind).question(exercise, []).replace("\ufe0e", "")
    assert (
        asked
        == f"You want to {said}. May you? If not, what is against it? Of several things the first "
        "in the list counts."
    )


@pytest.mark.parametrize(("table", "played", "cost", "why"), [
    ("8S AH 3C", "8D", 1, "8♠ 1: together 1."),
    ("10D", "10D", 16, "Double sweep 10 + 10♦ 3 + 10♦ 3: together 16.")])  # fmt: skip
def test_a_cost_is_told_card_by_card(app: Flask, table, played, cost, why) -> None:
    texts = {"table": table, "played": played}
    exercise = Exercise("krypkasino", TYPES["cost"], 1, Difficulty(1, 0, 0), ("number",), texts)
    (right,) = exercise.answers
    assert right.number == cost
    with app.app_context():
        reasons = texts_of(exercise.kind).feedback(exercise, right, exercise.judge(right), [])
    assert [one.text.replace("\ufe0e", "") for one in reasons][-1] == why


def test_what_a_card_takes_is_drawn_with_the_answer(client: FlaskClient) -> None:
    """In groups, as it adds up; where all that is asked, not before it is right."""
    for kind in ("take", "cost"):
        seed = seed_at(3, 9)
        exercise = make("krypkasino", kind, seed)
        right, wrong = min(exercise.answers, key=str), {"number": "1", "none": "1"}
        page = f"/krypkasino/exercises/{kind}/{seed}"
        said = {"pieces": " ".join(right.pieces or ()), "number": str(right.number)}
        assert 'class="groups"' not in seen(client.get(page).text)
        assert 'class="groups"' in seen(client.get(page, query_string=said).text)
        drawn = 'class="groups"' in seen(client.get(page, query_string=wrong).text)
        assert drawn == (kind == "cost")
