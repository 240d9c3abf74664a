"""Sentences on what sweeps score, for the sweep counter and the score sheet."""

from __future__ import annotations

from ..languages import gettext, ngettext
from ..rules.deal_plan import DealPlan
from ..rules.games.casino.judge.play_rules_base import BuildRules
from ..rules.ruleset import Ruleset
from ..rules.score_items import MARKERS
from ..rules.session_end import FirstToTarget


def sweep_worth_text(rules: Ruleset) -> str:
    """Return what a sweep scores: "A sweep scores 1 point." (#sweep)."""
    points = rules.sheet.worths[MARKERS]
    if rules.sheet.sweeps_are_paid:
        return gettext(
            "A sweep costs %(points)d, and the player before gets −%(points)d."
            " For each a card lies face up, for a double one two.",
            points=points,
        )
    worth_text = ngettext("A sweep scores %(num)d point.", "A sweep scores %(num)d points.", points)
    return sweeps_off_text(rules) or worth_text


def sweeps_off_text(rules: Ruleset) -> str:
    """Return that an earlier game has ended the scoring of sweeps; empty if none has (#sweep)."""
    if not rules.carried.sweeps_off or not isinstance(rules.session, FirstToTarget):
        return ""
    text = gettext("A side had %(points)d points before: sweeps score nothing in this game.")
    return text % {"points": rules.session.sweeps_until}


def sweep_limit_texts(rules: Ruleset, plan: DealPlan) -> list[str]:
    """Return which sweeps score nothing by house rules: cancelled ones, and late ones (#sweep)."""
    texts = []
    if rules.sheet.sweeps_cancel:
        example = gettext("Of 3 and 1 sweeps 2 and 0 are left.")
        texts.append(f"{gettext('Sweeps cancel each other')}. {example}")
    if not _counts_late(rules):
        texts.append(
            gettext("Once the stock is used up a sweep counts nothing.")
            if plan.stock
            else gettext("In the last deal a sweep counts nothing.")
        )
    return texts


def no_sweeps_now_text(rules: Ruleset, plan: DealPlan, deal: int) -> str:
    """Return that a ``deal`` is the last one, in which sweeps count nothing; empty for others."""
    if _counts_late(rules) or plan.stock or deal < plan.deals:
        return ""
    return gettext("This is the last deal: a sweep counts nothing.")


def _counts_late(rules: Ruleset) -> bool:
    referee = rules.referee
    return not isinstance(referee, BuildRules) or referee.counts_sweep(last_cards=True)
