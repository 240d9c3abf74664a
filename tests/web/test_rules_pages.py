"""Pages of rules, advice and the introduction: clauses are there, and what is claimed is so."""

import json
import re
from html import escape, unescape
from importlib.resources import files
from itertools import combinations, product
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.languages import LANGUAGES
from referee.messages.build_verdicts import build_verdict_text
from referee.messages.measured_advice import HABITS, AdviceFigure
from referee.messages.sheet_balance import scoring_table
from referee.rules import games
from referee.rules.games import RULESETS, listed, ruleset
from referee.rules.games.ask import ask
from referee.rules.games.casino.judge.play_rules import BuildRules, build_rules
from referee.rules.games.casino.judge.verdict import Reason
from referee.rules.score_items import LAST
from referee.rules.sheet_plan import possible_totals
from referee.web.home import games_with
from referee.web.rules import ExampleData, positions, read, worked_examples
from referee.words.game_names import GAME_NAMES, preset_names
from tests.page_client import Phone, seen, start
from tests.rules.test_build_verdict import EXAMPLES, VECTORS

from .page_requests import Page

GAMES = [game for game in listed() if isinstance(ruleset(game).referee, BuildRules)]


def clauses_of(game: str) -> set[str]:
    """Return the clauses that decide the published turns of a game."""
    rules, turns = build_rules(ruleset(game)), (*VECTORS, *EXAMPLES)
    reasons = {Reason(one["reason"]) for one in turns if one["game"] == game}
    return {clause for reason in reasons if (clause := rules.clause_of(reason))}


def turns_of(game: str) -> list[dict[str, Any]]:
    """Return the worked examples in which a turn is judged."""
    path = RULESETS[game].examples
    assert path is not None
    published = json.loads(files(games).joinpath(path).read_text("utf-8"))["examples"]
    return [example for example in published if "turn" in example]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_all_clauses_are_there(client: FlaskClient, game: str, language: str) -> None:
    """In the order of the contents, and each house rule is explained."""
    answer = client.get(f"/{game}/rules", headers={"Accept-Language": language})
    assert answer.status_code == 200
    assert f'<html lang="{language}"' in seen(answer.text)
    page = Page(seen(answer.text))
    assert clauses_of(game) <= set(page.ids)
    assert len(page.ids) == len(set(page.ids))
    assert {link.removeprefix("#") for link in page.links if link[0] == "#"} <= set(page.ids)
    contents = re.search(r'<nav class="contents".*?</nav>', seen(answer.text), re.DOTALL)[0]  # type: ignore[index]  # none is red
    clauses = re.findall(r'class="clause" id="([^"]+)"', seen(answer.text))
    assert re.findall(r'href="#([^"]+)"', contents) == clauses
    house_rules = seen(answer.text).partition('id="house-rules"')[2].partition("</section>")[0]
    assert house_rules.count("<dt id=") == len(RULESETS[game].house_rules.names())
    for preset in RULESETS[game].presets:
        assert preset_names(game, preset)[language] in unescape(house_rules)
        assert preset.source in house_rules or language != "en"


SUMS = {
    **dict.fromkeys(("casino", "kasino", "royal-casino", "swazi-casino", "lesotho-casino"), 11),
    "spade-casino": 24, "south-african-casino": None}  # fmt: skip
"""Sum of the table of scores; none where it varies."""


@pytest.mark.parametrize("game", sorted({*listed()} - {"krypkasino"}))
def test_the_table_of_scores_is_that_of_the_sheet(client: FlaskClient, game: str) -> None:
    plan, whole = ruleset(game).sheet, SUMS[game]
    below = seen(client.get(f"/{game}/rules").text).partition("<caption>What scores</caption>")[2]
    table = below.partition("</table>")[0]
    cells = [*map(unescape, re.findall(r"<t[hd](?:\s[^>]*)?>(?:<strong>)?([^<]*)", table))]
    rows = [(name, str(points)) for name, points in scoring_table(plan)]
    rows += [("Sum", str(whole))] if whole else []
    assert list(zip(cells[::2], cells[1::2], strict=True)) == rows
    unscored = ("sweeps", "over_spades", LAST)
    scored = [item.key for item in plan.items if item.key not in unscored]
    assert len(scoring_table(plan)) == len(scored)
    assert whole is None or max(possible_totals(plan, 2)) == whole


WITHOUT_A_CLAUSE = {"legal", "not_in_hand", "empty_table", "not_on_table", "build_as_unit"}


def test_every_reason_has_a_clause() -> None:
    """The reasons about what lies there at all are excepted."""
    assert {reason for reason in Reason if not reason.clause} == WITHOUT_A_CLAUSE


def example_of(page: str, name: str) -> str:
    """Return a worked example of a page, and nothing else of it."""
    _, *found = page.partition("</main>")[0].split('<li class="example" ')
    (shown,) = (text for text in found if text.startswith(f'id="example-{name}"'))
    return shown.partition("</details>")[0]


@pytest.mark.parametrize("game", GAMES)
def test_examples_are_answered_by_the_referee(client: FlaskClient, game: str) -> None:
    """The data judge an example as its page does, with a link to the deciding clause."""
    text = seen(client.get(f"/{game}/rules").text)
    told = re.findall(r'class="example" id="example-([^"]+)"', text)
    told = [name for name in told if name in worked_examples(game)[0]]
    assert len(told) >= 8
    data = {example["id"]: example for example in turns_of(game)}
    for name in told:
        verdict = ask(game, worked_examples(game)[0][name].query).ruling.verdict
        assert verdict is not None
        assert (verdict.legal, verdict.reason) == (data[name]["legal"], data[name]["reason"])
        shown = example_of(text, name)
        headline = f"{build_verdict_text(verdict)}</p>"
        assert headline in shown
        unsettled = verdict.legal is None or verdict.unfinished
        assert ('class="headline open"' in shown) == unsettled
        assert ('class="headline wrong"' in shown) == (verdict.legal is False and not unsettled)
        clause = build_rules(ruleset(game)).clause_of(verdict.reason)
        assert re.findall(r'href="#([^"]+)"', shown) == [clause] * bool(clause)


PART = re.compile(
    r'<details class="worked" (open)?\s*>\s*<summary>(\d+) examples?</summary>(.*?)</details>',
    re.DOTALL,
)


@pytest.mark.parametrize("game", [*GAMES, "krypkasino"])
def test_examples_are_folded_up_beneath_their_clauses(client: FlaskClient, game: str) -> None:
    """An example that is being tried is not folded up."""
    text = seen(client.get(f"/{game}/rules").text)
    parts = PART.findall(text)
    counts = [inside.count('<li class="example"') for _, _, inside in parts]
    assert [number for _, number, _ in parts] == [str(count) for count in counts]
    assert sum(counts) == text.count('class="example"') >= 8
    assert not any(opened for opened, _, _ in parts)
    tried = re.findall(r'id="example-([^"]+)"', parts[-2][2])[0]
    query = {"example": tried, "played": "3"}
    parts = PART.findall(seen(client.get(f"/{game}/rules", query_string=query).text))
    (shown,) = (inside for opened, _, inside in parts if opened)
    assert f'id="example-{tried}"' in shown


@pytest.mark.parametrize("game", GAMES)
def test_examples_open_in_the_referee(client: FlaskClient, game: str) -> None:
    """The API understands what the link asks, and answers as the page does."""
    text = seen(client.get(f"/{game}/rules").text)
    links = [link for link in Page(text).links if link.startswith(f"/{game}/referee?")]
    assert len(links) == text.count('class="example"') - len(worked_examples(game)[1])
    for link in links:
        answer = client.get(f"/api/v1{link}")
        assert answer.status_code == 200
        assert escape(answer.json["verdict"]["message"]) in text


@pytest.mark.parametrize(("game", "name", "card", "line"), [  # game, example, card, what it may do
    ("casino", "AA24", "8D", "take: 8♥ | 3♣+5♠=8 · 0 points · nothing is left"),
    ("casino", "AA5", "3C", "build 8: 3♣+5♠"),
    ("royal-casino", "RO3", "AS", "take: 4♣+10♥ · 1 point · nothing is left")])  # fmt: skip
def test_another_card_can_be_tried(client: FlaskClient, game, name, card, line) -> None:
    query = {"example": name, "played": card}
    answer = seen(client.get(f"/{game}/rules/answer", query_string=query).text)
    page = seen(client.get(f"/{game}/rules", query_string=query).text)
    assert "<html" not in answer
    assert line in answer.replace("\ufe0e", "")
    inside = example_of(page, name)
    assert " ".join(answer.split()) in " ".join(inside.split())
    assert page.count('<p class="headline') == page.count('class="example"') + 1


def test_what_cannot_be_tried(client: FlaskClient) -> None:
    answer = client.get("/casino/rules/answer?example=AA5&played=zz")
    assert "The 3♣\ufe0e may do this:" in seen(answer.text)
    assert client.get("/casino/rules?example=Z&played=3").status_code == 200
    for asked in ("casino/rules/answer?example=Z&played=3", "casino/rules/answer",
                  "swazi-casino/rules/answer?example=AA5"):  # fmt: skip
        assert client.get(f"/{asked}").status_code == 404


@pytest.mark.parametrize("game", RULESETS)
def test_anything_may_be_tried_in_an_example(client: FlaskClient, game: str) -> None:
    for example in worked_examples(game)[0]:
        for played in ("", " ", "?", "8 x 8", "zz"):
            query = {"example": example, "played": played}
            answer = client.get(f"/{game}/rules/answer", query_string=query)
            assert answer.status_code in {200, 404}, query


SCORES = {
    "kasino": {"KS1": [9, 3], "tied": [5, 5]},
    "swazi-casino": {"SW22": [6, 4, 1], "tied": [6, 5]}, "lesotho-casino": {"pairs": [6, 5]},
    "south-african-casino": {"ZS1": [6, 5], "ZS2": [6, 4], "ZS3": [8, 1, 1, 1]}}  # fmt: skip


@pytest.mark.parametrize("game", SCORES)
def test_examples_of_scoring_and_all_others_are_told(client: FlaskClient, game: str) -> None:
    scored = worked_examples(game)[1]
    assert {one.id: [side.total for _, side in one.sides] for one in scored} == SCORES[game]
    assert all(one.sheet.balanced for one in scored)
    names = {*SCORES[game], *(one["id"] for one in turns_of(game))}
    assert {f"example-{name}" for name in names} <= set(
        Page(seen(client.get(f"/{game}/rules").text)).ids
    )


AGREED = [  # what the URL says, what the page begins with
    ("", None), ("?house=", "You have agreed on no house rules."),
    ("?house=sweeps_cancel+nonsense+spades_one",
     "You have agreed on these house rules Sweeps cancel each other: At the end of a game"),
]  # fmt: skip


@pytest.mark.parametrize(("query", "begins"), AGREED)
def test_a_page_begins_with_what_was_agreed(client: FlaskClient, query: str, begins: str) -> None:
    before, found, after = seen(client.get(f"/kasino/rules{query}").text).partition('id="agreed">')
    assert bool(found) is (begins is not None)
    assert not found or "How to play well" not in before
    assert " ".join(re.sub("<[^>]+>", "", after).split()).startswith(begins or "")


WITH_TACTICS = games_with("rules.tactics")


def plain(html: str) -> str:
    """Return the text without tags, with suits as they are typed."""
    words = unescape(re.sub(r"<[^>]*>", " ", html)).replace("\ufe0e", "")
    return " ".join(words.split())


def piece(page: str, advice: str) -> str:
    """Return the part of the page that gives one piece of advice."""
    return page.partition(f'<section class="clause" id="{advice}">')[2].partition("</section>")[0]


def ruled(page: str, game: str, advice: str, card: str) -> str:
    """Return what the referee says there of a card of the hand."""
    listed = re.search(r'<ul class="each">(.*)<p>', piece(page, advice), re.DOTALL)
    assert listed
    cards = [example.query["played"] for example in positions(game)[advice].each]
    each = re.split(r'<p class="headline[^>]*>', listed[1])[1:]
    return plain(each[cards.index(card)])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", WITH_TACTICS)
def test_each_position_goes_with_advice(client: FlaskClient, game: str, language: str) -> None:
    """A position is laid out with a question, and each card of the hand as the referee answers."""
    answer = client.get(f"/{game}/tactics", headers={"Accept-Language": language})
    assert answer.status_code == 200
    assert f'<html lang="{language}"' in seen(answer.text)
    ids = Page(seen(answer.text)).ids
    assert len(ids) == len(set(ids))
    for name, example in positions(game).items():
        inside = piece(seen(answer.text), name)
        assert len(example.each) == len(example.question.hand) > 1
        listed = inside.partition('<ul class="each">')[2]
        assert inside.count("data-try") == listed.count('class="headline') == len(example.each)
        assert re.search(r"<h3>[^<]+\?</h3>", inside)
        assert inside.count("data-answer") == 1
        assert f'href="/{game}/referee?' in inside
        assert plain(inside.rpartition("<p>")[2].partition("</p>")[0])
    assert seen(answer.text).count('class="example"') == len(positions(game)) >= 4


@pytest.mark.parametrize("game", WITH_TACTICS)
def test_advice_hangs_on_clauses_of_the_rules(client: FlaskClient, game: str) -> None:
    text = seen(client.get(f"/{game}/tactics").text)
    there = set(Page(client.get(f"/{game}/rules").text).ids)
    for name in re.findall(r'class="clause" id="([^"]+)"', text):
        clauses = re.findall(rf'href="/{game}/rules#([^"]+)"', piece(text, name))
        assert clauses, name
        assert set(clauses) <= there, name


@pytest.mark.parametrize("game", WITH_TACTICS)
def test_it_stands_beside_the_rules(client: FlaskClient, game: str) -> None:
    assert f"/{game}/tactics" in Page(seen(client.get(f"/{game}/rules").text)).links
    links = Page(seen(client.get(f"/{game}/tactics").text)).links
    assert {f"/{game}/rules", f"/{game}/referee"} <= set(links)
    assert {f"/{other}/tactics" for other in WITH_TACTICS if other != game} <= set(links)


NO_BUILD = "takes nothing, and no build can be made with it."
CLAIMS = [  # game, advice, card, what the referee says of it: what the text claims
    ("krypkasino", "take-little", "2H", "Nothing to take: the 2♥ creeps"),
    ("krypkasino", "take-little", "4H", "The 4♥ must take three cards"),
    ("krypkasino", "high-first", "AH", "Nothing to take: the A♥ creeps"),
    ("krypkasino", "not-always-creep", "7D", "creeps left on the table: 2♦, 6♠, 7♦ and Q♥"),
    ("krypkasino", "not-always-creep", "8H",
     "2♦+6♠ · 1 point · left on the table: Q♥ · Sweep for a queen"),
    ("krypkasino", "left", "4H", "Sweep for a nine"),
    ("krypkasino", "left", "KS", "left on the table: 5♦, 9♣ and K♠"),
    ("krypkasino", "right", "QH", "3♦+9♠ · sweep +5, cards 1 point"),
    ("krypkasino", "right", "4C", "No: a sweep is forced. Play the queen"),
    *((game, *claim) for game in ("casino", "royal-casino", "spade-casino") for claim in (
        ("last-card", "5D", f"The 5♦ {NO_BUILD}"), ("safe-build", "8S", "take: 3♣+5♦=8 ·"),
        ("safe-build", "2D", "raise the build of 8 to 10: 2♦+3♣+5♦"),
        ("lending", "2D", "add to the build of 7: 2♦+5♥ | 3♦+4♣"))),
    ("casino", "what-scores", "10S", "take: 10♦ | A♥+9♣ · 3 points"),
    ("royal-casino", "what-scores", "10S", "take: 10♦ | A♥+9♣ · 3 points"),
    ("royal-casino", "aces", "AC", "take: 4♠+10♦ | 5♣+9♥ · 3 points"),
    ("royal-casino", "aces", "KH", "take: K♦ | 4♠+9♥ ·"),
    ("kasino", "last-card", "JS", "take: J♦ ·"), ("kasino", "sweeps", "JH", "· nothing is left"),
    ("kasino", "aces", "AC", "take: 4♠+10♦ | 5♣+9♥ · 3 points"),
    ("kasino", "what-scores", "10S", "take: 10♦ | A♥+9♣ · 3 points"),
    ("spade-casino", "what-scores", "10S", "take: 10♦ | A♥+9♣ · 4 points"),
    ("spade-casino", "spades", "8D", "take: 8♠ | 3♠+5♠ · 3 points"),
    ("spade-casino", "spades", "QS", "take: Q♦ · 1 point"),
    ("swazi-casino", "high-builds", "4S", "add to the build of 14: 4♠+10♦ | 5♥+9♣"),
    ("swazi-casino", "reach", "3D", "add to the build of 13: 3♦+10♣ | 6♥+7♣"),
    ("swazi-casino", "low-build", "9S", "take: 4♥+5♣=9 · 0 points · nothing is left"),
    ("swazi-casino", "keep-high", "KS", "take: 6♥+7♣=13 ·"),
    ("swazi-casino", "signal", "KD", "add to the build of 13: K♦ | 6♥+7♣"),
    *((game, *claim) for game in ("lesotho-casino", "south-african-casino") for claim in (
        ("high-builds", "3S", "add to the build of 10: 3♠+7♦ | 4♣+6♥"),
        ("reach", "8C", f"The 8♣ {NO_BUILD}"), ("keep-high", "10S", "take: 4♣+6♥=10 ·"))),
    ("lesotho-casino", "low-build", "6S", "take: 2♥+4♣=6 · 0 points · nothing is left"),
    ("lesotho-casino", "signal", "10D", "add to the build of 10: 10♦ | 4♣+6♥"),
    ("south-african-casino", "low-build", "4D", "add to the build of 6: 2♥+4♦ | 2♦+4♣"),
    ("south-african-casino", "take-early", "6H", "take: 6♦ | 2♠+4♣ ·")]  # fmt: skip


@pytest.mark.parametrize("game", WITH_TACTICS)
def test_what_the_text_claims(client: FlaskClient, game: str) -> None:
    page = seen(client.get(f"/{game}/tactics").text)
    claims = [claim for of, *claim in CLAIMS if of == game]
    assert {name for name, _, _ in claims} == {*positions(game)}
    for name, card, line in claims:
        assert line in ruled(page, game, name, card), (name, card)


def test_a_card_is_tried_in_place(client: FlaskClient) -> None:
    query = {"example": "not-always-creep", "played": "8H"}
    answer = seen(client.get("/krypkasino/tactics/answer", query_string=query).text)
    page = seen(client.get("/krypkasino/tactics", query_string=query).text)
    assert "<html" not in answer
    assert "The 8♥ must take two cards" in plain(answer)
    assert plain(answer) in plain(piece(page, "not-always-creep"))
    assert client.get("/krypkasino/tactics/answer?example=Z&played=8").status_code == 404
    assert client.get("/casino/tactics/answer").status_code == 404
    assert client.get("/whist/tactics").status_code == 404


MEASURED: Any = json.loads(files(games).joinpath("measured_advice.json").read_text("utf-8"))
BARE = ("swazi-casino", "lesotho-casino", "south-african-casino")
"""Games of which no advice was measured."""


@pytest.mark.parametrize("game", WITH_TACTICS)
def test_a_page_tells_what_its_advice_brings(client: FlaskClient, game: str) -> None:
    """Each figure stands with its advice, in the words of its habit, and no other figure does."""
    page = seen(client.get(f"/{game}/tactics").text)
    told = [figure for figure in MEASURED["figures"] if figure["game"] == game]
    assert (f"{MEASURED['packs']:,} games" in plain(page)) is bool(told) is (game not in BARE)
    assert ("None of this was measured" in plain(page)) is (game in BARE)
    assert page.count("±") == len(told) + bool(told)
    for figure in told:
        lines = re.findall("<li>(.*?)</li>", piece(page, figure["advice"]))
        number = {2: "two", 4: "four"}[figure["players"]]
        text = AdviceFigure(figure["players"], figure["gain"], figure["error"]).text
        assert f"with {number} players" in text
        words = str(HABITS[figure["habit"]])
        (line,) = [line for line in lines if plain(line).startswith(f"{words}: ")]
        assert text in plain(line)


SAID = [  # gain, error, what is said of it with two players
    (0.53, 0.42, "0.5 ± 0.4 points a game better with two players"),
    (-0.14, 0.12, "0.14 ± 0.12 points a game worse with two players"),
    (-0.14, 0.15, "no difference that shows with two players (−0.14 ± 0.15)"),
    (-0.04, 0.33, "no difference that shows with two players (0.0 ± 0.3)"),
    (0.24, 0.21, "no difference that shows with two players (0.2 ± 0.2)"),
]


@pytest.mark.parametrize(("gain", "error", "said"), SAID)
def test_how_a_figure_is_said(app: Flask, gain: float, error: float, said: str) -> None:
    """As precisely as it is known, and better or worse only where that shows."""
    with app.test_request_context():
        assert AdviceFigure(2, gain, error).text == said


FIRST = "/krypkasino/first"


INTRODUCED = games_with("intro.page")


def introduction(game: str) -> list[ExampleData]:
    path = RULESETS[game].intro
    assert path
    return read(path)


OFFER = "Which game do you play?"


@pytest.mark.parametrize(("asked", "mark", "said", "clauses"), [
    ("krypkasino/first/1?pieces=7D", "right", "It costs 0 points; no other card costs less.",
     {"turn", "scoring"}),
    ("krypkasino/first/1?pieces=5H", "open", "it costs 1 point. Which",
     {"must-capture", "scoring"}),
    ("krypkasino/first/1?pieces=10C", "open", "Another card costs less. The 10♣ must take one card",
     {"must-capture", "scoring"}),
    ("krypkasino/first/2?none=1", "wrong", "No: it can take something, so it must.",
     {"must-capture"}),
    ("krypkasino/first/2?pieces=KH", "wrong", "Right so far, but it must take more.",
     {"capture-everything"}),
    ("krypkasino/first/2?pieces=QH", "wrong",
     "No: the Q♥ alone does not make 13. Something is missing. Read", {"groups"}),
    ("krypkasino/first/2?pieces=KH+3H", "wrong", "the 3♥ belongs to no group that makes 13.",
     {"groups"}),
    ("krypkasino/first/2?pieces=KH+QH+AD+6C+7S", "right", "nothing more could be taken.",
     {"capture-everything"}),
    ("krypkasino/first/3?pieces=3S", "wrong",
     "No: one of your cards takes the whole table, and must be played.", {"forced-sweep"}),
    ("krypkasino/first/3?pieces=8C", "right", "Sweep: the 8♣ takes the whole table",
     {"forced-sweep"}),
    ("casino/first/1?pieces=KC", "wrong", "No: the card cannot take this: K♣.", {"taking-numbers"}),
    ("casino/first/1?pieces=AH+6S", "open", "Right so far, but it can take more.",
     {"taking-numbers"}),
    ("casino/first/2?pieces=9C+3D", "wrong", "No: a picture takes only its own rank.",
     {"pictures"}),
    ("royal-casino/first/2?pieces=9S+4C", "open", "Right so far, but it can take more.",
     {"values"}),
    ("casino/first/3?pieces=4S", "wrong",
     "No: a nine must stay in your hand to take your build of 9.", {"holder"}),
    ("casino/first/3?pieces=3C", "right", "Yes, that is right.", {"holder"}),
    ("kasino/first/3?pieces=9C", "wrong", "No: these cards do not make groups of 9.",
     {"groups"})])  # fmt: skip
def test_an_answer_says_why(client: FlaskClient, asked, mark, said, clauses) -> None:
    """A right one leads onward; a wrong one to the rule, and to another try."""
    html = seen(client.get(f"/{asked}").text).replace("\ufe0e", "")
    assert said in " ".join(re.sub(r"<[^>]*>", " ", html).split())
    assert re.search(r'<h2 id="answer" class="(\w+)"', html)[1] == mark  # type: ignore[index]  # none is red
    game, _, number = asked.partition("?")[0].split("/")
    assert set(re.findall(rf"/{game}/rules#([\w-]+)", html)) == clauses
    onward = f"/{game}/first/{int(number) + 1}" if number != "3" else f"/{game}/first/done"
    assert (f'<a class="button main" href="{onward}"' in html) is (mark == "right")
    again = ("Tap another card.", "Try again")
    assert any(text in html for text in again) is (mark != "right")


@pytest.mark.parametrize("game", INTRODUCED)
def test_each_position_has_one_answer(client: FlaskClient, game: str) -> None:
    """The right one takes as many cards as any that is legal."""
    for number, example in enumerate(introduction(game), 1):
        several = example["wants"] == "taken"
        pieces = example["table" if several else "hand"].split()
        sizes = range(1, len(pieces) + 1) if several else [1]
        marks = {
            tapped: answered(client, f"/{game}/first/{number}", tapped)
            for size in sizes
            for tapped in combinations(pieces, size)
        }
        (right,) = (tapped for tapped, mark in marks.items() if mark == "right")
        most = max(len(tapped) for tapped, mark in marks.items() if mark != "wrong")
        assert len(right) == most


def answered(client: FlaskClient, page: str, tapped: tuple[str, ...]) -> str:
    html = client.get(page, query_string={"pieces": " ".join(tapped)}).text
    assert ("Continue" in html) is ('id="answer" class="right"' in html)
    assert "/rules#" in html
    return re.search(r'<h2 id="answer" class="(\w+)"', html)[1]  # type: ignore[index]  # none is red


def test_an_ace_and_a_picture_are_asked_about() -> None:
    """In each game; South African Casino has no pictures."""
    for game in INTRODUCED:
        cards = {
            card[:-1]
            for example in introduction(game)
            for name in ("table", "played")
            if example["wants"] == "taken"
            for card in str(example.get(name, "")).split()
        }
        assert cards & {"A"}
        assert cards & {"J", "Q", "K"} or game == "south-african-casino"


def test_there_are_no_others(client: FlaskClient) -> None:
    """A card that is not in the position gets no answer."""
    for path in ("krypkasino/first/0", "krypkasino/first/4", "casino/first/x", "whist/first/1"):
        assert client.get(f"/{path}").status_code == 404
    queries = ("pieces=XX", "pieces=5H+7D+10C", "none=1&pieces=7S", "x=y", "none=1&sent=1")
    for game, number in product(INTRODUCED, (1, 2, 3)):
        for query in queries:
            assert client.get(f"/{game}/first/{number}?{query}").status_code == 200


TAPS = {
    "krypkasino": ["7D", "AD 6C 7S QH KH", "8C"],
    "casino": ["AH 3C 4D 6S", "QH", "3C"],
    "kasino": ["AH 3C 4D 6S", "AC 4C 9S QD KH", "10S"],
}


@pytest.mark.parametrize(("language", "game"), [*zip(LANGUAGES, TAPS, strict=True)])
def test_three_taps_lead_through(client: FlaskClient, language: str, game: str) -> None:
    """From home by links alone, in each language; the clauses are there."""
    headers = {"Accept-Language": language}
    there = set(Page(seen(client.get(f"/{game}/rules", headers=headers).text)).ids)
    assert f"/?game={game}" in Page(seen(client.get("/", headers=headers).text)).links
    for page in ("/first", f"/?game={game}"):
        assert f"/{game}/first/1" in Page(seen(client.get(page, headers=headers).text)).links
    for number, tapped in enumerate(TAPS[game], 1):
        page = f"/{game}/first/{number}"
        asked = seen(client.get(page, headers=headers).text)
        assert f'<html lang="{language}"' in asked
        html = client.get(page, headers=headers, query_string={"pieces": tapped}).text
        assert set(re.findall(rf"/{game}/rules#([\w-]+)", seen(html))) <= there
    done = seen(client.get(f"/{game}/first/done", headers=headers).text)
    onward = {f"/{game}/{page}" for page in ("new", "referee", "tactics", "rules", "exercises")}
    assert onward <= set(Page(done).links)
    first, *_ = re.findall(r"<h2>(\w+)</h2>", client.get("/", headers=headers).text)
    assert first == GAME_NAMES[game]


def offers(client: FlaskClient) -> bool:
    return OFFER in seen(client.get("/").text)


@pytest.mark.parametrize(("paths", "offered"), [  # what somebody does, is it offered after that?
    (["/krypkasino/rules"], True),
    (["/like/first/seen?to=/"], False),
    ([f"{FIRST}/3?pieces=3S"], True),
    ([f"{FIRST}/3?pieces=8C"], False),
    ([f"{FIRST}/done"], False),
    (["/krypkasino/referee"], False),
    (["/casino/referee?table=8&played=8"], False)])  # fmt: skip
def test_it_is_offered_once(app: Flask, paths: list[str], offered: bool) -> None:
    """Until it was skipped or done, or somebody knows the referee."""
    phone = app.test_client()
    assert offers(phone)
    for path in paths:
        phone.get(path)
    assert offers(phone) is offered


def test_whoever_has_a_group_is_not_new(phone: Phone) -> None:
    assert OFFER in seen(phone.get("/").text)
    start(phone, "Ada", "Bo")
    assert OFFER not in seen(phone.get("/").text)
