"""Verdicts on a play by other house rules: the switches that would change one, and what the presets
of the game say."""

from __future__ import annotations

from collections.abc import Iterable

from ...verdict_by_other_rules_type import ByOtherRules, PresetVerdict
from .. import RULESETS, ruleset
from .judge.verdict import Verdict
from .question import BuildQuestion
from .rule_on_question import verdict_on


def by_other_rules(question: BuildQuestion, verdict: Verdict) -> ByOtherRules:
    """Return the switches of which each would change the ``verdict`` on the play of a question, and
    the verdicts of the presets if there is such a switch and not all of them agree with it. An
    unfinished play has neither."""
    if verdict.unfinished:
        return ByOtherRules()
    house = question.rules.house_rules
    switches = tuple(
        name
        for name in house.names_during_play()
        if _is_otherwise(_by(question, house.switched(house.on, name)), verdict)
    )
    presets = _of_presets(question) if switches else ()
    if all(preset.legal is verdict.legal for preset in presets):
        presets = ()
    return ByOtherRules(switches, presets)


def _of_presets(question: BuildQuestion) -> tuple[PresetVerdict, ...]:
    """Return the verdict of each preset by which the question can be asked."""
    judged = (
        (preset, _by(question, preset.house_rules))
        for preset in RULESETS[question.rules.key].presets
    )
    return tuple(PresetVerdict(preset, verdict.legal) for preset, verdict in judged if verdict)


def _by(question: BuildQuestion, house_rules: Iterable[str]) -> Verdict | None:
    """Return the verdict by other house rules; None where the question cannot be asked by them."""
    other = question.under(ruleset(question.rules.key, house_rules))
    return None if other is None else verdict_on(other)


def _is_otherwise(other: Verdict | None, verdict: Verdict) -> bool:
    """Return whether a verdict is another one."""
    return other is not None and other.legal is not verdict.legal
