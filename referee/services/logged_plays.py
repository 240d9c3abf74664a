"""Finished games and sessions as plays, for the apps in which people log what they have played.

Board Game Stats is handed a play by a link that a person opens. BoardGameGeek's importers and
spreadsheets take a CSV file with a row for each player.
"""

import csv
import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from io import StringIO
from urllib.parse import quote

from ..rules import standings
from .exports import without_formula
from .outcome import add_up
from .session_views import GameScore, SessionView

BOARD_GAME_STATS = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Referee"
"""The name under which the app remembers whom it was told that a ``sourcePlayerId`` is."""
_AS_BROWSERS_DO = "!~*'()"
"""Characters that the encoding of a URL leaves alone in browsers, beside letters and digits."""


@dataclass(frozen=True)
class LoggedPlayer:
    """A player of a play. ``points`` and ``place`` are those of the player's side; ``team`` is
    None where everybody plays alone."""

    id: str
    name: str
    seat: int
    points: int
    place: int
    has_won: bool
    starts: bool
    team: int | None


@dataclass(frozen=True)
class LoggedPlay:
    """A finished game, or a session as far as it has come. Its ``id`` and those of its players stay
    when a name or a score is corrected, so that whoever is handed it again recognises it."""

    id: str
    game: str
    ended_at: datetime
    lowest_wins: bool
    players: tuple[LoggedPlayer, ...]

    @property
    def title(self) -> str:
        """The English name of the game: other apps find their games by it."""
        return self.game.replace("-", " ").title()


def play_of_game(session_view: SessionView, number: int) -> LoggedPlay | None:
    """Return a game of a session as a play; None until it is finished."""
    game = next((game for game in session_view.finished if game.number == number), None)
    if game is None or game.finished_at is None:
        return None
    totals = add_up(session_view.rules, session_view.sides, [game.scores or ()])
    won = _claimants(session_view, game) or standings.leaders(
        totals, lowest_wins=session_view.lowest_wins
    )
    return LoggedPlay(
        f"{session_view.id}-{number}",
        session_view.rules.key,
        game.finished_at,
        session_view.lowest_wins,
        tuple(_players(session_view, totals, won, session_view.leader_of(number))),
    )


def play_of_session(session_view: SessionView) -> LoggedPlay | None:
    """Return a session with its totals as a play; None before its first game is finished.

    It ends with the last game that counts, and whoever began the first one has begun it.
    """
    counted = session_view.counted
    if not counted or counted[-1].finished_at is None:
        return None
    first_player = session_view.leader_of(counted[0].number)
    return LoggedPlay(
        session_view.id,
        session_view.rules.key,
        counted[-1].finished_at,
        session_view.lowest_wins,
        tuple(_players(session_view, session_view.totals, session_view.leading, first_player)),
    )


def _claimants(session_view: SessionView, game: GameScore) -> tuple[int, ...]:
    """Return the side that ended a game by claiming the target; none without a claim."""
    return tuple(side for side, seats in session_view.sides.items() if game.claimed_by in seats)


def _players(
    session_view: SessionView,
    totals: standings.Totals,
    won: tuple[int, ...],
    first_player: int,
) -> Iterator[LoggedPlayer]:
    """Yield the players of a play in seat order."""
    places = {
        standing.side: standing.place
        for standing in standings.standings(totals, lowest_wins=session_view.lowest_wins)
    }
    side_of = {seat: side for side, seats in session_view.sides.items() for seat in seats}
    in_teams = len(session_view.sides) < len(session_view.players)
    for seat, (person, name) in enumerate(
        zip(session_view.people, session_view.players, strict=True)
    ):
        side = side_of[seat]
        yield LoggedPlayer(
            f"{session_view.group_id}-{person}",
            name,
            seat,
            totals[side],
            places[side],
            side in won,
            seat == first_player,
            side + 1 if in_teams else None,
        )


def bg_stats_url(play: LoggedPlay | None) -> str | None:
    """Return the link that hands a play to Board Game Stats; None without a play.

    Its documents call ``winner``, ``startPlayer``, ``highestWins`` and ``noPoints`` optional, but
    on Android it fails where one is left out. ``bggId`` is left out: sources do not agree on the
    numbers of these games, and the app looks for the name.
    """
    if play is None:
        return None
    text = json.dumps(_bg_stats_play(play), ensure_ascii=False, separators=(",", ":"))
    return BOARD_GAME_STATS + quote(text, safe=_AS_BROWSERS_DO)


def _bg_stats_play(play: LoggedPlay) -> dict[str, object]:
    game = {
        "name": play.title,
        "sourceGameId": play.game,
        "highestWins": not play.lowest_wins,
        "noPoints": False,
    }
    players = [
        {
            "name": player.name,
            "sourcePlayerId": player.id,
            "startPlayer": player.starts,
            "winner": player.has_won,
            "score": player.points,
            "rank": player.place,
            **({} if player.team is None else {"team": str(player.team)}),
        }
        for player in play.players
    ]
    return {
        "sourceName": SOURCE,
        "sourcePlayId": play.id,
        "playDate": f"{play.ended_at.astimezone(UTC):%Y-%m-%d %H:%M:%S}",
        "game": game,
        "players": players,
    }


COLUMNS_OF_PLAYS = (
    *("playid", "date", "game", "quantity", "name", "startposition", "color", "score", "rank"),
    "win",
)
"""The columns of plays, as BoardGameGeek names the fields of its plays; a team is its ``color``."""


def plays_as_csv(session_views: list[SessionView]) -> str:
    """Return the finished games of sessions as CSV, a row for each player.

    Headings are English and cells are separated by commas in every language: programs read them.
    """
    output = StringIO()
    table = csv.writer(output)
    table.writerow(COLUMNS_OF_PLAYS)
    for session_view in session_views:
        for game in session_view.finished:
            play = play_of_game(session_view, game.number)
            if play is not None:
                table.writerows(_rows(play, session_view))
    return output.getvalue()


def _rows(play: LoggedPlay, session_view: SessionView) -> Iterator[list[object]]:
    day = session_view.local(play.ended_at).date().isoformat()
    first = next(player.seat for player in play.players if player.starts)
    step, number = session_view.rules.seating.step, len(play.players)
    for player in play.players:
        position = (player.seat - first) * step % number + 1
        team = "" if player.team is None else f"Team {player.team}"
        cells = (play.id, day, play.title, 1, without_formula(player.name), position, team)
        yield [*cells, player.points, player.place, int(player.has_won)]
