"""JSON of groups and sessions: people, games, standings and settlement."""

from marshmallow import missing

from ..rules.games import RULESETS, preset_of
from ..rules.standings import SETTLEMENTS
from ..services.groups import GroupView
from ..services.logged_plays import bg_stats_url, play_of_session
from ..services.nights import NightView
from ..services.session_views import SessionView
from ..shapes import Code, Day, ListOf, MapOf, Moment, ObjectOf, Shape, Switch, Text, Values, Whole
from ..times import server_zone
from .sheet_answers import StateCode


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


def group_of(group: GroupView) -> Values:
    """Return a group in the shape of :class:`GroupSchema`. Points of several games are not added
    up."""
    several = len(group.games) > 1
    people = [
        PersonSchema.values(
            person.all,
            name=person.name,
            by_game={key: person.by_game[key] for key in group.games} if several else missing,
        )
        for person in group.players
    ]
    return GroupSchema.values(group, timezone=group.timezone or server_zone(), players=people)


class SessionStartedSchema(Shape):
    id = Text()
    group_id = Text()
    edit_key = Text(required=False)
    edit_url = Text(required=False)
    view_key = Text(required=False)
    view_url = Text(required=False)


class GameScoreSchema(Shape):
    number = Whole()
    dealer = Whole()
    state = StateCode()
    scores = ListOf(Whole(), allow_none=True)
    balanced = Switch(allow_none=True)
    accepted_imbalance = Switch()


class StandingSchema(Shape):
    side = Whole()
    name = Text()
    total = Whole()
    place = Whole()


PaymentSchema = Shape.from_dict(
    {
        "from": Whole(attribute="payer"),
        "to": Whole(attribute="receiver"),
        "points": Whole(attribute="amount"),
    },
    name="PaymentSchema",
)
SettlementSchema = Shape.from_dict(
    {way: ListOf(ObjectOf(PaymentSchema)) for way in SETTLEMENTS}, name="SettlementSchema"
)


class PersonStandingSchema(Shape):
    """A person's standing over several sessions. ``total`` is left out where they go to a target;
    ``place`` goes by ``won`` then. It is null for whoever has played fewer games than others, or
    none: totals compare only after equally many."""

    name = Text()
    total = Whole(required=False)
    games = Whole()
    won = Whole()
    place = Whole(allow_none=True)


PersonalPaymentSchema = Shape.from_dict(
    {"from": Text(), "to": Text(), "points": Whole()},
    name="PersonalPaymentSchema",
)
NightSettlementSchema = Shape.from_dict(
    {way: ListOf(ObjectOf(PersonalPaymentSchema)) for way in SETTLEMENTS},
    name="NightSettlementSchema",
)


class NightSchema(Shape):
    """Standings by person over sessions that followed each other with different people."""

    sessions = ListOf(Text())
    standings = ListOf(ObjectOf(PersonStandingSchema))
    settlement = ObjectOf(NightSettlementSchema)


class SessionStateSchema(Shape):
    """A session with its standings and settlement."""

    id = Text()
    group_id = Text()
    game = Code(RULESETS, attribute="rules.key")
    players = ListOf(Text())
    teams = ListOf(Whole(), allow_none=True)
    house = MapOf(Switch())
    preset = Text(allow_none=True)
    games_planned = Whole(allow_none=True)
    closed = Switch()
    started_at = Moment()
    date = Day()
    games = ListOf(ObjectOf(GameScoreSchema))
    standings = ListOf(ObjectOf(StandingSchema))
    next_dealer = Whole()
    settlement = ObjectOf(SettlementSchema)
    settlement_chosen = Code(SETTLEMENTS)
    target = Whole(allow_none=True)
    direction = Code(["high", "low"])
    over = Switch()
    winners = ListOf(Whole())
    set_aside = Switch()
    continues = Text(allow_none=True)
    continued_by = Text(allow_none=True)
    night = ObjectOf(NightSchema, allow_none=True)
    bg_stats_url = Text(allow_none=True)


def session_of(session: SessionView) -> Values:
    """Return a session in the shape of :class:`SessionStateSchema`."""
    names = session.side_names
    preset = preset_of(session.rules.key, session.rules.house_rules.on)
    return SessionStateSchema.values(
        session,
        house=session.rules.house_rules.switches(),
        preset=preset and preset.key,
        standings=[
            StandingSchema.values(side, name=names[side.side]) for side in session.standings
        ],
        settlement={way: session.payments(way) for way in SETTLEMENTS},
        settlement_chosen=session.settlement,
        direction="low" if session.lowest_wins else "high",
        over=session.decided,
        night=session.night and _night_of(session.night),
        bg_stats_url=bg_stats_url(play_of_session(session)),
    )


def _night_of(night: NightView) -> dict[str, object]:
    """Return the values of :class:`NightSchema`, without totals for games to a target."""
    points, people = night.points, night.people
    without_total = {} if points.adds_up else {"total": missing}
    return {
        "sessions": [part.id for part in night.parts],
        "standings": [
            PersonStandingSchema.values(standing, place=standing.place or None, **without_total)
            for standing in points.ranking
        ],
        "settlement": {
            way: [
                {"from": people[payer], "to": people[receiver], "points": amount}
                for payer, receiver, amount in points.payments(way)
            ]
            for way in SETTLEMENTS
        },
    }
