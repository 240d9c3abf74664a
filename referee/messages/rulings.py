"""What the referee says to a position and to a claim."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ..languages import gettext, lazy_gettext, lazy_pgettext, ngettext
from ..rules.cards import Rank
from ..rules.verdict import HandPlay, Outcome, PlayRuling, Reason, Ruling, Sweep, Verdict
from ..words import (
    A_RANK,
    and_,
    card_text,
    cards_text,
    either_text,
    number_text,
    or_,
    sentence,
    taken_text,
    the_card,
    the_rank,
)


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
        return sentence(_play_headline(ruling.play))
    if ruling.hand is None:
        return None
    if ruling.hand.must_play:
        ranks = dict.fromkeys(card.rank for card in ruling.hand.must_play)
        return gettext("Forced sweep: play %(cards)s", cards=or_(map(the_rank, ranks)))
    return gettext("No forced sweep: any card may be played")


def _play_headline(play: PlayRuling) -> str:
    card = the_card(play.card)
    if play.creeps:
        return gettext("Nothing to take: %(card)s creeps", card=card)
    if play.options_total is None:
        return gettext("%(card)s can take in very many ways: here are some", card=card)
    if play.options_total > 1:
        return gettext("Choose one of %(number)s captures", number=number_text(play.options_total))
    outcome = play.outcomes[0]
    if outcome.sweep is Sweep.NONE:
        number = len(outcome.option.captured)
        return ngettext(
            "%(card)s must take one card",
            "%(card)s must take %(number)s cards",
            number,
            card=card,
            number=number_text(number),
        )
    return gettext(
        "%(sweep)s: %(card)s takes the whole table", sweep=sweep_text(outcome.sweep), card=card
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
        return str(_HAND_SWEEPS[play.sweep])
    return ngettext("at least %(num)d point", "at least %(num)d points", play.points_least)


_HAND_SWEEPS = {
    Sweep.SINGLE: lazy_pgettext("after the card and a colon", "sweep"),
    Sweep.DOUBLE: lazy_pgettext("after the card and a colon", "double sweep"),
    Sweep.UNSURE: lazy_pgettext("after the card and a colon", "sweep, perhaps double"),
}


def points_text(outcome: Outcome) -> str:
    """The points of an option: "2 points", or "2 to 6 points" where suits are unknown."""
    least, most = outcome.option.points, outcome.option.points_most
    if least == most:
        return ngettext("%(num)d point", "%(num)d points", least)
    return gettext("%(least)d to %(most)d points, by their suits", least=least, most=most)


def verdict_text(verdict: Verdict) -> str:
    """A verdict as a sentence: nobody shall have to read it twice to know which one it is."""
    if verdict.legal:
        return gettext("That was right.")
    return gettext("No: %(reason)s", reason=_VERDICTS[verdict.reason](verdict))


def reason_text(verdict: Verdict) -> str:
    """Why something is refused, as a sentence of its own."""
    return sentence(_VERDICTS[verdict.reason](verdict))


def _culprits_text(verdict: Verdict) -> str:
    """What is wrong with the cards of a claim, naming those that are to blame."""
    culprits = dict.fromkeys(verdict.culprits)
    cards = and_(map(the_card, culprits))
    if verdict.reason is Reason.NOT_ON_TABLE:
        return ngettext(
            "not all of these cards lie on the table: %(cards)s is missing.",
            "not all of these cards lie on the table: %(cards)s are missing.",
            len(culprits),
            cards=cards,
        )
    if culprits:
        return ngettext(
            "%(cards)s belongs to no group that makes %(value)d.",
            "%(cards)s belong to no group that makes %(value)d.",
            len(culprits),
            cards=cards,
            value=verdict.value,
        )
    return gettext(
        "these cards cannot be divided into groups that each make %(card)s.",
        card=the_card(verdict.card),
    )


_VERDICTS: dict[Reason, Callable[[Verdict], str]] = {
    Reason.LEGAL: lambda _: gettext("That was right."),
    Reason.NOT_IN_HAND: lambda v: gettext("%(card)s is not in the hand.", card=the_card(v.card)),
    Reason.NOT_ON_TABLE: _culprits_text,
    Reason.MUST_SWEEP: lambda v: gettext(
        "forced sweep. %(cards)s can take the whole table, so it must be played.",
        cards=either_text(v.must_play),
    ),
    Reason.NOT_CAPTURABLE: _culprits_text,
    Reason.MUST_CAPTURE: lambda v: gettext(
        "%(card)s may not creep: it takes %(cards)s.",
        card=the_card(v.card),
        cards=taken_text(v.missed),
    ),
    Reason.LEAVES_CAPTURABLE: lambda v: gettext(
        "it must also take %(cards)s.",
        cards=taken_text(v.missed),
    ),
}


def stand_text(ruling: Ruling) -> str:
    """Above what a card takes that should not have been played; nothing above any other."""
    if ruling.verdict is None or ruling.verdict.reason is not Reason.MUST_SWEEP:
        return ""
    return gettext("If you let the %(card)s stand:", card=taken_text([ruling.verdict.card]))


def regrouping_text(verdict: Verdict) -> str:
    """Why a capture is refused although no group of its value is left."""
    return gettext(
        "What was left does not add up to %(card)s by itself. But cards are compared, not groups: "
        "divided another way, all of them can be taken.",
        card=the_card(verdict.card),
    )
