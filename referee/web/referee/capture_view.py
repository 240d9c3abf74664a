"""View of a question to the referee of a game of captures: Krypkasino."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, NamedTuple

from ...messages.build_rulings import deal_texts
from ...messages.capture_verdicts import headline, verdict_text
from ...messages.verdict_lines import (
    HandQuestion,
    VerdictLine,
    capture_lines,
    sweep_lines,
    table_headline,
    tone_of,
    was_held_question,
)
from ...rules.cards import SUITS, Card, Cards, Rank, Suit, difference
from ...rules.games import RULESETS
from ...rules.games.ask import rules_for
from ...rules.games.krypkasino.captures import CaptureRules, capture_rules
from ...rules.games.krypkasino.question import (
    PartlyReadable,
    Question,
    consult,
    settled,
)
from ...rules.games.krypkasino.verdict import (
    CaptureLegality,
    CaptureVerdict,
    Outcome,
    Ruling,
    ground_of,
    ground_of_ruling,
)
from ...rules.house_rules import ByOtherRules
from ...rules.notation import NOTHING, write_card, write_cards
from ...rules.question_fields import BadQuestion, HandClaims, read_held
from ...rules.ruleset import Ruleset
from ..requests import find_ruleset
from .position_url import CaptureForm
from .question_view import (
    CLAIM,
    HOLDS,
    MOST_OPTIONS,
    Chip,
    Conditions,
    HandEntry,
    PositionView,
    Query,
    back_of,
    judges_only,
    read_hand,
    view_of,
)


class SuitLink(NamedTuple):
    """A suit that a card may have, and the URL of the position with it."""

    suit: Suit
    address: str


class SuitQuestion(NamedTuple):
    """A card without a suit whose suit matters. ``on_table`` is the number of such cards on the
    table, 0 where the played card is meant. ``links`` has one for each suit."""

    card: Card
    on_table: int
    links: list[SuitLink]


class FeltCard(NamedTuple):
    """A card on the table, the URL of a tap on it, and whether somebody claims to have taken it."""

    card: Card
    address: str
    taken: bool = False


@dataclass
class CaptureConditions(Conditions):
    """The conditions of a ruling on captures. ``facts`` are the fields of what was said of the
    deal."""

    facts: set[str]

    @property
    def chips(self) -> list[Chip]:
        """Return what was said of the deal; mostly nothing."""
        words = deal_texts()
        return [chip._replace(text=words[chip.name][0]) for chip in self.deal_facts if chip.on]

    @cached_property
    def deal_facts(self) -> list[Chip]:
        return [
            Chip(name, text, self.address(**{name: "" if on else "1"}), on)
            for name, (_, text) in deal_texts().items()
            for on in [name in self.facts]
        ]


@dataclass
class CaptureView(PositionView):
    """A question about a capture, with its ruling, which is None where the question cannot be
    read."""

    CARD_FIELDS: ClassVar[tuple[str, ...]] = ("table", "played", "hand", "captured")
    CLAIM_FIELDS: ClassVar[tuple[str, ...]] = ("captured", HOLDS, CLAIM)

    question: Question
    ruling: Ruling | None
    is_partial: bool
    """True if a claim is wrong only because it is tapped in part."""
    held: HandClaims
    """The hand as it was described, where a verdict depends on it."""

    @property
    def facts(self) -> Mapping[str, object]:
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
            CLAIM: "1" if self.claiming and (question.captured is None or self.is_partial) else "",
            "dealt": "1" if question.dealt else "",
            "last_of_deal": "1" if question.last_of_deal else "",
            "house": " ".join(question.house),
            **self.texts_of_page,
        }

    @property
    def unless(self) -> tuple[Rank, ...]:
        """Return the ranks of which the hand must have held none for the claim to be right."""
        verdict = self.ruling.verdict if self.ruling else None
        return verdict.unless if verdict else ()

    @property
    def holds(self) -> bool | None:
        """Return whether a card of the ranks in ``unless`` was in the hand, None while nobody has
        said."""
        return self.held.answers_any(tuple(map(Card, self.unless)))

    def holding(self, *, yes: bool) -> str:
        """Return the URL that says whether such a card was in the hand; the same answer again takes
        it back."""
        answer = None if self.holds is yes else yes
        cards = tuple(map(Card, self.unless))
        return self.address(**{HOLDS: self.held.with_answer(cards, holds=answer).text})

    @cached_property
    def settled_ruling(self) -> Ruling | None:
        """Return the ruling with what was said of the hand."""
        if self.ruling is None or self.holds is None:
            return self.ruling
        rules = capture_rules(rules_for(self.game, self.question))
        return settled(
            rules,
            self.question,
            sorted({card.rank for card in self.held.held}.intersection(self.unless)),
        )

    @cached_property
    def verdict(self) -> CaptureVerdict | None:
        """Return the verdict on a claim, or on an illegal play; None for a legal play without a
        claim."""
        verdict = self.settled_ruling.verdict if self.settled_ruling else None
        claimed = self.question.captured is not None
        is_asked = verdict and (claimed or verdict.legal is False)
        return verdict if is_asked else None

    @cached_property
    def answer(self) -> str | None:
        if self.verdict:
            return verdict_text(self.verdict)
        return headline(self.ruling) if self.ruling else None

    @cached_property
    def ground(self) -> CaptureLegality | None:
        """Return why the play is legal, or why the card captures what it captures."""
        if self.verdict:
            return ground_of(self.verdict)
        return ground_of_ruling(self.ruling) if self.ruling else None

    @property
    def clause(self) -> str | None:
        """Return the clause that explains why the play is illegal or the sweep forced, None without
        one."""
        if self.verdict:
            return self.verdict.clause or self.verdict.reason.read_on
        forced = self.ruling and self.ruling.hand and self.ruling.hand.must_play
        return "forced-sweep" if forced else None

    @property
    def ruled_headline(self) -> VerdictLine:
        if not self.answer:
            return VerdictLine(table_headline(self.ruling))
        verdict = self.verdict
        return VerdictLine(
            self.answer, tone=tone_of(verdict.legal, is_open=self.is_partial) if verdict else ""
        )

    @property
    def lies(self) -> bool:
        ruling = self.ruling
        return bool(self.answer or (ruling and (ruling.table or ruling.set_aside)))

    @property
    def hand_question(self) -> HandQuestion | None:
        return was_held_question(self.ruling) if self.ruling else None

    @property
    def lines(self) -> list[VerdictLine]:
        if self.ruling is None:
            return []
        if self.answer:
            return [*capture_lines(self.ruling, self.verdict, self.ground)]
        return [] if self.ruling.table else [VerdictLine("", "set-aside")]

    @property
    def asks_played(self) -> bool:
        return not self.answer

    @property
    def asks_hand(self) -> bool:
        verdict, ruling = self.verdict, self.ruling
        is_illegal = verdict is not None and verdict.legal is False
        return bool(ruling and ruling.unless and self.holds is None and not is_illegal)

    @property
    def further_lines(self) -> list[VerdictLine]:
        ruling, settled_ruling = self.ruling, self.settled_ruling
        if ruling is None or settled_ruling is None or not self.answer:
            return []
        return [*sweep_lines(ruling, settled_ruling, self.verdict, self.clause or "")]

    @property
    def picks_taken(self) -> bool:
        """Return whether a tap on a table card says that it was taken, and removes none."""
        return self.may_claim and self.claiming

    @cached_property
    def table_links(self) -> list[FeltCard]:
        """Return the table, each card with the URL that takes it back, or claims that it was taken
        or was not."""
        ruling, table = self.ruling, self.question.table
        cards = ruling.table if ruling else table
        if not self.picks_taken:
            return [
                FeltCard(card, self.address.without_claim(table=_without(table, card)))
                for card in cards
            ]
        taken, left = self.question.captured or (), Counter(self.question.captured)
        links = []
        for card in cards:
            is_taken, left[card] = left[card] > 0, left[card] - 1
            others = _without(taken, card) if is_taken else write_cards((*taken, card))
            links.append(FeltCard(card, self._with_taken(others), is_taken))
        return links

    def _with_taken(self, captured: str) -> str:
        return self.address.without_claim(**{CLAIM: "1"}, captured=captured)

    @property
    def may_claim(self) -> bool:
        """Return whether a card was played with cards on the table."""
        return bool(self.ruling and self.ruling.play and self.ruling.table)

    @property
    def may_claim_next(self) -> bool:
        return bool(self.ruling and not self.ruling.play and self.ruling.table)

    @property
    def has_question(self) -> bool:
        return self.question != Question(house=self.question.house)

    @cached_property
    def conditions(self) -> CaptureConditions:
        facts = {name for name in ("dealt", "last_of_deal") if self.texts[name]}
        return CaptureConditions(
            self.game, self.address, self.house_rules, self.just_judge, facts=facts
        )

    @property
    def by_other_rules(self) -> ByOtherRules:
        verdict = self.ruling.verdict if self.ruling and self.verdict else None
        if verdict is None:
            return ByOtherRules()
        names, on = RULESETS[self.game].house_rules, self.question.house
        return ByOtherRules(
            tuple(
                name
                for name in names.names_during_play()
                if self._is_changed(verdict, names.switched(on, name))
            )
        )

    def _is_changed(self, verdict: CaptureVerdict, house_rules: tuple[str, ...]) -> bool:
        other = replace(self.question, house=house_rules, limit=1)
        try:
            rules = rules_for(self.game, other)
            other_verdict = consult(capture_rules(rules), _read_hand(other, rules)[1]).verdict
        except BadQuestion:  # another card would be set aside
            return False
        return other_verdict is not None and other_verdict.legal is not verdict.legal

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """Return the options, in the order of their cards where points would be advice."""
        outcomes = self.ruling.play.outcomes if self.ruling and self.ruling.play else ()
        if self.just_judge:
            return tuple(sorted(outcomes, key=lambda outcome: outcome.option.captured))
        return outcomes

    def without_hand_card(self, card: Card) -> str:
        return self.address(hand=_without(self.question.hand or (), card))

    def without_played(self) -> str:
        return self.address.without_claim(played="")

    def claim_address(self) -> str:
        """Return the URL that asks which cards were taken; if that is asked, the URL without it."""
        return self.address.without_claim(**{CLAIM: "" if self.claiming else "1"})

    @property
    def claims_creep(self) -> bool:
        """Return whether somebody claims that the card took nothing."""
        return self.question.captured == ()

    def creep_address(self) -> str:
        """Return the URL of the claim that the card took nothing; if that is claimed, the URL
        without it."""
        if self.claims_creep:
            return self.address.without_claim(**{CLAIM: "1"})
        return self.address.without_claim(captured=NOTHING)

    def clear(self) -> str:
        """Return the URL of an empty table with the same house rules."""
        return self._with_table(())

    def next(self, outcome: Outcome) -> str:
        """Return the URL of the table that an option leaves."""
        return self._with_table(outcome.left)

    def next_deal(self, outcome: Outcome | None = None) -> str:
        """Return the URL of the table that an option leaves, or that lies there, after the next
        deal, which sets some of it aside."""
        return self._with_table(outcome.left if outcome else self.question.table, dealt="1")

    def _with_table(self, table: Cards, dealt: str = "") -> str:
        return self.address.without_claim(
            table=write_cards(table), played="", hand="", dealt=dealt, last_of_deal=""
        )

    def suit_question(self, card: Card) -> SuitQuestion:
        """Return the question for a card's suit. If both the table and the player have such a card,
        it is about the one on the table, provided that can be taken."""
        table = self.question.table
        on_table = 0 if self._asks_played(card) else table.count(card)
        links = []
        for suit in SUITS:
            suited = write_card(Card(card.rank, suit))
            if on_table:
                address = self.address.without_claim(
                    table=f"{_without(table, card)} {suited}".strip()
                )
            else:
                address = self.address.without_claim(played=suited)
            links.append(SuitLink(suit, address))
        return SuitQuestion(card, on_table, links)

    def _asks_played(self, card: Card) -> bool:
        capturable = {captured for outcome in self.outcomes for captured in outcome.option.captured}
        counts = self.ruling is not None and card in self.ruling.open_points
        return card == self.question.played and counts and card not in capturable


def _claim(captured: Cards) -> str:
    return write_cards(captured) or NOTHING


def _without(cards: Cards, card: Card) -> str:
    return write_cards(difference(cards, (card,)))


@view_of.register
def _(_referee: CaptureRules, game: str, query: Query) -> CaptureView:
    form = CaptureForm(query)
    question, ruling, hand_entry, is_partial = Question(), None, HandEntry.AS_ENTERED, False
    try:
        question = Question.read(form.texts())
        rules = rules_for(game, question)
        hand_entry, whole = _read_hand(question, rules)
        whole = replace(whole, limit=int(MOST_OPTIONS))
        ruling = consult(capture_rules(rules), whole)
        is_partial = query.get(CLAIM) == "1" and _is_partial(question, ruling)
    except BadQuestion as refusal:
        form.blame_all(refusal)
        if isinstance(refusal, PartlyReadable):
            question = refusal.question
    if ruling is None:
        question = _drawable(game, question)
    return CaptureView(
        game=game,
        form=form,
        hand_entry=hand_entry,
        just_judge=judges_only(query),
        claiming=query.get(CLAIM) == "1" or question.captured is not None,
        back=back_of(query),
        question=question,
        ruling=ruling,
        is_partial=is_partial,
        held=read_held(query.get(HOLDS, "")),
    )


def _is_partial(question: Question, ruling: Ruling) -> bool:
    """Return whether an illegal claim may become legal with more cards."""
    verdict, play = ruling.verdict, ruling.play
    if not (question.captured and verdict and verdict.legal is False and play):
        return False
    claimed = Counter(card.rank for card in question.captured)
    options = (Counter(card.rank for card in outcome.option.captured) for outcome in play.outcomes)
    listed = play.options_total == len(play.outcomes)
    return not listed or any(claimed < option for option in options)


def _read_hand(question: Question, rules: Ruleset) -> tuple[HandEntry, Question]:
    hand_entry, hand = read_hand(question.hand, question.played, question.table, rules.deck)
    return hand_entry, replace(question, hand=hand) if hand != question.hand else question


def _drawable(game: str, question: Question) -> Question:
    """Return a refused question without what is not to be drawn. Each card is a URL with all
    others, so no more are drawn than the packs hold; the form keeps what was typed."""
    most = find_ruleset(game).deck.size
    names = RULESETS[game].house_rules.names()
    return replace(
        question,
        table=question.table if len(question.table) <= most else (),
        hand=question.hand if len(question.hand or ()) <= most else None,
        captured=question.captured if len(question.captured or ()) <= most else None,
        house=tuple(name for name in question.house if name in names),
    )
