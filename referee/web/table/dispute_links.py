"""Links from a game to the referee with the present position, and back."""

from collections.abc import Mapping
from functools import singledispatch
from typing import Any

from flask import redirect, url_for
from werkzeug.wrappers import Response

from ...rules.games.casino.followed.disputes import question_texts
from ...rules.games.casino.followed.followed_game import BuildGameEngine
from ...rules.games.casino.followed.state import build_game_state
from ...rules.games.casino.judge.play_rules import BuildRules
from ...rules.games.krypkasino.followed_game import CaptureGameEngine
from ...rules.games.krypkasino.question import Question
from ...rules.notation import NOTHING, write_card, write_cards
from ...rules.plays import Played
from ...rules.ruleset import GameEngine, Referee, Ruleset, State
from ...rules.seating import Teams
from ...services import followed_games, session_views
from ...services.followed_games import FollowedView
from ...services.group_edits import RulesInUse
from ...services.refusals import NotAccessible
from ...services.session_views import SessionView
from ...urls import root
from ..referee.position_url import FROM, GROUPS
from ..referee.tap_urls import PAIRS, may_pair
from ..secret_links import SESSION, GameInUrl, SessionInUrl, session_blueprint

blueprint = session_blueprint("dispute_links", SESSION)


@blueprint.get("/dispute")
def of_session(place: SessionInUrl) -> Response:
    session_view = session_views.read_session(place.access(), place.session_id)
    return _go(address_of_session(session_view))


@blueprint.get("/<number:number>/dispute")
def of_game(place: GameInUrl) -> Response:
    """Redirect to the last play with its verdict, which most disputes are about; before any play to
    the referee."""
    events = followed_games.read_followed(place.access(), place.game_id).record.events
    plays = (at for at, applied in enumerate(events) if isinstance(applied.event, Played))
    last = max(plays, default=None)
    return of_card(place) if last is None else _go(url_for("table.replay", index=last))


@blueprint.get("/<number:number>/dispute/card")
def of_card(place: GameInUrl) -> Response:
    """Redirect to the referee with the present position: a link in the page may be older than the
    table."""
    opened = place.access()
    teams = session_views.read_session(opened, place.session_id).teams
    return _go(address_of_game(followed_games.read_followed(opened, place.game_id), teams))


def _go(address: str | None) -> Response:
    if address is None:
        raise NotAccessible
    return redirect(address, 303)


# The pages that lead here hold the same addresses: where there is no network, the phone goes there.


def address_of_session(session_view: SessionView) -> str | None:
    """Return the URL of the referee with an empty table, None where the game has none."""
    if session_view.rules.referee is None:
        return None
    rules = session_view.rules
    fields = fields_of_session(rules.referee, rules, len(session_view.players), session_view.teams)
    return referee_address(rules, fields, url_for("session.page"))


def address_of_group(group_id: str, in_use: RulesInUse | None) -> str | None:
    """Return the URL of the referee with the house rules of a group and an empty table, None where
    the group plays by none or the game has no referee."""
    if in_use is None or in_use.rules.referee is None:
        return None
    rules, players, teams = in_use
    fields = fields_of_session(rules.referee, rules, players, teams)
    return referee_address(rules, fields, url_for("group.page", group_id=group_id))


def address_of_game(game: FollowedView, teams: Teams | None) -> str | None:
    """Return the URL of the referee with the table of a followed game; None where the game has no
    referee. ``teams`` are those of its session."""
    if game.sheet.rules.referee is None:
        return None
    rules, state = game.sheet.rules, game.record.state
    fields = fields_of_session(rules.referee, rules, len(game.sheet.players), teams)
    if state and state.turn is not None and rules.engine:
        fields = fields_of_state(rules.engine, state)
    page = "table.page" if game.record.seq else "counter.page"
    return referee_address(rules, fields, url_for(page))


@singledispatch
def fields_of_session(
    _referee: Referee | None, _rules: Ruleset, _players: int, _teams: Teams | None
) -> dict[str, str]:
    """Return the referee's fields for a game that is not followed."""
    return {}


@fields_of_session.register
def _(_referee: BuildRules, rules: Ruleset, players: int, teams: Teams | None) -> dict[str, str]:
    fewest = min(rules.seating.deal_plans)
    asks = players != fewest and rules.seating.deals_to(players)
    fields = {"players": str(players)} if asks else {}
    return fields | ({PAIRS: "1"} if teams and may_pair(rules, players) else {})


@singledispatch
def fields_of_state(engine: GameEngine, state: State) -> dict[str, str]:
    """Return the referee's fields for a followed game in a state."""
    raise NotImplementedError(type(engine).__name__)


@fields_of_state.register
def _(engine: CaptureGameEngine, state: State) -> dict[str, str]:
    last_of_deal = engine.seating.ends_deal(state.in_hands, state.deal, engine.held(state).surplus)
    return fields_of(Question(table=state.table, last_of_deal=last_of_deal))


@fields_of_state.register
def _(engine: BuildGameEngine, state: State) -> dict[str, str]:
    assert state.turn is not None
    return question_texts(engine, build_game_state(state), state.turn)


def fields_of(question: Question) -> dict[str, str]:
    """Return the query fields of a question of Krypkasino."""
    return {
        "table": write_cards(question.table),
        "played": write_card(question.played) if question.played else "",
        "hand": write_cards(question.hand or ()),
        "captured": "" if question.captured is None else write_cards(question.captured) or NOTHING,
        "last_of_deal": "1" if question.last_of_deal else "",
    }


def referee_address(rules: Ruleset, fields: Mapping[str, str], back: str) -> str:
    """Return the URL of the referee with the ``fields`` of a question, the house rules and the way
    back to a game."""
    query = {
        **fields,
        "house": " ".join(rules.house_rules.on_during_play),
        FROM: back.removeprefix(root() + GROUPS),
    }
    given: dict[str, Any] = {name: text for name, text in query.items() if text}
    return url_for("referee.page", game=rules.key, **given)
