"""Steps that the selection can make, as the page of the referee shows them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ....messages.build_page import asked_for_text, hindered_text, may_with_these_text, way_text
from ....rules.answers_about_own_hand import Held
from ....rules.cards import Card
from ....rules.games.casino.all_answers_to_question import Analysis
from ....rules.games.casino.options.plays_of_selection import SelectionOption
from ....rules.plays import Capture, MakeBuild
from .options_view import depends_on_text
from .tap_urls import Edits


class Offered(NamedTuple):
    """A button for a step that the selection can make: its text, what the hand must ``held`` for
    it, and the URL in which it is done. ``main`` is false where another card was played and this
    step needs no card from the hand."""

    text: str
    held: str
    address: str
    main: bool


class Offers(NamedTuple):
    """The steps that the selection can make, with the ``answer`` of the referee where the played
    card is in one; or, with none, the ``refusal``, a sentence a reason, and the ``clause`` of the
    first reason."""

    steps: list[Offered]
    refusal: str = ""
    clause: str | None = None
    answer: str = ""


def draw_offers(analysis: Analysis, edits: Edits) -> Offers | None:
    """Return the steps that the selection can make in this play; None where nothing is selected for
    a play."""
    if not analysis.chooses_for_turn:
        return None
    played, plain = analysis.question.played, not analysis.rules.has_steps
    ways, hindered = analysis.selection
    if not ways:
        return Offers([], " ".join(map(hindered_text, hindered)), hindered[0].clause)
    steps = [
        Offered(
            way_text(way, played, plain=plain),
            _selection_depends_on(way, analysis.held),
            edits.with_steps(way.step),
            played is None or way.step.card is not None,
        )
        for way in ways
    ]
    return Offers(steps, answer=_selection_answer(played, ways))


def _selection_answer(played: Card | None, ways: Sequence[SelectionOption]) -> str:
    """Return the sentence that says what the played card may do with the selection, "" where it may
    do nothing."""
    takes = any(isinstance(way.step, Capture) for way in ways)
    builds = any(isinstance(way.step, MakeBuild) and way.step.card for way in ways)
    if played is None or not (takes or builds):
        return ""
    return may_with_these_text(played, take=takes, build=builds)


def _selection_depends_on(way: SelectionOption, held: Held) -> str:
    """Return the text of what a step of the selection depends on, "" for nothing."""
    is_for_partner = (
        isinstance(way.step, MakeBuild) and way.kind == "augment" and way.step.build.owner
    )
    for_partner = asked_for_text() if is_for_partner else ""
    return " · ".join(filter(None, [for_partner, depends_on_text(way.verdict, held)]))
