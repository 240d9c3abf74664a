"""What is wrong with a table with builds, as sentences."""

from __future__ import annotations

from collections.abc import Iterable

from ..languages import gettext, lazy_gettext
from ..rules.asking import NotInThisGame
from ..rules.cards import Rank
from ..rules.games.casino.judge.judging import Verdict
from ..rules.games.casino.judge.naming import Fault, Lacking, Nuance
from ..rules.games.casino.judge.reasons import Reason
from ..rules.games.casino.live.following import KeeperUnsaid
from ..rules.games.casino.question import (
    AnotherCardPlayed,
    NobodyThere,
    OnePileTwice,
    SuitsNeeded,
    TooManyTops,
)
from ..rules.table import FEWEST_CARDS, Build, ImpossibleBuild, UnreadableBuild
from ..rules.turns import NotInBuild, UnreadableTurn
from ..words import and_, build_number, card_text, cards_text, sentence, the_card
from ..words.cards import HELD_RANK
from .errors import error_text, quote
from .rulings import half_text, verdict_text

_SAID = {
    Reason.ONE_HAND_CARD: lazy_gettext("No: one card from the hand is played in a turn."),
    Reason.NEED_HAND_CARD: lazy_gettext("No: the card that is played must be in the build."),
    Reason.EMPTY_TABLE: lazy_gettext("No: nothing lies there. A card can only be trailed."),
    Reason.PICTURE_NO_NUMBER: lazy_gettext(
        "No: pictures have no number here. They neither add up nor build."
    ),
    Reason.PICTURE_ONE: lazy_gettext("No: a picture takes just one card of its rank."),
    Reason.NO_MERGE: lazy_gettext("No: builds are never joined."),
    Reason.RAISE_MULTIPLE: lazy_gettext("No: a build of several groups keeps its value."),
    Reason.RAISE_TABLE_CARD: lazy_gettext(
        "No: only the card from the hand may change the value of a build."
    ),
    Reason.RAISE_PLAYED_MUST_CHANGE: lazy_gettext(
        "No: the card from the hand must itself help to raise the build."
    ),
    Reason.PILE_OWN: lazy_gettext("No: the pile of your own side is closed to you."),
    Reason.PILE_TOP_ONLY: lazy_gettext("No: of a pile only the card on top can be used."),
    Reason.PILE_AUGMENT_ONLY: lazy_gettext(
        "No: a card from a pile can only be added to a build, in a whole group."
    ),
    Reason.PILE_TWO_IN_SET: lazy_gettext(
        "No: two cards from piles cannot be added in this way. Of one pile a group has one card."
    ),
    Reason.NO_BASE: lazy_gettext(
        "No: a card from a pile is only added to a build that is there without it."
    ),
    Reason.NO_RAISE: lazy_gettext("No: by your house rules the value of a build never changes."),
    Reason.RAISE_OWN_SIDE: lazy_gettext(
        "No: only an opponent’s build can be raised, not one of your own side."
    ),
    Reason.UNFINISHED: lazy_gettext("Not yet: a card from the hand must still be played."),
}
"""What is said of reasons that need no facts."""


@verdict_text.register
def _(verdict: Verdict, *, hides: bool = False) -> str:
    return build_verdict_text(verdict, hides=hides)


def build_verdict_text(verdict: Verdict, *, hides: bool = False) -> str:
    """Return a verdict on a turn as a sentence: "Yes, if you still hold a nine".
    ``hides``: somebody is still to find what a half claim lacks."""
    if verdict.legal:
        return gettext("Yes, that is right.")
    if verdict.legal is None:
        return gettext("Yes, if you still hold %(cards)s.", cards=cards_held(verdict.holds))
    fault = verdict.fault or Fault(verdict.reason)
    if told := _half_text(fault, hides=hides):
        return gettext("No: %(reason)s", reason=told)
    if fault.nuance is Nuance.OWN_RANK:
        return gettext("No: a picture takes only its own rank.")
    return _lacking_text(fault) or str(_SAID.get(verdict.reason) or _fault_text(fault))


def build_reason_text(verdict: Verdict, *, hides: bool = False) -> str:
    """Return the reason of a refusal as a sentence that can follow a name, without "No"."""
    told = build_verdict_text(verdict, hides=hides)
    half = verdict.fault and _half_text(verdict.fault, hides=hides)
    return sentence(half or told.partition(": ")[2] or told)


def _half_text(fault: Fault, *, hides: bool) -> str | None:
    """Of a take that is right as far as it goes."""
    half = fault.half
    if half is None or not half.completed:
        return None
    return half_text(half.lacking, half.value, half.missing, hides=hides)


def _lacking_text(fault: Fault) -> str | None:
    """Of a build that nobody can take, whoever keeps what in the hand."""
    value = fault.value or 0
    pictured = fault.reason is Reason.PICTURE_NO_NUMBER and not fault.cards
    if fault.lacking is Lacking.EVERYBODY or pictured:
        return gettext("No: no card is worth %(value)d.", value=value)
    if fault.lacking is Lacking.PARTNER:
        return gettext(
            "No: all cards that could take the build of %(value)s lie in sight, so your partner "
            "holds none.",
            value=build_number(value),
        )
    return None


def unheld_text(build: Build) -> str:
    """A build that the hand of a legal turn had no card for."""
    return gettext(
        "But until this turn %(card)s had to be in your hand, for your build of %(value)s.",
        value=build_number(build.value),
        card=a_card(build.value),
    )


def build_answer_text(verdict: Verdict) -> str:
    """The same, with what opponents may do about it."""
    if verdict.demands and verdict.legal:
        return gettext("Yes, but an opponent may insist on more.")
    text = build_verdict_text(verdict)
    more = gettext("An opponent may insist on more.")
    return f"{text} {more}" if verdict.demands else text


def cards_held(ranks: Iterable[Rank]) -> str:
    """ "a nine", "an ace and a nine"."""
    return and_(str(HELD_RANK[rank]) for rank in ranks)


_OF_CARDS = {
    Reason.NOT_IN_HAND: lazy_gettext("No: this is not in the hand: %(cards)s."),
    Reason.NOT_ON_TABLE: lazy_gettext("No: this is not on the table: %(cards)s."),
    Reason.BUILD_AS_UNIT: lazy_gettext("No: in a build, which goes only as a whole: %(cards)s."),
    Reason.NO_MATCH: lazy_gettext("No: the card cannot take this: %(cards)s."),
}
_OF_VALUE = {
    Reason.BUILD_VALUE: lazy_gettext("No: only %(card)s takes the build of %(value)s."),
    Reason.NO_HOLDER: lazy_gettext(
        "No: %(card)s must stay in your hand to take your build of %(value)s."
    ),
    Reason.KEEP_CARD: lazy_gettext(
        "No: %(card)s must stay in your hand to take your build of %(value)s."
    ),
    Reason.AUGMENT_NOT_YOURS: lazy_gettext(
        "No: to an opponent’s build of %(value)s you only add if you take it in the same turn."
    ),
    Reason.NOT_PROVEN: lazy_gettext(
        "No: nothing shows that your partner holds %(card)s to take a build of %(value)s."
    ),
    Reason.DUP_VALUE: lazy_gettext("No: an opponent already has a build of %(value)s."),
    Reason.MUST_MERGE: lazy_gettext(
        "No: your side already has a build of %(value)s. Add these cards to it."
    ),
    Reason.OWNER_ADD_OR_TAKE: lazy_gettext(
        "No: you own a build of %(value)s. Add to it, or take something."
    ),
    Reason.NO_LAY_WITH_BUILD: lazy_gettext(
        "No: you own a build of %(value)s, so you may not just trail a card."
    ),
    Reason.ONE_BUILD_MAX: lazy_gettext("No: you may own just one build when your turn is over."),
    Reason.MUST_ACT_ON_BUILD: lazy_gettext(
        "No: you were the last to add to the build of %(value)s. Take something, build or add."
    ),
}


def _fault_text(fault: Fault) -> str:
    value = fault.value or 0
    if fault.nuance is Nuance.NEVER_ADDED:
        return gettext(
            "No: to an opponent’s build of %(value)s nobody adds.",
            value=build_number(value),
        )
    if fault.reason is Reason.NOT_ON_TABLE and fault.build:
        return gettext("No: there is no such build on the table.")
    if fault.reason in _OF_CARDS:
        return str(_OF_CARDS[fault.reason]) % {"cards": cards_text(fault.cards)}
    if fault.reason is Reason.BAD_SUM:
        value = fault.half.value if fault.half else value
        return gettext("No: these cards do not make groups of %(value)d.", value=value)
    return str(_OF_VALUE[fault.reason]) % {"value": build_number(value), "card": a_card(value)}


def a_card(value: int) -> str:
    """The card that is worth so much: "an eight"; an ace is 1 or 14."""
    return str(HELD_RANK[Rank(value) if 1 <= value <= max(Rank) else Rank.ACE])


@error_text.register
def _(error: UnreadableBuild) -> str:
    return gettext(
        "“%(text)s” is not a build. Write its cards and then its value: 5S+3C=8.",
        text=quote(error.text),
    )


@error_text.register
def _(error: ImpossibleBuild) -> str:
    cards = error.build.cards
    if len(cards) < FEWEST_CARDS:
        return gettext("%(card)s: a build has two cards or more.", card=card_text(*cards))
    return gettext(
        "%(cards)s cannot be divided into groups that each make %(value)d.",
        cards=cards_text(cards),
        value=error.build.value,
    )


@error_text.register
def _(error: UnreadableTurn) -> str:
    return gettext(
        "“%(text)s” is not a turn. Write 8H x 5S 3C to take, 3C 5S+3C=8 to build, KD - to trail.",
        text=quote(error.text),
    )


@error_text.register
def _(error: KeeperUnsaid) -> str:
    return gettext("Whose is the build of %(value)d?", value=error.build.value)


@error_text.register
def _(error: NotInBuild) -> str:
    told = gettext("%(card)s is not in the build.", card=the_card(error.card))
    return sentence(told)


@error_text.register
def _(_error: NotInThisGame) -> str:
    return gettext("This game knows nothing of it.")


@error_text.register
def _(error: AnotherCardPlayed) -> str:
    return gettext("The turn begins with a card other than %(card)s.", card=the_card(error.card))


@error_text.register
def _(error: NobodyThere) -> str:
    return gettext(
        "There is no seat %(seat)d: seats count from 0 to %(last)d.",
        seat=error.seat,
        last=error.players - 1,
    )


@error_text.register
def _(error: OnePileTwice) -> str:
    return gettext(
        "The pile of seat %(seat)d is there twice. Partners may share one.", seat=error.seat
    )


@error_text.register
def _(_error: SuitsNeeded) -> str:
    return gettext(
        "So many builds lie there that it is open which cards are meant. Say the suits, too."
    )


@error_text.register
def _(error: TooManyTops) -> str:
    return gettext(
        "%(found)d cards from piles in one build: the referee follows at most %(most)d.",
        found=error.found,
        most=error.most,
    )
