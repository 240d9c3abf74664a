"""Sessions and groups."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..rules.standings import SETTLEMENTS, Payment
from ..services.company import GroupView
from ..services.evenings import Evening, GameScore


def session_json(evening: Evening) -> dict[str, Any]:
    """A session with its standings and settlement."""
    return {
        "id": evening.id,
        "group_id": evening.group_id,
        "game": evening.rules.key,
        "players": list(evening.players),
        "teams": evening.teams and list(evening.teams),
        "house": evening.rules.house.switches(),
        "games_planned": evening.games_planned,
        "closed": evening.closed,
        "started_at": evening.started_at.isoformat(),
        "games": [_game_score(game) for game in evening.games],
        "standings": [
            {
                "side": standing.side,
                "name": evening.side_names[standing.side],
                "total": standing.total,
                "place": standing.place,
            }
            for standing in evening.standings
        ],
        "next_dealer": evening.next_dealer,
        "settlement": {way: _payments(evening.payments(way)) for way in SETTLEMENTS},
        "settlement_chosen": evening.settlement,
    }


def _game_score(game: GameScore) -> dict[str, Any]:
    return {
        "number": game.number,
        "dealer": game.dealer,
        "state": game.state,
        "scores": game.scores and list(game.scores),
        "balanced": game.balanced,
        "accepted_imbalance": game.accepted_imbalance,
    }


def _payments(payments: Iterable[Payment]) -> list[dict[str, int]]:
    return [{"from": p.payer, "to": p.receiver, "points": p.amount} for p in payments]


def group_json(group: GroupView) -> dict[str, Any]:
    """A group with its sessions and people."""
    return {
        "id": group.id,
        "name": group.name,
        "sessions": [
            {
                "id": session.id,
                "game": session.game,
                "started_at": session.started_at.isoformat(),
                "players": list(session.players),
                "games_played": session.games_played,
                "games_planned": session.games_planned,
                "closed": session.closed,
                "leaders": list(session.leaders),
            }
            for session in group.sessions
        ],
        "players": [
            {
                "name": person.name,
                "sessions": person.sessions,
                "sessions_won": person.sessions_won,
                "games": person.games,
                "points": person.points,
                "sweeps_taken": person.sweeps_taken,
                "sweeps_set_up": person.sweeps_set_up,
            }
            for person in group.players
        ],
    }
