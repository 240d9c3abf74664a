"""Taps on the live table for a play with builds: as few taps as the page has for it."""

from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from referee.rules.games.casino.followed.followed_game import BuildGameEngine
from referee.rules.games.casino.followed.play_choices import Choice, choices, choices_of
from referee.rules.games.casino.followed.state import BuildGameState
from referee.rules.notation import write_build, write_card, write_settled_play, write_top
from referee.rules.plays import MakeBuild, Play, Selection, Step, Table, Trail, with_mover_as_owner
from referee.rules.ruleset import NoSuchTop


class Begun(NamedTuple):
    """A step without the card from the hand: what is tapped, and the turn so far, where more than
    one thing can be made of that."""

    used: tuple[str, ...]
    turn: str = ""


class Taps(NamedTuple):
    """The taps for a play, in order: which card a top is, what it begins with, what its card uses;
    ``turn`` where more than one may be meant."""

    tops: tuple[str, ...]
    begun: tuple[Begun, ...]
    used: tuple[str, ...]
    card: str
    turn: str

    @property
    def number(self) -> int:
        """Return how often the screen is touched: the card is one, since a press on its rank slides
        to its suit, and each thing that is used, begun with or chosen is one."""
        begun = sum(len(step.used) + 1 + bool(step.turn) for step in self.begun)
        return len(self.tops) + begun + len(self.used) + 1 + bool(self.turn)


def taps_for(engine: BuildGameEngine, state: BuildGameState, turn: Play, seat: int) -> Taps | None:
    """Return the taps for a play. None if the page has no way to enter it, or a step uses two cards
    of a pile: that is tapped as two steps."""
    turn = _in_one_form(turn)
    said, state = _said_first(engine, state, turn)
    steps = [step for step in turn if step.card is None]
    played = next(step for step in turn if step.card is not None)
    assert played.card is not None
    begun: tuple[Begun, ...] = ()
    so_far: Play = ()
    whole = _one_of(turn, choices(engine.turn_context(state, seat), played.card).choices, seat)
    for step in steps if whole is None else ():
        case = engine.turn_context(state, seat, so_far)
        used = things_of(case.table, step)
        found = choices_of(case, None, used).possible
        meant = _one_of((*so_far, step), found, seat)
        if meant is None:
            return None
        so_far = meant.play
        begun = (*begun, Begun(texts(used), write_settled_play(so_far) if len(found) > 1 else ""))
    case = engine.turn_context(state, seat, so_far)
    wanted = (*so_far, played) if whole is None else turn
    for used in (Selection(), things_of(case.table, played)):
        pointed = any(used.table) or used.tops
        asked = choices_of(case, played.card, used) if pointed else choices(case, played.card)
        found = asked.possible
        meant = _one_of(wanted, found, seat)
        if meant is not None:
            alone = len(found) == 1 and asked.all
            option = "" if alone else write_settled_play(meant.play)
            return Taps(said, begun, texts(used), write_card(played.card), option)
    return None


def is_deep(turn: Play) -> bool:
    """Return whether a step uses two cards of a pile."""
    tops = [[top.seat for top in step.tops] for step in turn if not isinstance(step, Trail)]
    return any(len({*seats}) < len(seats) for seats in tops)


def _said_first(
    engine: BuildGameEngine, state: BuildGameState, turn: Play
) -> tuple[tuple[str, ...], BuildGameState]:
    """Tops that nobody has said yet are said before they are used."""
    said: tuple[str, ...] = ()
    for step in turn:
        for top in () if isinstance(step, Trail) else step.tops:
            if len(state.piles[state.pile_seats[top.seat]].top_among) > 1:
                with suppress(NoSuchTop):
                    state = engine.reveal_top(state, top)
                    said = (*said, write_top(top))
    return said, state


def _in_one_form(turn: Play) -> Play:
    """Join what was added to a build after its card with the step that made it: they are tapped
    together."""
    done: Play = ()
    for step in turn:
        last = done[-1] if done else None
        if (
            isinstance(last, MakeBuild)
            and isinstance(step, MakeBuild)
            and last.card is not None
            and last.build.value == step.build.value
            and {*last.build.cards} < {*step.build.cards}
        ):
            done = (*done[:-1], MakeBuild(last.card, step.build, (*last.tops, *step.tops)))
        else:
            done = (*done, step)
    return done


def _one_of(turn: Play, found: Sequence[Choice], seat: int) -> Choice | None:
    wanted = known(turn, seat)
    return next((one for one in found if known(one.play, seat) == wanted), None)


def known(turn: Play, seat: int) -> list[object]:
    """Return a turn, however it is written."""
    return [_step(step) for step in with_mover_as_owner(turn, seat)]


def _step(step: Step) -> object:
    if isinstance(step, Trail):
        return step
    if isinstance(step, MakeBuild):
        build = step.build
        return step.card, build.value, build.owner, frozenset(build.cards), frozenset(step.tops)
    builds = frozenset((build.value, frozenset(build.cards)) for build in step.builds)
    return step.card, frozenset(step.cards), builds, frozenset(step.tops)


def things_of(table: Table, step: Step) -> Selection:
    """Return what a step uses of the table and the piles."""
    if isinstance(step, Trail):
        return Selection()
    cards = {*(step.from_table if isinstance(step, MakeBuild) else step.captured)}
    builds = tuple(build for build in table.builds if cards & {*build.cards})
    loose = tuple(card for card in table.loose if card in cards)
    return Selection(Table(loose, builds), step.tops)


def texts(used: Selection) -> tuple[str, ...]:
    builds = (write_build(build._replace(owner=None)) for build in used.table.builds)
    return (*map(write_card, used.table.loose), *builds, *map(write_top, used.tops))
