"""Demands of opponents after a play, as the page of the referee shows them."""

from __future__ import annotations

from typing import NamedTuple

from ....messages.build_page import demand_text, more_demands_text
from ....rules.games.casino.all_answers_to_question import Analysis
from .tap_urls import Edits


class DemandLink(NamedTuple):
    """The text of something that an opponent may insist on, and the URL that does it; "" where no
    single play does."""

    text: str
    address: str


def draw_demands(analysis: Analysis, edits: Edits) -> list[DemandLink]:
    """Return the demands that opponents may make after the play; a last one without a URL counts
    those that are not listed."""
    links = [
        DemandLink(
            demand_text(analysis.question, option.demand),
            edits.with_play(option.turn) if option.turn else "",
        )
        for option in analysis.insisted
    ]
    demands = analysis.verdict.demands if analysis.verdict else ()
    if more := len(demands) - len(links):
        links.append(DemandLink(more_demands_text(more), ""))
    return links
