"""Sentences of verdicts on plays with builds."""

from __future__ import annotations

from collections.abc import Iterable

from ..languages import gettext
from ..rules.cards import Rank
from ..rules.games.casino.judge.fault import Fault
from ..rules.games.casino.judge.verdict import Verdict
from ..rules.play_verdict_interface import PlayVerdict
from ..rules.table_and_builds import Build
from ..words import and_, build_number, sentence
from ..words.card_articles_and_plurals import HELD_RANK
from .build_reasons import a_card, fault_text
from .capture_rulings import incomplete_claim_text, verdict_text


@verdict_text.register
def _(verdict: Verdict, *, hides: bool = False) -> str:
    return build_verdict_text(verdict, hides=hides)


def build_verdict_text(verdict: Verdict, *, hides: bool = False, name: str | None = None) -> str:
    """Return a verdict on a play as a sentence: "Yes, if you still hold a nine."

    ``hides``: the reader is still to find the missing part of an incomplete claim. ``name``: the
    player is named, instead of "you".
    """
    if verdict.legal is None:
        cards = cards_held(verdict.holds)
        if name is None:
            return gettext("Yes, if you still hold %(cards)s.", cards=cards)
        return gettext("Yes, if %(name)s still holds %(cards)s.", name=name, cards=cards)
    if reason := _incomplete_claim_text(verdict, hides=hides):
        return gettext("No: %(reason)s", reason=reason)
    return fault_text(verdict.fault or Fault(verdict.reason), name)


def build_reason_text(verdict: Verdict, *, hides: bool = False, name: str | None = None) -> str:
    """Return the reason of a refusal as a sentence of its own, without "No".

    ``hides`` and ``name`` as in :func:`build_verdict_text`.
    """
    text = build_verdict_text(verdict, hides=hides, name=name)
    return sentence(_incomplete_claim_text(verdict, hides=hides) or text.partition(": ")[2] or text)


def named_verdict_text(verdict: PlayVerdict, name: str | None) -> str:
    """Return a verdict of a followed game: "No: Anna was the last to add to the build of 8…"."""
    if isinstance(verdict, Verdict):
        return build_verdict_text(verdict, name=name)
    return verdict_text(verdict)


def _incomplete_claim_text(verdict: Verdict, *, hides: bool) -> str | None:
    """Return the reason against a capture that is right but incomplete; None for other verdicts."""
    claim = verdict.fault and verdict.fault.partial
    if not claim or not claim.completed:
        return None
    return incomplete_claim_text(claim.lacking, claim.value, claim.missing, hides=hides)


def unheld_text(build: Build) -> str:
    """Return that an earlier play needed a card for this build in the hand."""
    return gettext(
        "But until this turn %(card)s had to be in your hand, for your build of %(value)s.",
        value=build_number(build.value),
        card=a_card(build.value),
    )


def build_answer_text(verdict: Verdict) -> str:
    """Return a verdict as a sentence, with the remark that an opponent may insist on more."""
    if verdict.demands and verdict.legal:
        return gettext("Yes, but an opponent may insist on more.")
    text = build_verdict_text(verdict)
    more = gettext("An opponent may insist on more.")
    return f"{text} {more}" if verdict.demands else text


def cards_held(ranks: Iterable[Rank]) -> str:
    """Return ranks with their articles: "a nine", "an ace and a nine"."""
    return and_(str(HELD_RANK[rank]) for rank in ranks)
