"""The whole answer of the referee to a question about a game with builds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache, partial

from ...asking import OPTIONS_MOST
from ...cards import Card, Cards
from .. import ruleset
from .building import BuildRules, build_rules, kept_by
from .forming import Forming, count_forms, forms
from .judging import MOVER, Verdict, in_order, judge
from .options import Case, Taking, count_takes, lay, takes
from .pointing import Way, ways
from .question import BuildQuestion, read_question
from .table import Build, Table


@dataclass(frozen=True)
class HandRow:
    """What a card of the hand may do: how many takes and builds, and may it be laid?"""

    card: Card
    takes: int
    forms: int
    lay: bool


@dataclass(frozen=True)
class PlayRuling:
    """What the played card may do; ``…_complete``: are that all?"""

    card: Card
    takes: tuple[Taking, ...]
    takes_complete: bool
    forms: tuple[Forming, ...]
    forms_complete: bool
    lay: Verdict


@dataclass(frozen=True)
class BuildRuling:
    """The answer. ``duties`` are the reasons that bind the mover before a card is played."""

    players: int
    table: Table
    duties: tuple[str, ...]
    hand: tuple[HandRow, ...] | None
    play: PlayRuling | None
    ways: tuple[Way, ...] | None
    verdict: Verdict | None


def rule_on(game: str, texts: Mapping[str, str]) -> BuildRuling:
    """Rule on a question in text fields to a game with builds. Raises
    :class:`~referee.rules.asking.BadQuestion` and :class:`~referee.rules.games.UnknownGame`."""
    return consult(read_question(partial(ruleset, game), texts))


@lru_cache(maxsize=128)
def consult(question: BuildQuestion) -> BuildRuling:
    """Rule on a question. The last rulings are kept: several phones ask about one position."""
    rules = build_rules(question.rules)
    table = in_order(question.table)
    verdict = None
    if question.turn is not None:
        verdict = judge(rules, table, question.hand, question.packs, question.turn)
    # Of an unfinished turn it is asked how it may go on.
    begun = verdict is not None and verdict.unfinished
    now = verdict.after if verdict and begun and verdict.after else table
    turn = question.turn if question.turn and begun else ()
    case = Case(rules, now, question.hand, question.packs, table, turn)
    return BuildRuling(
        players=question.players,
        table=table,
        duties=_duties(rules, table.builds),
        hand=None if question.hand is None else _hand(case, question.hand),
        play=None if question.played is None else _play(case, question.played, question.limit),
        ways=None if question.pointed is None else _ways(case, question.played, question.pointed),
        verdict=verdict,
    )


def _duties(rules: BuildRules, builds: tuple[Build, ...]) -> tuple[str, ...]:
    if not kept_by(builds, MOVER):
        return ()
    return ("must_act_on_build", "keep_card") if rules.must_act else ("keep_card",)


def _hand(case: Case, hand: Cards) -> tuple[HandRow, ...]:
    return tuple(
        HandRow(
            card,
            count_takes(case, card, OPTIONS_MOST),
            count_forms(case, card, OPTIONS_MOST),
            lay(case, card).legal is True,
        )
        for card in dict.fromkeys(hand)
    )


def _play(case: Case, card: Card, limit: int) -> PlayRuling:
    taken, all_taken = takes(case, card, limit)
    formed, all_formed = forms(case, card, limit)
    return PlayRuling(card, tuple(taken), all_taken, tuple(formed), all_formed, lay(case, card))


def _ways(case: Case, card: Card | None, pointed: Table) -> tuple[Way, ...]:
    return tuple(ways(case, card, pointed))
