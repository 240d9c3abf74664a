"""View of a question to the referee of a game with builds."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar

from ...messages.build_page import duty_texts, may_text
from ...messages.build_verdicts import build_answer_text
from ...messages.verdict_lines import (
    HandQuestion,
    VerdictLine,
    before_play_lines,
    broken_before_lines,
    build_headline,
    duties_line,
    ground_lines,
    holds_question,
    not_held_lines,
    selection_line,
    tone_of,
)
from ...rules.cards import Card, Cards
from ...rules.games.ask import build_question
from ...rules.games.casino.analysis import Analysis, Claim, analyse, claim_of, claims, unruled
from ...rules.games.casino.judge.play_rules import BuildRules
from ...rules.games.casino.question import BuildQuestion, Holding, held_by_others, write_holdings
from ...rules.house_rules import ByOtherRules
from ...rules.notation import (
    write_card,
    write_cards,
    write_piles,
    write_selection,
    write_settled_play,
    write_table,
)
from ...rules.plays import MakeBuild, Play
from ...rules.question_fields import BadQuestion, read_held
from ..drawing import TappablePosition
from .build_pieces import (
    BuildOwners,
    DemandLink,
    DrawnPile,
    DrawnStep,
    Offers,
    OptionRow,
    Plays,
    ValueLink,
    draw_builds,
    draw_chosen_builds,
    draw_demands,
    draw_loose,
    draw_offers,
    draw_piles,
    draw_plays,
    draw_possible_builds,
    draw_steps,
)
from .position_url import BuildForm
from .question_view import (
    CLAIM,
    HOLDS,
    MOST_OPTIONS,
    HandEntry,
    PositionView,
    Query,
    back_of,
    judges_only,
    read_hand,
    view_of,
)
from .tap_urls import (
    BEFORE,
    KNOWN,
    PAIRS,
    BuildConditions,
    Edits,
    before_of,
    may_pair,
    without_card,
    write_ranks,
)


@dataclass
class BuildView(PositionView):
    """A question as it was entered, with its ``analysis``. ``pairs``: players who may play alone
    play in pairs. ``before`` is the number of players before house rules changed it, ``others`` are
    ranks that players other than the mover's partner are known to hold."""

    FOLDER: ClassVar[str] = "referee/builds"
    CARD_FIELDS: ClassVar[tuple[str, ...]] = ("table", "played", "hand", "with", "turn", "piles")
    CLAIM_FIELDS: ClassVar[tuple[str, ...]] = ("with", "turn", HOLDS, CLAIM)

    question: BuildQuestion
    analysis: Analysis
    pairs: bool
    before: int | None
    others: list[Holding]

    @property
    def facts(self) -> Mapping[str, object]:
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
            "with": write_selection(question.pointed) if question.pointed else "",
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
            "house": " ".join(question.rules.house_rules.on),
            **self.texts_of_page,
        }

    @cached_property
    def edits(self) -> Edits:
        """Return the URLs of changes that taps make."""
        return Edits(self.address, self.analysis, self.before, self.others)

    @property
    def has_question(self) -> bool:
        question = self.question
        return bool(question.table.cards or any(question.piles) or question.played or question.hand)

    @property
    def may_claim(self) -> bool:
        """Return whether a card was played with cards on the table or in piles, so that a claim can
        be made."""
        ruling = self.analysis.ruling
        return bool(ruling and ruling.play and self._lies)

    @property
    def may_claim_next(self) -> bool:
        return bool(self.analysis.ruling and not self.analysis.ruling.play and self._lies)

    @property
    def _lies(self) -> bool:
        return bool(self.question.table.cards or any(self.question.piles))

    @property
    def by_other_rules(self) -> ByOtherRules:
        return self.analysis.by_other_rules

    # --- what is said ---------------------------------------------------------------------------

    @cached_property
    def answer(self) -> str | None:
        ruling, verdict = self.analysis.ruling, self.analysis.verdict
        if ruling is None:
            return None
        goes_on = verdict and verdict.unfinished and not self.claiming and ruling.play
        if verdict and not goes_on:
            return build_answer_text(verdict)
        if self.offers and self.offers.answer:
            return self.offers.answer
        if ruling.play:
            return may_text(ruling.play, sure=ruling.sure)
        return next(iter(self.duties), None)

    @cached_property
    def duties(self) -> list[str]:
        """Return sentences about what the mover must do, before a card is played."""
        return duty_texts(self.analysis.ruling) if self.analysis.ruling else []

    @property
    def clause(self) -> str | None:
        """Return the clause that explains why a play is illegal or unfinished, None without one."""
        verdict = self.analysis.verdict
        return verdict and (verdict.clause or verdict.reason.read_on)

    @property
    def ruled_headline(self) -> VerdictLine:
        verdict = self.analysis.verdict
        if verdict is None:
            asks_value = bool(self.built_values and not self.analysis.turn)
            return build_headline(self.answer, lies=self.lies, asks_value=asks_value)
        is_open = bool(verdict.unfinished or verdict.demands or self.is_partial)
        return VerdictLine(self.answer or "", tone=tone_of(verdict.legal, is_open=is_open))

    @property
    def lies(self) -> bool:
        ruling = self.analysis.ruling
        return bool(self.analysis.verdict or (ruling and (ruling.play or self._lies)))

    @property
    def hand_question(self) -> HandQuestion | None:
        verdict = self.analysis.open_verdict
        return holds_question(verdict, holds=self.holds) if verdict else None

    @property
    def lines(self) -> list[VerdictLine]:
        ruling = self.analysis.ruling
        if self.analysis.verdict and ruling:
            return broken_before_lines(ruling.broken_before)
        return [self.duties_line] if self.duties_line and ruling and not ruling.play else []

    @cached_property
    def duties_line(self) -> VerdictLine | None:
        """Return the duties of the mover, None without any."""
        return duties_line(self.analysis, self.duties, self.answer)

    @property
    def lines_below(self) -> list[VerdictLine]:
        ruling = self.analysis.ruling
        is_below = self.duties_line and ruling and ruling.play and self.shows_plays
        return [self.duties_line] if self.duties_line and is_below else []

    @property
    def blames_played(self) -> bool:
        return bool(self.analysis.blamed.played)

    @property
    def asks_played(self) -> bool:
        analysis = self.analysis
        if analysis.verdict:
            return bool(analysis.verdict.unfinished and not self.question.played)
        return not (analysis.ruling and analysis.ruling.play)

    @property
    def further_lines(self) -> list[VerdictLine]:
        analysis = self.analysis
        if analysis.verdict:
            return ground_lines(analysis.grounds, self.clause or "")
        if not self.asks_played:
            return []
        several = len(self.question.table.loose) > 1
        asks_builds = analysis.rules.makes_builds and several and not self.some_chosen
        return [*before_play_lines(analysis, asks_builds=asks_builds and not self.values)]

    def holding(self, *, yes: bool) -> str:
        """Return the URL of the answer whether the mover holds what decides; again undoes it."""
        return self.edits.with_answer(holds=None if self.analysis.holds is yes else yes)

    @property
    def holds(self) -> bool | None:
        """Return whether the mover holds what the verdict depends on, None while nobody has
        said."""
        return self.analysis.holds

    @property
    def is_partial(self) -> bool:
        """Return whether the claim may still become legal with more cards."""
        return self.analysis.half

    # --- what lies there ------------------------------------------------------------------------

    @cached_property
    def position(self) -> TappablePosition:
        loose = draw_loose(self.analysis, self.edits)
        return TappablePosition(loose, draw_builds(self.analysis, self.edits, pairs=self.pairs))

    @cached_property
    def piles(self) -> list[DrawnPile]:
        return draw_piles(self.analysis, self.edits)

    @property
    def some_chosen(self) -> bool:
        """Return whether a card, a build or the top of a pile is selected."""
        chosen = self.analysis.chosen
        return bool(chosen.table.loose or chosen.table.builds or chosen.tops)

    @cached_property
    def owned(self) -> list[BuildOwners]:
        """Return the selected builds, each with links to change its owner."""
        return draw_chosen_builds(self.analysis, self.edits, pairs=self.pairs)

    @cached_property
    def values(self) -> list[BuildOwners]:
        """Return the builds that the selected loose cards may be, each with links for its owner."""
        return draw_possible_builds(self.analysis, self.edits, pairs=self.pairs)

    @cached_property
    def offers(self) -> Offers | None:
        """Return the steps that the selection can make in this play, None if it is not made for
        one."""
        return draw_offers(self.analysis, self.edits)

    # --- what may be done, and was --------------------------------------------------------------

    @property
    def shows_plays(self) -> bool:
        """Return whether the options of the played card are listed: not beside a legal and finished
        play."""
        verdict = self.analysis.verdict
        return not (verdict and verdict.after and not verdict.unfinished)

    @cached_property
    def plays(self) -> Plays:
        """Return all options of the played card."""
        assert self.analysis.play
        return draw_plays(self.analysis, self.analysis.play, self.edits, plain=self.just_judge)

    @property
    def refused_lay(self) -> list[VerdictLine]:
        """Return why the played card may not be trailed, where nothing else says so: neither the
        headline nor the duty to act on a build."""
        line = self.plays.no_lay
        is_said = line is None or line.text == self.answer or line.clause == "act-on-your-build"
        return [] if line is None or is_said else [line]

    @property
    def not_held(self) -> list[VerdictLine]:
        """Return why builds that the played card could make are not listed."""
        return not_held_lines(self.analysis)

    @property
    def selection_lines(self) -> list[VerdictLine]:
        """Return why nothing can be made of the selection."""
        if self.offers:
            return [self.offers.refusal] if self.offers.refusal else []
        loose, hindered = self.analysis.chosen.table.loose, self.analysis.hindered_to_lie
        return [selection_line([hindered], "quiet")] if loose and hindered else []

    @cached_property
    def steps(self) -> list[DrawnStep]:
        """Return the steps of a play that has several or is not finished, [] for any other."""
        play = self.analysis.turn
        if not play or not (self.analysis.begun or len(play) > 1):
            return []
        return draw_steps(self.question, play, self.analysis.verdict, self.edits.with_play)

    @cached_property
    def demands(self) -> list[DemandLink]:
        """Return the demands that opponents may make after the play."""
        return draw_demands(self.analysis, self.edits)

    @property
    def judged_steps(self) -> list[OptionRow]:
        """Return the steps that are judged, without those that are already done on the table."""
        steps = (self.analysis.turn or ())[len(self.analysis.begun) :]
        return [
            OptionRow.of_step(self.analysis.rules, step, self.analysis.verdict) for step in steps
        ]

    @cached_property
    def played_as(self) -> Cards:
        """Return the played card as it was entered and as it is in the hand, () without one."""
        played, held = self.question.played, self.analysis.played
        return (played, held) if played and held else ()

    def without_hand_card(self, card: Card) -> str:
        return self.address(hand=without_card(self.question, card))

    def without_played(self) -> str:
        return self.edits.keep_steps(played="")

    # --- what is claimed ------------------------------------------------------------------------

    def claim_address(self) -> str:
        """Return the URL that asks whether the play was right; if that is asked, the URL without
        it."""
        return self.edits.with_claim(None) if self.claiming else self.edits.with_claim_of_play()

    @property
    def claims(self) -> list[tuple[Claim, str]]:
        """Return each possible claim with its URL."""
        return [(claim, self.edits.with_claim(claim)) for claim in claims(self.analysis.rules)]

    @cached_property
    def built_values(self) -> list[ValueLink]:
        """Return the values that the used cards can make, and a declared value that they cannot."""
        declared = (form for form in self.analysis.said_otherwise if self._declares(form))
        return [self._value_link(form) for form in (*self.analysis.built, *declared)]

    @property
    def other_values(self) -> list[ValueLink]:
        """Return the values that the used cards cannot make and that nobody has declared: a
        declaration may have been false."""
        others = self.analysis.said_otherwise
        return [self._value_link(form) for form in others if not self._declares(form)]

    def _declares(self, form: MakeBuild) -> bool:
        return self.analysis.turn == (*self.analysis.begun, form)

    def _value_link(self, form: MakeBuild) -> ValueLink:
        return ValueLink(
            form.build.value, self.edits.with_declared_build(form), self._declares(form)
        )

    @cached_property
    def conditions(self) -> BuildConditions:
        return BuildConditions(
            self.game,
            self.address,
            self.house_rules,
            self.just_judge,
            edits=self.edits,
            pairs=self.pairs,
        )


# --- how it is read -------------------------------------------------------------------------------


@view_of.register
def _(_referee: BuildRules, game: str, query: Query) -> BuildView:
    form = BuildForm(query)
    given = query.to_dict()  # to look for a field that is missing takes long in the query itself
    texts = form.texts() | {"limit": MOST_OPTIONS}
    hand_entry = HandEntry.AS_ENTERED
    held, claim_text = read_held(given.get(HOLDS, "")), given.get(CLAIM, "")
    try:
        question = build_question(game, texts)
    except BadQuestion as refusal:
        form.blame_all(refusal)
        question = _readable(game, texts, refusal)
        analysis = unruled(question, _claim_of(claim_text, question.turn), held)
    else:
        hand_entry, whole = _read_hand(question)
        analysis = analyse(whole, _claim_of(claim_text, question.turn), held)
    return BuildView(
        game=game,
        form=form,
        hand_entry=hand_entry,
        just_judge=judges_only(given),
        claiming=analysis.claim is not None,
        back=back_of(given),
        question=question,
        analysis=analysis,
        pairs=given.get(PAIRS) == "1" and may_pair(question.rules, question.players),
        before=before_of(question, given.get(BEFORE, "")),
        others=held_by_others(question, given.get(KNOWN, "")),
    )


def _claim_of(text: str, turn: Play | None) -> Claim | None:
    """Return the claim in a field, None without one; ``1`` stands for the claim of the play itself,
    or of a capture."""
    if text == "1":
        return claim_of(turn or ())
    return Claim(text) if text in set(Claim) else None


def _read_hand(question: BuildQuestion) -> tuple[HandEntry, BuildQuestion]:
    hand, deck = question.hand, question.rules.deck
    hand_entry, whole = read_hand(hand, question.played, question.table.cards, deck)
    if whole == hand:
        return hand_entry, question
    return hand_entry, replace(question, hand=tuple(sorted(whole or ())))


def _readable(game: str, texts: Mapping[str, str], refusal: BadQuestion) -> BuildQuestion:
    """Return a refused question without the fields that cannot be read."""
    fields = dict(texts)
    while True:
        for fault in refusal.faults:
            fields.pop(fault.field, None)
        try:
            return build_question(game, fields)
        except BadQuestion as next_refusal:
            refusal = next_refusal
