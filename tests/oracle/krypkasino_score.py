"""The score of one game of Krypkasino, added up the plain way (#scoring)."""

from collections.abc import Sequence
from typing import Any

POINTS_EACH = {"storan": 3, "lillan": 2, "ace_of_spades": 2, "other_spades": 1, "other_aces": 1}
EXPECTED = {"storan": 2, "lillan": 2, "ace_of_spades": 2, "other_spades": 22, "other_aces": 6}


def score(
    players: Sequence[dict[str, Any]],
    house_last_capture_point: bool,
    last_capturer: int | None,
    teams: Sequence[int] | None,
) -> dict[str, Any]:
    """Return the score sheet of one game (#scoring, #house-rules; teams by #players), of sound
    input."""
    answers: list[dict[str, Any]] = []
    for seat, player in enumerate(players):
        # Seats count clockwise, so the left-hand neighbour is the next seat: the one who
        # sweeps what this player left.
        left = players[(seat + 1) % len(players)]
        sweeps = 5 * player["markers"]
        set_ups = -5 * left["markers"]
        cards = _card_points(player)
        last = 1 if house_last_capture_point and last_capturer == seat else 0
        answers.append(
            {
                "name": player["name"],
                "sweeps": sweeps,
                "set_ups": set_ups,
                "cards": cards,
                "last_capture": last,
                "total": sweeps + set_ups + cards + last,
            }
        )
    total = sum(answer["total"] for answer in answers)
    expected = 43 if house_last_capture_point else 42
    kinds = _kinds(players)
    complete = kinds is None or all(kind["found"] == kind["expected"] for kind in kinds.values())
    return {
        "players": answers,
        "teams": None if teams is None else _teams(answers, teams),
        "sum": total,
        "expected": expected,
        "balanced": total == expected and complete,
        "kinds": kinds,
    }


def _card_points(player: dict[str, Any]) -> int:
    """Return counting cards in a player's pile (#values and #scoring), by kinds or as one
    number."""
    if "card_points" in player:
        return int(player["card_points"])
    return sum(int(player[kind]) * each for kind, each in POINTS_EACH.items())


def _kinds(players: Sequence[dict[str, Any]]) -> dict[str, dict[str, int]] | None:
    """Cards found and expected of each kind (#scoring); None if a player gave one number."""
    if any("card_points" in player for player in players):
        return None
    return {
        kind: {"found": sum(int(player[kind]) for player in players), "expected": expected}
        for kind, expected in EXPECTED.items()
    }


def _teams(answers: Sequence[dict[str, Any]], teams: Sequence[int]) -> list[dict[str, Any]]:
    """Return the scores of teams: the sum of their members' (#players); lowest team number
    first."""
    sheet: list[dict[str, Any]] = []
    for team in sorted(set(teams)):
        members = [seat for seat, number in enumerate(teams) if number == team]
        total = sum(answers[seat]["total"] for seat in members)
        sheet.append({"team": team, "players": members, "total": total})
    return sheet
