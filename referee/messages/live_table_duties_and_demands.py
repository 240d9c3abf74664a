"""Sentences of the live table in games with builds: choices, duties and demands."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ..languages import gettext, ngettext
from ..rules.cards import Rank
from ..rules.games.casino.followed.play_choices import Choice
from ..rules.games.casino.judge.build_rules_base import BuildRules
from ..rules.games.casino.judge.verdict_reasons import Reason
from ..rules.plays import Capture, MakeBuild, Step
from ..rules.table_and_builds import Build
from ..words import build_number, signed
from .build_reasons import duties_text
from .build_verdicts import cards_held
from .rulings import span_text


def seats_text(names: Sequence[str]) -> str:
    """Return the number and name of each seat: "0 Ada, 1 Bo"."""
    return ", ".join(f"{seat} {name}" for seat, name in enumerate(names))


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


def live_duty_texts(duties: Sequence[Reason], builds: Sequence[Build], name: str) -> list[str]:
    """Return the duties of the next player, each a sentence with the player's ``name``."""
    others = [duty for duty in duties if duty is not Reason.KEEP_CARD]
    return duties_text(others or duties, builds, name)


def proven_text(proven: Collection[Rank]) -> str:
    """Return which ranks a player has proven to hold: "has shown: holds an eight"."""
    return gettext("has shown: holds %(cards)s", cards=cards_held(sorted(proven)))


def so_far_text(points: Sequence[int], sides: Sequence[int], names: Sequence[str]) -> str:
    """Return the points of each side, added up from those of each seat.

    "Points so far: Ada & Cia 2, Bo & Dan 0"
    """
    texts = []
    for side in sorted(set(sides)):
        seats = [seat for seat, seat_side in enumerate(sides) if seat_side == side]
        name = " & ".join(names[seat] for seat in seats)
        texts.append(f"{name} {signed(sum(points[seat] for seat in seats))}")
    return gettext("Points so far: %(points)s", points=", ".join(texts))


def live_stock_text(stock: int) -> str:
    """Return how many cards can still be drawn."""
    if not stock:
        return gettext("Stock: none left")
    return ngettext("%(num)d card in the stock", "%(num)d cards in the stock", stock)
