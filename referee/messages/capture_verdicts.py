"""Verdicts and outcomes in a game of captures, where a card that can capture must."""

from collections import Counter
from collections.abc import Callable, Iterable
from functools import reduce, singledispatch
from operator import and_ as shared

from ..languages import (
    added_text,
    and_,
    gettext,
    lazy_gettext,
    lazy_pgettext,
    ngettext,
    number_text,
    or_,
    sentence,
)
from ..rules.cards import Cards, Rank
from ..rules.games.krypkasino.verdict import (
    CaptureGround,
    CaptureLegality,
    CaptureOptions,
    CaptureReason,
    CaptureVerdict,
    HandPlay,
    NotDouble,
    Outcome,
    Ruling,
    Sweep,
    not_double,
)
from ..words.card_names import (
    A_RANK,
    HELD_RANK,
    card_text,
    cards_text,
    either_text,
    span_text,
    taken_text,
    the_card,
    the_rank,
)


def sweep_for(ranks: Iterable[Rank]) -> str:
    """Return the announcement of a sweep: "Sweep for a six or a queen"."""
    return gettext("Sweep for %(ranks)s", ranks=or_(str(A_RANK[rank]) for rank in ranks))


def table_text(ruling: Ruling) -> str:
    """Return which cards would sweep the table, before a card is played."""
    if ruling.sweeps_for:
        return sweep_for(ruling.sweeps_for)
    if ruling.set_aside and not ruling.table:
        return gettext("All was set aside: that is no sweep")
    return gettext("No card sweeps this table")


def outcome_text(outcome: Outcome, ruling: Ruling) -> str:
    """Return a capture option as a line: "8 | A+7 · 2 points · left on the table: 9 and J"."""
    groups = ("+".join(map(card_text, group)) for group in outcome.option.sets)
    cost = cost_text(outcome, ruling.sweep_points)
    parts = [" | ".join(groups), cost] if outcome.option.captured else []
    if outcome.left:
        parts.append(gettext("left on the table: %(cards)s", cards=cards_text(outcome.left)))
    if outcome.sets_up:
        parts.append(sweep_for(outcome.sets_up))
    return " · ".join(parts)


def headline(ruling: Ruling) -> str | None:
    """Return in a sentence what the played card does, or which card the hand must play."""
    if ruling.play:
        return sentence(_play_headline(ruling.play))
    if ruling.hand is None:
        return None
    if ruling.hand.must_play:
        ranks = dict.fromkeys(card.rank for card in ruling.hand.must_play)
        return gettext("Forced sweep: play %(cards)s", cards=or_(map(the_rank, ranks)))
    return gettext("No forced sweep: any card may be played")


def _play_headline(play: CaptureOptions) -> str:
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
    """Return the name of a kind of sweep."""
    return str(_SWEEPS[sweep])


_SWEEPS = {
    Sweep.NONE: lazy_gettext("No sweep"),
    Sweep.SINGLE: lazy_gettext("Sweep"),
    Sweep.DOUBLE: lazy_gettext("Double sweep"),
    Sweep.UNSURE: lazy_gettext("Sweep, perhaps double"),
}


def markers_text(sweep: Sweep) -> str:
    """Return which cards a sweep turns face up in the pile."""
    return str(_MARKERS[sweep])


_MARKERS = {
    Sweep.NONE: "",
    Sweep.SINGLE: lazy_gettext("Sweep: lay the played card face up"),
    Sweep.DOUBLE: lazy_gettext("Double sweep: lay both cards face up"),
    Sweep.UNSURE: lazy_gettext("Double sweep if both are of one suit, else single"),
}


def hand_play_text(play: HandPlay) -> str:
    """Return what a card of the hand would bring."""
    if play.sweep is not Sweep.NONE:
        return str(_HAND_SWEEPS[play.sweep])
    return ngettext("at least %(num)d point", "at least %(num)d points", play.points_least)


_HAND_SWEEPS = {
    Sweep.SINGLE: lazy_pgettext("after the card and a colon", "sweep"),
    Sweep.DOUBLE: lazy_pgettext("after the card and a colon", "double sweep"),
    Sweep.UNSURE: lazy_pgettext("after the card and a colon", "sweep, perhaps double"),
}


def price_text(ruling: Ruling, previous: CaptureVerdict | None = None) -> str:
    """Return what the sweep of a ruling scores: "You +5 and the cards, the player before you −5."

    Empty without a sweep, and where something else is in question. ``previous``: the verdict that
    stands before this sentence instead of the headline.
    """
    reason = previous.reason if previous else None
    if ruling.sweep is Sweep.NONE or reason in _NOT_YET_ABOUT_SWEEPS:
        return ""
    price = gettext(
        "you %(you)s and the cards, the player before you %(before)s.",
        you=_worth(ruling.sweep, ruling.sweep_points),
        before=_worth(ruling.sweep, -ruling.sweep_points),
    )
    if reason in (None, CaptureReason.MUST_SWEEP):  # which have named the sweep
        return sentence(price)
    return gettext("%(sweep)s: %(price)s", sweep=sweep_text(ruling.sweep), price=price)


_NOT_DOUBLE = {
    NotDouble.NOT_ALONE: lazy_gettext("No double sweep: for that its twin must lie there alone."),
    NotDouble.OTHER_SUIT: lazy_gettext("No double sweep: the suits differ."),
}


def not_double_text(ruling: Ruling, previous: CaptureVerdict | None = None) -> str:
    """Return why a sweep is no double one, if asked; ``previous`` as in :func:`price_text`."""
    why = not_double(ruling) if price_text(ruling, previous) else None
    return str(_NOT_DOUBLE[why]) if why else ""


_NOT_YET_ABOUT_SWEEPS = (
    CaptureReason.NOT_IN_HAND,
    CaptureReason.NOT_ON_TABLE,
    CaptureReason.NOT_CAPTURABLE,
)


def _worth(sweep: Sweep, points: int) -> str:
    """Return the points of a sweep, at ``points`` for a marker: "+5", "+10", "+5 (double: +10)"."""
    single, double = added_text(points), added_text(2 * points)
    if sweep is Sweep.UNSURE:
        return gettext("%(single)s (double: %(double)s)", single=single, double=double)
    return double if sweep is Sweep.DOUBLE else single


def cost_text(outcome: Outcome, sweep_points: int) -> str:
    """Return the score of an option, with so many points for a face-up card: "2 points", or
    with its sweep "sweep +5, cards 2 points"."""
    points = points_text(outcome)
    if outcome.sweep is Sweep.NONE:
        return points
    return gettext(
        "sweep %(worth)s, cards %(points)s",
        worth=_worth(outcome.sweep, sweep_points),
        points=points,
    )


def points_text(outcome: Outcome) -> str:
    """Return the points of the captured cards: "2 points", or a span where suits are unknown."""
    return span_text(outcome.option.points, outcome.option.points_most)


@singledispatch
def verdict_text(verdict: object, *, hides: bool = False, name: str | None = None) -> str:
    """Return a verdict as a sentence; ``hides``: without what an incomplete claim lacks. ``name``
    is the player's, where it can be the subject in place of "you"."""
    raise NotImplementedError(type(verdict).__name__)


@verdict_text.register
def _(verdict: CaptureVerdict, *, hides: bool = False, name: str | None = None) -> str:  # noqa: ARG001
    if verdict.legal:
        return gettext("That was right.")
    if verdict.unless:
        cards = or_(str(HELD_RANK[rank]) for rank in verdict.unless)
        return gettext("Yes, unless %(cards)s was in the hand.", cards=cards)
    return gettext("No: %(reason)s", reason=_why_text(verdict, hides=hides))


def forcing_text(ruling: Ruling) -> str:
    """Return the announcement of a sweep that a player may have had to make; else empty."""
    if not ruling.unless:
        return ""
    return gettext("%(sweep)s. Whoever holds one must play it.", sweep=sweep_for(ruling.unless))


def was_held_text(ranks: Iterable[Rank]) -> str:
    """Return the question on which a verdict depends."""
    return gettext("%(sweep)s: was one in the hand?", sweep=sweep_for(ranks))


CAPTURE_GROUNDS = {
    CaptureGround.NOTHING: lazy_gettext("No card and no sum on the table makes %(value)d."),
    CaptureGround.MUST: lazy_gettext("A card that can take must."),
    CaptureGround.ALL: lazy_gettext("Must it take all that? Yes, all that it can."),
    CaptureGround.CHOICE: lazy_gettext("Each of them leaves nothing that could be taken as well."),
    CaptureGround.COMPLETE: lazy_gettext(
        "Each group makes %(value)d, and nothing more could be taken."
    ),
    CaptureGround.FREE: lazy_gettext("No card of this hand takes the whole table."),
}


def because_text(because: CaptureLegality) -> str:
    """Return why a play is legal, as a sentence."""
    return str(CAPTURE_GROUNDS[because.ground]) % {"value": because.value}


def ruling_text(ruling: Ruling) -> str:
    """Return the verdict of a ruling, with what its sweep scores."""
    text = verdict_text(ruling.verdict) if ruling.verdict else ""
    return " ".join(filter(None, (text, price_text(ruling, ruling.verdict))))


@singledispatch
def reason_text(verdict: object, *, hides: bool = False, name: str | None = None) -> str:
    """Return the reason of a refusal as a sentence; ``hides`` as in :func:`verdict_text`. ``name``
    is the player's, where it can be the subject."""
    raise NotImplementedError(type(verdict).__name__)


@reason_text.register
def _(verdict: CaptureVerdict, *, hides: bool = False, name: str | None = None) -> str:  # noqa: ARG001
    return sentence(_why_text(verdict, hides=hides))


def _why_text(verdict: CaptureVerdict, *, hides: bool) -> str:
    if hides and verdict.reason is CaptureReason.NOT_CAPTURABLE:
        return _no_groups_text(verdict, hides=True)
    return CAPTURE_REASONS[verdict.reason](verdict)


def _absent_text(verdict: CaptureVerdict) -> str:
    culprits = dict.fromkeys(verdict.culprits)
    return ngettext(
        "not all of these cards lie on the table: %(cards)s is missing.",
        "not all of these cards lie on the table: %(cards)s are missing.",
        len(culprits),
        cards=and_(map(the_card, culprits)),
    )


def _no_groups_text(verdict: CaptureVerdict, *, hides: bool = False) -> str:
    """Return why claimed cards make no sets: some belong to none, some are missing, or too many."""
    if culprits := dict.fromkeys(verdict.culprits):
        return ngettext(
            "%(cards)s belongs to no group that makes %(value)d.",
            "%(cards)s belong to no group that makes %(value)d.",
            len(culprits),
            cards=and_(map(the_card, culprits)),
            value=verdict.value,
        )
    if not verdict.completion:
        return gettext("these cards do not make groups of %(value)d.", value=verdict.value)
    return incomplete_claim_text(verdict.lacking, verdict.value, verdict.completion, hides=hides)


def incomplete_claim_text(lacking: Cards, value: int, missing: Cards, *, hides: bool) -> str:
    """Return the sentence to a claim that is right but incomplete; ``hides``: without a
    solution."""
    text = gettext("these cards do not make groups of %(value)d.", value=value)
    if groups_cards := dict.fromkeys(lacking):
        text = ngettext(
            "%(cards)s alone does not make %(value)d.",
            "%(cards)s alone do not make %(value)d.",
            len(groups_cards),
            cards=and_(map(the_card, groups_cards)),
            value=value,
        )
    missing_text = gettext("Something is missing.")
    if not hides and missing:
        missing_text = gettext(
            "Something is missing, such as %(cards)s.", cards=cards_text(missing)
        )
    return f"{text} {missing_text}"


def _must_sweep_text(verdict: CaptureVerdict) -> str:
    ranks = dict.fromkeys(card.rank for card in verdict.must_play)
    cards = either_text(ranks)
    if len(ranks) > 2:
        return gettext(
            "a sweep is forced. Play %(cards)s; any of them takes the whole table.", cards=cards
        )
    return ngettext(
        "a sweep is forced. Play %(cards)s; it takes the whole table.",
        "a sweep is forced. Play %(cards)s; either takes the whole table.",
        len(ranks),
        cards=cards,
    )


_MOST_WAYS = 3
"""The largest number of ways to take what must be taken that a sentence names."""


def _missing_text(verdict: CaptureVerdict) -> str:
    """Return what must be taken besides: "the ace and the 7", "either the 6, or the ace and the
    5"."""
    ways = [Counter(way) for way in verdict.missing or (verdict.missed,)]
    if len(ways) == 1:
        return taken_text(ways[0].elements(), beside=verdict.taken)
    # Of a search that was cut off nobody knows what all ways have in common.
    always = reduce(shared, ways) if verdict.all_missing else Counter()
    common = tuple(always.elements())
    beside = (*verdict.taken, *common)
    text, *others = [
        taken_text((way - always).elements(), beside=beside) for way in ways[:_MOST_WAYS]
    ]
    for other in others:
        text = gettext("%(ways)s, or %(other)s", ways=text, other=other)
    if not common:
        return gettext("either %(ways)s", ways=text)
    cards = taken_text(common, beside=verdict.taken)
    return gettext("%(cards)s, and either %(ways)s", cards=cards, ways=text)


def _must_take_text(verdict: CaptureVerdict) -> str:
    cards = _missing_text(verdict)
    if verdict.reason is CaptureReason.MUST_CAPTURE:
        card = the_card(verdict.card)
        text = gettext("%(card)s cannot creep; it must take %(cards)s.", card=card, cards=cards)
    else:
        text = gettext("it must also take %(cards)s.", cards=cards)
    if verdict.all_missing and len(verdict.missing) <= _MOST_WAYS:
        return text
    return gettext("%(reason)s There are more ways.", reason=text)


CAPTURE_REASONS: dict[CaptureReason, Callable[[CaptureVerdict], str]] = {
    CaptureReason.LEGAL: lambda _: gettext("That was right."),
    CaptureReason.NOT_IN_HAND: lambda v: gettext(
        "%(card)s is not in the hand.", card=the_card(v.card)
    ),
    CaptureReason.NOT_ON_TABLE: _absent_text,
    CaptureReason.MUST_SWEEP: _must_sweep_text,
    CaptureReason.NOT_CAPTURABLE: _no_groups_text,
    CaptureReason.MUST_CAPTURE: _must_take_text,
    CaptureReason.LEAVES_CAPTURABLE: _must_take_text,
}


def stand_text(ruling: Ruling) -> str:
    """Return the heading above the captures of a card that should not have been played, or ""."""
    if ruling.verdict is None or ruling.verdict.reason is not CaptureReason.MUST_SWEEP:
        return ""
    return gettext("If you let %(card)s stand:", card=taken_text([ruling.verdict.card]))


def regrouping_text(verdict: CaptureVerdict) -> str:
    """Return why a capture is refused although no set of its value is left."""
    return gettext(
        "What was left does not make %(value)d by itself. But cards are compared, not groups: "
        "divided another way, more of them can be taken. The sources leave room here; this is "
        "Referee's reading.",
        value=verdict.value,
    )
