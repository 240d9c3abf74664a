"""A score sheet as its page draws it: what it asks for, and what it can say already."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from ... import messages, words
from ...rules.photographed_piles import pile_cards
from ...rules.score_items import MARKERS
from ...rules.scoring import Score, Sheet, score
from ...rules.seating import mates
from ...rules.sheet_check import Check
from ...rules.sheet_plan import CountedField, RowCounts, SheetPlan
from ...services.games import GameView
from ...services.refusals import RowChangedMeanwhile
from ...services.session_views import SessionView
from .pile_names import NamedPile
from .row_form import RowForm, drawn_rows


class PileRow(NamedTuple):
    """The row of a pile as it is drawn: who has it, its numbers and its form, and its ``score``,
    empty where that stands at the first pile of a side. ``counted``: all is said of it; ``known``:
    its score is what it will be. ``partners`` are those who score together, and ``unfit`` is why
    its numbers cannot be."""

    pile: NamedPile
    row: RowCounts
    form: RowForm
    score: str
    items: str
    counted: bool
    known: bool
    partners: str
    unfit: str


@dataclass(frozen=True)
class SheetView:
    """What the templates of a sheet ask. ``typed`` are rows that were not saved, and ``stale`` what
    somebody else has changed meanwhile. ``asks_aces``: a correction was refused that hangs on
    them."""

    session_view: SessionView
    game: GameView
    piles: tuple[NamedPile, ...]
    typed: Mapping[int, RowForm]
    stale: RowChangedMeanwhile | None
    asks_aces: bool

    @cached_property
    def plan(self) -> SheetPlan:
        return self.game.sheet.rules.sheet

    @cached_property
    def check(self) -> Check:
        return self.game.sheet.shown

    @cached_property
    def rows(self) -> list[PileRow]:
        """The rows of all piles. Facts come first, then words, and then the forms."""
        scores = [self._score(pile) for pile in self.piles]
        counted = [self._is_counted(pile) for pile in self.piles]
        known = [self._is_known(pile) for pile in self.piles]
        partners = [self._partners(pile) for pile in self.piles]
        unfit = [self._unfit(pile) for pile in self.piles]
        rows = [self.check.rows[pile.seat] for pile in self.piles]
        by_side, says = self.plan.by_side, self.game.sheet.says
        here = [not by_side or pile.seat in says for pile in self.piles]
        items = [
            words.items_text(self.plan, score, counted=whole) if stands else ""
            for score, whole, stands in zip(scores, counted, here, strict=True)
        ]
        totals = [
            words.signed(score.total) if stands else ""
            for score, stands in zip(scores, here, strict=True)
        ]
        of_seats = drawn_rows(self.game.sheet, self.typed, self.stale)
        forms = [of_seats[pile.seat] for pile in self.piles]
        columns = (self.piles, rows, forms, totals, items, counted, known, partners, unfit)
        return list(map(PileRow._make, zip(*columns, strict=True)))

    @cached_property
    def scored(self) -> Sheet:
        """The score as far as it is known: as long as piles are not counted, most cards are
        nobody's who has not more than half of them."""
        check = self.check
        if not self.plan.whole_score_said or not check.uncounted:
            return check.sheet
        return score(check.rules, check.rows, check.teams, claimed=True)

    def _score(self, pile: NamedPile) -> Score:
        """The score of a pile, or of the side that it belongs to: what was counted, whatever comes
        of it in the end."""
        scored = self.scored.scores[pile.seat]
        if not self.plan.difference:
            return scored
        row = self.check.rows[pile.seat]
        counted = sum((scored.items or {}).values())
        if scored.items is None and isinstance(row.counted, int):
            counted = row.counted + self.plan.beside({MARKERS: row.markers})
        return scored._replace(total=counted)

    def _is_counted(self, pile: NamedPile) -> bool:
        """Is all said of this pile?"""
        said = self.check.rows[pile.seat].counted is not None
        return said and pile.seat not in self.check.uncounted

    def _is_known(self, pile: NamedPile) -> bool:
        """Is the score of a pile what it will be? What its counts are worth may wait for others."""
        if self.game.claimed_by is not None:
            return True
        waits = self.plan.whole_score_said and self.check.uncounted
        by_kind = isinstance(self.check.rows[pile.seat].counted, Mapping)
        return self._is_counted(pile) and not (waits and by_kind)

    def _partners(self, pile: NamedPile) -> str:
        """Whose score stands at a pile that is counted together with others; nobody's but its
        owner's most often."""
        seats = mates(pile.seat, self.session_view.sides)
        alone = not self.plan.by_side or len(seats) == len(pile.seats)
        return "" if alone else " & ".join(map(self.pile_name, seats))

    def pile_name(self, seat: int) -> str:
        """Whose pile a seat's cards lie in, in a sentence."""
        return next(pile.called for pile in self.piles if seat in pile.seats)

    def written(self, seat: int) -> str:
        """The same as a heading."""
        return next(pile.name for pile in self.piles if seat in pile.seats)

    @property
    def uncounted(self) -> list[str]:
        """Who must still count, or say a number for all of their side."""
        says = any(isinstance(row.counted, int) for row in self.check.rows)
        piles = [pile for pile in self.piles if pile.seat in self.check.uncounted]
        return [(says and self._partners(pile)) or pile.called for pile in piles]

    @property
    def counting(self) -> bool:
        """Does somebody count cards, instead of saying what all of them score?"""
        rows = [self.check.rows[pile.seat].counted for pile in self.piles]
        counts = [isinstance(counted, Mapping) for counted in rows if counted is not None]
        return any(counts) if counts else self.plan.counts_first

    @property
    def choices(self) -> tuple[CountedField, ...]:
        """What it is asked who has it."""
        return (*self.plan.choices, *self.aces) if self.counting else ()

    @property
    def aces(self) -> tuple[CountedField, ...]:
        """The aces of which it is asked who has them: where it decides, and then until the end."""
        rows = [row.counted for row in self.check.rows if isinstance(row.counted, Mapping)]
        said = any(row.get(field.key) for row in rows for field in self.plan.apart)
        return self.plan.apart if said or self.game.in_question or self.asks_aces else ()

    @property
    def asks_last_capture(self) -> bool:
        """Is it asked who captured last? A whole score that was said holds it already."""
        said = self.plan.whole_score_said and not self.counting
        return bool(self.plan.last_capture_points) and not (
            said and any(self.check.rows[pile.seat].counted is not None for pile in self.piles)
        )

    def holds(self, pile: NamedPile, field: CountedField) -> bool:
        counted = self.check.rows[pile.seat].counted
        return isinstance(counted, Mapping) and bool(counted.get(field.key))

    def cannot_hold(self, pile: NamedPile) -> bool:
        """Is nothing counted in this pile, since one number was said? Of two piles the one that is
        counted counts the other."""
        said = isinstance(self.check.rows[pile.seat].counted, int)
        return said and len(self.piles) != 2

    @property
    def expected(self) -> int | None:
        """What it must add up to, where that is one number."""
        check = self.check
        if self.game.claimed_by is not None:
            return None
        if not self.plan.whole_score_said or (check.complete and check.sheet.expected is not None):
            return check.sheet.expected
        only = check.possible_totals if len(check.possible_totals) == 1 else (None,)
        return only[0]

    @property
    def misplaced(self) -> list[str]:
        """Contradictions in the cards of photographed piles."""
        check = self.check
        if not any(row.cards for row in check.rows):
            return []
        found = pile_cards(check.rules, check.rows, check.teams)
        names = [self.pile_name(seat) for seat in range(len(self.session_view.players))]
        return messages.pile_cards_texts(found, names) if found.piles else []

    def _unfit(self, pile: NamedPile) -> str:
        """Why the numbers of a pile cannot be, if they cannot."""
        counted = self.check.rows[pile.seat].counted
        if pile.seat not in self.check.no_piles or not isinstance(counted, Mapping):
            return ""
        return messages.pile_text(self.plan, counted)

    @property
    def difference(self) -> str:
        """What the difference of two sides is worth, once both have counted."""
        if not self.plan.difference or not (self.check.complete or self.game.finished):
            return ""
        counted = [self._score(pile).total for pile in self.piles]
        names = [pile.called for pile in self.piles]
        return messages.difference_text(names, counted, len(self.piles[0].seats))
