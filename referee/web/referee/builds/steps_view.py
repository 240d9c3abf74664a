"""Steps of a play, as the page of the referee shows them in a game with builds."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ....messages.build_verdicts import step_of_play_text
from ....rules.games.casino.judge.verdict import Verdict
from ....rules.games.casino.question import BuildQuestion
from ....rules.plays import MakeBuild, Play


class DrawnStep(NamedTuple):
    """A step of a play in words. ``wrong``: the verdict blames it. ``back`` is the URL that takes
    it back, "" for all but the last step."""

    text: str
    wrong: bool
    back: str


def draw_steps(
    question: BuildQuestion, play: Play, verdict: Verdict | None, url_of: Callable[[Play], str]
) -> list[DrawnStep]:
    """Return the steps of a play in order; ``url_of`` gives the URL of a play."""
    at_fault = verdict.step if verdict else None
    builds = [step.build for step in play if isinstance(step, MakeBuild)]
    return [
        DrawnStep(
            step_of_play_text(step, question, (*builds[::-1], *question.table.builds)),
            number == at_fault,
            url_of(play[:-1]) if number == len(play) - 1 else "",
        )
        for number, step in enumerate(play)
    ]
