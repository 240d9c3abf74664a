"""Cards at fault: the pieces on the table, or the card from the hand, that make a play illegal."""

from collections.abc import Iterable
from typing import NamedTuple

from ....cards import Card, Cards, KnownCards, answers
from ....plays import Build, MakeBuild, Play, Step, Table, Top, cards_of, played_in
from .play_rules import BuildRules
from .position import Position
from .resolution import less
from .verdict import Blames, Fault, Reason, Verdict


class CardsAtFault(NamedTuple):
    """Pieces on the table that a verdict blames; ``played`` is true if it blames the card from the
    hand."""

    loose: Cards = ()
    builds: tuple[Build, ...] = ()
    tops: tuple[Top, ...] = ()
    played: bool = False

    @property
    def anything(self) -> bool:
        """Return whether anything at all is to blame."""
        return any(self)


def cards_at_fault(
    rules: BuildRules, position: Position, play: Play, verdict: Verdict, table: Table
) -> CardsAtFault:
    """Return the pieces of the ``table`` that a verdict on a play blames, none for a legal play.

    The card from the hand is at fault where no piece is. Where the fault is that cards do not lie
    on the table, nothing is marked.
    """
    fault = verdict.fault
    if fault is None:
        return CardsAtFault()
    step = None if verdict.step is None else play[verdict.step]
    first = next(iter(played_in(play)), None)
    card = first if step is None or step.card == first else None
    result = _Search(position.known_cards, fault, step, card).among(table)
    if fault.reason is Reason.KEEP_CARD and first is not None and fault.value is not None:
        # The card that should have stayed in the hand was played.
        takers = rules.takers(fault.value)
        face = position.face_of(first)
        return result._replace(played=any(answers(face, taker) for taker in takers))
    if result.anything or fault.reason is Reason.NOT_ON_TABLE:
        return result
    return CardsAtFault(played=first is not None)


class _Search(NamedTuple):
    """A search for the pieces that a fault of a ``step`` blames, or of the whole play if that is
    None; ``card`` is the card from the hand, None if it cannot be at fault."""

    known_cards: KnownCards
    fault: Fault
    step: Step | None
    card: Card | None

    def among(self, table: Table) -> CardsAtFault:
        """Return the pieces of a table that are at fault."""
        remaining, played = self._cards_but_played(table)
        tops: tuple[Top, ...] = ()
        if self.fault.reason.blames is Blames.PILES:
            remaining, tops = self._tops(remaining)
        remaining, builds = self._builds(remaining, table.builds)
        remaining, loose = self._split(remaining, table.loose)
        if not tops:
            remaining, tops = self._tops(remaining)
        return CardsAtFault(loose, builds, tops, played)

    def _cards_but_played(self, table: Table) -> tuple[Cards, bool]:
        """Return the cards at fault without the card from the hand, and whether that is at
        fault."""
        fault, step = self.fault, self.step
        blames, cards = fault.reason.blames, fault.cards
        of_hand, of_whole = blames is Blames.HAND, blames is Blames.WHOLE_BUILD
        if isinstance(step, MakeBuild):
            of_hand = of_hand or fault.reason is Reason.BAD_SUM
            whole = of_whole or (of_hand and not cards)
            cards = step.build.cards if whole else cards
        if fault.build is not None and fault.build not in table.builds:
            # The play made the build, so the table that people see lacks it.
            cards, of_hand = (*cards, *fault.build.cards), True
        played = of_hand or of_whole
        if not played or self.card is None or self.card not in cards:
            return cards, False
        return less(cards, (self.card,), self.known_cards) or (), True

    def _builds(self, remaining: Cards, builds: Iterable[Build]) -> tuple[Cards, tuple[Build, ...]]:
        """Return the cards at fault that are in no build, and the builds at fault: the fault's own,
        those of which all cards are at fault, and those that the step meant."""
        result = []
        for build in builds:
            rest = less(remaining, build.cards, self.known_cards)
            if rest is not None or build == self.fault.build or self._is_meant(build, remaining):
                result.append(build)
                remaining = remaining if rest is None else rest
        return remaining, tuple(result)

    def _is_meant(self, build: Build, remaining: Cards) -> bool:
        """Return whether the step breaks up a build, joins it with another, or raises it to a value
        that it does not come to."""
        reason, step = self.fault.reason, self.step
        if reason is Reason.BUILD_AS_UNIT:
            return bool(self._split(remaining, build.cards)[1])
        if (
            not isinstance(step, MakeBuild)
            or less(step.build.cards, build.cards, self.known_cards) is None
        ):
            return False
        raised = reason is Reason.BAD_SUM and build.value != step.build.value
        return raised or reason is Reason.NO_MERGE

    def _tops(self, remaining: Cards) -> tuple[Cards, tuple[Top, ...]]:
        remaining, cards = self._split(remaining, cards_of(self.fault.tops))
        return remaining, tuple(top for top in self.fault.tops if top.card in cards)

    def _split(self, remaining: Cards, pool: Iterable[Card]) -> tuple[Cards, Cards]:
        """Return the remaining cards without those of the pool, and the cards of the pool that were
        among them."""
        result = []
        for card in pool:
            rest = less(remaining, (card,), self.known_cards)
            if rest is not None:
                result.append(card)
                remaining = rest
        return remaining, tuple(result)
