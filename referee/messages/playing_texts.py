"""Sentences of a game against players: what they did, what binds, hints, and who has won."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import singledispatch
from typing import NamedTuple

from ..languages import (
    and_,
    average,
    gettext,
    in_sentences,
    lazy_gettext,
    ngettext,
    sentence,
)
from ..rules.cards import Cards, difference
from ..rules.games.casino.followed.followed_game import BuildGameEngine, engine_with_builds
from ..rules.games.casino.followed.state import build_game_state
from ..rules.games.casino.judge.play_rules import duties_of
from ..rules.games.krypkasino.followed_game import CaptureGameEngine
from ..rules.games.krypkasino.question import Question, consult
from ..rules.log.record import Record
from ..rules.playing.dealt_game import DealtGame
from ..rules.playing.dealt_session import DealtSession, SessionAfterGame
from ..rules.playing.players import Alternative, ChosenPlay, Level
from ..rules.plays import Play, Played
from ..rules.ruleset import AppliedEvent, Ruleset, State
from ..rules.seating import mates
from ..words.card_names import cards_text, the_card
from ..words.score_names import items_text, row_of_sheet
from .build_reasons import duties_text
from .capture_verdicts import headline, sweep_for
from .table_events import captured_text, marker_text, own_play_text, play_text, so_far_text
from .verdict_lines import VerdictLine

OTHERS = ("Ben", "Clara", "David")
LEVELS: Mapping[Level, object] = {
    Level.SIMPLE: lazy_gettext("Simply"),
    Level.GOOD: lazy_gettext("Well"),
}
"""The words for the strength of players, as an answer to: how do they play?"""


def seat_names(players: int) -> list[str]:
    """Return the name of each seat; the reader has the first."""
    return [gettext("You"), *in_sentences(OTHERS[: players - 1])]


def others_text(number: int, *, pairs: bool) -> str:
    """Return how many others one plays with: "2 others"; ``pairs``: one of them is a partner."""
    if pairs:
        return gettext("3 others, in pairs")
    return ngettext("%(num)d other", "%(num)d others", number)


# --- what happened --------------------------------------------------------------------------------


class Happened(NamedTuple):
    """A line about what happened since one's last turn: a play of a ``seat`` and what it scores as
    a sweep, or a deal, where ``seat`` is None."""

    seat: int | None
    text: str
    sweep: str = ""


def happened(record: Record, own: int, names: Sequence[str]) -> list[Happened]:
    """Return what happened from the last play of the seat ``own`` on, with that play; from the
    first deal on before one."""
    events = record.events
    last = max((at for at, event in enumerate(events) if event.seat == own), default=0)
    lines = [] if events and events[last].seat == own else [Happened(None, _deals(record, names))]
    for event in events[last:]:
        lines += _of_event(event, record, own, names)
    return lines


def _of_event(
    event: AppliedEvent, record: Record, own: int, names: Sequence[str]
) -> Iterator[Happened]:
    before, played = event.before, event.event
    if not isinstance(played, Played) or before is None or event.seat is None:
        return
    text = play_text(record.engine, before, played, event.seat, names, own)
    yield Happened(event.seat, text, marker_text(event, record.rules, names))
    if event.state.deal > before.deal:
        plan = record.rules.seating.deal_plan(record.players)
        text = gettext("Deal %(deal)d of %(deals)d", deal=event.state.deal, deals=plan.deals)
        if aside := difference(event.state.set_aside, before.set_aside):
            text = gettext("%(dealt)s. Set aside: %(cards)s", dealt=text, cards=cards_text(aside))
        yield Happened(None, text)


def _deals(record: Record, names: Sequence[str]) -> str:
    """Return who deals."""
    if record.dealer == 0:
        return gettext("You deal.")
    return gettext("%(name)s deals.", name=names[record.dealer])


def points_text(record: Record, names: Sequence[str]) -> str:
    """Return the points of each side so far; "" before the first capture."""
    engine, state = engine_with_builds(record.rules), record.state
    if engine is None:
        return captured_text(record, names)
    build_state = build_game_state(state)
    if not build_state.in_piles:
        return ""
    points = engine.points_so_far(build_state, record.rules.sheet)
    return so_far_text(points, build_state.sides, names)


# --- what binds, and hints ------------------------------------------------------------------------


@singledispatch
def binding_line(engine: object, _state: State, _hand: Cards) -> VerdictLine:
    """Return which rule binds a hand before a card is played, or that none does; by the engine of
    the game. The state must be that of a turn."""
    raise TypeError(f"nothing binds in a {type(engine).__name__}")


@binding_line.register
def _(engine: CaptureGameEngine, state: State, hand: Cards) -> VerdictLine:
    """Return whether the hand can sweep, and so must (#forced-sweep)."""
    ruling = consult(engine.rules, Question(state.table, hand=hand))
    return VerdictLine(f"{headline(ruling)}.", "forced-sweep")


@binding_line.register
def _(engine: BuildGameEngine, state: State, hand: Cards) -> VerdictLine:
    """Return what the builds of the mover demand, or the captures that house rules demand."""
    if duty := duty_line(engine, state, hand):
        return duty
    if engine.rules.capture_duties.some:
        return VerdictLine(gettext("A card that can take something may not be laid."), "laying")
    return VerdictLine(gettext("Nothing is forced: any card may be played."), "laying")


def duty_line(engine: object, state: State, hand: Cards) -> VerdictLine | None:
    """Return what the builds of the mover demand before a card is played; None for nothing, and in
    games without builds."""
    if not isinstance(engine, BuildGameEngine) or state.turn is None:
        return None
    build_state = build_game_state(state)
    position = engine.turn_context(build_state, state.turn, hand=hand).start
    duties = duties_of(engine.rules, position)
    if not duties:
        return None
    texts = duties_text(duties, position.binding(build_state.builds))
    return VerdictLine(" ".join(texts), engine.rules.clause_of(duties[0]) or "")


def warning_line(game: DealtGame) -> VerdictLine | None:
    """Return what the live table would tell before a play: who would sweep, or what the builds of
    the mover demand; None for nothing."""
    state, record = game.record.state, game.record
    if state is None or game.turn is None:
        return None
    if announced := record.engine.announced_sweeps(record.events):
        return VerdictLine(f"{sweep_for(announced)}.", "forced-sweep", "say")
    duty = duty_line(record.engine, state, game.hands[game.turn])
    return duty._replace(tone="say") if duty else None


def hint_lines(
    game: DealtGame, choice: ChosenPlay, step: int, names: Sequence[str]
) -> list[VerdictLine]:
    """Return the first lines of the ladder of hints, up to three: the rule that matters, the card,
    and the play with its worth. ``choice`` is that of a good player."""
    state, turn = game.record.state, game.turn
    assert state is not None
    assert turn is not None
    engine = game.record.engine
    lines = [binding_line(engine, state, game.hands[turn])]
    if step > 1:
        card = Played(choice.play).card
        lines.append(VerdictLine(gettext("Look at %(card)s.", card=the_card(card))))
    if step > 2:
        text = _play_alone(game, choice.play, names)
        lines.append(VerdictLine(" ".join(filter(None, [text, _worth_text(game, choice, names)]))))
    return lines[:step]


def _play_alone(game: DealtGame, play: Play, names: Sequence[str]) -> str:
    """Return a play of the reader as a sentence of its own."""
    state, turn = game.record.state, game.turn
    assert state is not None
    assert turn is not None
    text = own_play_text(game.record.engine, state, Played(play), turn, names)
    return f"{sentence(text)}."


def _worth_text(game: DealtGame, choice: ChosenPlay, names: Sequence[str]) -> str:
    """Return the points that a choice is worth, and the next best play beside it; "" where none was
    compared."""
    chosen = next((one for one in choice.alternatives if one.play == choice.play), None)
    other = next((one for one in choice.alternatives if one.play != choice.play), None)
    if chosen is None or other is None:
        return ""
    play = _play_alone(game, other.play, names)
    lowest_wins, points = game.record.rules.session.lowest_wins, _few(chosen.points)
    if lowest_wins:
        worth = gettext("You can expect about %(points)s points from it.", points=points)
    else:
        worth = gettext(
            "Counted against what the others get, it is worth about %(points)s points.",
            points=points,
        )
    difference = (other.points - chosen.points) * (1 if lowest_wins else -1)
    if difference < _SMALL or _may_be_equal(chosen, other):
        better = gettext("About as good: %(play)s", play=play)
    else:
        better = gettext(
            "That is about %(points)s points better than the next best: %(play)s",
            points=_few(difference),
            play=play,
        )
    return f"{worth} {better}"


_SMALL = 0.05
"""A difference that is nothing with one decimal."""


def _few(points: float) -> str:
    """Return points with one decimal, 0.0 without a sign."""
    return average(0 if abs(points) < _SMALL else points)


def _may_be_equal(one: Alternative, other: Alternative) -> bool:
    """Return whether the points of each alternative lie in the interval of the other."""
    return one.low <= other.points <= one.high and other.low <= one.points <= other.high


def stays_text() -> str:
    """Return what becomes of a card that takes nothing, for whoever does not know the word."""
    return gettext("It takes nothing and stays on the table.")


def aim_text(rules: Ruleset) -> str:
    """Return whether many points win a session, or few."""
    if rules.session.lowest_wins:
        return gettext("Whoever has the fewest points wins.")
    return gettext("Whoever has the most points wins.")


# --- the end --------------------------------------------------------------------------------------


class ResultRow(NamedTuple):
    """A row of the sheet of a finished game: whose, the score and what it is made of, the counts,
    and the total of the session so far."""

    name: str
    score: int
    items: str
    counts: str
    total: int


def sheet_rows(after: SessionAfterGame, names: Sequence[str]) -> list[ResultRow]:
    """Return the sheet of a finished game, a row for each pile."""
    before, record = after.before, after.game.record
    players, teams = before.seats.players, before.teams
    seats_of_sides, plan = before.seats_of_sides, record.rules.sheet
    side_of = before.base.seating.side_of_each(players, teams)
    following = [gettext("you") if seat == 0 else name for seat, name in enumerate(names)]
    rows = []
    for seat in before.base.pile_seats(players, teams):
        seats = mates(seat, seats_of_sides) if plan.shares_piles else (seat,)
        scored = after.sheet.scores[seat]
        rows.append(
            ResultRow(
                " & ".join(names[mate] for mate in seats),
                scored.total,
                items_text(plan, scored, after=following[(seat + 1) % players]),
                row_of_sheet(plan, record.rows[seat]),
                after.totals[side_of[seat]],
            )
        )
    return rows


def length_text(session: DealtSession) -> str:
    """Return which game of its session this is: "Game 2 of 4", "Game 2 · to 21"."""
    number, length = session.games + 1, session.length
    if length.games_planned is not None:
        return gettext(
            "Game %(number)d of %(planned)d", number=number, planned=length.games_planned
        )
    return gettext("Game %(number)d · to %(target)d", number=number, target=length.target)


def winners_text(after: SessionAfterGame, names: Sequence[str]) -> str:
    """Return who has won the session; "" while it goes on."""
    seats_of_sides, winners = after.before.seats_of_sides, after.winners
    if not winners:
        return ""
    seats = [seat for side in winners for seat in seats_of_sides[side]]
    if seats == [0]:
        return gettext("You have won.")
    if 0 in seats:
        others = and_(names[seat] for seat in seats if seat)
        return gettext("You and %(names)s have won.", names=others)
    won = and_(names[seat] for seat in seats)
    return ngettext("%(names)s has won.", "%(names)s have won.", len(seats), names=won)


def leaders_text(after: SessionAfterGame, names: Sequence[str]) -> str:
    """Return who has the best total of a session that goes on; "" if all have the same."""
    seats_of_sides, leading = after.before.seats_of_sides, after.leading
    if len(leading) == len(seats_of_sides):
        return ""
    leaders = and_(names[seat] for side in leading for seat in seats_of_sides[side])
    return sentence(gettext("leads: %(names)s", names=leaders))


def leftovers_line(record: Record, names: Sequence[str]) -> str:
    """Return who gets the cards that are left after the last play; "" if nobody does."""
    state = record.state
    cards = record.engine.leftovers(record.events) if record.events else ()
    if not cards or state is None or state.last_capturer is None:
        return ""
    if state.last_capturer == 0:
        return gettext("You captured last and take the rest: %(cards)s.", cards=cards_text(cards))
    return gettext(
        "%(name)s captured last and takes the rest: %(cards)s.",
        name=names[state.last_capturer],
        cards=cards_text(cards),
    )
