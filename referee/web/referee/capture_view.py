"""What a played card must take, as the referee's page draws it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

from markupsafe import Markup

from ... import messages
from ...rules.cards import SUITS, Card, Cards, Rank, Suit, difference
from ...rules.claimed_ranks import Held, read_held
from ...rules.games import RULESETS
from ...rules.games.krypkasino.capture_rules import CaptureRules, capture_rules
from ...rules.games.krypkasino.legality_grounds import CaptureLegality, ground_of, ground_of_ruling
from ...rules.games.krypkasino.question import Question
from ...rules.games.krypkasino.ruling import Outcome, Ruling, consult, settled
from ...rules.games.krypkasino.verdict import CaptureVerdict
from ...rules.games.referee import rules_for
from ...rules.notation import NOTHING, write_card, write_cards
from ...rules.question_fields import BadQuestion
from ...rules.ruleset import Ruleset
from ..game_in_url import find_ruleset
from ..template_fragments import card, take_back
from .entered_hand import HandEntry, read_hand
from .position_form import CaptureForm
from .position_view import (
    CLAIM,
    HOLDS,
    MOST_OPTIONS,
    Chip,
    LinkedCard,
    PositionView,
    Query,
    back_of,
    judges_only,
    view_of,
)


class SuitLink(NamedTuple):
    """An address in which a card has got its suit."""

    suit: Suit
    address: str


class SuitAsked(NamedTuple):
    """A suitless card whose suit matters: on the table (one of how many?), or else the played one,
    and the addresses that tell it."""

    card: Card
    on_table: int
    links: list[SuitLink]


class ClaimedCard(NamedTuple):
    """A card on the table, as written and drawn, and does somebody claim to have taken it?"""

    text: str
    drawn: Markup
    taken: bool


@dataclass
class CaptureView(PositionView):
    """A question with its ruling. The addresses lead to what a tap makes of it."""

    CLAIM_FIELDS: ClassVar[tuple[str, ...]] = ("captured", HOLDS, CLAIM)

    question: Question
    ruling: Ruling | None
    half: bool
    """Is what somebody claims wrong only as far as it is tapped?"""
    held: Held
    """The hand as it was described, where a verdict depends on it."""

    @property
    def facts(self) -> Mapping[str, Any]:
        ruling = self.ruling
        return {
            "question": self.question,
            "ruling": ruling,
            "play": ruling.play if ruling else None,
        }

    @cached_property
    def texts(self) -> dict[str, str]:
        question = self.question
        return {
            "table": write_cards(question.table),
            "played": write_card(question.played) if question.played else "",
            "hand": write_cards(question.hand or ()),
            "captured": "" if question.captured is None else _claim(question.captured),
            HOLDS: self.held.text,
            CLAIM: "1" if self.claiming and (question.captured is None or self.half) else "",
            "dealt": "1" if question.dealt else "",
            "last_of_deal": "1" if question.last_of_deal else "",
            "house": " ".join(question.house),
            **self.texts_of_page,
        }

    @property
    def unless(self) -> tuple[Rank, ...]:
        """The ranks of which the hand must have held none, for the claim to be right."""
        verdict = self.ruling.verdict if self.ruling else None
        return verdict.unless if verdict else ()

    @property
    def holds(self) -> bool | None:
        """Was a card of these ranks in the hand? None while that is not said."""
        return self.held.answers_any(self.unless)

    def holding(self, *, yes: bool) -> str:
        """Return the claim with it said whether such a card was in the hand; once more: who
        knows?"""
        said = None if self.holds is yes else yes
        return self.address(**{HOLDS: self.held.saying(self.unless, holds=said).text})

    @cached_property
    def settled(self) -> Ruling | None:
        """The ruling, with what is said of the hand."""
        if self.ruling is None or self.holds is None:
            return self.ruling
        rules = capture_rules(rules_for(self.game, self.question))
        return settled(rules, self.question, sorted(set(self.unless) & set(self.held.ranks)))

    @cached_property
    def verdict(self) -> CaptureVerdict | None:
        """The verdict, where it is what was asked for, or where something is wrong."""
        verdict = self.settled.verdict if self.settled else None
        claimed = self.question.captured is not None
        asked = verdict and (claimed or verdict.legal is False)
        return verdict if asked else None

    @cached_property
    def answer(self) -> str | None:
        if self.verdict:
            return messages.verdict_text(self.verdict)
        return messages.headline(self.ruling) if self.ruling else None

    @cached_property
    def ground(self) -> CaptureLegality | None:
        """Why nothing is wrong, or why a card does what it does."""
        if self.verdict:
            return ground_of(self.verdict)
        return ground_of_ruling(self.ruling) if self.ruling else None

    @property
    def clause(self) -> str | None:
        """Where it says why something is wrong, or forced."""
        if self.verdict:
            return self.verdict.clause or self.verdict.reason.read_on
        forced = self.ruling and self.ruling.hand and self.ruling.hand.must_play
        return "forced-sweep" if forced else None

    @cached_property
    def lying(self) -> list[LinkedCard]:
        """The table, each card with the address in which it is taken back."""
        ruling, table = self.ruling, self.question.table
        cards = ruling.table if ruling else table
        return [
            LinkedCard(self.address.moved(table=_without(table, one)), take_back(one))
            for one in cards
        ]

    @cached_property
    def claimed(self) -> list[ClaimedCard]:
        """The table, each card with whether it is claimed to be taken."""
        claimed = Counter(self.question.captured)
        cards = []
        for one in self.ruling.table if self.ruling else ():
            cards.append(ClaimedCard(write_card(one), card(one, "small"), claimed[one] > 0))
            claimed[one] -= 1
        return cards

    @property
    def may_claim(self) -> bool:
        """Was a card played that could have taken something?"""
        return bool(self.ruling and self.ruling.play and self.ruling.table)

    @property
    def may_claim_next(self) -> bool:
        return bool(self.ruling and not self.ruling.play and self.ruling.table)

    @property
    def asked(self) -> bool:
        return self.question != Question(house=self.question.house)

    @property
    def chips(self) -> list[Chip]:
        """What is so of the deal; mostly nothing is."""
        words = messages.deal_texts()
        return [one._replace(text=words[one.name][0]) for one in self.of_deal if one.on]

    @cached_property
    def of_deal(self) -> list[Chip]:
        """What may be said of the deal."""
        return [
            Chip(
                name,
                text,
                self.address(**{name: "" if self.texts[name] else "1"}),
                bool(self.texts[name]),
            )
            for name, (_, text) in messages.deal_texts().items()
        ]

    @property
    def by_house_rule(self) -> list[str]:
        return [switch.name for switch in self.switches if self._is_otherwise(switch.house)]

    def _is_otherwise(self, house: tuple[str, ...]) -> bool:
        verdict = self.ruling.verdict if self.ruling and self.verdict else None
        if verdict is None:
            return False
        other = replace(self.question, house=house, limit=1)
        try:
            rules = rules_for(self.game, other)
            found = consult(capture_rules(rules), _read_hand(other, rules)[1]).verdict
        except BadQuestion:  # another card would be set aside
            return False
        return found is not None and found.legal is not verdict.legal

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """The options; their order by points would be advice."""
        outcomes = self.ruling.play.outcomes if self.ruling and self.ruling.play else ()
        if self.just_judge:
            return tuple(sorted(outcomes, key=lambda outcome: outcome.option.captured))
        return outcomes

    def without_hand_card(self, card: Card) -> str:
        return self.address(hand=_without(self.question.hand or (), card))

    def without_played(self) -> str:
        return self.address.moved(played="")

    def claim_address(self) -> str:
        """The same position, with the question what was taken; without it, if it is asked."""
        return self.address.moved(**{CLAIM: "" if self.claiming else "1"})

    @property
    def has_crept(self) -> bool:
        """Does somebody claim that the card took nothing?"""
        return self.question.captured == ()

    def crept(self) -> str:
        """The claim that the card took nothing; once more takes it back."""
        if self.has_crept:
            return self.address.moved(**{CLAIM: "1"})
        return self.address.moved(captured=NOTHING)

    def clear(self) -> str:
        """An empty table, with the same house rules."""
        return self._with_table(())

    def next(self, outcome: Outcome) -> str:
        """What is left becomes the table."""
        return self._with_table(outcome.left)

    def next_deal(self, outcome: Outcome | None = None) -> str:
        """What is left, or lies there now, once cards are dealt: some of it is set aside."""
        return self._with_table(outcome.left if outcome else self.question.table, dealt="1")

    def _with_table(self, table: Cards, dealt: str = "") -> str:
        return self.address.moved(
            table=write_cards(table), played="", hand="", dealt=dealt, last_of_deal=""
        )

    def ask_suit(self, card: Card) -> SuitAsked:
        """Where a suitless card whose suit matters lies, and what it can be. Where both the table
        and the player have such a card, the one on the table comes first, if it may be taken."""
        table = self.question.table
        on_table = 0 if self._asks_played(card) else table.count(card)
        links = []
        for suit in SUITS:
            suited = write_card(Card(card.rank, suit))
            if on_table:
                address = self.address.moved(table=f"{_without(table, card)} {suited}".strip())
            else:
                address = self.address.moved(played=suited)
            links.append(SuitLink(suit, address))
        return SuitAsked(card, on_table, links)

    def _asks_played(self, card: Card) -> bool:
        """Is only the played card meant? Nobody has to tell an ace that no ace can take."""
        taken = {one for outcome in self.outcomes for one in outcome.option.captured}
        counts = self.ruling is not None and card in self.ruling.open_points
        return card == self.question.played and counts and card not in taken


def _claim(captured: Cards) -> str:
    return write_cards(captured) or NOTHING


def _without(cards: Cards, card: Card) -> str:
    return write_cards(difference(cards, (card,)))


@view_of.register
def _(_referee: CaptureRules, game: str, query: Query) -> CaptureView:
    form = CaptureForm(query)
    question, ruling, reading, half = Question(), None, HandEntry.SAID, False
    try:
        question = Question.read(form.texts())
        rules = rules_for(game, question)
        reading, whole = _read_hand(question, rules)
        whole = replace(whole, limit=int(MOST_OPTIONS))
        ruling = consult(capture_rules(rules), whole)
        half = query.get(CLAIM) == "1" and _is_half(question, ruling)
    except BadQuestion as refusal:
        form.blame_all(refusal)
        question = refusal.readable or question
    if ruling is None:
        question = _drawable(game, question)
    return CaptureView(
        game=game,
        form=form,
        reading=reading,
        just_judge=judges_only(query),
        claiming=query.get(CLAIM) == "1" or question.captured is not None,
        back=back_of(query),
        question=question,
        ruling=ruling,
        half=half,
        held=read_held(query.get(HOLDS, "")),
    )


def _is_half(question: Question, ruling: Ruling) -> bool:
    """May what was wrong become right with more cards than were tapped?"""
    verdict, play = ruling.verdict, ruling.play
    if not (question.captured and verdict and verdict.legal is False and play):
        return False
    claimed = Counter(one.rank for one in question.captured)
    options = (Counter(one.rank for one in each.option.captured) for each in play.outcomes)
    listed = play.options_total == len(play.outcomes)
    return not listed or any(claimed < option for option in options)


def _read_hand(question: Question, rules: Ruleset) -> tuple[HandEntry, Question]:
    """The question with the whole hand."""
    reading, hand = read_hand(question.hand, question.played, question.table, rules.deck)
    return reading, replace(question, hand=hand) if hand != question.hand else question


def _drawable(game: str, question: Question) -> Question:
    """What is drawn of a refused question. Each card carries the address with all the others, so
    there are no more than the packs hold; the form keeps what was typed."""
    most = find_ruleset(game).deck.size
    known = RULESETS[game].house_rules.names()
    return replace(
        question,
        table=question.table if len(question.table) <= most else (),
        hand=question.hand if len(question.hand or ()) <= most else None,
        captured=question.captured if len(question.captured or ()) <= most else None,
        house=tuple(name for name in question.house if name in known),
    )
