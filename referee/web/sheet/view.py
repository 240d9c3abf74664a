"""A score sheet as its page draws it: what it asks for, and what it can say already."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from ... import messages
from ...rules.items import MARKERS
from ...rules.pile_cards import PileCards, pile_cards
from ...rules.scoring import Score, Sheet, score
from ...rules.seating import mates
from ...rules.sheet import Field, SheetPlan
from ...services.games import GameView
from ...services.session_views import SessionView
from .piles import Pile


@dataclass(frozen=True)
class SheetView:
    """What the templates of a sheet ask."""

    session_view: SessionView
    game: GameView
    piles: tuple[Pile, ...]
    asks_aces: bool = False
    """Was a correction refused that hangs on them?"""

    @property
    def plan(self) -> SheetPlan:
        return self.game.sheet.rules.sheet

    @cached_property
    def scored(self) -> Sheet:
        """The score as far as it is known: as long as piles are not counted, most cards are
        nobody's who has not more than half of them."""
        sheet = self.game.sheet
        if not self.plan.whole_score_said or not sheet.check.uncounted:
            return sheet.check.sheet
        return score(sheet.rules, sheet.rows, self.session_view.teams, claimed=True)

    def score(self, pile: Pile) -> Score:
        """The score of a pile, or of the side that it belongs to: what was counted, whatever comes
        of it in the end."""
        scored = self.scored.scores[pile.seat]
        if not self.plan.difference:
            return scored
        row = self.game.sheet.rows[pile.seat]
        counted = sum((scored.items or {}).values())
        if scored.items is None and isinstance(row.counted, int):
            counted = row.counted + self.plan.beside({MARKERS: row.markers})
        return scored._replace(total=counted)

    def scores(self, pile: Pile) -> bool:
        """Does the score stand at this pile? That of a side stands at the first one of it."""
        return not self.plan.by_side or pile.seat in self.game.sheet.says

    def is_counted(self, pile: Pile) -> bool:
        """Is all said of this pile?"""
        sheet = self.game.sheet
        said = sheet.rows[pile.seat].counted is not None
        return said and pile.seat not in sheet.check.uncounted

    def is_known(self, pile: Pile) -> bool:
        """Is the score of a pile what it will be? What its counts are worth may wait for others."""
        sheet = self.game.sheet
        if self.game.claimed_by is not None:
            return True
        waits = self.plan.whole_score_said and sheet.check.uncounted
        by_kind = isinstance(sheet.rows[pile.seat].counted, Mapping)
        return self.is_counted(pile) and not (waits and by_kind)

    def partners(self, pile: Pile) -> str:
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
    def waits_for_capture(self) -> bool:
        """Is nothing missing but who captured last?"""
        check = self.game.sheet.check
        if check.balanced or not check.complete:
            return False
        if check.points_missing is not None:
            return check.points_missing == check.last_capture_missing
        return bool(check.last_capture_missing) and not check.kinds_missing

    @property
    def uncounted(self) -> list[str]:
        """Who must still count, or say a number for all of their side."""
        sheet = self.game.sheet
        says = any(isinstance(row.counted, int) for row in sheet.rows)
        piles = [pile for pile in self.piles if pile.seat in sheet.check.uncounted]
        return [(says and self.partners(pile)) or pile.called for pile in piles]

    @property
    def counting(self) -> bool:
        """Does somebody count cards, instead of saying what all of them score?"""
        rows = [self.game.sheet.rows[pile.seat].counted for pile in self.piles]
        counts = [isinstance(counted, Mapping) for counted in rows if counted is not None]
        return any(counts) if counts else self.plan.counts_first

    @property
    def choices(self) -> tuple[Field, ...]:
        """What it is asked who has it."""
        return (*self.plan.choices, *self.aces) if self.counting else ()

    @property
    def aces(self) -> tuple[Field, ...]:
        """The aces of which it is asked who has them: where it decides, and then until the end."""
        sheet = self.game.sheet
        rows = [row.counted for row in sheet.rows if isinstance(row.counted, Mapping)]
        said = any(row.get(field.key) for row in rows for field in self.plan.apart)
        return self.plan.apart if said or sheet.in_question or self.asks_aces else ()

    @property
    def asks_last_capture(self) -> bool:
        """Is it asked who captured last? A whole score that was said holds it already."""
        said = self.plan.whole_score_said and not self.counting
        return bool(self.plan.last_capture_points) and not (
            said and any(self.game.sheet.rows[pile.seat].counted is not None for pile in self.piles)
        )

    def holds(self, pile: Pile, field: Field) -> bool:
        counted = self.game.sheet.rows[pile.seat].counted
        return isinstance(counted, Mapping) and bool(counted.get(field.key))

    def cannot_hold(self, pile: Pile) -> bool:
        """Is nothing counted in this pile, since one number was said? Of two piles the one that is
        counted counts the other."""
        said = isinstance(self.game.sheet.rows[pile.seat].counted, int)
        return said and len(self.piles) != 2

    @property
    def expected(self) -> int | None:
        """What it must add up to, where that is one number."""
        check = self.game.sheet.check
        if self.game.claimed_by is not None:
            return None
        if not self.plan.whole_score_said or (check.complete and check.sheet.expected is not None):
            return check.sheet.expected
        only = check.possible_totals if len(check.possible_totals) == 1 else (None,)
        return only[0]

    @cached_property
    def pile_cards(self) -> PileCards:
        """The cards of the piles that photos have shown."""
        sheet = self.game.sheet
        return pile_cards(sheet.rules, sheet.rows, self.session_view.teams)

    @property
    def misplaced(self) -> list[str]:
        """Contradictions in the cards of photographed piles."""
        if not self.pile_cards.piles:
            return []
        names = [self.pile_name(seat) for seat in range(len(self.session_view.players))]
        return messages.pile_cards_texts(self.pile_cards, names)

    def unfit(self, pile: Pile) -> str:
        """Why the numbers of a pile cannot be, if they cannot."""
        sheet = self.game.sheet
        counted = sheet.rows[pile.seat].counted
        if pile.seat not in sheet.check.no_piles or not isinstance(counted, Mapping):
            return ""
        return messages.pile_text(self.plan, counted)

    @property
    def difference(self) -> str:
        """What the difference of two sides is worth, once both have counted."""
        if not self.plan.difference or not (self.game.sheet.check.complete or self.game.finished):
            return ""
        counted = [self.score(pile).total for pile in self.piles]
        names = [pile.called for pile in self.piles]
        return messages.difference_text(names, counted, len(self.piles[0].seats))
