"""Sentences for errors in games with builds: unreadable or impossible builds, plays and
questions."""

from __future__ import annotations

from ..languages import gettext, lazy_gettext
from ..rules.cards import Rank
from ..rules.games.casino.question import (
    AnotherCardPlayed,
    NobodyThere,
    OnePileTwice,
    SuitsNeeded,
    TooManyTops,
)
from ..rules.games.casino.suits_that_decide_captures import SuitDecides
from ..rules.play_notation import NotInBuild, UnreadablePlay
from ..rules.question_field_readers import NotInThisGame
from ..rules.table_and_builds import FEWEST_CARDS, ImpossibleBuild, NoBuildsHere, OwnerMissing
from ..rules.table_notation import UnreadableBuild
from ..words import card_text, cards_text, sentence, the_card
from .error_text_by_type import error_text, quote


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
