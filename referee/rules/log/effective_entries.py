"""The entries of a log that stand: undone entries are left out, replaced ones have their new
content, and inserted plays are in their place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..error_bases import Impossible
from ..events import Event
from .entries import Agreed, Entry, Insert, Replace, StepBack, Undo


class NoSuchEntry(Impossible):
    """An entry that does not stand in the log, or that the correction does not fit."""

    def __init__(self, seq: int) -> None:
        super().__init__(f"no entry {seq}")
        self.seq = seq


class _EffectiveEntry(NamedTuple):
    """An entry that has its effect. ``names`` are the numbers by which it can be undone: its own,
    and those of the entries that brought it back."""

    seq: int
    entry: Event | Replace | Insert | Agreed
    names: tuple[int, ...]

    @property
    def original(self) -> int:
        """Return the number of the entry, or of the one that it replaces or is about."""
        return self.entry.seq if isinstance(self.entry, Replace | Agreed) else self.seq


class _UndoneEntry(NamedTuple):
    """An entry that was taken back by the entry with the number ``by``."""

    by: int
    item: _EffectiveEntry


@dataclass(frozen=True)
class Timeline:
    """The entries of a log, numbered from 1, with undo and redo resolved."""

    _effective: tuple[_EffectiveEntry, ...] = ()
    _undone: tuple[_UndoneEntry, ...] = ()

    @staticmethod
    def of(entries: Sequence[Entry]) -> Timeline:
        """Return the timeline of a whole log."""
        timeline = Timeline()
        for seq, entry in enumerate(entries, 1):
            timeline = timeline.then(seq, entry)
        return timeline

    def then(self, seq: int, entry: Entry) -> Timeline:
        """Return the timeline with one more entry."""
        if isinstance(entry, StepBack):
            return self._back(seq, entry.seq)
        if not isinstance(entry, Undo):
            return Timeline((*self._effective, _EffectiveEntry(seq, entry, (seq,))))
        if self.undone == entry.seq:
            restored = self._undone[-1].item
            restored = restored._replace(names=(*restored.names, seq))
            return Timeline((*self._effective, restored), self._undone[:-1])
        return Timeline(
            self._effective[:-1], (*self._undone, _UndoneEntry(seq, self._effective[-1]))
        )

    def _back(self, seq: int, to: int) -> Timeline:
        """Return the timeline without entry ``to`` and all later ones, and without their
        corrections. Corrections of earlier entries stay."""
        seqs = [number for number, _ in self.standing]
        staying = set(seqs[: seqs.index(to)])
        effective = tuple(item for item in self._effective if item.original in staying)
        undone = [
            _UndoneEntry(seq, item) for item in self._effective if item.original not in staying
        ]
        return Timeline(effective, (*self._undone, *reversed(undone)))

    @property
    def latest(self) -> int | None:
        """Return the number of the latest entry that can be undone; None if there is none."""
        return self._effective[-1].seq if self._effective else None

    @property
    def latest_entry(self) -> Event | Replace | Insert | Agreed | None:
        """Return the latest entry that can be undone; None if there is none."""
        return self._effective[-1].entry if self._effective else None

    @property
    def undone(self) -> int | None:
        """Return the number of the undo or step back whose next entry can be brought back; None if
        there is none."""
        return self._undone[-1].by if self._undone else None

    def can_undo(self, seq: int) -> bool:
        """Return whether an entry is the latest that stands or the latest undo."""
        return seq == self.undone or bool(self._effective and seq in self._effective[-1].names)

    @property
    def standing(self) -> list[tuple[int, Event]]:
        """Return the events that stand, in order, each with the number of its first entry."""
        order: list[int] = []
        events: dict[int, Event] = {}
        for item in self._effective:
            match item.entry:
                case Replace(seq, by):
                    events[seq] = by
                case Insert(before, play):
                    # The entry after it may be undone by now, and may be redone later.
                    place = order.index(before) if before in order else len(order)
                    order.insert(place, item.seq)
                    events[item.seq] = play
                case Agreed():
                    pass  # it changes nothing in the game
                case event:
                    order.append(item.seq)
                    events[item.seq] = event
        return [(seq, events[seq]) for seq in order]

    @property
    def agreements(self) -> dict[int, str]:
        """Return what the table has agreed on, by the number of the entry that it is about."""
        return {
            item.entry.seq: item.entry.text
            for item in self._effective
            if isinstance(item.entry, Agreed)
        }

    def original(self, seq: int) -> int:
        """Return the number of the entry that ``seq`` names or replaced. Raises
        :class:`NoSuchEntry`."""
        for item in self._effective:
            if seq in item.names:
                return item.original
        raise NoSuchEntry(seq)
