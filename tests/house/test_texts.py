"""Every text goes through gettext, and every fact of the rules has words."""

import re
from pathlib import Path

import pytest
from flask import Flask

from referee import messages, words
from referee.messages import rulings
from referee.rules import (
    captures,
    cards,
    entering,
    entries,
    games,
    notation,
    position,
    question,
    ruleset,
    scoring,
    timeline,
    transcript,
)
from referee.rules.cards import Impossible, RulesError, Unreadable
from referee.rules.games import RULESETS
from referee.rules.games import ruleset as ruleset_of
from referee.rules.question import BadQuestion
from referee.rules.ruling import Sweep
from referee.rules.verdict import Reason
from referee.services import refusals

TEMPLATES = Path(__file__).parents[2] / "templates"
MODULES = (
    *(cards, notation, captures, question, ruleset, position, scoring, games),
    *(entries, timeline, entering, transcript),
)
# Told apart from errors that people cause: the code that raises these is at fault.
NO_WORDS = {RulesError, Unreadable, Impossible, BadQuestion}

ERRORS = {
    error
    for module in MODULES
    for error in vars(module).values()
    if isinstance(error, type) and issubclass(error, RulesError)
} - NO_WORDS


@pytest.mark.parametrize(
    "error", sorted(ERRORS, key=lambda e: e.__name__), ids=lambda e: e.__name__
)
def test_every_refusal_has_a_sentence(error: type[RulesError]) -> None:
    assert messages.error_text.dispatch(error) is not messages.error_text.dispatch(RulesError)


REFUSALS = {
    error
    for error in vars(refusals).values()
    if isinstance(error, type) and issubclass(error, refusals.Refusal)
} - {refusals.Refusal, refusals.Conflict, refusals.Impossible, refusals.Later}


@pytest.mark.parametrize(
    "refusal", sorted(REFUSALS, key=lambda e: e.__name__), ids=lambda e: e.__name__
)
def test_every_refusal_of_the_services_has_a_sentence(refusal: type[refusals.Refusal]) -> None:
    assert messages.error_text.dispatch(refusal) is not messages.error_text.dispatch(Exception)


def test_every_reason_sweep_rank_and_house_rule_has_words(app: Flask) -> None:
    with app.app_context():
        assert set(rulings._VERDICTS) == set(Reason)
        assert all(messages.sweep_text(sweep) for sweep in Sweep)
        for game, entry in RULESETS.items():
            assert game in words.GAME_NAMES
            assert set(entry.house_rules.names()) <= set(words.HOUSE_RULES)
            kinds = {kind.key for kind in ruleset_of(game).kinds}
            assert kinds <= set(words.KIND_NAMES) & set(words.games._KINDS)


@pytest.mark.parametrize(
    "path", sorted(TEMPLATES.rglob("*.html")), ids=lambda p: str(p.relative_to(TEMPLATES))
)
def test_no_text_stands_outside_gettext(path: Path) -> None:
    text = path.read_text("utf-8")
    text = re.sub(r"\{% block kind %\}.*?\{% endblock %\}", "", text)
    text = re.sub(r"\{%\s*trans\b.*?endtrans\s*%\}", "", text, flags=re.DOTALL)
    text = re.sub(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", "", text, flags=re.DOTALL)
    text = re.sub(r"<(code|style|script)\b.*?</\1>", "", text, flags=re.DOTALL)
    labels = re.findall(r"(?:aria-label|title|alt|placeholder)=\"([^\"]+)\"", text)
    text = re.sub(r"<[^>]*>", " ", text)
    found = re.findall(r"[A-Za-zÅÄÖåäöüß]{2,}", text + " ".join(labels))
    assert set(found) <= PROPER_NAMES


PROPER_NAMES = {"Referee", "API", "OpenAPI", "Body", "required", "name"}
