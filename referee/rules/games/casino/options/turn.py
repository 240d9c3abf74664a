"""Turn contexts: positions in which options of a card are searched."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ....cards import Card, Cards
from ....plays import MakeBuild, Play, Step, Table, Top, in_order
from ..judge.judge import held_as, judge
from ..judge.play_rules import BuildRules, build_rules
from ..judge.position import Position, TurnState, begin
from ..judge.resolution import Resolution
from ..judge.verdict import Verdict
from ..question import BuildQuestion


@dataclass(frozen=True)
class TurnContext:
    """A position in which a card may be played: the ``start`` of a turn, the steps that it has
    ``begun`` with, and the turn state after these. Verdicts are stored in ``judged``, so that no
    play is judged twice, nor a build of the same parts."""

    rules: BuildRules
    start: Position
    turn_state: TurnState
    begun: Play = ()
    judged: dict[tuple[Play, Resolution | None], Verdict] = field(
        default_factory=dict, compare=False, repr=False
    )

    @classmethod
    def of(cls, question: BuildQuestion) -> TurnContext:
        """Return the context of the position in a question, with nothing done yet."""
        start = question.position_at(in_order(question.table))
        return cls.at(build_rules(question.rules), start)

    @classmethod
    def at(cls, rules: BuildRules, start: Position) -> TurnContext:
        """Return the context of a position, with nothing done yet."""
        return cls(rules, start, begin(start, ()))

    def after(self, begun: Play, verdict: Verdict) -> TurnContext:
        """Return the context after these steps, which have this verdict."""
        turn_state = self.turn_state._replace(
            table=verdict.after or self.table, piles=verdict.piles
        )
        return replace(self, turn_state=turn_state, begun=begun)

    @property
    def secret(self) -> TurnContext:
        """The context as everybody sees it, without the hand."""
        return replace(self, start=replace(self.start, hand=None), judged={})

    @property
    def table(self) -> Table:
        """The table after the steps so far."""
        return self.turn_state.table

    @property
    def hand(self) -> Cards | None:
        """The mover's hand at the start, with the card that may be played; None while it is
        secret."""
        return self.start.hand

    @property
    def tops(self) -> list[Top]:
        """The known tops of other players' piles, where piles are open."""
        own = self.start.pile_seat
        piles = enumerate(self.turn_state.piles)
        return [Top(pile[0], seat) for seat, pile in piles if pile and seat != own]

    def face_of(self, card: Card) -> Card:
        """Return the face that a card of the hand stands for."""
        return self.start.face_of(card)

    def held(self, card: Card) -> Card:
        """Return a played card with the suit that it has in the hand."""
        return held_as(card, self.hand, self.turn_state.known_cards)

    def judge(self, *play: Step) -> Verdict:
        """Return the verdict on the play that goes on with these steps."""
        return self._judged((*self.begun, *play))

    def judge_build(self, step: MakeBuild, parts: Resolution) -> Verdict:
        """Return the verdict on the play that goes on with a build of just these parts, whatever
        else its cards can name."""
        return self._judged((*self.begun, step), parts)

    def judge_whole(self, play: Play) -> Verdict:
        """Return the verdict on a whole play from the start, with what opponents may insist on
        after it."""
        verdict = self._judged(play)
        if verdict.end is None:
            return verdict
        return verdict._replace(demands=tuple(self.rules.demands(verdict.end)))

    def _judged(self, play: Play, parts: Resolution | None = None) -> Verdict:
        """Return the verdict on a whole play, whose last step makes a build of these ``parts`` if
        they are given; judged at most once."""
        key = play, parts
        verdict = self.judged.get(key)
        if verdict is None:
            verdict = self.judged[key] = judge(self.rules, self.start, play, parts=parts)
        return verdict
