"""What of a log stands: entries that were undone are left out, replaced ones say what is true, and
plays that were forgotten are in their place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from .cards import Impossible
from .entries import Entry, Happening, Insert, Replace, Undo


class NoSuchEntry(Impossible):
    """An entry that does not stand in the log, or that cannot be what is said of it."""

    def __init__(self, seq: int) -> None:
        super().__init__(f"no entry {seq}")
        self.seq = seq


@dataclass
class _Done:
    """An entry that has its effect. Its ``names`` are the numbers that undo it: its own, and
    those of the entries that brought it back."""

    seq: int
    entry: Happening | Replace | Insert
    names: set[int] = field(default_factory=set)


class _Undone(NamedTuple):
    """An entry that was taken back, by entry number ``by``."""

    by: int
    done: _Done


class Timeline:
    """A log's entries, numbered from 1, with undo and redo worked out."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._done: list[_Done] = []
        self._undone: list[_Undone] = []
        for seq, entry in enumerate(entries, 1):
            self._add(seq, entry)

    def _add(self, seq: int, entry: Entry) -> None:
        if not isinstance(entry, Undo):
            self._done.append(_Done(seq, entry, {seq}))
            self._undone.clear()
        elif self._undone and entry.seq == self._undone[-1].by:
            back = self._undone.pop().done
            back.names.add(seq)
            self._done.append(back)
        else:
            self._undone.append(_Undone(seq, self._done.pop()))

    @property
    def latest(self) -> int | None:
        """The entry that can be undone."""
        return self._done[-1].seq if self._done else None

    @property
    def undone(self) -> int | None:
        """The undo that can be undone."""
        return self._undone[-1].by if self._undone else None

    def can_undo(self, seq: int) -> bool:
        """Is this the latest entry that stands, or the latest undo?"""
        return seq == self.undone or bool(self._done and seq in self._done[-1].names)

    @property
    def standing(self) -> list[tuple[int, Happening]]:
        """What happened, in order, each under the number of its first entry."""
        order: list[int] = []
        said: dict[int, Happening] = {}
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
                return done.entry.seq if isinstance(done.entry, Replace) else done.seq
        raise NoSuchEntry(seq)
