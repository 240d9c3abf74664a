"""Sentences on what is wrong with a play or a table with builds."""

from __future__ import annotations

from collections.abc import Iterable

from ..languages import gettext, lazy_gettext
from ..rules.cards import Rank
from ..rules.games.casino.followed.followed_game import OwnerMissing
from ..rules.games.casino.judge.fault import Fault
from ..rules.games.casino.judge.verdict import Verdict
from ..rules.games.casino.open_suits import SuitDecides
from ..rules.games.casino.question import (
    AnotherCardPlayed,
    NobodyThere,
    OnePileTwice,
    SuitsNeeded,
    TooManyTops,
)
from ..rules.play_verdict_interface import PlayVerdict
from ..rules.plays import NotInBuild, UnreadablePlay
from ..rules.question_fields import NotInThisGame
from ..rules.table_and_builds import (
    FEWEST_CARDS,
    Build,
    ImpossibleBuild,
    NoBuildsHere,
    UnreadableBuild,
)
from ..words import and_, build_number, card_text, cards_text, sentence, the_card
from ..words.cards import HELD_RANK
from .build_reasons import a_card, fault_text
from .error_text_by_type import error_text, quote
from .rulings import incomplete_claim_text, verdict_text


@verdict_text.register
def _(verdict: Verdict, *, hides: bool = False) -> str:
    return build_verdict_text(verdict, hides=hides)


def build_verdict_text(verdict: Verdict, *, hides: bool = False, name: str | None = None) -> str:
    """Return a verdict on a play as a sentence: "Yes, if you still hold a nine."

    ``hides``: the reader is still to find the missing part of an incomplete claim. ``name``: the
    player is named, instead of "you".
    """
    if verdict.legal is None:
        cards = cards_held(verdict.holds)
        if name is None:
            return gettext("Yes, if you still hold %(cards)s.", cards=cards)
        return gettext("Yes, if %(name)s still holds %(cards)s.", name=name, cards=cards)
    if reason := _incomplete_claim_text(verdict, hides=hides):
        return gettext("No: %(reason)s", reason=reason)
    return fault_text(verdict.fault or Fault(verdict.reason), name)


def build_reason_text(verdict: Verdict, *, hides: bool = False, name: str | None = None) -> str:
    """Return the reason of a refusal as a sentence of its own, without "No".

    ``hides`` and ``name`` as in :func:`build_verdict_text`.
    """
    text = build_verdict_text(verdict, hides=hides, name=name)
    return sentence(_incomplete_claim_text(verdict, hides=hides) or text.partition(": ")[2] or text)


def named_verdict_text(verdict: PlayVerdict, name: str | None) -> str:
    """Return a verdict of a followed game: "No: Anna was the last to add to the build of 8…"."""
    if isinstance(verdict, Verdict):
        return build_verdict_text(verdict, name=name)
    return verdict_text(verdict)


def _incomplete_claim_text(verdict: Verdict, *, hides: bool) -> str | None:
    """Return the reason against a capture that is right but incomplete; None for other verdicts."""
    claim = verdict.fault and verdict.fault.partial
    if not claim or not claim.completed:
        return None
    return incomplete_claim_text(claim.lacking, claim.value, claim.missing, hides=hides)


def unheld_text(build: Build) -> str:
    """Return that an earlier play needed a card for this build in the hand."""
    return gettext(
        "But until this turn %(card)s had to be in your hand, for your build of %(value)s.",
        value=build_number(build.value),
        card=a_card(build.value),
    )


def build_answer_text(verdict: Verdict) -> str:
    """Return a verdict as a sentence, with the remark that an opponent may insist on more."""
    if verdict.demands and verdict.legal:
        return gettext("Yes, but an opponent may insist on more.")
    text = build_verdict_text(verdict)
    more = gettext("An opponent may insist on more.")
    return f"{text} {more}" if verdict.demands else text


def cards_held(ranks: Iterable[Rank]) -> str:
    """Return ranks with their articles: "a nine", "an ace and a nine"."""
    return and_(str(HELD_RANK[rank]) for rank in ranks)


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
def _(error: UnreadablePlay) -> str:
    return gettext(
        "“%(text)s” is not a turn. Write 8H x 5S 3C to take, 3C 5S+3C=8 to build, KD - to trail.",
        text=quote(error.text),
    )


@error_text.register
def _(error: OwnerMissing) -> str:
    return gettext("Whose is the build of %(value)d?", value=error.build.value)


@error_text.register
def _(error: NotInBuild) -> str:
    text = gettext("%(card)s is not in the build.", card=the_card(error.card))
    return sentence(text)


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
def _(_error: NoBuildsHere) -> str:
    return gettext("This game has no builds.")


_WHICH = {
    Rank.TWO: lazy_gettext("Which two?"),
    Rank.FIVE: lazy_gettext("Which five?"),
    Rank.TEN: lazy_gettext("Which ten?"),
}


@error_text.register
def _(error: SuitDecides) -> str:
    card = sentence(the_card(error.special))
    if error.captured_at is None:
        reason = gettext("%(card)s may take everything.", card=card)
    else:
        reason = gettext("%(card)s counts %(value)d.", card=card, value=error.captured_at)
    return f"{_WHICH[error.special.rank]} {reason}"


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
