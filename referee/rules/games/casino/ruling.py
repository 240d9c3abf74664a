"""The ruling on a question about a game with builds."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from ...plays import Build, Table
from .judge.judge import unheld
from .judge.play_rules import duties_of
from .judge.verdict import Reason, Verdict
from .options.hand import HandRow, Listing, PlayRuling
from .options.selection import SelectionOption, selection_options
from .options.turn import TurnContext
from .question import BuildQuestion


@dataclass(frozen=True)
class BuildRuling:
    """A ruling. ``duties`` are the reasons that bind the mover before a card is played. ``ways``
    are the options of the selection. ``sure`` is true if the options listed for a card are all that
    it has. ``unheld`` are builds that the mover owns although the hand has no card for them: a rule
    was broken before."""

    players: int
    table: Table
    duties: tuple[Reason, ...]
    hand: tuple[HandRow, ...] | None
    play: PlayRuling | None
    ways: tuple[SelectionOption, ...] | None
    verdict: Verdict | None
    sure: bool
    unheld: tuple[Build, ...]

    @property
    def broken_before(self) -> tuple[Build, ...]:
        """The builds for which a rule was broken before, while the play itself is legal."""
        return self.unheld if self.verdict and self.verdict.legal else ()


@lru_cache(maxsize=128)
def consult(question: BuildQuestion, *, with_tops: bool = False) -> BuildRuling:
    """Return the ruling on a question. People are told of builds ``with_tops`` too, which the JSON
    leaves out. The last rulings are cached: several phones ask about one position."""
    context = TurnContext.of(question)
    verdict = context.judge_whole(question.turn) if question.turn else None
    if verdict is not None and verdict.unfinished:
        # Of an unfinished turn it is asked how it may go on.
        context = context.after(question.turn or (), verdict)
    ruling = rule_on(question, context, verdict, with_tops=with_tops)
    if question.hand is None:
        return ruling
    return replace(ruling, hand=Listing(context, with_tops).hand(question.hand, ruling.play))


def rule_on(
    question: BuildQuestion, context: TurnContext, verdict: Verdict | None, *, with_tops: bool
) -> BuildRuling:
    """Return the ruling on a question, whose ``context`` is the one after the steps so far, and
    whose ``verdict`` is the one on these. It has no options of the other cards of the hand."""
    listing = Listing(context, with_tops)
    play = None if question.played is None else listing.play(question.played, question.limit)
    return BuildRuling(
        players=question.players,
        table=context.start.table,
        duties=duties_of(context.rules, context.start),
        hand=None,
        play=play,
        ways=_ways(context, question),
        verdict=verdict,
        # More is possible with tops, or steps before the card; but once an opponent's build was
        # added to, the card takes it, and nothing else helps.
        sure=not (context.rules.open_piles or context.rules.has_steps)
        or bool(verdict and verdict.lent),
        unheld=unheld(context.rules, context.start),
    )


def verdict_on(question: BuildQuestion) -> Verdict | None:
    """Return the verdict on the play in a question, without any options; None if it has no play."""
    return TurnContext.of(question).judge_whole(question.turn) if question.turn else None


def _ways(context: TurnContext, question: BuildQuestion) -> tuple[SelectionOption, ...] | None:
    """Return the options of the selection in a question; None if there is none."""
    if question.pointed is None:
        return None
    played = None if question.played is None else context.held(question.played)
    return tuple(selection_options(context, played, *question.pointed))
