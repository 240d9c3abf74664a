"""Rulings, sheets, games, sessions and groups as plain data, in the names of the JSON contract."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from .messages import verdict_text
from .rules.cards import Cards, Rank
from .rules.notation import write_card, write_rank
from .rules.ruleset import DealPlan
from .rules.scoring import Row, Sheet
from .rules.standings import Payment
from .rules.verdict import HandRuling, Outcome, PlayRuling, Ruling, Verdict
from .services.company import GroupView
from .services.evenings import Evening, GameScore
from .services.games import Begun, GameView
from .services.sheets import SheetState


def ruling_json(game: str, ruling: Ruling) -> dict[str, Any]:
    """The referee's answer."""
    return {
        "game": game,
        "table": _cards(ruling.table),
        "set_aside": _cards(ruling.set_aside),
        "sweeps_for": _ranks(ruling.sweeps_for),
        "hand": ruling.hand and _hand(ruling.hand),
        "play": ruling.play and _play(ruling.play),
        "verdict": ruling.verdict and _verdict(ruling.verdict),
    }


def _hand(hand: HandRuling) -> dict[str, Any]:
    return {
        "must_play": _cards(hand.must_play),
        "plays": [
            {
                "card": write_card(play.card),
                "sweep": play.sweep.value,
                "options_total": play.options_total,
                "points_least": play.points_least,
            }
            for play in hand.plays
        ],
    }


def _play(play: PlayRuling) -> dict[str, Any]:
    return {
        "card": write_card(play.card),
        "value": play.value,
        "creeps": play.creeps,
        "options_total": play.options_total,
        "options_complete": play.options_total is not None,
        "options": [_outcome(outcome) for outcome in play.outcomes],
    }


def _outcome(outcome: Outcome) -> dict[str, Any]:
    return {
        "captured": _cards(outcome.option.captured),
        "groups": [_cards(group) for group in outcome.option.groups],
        "left": _cards(outcome.left),
        "set_aside": _cards(outcome.set_aside),
        "sweep": outcome.sweep.value,
        "points": outcome.option.points,
        "points_most": outcome.option.points_most,
        "sets_up": _ranks(outcome.sets_up),
    }


def _verdict(verdict: Verdict) -> dict[str, Any]:
    return {
        "legal": verdict.legal,
        "reason": verdict.reason.value,
        "message": verdict_text(verdict),
        "rule": verdict.clause,
        "missed": _cards(verdict.missed),
    }


def _cards(cards: Cards) -> list[str]:
    return [write_card(card) for card in cards]


def _ranks(ranks: tuple[Rank, ...]) -> list[str]:
    return [write_rank(rank) for rank in ranks]


def sheet_json(sheet: Sheet, names: Sequence[str | None]) -> dict[str, Any]:
    """A scored game."""
    return {
        "players": [
            {"name": name, **score._asdict(), "total": score.total}
            for name, score in zip(names, sheet.scores, strict=True)
        ],
        "teams": sheet.teams and [team._asdict() for team in sheet.teams],
        "sum": sheet.sum,
        "expected": sheet.expected,
        "balanced": sheet.balanced,
        "kinds": sheet.kinds and {key: kind._asdict() for key, kind in sheet.kinds.items()},
    }


def etag(version: int) -> str:
    """A row's version, as it stands in ``ETag`` and ``If-Match``."""
    return f'"{version}"'


def row_json(version: int | None, row: Row) -> dict[str, Any]:
    """A player's row; without ``version`` it is one that was not entered."""
    answer: dict[str, Any] = {"markers": row.markers}
    if isinstance(row.counted, Mapping):
        answer |= row.counted
    elif row.counted is not None:
        answer["card_points"] = row.counted
    return answer if version is None else answer | {"etag": etag(version)}


def sheet_state_json(state: SheetState, names: Sequence[str]) -> dict[str, Any]:
    """A sheet while it is filled in and afterwards."""
    return {
        "rows": [
            row_json(version, row) if version else None
            for version, row in zip(state.versions, state.rows, strict=True)
        ],
        "last_capturer": state.last_capturer,
        "result": sheet_json(state.check.sheet, names) if state.check.complete else None,
    }


def game_begun_json(game: Begun) -> dict[str, Any]:
    """A game that was just begun, with what its dealer needs."""
    return _game_head(game.number, game.dealer, "open", game.plan)


def _game_head(number: int, dealer: int, state: str, plan: DealPlan) -> dict[str, Any]:
    deal_plan = {
        name: list(batches) if isinstance(batches, tuple) else batches
        for name, batches in plan._asdict().items()
    }
    return {"number": number, "dealer": dealer, "state": state, "deal_plan": deal_plan}


def game_json(game: GameView, names: Sequence[str]) -> dict[str, Any]:
    """A game that nobody follows play by play: no card of it is known."""
    rows = game.sheet.rows
    return _game_head(game.number, game.dealer, game.state, game.plan) | {
        "seq": 0,
        "turn": None,
        "deal": game.deal,
        "deals": game.plan.deals,
        "cards_left_in_hands": [0 if game.finished else game.plan.hand_size(game.deal)] * len(rows),
        "table": [],
        "sweeps_for": [],
        "set_aside": [],
        "piles": [{"cards": 0, "markers": row.markers, "points": 0} for row in rows],
        "last_capturer": game.sheet.last_capturer,
        "irregularities": [],
        "scores": sheet_json(game.sheet.check.sheet, names) if game.finished else None,
        "balanced": game.sheet.check.balanced if game.finished else None,
        "accepted_imbalance": game.accepted_imbalance,
    }


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
        "settlement": {
            "pairwise": _payments(evening.pairwise),
            "to_winner": _payments(evening.to_winner),
        },
    }


def _game_score(game: GameScore) -> dict[str, Any]:
    return {
        "number": game.number,
        "dealer": game.dealer,
        "state": "open" if game.scores is None else "finished",
        "scores": game.scores and list(game.scores),
        "balanced": game.balanced,
        "accepted_imbalance": game.accepted_imbalance,
    }


def _payments(payments: Iterable[Payment]) -> list[dict[str, int]]:
    return [{"from": p.payer, "to": p.receiver, "points": p.points} for p in payments]


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
