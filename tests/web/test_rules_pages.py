"""The rules of the games with builds: all clauses are there, and so is all that is linked to."""

import json
import re
from html import escape, unescape
from importlib.resources import files
from typing import Any

import pytest
from flask.testing import FlaskClient

from referee.languages import LANGUAGES
from referee.messages.build_verdicts import build_verdict_text
from referee.messages.sheet_balance import scoring_table
from referee.rules import games
from referee.rules.games import RULESETS, listed, ruleset
from referee.rules.games.ask import ask
from referee.rules.games.casino.judge.play_rules import BuildRules, build_rules
from referee.rules.games.casino.judge.verdict import Reason
from referee.rules.score_items import LAST
from referee.rules.sheet_plan import possible_totals
from referee.web.rules import worked_examples
from referee.words.game_names import preset_names
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
    assert f'<html lang="{language}"' in answer.text
    page = Page(answer.text)
    assert clauses_of(game) <= set(page.ids)
    assert len(page.ids) == len(set(page.ids))
    assert {link.removeprefix("#") for link in page.links if link[0] == "#"} <= set(page.ids)
    contents = re.search(r'<nav class="contents".*?</nav>', answer.text, re.DOTALL)[0]  # type: ignore[index]  # none is red
    clauses = re.findall(r'class="clause" id="([^"]+)"', answer.text)
    assert re.findall(r'href="#([^"]+)"', contents) == clauses
    house_rules = answer.text.partition('id="house-rules"')[2].partition("</section>")[0]
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
    below = client.get(f"/{game}/rules").text.partition("<caption>What scores</caption>")[2]
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
    text = client.get(f"/{game}/rules").text
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
    text = client.get(f"/{game}/rules").text
    parts = PART.findall(text)
    counts = [inside.count('<li class="example"') for _, _, inside in parts]
    assert [number for _, number, _ in parts] == [str(count) for count in counts]
    assert sum(counts) == text.count('class="example"') >= 8
    assert not any(opened for opened, _, _ in parts)
    tried = re.findall(r'id="example-([^"]+)"', parts[-2][2])[0]
    query = {"example": tried, "played": "3"}
    parts = PART.findall(client.get(f"/{game}/rules", query_string=query).text)
    (shown,) = (inside for opened, _, inside in parts if opened)
    assert f'id="example-{tried}"' in shown


@pytest.mark.parametrize("game", GAMES)
def test_examples_open_in_the_referee(client: FlaskClient, game: str) -> None:
    """The API understands what the link asks, and answers as the page does."""
    text = client.get(f"/{game}/rules").text
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
    answer = client.get(f"/{game}/rules/answer", query_string=query).text
    page = client.get(f"/{game}/rules", query_string=query).text
    assert "<html" not in answer
    assert line in answer.replace("\ufe0e", "")
    inside = example_of(page, name)
    assert " ".join(answer.split()) in " ".join(inside.split())
    assert page.count('<p class="headline') == page.count('class="example"') + 1


def test_what_cannot_be_tried(client: FlaskClient) -> None:
    answer = client.get("/casino/rules/answer?example=AA5&played=zz")
    assert "The 3♣\ufe0e may do this:" in answer.text
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
    assert {f"example-{name}" for name in names} <= set(Page(client.get(f"/{game}/rules").text).ids)


AGREED = [  # what the URL says, what the page begins with
    ("", None), ("?house=", "You have agreed on no house rules."),
    ("?house=sweeps_cancel+nonsense+spades_one",
     "You have agreed on these house rules Sweeps cancel each other: At the end of a game"),
]  # fmt: skip


@pytest.mark.parametrize(("query", "begins"), AGREED)
def test_a_page_begins_with_what_was_agreed(client: FlaskClient, query: str, begins: str) -> None:
    before, found, after = client.get(f"/kasino/rules{query}").text.partition('id="agreed">')
    assert bool(found) is (begins is not None)
    assert not found or "How to play well" not in before
    assert " ".join(re.sub("<[^>]+>", "", after).split()).startswith(begins or "")
