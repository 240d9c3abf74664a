"""Pages that start a session of one game, with players who have no names yet."""

from __future__ import annotations

import secrets
from contextlib import suppress
from typing import NamedTuple

from flask import Blueprint, make_response, render_template, request, url_for
from werkzeug.wrappers import Response

from ...languages import gettext
from ...rules.ruleset import Ruleset
from ...rules.seating import Teams
from ...rules.session_end import AgreedGames
from ...services import game_changes, session_views, sessions
from ...services.refusals import GameUnfinished
from ...services.sessions import SessionPlan
from ..form_key import request_key
from ..permissions import opened_with
from ..remember_group_on_phone import admitted
from ..ruleset_of_game_in_url import find_ruleset
from ..time_zone_cookie import phone_zone

blueprint = Blueprint("score_one_game", __name__)


class PlayerCount(NamedTuple):
    """A button of *Score one game*: a number of players, and their teams. ``teams`` is None where
    everybody is alone, which ``names_teams`` says where so many can also be partners, or must."""

    players: int
    teams: Teams | None
    names_teams: bool

    @property
    def value(self) -> str:
        return f"{self.players}-{len(set(self.teams))}" if self.teams else str(self.players)


@blueprint.get("/<game>/score")
def how_many(game: str) -> str:
    """Score one game: nothing to set up but the number of players."""
    ways = _ways(find_ruleset(game))
    return render_template(
        "start/score_one_game.html", game=game, ways=ways, key=secrets.token_urlsafe(12)
    )


@blueprint.post("/<game>/score")
def score_one(game: str) -> Response:
    """Start a session of one game with players who have no names yet."""
    rules = find_ruleset(game)
    text = request.form.get("players", "")
    way = next((way for way in _ways(rules) if way.value == text), None)
    if way is None:
        return make_response(how_many(game), 422)
    names = [gettext("Player %(number)d", number=seat) for seat in range(1, way.players + 1)]
    agreed = isinstance(rules.session, AgreedGames)
    planned, ends_with = (1, None) if agreed else (None, 1)
    plan = SessionPlan(game, names, way.teams, games_planned=planned, ends_with=ends_with)
    key = request_key(request.form.get("key", ""), plan)
    started = sessions.start_group(plan, gettext("A single game"), key, timezone=phone_zone())
    assert started.edit_key is not None
    opened = opened_with(started.edit_key)
    if not session_views.read_session(opened, started.session_id).games:
        with suppress(GameUnfinished):  # a second tap has begun it meanwhile
            game_changes.begin_game(opened, started.session_id)
    page = url_for(
        "sheets.page", group_id=started.group_id, session_id=started.session_id, number=1
    )
    return admitted(page, started.group_id, started.edit_key)


def _ways(rules: Ruleset) -> list[PlayerCount]:
    """Return the numbers of players for one game. Partners are asked about only where their piles
    are counted as one; elsewhere they change nothing on the sheet."""
    ways = []
    for players in rules.seating.deal_plans:
        teams = rules.seating.team_choices(players) if rules.sheet.by_side else ()
        alone = () if teams and players in rules.seating.pairs_only else (None,)
        ways += [
            PlayerCount(players, choice, names_teams=bool(teams)) for choice in (*alone, *teams)
        ]
    return ways
