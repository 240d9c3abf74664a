"""Sessions: beginning, ending, changing, deleting one; who deals next, and for what stake."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import NamedTuple

from sqlalchemy.exc import IntegrityError

from ..rules.games import ruleset
from ..rules.ruleset import Ruleset
from ..rules.seating import LastGame, SessionSoFar, Teams, check_seat
from ..rules.session_end import SessionLength
from ..rules.standings import SETTLEMENTS
from ..store import queries
from ..store.database import db, writing
from ..store.models import USUAL_SETTLEMENT, Game, GameSession, Group, Player, Seat, now
from .access import (
    ANYBODY,
    Access,
    answered,
    changing_group,
    changing_session,
    edit_key,
    find_session,
    is_secret,
    new_edit_key,
    once,
    set_keys,
)
from .names import clean_name, clean_names, clean_zone, group_name, new_id, normal
from .outcome import won_earlier
from .refusals import Cause, Conflict, ContinuedAlready, NotAccessible, SessionHasBegun
from .stored_game import names_of, rules_for, sides_of


@dataclass(frozen=True)
class SessionPlan:
    """The plan of a session.

    ``players`` are in seat order, ``teams`` has the team of each seat, ``house_rules`` those
    that are on. Without ``games_planned`` and ``target`` the game's own length holds. ``ends_with``
    is the game with which a session to a target ends in any case.
    """

    game: str
    players: Sequence[str]
    teams: Sequence[int] | None = None
    house_rules: Sequence[str] = ()
    games_planned: int | None = None
    first_dealer: int = 0
    target: int | None = None
    ends_with: int | None = None

    @property
    def content(self) -> dict[str, object]:
        """The plan as plain data, whose hash is stored with the keys of requests.

        Names of earlier versions stay, so that a request may be repeated after an update.
        """
        facts, later = asdict(self), ("target", "ends_with")
        facts["house"] = facts.pop("house_rules")
        return {
            name: value for name, value in facts.items() if name not in later or value is not None
        }

    def check(self) -> SettledPlan:
        """Return the plan with everything that it leaves to the game.

        Raises a :class:`.RulesError`, or a refusal of its names.
        """
        rules = ruleset(self.game, self.house_rules)
        players = len(self.players)
        rules.seating.deal_plan(players)
        names = clean_names(self.players)
        teams = rules.seating.settle(players, self.teams)
        check_seat(self.first_dealer, players)
        length = rules.session.settle(players, SessionLength(self.games_planned, self.target))
        return SettledPlan(rules, names, teams, length)


class SettledPlan(NamedTuple):
    """A checked plan, with everything that it leaves to the game."""

    rules: Ruleset
    names: tuple[str, ...]
    teams: Teams | None
    length: SessionLength


class StartedSession(NamedTuple):
    """A new session.

    ``edit_key`` is None if its group had keys already, or if the sender of a repeated request
    cannot be told from others.
    """

    session_id: str
    group_id: str
    edit_key: str | None


def start_group(
    plan: SessionPlan,
    name: str | None = None,
    key: str | None = None,
    *,
    timezone: str | None = None,
) -> StartedSession:
    """Start a session with new people, in a new group, and return it.

    ``timezone`` is that of the group; None is the server's. A ``key`` that was used before gets the
    same answer, without the edit key where others may have the same key
    (:func:`~referee.services.access.is_secret`).
    """
    plan.check()
    group_title = clean_name(name, "group_name") if name else group_name(clean_names(plan.players))
    zone = timezone and clean_zone(timezone)
    content = [plan.content, name] if zone is None else [plan.content, name, zone]
    group_id = new_id()
    secret = key is not None and is_secret(key)
    seed = key if key is not None and secret else new_edit_key()

    def make() -> dict[str, str]:
        group = add_group(group_title, edit_key(group_id, seed), group_id)
        group.timezone = zone
        return {"session_id": add_session(group, plan).id, "group_id": group.id}

    def make_once() -> dict[str, str]:
        with writing():
            return once(ANYBODY, key, content, make)

    try:
        answer = make_once()
    except IntegrityError:  # the same request twice at the same moment: the other one made it
        answer = make_once()
    is_new = answer["group_id"] == group_id
    return StartedSession(
        **answer, edit_key=edit_key(answer["group_id"], seed) if secret or is_new else None
    )


def is_started(key: str) -> bool:
    """Return whether a group was started with this key before."""
    return answered(ANYBODY, key) is not None


def start_session(access: Access, plan: SessionPlan, key: str | None = None) -> StartedSession:
    """Start another session of a group and return it; new names become people of the group."""
    plan.check()
    with changing_group(access) as group:
        answer = once(
            group.id,
            key,
            ["session", plan.content],
            lambda: {"session_id": add_session(group, plan).id},
            group_id=group.id,
        )
        return StartedSession(answer["session_id"], group.id, None)


def start_rematch(
    access: Access, session_id: str, first_dealer: int, key: str | None
) -> StartedSession:
    """Start a session with the same people and house rules, and return it.

    It has the game's own length if it follows a single game. Raises :class:`.NotAccessible`.
    """
    session = find_session(access, session_id)
    plan = SessionPlan(
        session.game,
        names_of(session),
        session.teams,
        session.house,
        session.games_planned if session.games_planned > 1 else None,
        first_dealer,
        session.target,
    )
    return start_session(access, plan, key)


def change_session(access: Access, session_id: str, plan: SessionPlan) -> None:
    """Replace the plan of a session that has no game yet.

    Raises :class:`.SessionHasBegun`.
    """
    plan.check()
    with changing_group(access) as group:
        change_plan(group, session_of(group, session_id), plan)


def session_of(group: Group, session_id: str) -> GameSession:
    """Return a session of a locked group, locked too, with a new version.

    Raises :class:`.NotAccessible`.
    """
    session = queries.session(group.id, session_id, lock=True)
    if session is None:
        raise NotAccessible
    session.version += 1
    return session


def change_plan(group: Group, session: GameSession, plan: SessionPlan) -> None:
    """Replace the plan of a session that has no game yet. Belongs into a transaction.

    Raises :class:`.SessionHasBegun`.
    """
    if queries.last_game(session.id) is not None:
        raise SessionHasBegun
    for seat in session.seats:
        db.session.delete(seat)
    db.session.flush()
    db.session.expire(session, ["seats"])
    _settle(session, group, plan)


def close_session(access: Access, session_id: str) -> None:
    """End a session, early or not."""
    with changing_session(access, session_id) as session:
        session.closed_at = session.closed_at or now()


def reopen_session(access: Access, session_id: str) -> None:
    """Take an ended session up again.

    Raises :class:`.ContinuedAlready` for a part that another one follows.
    """
    with changing_group(access) as group:
        session = session_of(group, session_id)
        if part_after(session, parts_of_night(session)):
            raise ContinuedAlready
        session.closed_at = None


def end_with(access: Access, session_id: str, number: int | None) -> None:
    """Let a session end with the game of this number, after which somebody had won.

    Later games are kept and do not count; None lets them count again. Nothing changes if nobody has
    won with that game any more.
    """
    with changing_session(access, session_id) as session:
        earlier = won_earlier(session, queries.games(session.id))
        if number is None or (earlier is not None and earlier.number == number):
            session.ends_with = number


def set_aside(access: Access, session_id: str, *, aside: bool) -> None:
    """Set a session aside, so that it counts nowhere, or let it count again."""
    with changing_group(access) as group:
        session_of(group, session_id).set_aside = aside


def delete_session(access: Access, session_id: str) -> None:
    """Delete a session that is set aside, with its games.

    Raises :class:`.Conflict` if it is not set aside.
    """
    with changing_group(access) as group:
        session = session_of(group, session_id)
        if not session.set_aside:
            raise Conflict(Cause.NOT_SET_ASIDE)
        db.session.delete(session)


def add_group(name: str, key: str, group_id: str | None = None) -> Group:
    """Add a group that this edit key opens, and return it. Belongs into a transaction."""
    group = Group(id=group_id or new_id(), name=name)
    set_keys(group, key)
    db.session.add(group)
    db.session.flush()
    return group


def add_session(group: Group, plan: SessionPlan) -> GameSession:
    """Add a session to a group, and return it. Belongs into a transaction.

    It settles as the latest session of the group does.
    """
    last = queries.latest_session(group.id)
    session = GameSession(
        id=new_id(),
        group_id=group.id,
        currency="",
        settlement=last.settlement if last else USUAL_SETTLEMENT,
    )
    _settle(session, group, plan)
    db.session.add(session)
    db.session.flush()
    return session


def _settle(session: GameSession, group: Group, plan: SessionPlan) -> None:
    _, names, teams, length = plan.check()
    session.game, session.house = plan.game, sorted(plan.house_rules)
    session.teams = None if teams is None else list(teams)
    session.games_planned, session.target = length.games_planned or 0, length.target
    session.ends_with = plan.ends_with if length.target is not None else None
    session.first_dealer = plan.first_dealer
    players = {normal(player.name): player for player in queries.players(group.id)}
    for seat, name in enumerate(names):
        player = players.get(name) or Player(group_id=group.id, name=name)
        session.seats.append(Seat(seat=seat, player=player))


def next_dealer(session: GameSession, last: Game | None) -> int:
    """Return the seat that deals after the ``last`` game, or the first game for None."""
    seating, seats_of_sides, first = (
        rules_for(session).seating,
        sides_of(session),
        session.first_dealer,
    )
    if last is None:
        return seating.next_dealer(SessionSoFar(seats_of_sides, first, 0, None))
    scores = [row.total or 0 for row in last.rows] if last.finished else None
    last_game = LastGame(last.dealer, scores)
    return seating.next_dealer(SessionSoFar(seats_of_sides, first, last.number, last_game))


def set_stake(access: Access, session_id: str, stake: int | None, currency: str) -> None:
    """Set the money for a point of a whole night, in hundredths of a currency; None: points."""
    with changing_group(access) as group:
        for part in _night_of(group, session_id):
            part.stake, part.currency = stake, currency


def choose_settlement(access: Access, session_id: str, way: str) -> None:
    """Choose how people settle a whole night, by the name of the way in the rules.

    Raises :class:`.NotAccessible` if there is no such way.
    """
    if way not in SETTLEMENTS:
        raise NotAccessible
    with changing_group(access) as group:
        for part in _night_of(group, session_id):
            part.settlement = way


def _night_of(group: Group, session_id: str) -> set[GameSession]:
    session = session_of(group, session_id)
    return {session, *(queries.parts(group.id, session.night, lock=True) if session.night else ())}


def part_before(session: GameSession, parts: Sequence[GameSession]) -> GameSession | None:
    """Return the part of a night that a session continues; None for the first."""
    earlier = [part for part in parts if _order(part) < _order(session)]
    return earlier[-1] if earlier else None


def part_after(session: GameSession, parts: Sequence[GameSession]) -> GameSession | None:
    """Return the part of a night that continues a session; None for the last."""
    return next((part for part in parts if _order(part) > _order(session)), None)


def _order(session: GameSession) -> tuple[object, str]:
    """Return the key by which parts of a night are ordered."""
    return session.started_at, session.id


def parts_of_night(session: GameSession) -> Sequence[GameSession]:
    """Return the parts of a session's night, locked; none if it is no part of one."""
    return queries.parts(session.group_id, session.night, lock=True) if session.night else ()
