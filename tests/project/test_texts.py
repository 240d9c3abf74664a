"""Every text goes through gettext, and every fact of the rules has words."""

import re
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

from flask import Flask

from referee import messages, rules
from referee.messages import capture_verdicts, refusal_texts
from referee.messages.build_reasons import GROUNDS, REASONS
from referee.messages.error_texts import error_text
from referee.rules.cards import Impossible, RulesError, Unreadable
from referee.rules.games import RULESETS
from referee.rules.games import ruleset as ruleset_of
from referee.rules.games.casino.judge.verdict import FaultDetail, Reason
from referee.rules.games.casino.options.hand import Ground
from referee.rules.games.krypkasino.question import PartlyReadable
from referee.rules.games.krypkasino.verdict import CaptureReason, Sweep
from referee.rules.house_rules import WrongHouseRules
from referee.rules.question_fields import BadQuestion
from referee.services import refusals
from referee.services.exports import columns_of
from referee.words.game_names import GAME_NAMES
from referee.words.house_rule_words import HOUSE_RULES
from referee.words.score_names import COLUMNS, FIELDS, item_text

TEMPLATES = Path(__file__).parents[2] / "templates"
# Told apart from errors that people cause: the code that raises these is at fault.
NO_WORDS = {RulesError, Unreadable, Impossible, BadQuestion, PartlyReadable, WrongHouseRules}


def kinds_of(error: type[Exception]) -> set[type[Exception]]:
    """Return all classes below this one, in whatever module."""
    return {one for below in error.__subclasses__() for one in (below, *kinds_of(below))}


for package in (rules, messages):
    for module in walk_packages(package.__path__, f"{package.__name__}."):
        import_module(module.name)
ERRORS = kinds_of(RulesError) - NO_WORDS


def wordless(errors: set[type[Exception]], above: type[Exception]) -> set[type[Exception]]:
    """Return the errors that have no sentence of their own, only that of any error."""
    said = error_text.dispatch
    return {error for error in errors if said(error) is said(above)}


def test_every_refusal_has_a_sentence() -> None:
    assert wordless(ERRORS, RulesError) == set()


WITH_CAUSES = {
    *(refusals.Conflict, refusals.Invalid, refusals.TryLater, refusals.PhoneStorageFull,
     refusals.PhoneDataUnavailable, refusals.SheetRefused),
}  # fmt: skip


def test_every_refusal_of_the_services_has_a_sentence() -> None:
    others = kinds_of(refusals.Refusal) - WITH_CAUSES
    assert wordless(others, Exception) | wordless(others, refusals.Conflict) == set()
    assert set(refusal_texts._OF_CAUSE) == set(refusals.Cause)


def test_every_reason_sweep_rank_and_house_rule_has_words(app: Flask) -> None:
    with app.app_context():
        assert set(capture_verdicts.CAPTURE_REASONS) == set(CaptureReason)
        assert set(REASONS) == {*Reason, *FaultDetail}
        assert set(GROUNDS) == set(Ground)
        assert all(capture_verdicts.sweep_text(sweep) for sweep in Sweep)
        for game, entry in RULESETS.items():
            assert game in GAME_NAMES
            assert set(entry.house_rules.names()) <= set(HOUSE_RULES)
            sheet = ruleset_of(game).sheet
            assert {field.key for field in sheet.fields} <= set(FIELDS)
            assert all(FIELDS[field.key].the for field in sheet.choices)
            assert set(columns_of([game])) <= set(COLUMNS)
            if not sheet.sweeps_are_paid:
                assert all(item_text(item) for item in sheet.items)


def test_no_text_stands_outside_gettext() -> None:
    outside = {
        str(path.relative_to(TEMPLATES)): found
        for path in TEMPLATES.rglob("*.html")
        if (found := words_outside(path.read_text("utf-8")) - PROPER_NAMES)
    }
    assert outside == {}


def words_outside(text: str) -> set[str]:
    """Return the words of a template that lie outside of texts to translate."""
    text = re.sub(r"\{% block kind %\}.*?\{% endblock %\}", "", text)
    text = re.sub(r"\+[a-z]+[\w-]*", "", text)  # styles and scripts of a page
    text = re.sub(r"\{%-?\s*trans\b.*?endtrans\s*-?%\}", "", text, flags=re.DOTALL)
    text = re.sub(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", "", text, flags=re.DOTALL)
    text = re.sub(r"<(code|style|script)\b.*?</\1>", "", text, flags=re.DOTALL)
    labels = re.findall(r"(?:aria-label|title|alt|placeholder)=\"([^\"]+)\"", text)
    text = re.sub(r"<[^>]*>", " ", text)
    return set(re.findall(r"[A-Za-zÅÄÖåäöüß]{2,}", text + " ".join(labels)))


PROPER_NAMES = {"Referee", "API", "OpenAPI", "Body", "required", "name"}
