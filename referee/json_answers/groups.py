"""JSON of a group: its sessions and people."""

from __future__ import annotations

from marshmallow import missing

from ..json_schema_base import (
    Code,
    Day,
    ListOf,
    MapOf,
    Moment,
    ObjectOf,
    Shape,
    Switch,
    Text,
    Whole,
    With,
)
from ..rules.games import RULESETS
from ..services.group_overview import GroupView
from ..time_zones import server_zone


class SessionSummarySchema(Shape):
    id = Text()
    game = Code(RULESETS)
    started_at = Moment()
    date = Day()
    players = ListOf(Text())
    games_played = Whole()
    games_planned = Whole(allow_none=True)
    closed = Switch()
    set_aside = Switch()
    leaders = ListOf(Text())


class FaredSchema(Shape):
    sessions = Whole()
    sessions_won = Whole()
    games = Whole()
    points = Whole()
    sweeps_taken = Whole()
    sweeps_set_up = Whole()


class _Named(Shape):
    name = Text()


class PersonSchema(FaredSchema, _Named):
    """A person of a group; ``by_game`` is there where the group has played several games, by the
    key of the game."""

    by_game = MapOf(ObjectOf(FaredSchema), required=False)


class GroupSchema(Shape):
    """A group with its sessions and people."""

    id = Text()
    name = Text()
    timezone = Text(allow_none=True)
    sessions = ListOf(ObjectOf(SessionSummarySchema))
    players = ListOf(ObjectOf(PersonSchema))


def group_of(group: GroupView) -> With:
    """Return a group in the shape of :class:`GroupSchema`. Points of several games are not added
    up."""
    several = len(group.games) > 1
    people = [
        With(
            person.all,
            name=person.name,
            by_game={key: person.by_game[key] for key in group.games} if several else missing,
        )
        for person in group.players
    ]
    return With(group, timezone=group.timezone or server_zone(), players=people)
