"""Events of a followed game: plays, turns, sweeps, what is left and what it scores so far.

"Bo takes 5♥ + 3♠ with 8♦", "Anna builds 8 of 5♥ and 3♠", "Cy adds 8♣ to Bo’s build of 8", "Dan
trails K♦".
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch
from typing import TYPE_CHECKING, NamedTuple

from ..languages import (
    added_text,
    and_,
    build_number,
    gettext,
    lazy_gettext,
    lazy_pgettext,
    pgettext,
    signed,
)
from ..rules.cards import Card, Cards, difference
from ..rules.games.casino.followed.followed_game import BuildGameEngine
from ..rules.games.casino.followed.state import BuildGameState, build_game_state
from ..rules.games.krypkasino.captures import divided
from ..rules.games.krypkasino.followed_game import (
    CaptureGameEngine,
    set_up_by,
)
from ..rules.games.krypkasino.verdict import Sweep
from ..rules.log.entries import Agreed, Entry, Insert, Replace, Timeline
from ..rules.log.record import Record
from ..rules.plays import (
    Build,
    Capture,
    CardOnly,
    Dealt,
    Event,
    HandsCounted,
    MakeBuild,
    Play,
    Played,
    Step,
    TableShown,
    Top,
    TopRevealed,
    Trail,
    cards_of,
)
from ..rules.ruleset import AppliedEvent, GameEngine, Ruleset, State
from ..rules.score_items import MARKERS
from ..rules.scoring import score
from ..rules.sums import divide_cards
from ..words.card_names import card_text, cards_text, taken_text, with_card
from .build_verdicts import set_text, whose_build_text, whose_pile
from .capture_verdicts import sweep_text

if TYPE_CHECKING:
    from ..services.followed_games import GameView


def build_play_text(
    engine: BuildGameEngine,
    state: BuildGameState,
    play: Play,
    seat: int,
    names: Sequence[str],
    you: int | None = None,
) -> str:
    """Return what a seat plays in a ``state``, without its name: "takes 5♥ + 3♠ with 8♦". ``you``
    is the seat of the reader, if there is one."""
    wording = _PlayWording(engine, state, seat, names, you)
    builds, text = state.builds, ""
    for step in play:
        step_text = wording.step(step, builds)
        text = (
            gettext("%(first)s, then %(next)s", first=text, next=step_text) if text else step_text
        )
        builds = _builds_after(builds, step, seat)
    return text


def _builds_after(builds: Sequence[Build], step: Step, seat: int) -> tuple[Build, ...]:
    touched = set(step.named)
    others = tuple(build for build in builds if not touched.intersection(build.cards))
    if not isinstance(step, MakeBuild):
        return others
    owner = next(
        (build.owner for build in builds if _is_part_of(build, step, step.build.value)), seat
    )
    return (*others, step.build._replace(owner=owner))


def _is_part_of(build: Build, step: MakeBuild, value: int) -> bool:
    return build.value == value and set(build.cards) <= set(step.build.cards)


class _Verbs(NamedTuple):
    """The verbs of plays, each with what it is done to."""

    trails: object
    takes: object
    builds: object
    builds_from_table: object
    adds: object
    raises: object
    joins: object
    adds_besides: object


_OF_OTHERS = _Verbs(
    trails=lazy_gettext("trails %(card)s"),
    takes=lazy_gettext("takes %(cards)s with %(card)s"),
    builds=lazy_gettext("builds %(value)d of %(cards)s"),
    builds_from_table=lazy_gettext("builds %(value)d of %(cards)s from the table"),
    adds=lazy_gettext("adds %(cards)s to %(build)s"),
    raises=lazy_gettext("raises %(build)s to %(value)d with %(cards)s"),
    joins=lazy_gettext("%(raises)s and joins it to %(build)s"),
    adds_besides=lazy_gettext("%(raises)s and adds %(cards)s"),
)
_OF_YOU = _Verbs(
    trails=lazy_pgettext("you", "trail %(card)s"),
    takes=lazy_pgettext("you", "take %(cards)s with %(card)s"),
    builds=lazy_pgettext("you", "build %(value)d of %(cards)s"),
    builds_from_table=lazy_pgettext("you", "build %(value)d of %(cards)s from the table"),
    adds=lazy_pgettext("you", "add %(cards)s to %(build)s"),
    raises=lazy_pgettext("you", "raise %(build)s to %(value)d with %(cards)s"),
    joins=lazy_pgettext("you", "%(raises)s and join it to %(build)s"),
    adds_besides=lazy_pgettext("you", "%(raises)s and add %(cards)s"),
)


class _PlayWording(NamedTuple):
    """The words for a play of one seat in a state, for a reader who may have the seat ``you``."""

    engine: BuildGameEngine
    state: BuildGameState
    seat: int
    names: Sequence[str]
    you: int | None = None

    @property
    def verbs(self) -> _Verbs:
        return _OF_YOU if self.seat == self.you else _OF_OTHERS

    def step(self, step: Step, builds: Sequence[Build]) -> str:
        """Return a step in words, without its player: "trails 4♠"; ``builds`` are those on the
        table before it."""
        match step:
            case Trail(card):
                return str(self.verbs.trails) % {"card": taken_text([card])}
            case Capture():
                return self.take(step, builds)
            case MakeBuild():
                return self.form(step, builds)

    def take(self, step: Capture, builds: Sequence[Build]) -> str:
        """Return a capture: the builds first, then the other cards in sets of the card's value."""
        loose = (*step.cards, *cards_of(step.tops))
        values = self.engine.rules.hand_values(step.card)
        divisions = (divide_cards(loose, value, self.engine.rules.values) for value in values)
        sets = next(filter(None, divisions), tuple((card,) for card in sorted(loose)))
        # A notation may leave the owner of a build out: it is taken from the table.
        by_cards = {frozenset(build.cards): build for build in builds}
        captured = [by_cards.get(frozenset(build.cards), build) for build in step.builds]
        items = [*map(self.taken, captured), *(self.group(cards, step.tops) for cards in sets)]
        return str(self.verbs.takes) % {"cards": and_(items), "card": with_card(step.card)}

    def form(self, step: MakeBuild, builds: Sequence[Build]) -> str:
        """Return a build step: raising, adding to, or making a build."""
        changed = [build for build in builds if set(build.cards) <= set(step.build.cards)]
        same = [build for build in changed if build.value == step.build.value]
        raised = [build for build in changed if build.value != step.build.value]
        if raised:
            text = self.raised(step, raised[0], [*same, *raised[1:]])
        elif same:
            text = self.added(step, same[0], same[1:])
        else:
            text = self.new(step)
        if step.build.owner in (None, self.seat):
            return text
        if step.build.owner == self.you:
            return gettext("%(build)s for you", build=text)
        return gettext("%(build)s for %(name)s", build=text, name=self.names[step.build.owner])

    def new(self, step: MakeBuild) -> str:
        """Return the making of a build: "builds 8 of 5♥ and 3♠"."""
        sets = self.divided(step.build.cards, step)
        if len(sets) == 1:
            text = and_(self.card(card, step.tops) for card in sets[0])
        else:
            text = and_(self.group(cards, step.tops) for cards in sets)
        of_table = step.card is None and not step.tops
        verb = self.verbs.builds_from_table if of_table else self.verbs.builds
        return str(verb) % {"value": step.build.value, "cards": text}

    def added(self, step: MakeBuild, build: Build, others: Sequence[Build]) -> str:
        """Return the adding to a build, which other builds of its value join."""
        cards = difference(step.build.cards, build.cards)
        for other in others:
            cards = difference(cards, other.cards)
        items = [*map(self.taken, others), *self.groups(cards, step)]
        return str(self.verbs.adds) % {"cards": and_(items), "build": self.added_to(build)}

    def raised(self, step: MakeBuild, build: Build, joined: Sequence[Build]) -> str:
        """Return the raising of a build, which then joins other builds of the new value."""
        cards = difference(step.build.cards, build.cards)
        for other in joined:
            cards = difference(cards, other.cards)
        # The card from the hand alone, where it makes up the difference.
        values = self.engine.rules.values.of(step.card) if step.card else ()
        if step.card and step.build.value - build.value in values:
            beside = self.groups(difference(cards, (step.card,)), step._replace(card=None))
            with_text = with_card(step.card)
        else:
            beside = []
            (sorted_cards,) = self.hand_last((tuple(sorted(cards)),), step.card)
            with_text = self.group(sorted_cards, step.tops)
        facts = {"build": self.taken(build), "value": step.build.value, "cards": with_text}
        text = str(self.verbs.raises) % facts
        for other in joined:
            text = str(self.verbs.joins) % {"raises": text, "build": self.added_to(other)}
        if beside:
            text = str(self.verbs.adds_besides) % {"raises": text, "cards": and_(beside)}
        return text

    def groups(self, cards: Cards, step: MakeBuild) -> list[str]:
        """Return cards that come to a build, each set of the build's value by itself."""
        groups = self.divided(cards, step) if cards else []
        return [self.group(group, step.tops) for group in groups]

    def divided(self, cards: Cards, step: MakeBuild) -> list[Cards]:
        """Return cards in sets of a build's value; in a single set if they make none."""
        sets = divide_cards(cards, step.build.value, self.engine.rules.values)
        return self.hand_last(sets or (tuple(sorted(cards)),), step.card)

    def hand_last(self, sets: Sequence[Cards], played: Card | None) -> list[Cards]:
        """Return sets in the order in which they are told, the card from the hand at the end."""
        with_played = [cards for cards in sets if played in cards]
        others = [cards for cards in sets if played not in cards]
        return [
            *others,
            *((*difference(cards, (played,)), played) for cards in with_played if played),
        ]

    def group(self, cards: Cards, tops: Sequence[Top]) -> str:
        return " + ".join(self.card(card, tops) for card in cards)

    def card(self, card: Card, tops: Sequence[Top]) -> str:
        """Return a card, and for a top the pile that it came from."""
        pile = next((top.seat for top in tops if top.card == card), None)
        if pile is None:
            return card_text(card)
        if self.you is not None and self.state.pile_seats[self.you] == self.state.pile_seats[pile]:
            return gettext("%(card)s from your pile", card=card_text(card))
        name = whose_pile(self.state, pile, self.names)
        return gettext("%(card)s from %(name)s’s pile", card=card_text(card), name=name)

    def taken(self, build: Build) -> str:
        """Return a build that is taken or raised, with its owner if that is another player."""
        if build.owner in (None, self.seat):
            text = pgettext("what is taken or raised", "the build of %(value)s")
        elif build.owner == self.you:
            text = pgettext("what is taken or raised", "your build of %(value)s")
        else:
            text = pgettext("what is taken or raised", "%(name)s’s build of %(value)s")
        return text % self.facts(build)

    def added_to(self, build: Build) -> str:
        """Return a build to which cards are added, with its owner if that is another player."""
        if build.owner in (None, self.seat):
            text = pgettext("what is added to", "the build of %(value)s")
        elif build.owner == self.you:
            text = pgettext("what is added to", "your build of %(value)s")
        else:
            text = pgettext("what is added to", "%(name)s’s build of %(value)s")
        return text % self.facts(build)

    def facts(self, build: Build) -> dict[str, str]:
        name = "" if build.owner is None else self.names[build.owner]
        return {"name": name, "value": build_number(build.value)}


Names = Sequence[str]


@singledispatch
def play_text(
    _engine: object,
    _state: State,
    played: Played,
    _seat: int,
    _names: Names,
    _you: int | None = None,
) -> str:
    """Return a play without its player, by the engine of the game: "8♥ creeps". The last argument
    is the seat of the reader, if there is one."""
    card = card_text(played.card)
    if not played.captured:
        return gettext("%(card)s creeps", card=card)
    return gettext("%(card)s takes %(cards)s", card=card, cards=cards_text(played.captured))


@play_text.register
def _(
    engine: CaptureGameEngine,
    _state: State,
    played: Played,
    _seat: int,
    _names: Names,
    _you: int | None = None,
) -> str:
    """Return a play of a capture game, the captured cards in sets: "8♥ takes 8♠ and 3♦ + 5♣"."""
    card = card_text(played.card)
    if not played.captured:
        return gettext("%(card)s creeps", card=card)
    groups = divided(engine.rules, played.card, played.captured)
    return gettext("%(card)s takes %(cards)s", card=card, cards=and_(map(set_text, groups)))


@play_text.register
def _(
    engine: BuildGameEngine,
    state: State,
    played: Played,
    seat: int,
    names: Names,
    you: int | None = None,
) -> str:
    """Return a play of a game with builds: "takes 8♠ with 8♥"."""
    if isinstance(played.play, CardOnly):
        return gettext("plays %(card)s", card=taken_text([played.card]))
    return build_play_text(engine, build_game_state(state), played.play, seat, names, you)


@singledispatch
def _with_name(_engine: object, play: str, name: str) -> str:
    """Return a play with its player, by the engine of the game: "Ada: 8♥ takes 8♠"."""
    return gettext("%(name)s: %(play)s", name=name, play=play)


@_with_name.register
def _(_engine: BuildGameEngine, play: str, name: str) -> str:
    """Return a play of a game with builds with its player: "Ada takes 8♠ with 8♥"."""
    return gettext("%(name)s %(does)s", name=name, does=play)


def played_text(engine: object, state: State, played: Played, seat: int, names: Names) -> str:
    """Return a play with its player; ``state`` is the one before the play: "Ada takes 8♠ with
    8♥"."""
    return _with_name(engine, play_text(engine, state, played, seat, names), names[seat])


def own_play_text(engine: GameEngine, state: State, played: Played, seat: int, names: Names) -> str:
    """Return a play of the reader as a clause: "8♥ creeps", "you take 8♠ with 8♥" with the reader
    as ``names`` has it."""
    text = play_text(engine, state, played, seat, names, seat)
    return text if engine.BY_CARD else _with_name(engine, text, names[seat])


def begun_text(engine: BuildGameEngine, state: State, play: Play, names: Names) -> str:
    """Return the steps of a play that is not complete: "Ada builds 8 of 6♥ and 2♣ from the
    table"."""
    state = build_game_state(state)
    assert state.turn is not None  # somebody plays
    return _with_name(
        engine, build_play_text(engine, state, play, state.turn, names), names[state.turn]
    )


def step_text(event: AppliedEvent, rules: Ruleset, names: Names) -> str:
    """Return an applied event: "Anna: 8♥ takes 8♠"."""
    if isinstance(event.event, Played):
        assert event.seat is not None  # somebody played
        assert event.before is not None
        return played_text(rules.engine, event.before, event.event, event.seat, names)
    text = table_event_text(event.event, event.state, names)
    cards = event.state.set_aside
    if not isinstance(event.event, Dealt) or not cards:
        return text
    return gettext("%(dealt)s. Set aside: %(cards)s", dealt=text, cards=cards_text(cards))


def then_text(event: AppliedEvent, rules: Ruleset, names: Names) -> str:
    """Return an event after a forgotten play, by the player whose turn it then was."""
    before = event.before
    if not isinstance(event.event, Played) or before is None or before.turn is None:
        return step_text(event, rules, names)
    assert rules.engine is not None  # it was followed
    if rules.engine.BY_CARD:
        return play_text(rules.engine, before, event.event, before.turn, names)
    next_seat = rules.engine.pass_unknown_card(before, before.turn).turn
    seat = before.turn if next_seat is None else next_seat
    return played_text(rules.engine, before, event.event, seat, names)


def table_event_text(entry: Event, state: State | None, names: Names) -> str:
    """Return an event that is no play: cards dealt, a top revealed, a table shown, or hands
    counted."""
    assert not isinstance(entry, Played)
    match entry:
        case Dealt(table):
            cards = cards_text(table) or gettext("nothing")
            return gettext("Dealt to the table: %(cards)s", cards=cards)
        case TopRevealed(top):
            owner = whose_pile(build_game_state(state), top.seat, names)
            return gettext(
                "%(card)s is on top of %(name)s’s pile", card=card_text(top.card), name=owner
            )
        case TableShown(table, builds):
            items = [*map(card_text, table), *(whose_build_text(build, names) for build in builds)]
            cards = and_(items) if items else gettext("nothing")
            return gettext("The table shows: %(cards)s", cards=cards)
        case HandsCounted(numbers):
            held = (f"{name} {number}" for name, number in zip(names, numbers, strict=True))
            return gettext("Cards in the hands: %(hands)s", hands=", ".join(held))


def marker_text(event: AppliedEvent, rules: Ruleset, names: Names) -> str:
    """Return what a sweep scores for each player: "Sweep: Ada +5, Bo −5"; empty without a sweep.

    No points stand there where later sweeps may cancel it, or where it scores none.
    """
    assert rules.engine is not None  # it is followed
    markers = rules.engine.markers_of(event)
    if not markers or event.seat is None:
        return ""
    points = rules.sheet.worths[MARKERS] * markers
    if rules.sheet.sweeps_cancel or not points:
        return gettext("Sweep: %(name)s", name=names[event.seat])
    if not rules.sheet.sweeps_are_paid:
        return gettext(
            "%(sweep)s: %(name)s %(points)s",
            sweep=sweep_text(Sweep.SINGLE),
            name=names[event.seat],
            points=added_text(points),
        )
    return gettext(
        "%(sweep)s: %(name)s %(points)s, %(before)s %(lost)s",
        sweep=sweep_text(Sweep.DOUBLE if markers > 1 else Sweep.SINGLE),
        name=names[event.seat],
        points=added_text(points),
        before=names[set_up_by(event.seat, len(names))],
        lost=added_text(-points),
    )


def undo_text(timeline: Timeline) -> str:
    """Return the words of the key that takes the latest entry back: "Undo", and what it is if that
    is no play."""
    match timeline.latest_entry:
        case Agreed():
            return gettext("Undo: agreement")
        case Replace() | Insert():
            return gettext("Undo: correction")
        case _:
            return gettext("Undo")


def faster_text(entry: Entry, record: Record, names: Names) -> str:
    """Return that another phone entered something before this phone's ``entry`` came."""
    last = record.events[-1] if record.events else None
    if last is None or last.seat is None or not isinstance(entry, Played):
        return gettext("Another phone was faster: the game has moved on.")
    if isinstance(last.event, Played) and last.event.card == entry.card:
        return gettext(
            "Another phone was faster: %(name)s's %(card)s is in the log already.",
            name=names[last.seat],
            card=card_text(entry.card),
        )
    return gettext(
        "Another phone was faster: %(last)s. Your %(card)s was not entered.",
        last=step_text(last, record.rules, names),
        card=card_text(entry.card),
    )


def leftovers_text(record: Record, names: Names) -> str:
    """Return who gets the cards that are left after the last play; empty if nobody does."""
    cards = _leftovers(record)
    if not cards or record.state is None or record.state.last_capturer is None:
        return ""
    return gettext(
        "%(name)s captured last and takes the rest: %(cards)s.",
        name=names[record.state.last_capturer],
        cards=cards_text(cards),
    )


def _leftovers(record: Record) -> Cards:
    return record.engine.leftovers(record.events) if record.events else ()


def last_sweep_text(game: GameView, names: Sequence[str]) -> str:
    """Return who swept last and, where sweeps are paid, who set it up (#set-up).

    Empty before the first sweep. ``names`` are in seat order.
    """
    seat, markers = _last_sweep(game)
    if not markers:
        return ""
    facts = {"name": names[seat], "before": names[set_up_by(seat, len(names))]}
    if not game.sheet.rules.sheet.sweeps_are_paid:
        return gettext("%(name)s swept.", **facts)
    if markers > 1:
        return gettext("%(name)s made a double sweep, and %(before)s set it up.", **facts)
    return gettext("%(name)s swept, and %(before)s set it up.", **facts)


def _last_sweep(game: GameView) -> tuple[int, int]:
    """Return the seat that swept last and the face-up cards for that, 0 before the first sweep.

    They are those of the log if the game is followed, else of the sweep counter.
    """
    for event in reversed(game.record.events):
        markers = game.record.engine.markers_of(event)
        if markers and event.seat is not None:
            return event.seat, markers
    if game.sweeps:
        return game.sweeps[-1].seat, game.sweeps[-1].markers
    return 0, 0


def so_far_text(points: Sequence[int], sides: Sequence[int], names: Sequence[str]) -> str:
    """Return the points of each side, added up from those of each seat.

    "Points so far: Ada & Cia 2, Bo & Dan 0"
    """
    texts = []
    for side in sorted(set(sides)):
        seats = [seat for seat, seat_side in enumerate(sides) if seat_side == side]
        name = " & ".join(names[seat] for seat in seats)
        texts.append(f"{name} {signed(sum(points[seat] for seat in seats))}")
    return gettext("Points so far: %(points)s", points=", ".join(texts))


def captured_text(record: Record, names: Names) -> str:
    """Return the points of each side so far, in games without builds.

    Empty before the first capture, and where the log is not sure of every card.
    """
    state = record.state
    if state is None or state.turn is None or state.last_capturer is None or not record.is_certain:
        return ""
    scores = score(record.rules, record.rows, record.teams).scores
    sides = record.rules.seating.side_of_each(record.players, record.teams)
    return so_far_text([side_score.total for side_score in scores], sides, names)
