"""Verdicts on a play whose player everybody knows: one phone may be for all at the table, so nobody
is called "you"."""

from __future__ import annotations

from ..languages import gettext, lazy_gettext
from ..rules.games.casino.judge.judging import Verdict
from ..rules.games.casino.judge.naming import Fault, Lacking
from ..rules.games.casino.judge.reasons import Reason
from ..rules.steps import Judged
from ..words import build_number, sentence
from .builds import a_card, build_reason_text, cards_held
from .rulings import verdict_text

_NAMED = {
    Reason.PILE_OWN: lazy_gettext("No: the pile of %(name)s’s own side is closed."),
    Reason.NO_HOLDER: lazy_gettext(
        "No: %(name)s must keep %(card)s to take the build of %(value)s."
    ),
    Reason.KEEP_CARD: lazy_gettext(
        "No: %(name)s must keep %(card)s to take the build of %(value)s."
    ),
    Reason.AUGMENT_NOT_YOURS: lazy_gettext(
        "No: %(name)s may add to an opponent’s build of %(value)s only to take it in the same turn."
    ),
    Reason.NOT_PROVEN: lazy_gettext(
        "No: nothing shows that %(name)s’s partner holds %(card)s to take a build of %(value)s."
    ),
    Reason.MUST_MERGE: lazy_gettext(
        "No: the side of %(name)s already has a build of %(value)s. Add these cards to it."
    ),
    Reason.OWNER_ADD_OR_TAKE: lazy_gettext(
        "No: %(name)s owns a build of %(value)s. Add to it, or take something."
    ),
    Reason.NO_LAY_WITH_BUILD: lazy_gettext(
        "No: %(name)s owns a build of %(value)s and may not just trail a card."
    ),
    Reason.ONE_BUILD_MAX: lazy_gettext(
        "No: %(name)s may own just one build when the turn is over."
    ),
    Reason.MUST_ACT_ON_BUILD: lazy_gettext(
        "No: %(name)s was the last to add to the build of %(value)s. Take something, build or add."
    ),
}


def named_verdict_text(verdict: Judged, name: str | None) -> str:
    """Say a verdict of a followed game: "No: Anna was the last to add to the build of 8…"."""
    if name is None or not isinstance(verdict, Verdict):
        return verdict_text(verdict)
    return _named_text(verdict, name) or verdict_text(verdict)


def named_reason_text(verdict: Verdict, name: str) -> str:
    """Say why a turn is refused, as a sentence of its own."""
    told = _named_text(verdict, name)
    return sentence(told.partition(": ")[2]) if told else build_reason_text(verdict)


def _named_text(verdict: Verdict, name: str) -> str | None:
    """Return a sentence that names the player, or None where the plain one says "you" nowhere."""
    if verdict.legal is None:
        held = cards_held(verdict.holds)
        return gettext("Yes, if %(name)s still holds %(cards)s.", name=name, cards=held)
    fault = verdict.fault or Fault(verdict.reason)
    value = fault.value or 0
    facts = {"name": name, "value": build_number(value), "card": a_card(value)}
    if fault.lacking is Lacking.PARTNER:
        return gettext(
            "No: all cards that could take the build of %(value)s lie in sight, so %(name)s’s "
            "partner holds none.",
            **facts,
        )
    if verdict.legal or fault.lacking is Lacking.EVERYBODY or fault.reason not in _NAMED:
        return None
    return str(_NAMED[fault.reason]) % facts
