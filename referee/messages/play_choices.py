"""Buttons for the plays that a card alone may have been: what each does, and its points."""

from __future__ import annotations

from ..languages import gettext
from ..rules.games.casino.followed.play_choices import Choice
from ..rules.games.casino.judge.play_rules_base import BuildRules
from ..rules.plays import Capture, MakeBuild, Step
from ..words import build_number
from .capture_rulings import span_text


def choice_text(choice: Choice) -> str:
    """Return the text of a button for a choice: "takes", "builds 8, then trails"."""
    kinds = choice.verdict.done[choice.begun :] or ("",) * (len(choice.steps) - 1) + (choice.kind,)
    text = ""
    for step, kind in zip(choice.steps, kinds, strict=True):
        step_text = _step_text(kind, step)
        if isinstance(step, MakeBuild) and step.card is None and len(choice.steps) > 1:
            step_text = gettext("%(build)s from the table", build=step_text)
        text = (
            gettext("%(first)s, then %(next)s", first=text, next=step_text) if text else step_text
        )
    return text


def choice_points_text(choice: Choice, rules: BuildRules) -> str:
    """Return the points of the cards that a choice captures: "2 points"; nothing where there are
    none."""
    captures = [step for step in choice.steps if isinstance(step, Capture)]
    cards = [card for step in captures for card in (step.card, *step.captured) if card]
    points = sum(rules.worth[card] for card in cards)
    return span_text(points, points) if points else ""


def _step_text(kind: str, step: Step) -> str:
    if not isinstance(step, MakeBuild):
        return gettext("takes") if isinstance(step, Capture) else gettext("trails")
    value = step.build.value
    if kind == "augment":
        text = gettext("adds to the build of %(value)s", value=build_number(value))
    elif kind == "raise":
        text = gettext("raises a build to %(value)d", value=value)
    else:
        text = gettext("builds %(value)d", value=value)
    if step.build.owner is not None:
        return gettext("%(build)s for the partner", build=text)
    return text
