"""Facts of the rules to sentences that a player understands, through gettext.

The rules know no language; this is the one place that gives them words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import singledispatch

from .languages import gettext, lazy_gettext, ngettext
from .rules.cards import Rank, RulesError, TooManyCopies
from .rules.games import UnknownGame
from .rules.notation import AmbiguousSuit, UnreadableCard
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
from .rules.verdict import HandPlay, Outcome, PlayRuling, Reason, Ruling, Sweep, Verdict
from .words import A_RANK, THE_RANK, and_, card_text, cards_text, number_text, or_

_LONGEST_QUOTE = 40


def sweep_for(ranks: Iterable[Rank]) -> str:
    """The announcement: "Sweep for a six or a queen"."""
    return gettext("Sweep for %(ranks)s", ranks=or_(str(A_RANK[rank]) for rank in ranks))


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
        ranks = dict.fromkeys(card.rank for card in ruling.hand.must_play)
        return gettext(
            "Forced sweep: play %(cards)s", cards=or_(str(THE_RANK[rank]) for rank in ranks)
        )
    return gettext("No forced sweep: any card may be played")


def _play_headline(play: PlayRuling) -> str:
    card = card_text(play.card)
    if play.creeps:
        return gettext("Nothing to take: the %(card)s creeps", card=card)
    if play.options_total is None:
        return gettext("The %(card)s can take in very many ways: here are some", card=card)
    if play.options_total > 1:
        return gettext("Choose one of %(number)s captures", number=number_text(play.options_total))
    outcome = play.outcomes[0]
    if outcome.sweep is Sweep.NONE:
        number = len(outcome.option.captured)
        return ngettext(
            "The %(card)s must take one card",
            "The %(card)s must take %(number)s cards",
            number,
            card=card,
            number=number_text(number),
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
    Sweep.UNSURE: lazy_gettext("Sweep, perhaps double"),
}


def markers_text(sweep: Sweep) -> str:
    """What a sweep leaves in the pile."""
    return str(_MARKERS[sweep])


_MARKERS = {
    Sweep.NONE: "",
    Sweep.SINGLE: lazy_gettext("Sweep: lay the played card face up"),
    Sweep.DOUBLE: lazy_gettext("Double sweep: lay both cards face up"),
    Sweep.UNSURE: lazy_gettext("Double sweep if both are of one suit, else single"),
}


def hand_play_text(play: HandPlay) -> str:
    """What one card of a hand would do."""
    if play.sweep is not Sweep.NONE:
        return sweep_text(play.sweep)
    return ngettext("at least %(num)d point", "at least %(num)d points", play.points_least)


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
        cards=or_(map(card_text, v.must_play)),
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
        "Not everything: it must also take %(cards)s.",
        cards=cards_text(v.missed),
    ),
}


def regrouping_text(verdict: Verdict) -> str:
    """Why a capture is refused although no group of its value is left."""
    return gettext(
        "What was left makes no %(card)s by itself. But cards are compared, not groups: divided "
        "another way, all of them can be taken.",
        card=card_text(verdict.card),
    )


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
        known=and_(error.known),
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
