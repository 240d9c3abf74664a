"""What a played card may do where cards are built up, as the referee's page draws it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

from .... import messages
from ....rules.asking import BadQuestion
from ....rules.cards import Card, Cards, difference
from ....rules.games import ruleset
from ....rules.games.asked import build_question
from ....rules.games.casino.arranging import passed, passed_piles
from ....rules.games.casino.completing import Claim, begun_of, claimed_turn, is_half, settled
from ....rules.games.casino.drawing import first_cards
from ....rules.games.casino.judge.blaming import Blamed, blamed
from ....rules.games.casino.judge.building import BuildRules
from ....rules.games.casino.judge.first_cards import FirstCards
from ....rules.games.casino.judge.judging import Verdict, held_as
from ....rules.games.casino.judge.reasons import Reason
from ....rules.games.casino.question import BuildQuestion
from ....rules.games.casino.ruling import BuildRuling, consult, verdict_on
from ....rules.games.casino.search.grounds import Because, grounds
from ....rules.notation import write_card, write_cards, write_rank
from ....rules.table import Table, write_piles, write_table
from ....rules.turns import Turn, write_turn
from ..form import BuildForm
from ..hand_reading import Reading, read_hand
from ..held import HOLDS, read_held
from ..view import CLAIM, MOST_OPTIONS, Query, back_of, judges_only, view_of
from .chips import BEFORE, PAIRS, may_pair
from .claims import BuildClaims, claim_of
from .drawing import Option, Plays, plays
from .known import KNOWN, held_by_others, passed_known, write_held
from .steps import DrawnStep, Insisting, drawn_steps, insisting


@dataclass
class BuildView(BuildClaims):
    """A question with its ruling; ``held`` is what the mover says of the hand, where a verdict
    depends on it."""

    FOLDER: ClassVar[str] = "referee/builds"
    CLAIM_FIELDS: ClassVar[tuple[str, ...]] = ("with", "turn", HOLDS, CLAIM)

    @property
    def facts(self) -> Mapping[str, Any]:
        return {
            "question": self.question,
            "goes_by": self._rules,
            "ruling": self.ruling,
            "play": self.so_far.play if self.so_far else None,
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
            "turn": write_turn(question.turn) if question.turn else "",
            "piles": write_piles(enumerate(question.piles)),
            "players": "" if question.players == fewest else str(question.players),
            "deal": "" if question.deal == 1 else str(question.deal),
            "stock": "" if question.stock in (None, 1) else str(question.stock),
            "proven": " ".join(map(write_rank, sorted(question.proven))),
            PAIRS: "1" if self.pairs else "",
            BEFORE: "" if self.before is None else str(self.before),
            KNOWN: write_held(self.held_by_others),
            HOLDS: self.held.text,
            CLAIM: self.claim or "",
            "house": " ".join(question.rules.house.on),
            **self.texts_of_page,
        }

    @property
    def asked(self) -> bool:
        question = self.question
        return bool(question.table.cards or any(question.piles) or question.played or question.hand)

    @property
    def may_claim(self) -> bool:
        """Was a card played, with something to take?"""
        return bool(self.ruling and self.ruling.play and self._lies)

    @property
    def may_claim_next(self) -> bool:
        return bool(self.ruling and not self.ruling.play and self._lies)

    @property
    def _lies(self) -> bool:
        return bool(self.question.table.cards or any(self.question.piles))

    # --- what is said ---------------------------------------------------------------------------

    @property
    def open_verdict(self) -> Verdict | None:
        """The verdict as long as nobody says what they hold."""
        return self.ruling.verdict if self.ruling else None

    @cached_property
    def verdict(self) -> Verdict | None:
        verdict = self.open_verdict
        if verdict is None or verdict.legal is not None:
            return verdict
        if self.holds is None:
            return verdict._replace(holds=self.held.unsaid(verdict.holds))
        question = replace(self.question, turn=self.turn)
        return settled(question, verdict, holds=self.holds)

    @property
    def holds(self) -> bool | None:
        """Does the mover hold what the verdict depends on? None while that is not said."""
        verdict = self.open_verdict
        return self.held.answers(verdict.holds) if verdict else None

    @cached_property
    def answer(self) -> str | None:
        if self.verdict and not self._goes_on:
            return messages.build_answer_text(self.verdict)
        if self.ruling is None:
            return None
        if self.making and self.making.answer:
            return self.making.answer
        if self.ruling.play:
            return messages.may_text(self.ruling.play, sure=self.ruling.sure)
        return next(iter(messages.duty_texts(self.ruling)), None)

    @property
    def clause(self) -> str | None:
        """Where it says why a turn is refused, or not over yet."""
        verdict = self.verdict
        return verdict and (verdict.clause or verdict.reason.read_on)

    @property
    def first_cards(self) -> FirstCards | None:
        """What may just have been drawn."""
        return first_cards(self.question)

    @cached_property
    def grounds(self) -> Sequence[Because]:
        """Why a turn is right."""
        if not self.turn or self.verdict is None or self.verdict.legal is False:
            return ()
        return grounds(self._rules, self.question.position, self.turn, self.verdict)

    @property
    def _goes_on(self) -> bool:
        """Has the turn begun, and its card from the hand is still to do something?"""
        waits = self.verdict is not None and self.verdict.unfinished
        return bool(waits and not self.claiming and self.ruling and self.ruling.play)

    @cached_property
    def blamed(self) -> Blamed:
        if self.half or not (self.turn and self.verdict):
            return Blamed()
        return blamed(self._rules, self.question.position, self.turn, self.verdict, self.now)

    def judged_otherwise(self, house: tuple[str, ...]) -> bool:
        verdict = self.open_verdict
        if verdict is None or verdict.unfinished:
            return False
        asked = replace(self.question, turn=self.turn, pointed=None)
        other = asked.under(ruleset(self.game, house))
        found = other and verdict_on(other)
        return bool(found and found.legal is not verdict.legal)

    # --- what may be done -----------------------------------------------------------------------

    @property
    def shows_plays(self) -> bool:
        """What else could be done is left out beside a turn that was right."""
        return not (self.verdict and self.verdict.after and not self.verdict.unfinished)

    @cached_property
    def plays(self) -> Plays:
        """Everything that the played card may do, each thing with the address that does it."""
        assert self.so_far
        assert self.so_far.play
        play = self.so_far.play
        if self.holds is False:
            play = play.without_needing(set(self.held.lacking))
        return plays(
            self.question, self.now, play, self._address_of, self.held, plain=self.just_judge
        )

    @property
    def not_held(self) -> list[int]:
        """The values that the played card could build, if the hand had what takes them."""
        assert self.so_far
        play = self.so_far.play
        if self.question.hand is not None:
            unknown = replace(self.question, hand=None, turn=self.begun or None, pointed=None)
            play = consult(unknown, with_tops=True).play
        found = {one.step.build.value for one in (*play.forms, *play.with_tops)} if play else set()
        return sorted(found - {one.value for one in self.plays.forms if one.value})

    @property
    def holder_clause(self) -> str | None:
        """The clause that says why these builds cannot be."""
        return self._rules.clause_of(Reason.NO_HOLDER)

    @property
    def steps(self) -> list[DrawnStep]:
        """The turn step by step, where it has several or is not over."""
        if not self.turn or not (self.begun or len(self.turn) > 1):
            return []
        return drawn_steps(self.question, self.turn, self.verdict, self._turned)

    def _turned(self, turn: Turn) -> str:
        """The address of another turn."""
        return self.moved(turn=write_turn(turn) if turn else "")

    @cached_property
    def insisting(self) -> list[Insisting]:
        """What opponents may insist on now."""
        verdict = self.verdict
        if not self.turn or verdict is None or not verdict.demands:
            return []
        return insisting(self.question, self.turn, verdict, self._turned)

    @property
    def done(self) -> list[Option]:
        """The turn that is judged, as it is laid out; steps that the felt shows are left out."""
        steps = (self.turn or ())[len(self.begun) :]
        return [Option.of(self.question, step, self.verdict) for step in steps]

    def undone(self) -> str:
        """The same card, with what it does still to be chosen."""
        return self.kept_moved()

    def next(self) -> str:
        """What is left becomes the table, and the next player's turn it is."""
        assert self.verdict
        assert self.verdict.after
        question, verdict = self.question, self.verdict
        table = passed(self.verdict.after, question.players)
        seen = enumerate(passed_piles(verdict.piles, question.position.pile_seats))
        piles = write_piles(seen)
        known = passed_known(question, self.held_by_others)
        return self._with_table(table, played="", hand="", piles=piles, **known, **{HOLDS: ""})

    def clear(self) -> str:
        """An empty table, with the same house rules."""
        fields = ("played", "hand", "piles", "deal", "stock", "proven", KNOWN, HOLDS)
        gone = dict.fromkeys(fields, "")
        return self._with_table(Table(), **gone)

    def without_hand_card(self, card: Card) -> str:
        return self.address(hand=write_cards(difference(self.question.hand or (), [card])))

    @cached_property
    def played_as(self) -> Cards:
        """The played card as it was told, and as it stands in the hand."""
        question = self.question
        if question.played is None:
            return ()
        return question.played, held_as(question.played, question.hand, question.packs)

    def without_played(self) -> str:
        return self.kept_moved(played="")

    def holding(self, *, yes: bool) -> str:
        """The same turn by a player who holds what it takes, or does not; once more: who knows?"""
        asked = self.open_verdict.holds if self.open_verdict else ()
        said = None if self.holds is yes else yes
        return self.address(**{HOLDS: self.held.saying(asked, holds=said).text})

    def moved(self, **changes: str) -> str:
        """What the mover holds is said once a turn."""
        return super().moved(**{HOLDS: self.held.kept.text} | changes)


@view_of.register
def _(_referee: BuildRules, game: str, query: Query) -> BuildView:
    form = BuildForm.of(query)
    asked, reading = _Ruled(), Reading.SAID
    texts = form.texts() | {"limit": MOST_OPTIONS}
    try:
        question = build_question(game, texts)
        claim = claim_of(query.get(CLAIM, ""), question.turn)
        reading, whole = _read_hand(question)
        asked = _ruled(whole, claim)
    except BadQuestion as refusal:
        form.blame_all(refusal)
        question = _readable(game, texts, refusal)
        claim = claim_of(query.get(CLAIM, ""), question.turn)
    return BuildView(
        game=game,
        form=form,
        reading=reading,
        just_judge=judges_only(query),
        claiming=claim is not None,
        back=back_of(query),
        question=question,
        ruling=asked.ruling,
        so_far=asked.so_far,
        begun=asked.begun,
        turn=asked.turn,
        half=asked.half,
        claim=claim,
        pairs=query.get(PAIRS) == "1" and may_pair(question.rules, question.players),
        before=_before(game, question.players, query.get(BEFORE, "")),
        held_by_others=held_by_others(question, query.get(KNOWN, "")),
        held=read_held(query.get(HOLDS, "")),
    )


def _before(game: str, players: int, text: str) -> int | None:
    """How many played before, if that is another number, and one that the game is for."""
    known = {str(one): one for one in ruleset(game, ()).seating.deal_plans if one != players}
    return known.get(text)


class _Ruled(NamedTuple):
    """The ruling on what was asked, or on the ``turn`` that somebody claims; the steps that it
    begins with, and the ruling on these. ``half``: may more cards come to the claim?"""

    ruling: BuildRuling | None = None
    so_far: BuildRuling | None = None
    begun: Turn = ()
    turn: Turn | None = None
    half: bool = False


def _ruled(question: BuildQuestion, claim: Claim | None) -> _Ruled:
    begun = begun_of(question)
    unplayed = replace(question, turn=begun or None)
    asked = unplayed if claim is Claim.BUILT else replace(unplayed, pointed=None)
    so_far = consult(asked, with_tops=True)
    turn = question.turn if question.turn != begun else None
    tapped = None if turn else claimed_turn(unplayed, so_far, claim)
    turn = turn or tapped or begun or None
    if turn == asked.turn:
        return _Ruled(so_far, so_far, begun, turn)
    ruling = replace(so_far, verdict=verdict_on(replace(asked, turn=turn)))
    half = tapped is not None and is_half(tapped, ruling, so_far)
    return _Ruled(ruling, so_far, begun, turn, half)


def _read_hand(question: BuildQuestion) -> tuple[Reading, BuildQuestion]:
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
