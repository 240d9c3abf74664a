"""Feedback on answers to the introduction."""

from __future__ import annotations

from collections.abc import Iterator

from ..languages import gettext
from ..rules.games.krypkasino.intro_answer_check import IntroTask
from ..rules.games.krypkasino.legality_grounds import CaptureLegality
from ..rules.games.krypkasino.ruling import Ruling
from ..rules.games.krypkasino.verdict import CaptureVerdict
from .capture_rulings import because_text, cost_text, price_text
from .exercise_feedback import FeedbackLine


def first_reasons(
    task: IntroTask,
    ruling: Ruling,
    verdict: CaptureVerdict | None,
    ground: CaptureLegality | None,
    *,
    right: bool,
) -> Iterator[FeedbackLine]:
    """Yield why an answer is right or wrong, and what the play costs.

    ``verdict`` is there where something is wrong or was claimed, ``ground`` where something is
    right.
    """
    if ground and task is not IntroTask.MAY:
        yield FeedbackLine(because_text(ground), ground.clause)
    if task is IntroTask.LEAST and ruling.play:
        cost = cost_text(ruling.play.outcomes[0], ruling.sweep_points)
        if right:
            text = gettext("It costs %(cost)s; no other card costs less.", cost=cost)
        else:
            text = gettext(
                "That may be played, but it costs %(cost)s. Which card costs less?", cost=cost
            )
        yield FeedbackLine(text, "scoring")
    forced = ruling.hand is not None and bool(ruling.hand.must_play)
    clause = verdict.clause if verdict else "forced-sweep" if forced else None
    price = price_text(ruling, verdict)
    if price or clause:
        yield FeedbackLine(price, clause or "sweep")
