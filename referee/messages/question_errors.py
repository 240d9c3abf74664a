"""Sentences for errors in the fields of a question, and for cards that a deck lacks."""

from __future__ import annotations

from ..languages import gettext, lazy_gettext, ngettext
from ..rules.cards import Rank, TooManyCards
from ..rules.deck_check_and_possible_suits import TooManyCopies
from ..rules.games.casino.question import (
    AnotherCardPlayed,
    NobodyThere,
    OnePileTwice,
    SuitsNeeded,
    TooManyTops,
)
from ..rules.games.casino.suits_that_decide_captures import SuitDecides
from ..rules.games.krypkasino.question import SuitNeeded
from ..rules.question_field_readers import (
    NothingPlayed,
    NotInThisGame,
    NotOneCard,
    OutOfRange,
    UnreadableNumber,
    UnreadableSwitch,
)
from ..words import card_text, number_text, ranks_text, sentence, the_card
from .error_text_by_type import add_fixed_texts, error_text, quote

add_fixed_texts(
    {
        NothingPlayed: lazy_gettext(
            "Say which card was played; then the referee can judge what it took."
        ),
        NotInThisGame: lazy_gettext("This game knows nothing of it."),
        SuitsNeeded: lazy_gettext(
            "So many builds lie there that it is open which cards are meant. Say the suits, too."
        ),
    }
)


@error_text.register
def _(error: NotOneCard) -> str:
    return gettext("“%(text)s” is more than one card; one card is played.", text=quote(error.text))


@error_text.register
def _(error: UnreadableNumber) -> str:
    return gettext("“%(text)s” is not a whole number.", text=quote(error.text))


@error_text.register
def _(error: UnreadableSwitch) -> str:
    return gettext("“%(text)s”: write 1 for yes or 0 for no.", text=quote(error.text))


@error_text.register
def _(error: OutOfRange) -> str:
    return gettext(
        "%(number)d is not between %(least)d and %(most)d.",
        number=error.number,
        least=error.least,
        most=error.most,
    )


@error_text.register
def _(error: SuitNeeded) -> str:
    return gettext("Enter the suit of %(card)s: spades are set aside.", card=the_card(error.card))


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
def _(error: TooManyTops) -> str:
    return gettext(
        "%(found)d cards from piles in one build: the referee follows at most %(most)d.",
        found=error.found,
        most=error.most,
    )


@error_text.register
def _(error: TooManyCopies) -> str:
    if not error.copies:
        return gettext("%(card)s: this game has no such card.", card=card_text(error.card))
    if not error.card.suited:
        text = gettext(
            "%(cards)s: there are only %(copies)s in the game.",
            cards=ranks_text(error.card.rank, error.number),
            copies=number_text(error.copies),
        )
        return sentence(text)
    return ngettext(
        "%(found)d × %(card)s: there is only one in the game.",
        "%(found)d × %(card)s: there are only %(num)d in the game.",
        error.copies,
        card=card_text(error.card),
        found=error.number,
    )


@error_text.register
def _(error: TooManyCards) -> str:
    facts = {"number": error.number, "most": error.most}
    return gettext("%(number)d cards: there are only %(most)d in the game.", **facts)
