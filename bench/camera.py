"""The camera of the live table: drawn games, each play entered by itself, asked about, or wrong."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from referee.photo import KnownFacts, PhotoReading, read
from referee.rules.cards import Cards, difference
from referee.rules.games import ruleset
from referee.rules.log.record import Record, accept, append, replay
from referee.rules.log.sightings import (
    Explanation,
    SeenFace,
    Sighting,
    Status,
    explain_sightings,
)
from referee.rules.playing.dealt_game import DealtGame, deal
from referee.rules.playing.players import Level
from referee.rules.plays import Capture, Dealt, MakeBuild, Play, Played, Table, Trail
from referee.rules.seating import Seats
from referee.services.photo_reader import knowledge_of

from .bounded_figure import Figure
from .photo_reading import can_draw

if TYPE_CHECKING:
    from training.filmed_games import FilmedTable
    from training.seeded_random import Chance

GAMES = {"krypkasino": 1, "casino": 2, "kasino": 1}
"""Numbers of games of two players whose drawn frames are read, by game."""
WITHOUT_MISTAKES = 20
"""Games of each kind whose frames are taken as they were drawn, so that what is asked is due to the
explanations alone."""
KEPT = 10
"""Frames that the page sends at most."""
SHOWN = 0.97
"""The share of captures before which the card lies beside what it takes, and is seen."""


def figures() -> Iterator[Figure]:
    """Watch drawn games, where the libraries for drawing are installed."""
    if not can_draw("camera"):
        return
    for game, number in GAMES.items():
        yield from _figures(game, number, is_drawn=False)
        yield from _figures(game, WITHOUT_MISTAKES, is_drawn=True)


def _figures(game: str, number: int, *, is_drawn: bool) -> Iterator[Figure]:
    tally = Tally()
    for seed in range(1, number + 1):
        watch(game, seed, tally, is_drawn=is_drawn)
    how = "as drawn" if is_drawn else "read"
    what = f"camera, {game}, {number} games {how}"
    alone = 100 * tally.alone / tally.plays
    yield Figure(f"{what}: of {tally.plays} plays by themselves", alone, "%", least=90)
    yield Figure(f"{what}: wrong without a question", tally.wrong, "", most=0)
    yield Figure(f"{what}: right sheets", tally.sheets, "", least=number)


class Beat(NamedTuple):
    """A part of a film in which nothing changes on the table: ``still`` or with a hand that passes
    or rests; ``plays`` is the number of plays that are over at its end."""

    seconds: float
    plays: int
    hand: tuple[float, float] | None = None
    still: bool = True


def beats(table: "FilmedTable", game: DealtGame, chance: "Chance") -> Iterator[Beat]:
    """Play a dealt game to its end on a filmed table, part by part. After each the table is as the
    part shows it."""
    state = game.record.state
    assert state is not None
    first = game.record.events[0].event
    assert isinstance(first, Dealt)
    for card in first.table:
        table.lay(card)
    yield Beat(2, 0)
    yield from _aside(table, (), state.set_aside, chance, 0)
    plays = 0
    while game.turn is not None:
        play, before = game.chosen(Level.SIMPLE).play, game.record.state
        assert before is not None
        game = game.after(play)
        yield from _played(table, play, plays, chance)
        plays += 1
        yield Beat(chance.uniform(1.6, 2.4), plays)
        if chance.often(0.06):
            table.nudge()
            yield Beat(0.6, plays, _somewhere(chance), still=False)
            yield Beat(1, plays)
        after = game.record.state
        assert after is not None
        if game.turn is not None:
            yield from _aside(table, before.set_aside, after.set_aside, chance, plays)


def _played(table: "FilmedTable", play: Play, plays: int, chance: "Chance") -> Iterator[Beat]:
    yield Beat(0.8, plays, _somewhere(chance), still=False)
    for step in play:
        match step:
            case Trail():
                table.lay(step.card)
            case MakeBuild():
                if step.card is not None:
                    table.lay(step.card)
                own = (step.card,) if step.card is not None else ()
                table.pile((*difference(sorted(step.build.cards), own), *own))
            case Capture():
                if chance.often(SHOWN):
                    table.lay(step.card)
                    yield Beat(0.4, plays, _somewhere(chance), still=False)
                    yield Beat(chance.uniform(1.4, 2.2), plays)
                    if chance.often(0.1):
                        yield Beat(1, plays, _somewhere(chance))  # a hand that rests
                    table.take((step.card,))
                table.take(tuple(card for card in step.captured if card in _lying(table)))
                yield Beat(0.8, plays, _somewhere(chance), still=False)
    if chance.often(0.05):
        yield Beat(1.2, plays, _somewhere(chance))  # a hand that rests
    yield Beat(0.4, plays, _somewhere(chance), still=False)


def _aside(
    table: "FilmedTable", before: Cards, after: Cards, chance: "Chance", plays: int
) -> Iterator[Beat]:
    """Let the dealer set cards aside."""
    cards = difference(after, before)
    if not cards:
        return
    if chance.often(0.3):
        yield Beat(1.2, plays)
    table.take(tuple(card for card in cards if card in _lying(table)))
    yield Beat(0.8, plays, _somewhere(chance), still=False)
    yield Beat(1.2, plays)


def _lying(table: "FilmedTable") -> Cards:
    return tuple(one.card for one in table.lying)


def _somewhere(chance: "Chance") -> tuple[float, float]:
    return chance.uniform(-280, 280), chance.uniform(-150, 170)


@dataclass
class Tally:
    """Numbers of plays in games, by how they were entered."""

    plays: int = 0
    alone: int = 0
    asked: int = 0
    by_hand: int = 0
    wrong: int = 0
    frames: int = 0
    sheets: int = 0
    games: int = 0
    notes: list[str] = field(default_factory=list)


@dataclass
class Watcher:
    """The page of a camera in place of a browser: two frames of each still part are read, and what
    is sure is entered. ``truth`` are the plays as they were, after the ``first`` table."""

    record: Record
    first: Dealt
    truth: tuple[Play, ...]
    tally: Tally
    is_drawn: bool = False
    clock: float = 0
    sightings: list[Sighting] = field(default_factory=list)

    def look(self, table: "FilmedTable", hand: tuple[float, float] | None) -> Explanation:
        """Read a frame, and enter what is sure of it; return what is left to explain."""
        from training.filmed_games import jpeg  # noqa: PLC0415 - it needs what draws

        self.tally.frames += 1
        if self.is_drawn:
            reading = table.seen(hand)
        else:
            reading = read(jpeg(table.frame(hand)), self._known())
        self.sightings = [*self.sightings, _sighting(reading, self.clock)][-KEPT:]
        return self.explain()

    def explain(self) -> Explanation:
        """Enter what is sure of the frames that were read; return what is left to explain."""
        found = explain_sightings(self.record, self.sightings)
        while found.status is Status.SURE:  # what was seen last is looked at anew, as the page does
            self.tally.alone += isinstance(found.entries[0], Played)
            self.enter(found.entries[0])
            found = explain_sightings(self.record, self.sightings)
        return found

    def _known(self) -> KnownFacts:
        rules, state = self.record.rules, self.record.state
        gone = difference(state.shown, Table(state.table, state.builds).cards) if state else ()
        return knowledge_of(rules, sorted(gone))

    def enter(self, entry: object) -> None:
        """Put an entry into the log; a wrong play is put right, as players would."""
        if isinstance(entry, Played):
            right = accept(self.record, Played(self.truth[self.number])).entry
            if entry != right:
                self.tally.wrong += 1
                self.tally.alone -= 1
                self.tally.notes.append(f"wrong: {entry} for {right}")
            entry = right
        assert isinstance(entry, Played | Dealt)
        self.record = append(self.record, accept(self.record, entry))
        self.sightings = self.sightings[-2:]  # the table is as it was; what was before it is over

    @property
    def number(self) -> int:
        return sum(isinstance(applied.event, Played) for applied in self.record.events)


def _sighting(reading: PhotoReading, at: float) -> Sighting:
    faces = tuple(
        SeenFace(seen.card, seen.sure, tuple(card for card, _ in seen.alternatives))
        for seen in reading.cards
    )
    places = {id(seen): place for place, seen in enumerate(reading.cards)}
    piles = tuple(tuple(places[id(seen)] for seen in pile) for pile in reading.builds())
    return Sighting(faces, piles, at)


def watch(game: str, seed: int, tally: Tally, *, is_drawn: bool = False) -> None:
    """Film a game of two players, watch it, and add it to a tally."""
    from training.filmed_games import FilmedTable  # noqa: PLC0415 - they need what draws
    from training.seeded_random import Chance  # noqa: PLC0415

    rules, chance = ruleset(game), Chance(seed)
    dealt = deal(rules, Seats(2, 0), f"film{seed}")
    whole = dealt
    while whole.turn is not None:
        whole = whole.after(whole.chosen(Level.SIMPLE).play)
    table = FilmedTable(chance, rules.deck.copies)
    first = dealt.record.events[0].event
    assert isinstance(first, Dealt)
    watcher = Watcher(replay(rules, 2, 0, ()), first, whole.plays, tally, is_drawn)
    for beat in beats(table, dealt, chance):
        if beat.still:
            _watch_beat(watcher, table, beat)
        watcher.clock += beat.seconds
    while watcher.number < len(whole.plays):
        _answer(watcher, "asked at the end", by_hand=False)
    tally.plays += len(whole.plays)
    tally.games += 1
    tally.sheets += watcher.record.score == whole.record.score


def _watch_beat(watcher: Watcher, table: "FilmedTable", beat: Beat) -> None:
    found = Explanation(Status.LOOK)
    start, most = watcher.clock, max(2, int(beat.seconds / 0.55))
    for number in range(most):
        watcher.clock = start + number * 0.55
        found = watcher.look(table, beat.hand)
        if found.status is not Status.LOOK:
            break
    watcher.clock = start
    if beat.hand is not None:
        return
    if beat.plays and watcher.record.state is None:
        watcher.tally.notes.append(f"first table by hand: {found.status} {found.cards}")
        watcher.enter(watcher.first)
        found = watcher.explain()
    while beat.plays > watcher.number + (found.status in (Status.WAIT, Status.LOOK)):
        right = accept(watcher.record, Played(watcher.truth[watcher.number])).entry
        by_hand = right not in found.entries
        _answer(watcher, f"{found.status}: {found.entries} {found.cards}", by_hand=by_hand)
        found = watcher.explain()


def _answer(watcher: Watcher, note: str, *, by_hand: bool) -> None:
    play = watcher.truth[watcher.number]
    watcher.tally.notes.append(f"{'by hand' if by_hand else 'asked'} {play}: {note}")
    watcher.tally.by_hand += by_hand
    watcher.tally.asked += not by_hand
    watcher.enter(Played(play))
