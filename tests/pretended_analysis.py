"""An analysis that costs nothing, for what is made of findings: of every fourth play another card
would have been better, and the others are as good as any."""

from collections.abc import Iterator

import pytest

from referee.rules.log.record import Record
from referee.rules.playing.game_analysis import Finding, NotJudged
from referee.rules.plays import Played
from referee.services import game_findings, log_analysis

EVERY = 4
SHARE = 10.5


def pretend(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the pretended analysis in place of the true one."""
    monkeypatch.setattr(log_analysis, "steps", findings)
    monkeypatch.setattr(
        game_findings, "expected_before", lambda record, _: (SHARE,) * record.players
    )


def play_by_play(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each slice be over after its first play."""
    monkeypatch.setattr(log_analysis, "SLICE_SECONDS", 0)


def played_in(record: Record) -> list[int]:
    return [at for at, event in enumerate(record.events) if isinstance(event.event, Played)]


def findings(record: Record, seed: str, start: int = 0) -> Iterator[Finding]:
    lean = int(seed[:2], 16) / 100
    for number, index in [*enumerate(played_in(record))][start:]:
        yield _finding(record, index, number, lean)


def _finding(record: Record, index: int, number: int, lean: float) -> Finding:
    event = record.events[index]
    assert isinstance(event.event, Played)
    assert event.seat is not None
    assert event.before is not None
    play, hand = event.event.play, record.hand(index) or ()
    assert isinstance(play, tuple)
    others = [card for card in hand if card != event.event.card]
    expected = tuple(round(SHARE + number / 10 + seat, 1) for seat in range(record.players))
    margins = (3.0,) * record.players
    if not others:
        why = NotJudged.NO_CHOICE
        return Finding(event.seq, event.seat, play, why=why, expected=expected, margins=margins)
    is_dear = number % EVERY == 0
    best = record.engine.listed(event.before, others[0]).plays[0] if is_dear else play
    loss = round(1 + number / 10 + lean, 2) if is_dear else 0
    low, high = (round(loss - 0.5, 2), round(loss + 0.5, 2)) if is_dear else (0, 0)
    return Finding(event.seq, event.seat, play, best, loss, low, high, 472, None, expected, margins)
