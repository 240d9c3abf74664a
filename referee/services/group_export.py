"""Export of a group as plain data, for a file."""

from __future__ import annotations

from itertools import pairwise

from marshmallow import missing

from ..shapes import With
from ..store import queries
from ..store.models import Game, GameSession
from .archive_schema import FORMAT, VERSION, GroupData
from .group_keys import Access
from .group_presets import read_presets
from .group_session_game_lookup import find_group, find_session
from .next_dealer import next_dealer
from .stored_seats import names_of


def export_group(access: Access, session_id: str | None = None) -> dict[str, object]:
    """Return a group as plain data, without keys; with a ``session_id`` that session alone.

    Raises :class:`~referee.services.refusals.NotAccessible`.
    """
    group = find_group(access)
    if session_id is None:
        sessions, presets = queries.sessions(group.id), read_presets(access)
    else:
        sessions, presets = [find_session(access, session_id)], ()
    nights = {session.night: None for session in reversed(sessions) if session.night}
    numbers: dict[str | None, int] = {night: number for number, night in enumerate(nights, 1)}
    return GroupData.json(
        With(
            group,
            format=FORMAT,
            version=VERSION,
            blames=group.blames or missing,
            timezone=group.timezone or missing,
            players=[player.name for player in queries.players(group.id)],
            presets=presets or missing,
            sessions=[
                _session(session, numbers.get(session.night)) for session in reversed(sessions)
            ],
        )
    )


def _session(session: GameSession, night: int | None) -> With:
    """Return a session as it is exported; ``night`` is the number of its night in the file."""
    games, details = queries.whole_games(session.id), queries.beside_games(session.id)
    return With(
        session,
        players=names_of(session),
        games_planned=session.games_planned or None,
        target=_or_missing(session.target),
        ends_with=_or_missing(session.ends_with),
        night=_or_missing(night),
        set_aside=session.set_aside or missing,
        games=(
            _game(game, details, next_dealer(session, before))
            for before, game in pairwise([None, *games])
            if game is not None
        ),
    )


def _game(game: Game, details: queries.GameDetails, next_dealer: int) -> With:
    """Return a game as it is exported.

    The dealer is left out if it is ``next_dealer``, who follows from the games before: scores may
    have been corrected since the game was dealt.
    """
    return With(
        game,
        sweeps=details.sweeps[game.id],
        corrections=details.corrections[game.id],
        log=details.log[game.id],
        refused=game.refused or missing,
        dealer=missing if game.dealer == next_dealer else game.dealer,
        claimed_by=_or_missing(game.claimed_by),
    )


def _or_missing(value: int | None) -> object:
    """Return the value, or the marker that leaves the field out for None."""
    return missing if value is None else value
