"""What a played card may do where cards are built up, as the referee's page draws it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, ClassVar

from .. import messages
from ..rules.asking import BadQuestion
from ..rules.cards import Card, Cards
from ..rules.games import ruleset
from ..rules.games.casino.building import BuildRules, build_rules
from ..rules.games.casino.judging import Verdict
from ..rules.games.casino.question import BuildQuestion, read_question
from ..rules.games.casino.ruling import BuildRuling, consult
from ..rules.games.casino.table import Table, write_table
from ..rules.games.casino.turns import Step, Turn, write_step, write_turn
from ..rules.notation import write_card, write_cards
from .build_claim import (
    Claim,
    build_values,
    builds_of,
    claim_of,
    claimed_turn,
    handed_on,
    less,
    passed,
    settled,
    taken_apart,
    used_in,
    welded,
)
from .build_drawing import (
    DrawnBuild,
    DrawnCard,
    Option,
    Picked,
    Plays,
    ValueLink,
    plays,
    to_blame,
    to_pick,
)
from .hand_reading import Reading, read_hand
from .position_view import CLAIM, PositionView, Query, back_of, judges_only, view_of
from .referee_form import BuildForm

HOLDS = "holds"
"""Does the player hold what an open verdict asks for? 1 or 0."""
_MOST_OPTIONS = "30"  # nobody reads on; whoever programs asks the API


@dataclass
class BuildView(PositionView):
    """A question with its ruling. ``claim`` says what somebody claims was done, ``holds`` whether
    they hold what the verdict depends on."""

    FOLDER: ClassVar[str] = "referee/builds"
    CLAIM_FIELDS: ClassVar[tuple[str, ...]] = ("with", "turn", HOLDS, CLAIM)

    question: BuildQuestion
    ruling: BuildRuling | None
    turn: Turn | None
    claim: Claim | None
    holds: bool | None

    @property
    def facts(self) -> Mapping[str, Any]:
        ruling = self.ruling
        return {
            "question": self.question,
            "ruling": ruling,
            "play": ruling.play if ruling else None,
            "seats": sorted(self.question.rules.seating.deal_plans),
        }

    @cached_property
    def texts(self) -> dict[str, str]:
        question = self.question
        fewest = min(question.rules.seating.deal_plans)
        return {
            "table": write_table(question.table),
            "played": write_card(question.played) if question.played else "",
            "hand": write_cards(question.hand or ()),
            "with": write_table(question.pointed) if question.pointed else "",
            "turn": write_turn(question.turn) if question.turn else "",
            "players": "" if question.players == fewest else str(question.players),
            HOLDS: "" if self.holds is None else str(int(self.holds)),
            CLAIM: self.claim or "",
            "house": " ".join(name for name, on in question.rules.house.switches().items() if on),
            **self.texts_of_page,
        }

    @property
    def asked(self) -> bool:
        question = self.question
        return bool(question.table.cards or question.played or question.hand)

    @property
    def may_claim(self) -> bool:
        """Was a card played, with something on the table?"""
        return bool(self.ruling and self.ruling.play and self.question.table.cards)

    # --- what is said ---------------------------------------------------------------------------

    @property
    def open_verdict(self) -> Verdict | None:
        """The verdict as long as nobody says what they hold."""
        return self.ruling.verdict if self.ruling else None

    @cached_property
    def verdict(self) -> Verdict | None:
        verdict = self.open_verdict
        if verdict and verdict.legal is None and self.holds is not None:
            question = replace(self.question, turn=self.turn)
            return settled(question, verdict, holds=self.holds)
        return verdict

    @cached_property
    def answer(self) -> str | None:
        if self.verdict:
            return messages.build_verdict_text(self.verdict)
        if self.ruling is None:
            return None
        if self.ruling.play:
            return messages.may_text(self.ruling.play)
        return next(iter(messages.duty_texts(self.ruling)), None)

    # --- the felt -------------------------------------------------------------------------------

    @property
    def chosen(self) -> Cards:
        """Loose cards that were tapped on the felt, to make a build of them."""
        pointed, lying = self.question.pointed, self.question.table.loose
        if pointed is None or self.claiming:
            return ()
        return less(pointed.loose, less(pointed.loose, lying))

    @cached_property
    def lying(self) -> list[DrawnCard]:
        """The loose cards, each with the address in which it is chosen, or no longer."""
        blamed, _ = to_blame(self.verdict)
        drawn, chosen, left = [], list(self.chosen), list(blamed)
        for one in sorted(self.question.table.loose):
            is_chosen, is_blamed = one in chosen, one in left
            if is_chosen:
                chosen.remove(one)
            if is_blamed:
                left.remove(one)
            now = less(self.chosen, [one]) if is_chosen else (*self.chosen, one)
            address = self.moved(**{"with": write_cards(now)})
            drawn.append(DrawnCard(one, address, is_chosen, is_blamed))
        return drawn

    @cached_property
    def builds(self) -> list[DrawnBuild]:
        """The builds, with the addresses in which they are another's, and are none."""
        table, players = self.question.table, self.question.players
        _, blamed = to_blame(self.verdict)
        return [
            DrawnBuild(
                build,
                messages.keeper_text(build.keeper, players),
                self._with_table(handed_on(table, build, players)),
                self._with_table(taken_apart(table, build)),
                blamed=any(build == one for one in blamed),
            )
            for build in table.builds
        ]

    @cached_property
    def values(self) -> list[ValueLink]:
        """The values that the chosen cards can make, and where each is built."""
        rules, table = self._rules, self.question.table
        return [
            ValueLink(value, self._with_table(welded(table, self.chosen, value, rules)))
            for value in build_values(rules, self.chosen)
        ]

    def without_chosen(self) -> str:
        table = self.question.table
        return self._with_table(table._replace(loose=less(table.loose, self.chosen)))

    @property
    def blamed_played(self) -> bool:
        """Is it the played card that is at fault?"""
        beside = less(to_blame(self.verdict)[0], self.question.table.loose)
        return self.question.played in beside

    # --- what may be done -----------------------------------------------------------------------

    @property
    def shows_plays(self) -> bool:
        """What else could be done is left out beside a turn that was right."""
        return not (self.verdict and self.verdict.after and not self.verdict.unfinished)

    @cached_property
    def plays(self) -> Plays:
        """Everything that the played card may do, each thing with the address that does it."""
        assert self.ruling
        assert self.ruling.play
        play = self.ruling.play
        if self.holds is False and self.open_verdict and self.open_verdict.holds:
            lacking = set(self.open_verdict.holds)
            play = replace(
                play,
                takes=tuple(one for one in play.takes if not lacking <= set(one.verdict.holds)),
                forms=tuple(one for one in play.forms if not lacking <= set(one.verdict.holds)),
            )
        return plays(self.question, play, self._address_of, plain=self.just_judge)

    def _address_of(self, step: Step) -> str:
        begun = (self.turn or ()) if self.verdict and self.verdict.unfinished else ()
        return self.moved(turn=write_turn((*begun, step)))

    @property
    def done(self) -> list[Option]:
        """The turn that is judged, as it is laid out, step by step."""
        return [Option.of(self.question, step, self.verdict) for step in self.turn or ()]

    def undone(self) -> str:
        """The same card, with its turn still to be chosen."""
        return self.moved()

    def next(self) -> str:
        """What is left becomes the table, and the next player's turn it is."""
        assert self.verdict
        assert self.verdict.after
        table = passed(self.verdict.after, self.question.players)
        return self._with_table(table, played="", hand="")

    def clear(self) -> str:
        """An empty table, with the same house rules."""
        return self._with_table(Table(), played="", hand="")

    def without_hand_card(self, card: Card) -> str:
        return self.address(hand=write_cards(less(self.question.hand or (), [card])))

    def without_played(self) -> str:
        return self.moved(played="")

    # --- was that right? ------------------------------------------------------------------------

    def claim_address(self) -> str:
        """The same position, with the question whether it was right; without it, if it is asked.
        What was done stays as far as somebody said it."""
        if self.claiming:
            return self.moved()
        return self.address(**{"with": "", CLAIM: claim_of("1", self.turn) or ""})

    @property
    def claims(self) -> list[tuple[Claim, str]]:
        """What can be claimed, each with its address; what was tapped stays."""
        kept = {"with": write_table(self.used) if self.used else ""}
        return [(one, self.moved(**kept | {CLAIM: one})) for one in Claim]

    @property
    def used(self) -> Table | None:
        """The cards and builds that somebody says were used, by a tap or in a turn."""
        question = self.question
        if question.pointed is None and question.turn:
            return used_in(question.turn, question.table)
        return question.pointed

    @property
    def picked(self) -> list[Picked]:
        """What lies there, and whether somebody says that it was used."""
        return to_pick(self.question, self.used)

    @property
    def built_values(self) -> list[tuple[ValueLink, bool]]:
        """The values that the cards which were used can make, and the one that is claimed."""
        if self.claim is not Claim.BUILT or not self.question.pointed:
            return []
        kept = {"with": self.texts["with"], CLAIM: Claim.BUILT}
        return [
            (
                ValueLink(form.build.value, self.moved(**kept | {"turn": write_step(form)})),
                self.turn == (form,),
            )
            for form in builds_of(self.ruling)
        ]

    def holding(self, *, yes: bool) -> str:
        """The same turn by a player who holds what it takes, or does not; once more: who knows?"""
        return self.address(**{HOLDS: "" if self.holds is yes else str(int(yes))})

    # --------------------------------------------------------------------------------------------

    @property
    def _rules(self) -> BuildRules:
        return build_rules(self.question.rules)

    def _with_table(self, table: Table, **changes: str) -> str:
        return self.moved(table=write_table(table), **changes)


@view_of.register
def _(_referee: BuildRules, game: str, query: Query) -> BuildView:
    form = BuildForm.of(query)
    ruling, turn, reading = None, None, Reading.SAID
    texts = form.texts() | {"limit": _MOST_OPTIONS}
    try:
        question = read_question(partial(ruleset, game), texts)
        claim = claim_of(query.get(CLAIM, ""), question.turn)
        reading, whole = _read_hand(question)
        ruling, turn = _ruled(whole, claim)
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
        ruling=ruling,
        turn=turn,
        claim=claim,
        holds={"1": True, "0": False}.get(query.get(HOLDS, "")),
    )


def _ruled(question: BuildQuestion, claim: Claim | None) -> tuple[BuildRuling, Turn | None]:
    """The ruling on what was asked, or on the turn that somebody claims; and that turn."""
    pointed = question.pointed if claim is Claim.BUILT else None
    asked = replace(question, pointed=pointed)
    ruling = consult(asked)
    turn = question.turn or claimed_turn(question, ruling, claim)
    if turn is not None and turn != question.turn:
        ruling = consult(replace(asked, turn=turn))
    return ruling, turn


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
            return read_question(partial(ruleset, game), left)
        except BadQuestion as again:
            refusal = again
