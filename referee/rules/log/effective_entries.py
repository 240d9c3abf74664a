"""What of a log stands: entries that were undone are left out, replaced ones say what is true, and
plays that were forgotten are in their place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..cards import Impossible
from ..events import Event
from .entries import Entry, Insert, Replace, StepBack, Undo


class NoSuchEntry(Impossible):
    """An entry that does not stand in the log, or that cannot be what is said of it."""

    def __init__(self, seq: int) -> None:
        super().__init__(f"no entry {seq}")
        self.seq = seq


class _Done(NamedTuple):
    """An entry that has its effect. Its ``names`` are the numbers that undo it: its own, and
    those of the entries that brought it back."""

    seq: int
    entry: Event | Replace | Insert
    names: tuple[int, ...]

    @property
    def original(self) -> int:
        """The entry that it is, or that it says was another one."""
        return self.entry.seq if isinstance(self.entry, Replace) else self.seq


class _Undone(NamedTuple):
    """An entry that was taken back, by entry number ``by``."""

    by: int
    done: _Done


@dataclass(frozen=True)
class Timeline:
    """A log's entries, numbered from 1, with undo and redo worked out."""

    _done: tuple[_Done, ...] = ()
    _undone: tuple[_Undone, ...] = ()

    @staticmethod
    def of(entries: Sequence[Entry]) -> Timeline:
        """The timeline of a whole log."""
        timeline = Timeline()
        for seq, entry in enumerate(entries, 1):
            timeline = timeline.then(seq, entry)
        return timeline

    def then(self, seq: int, entry: Entry) -> Timeline:
        """The timeline with one more entry."""
        if isinstance(entry, StepBack):
            return self._back(seq, entry.seq)
        if not isinstance(entry, Undo):
            return Timeline((*self._done, _Done(seq, entry, (seq,))))
        if self.undone == entry.seq:
            back = self._undone[-1].done
            back = back._replace(names=(*back.names, seq))
            return Timeline((*self._done, back), self._undone[:-1])
        return Timeline(self._done[:-1], (*self._undone, _Undone(seq, self._done[-1])))

    def _back(self, seq: int, to: int) -> Timeline:
        """Everything from entry ``to`` on is taken back, with what was said of it since. What was
        said of earlier entries stays, whenever that was."""
        order = [number for number, _ in self.standing]
        stay = set(order[: order.index(to)])
        kept = tuple(done for done in self._done if done.original in stay)
        gone = [_Undone(seq, done) for done in self._done if done.original not in stay]
        return Timeline(kept, (*self._undone, *reversed(gone)))

    @property
    def latest(self) -> int | None:
        """The entry that can be undone."""
        return self._done[-1].seq if self._done else None

    @property
    def undone(self) -> int | None:
        """The undo, or going back, of which one entry more can be brought back."""
        return self._undone[-1].by if self._undone else None

    def can_undo(self, seq: int) -> bool:
        """Is this the latest entry that stands, or the latest undo?"""
        return seq == self.undone or bool(self._done and seq in self._done[-1].names)

    @property
    def standing(self) -> list[tuple[int, Event]]:
        """What happened, in order, each under the number of its first entry."""
        order: list[int] = []
        said: dict[int, Event] = {}
        for done in self._done:
            match done.entry:
                case Replace(seq, by):
                    said[seq] = by
                case Insert(before, play):
                    # What stood after it may be gone by now, and come back.
                    place = order.index(before) if before in order else len(order)
                    order.insert(place, done.seq)
                    said[done.seq] = play
                case happening:
                    order.append(done.seq)
                    said[done.seq] = happening
        return [(seq, said[seq]) for seq in order]

    def original(self, seq: int) -> int:
        """The entry itself where ``seq`` is one that replaced it. Raises :class:`NoSuchEntry`."""
        for done in self._done:
            if seq in done.names:
                return done.original
        raise NoSuchEntry(seq)
