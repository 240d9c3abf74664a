"""Sentences of the analysis of a finished game: the cost of a play, and why another was better."""

from collections.abc import Callable, Sequence
from itertools import groupby

from ..languages import and_, average, gettext, lazy_gettext, ngettext, or_, pgettext, sentence
from ..rules.log.record import Record
from ..rules.playing.game_analysis import Finding, NotJudged, dearest
from ..rules.playing.play_effects import Aspect, PlayEffect
from ..rules.plays import Play, Played
from ..services.log_analysis import AnalysisBusy
from ..words.card_names import A_RANK, the_card
from .error_texts import error_text
from .table_events import Names, play_text


@error_text.register
def _(_error: AnalysisBusy) -> str:
    return gettext("Other games are being looked at just now. Try again in a moment.")


def loss_text(finding: Finding) -> str:
    """Return what a play cost, with its interval: "about 3.4 points (2.9 to 3.9)"."""
    return gettext(
        "about %(points)s points (%(low)s to %(high)s)",
        points=average(finding.loss),
        low=average(finding.low),
        high=average(finding.high),
    )


def which_card_text(seat: int, names: Names, you: int | None = None) -> str:
    """Return the question for a card that a player had to choose; ``you`` is the seat of the
    reader, if there is one."""
    if seat == you:
        return gettext("Your turn: which card?")
    return gettext("%(name)s plays: which card?", name=names[seat])


def tried_again_text(*, is_better: bool, was_made: bool = False) -> str:
    """Return what is said of a card that somebody would play instead of the one that was played."""
    if is_better:
        return gettext("Yes, that is the better card.")
    if was_made:
        return gettext("That is what was played.")
    return gettext("Another card is better.")


def progress_text(done: int, plays: int) -> str:
    """Return how far the analysis has come: "12 of 48 plays looked at"."""
    return ngettext(
        "%(done)d of %(num)d play looked at",
        "%(done)d of %(num)d plays looked at",
        plays,
        done=done,
    )


def why_text(
    made: PlayEffect,
    better: PlayEffect,
    aspects: Sequence[Aspect],
    names: Names,
    you: int | None = None,
) -> str:
    """Return why a play was better than the one that was made, by the aspects in which it is better
    at once: "The 4♠ takes 1 point and leaves a sweep for a nine; the 9♦ takes nothing and leaves a
    sweep for nobody.". ``you`` is the seat of the reader, if there is one."""
    if aspects:
        does, would = _does(made, aspects), _does(better, aspects)
        text = _compared(made, better, does, would)
    else:
        text = gettext("At once it is no better: what comes later makes the difference.")
    if made.swept_by is None:
        return text
    if made.swept_by == you:
        then = gettext("Then you swept.")
    else:
        then = gettext("Then %(name)s swept.", name=names[made.swept_by])
    return f"{text} {then}"


def _compared(made: PlayEffect, better: PlayEffect, does: str, would: str) -> str:
    if made.card == better.card:
        return gettext(
            "As it was played, %(card)s %(does)s; the better way it %(would)s.",
            card=the_card(made.card),
            does=does,
            would=would,
        )
    return gettext(
        "%(card)s %(does)s; %(better)s %(would)s.",
        card=sentence(the_card(made.card)),
        does=does,
        better=the_card(better.card),
        would=would,
    )


def _does(effect: PlayEffect, aspects: Sequence[Aspect]) -> str:
    """Return what a play does in some aspects, without its card."""
    return and_(dict.fromkeys(_ASPECTS[aspect](effect) for aspect in aspects))


def _points_text(effect: PlayEffect) -> str:
    if not effect.taken:
        return gettext("takes nothing")
    if not effect.points:
        return gettext("takes no points")
    return ngettext("takes %(num)d point", "takes %(num)d points", effect.points)


def _cards_text(effect: PlayEffect) -> str:
    if not effect.taken:
        return gettext("takes nothing")
    return ngettext("takes %(num)d card", "takes %(num)d cards", effect.cards)


def _sweep_text(effect: PlayEffect) -> str:
    if not effect.markers:
        return gettext("does not sweep")
    if effect.markers > 1:
        return gettext("makes a double sweep")
    return pgettext("what a play does", "sweeps")


def _left_text(effect: PlayEffect) -> str:
    if not effect.sweeping:
        return gettext("leaves a sweep for nobody")
    ranks = or_(str(A_RANK[rank]) for rank in effect.sweeping)
    return gettext("leaves a sweep for %(ranks)s", ranks=ranks)


_ASPECTS: dict[Aspect, Callable[[PlayEffect], str]] = {
    Aspect.POINTS: _points_text,
    Aspect.CARDS: _cards_text,
    Aspect.SWEEP: _sweep_text,
    Aspect.LEFT: _left_text,
}


def analysis_lines(record: Record, found: Sequence[Finding], names: Names) -> list[str]:
    """Return what plays of a whole game cost, as lines: the dearest of each seat, with the number
    that they have in a list of the game, and those that cannot be judged."""
    by_seq = {finding.seq: finding for finding in found}
    lines = [gettext("What plays cost beside the best that their player could know:")]
    for seat, seqs in dearest(found, record.players).items():
        lines.append(f"{names[seat]}:")
        lines += (f"  {_dear_line(record, by_seq[seq], names)}" for seq in seqs)
        if not seqs:
            lines.append(f"  {gettext('Nothing that was clearly dear.')}")
    reasons = [(record.index(each.seq), each.why) for each in found if each.why is not None]
    return [*lines, *not_judged_texts(reasons)]


def _dear_line(record: Record, finding: Finding, names: Names) -> str:
    index = record.index(finding.seq)
    state = record.events[index].before
    assert state is not None
    assert finding.best is not None  # it was judged

    def text(play: Play) -> str:
        return play_text(record.engine, state, Played(play), finding.seat, names)

    return gettext(
        "%(number)d. %(play)s: %(loss)s. Better: %(best)s.",
        number=index,
        play=text(finding.play),
        loss=loss_text(finding),
        best=text(finding.best),
    )


_NOT_JUDGED = {
    NotJudged.UNKNOWN_CARD: lazy_gettext("not every card of that deal is known"),
    NotJudged.IRREGULAR: lazy_gettext("something in that deal was against the rules"),
}


def not_judged_texts(plays: Sequence[tuple[int, NotJudged]]) -> list[str]:
    """Return sentences about the plays that cannot be judged, with the number and the reason of
    each in order. A play without a choice is none of them."""
    texts = []
    for reason, why in _NOT_JUDGED.items():
        numbers = [number for number, found in plays if found is reason]
        if numbers:
            texts.append(
                ngettext(
                    "Play %(plays)s cannot be judged: %(why)s.",
                    "Plays %(plays)s cannot be judged: %(why)s.",
                    len(numbers),
                    plays=and_(_spans(numbers)),
                    why=str(why),
                )
            )
    return texts


def _spans(numbers: Sequence[int]) -> list[str]:
    """Return numbers as texts, those that follow each other as a span: "3", "85–100"."""
    spans = []
    for _, in_row in groupby(enumerate(numbers), lambda each: each[1] - each[0]):
        span = [number for _, number in in_row]
        spans.append(str(span[0]) if len(span) == 1 else f"{span[0]}–{span[-1]}")
    return spans
