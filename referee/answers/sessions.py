"""Sessions and groups."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..rules.standings import SETTLEMENTS, Payment
from ..services.overview import Fared, GroupView, Statistics
from ..services.session_views import GameScore, SessionView
from ..zones import server_zone


def session_json(session_view: SessionView) -> dict[str, Any]:
    """A session with its standings and settlement."""
    return {
        "id": session_view.id,
        "group_id": session_view.group_id,
        "game": session_view.rules.key,
        "players": list(session_view.players),
        "teams": session_view.teams and list(session_view.teams),
        "house": session_view.rules.house.switches(),
        "games_planned": session_view.games_planned,
        "closed": session_view.closed,
        "started_at": session_view.started_at.isoformat(),
        "date": session_view.date.isoformat(),
        "games": [_game_score(game) for game in session_view.games],
        "standings": [
            {
                "side": standing.side,
                "name": session_view.side_names[standing.side],
                "total": standing.total,
                "place": standing.place,
            }
            for standing in session_view.standings
        ],
        "next_dealer": session_view.next_dealer,
        "settlement": {way: _payments(session_view.payments(way)) for way in SETTLEMENTS},
        "settlement_chosen": session_view.settlement,
        "target": session_view.target,
        "direction": "low" if session_view.lowest_wins else "high",
        "over": session_view.decided,
        "winners": list(session_view.winners),
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
        "timezone": group.timezone or server_zone(),
        "sessions": [
            {
                "id": session.id,
                "game": session.game,
                "started_at": session.started_at.isoformat(),
                "date": session.date.isoformat(),
                "players": list(session.players),
                "games_played": session.games_played,
                "games_planned": session.games_planned,
                "closed": session.closed,
                "leaders": list(session.leaders),
            }
            for session in group.sessions
        ],
        "players": [
            {"name": person.name} | _fared(person.all) | _by_game(group, person)
            for person in group.players
        ],
    }


def _fared(fared: Fared) -> dict[str, int]:
    return {
        "sessions": fared.sessions,
        "sessions_won": fared.sessions_won,
        "games": fared.games,
        "points": fared.points,
        "sweeps_taken": fared.sweeps_taken,
        "sweeps_set_up": fared.sweeps_set_up,
    }


def _by_game(group: GroupView, person: Statistics) -> dict[str, Any]:
    """Where several games were played: their points cannot be added."""
    if len(group.games) < 2:
        return {}
    return {"by_game": {game: _fared(person.by_game[game]) for game in group.games}}
