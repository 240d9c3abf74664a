"""A question where cards are built up, as the referee's page draws it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

from .... import messages
from ....rules.cards import Card, Cards
from ....rules.claimed_ranks import read_held
from ....rules.games.casino.claimed_play import Claim, claim_of
from ....rules.games.casino.judge.build_rules import BuildRules
from ....rules.games.casino.judge.verdict_reasons import Reason
from ....rules.games.casino.position_analysis import Analysis, analyse, unruled
from ....rules.games.casino.question import BuildQuestion
from ....rules.games.casino.seat_rotation import Holding, held_by_others, write_holdings
from ....rules.games.referee import build_question
from ....rules.notation import write_card, write_cards
from ....rules.plays import MakeBuild, Play, write_settled_play
from ....rules.question_fields import BadQuestion
from ....rules.table_and_builds import write_piles, write_table
from ...tappable_position import TappablePiece, TappablePosition
from ..entered_hand import HandEntry, read_hand
from ..position_form import BuildForm
from ..position_view import (
    CLAIM,
    HOLDS,
    MOST_OPTIONS,
    Chip,
    Known,
    PositionView,
    Query,
    back_of,
    judges_only,
    view_of,
)
from . import ruling_conditions
from .options_view import (
    DemandLink,
    DrawnStep,
    Offers,
    Option,
    Plays,
    draw_demands,
    draw_offers,
    draw_plays,
    draw_steps,
)
from .position_url import BEFORE, KNOWN, PAIRS, Edits, without_card, write_ranks
from .table_view import (
    BuildOwners,
    DrawnPile,
    ValueLink,
    draw_builds,
    draw_chosen_builds,
    draw_claimable_pieces,
    draw_loose,
    draw_piles,
    draw_possible_builds,
)


@dataclass
class BuildView(PositionView):
    """A question as it was entered, with its ``analysis``. ``pairs``: do those who may play alone
    play in pairs? ``before`` is how many played before the house rules were for another number,
    ``others`` what others than the mover's partner are known to hold."""

    FOLDER: ClassVar[str] = "referee/builds"
    CLAIM_FIELDS: ClassVar[tuple[str, ...]] = ("with", "turn", HOLDS, CLAIM)

    question: BuildQuestion
    analysis: Analysis
    pairs: bool
    before: int | None
    others: list[Holding]

    @property
    def facts(self) -> Mapping[str, Any]:
        return {
            "question": self.question,
            "analysis": self.analysis,
            "goes_by": self.analysis.rules,
            "ruling": self.analysis.ruling,
            "play": self.analysis.so_far.play if self.analysis.so_far else None,
        }

    @cached_property
    def texts(self) -> dict[str, str]:
        question = self.question
        fewest = min(question.rules.seating.deal_plans)
        return {
            "table": write_table(question.table),
            "played": write_card(question.played) if question.played else "",
            "hand": write_cards(question.hand or ()),
            "with": question.pointed.text if question.pointed else "",
            "turn": write_settled_play(question.turn) if question.turn else "",
            "piles": write_piles(enumerate(question.piles)),
            "players": "" if question.players == fewest else str(question.players),
            "deal": "" if question.deal == 1 else str(question.deal),
            "stock": "" if question.stock in (None, 1) else str(question.stock),
            "proven": write_ranks(sorted(question.proven)),
            PAIRS: "1" if self.pairs else "",
            BEFORE: "" if self.before is None else str(self.before),
            KNOWN: write_holdings(self.others),
            HOLDS: self.analysis.held.text,
            CLAIM: self.analysis.claim or "",
            "house": " ".join(question.rules.house.on),
            **self.texts_of_page,
        }

    @cached_property
    def edits(self) -> Edits:
        """What a tap makes of it."""
        return Edits(self.address, self.analysis, self.before, self.others)

    @property
    def asked(self) -> bool:
        question = self.question
        return bool(question.table.cards or any(question.piles) or question.played or question.hand)

    @property
    def may_claim(self) -> bool:
        """Was a card played, with something to take?"""
        ruling = self.analysis.ruling
        return bool(ruling and ruling.play and self._lies)

    @property
    def may_claim_next(self) -> bool:
        ruling = self.analysis.ruling
        return bool(ruling and not ruling.play and self._lies)

    @property
    def _lies(self) -> bool:
        return bool(self.question.table.cards or any(self.question.piles))

    @property
    def by_house_rule(self) -> Collection[str]:
        return self.analysis.by_house_rule

    # --- what is said ---------------------------------------------------------------------------

    @cached_property
    def answer(self) -> str | None:
        ruling, verdict = self.analysis.ruling, self.analysis.verdict
        if ruling is None:
            return None
        goes_on = verdict and verdict.unfinished and not self.claiming and ruling.play
        if verdict and not goes_on:
            return messages.build_answer_text(verdict)
        if self.offers and self.offers.answer:
            return self.offers.answer
        if ruling.play:
            return messages.may_text(ruling.play, sure=ruling.sure)
        return next(iter(self.duties), None)

    @cached_property
    def duties(self) -> list[str]:
        """What binds the mover before a card is played."""
        return messages.duty_texts(self.analysis.ruling) if self.analysis.ruling else []

    @property
    def clause(self) -> str | None:
        """Where it says why a turn is refused, or not over yet."""
        verdict = self.analysis.verdict
        return verdict and (verdict.clause or verdict.reason.read_on)

    def holding(self, *, yes: bool) -> str:
        """The address of a player who holds what it takes, or does not; once more: who knows?"""
        return self.edits.holding(holds=None if self.analysis.holds is yes else yes)

    @property
    def holds(self) -> bool | None:
        """Does the mover hold what the verdict depends on? None while that is not said."""
        return self.analysis.holds

    @property
    def half(self) -> bool:
        """May more cards come to what was tapped?"""
        return self.analysis.half

    # --- what lies there ------------------------------------------------------------------------

    @cached_property
    def felt(self) -> TappablePosition:
        loose = draw_loose(self.analysis, self.edits)
        return TappablePosition(loose, draw_builds(self.analysis, self.edits, pairs=self.pairs))

    @cached_property
    def piles(self) -> list[DrawnPile]:
        return draw_piles(self.analysis, self.edits)

    @property
    def some_chosen(self) -> bool:
        """Is a card, a pile's top or a build chosen?"""
        chosen = self.analysis.chosen
        return bool(chosen.table.loose or chosen.table.builds or chosen.tops)

    @cached_property
    def owned(self) -> list[BuildOwners]:
        """The builds that are chosen, each with whose it may be."""
        return draw_chosen_builds(self.analysis, self.edits, pairs=self.pairs)

    @cached_property
    def values(self) -> list[BuildOwners]:
        """The builds that loose cards may be."""
        return draw_possible_builds(self.analysis, self.edits, pairs=self.pairs)

    @cached_property
    def offers(self) -> Offers | None:
        """What the chosen things make in this turn, if they are chosen for that."""
        return draw_offers(self.analysis, self.edits)

    # --- what may be done, and was --------------------------------------------------------------

    @property
    def shows_plays(self) -> bool:
        """What else could be done is left out beside a turn that was right."""
        verdict = self.analysis.verdict
        return not (verdict and verdict.after and not verdict.unfinished)

    @cached_property
    def plays(self) -> Plays:
        """Everything that the played card may do."""
        assert self.analysis.play
        return draw_plays(self.analysis, self.analysis.play, self.edits, plain=self.just_judge)

    @property
    def holder_clause(self) -> str | None:
        """The clause that says why builds that nobody can take cannot be."""
        return self.analysis.rules.clause_of(Reason.NO_HOLDER)

    @cached_property
    def steps(self) -> list[DrawnStep]:
        """The turn step by step, where it has several or is not over."""
        turn = self.analysis.turn
        if not turn or not (self.analysis.begun or len(turn) > 1):
            return []
        return draw_steps(self.question, turn, self.analysis.verdict, self.edits.turned)

    @cached_property
    def insisted(self) -> list[DemandLink]:
        """What opponents may insist on now."""
        return draw_demands(self.analysis, self.edits)

    @property
    def done(self) -> list[Option]:
        """The turn that is judged, as it is laid out; steps that the felt shows are left out."""
        steps = (self.analysis.turn or ())[len(self.analysis.begun) :]
        return [Option.of_step(self.analysis.rules, step, self.analysis.verdict) for step in steps]

    @cached_property
    def played_as(self) -> Cards:
        """The played card as it was entered, and as it stands in the hand."""
        played, held = self.question.played, self.analysis.played
        return (played, held) if played and held else ()

    def without_hand_card(self, card: Card) -> str:
        return self.address(hand=without_card(self.question, card))

    def without_played(self) -> str:
        return self.edits.kept_moved(played="")

    # --- what is claimed ------------------------------------------------------------------------

    def claim_address(self) -> str:
        """The same position, with the question whether it was right; without it, if it is asked."""
        return self.edits.claiming(None) if self.claiming else self.edits.asking()

    @property
    def claims(self) -> list[tuple[Claim, str]]:
        """What can be claimed, each with its address; what was tapped stays."""
        return [(claim, self.edits.claiming(claim)) for claim in Claim]

    @property
    def picked(self) -> list[TappablePiece]:
        """What lies there, and whether somebody says that it was used."""
        return draw_claimable_pieces(self.analysis)

    @cached_property
    def built_values(self) -> list[ValueLink]:
        """The values that the cards which were used can make, and the one that is claimed."""
        said = (form for form in self.analysis.said_otherwise if self._is_said(form))
        return [self._said(form) for form in (*self.analysis.built, *said)]

    @property
    def other_values(self) -> list[ValueLink]:
        """The values that they cannot make: what was said may have been false."""
        others = self.analysis.said_otherwise
        return [self._said(form) for form in others if not self._is_said(form)]

    def _is_said(self, form: MakeBuild) -> bool:
        return self.analysis.turn == (*self.analysis.begun, form)

    def _said(self, form: MakeBuild) -> ValueLink:
        return ValueLink(form.build.value, self.edits.saying(form), self._is_said(form))

    # --- what it hangs on -----------------------------------------------------------------------

    @cached_property
    def seats(self) -> list[Chip]:
        return ruling_conditions.seats(self.question, self.edits, pairs=self.pairs)

    @cached_property
    def chips(self) -> list[Chip]:
        return list(
            ruling_conditions.chips(self.question, self.switches, self.address, pairs=self.pairs)
        )

    @property
    def seated_before(self) -> str:
        return ruling_conditions.seated_before(self.question, self.before)

    def by_house(self, house: tuple[str, ...]) -> str:
        return self.edits.by_house(house)

    def note_on(self, house: tuple[str, ...]) -> str:
        return ruling_conditions.note_on(self.question, house)

    @cached_property
    def partner_holds(self) -> list[Known] | None:
        return ruling_conditions.partner_holds(self.question, self.others, self.address)


# --- how it is read -------------------------------------------------------------------------------


@view_of.register
def _(_referee: BuildRules, game: str, query: Query) -> BuildView:
    form = BuildForm(query)
    texts = form.texts() | {"limit": MOST_OPTIONS}
    reading, held, claim_text = (
        HandEntry.SAID,
        read_held(query.get(HOLDS, "")),
        query.get(CLAIM, ""),
    )
    try:
        question = build_question(game, texts)
    except BadQuestion as refusal:
        form.blame_all(refusal)
        question = _readable(game, texts, refusal)
        analysis = unruled(question, _claim_of(claim_text, question.turn), held)
    else:
        reading, whole = _read_hand(question)
        analysis = analyse(whole, _claim_of(claim_text, question.turn), held)
    return BuildView(
        game=game,
        form=form,
        reading=reading,
        just_judge=judges_only(query),
        claiming=analysis.claim is not None,
        back=back_of(query),
        question=question,
        analysis=analysis,
        pairs=query.get(PAIRS) == "1"
        and ruling_conditions.may_pair(question.rules, question.players),
        before=ruling_conditions.before_of(question, query.get(BEFORE, "")),
        others=held_by_others(question, query.get(KNOWN, "")),
    )


def _claim_of(text: str, turn: Play | None) -> Claim | None:
    """What is claimed, as the address has it; 1 asks without saying, and most cards take."""
    if text == "1":
        return claim_of(turn or ())
    return Claim(text) if text in set(Claim) else None


def _read_hand(question: BuildQuestion) -> tuple[HandEntry, BuildQuestion]:
    """The question with the whole hand."""
    hand, deck = question.hand, question.rules.deck
    reading, whole = read_hand(hand, question.played, question.table.cards, deck)
    if whole == hand:
        return reading, question
    return reading, replace(question, hand=tuple(sorted(whole or ())))


def _readable(game: str, texts: Mapping[str, str], refusal: BadQuestion) -> BuildQuestion:
    """As much of a refused question as can be read; the form keeps what was typed."""
    left = dict(texts)
    while True:
        for fault in refusal.faults:
            left.pop(fault.field, None)
        try:
            return build_question(game, left)
        except BadQuestion as again:
            refusal = again
