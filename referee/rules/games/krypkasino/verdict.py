"""Verdicts and rulings of Krypkasino with their reasons and grounds (#turn, #sweep)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from ... import lattice, sums
from ...cards import Card, Cards, KnownCards, Rank, RuleCode, See, difference
from ...plays import Play, as_play
from ...question_fields import OPTIONS_DEFAULT
from ...sums import Sums
from .captures import CaptureRules, Captures, LegalCapture, numbers_of


class CaptureReason(RuleCode):
    """The reasons of a verdict, in the order in which the rules are checked."""

    NOT_IN_HAND = "not_in_hand", See("turn")
    NOT_ON_TABLE = "not_on_table", See("groups")
    MUST_SWEEP = "must_sweep", "forced-sweep"
    NOT_CAPTURABLE = "not_capturable", "groups"
    MUST_CAPTURE = "must_capture", "must-capture"
    LEAVES_CAPTURABLE = "leaves_capturable", "capture-everything"
    LEGAL = "legal"


@dataclass(frozen=True)
class CaptureVerdict:
    """The verdict on a play or claim: legal, or why not and which cards were ``missed`` beside
    those ``taken``.

    ``unless``: it is legal if the hand, which was not entered, held no card of these ranks
    (#forced-sweep). ``missing``: each way to take what must be taken besides, fewest points first;
    ``all_missing``: these are all the ways. ``culprits``: cards of the claim that do not lie there,
    or that no set of ``value`` on the table can hold. ``lacking``: those that make no set with the
    rest of the claim; ``completion``: cards with which the claim is sets of ``value``, if there are
    some. ``only_by_regrouping``: the cards left hold no set by themselves; the claim is refused
    only because cards are compared and not sets (#capture-everything), which tables often dispute.
    """

    reason: CaptureReason
    card: Card
    missed: Cards = ()
    taken: Cards = ()
    must_play: Cards = ()
    only_by_regrouping: bool = False
    culprits: Cards = ()
    value: int = 0
    unless: tuple[Rank, ...] = ()
    missing: tuple[Cards, ...] = ()
    all_missing: bool = True
    lacking: Cards = ()
    completion: Cards = ()

    @property
    def legal(self) -> bool | None:
        """Return whether the play is legal; None if that depends on the hand."""
        if self.reason is not CaptureReason.LEGAL:
            return False
        return None if self.unless else True

    @property
    def clause(self) -> str | None:
        """Return the clause of the reason; None where no rule decides."""
        return self.reason.clause


class Sweep(StrEnum):
    """The sweep that a play makes. ``UNSURE``: double if two suits turn out the same."""

    NONE = "none"
    SINGLE = "single"
    DOUBLE = "double"
    UNSURE = "single_or_double"


@dataclass(frozen=True)
class Outcome:
    """An option and the table after it: the cards that are ``left``, those of them that the next
    deal sets aside, and the ranks that would sweep the rest."""

    option: LegalCapture
    left: Cards
    set_aside: Cards
    sweep: Sweep
    sets_up: tuple[Rank, ...]


@dataclass(frozen=True)
class HandPlay:
    """The outlook of one card of a hand; ``options_total`` is None if not all options were
    found."""

    card: Card
    sweep: Sweep
    options_total: int | None
    points_least: int


@dataclass(frozen=True)
class HandRuling:
    """The cards of which one must be played (none: free choice), and the outlook of each card."""

    must_play: Cards
    plays: tuple[HandPlay, ...]


@dataclass(frozen=True)
class CaptureOptions:
    """The options of the played card. Creeping is an option that captures nothing."""

    card: Card
    value: int
    creeps: bool
    options_total: int | None
    outcomes: tuple[Outcome, ...]

    @property
    def plays(self) -> Sequence[Play]:
        """Return each listed option as a play."""
        return [as_play(self.card, outcome.option.captured) for outcome in self.outcomes]


def capture_options(options: object) -> CaptureOptions:
    """Return options that are known to be those of a capture, typed so."""
    assert isinstance(options, CaptureOptions)
    return options


@dataclass(frozen=True)
class Ruling:
    """The whole answer to a question; ``table`` is the table without the cards that were
    ``set_aside``.

    ``unless``: the ranks of ``sweeps_for`` of which the hand, if it was not entered, must hold none
    when another card was played (#forced-sweep). ``open_suits``: cards without suit that decide
    about a double sweep or about setting aside; ``open_points``: other cards without suit that
    decide about points; ``sweep_points``: the points of a face-up card.
    """

    table: Cards
    set_aside: Cards
    sweeps_for: tuple[Rank, ...]
    unless: tuple[Rank, ...]
    hand: HandRuling | None
    play: CaptureOptions | None
    verdict: CaptureVerdict | None
    open_suits: Cards
    open_points: Cards
    sweep_points: int

    @property
    def sweep(self) -> Sweep:
        """Return the sweep of the played card, or else the one that the hand forces; ``UNSURE`` if
        the cards to choose from make different ones."""
        if self.play and self.play.outcomes[0].sweep is not Sweep.NONE:
            return self.play.outcomes[0].sweep
        forced = {play.sweep for play in self.hand.plays} if self.hand else set()
        forced.discard(Sweep.NONE)
        return Sweep.UNSURE if len(forced) > 1 else min(forced, default=Sweep.NONE)


@lru_cache(maxsize=1024)  # entries are judged when accepted and when replayed
def judge_play(rules: CaptureRules, table: Cards, card: Card, captured: Cards) -> CaptureVerdict:
    """Return the verdict on a play, without regard to the hand, which is secret."""
    if absent := Counter(captured) - Counter(table):
        return CaptureVerdict(
            CaptureReason.NOT_ON_TABLE, card, culprits=tuple(sorted(absent.elements()))
        )
    verdict = judge_claim(rules, table, card, captured)
    if not verdict.missed:
        return verdict
    known_cards = KnownCards(rules.deck, ())  # all cards have suits, so nothing is open
    return completed(
        verdict, Captures(rules, table, (card,), known_cards, captured), OPTIONS_DEFAULT
    )


def judge_claim(rules: CaptureRules, table: Cards, played: Card, taken: Cards) -> CaptureVerdict:
    """Return the verdict on a card that captures exactly these cards of a table, all with the suits
    that they have there (#groups). Capturing nothing is a creep. Missed cards are found in one way
    only."""
    value = rules.hand_values[played.rank]
    claimed = numbers_of(rules, taken)
    if sums.divide(claimed, value) is None:
        return _not_capturable(rules, table, played, taken)
    most = lattice.largest(numbers_of(rules, table), value, containing=claimed) or []
    missed = Counter(chain.from_iterable(most))
    missed.subtract(rules.table_values[card.rank] for card in taken)
    if not missed.total():
        return CaptureVerdict(CaptureReason.LEGAL, played, taken=taken, value=value)
    remaining = difference(sorted(table), taken)
    return CaptureVerdict(
        CaptureReason.LEAVES_CAPTURABLE if taken else CaptureReason.MUST_CAPTURE,
        played,
        missed=_pick(rules, remaining, missed),
        taken=taken,
        only_by_regrouping=not lattice.largest(numbers_of(rules, remaining), value),
        value=value,
    )


def completed(verdict: CaptureVerdict, captures: Captures, limit: int) -> CaptureVerdict:
    """Return the verdict on a claim that took too little, with each way to take the rest, at most
    ``limit`` (#capture-everything). ``captures`` are those that contain what was taken."""
    options = captures.options(limit)
    missing = tuple(difference(sorted(option.captured), verdict.taken) for option in options)
    return replace(
        verdict,
        missing=missing or (verdict.missed,),  # a search that was cut off may have met none
        all_missing=captures.complete and captures.total == len(missing),
    )


def _not_capturable(
    rules: CaptureRules, table: Cards, played: Card, taken: Cards
) -> CaptureVerdict:
    """Return the verdict on cards that are no sets, with reasons that hold for the whole table: a
    claim may be right as far as it goes (#groups)."""
    value, claimed = rules.hand_values[played.rank], numbers_of(rules, taken)
    culprits = _in_no_set(rules, taken, table, value)
    missing = lattice.missing(numbers_of(rules, table), value, claimed)
    return CaptureVerdict(
        CaptureReason.NOT_CAPTURABLE,
        played,
        culprits=() if 1 < len(culprits) == len(taken) else culprits,
        value=value,
        lacking=_in_no_set(rules, taken, taken, value),
        completion=_pick(rules, difference(sorted(table), taken), Counter(missing)),
    )


def _in_no_set(rules: CaptureRules, taken: Cards, among: Cards, value: int) -> Cards:
    """Return the taken cards that make up the value with none of the other cards ``among`` which
    they lie."""
    numbers = [rules.table_values[card.rank] for card in among]
    alone = set()
    for number in {rules.table_values[card.rank] for card in taken}:
        at = numbers.index(number)
        if not Sums(numbers[:at] + numbers[at + 1 :], value).make(value - number):
            alone.add(number)
    return tuple(card for card in taken if rules.table_values[card.rank] in alone)


def _pick(rules: CaptureRules, cards: Cards, numbers: Counter[int]) -> Cards:
    picked = []
    for card in cards:
        number = rules.table_values[card.rank]
        if numbers[number] > 0:
            numbers[number] -= 1
            picked.append(card)
    return tuple(picked)


class CaptureGround(RuleCode):
    """The grounds of an answer in which nothing is wrong."""

    clause: str

    NOTHING = "nothing", "turn"  # no card and no sum makes the value
    MUST = "must", "must-capture"  # a card that can take must
    ALL = "all", "capture-everything"  # and it takes all that it could
    CHOICE = "choice", "capture-everything"  # each of several captures is all that it could take
    COMPLETE = "complete", "capture-everything"  # nothing more could have been taken
    FREE = "free", "forced-sweep"  # no card of the hand sweeps


class CaptureLegality(NamedTuple):
    """A ground, with the ``value`` of the card that was played."""

    ground: CaptureGround
    value: int = 0

    @property
    def clause(self) -> str:
        """Return the clause of the ground."""
        return self.ground.clause


def ground_of(verdict: CaptureVerdict) -> CaptureLegality | None:
    """Return the ground of a legal play; None if the play is illegal."""
    if verdict.legal is False:
        return None
    return CaptureLegality(
        CaptureGround.COMPLETE if verdict.taken else CaptureGround.NOTHING, verdict.value
    )


def ground_of_ruling(ruling: Ruling) -> CaptureLegality | None:
    """Return the ground of the options of a card, or of the free choice of a card; None where a
    sweep is forced, which the ruling states itself."""
    play = ruling.play
    if play is None:
        free = ruling.hand is not None and not ruling.hand.must_play
        return CaptureLegality(CaptureGround.FREE) if free else None
    if play.creeps:
        return CaptureLegality(CaptureGround.NOTHING, play.value)
    if play.options_total != 1:
        return CaptureLegality(CaptureGround.CHOICE, play.value)
    several = any(len(outcome.option.sets) > 1 for outcome in play.outcomes)
    return CaptureLegality(CaptureGround.ALL if several else CaptureGround.MUST, play.value)


class NotDouble(StrEnum):
    """Reasons for which a card that sweeps its own rank makes no double sweep (#double-sweep)."""

    NOT_ALONE = "not_alone"  # its twin lay there, and others too
    OTHER_SUIT = "other_suit"


def not_double(ruling: Ruling) -> NotDouble | None:
    """Return the reason why a sweep is an ordinary one; None where nobody asks."""
    if ruling.play is None or ruling.play.outcomes[0].sweep is not Sweep.SINGLE:
        return None
    card, table = ruling.play.card, ruling.table
    equal = [other for other in table if other.rank is card.rank]
    if len(table) > 1:
        may_be_meant = len(equal) == len(table) or (card.suited and card in equal)
        return NotDouble.NOT_ALONE if may_be_meant else None
    return NotDouble.OTHER_SUIT if equal else None


class IntroTask(StrEnum):
    """The task of an introductory position: the cards to tap."""

    LEAST = "least"  # a card of the hand that costs no more than any other (#scoring)
    TAKEN = "taken"  # all that the played card takes (#capture-everything)
    MAY = "may"  # a card of the hand that may be played (#forced-sweep)
    CARD = "card"  # with builds: a card of the hand with which a play can be made


def is_right(task: IntroTask, ruling: Ruling) -> bool:
    """Return whether the card that the ruling is about, or the claim about it, solves the task."""
    if ruling.verdict is None or ruling.verdict.legal is False:
        return False
    if task is not IntroTask.LEAST:
        return True
    assert ruling.hand is not None
    assert ruling.play is not None
    costs = {play.card: play.points_least for play in ruling.hand.plays}
    return costs[ruling.play.card] == min(costs.values())
