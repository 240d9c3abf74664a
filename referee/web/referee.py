"""Settle a dispute: a form, and the ruling below it. The address holds the position."""

from __future__ import annotations

from flask import Blueprint, render_template, request

from .. import messages
from ..rules.games import RULESETS
from ..rules.question import BadQuestion, Question
from ..rules.ruleset import UnknownHouseRule
from ..rules.verdict import Ruling, consult
from .forms import RefereeForm
from .games import find_ruleset

blueprint = Blueprint("referee", __name__)


@blueprint.get("/<game>/referee")
def page(game: str) -> str:
    find_ruleset(game)
    form = RefereeForm(request.args)
    form.offer_house_rules(RULESETS[game].house_rules)
    ruling = _rule(game, form)
    return render_template(
        "referee/page.html",
        game=game,
        form=form,
        ruling=ruling,
        headline=ruling and messages.headline(ruling),
        words=messages,
    )


def _rule(game: str, form: RefereeForm) -> Ruling | None:
    """The ruling on what was typed, if that is a position; else the form says what is wrong."""
    try:
        question = Question.read(form.texts())
        rules = find_ruleset(game, question.house)
        return None if question == Question(house=question.house) else consult(rules, question)
    except BadQuestion as error:
        form.blame(error)
    except UnknownHouseRule as error:
        form.house.errors = (*form.house.errors, messages.error_text(error))
    return None
