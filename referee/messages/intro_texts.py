"""Sentences about answers in introductions. A wrong one gets its reason, and never the answer."""

from collections.abc import Iterator

from ..languages import gettext
from ..rules.games.casino.judge.verdict import Verdict
from ..rules.games.krypkasino.verdict import (
    CaptureLegality,
    CaptureReason,
    CaptureVerdict,
    IntroTask,
    Ruling,
)
from .capture_verdicts import because_text, cost_text, price_text, verdict_text
from .verdict_lines import VerdictLine


def first_headline(task: IntroTask, verdict: CaptureVerdict | None, *, right: bool) -> str:
    """Return what an answer about captures is called, "" for what the ruling says best.

    ``verdict`` is there where something is wrong or was claimed.
    """
    if verdict is None:
        return "" if right or task is not IntroTask.LEAST else gettext("Another card costs less.")
    if verdict.reason is CaptureReason.MUST_SWEEP:
        return gettext("No: one of your cards takes the whole table, and must be played.")
    if verdict.reason is CaptureReason.MUST_CAPTURE:
        return gettext("No: it can take something, so it must.")
    if verdict.reason is CaptureReason.LEAVES_CAPTURABLE:
        return gettext("Right so far, but it must take more.")
    return verdict_text(verdict, hides=True)


def first_reasons(
    task: IntroTask,
    ruling: Ruling,
    verdict: CaptureVerdict | None,
    ground: CaptureLegality | None,
    *,
    right: bool,
) -> Iterator[VerdictLine]:
    """Yield why an answer about captures is right or wrong, and what the play costs.

    ``verdict`` is there where something is wrong or was claimed, ``ground`` where something is
    right.
    """
    if ground and task is not IntroTask.MAY:
        yield VerdictLine(because_text(ground), ground.clause)
    if task is IntroTask.LEAST and ruling.play:
        cost = cost_text(ruling.play.outcomes[0], ruling.sweep_points)
        if right:
            text = gettext("It costs %(cost)s; no other card costs less.", cost=cost)
        else:
            text = gettext(
                "That may be played, but it costs %(cost)s. Which card costs less?", cost=cost
            )
        yield VerdictLine(text, "scoring")
    forced = ruling.hand is not None and bool(ruling.hand.must_play)
    clause = verdict.clause if verdict else "forced-sweep" if forced else None
    price = price_text(ruling, verdict)
    if price or clause:
        yield VerdictLine(price, clause or "sweep")


def first_build_headline(verdict: Verdict, *, right: bool) -> str:
    """Return what an answer in a game with builds is called."""
    if verdict.legal and not right:
        return gettext("Right so far, but it can take more.")
    return verdict_text(verdict, hides=True)


def no_cards_tapped_text() -> str:
    """Return the sentence to an answer without cards, where there is no button for none."""
    return gettext("Tap the cards that you mean.")
