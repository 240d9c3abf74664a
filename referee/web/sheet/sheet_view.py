"""View of a score sheet: its rows, scores and open questions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from ...languages import in_sentences, sentence, signed
from ...messages.photo_texts import pile_cards_texts
from ...messages.sheet_balance import difference_text, pile_text
from ...rules.ruleset import Ruleset
from ...rules.scoring import Score, Sheet, score
from ...rules.seating import Teams, mates, sides
from ...rules.sheet_check import Check, pile_cards
from ...rules.sheet_plan import CountedField, RowCounts, SheetPlan
from ...services.followed_games import GameView
from ...services.refusals import RowChangedMeanwhile
from ...services.session_views import SessionView
from ...words.score_names import adjustment_text, items_text
from .row_form import RowForm, drawn_rows


class NamedPile(NamedTuple):
    """A pile: the ``seat`` whose row it is, and the ``seats`` whose cards lie in it. ``name`` is
    that of its owners as they typed it, ``called`` the same for use in a sentence."""

    seat: int
    seats: tuple[int, ...]
    name: str
    called: str


def piles_of(names: Sequence[str], rules: Ruleset, teams: Teams | None) -> tuple[NamedPile, ...]:
    """Return the piles of a game, one for each row of the sheet: partners who share a pile share a
    row."""
    called, piles = in_sentences(names), []
    for seat in rules.pile_seats(len(names), teams):
        seats = mates(seat, sides(len(names), teams)) if rules.sheet.shares_piles else (seat,)
        together = " & ".join(called[mate] for mate in seats)
        name = together if len(seats) > 1 else names[seat]
        piles.append(NamedPile(seat, seats, name, together))
    return tuple(piles)


class PileRow(NamedTuple):
    """A pile's row as it is drawn, with its form. ``score`` is empty where a side's score stands at
    another pile. ``counted``: all its counts are entered; ``is_final``: the score cannot change any
    more. ``partners`` are those who score together; ``unfit`` says why no pile can have these
    counts."""

    pile: NamedPile
    row: RowCounts
    form: RowForm
    score: str
    items: str
    counted: bool
    is_final: bool
    partners: str
    unfit: str


@dataclass(frozen=True)
class SheetView:
    """A score sheet as its templates draw it. ``typed`` rows are not saved; ``stale`` is a row that
    somebody else has changed meanwhile. ``asks_aces``: a correction was refused since it depends on
    who has which ace."""

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
        """Return the rows of all piles."""
        scores = [self._score(pile) for pile in self.piles]
        counted = [self._is_counted(pile) for pile in self.piles]
        final = [self._is_final(pile) for pile in self.piles]
        partners = [self._partners(pile) for pile in self.piles]
        unfit = [self._impossible_text(pile) for pile in self.piles]
        rows = [self.check.rows[pile.seat] for pile in self.piles]
        by_side, says = self.plan.by_side, self.game.sheet.says
        has_score = [not by_side or pile.seat in says for pile in self.piles]
        after = [self._next_name(pile) for pile in self.piles]
        items = [
            items_text(self.plan, score._replace(adjustment=0), counted=whole, after=name)
            if shown
            else ""
            for score, whole, shown, name in zip(scores, counted, has_score, after, strict=True)
        ]
        # a row says its own, with the reason
        agreed = [adjustment_text(row.adjustment) for row in rows]
        items = [
            sentence(" · ".join(filter(None, texts))) for texts in zip(items, agreed, strict=True)
        ]
        totals = [
            signed(score.total) if shown else ""
            for score, shown in zip(scores, has_score, strict=True)
        ]
        of_seats = drawn_rows(self.game.sheet, self.typed, self.stale)
        forms = [of_seats[pile.seat] for pile in self.piles]
        columns = (self.piles, rows, forms, totals, items, counted, final, partners, unfit)
        return list(map(PileRow._make, zip(*columns, strict=True)))

    @cached_property
    def scored(self) -> Sheet:
        """Return the score as far as it is known. Before all piles are counted, nobody has most
        cards but who has more than half of them."""
        check = self.check
        if not self.plan.whole_score_said or not check.uncounted:
            return check.sheet
        return score(check.rules, check.rows, check.teams, claimed=True)

    def _score(self, pile: NamedPile) -> Score:
        """Return the score of a pile or its side: what was counted, even where the game pays
        differences."""
        scored = self.scored.scores[pile.seat]
        if not self.plan.difference:
            return scored
        row = self.check.rows[pile.seat]
        counted = sum((scored.items or {}).values())
        if scored.items is None and isinstance(row.counted, int):
            counted = row.counted + self.check.beside_of(pile.seat)
        return scored._replace(total=counted)

    def _is_counted(self, pile: NamedPile) -> bool:
        has_counts = self.check.rows[pile.seat].counted is not None
        return has_counts and pile.seat not in self.check.uncounted

    def _is_final(self, pile: NamedPile) -> bool:
        """Return whether the score of a pile can no longer change: what its counts are worth may
        depend on other piles."""
        if self.game.claimed_by is not None:
            return True
        waits = self.plan.whole_score_said and self.check.uncounted
        by_kind = isinstance(self.check.rows[pile.seat].counted, Mapping)
        return self._is_counted(pile) and not (waits and by_kind)

    def _partners(self, pile: NamedPile) -> str:
        """Return the names of those who score together at a pile, "" where that is its owner
        alone."""
        seats = mates(pile.seat, self.session_view.sides)
        alone = not self.plan.by_side or len(seats) == len(pile.seats)
        return "" if alone else " & ".join(map(self.pile_name, seats))

    def pile_name(self, seat: int) -> str:
        """Return the name of the pile that holds a seat's cards, for use in a sentence."""
        return next(pile.called for pile in self.piles if seat in pile.seats)

    def _next_name(self, pile: NamedPile) -> str:
        return self.pile_name((pile.seat + 1) % len(self.session_view.players))

    def heading(self, seat: int) -> str:
        """Return the name of the pile that holds a seat's cards, for use as a heading."""
        return next(pile.name for pile in self.piles if seat in pile.seats)

    @property
    def not_by_kind(self) -> int:
        """Return the seat of the first pile for which a number was said, of all else the first."""
        seats = (
            pile.seat
            for pile in self.piles
            if not isinstance(self.check.rows[pile.seat].counted, Mapping)
        )
        return next(seats, self.piles[0].seat)

    @property
    def uncounted(self) -> list[str]:
        """Return the names of those who must still count, or say a number for all of their side."""
        says = any(isinstance(row.counted, int) for row in self.check.rows)
        piles = [pile for pile in self.piles if pile.seat in self.check.uncounted]
        return [(says and self._partners(pile)) or pile.called for pile in piles]

    @property
    def counting(self) -> bool:
        """Return whether cards are counted, instead of whole scores said."""
        rows = [self.check.rows[pile.seat].counted for pile in self.piles]
        counts = [isinstance(counted, Mapping) for counted in rows if counted is not None]
        return any(counts) if counts else self.plan.counts_first

    @property
    def choices(self) -> tuple[CountedField, ...]:
        """Return the fields whose holder the page asks for."""
        return (*self.plan.choices, *self.aces) if self.counting else ()

    @property
    def aces(self) -> tuple[CountedField, ...]:
        """Return the aces whose holder the page asks for: all once that decides a score, and until
        the game ends."""
        rows = [row.counted for row in self.check.rows if isinstance(row.counted, Mapping)]
        any_named = any(row.get(field.key) for row in rows for field in self.plan.apart)
        return self.plan.apart if any_named or self.game.in_question or self.asks_aces else ()

    @property
    def asks_last_capture(self) -> bool:
        """Return whether the page asks for the last capturer: a whole score that was said includes
        those points."""
        whole_scores = self.plan.whole_score_said and not self.counting
        return bool(self.plan.last_capture_points) and not (
            whole_scores
            and any(self.check.rows[pile.seat].counted is not None for pile in self.piles)
        )

    def holds(self, pile: NamedPile, field: CountedField) -> bool:
        """Return whether a pile has the card of a field."""
        counted = self.check.rows[pile.seat].counted
        return isinstance(counted, Mapping) and bool(counted.get(field.key))

    def cannot_hold(self, pile: NamedPile) -> bool:
        """Return whether a pile has no counts, since a whole score was said for it. Of two piles,
        the counted one determines the other."""
        has_whole_score = isinstance(self.check.rows[pile.seat].counted, int)
        return has_whole_score and len(self.piles) != 2

    @property
    def expected(self) -> int | None:
        """Return the total that the sheet must add up to, None where several are possible or a
        claim ended the game."""
        check = self.check
        if self.game.claimed_by is not None:
            return None
        if not self.plan.whole_score_said or (check.complete and check.sheet.expected is not None):
            return check.sheet.expected
        only = check.possible_totals if len(check.possible_totals) == 1 else (None,)
        return only[0]

    @property
    def misplaced(self) -> list[str]:
        """Return sentences about contradictions in the cards of photographed piles."""
        check = self.check
        if not any(row.cards for row in check.rows):
            return []
        conflicts = pile_cards(check.rules, check.rows, check.teams)
        names = [self.pile_name(seat) for seat in range(len(self.session_view.players))]
        return pile_cards_texts(conflicts, names) if conflicts.piles else []

    def _impossible_text(self, pile: NamedPile) -> str:
        """Return the sentence that says why no pile can have these counts, "" if one can."""
        counted = self.check.rows[pile.seat].counted
        if pile.seat not in self.check.no_piles or not isinstance(counted, Mapping):
            return ""
        return pile_text(self.plan, counted)

    @property
    def difference(self) -> str:
        """Return the sentence about the difference of two sides, "" before both have counted."""
        if not self.plan.difference or not (self.check.complete or self.game.finished):
            return ""
        counted = [self._score(pile).total for pile in self.piles]
        names = [pile.called for pile in self.piles]
        return difference_text(names, counted, len(self.piles[0].seats))
