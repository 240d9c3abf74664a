"""Verdicts as lines, each a sentence with the clause that it follows from."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..languages import gettext
from ..rules.games.casino.analysis import Analysis
from ..rules.games.casino.judge.verdict import Reason, Verdict
from ..rules.games.casino.options.hand import LegalityGround
from ..rules.games.casino.options.selection import FaultySelection
from ..rules.games.krypkasino.verdict import (
    CaptureLegality,
    CaptureReason,
    CaptureVerdict,
    Ruling,
)
from ..rules.plays import Build
from ..rules.ruleset import PlayVerdict
from .build_page import held_text, hindered_text, not_held_text
from .build_reasons import ground_text, may_leave_text
from .build_verdicts import named_verdict_text, unheld_text
from .capture_verdicts import (
    because_text,
    forcing_text,
    not_double_text,
    price_text,
    regrouping_text,
    table_text,
    was_held_text,
)
from .dealing import first_cards_text


class VerdictLine(NamedTuple):
    """A sentence, with the ``clause`` of the rules that it rests on, "" without one. ``tone`` is
    the class of its look: ``right``, ``wrong``, ``open``, ``quiet``, ``duties`` or "" for none."""

    text: str
    clause: str = ""
    tone: str = ""


class HandQuestion(NamedTuple):
    """A question about the hand that a verdict depends on, with its two answers; ``note`` is the
    sentence above it, "" for none."""

    text: str
    yes: str
    no: str
    note: str = ""


def tone_of(legal: bool | None, *, is_open: bool = False) -> str:
    """Return the tone of a verdict; ``is_open``: more may be said of the play."""
    if legal is None or is_open:
        return "open"
    return "right" if legal else "wrong"


def which_table_text() -> str:
    """Return the question for the cards on the table, as a headline."""
    return gettext("Which cards lie on the table?")


def named_verdict_line(verdict: PlayVerdict, name: str | None) -> VerdictLine:
    """Return the verdict on a play of a followed game."""
    tone = "wrong" if verdict.legal is False else "right"
    return VerdictLine(named_verdict_text(verdict, name), verdict.clause or "", tone)


# --- games of captures ----------------------------------------------------------------------------


def table_headline(ruling: Ruling | None) -> str:
    """Return the headline before a card is played: what sweeps, or the question for the table."""
    if ruling and (ruling.table or ruling.set_aside):
        return table_text(ruling)
    return which_table_text()


def was_held_question(ruling: Ruling) -> HandQuestion | None:
    """Return the question on which the verdict of a ruling depends, None for none."""
    if ruling.verdict is None or not ruling.verdict.unless:
        return None
    text = was_held_text(ruling.verdict.unless)
    return HandQuestion(text, gettext("Yes"), gettext("No"), text)


def capture_lines(
    ruling: Ruling, verdict: CaptureVerdict | None, ground: CaptureLegality | None
) -> Iterator[VerdictLine]:
    """Yield why a capture is legal or not, and who had to announce a sweep. ``verdict`` is None
    where a play is legal and nothing was claimed."""
    if verdict and verdict.only_by_regrouping and verdict.reason is CaptureReason.LEAVES_CAPTURABLE:
        yield VerdictLine(regrouping_text(verdict))
    if ground:
        yield VerdictLine(because_text(ground), ground.clause)
    if ruling.unless and not verdict:
        yield VerdictLine(forcing_text(ruling), "forced-sweep")


def sweep_lines(
    ruling: Ruling, settled: Ruling, verdict: CaptureVerdict | None, clause: str
) -> Iterator[VerdictLine]:
    """Yield what a sweep scores, with the ``clause`` of the verdict, and why it is no double one.
    ``settled`` is the ruling with what was said of the hand."""
    price = price_text(settled, verdict)
    if price or clause:
        yield VerdictLine(price, clause or "sweep")
    if text := not_double_text(ruling, verdict):
        yield VerdictLine(text, "double-sweep")


# --- games with builds ----------------------------------------------------------------------------


def build_headline(answer: str | None, *, lies: bool, asks_value: bool) -> VerdictLine:
    """Return the headline where nothing is judged: the ``answer``, or what is asked for next."""
    if not lies:
        return VerdictLine(which_table_text())
    if asks_value:
        return VerdictLine(gettext("Which value was said?"))
    return VerdictLine(answer or gettext("Which card was played?"))


def holds_question(verdict: Verdict, *, holds: bool | None) -> HandQuestion | None:
    """Return the question whether the mover holds what a verdict depends on, None for none;
    ``holds`` is the answer so far."""
    if not verdict.holds:
        return None
    note = held_text(verdict.holds) if holds else ""
    return HandQuestion(gettext("Do you hold it?"), gettext("Yes, I hold it"), gettext("No"), note)


def broken_before_lines(builds: Sequence[Build]) -> list[VerdictLine]:
    """Return that earlier plays needed cards for these builds in the hand."""
    return [VerdictLine(unheld_text(build), "keep-the-card", "wrong") for build in builds]


def ground_lines(grounds: Sequence[LegalityGround], clause: str) -> list[VerdictLine]:
    """Return why a play with builds is legal; without a ground, the ``clause`` of the verdict."""
    if grounds:
        return [VerdictLine(ground_text(each), each.clause) for each in grounds]
    return [VerdictLine("", clause)] if clause else []


def may_leave_lines(ground: LegalityGround | None) -> list[VerdictLine]:
    """Return the answer to whether the played card must take all that it can, [] without a
    ground."""
    if ground is None:
        return []
    return [VerdictLine(may_leave_text(ground), ground.clause or "", "quiet")]


def not_held_lines(analysis: Analysis) -> list[VerdictLine]:
    """Return why builds that the played card could make are not listed."""
    values, clause = analysis.not_held, analysis.rules.clause_of(Reason.NO_HOLDER)
    return [VerdictLine(not_held_text(values), clause or "", "quiet")] if values else []


def selection_line(selections: Sequence[FaultySelection], tone: str = "") -> VerdictLine:
    """Return why nothing can be made of selected cards, with the clause of the first reason."""
    text = " ".join(map(hindered_text, selections))
    return VerdictLine(text, selections[0].clause or "", tone)


def before_play_lines(analysis: Analysis, *, asks_builds: bool) -> Iterator[VerdictLine]:
    """Yield remarks on a table before a card is played: whether it is drawn again, and, where one
    ``asks_builds``, how a build is entered."""
    if first := analysis.question.first_cards:
        yield VerdictLine(first_cards_text(first), "deal")
    if asks_builds:
        yield VerdictLine(gettext("Is there a build? Tap its cards on the table."), tone="quiet")


def duties_line(
    analysis: Analysis, duties: Sequence[str], answer: str | None
) -> VerdictLine | None:
    """Return the duties of the mover, but the first where the verdict has said it, with their rule;
    None without any. ``answer`` is the sentence that the page says already."""
    ruling, verdict = analysis.ruling, analysis.verdict
    if not duties or ruling is None:
        return None
    first = ruling.duties[0]
    is_said = verdict is not None and verdict.reason == first
    others = (duty for duty in duties if duty != answer and not (is_said and duty == duties[0]))
    clause = "keep-the-card" if is_said else analysis.rules.clause_of(first)
    return VerdictLine(" ".join(others), clause or "", "duties")
