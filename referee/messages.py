"""Facts of the rules to sentences that a player understands, through gettext.

The rules know no language; this is the one place that gives them words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import singledispatch

from babel.lists import format_list
from flask_babel import get_locale, gettext, ngettext

from .languages import lazy_gettext
from .rules.cards import Card, Rank, RulesError, Suit, TooManyCopies
from .rules.games import UnknownGame
from .rules.notation import AmbiguousSuit, UnreadableCard, write_rank
from .rules.question import (
    NothingPlayed,
    NotOneCard,
    OutOfRange,
    SuitNeeded,
    UnreadableNumber,
    UnreadableSwitch,
)
from .rules.ruleset import ImpossiblePlayers, ImpossibleTeams, UnknownHouseRule
from .rules.scoring import NoSuchSeat
from .rules.verdict import Outcome, PlayRuling, Reason, Ruling, Sweep, Verdict

GAME_NAMES = {"krypkasino": lazy_gettext("Krypkasino")}

HOUSE_RULES = {
    "two_player_five_six": lazy_gettext("Two players: five cards each, six on the table"),
    "last_capture_point": lazy_gettext("The last capture scores a point"),
    "set_aside_spades": lazy_gettext("Spades are set aside after a deal, not pictures"),
}

KIND_NAMES = {
    "storan": lazy_gettext("10♦︎, “storan”"),
    "lillan": lazy_gettext("2♠︎, “lillan”"),
    "ace_of_spades": lazy_gettext("A♠︎"),
    "other_spades": lazy_gettext("each other spade"),
    "other_aces": lazy_gettext("each other ace"),
}

_TEXT_STYLE = "\ufe0e"  # asks for the plain glyph where a phone would draw an emoji
_SYMBOLS = {
    Suit.SPADES: "♠" + _TEXT_STYLE,
    Suit.HEARTS: "♥" + _TEXT_STYLE,
    Suit.DIAMONDS: "♦" + _TEXT_STYLE,
    Suit.CLUBS: "♣" + _TEXT_STYLE,
    Suit.UNKNOWN: "",
}

_LONGEST_QUOTE = 40


def card_text(card: Card) -> str:
    """``8♠``, as cards stand in sentences."""
    return rank_text(card.rank) + suit_text(card.suit)


def rank_text(rank: Rank) -> str:
    """``8``, ``K``."""
    return write_rank(rank)


def suit_text(suit: Suit) -> str:
    """The suit's symbol, as a plain glyph; nothing for no suit."""
    return _SYMBOLS[suit]


def cards_text(cards: Iterable[Card]) -> str:
    """``7♦, A♠ and 2``."""
    return _and(map(card_text, cards))


def card_name(card: Card) -> str:
    """A card in words, for those who hear it: "eight of spades"."""
    rank = str(RANK_NAMES[card.rank])
    if not card.suited:
        return rank
    return gettext("%(rank)s of %(suit)s", rank=rank, suit=str(SUIT_NAMES[card.suit]))


RANK_NAMES = {
    Rank.ACE: lazy_gettext("ace"),
    Rank.TWO: lazy_gettext("two"),
    Rank.THREE: lazy_gettext("three"),
    Rank.FOUR: lazy_gettext("four"),
    Rank.FIVE: lazy_gettext("five"),
    Rank.SIX: lazy_gettext("six"),
    Rank.SEVEN: lazy_gettext("seven"),
    Rank.EIGHT: lazy_gettext("eight"),
    Rank.NINE: lazy_gettext("nine"),
    Rank.TEN: lazy_gettext("ten"),
    Rank.JACK: lazy_gettext("jack"),
    Rank.QUEEN: lazy_gettext("queen"),
    Rank.KING: lazy_gettext("king"),
}
SUIT_NAMES = {
    Suit.SPADES: lazy_gettext("spades"),
    Suit.HEARTS: lazy_gettext("hearts"),
    Suit.DIAMONDS: lazy_gettext("diamonds"),
    Suit.CLUBS: lazy_gettext("clubs"),
}


def sweep_for(ranks: Iterable[Rank]) -> str:
    """The announcement: "Sweep for a six or a queen"."""
    return gettext("Sweep for %(ranks)s", ranks=_or(str(A_RANK[rank]) for rank in ranks))


A_RANK = {
    Rank.ACE: lazy_gettext("an ace"),
    Rank.TWO: lazy_gettext("a two"),
    Rank.THREE: lazy_gettext("a three"),
    Rank.FOUR: lazy_gettext("a four"),
    Rank.FIVE: lazy_gettext("a five"),
    Rank.SIX: lazy_gettext("a six"),
    Rank.SEVEN: lazy_gettext("a seven"),
    Rank.EIGHT: lazy_gettext("an eight"),
    Rank.NINE: lazy_gettext("a nine"),
    Rank.TEN: lazy_gettext("a ten"),
    Rank.JACK: lazy_gettext("a jack"),
    Rank.QUEEN: lazy_gettext("a queen"),
    Rank.KING: lazy_gettext("a king"),
}


def table_text(ruling: Ruling) -> str:
    """What a table waits for, before anything is played."""
    if ruling.sweeps_for:
        return sweep_for(ruling.sweeps_for)
    return gettext("No card sweeps this table")


def outcome_text(outcome: Outcome) -> str:
    """An option in one line: "8 | A+7 · 2 points · stays: 9 and J"."""
    groups = ("+".join(map(card_text, group)) for group in outcome.option.groups)
    parts = [" | ".join(groups), points_text(outcome)] if outcome.option.captured else []
    if outcome.sweep is not Sweep.NONE:
        parts.append(sweep_text(outcome.sweep))
    if outcome.left:
        parts.append(gettext("stays: %(cards)s", cards=cards_text(outcome.left)))
    if outcome.sets_up:
        parts.append(sweep_for(outcome.sets_up))
    return " · ".join(parts)


def headline(ruling: Ruling) -> str | None:
    """The answer in one sentence: what the played card does, or what the hand must do."""
    if ruling.play:
        return _play_headline(ruling.play)
    if ruling.hand is None:
        return None
    if ruling.hand.must_play:
        return gettext(
            "Forced sweep: play %(cards)s", cards=_or(map(card_text, ruling.hand.must_play))
        )
    return gettext("No forced sweep: any card may be played")


def _play_headline(play: PlayRuling) -> str:
    card = card_text(play.card)
    if play.creeps:
        return gettext("Nothing to take: the %(card)s creeps", card=card)
    if play.options_total is None:
        return gettext("The %(card)s can take in very many ways: here are some", card=card)
    if play.options_total > 1:
        return ngettext(
            "Choose one of %(num)d capture", "Choose one of %(num)d captures", play.options_total
        )
    outcome = play.outcomes[0]
    if outcome.sweep is Sweep.NONE:
        return ngettext(
            "The %(card)s must take %(num)d card",
            "The %(card)s must take %(num)d cards",
            len(outcome.option.captured),
            card=card,
        )
    return gettext(
        "%(sweep)s: the %(card)s takes the whole table", sweep=sweep_text(outcome.sweep), card=card
    )


def sweep_text(sweep: Sweep) -> str:
    """What kind of sweep it is."""
    return str(_SWEEPS[sweep])


_SWEEPS = {
    Sweep.NONE: lazy_gettext("No sweep"),
    Sweep.SINGLE: lazy_gettext("Sweep"),
    Sweep.DOUBLE: lazy_gettext("Double sweep"),
    Sweep.UNSURE: lazy_gettext("Sweep, double if it is the same card twice"),
}


def points_text(outcome: Outcome) -> str:
    """The points of an option: "2 points", or "2 to 6 points" where suits are unknown."""
    least, most = outcome.option.points, outcome.option.points_most
    if least == most:
        return ngettext("%(num)d point", "%(num)d points", least)
    return gettext("%(least)d to %(most)d points, by their suits", least=least, most=most)


def verdict_text(verdict: Verdict) -> str:
    """A verdict as a sentence."""
    return _VERDICTS[verdict.reason](verdict)


_VERDICTS: dict[Reason, Callable[[Verdict], str]] = {
    Reason.LEGAL: lambda _: gettext("That was right."),
    Reason.NOT_IN_HAND: lambda v: gettext(
        "The %(card)s is not in the hand.", card=card_text(v.card)
    ),
    Reason.NOT_ON_TABLE: lambda _: gettext("Not all of these cards lie on the table."),
    Reason.MUST_SWEEP: lambda v: gettext(
        "Forced sweep: %(cards)s can take the whole table, so it must be played.",
        cards=_or(map(card_text, v.must_play)),
    ),
    Reason.NOT_CAPTURABLE: lambda v: gettext(
        "These cards cannot be divided into groups that each make the %(card)s.",
        card=card_text(v.card),
    ),
    Reason.MUST_CAPTURE: lambda v: gettext(
        "The %(card)s may not creep: it takes %(cards)s.",
        card=card_text(v.card),
        cards=cards_text(v.missed),
    ),
    Reason.LEAVES_CAPTURABLE: lambda v: gettext(
        "Not everything was taken: %(cards)s could have been taken as well.",
        cards=cards_text(v.missed),
    ),
}


@singledispatch
def error_text(error: RulesError) -> str:
    """What is wrong, as a sentence that names it."""
    raise NotImplementedError(f"no words for {type(error).__name__}")


@error_text.register
def _(error: UnreadableCard) -> str:
    return gettext(
        "“%(text)s” is no card. Write the rank, A 2 to 10 J Q K, and the suit if it matters: "
        "S, H, D or C.",
        text=_quote(error.text),
    )


@error_text.register
def _(error: AmbiguousSuit) -> str:
    return gettext(
        "“%(text)s”: K as a suit may be klöver, Karo or Kreuz. Write C for clubs, D for diamonds.",
        text=_quote(error.text),
    )


@error_text.register
def _(error: NotOneCard) -> str:
    return gettext("“%(text)s” is more than one card; one card is played.", text=_quote(error.text))


@error_text.register
def _(error: UnreadableNumber) -> str:
    return gettext("“%(text)s” is no whole number.", text=_quote(error.text))


@error_text.register
def _(error: UnreadableSwitch) -> str:
    return gettext("“%(text)s”: write 1 for yes or 0 for no.", text=_quote(error.text))


@error_text.register
def _(error: OutOfRange) -> str:
    return gettext(
        "%(number)d is not between %(least)d and %(most)d.",
        number=error.number,
        least=error.least,
        most=error.most,
    )


@error_text.register
def _(_error: NothingPlayed) -> str:
    return gettext("Say which card was played; then the referee can judge what it took.")


@error_text.register
def _(error: SuitNeeded) -> str:
    return gettext(
        "Enter the suit of the %(card)s: spades are set aside.", card=card_text(error.card)
    )


@error_text.register
def _(error: TooManyCopies) -> str:
    return ngettext(
        "%(num)d × %(card)s: there are only %(copies)d in the game.",
        "%(num)d × %(card)s: there are only %(copies)d in the game.",
        error.found,
        card=card_text(error.card),
        copies=error.copies,
    )


@error_text.register
def _(error: UnknownHouseRule) -> str:
    return gettext(
        "There is no house rule “%(name)s”, only %(known)s.",
        name=_quote(error.name),
        known=_and(error.known),
    )


@error_text.register
def _(error: UnknownGame) -> str:
    return gettext("There is no game “%(name)s” here.", name=_quote(error.key))


@error_text.register
def _(error: ImpossiblePlayers) -> str:
    if error.fewest == error.most:
        return gettext(
            "%(players)d players: with these house rules it takes %(most)d.",
            players=error.players,
            most=error.most,
        )
    return gettext(
        "%(players)d players: it takes %(fewest)d to %(most)d.",
        players=error.players,
        fewest=error.fewest,
        most=error.most,
    )


@error_text.register
def _(_error: ImpossibleTeams) -> str:
    return gettext(
        "Team mates never sit side by side: four play in two pairs, six in three pairs or in "
        "two teams of three, and all teams alternate around the table."
    )


@error_text.register
def _(error: NoSuchSeat) -> str:
    return gettext(
        "There is no seat %(seat)d: seats count from 0 to %(last)d.",
        seat=error.seat,
        last=error.seats - 1,
    )


def _quote(text: str) -> str:
    return text if len(text) <= _LONGEST_QUOTE else text[:_LONGEST_QUOTE] + "…"


def _and(words: Iterable[str]) -> str:
    return format_list(list(words), style="standard", locale=get_locale())


def _or(words: Iterable[str]) -> str:
    return format_list(list(words), style="or", locale=get_locale())
