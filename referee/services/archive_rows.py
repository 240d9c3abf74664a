"""Rows of the database from an archive, and checks of its games.

A file may have been changed, or made up. Scores, the state of followed games and dealers are worked
out anew; facts that cannot be are refused, with their place.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple

from ..rules.cards import RulesError
from ..rules.games import ruleset
from ..rules.log.entries import read_entry, write_entry
from ..rules.log.missed_plays import count_missed, read_refused, write_refused
from ..rules.log.record import Record, accept, append, replay
from ..rules.ruleset import Ruleset
from ..rules.seating import check_seat, mates
from ..store.models import Game, GameSession, GroupPreset, Player, Seat, SheetRow, new_token
from .archive import (
    CorrectionFields,
    EntryFields,
    GameFields,
    GroupFields,
    RowFields,
    SessionFields,
    check_size,
    house_of,
    read_fields,
)
from .group_edits import read_archived
from .names import clean_name, clean_zone, new_id
from .refusals import Cause, Damaged, ImportTooLarge, Invalid, Refusal, UnreadableArchive
from .sessions import SessionPlan, next_dealer
from .sheets import check_claim, check_counted, score_game, state_of
from .stored_game import EarlierGames, names_of, next_version, rules_after, sides_of, teams_of


@contextmanager
def at_place(place: str) -> Iterator[None]:
    """Name this place in the errors that are raised in the context."""
    try:
        yield
    except ImportTooLarge:
        raise
    except UnreadableArchive as error:
        where = ".".join(filter(None, (place, error.where)))
        raise UnreadableArchive(where, error.why) from error
    except (RulesError, Refusal) as error:
        raise UnreadableArchive(place, error) from error
    except Damaged as error:  # the data comes from a file, so the file is at fault
        raise UnreadableArchive(place) from error


def check_game(
    session: GameSession, rules: Ruleset, players: int, data: GameFields
) -> tuple[Ruleset, ...]:
    """Return the rules that a game was ever scored by, the present ones first.

    Raises ``UnreadableArchive`` for a game whose parts do not fit its rules and players.
    """
    if data["game"] != session.game:
        raise UnreadableArchive("game")
    _check_sides(rules, session, players)
    if data["deal"] > rules.seating.deal_plan(players).deals:
        raise UnreadableArchive("deal")
    if len(data["rows"]) != players:
        raise UnreadableArchive("rows")
    for seat, row in enumerate(data["rows"]):
        with at_place(f"rows.{seat}"):
            _check_counts(rules, row["kinds"], row["card_points"])
            _check_pile(rules, session, seat, row["markers"], row)
    ever = (rules, *_check_corrections(session, rules, players, data))
    if len({sweep["key"] for sweep in data["sweeps"]}) < len(data["sweeps"]):
        raise UnreadableArchive("sweeps")
    counting = next((each for each in ever if each.sheet.markers), rules)
    for place, sweep in enumerate(data["sweeps"]):
        with at_place(f"sweeps.{place}"):
            check_seat(sweep["seat"], players)
            _check_pile(counting, session, sweep["seat"], sweep["markers"], sweep)
    with at_place("last_capturer"):
        check_seat(data["last_capturer"], players)
    with at_place("claimed_by"):
        check_seat(data["claimed_by"], players)
    ended = data["finished_at"] is not None and not data["accepted_imbalance"]
    if data["claimed_by"] is not None and not ended:
        raise UnreadableArchive("claimed_by")
    return ever


def _check_corrections(
    session: GameSession, rules: Ruleset, players: int, data: GameFields
) -> list[Ruleset]:
    """Return the rules before each change of the house rules.

    Raises ``UnreadableArchive`` for a correction that its sheet cannot have. In files of earlier
    versions, rows that lost a count by a change stand behind it, and fit the rules before it.
    """
    earlier: dict[int, Ruleset] = {}
    for place, correction in enumerate(data["corrections"]):
        if correction["house"] is not None:
            with at_place(f"corrections.{place}"):
                before = ruleset(data["game"], correction["house"], data["rules_version"])
                _check_sides(before, session, players)
                earlier[place] = before
    changes = sorted(earlier)
    for place, correction in enumerate(data["corrections"]):
        at = bisect_left(changes, place)
        after = earlier[changes[at]] if at < len(changes) else rules
        before = earlier[changes[at - 1]] if at else after
        with at_place(f"corrections.{place}"):
            try:
                _check_correction(after, session, players, correction)
            except UnreadableArchive:
                if before is after:
                    raise
                _check_correction(before, session, players, correction)
    return list(earlier.values())


def _check_sides(rules: Ruleset, session: GameSession, players: int) -> None:
    """Raise ``UnreadableArchive`` for house rules by which other seats are partners."""
    if rules.seating.settle(players, session.teams) != teams_of(session):
        raise UnreadableArchive("house")


def _check_correction(
    rules: Ruleset, session: GameSession, players: int, correction: CorrectionFields
) -> None:
    seat, kinds, points = correction["seat"], correction["kinds"], correction["card_points"]
    check_seat(seat, players)
    check_seat(correction["last_capturer"], players)
    _check_counts(rules, kinds, points)
    if seat is not None and correction["house"] is not None:
        raise UnreadableArchive("house")
    adjusted = correction["adjustment"] or correction["adjustment_reason"]
    if seat is None and (adjusted or (correction["markers"], kinds, points) != (0, None, None)):
        raise UnreadableArchive("seat")
    _check_pile(rules, session, seat, correction["markers"], correction)


def _check_counts(rules: Ruleset, kinds: Mapping[str, int] | None, points: int | None) -> None:
    _check_limits(rules, kinds or {}, points)
    if kinds is not None and (points is not None or not _are_fields(rules, kinds)):
        raise UnreadableArchive("kinds")


def _check_pile(
    rules: Ruleset,
    session: GameSession,
    seat: int | None,
    markers: int,
    entered: Mapping[str, object],
) -> None:
    """Raise ``UnreadableArchive`` for sweeps that do not count, or cards of a seat without a
    pile."""
    if markers and rules.sheet.markers is None:
        raise UnreadableArchive("markers", Invalid(Cause.NO_SWEEPS))
    adjusted = entered.get("adjustment") or entered.get("adjustment_reason")
    counted = any(entered.get(name) is not None for name in ("kinds", "card_points"))
    if seat is None or not (markers or counted or adjusted):
        return
    piles = rules.pile_seats(len(session.seats), teams_of(session))
    if seat not in piles:
        owner = names_of(session)[mates(seat, sides_of(session))[0]]
        raise UnreadableArchive("seat", Invalid(Cause.SHARES_PILE, name=owner))


def _check_limits(rules: Ruleset, kinds: Mapping[str, int], points: int | None) -> None:
    most = {f.key: f.most for f in (*rules.sheet.fields, *rules.sheet.apart)}
    for key, number in kinds.items():
        if number > most.get(key, number):
            raise UnreadableArchive(f"kinds.{key}")
    if points is not None and points > rules.sheet.quick.most:
        raise UnreadableArchive("card_points")


def _are_fields(rules: Ruleset, kinds: Mapping[str, int]) -> bool:
    """Return whether these are all fields of the sheet, or some where a pile may be counted in
    part."""
    keys = {field.key for field in (*rules.sheet.fields, *rules.sheet.apart)}
    return set(kinds) <= keys if rules.sheet.whole_score_said else set(kinds) == keys


Rows = list[dict[str, object]]
"""Rows of a database table, which lack the id of their game."""


@dataclass(frozen=True)
class ReadGame:
    """A game that is not stored yet, with the rows of other database tables that need its id."""

    game: Game
    sweeps: Rows
    corrections: Rows
    log: Rows


@dataclass(frozen=True)
class ReadSession:
    """A session that is not stored yet."""

    session: GameSession
    games: list[ReadGame]


class ReadGroup(NamedTuple):
    """A group that is not stored yet."""

    name: str
    blames: bool
    timezone: str | None
    people: list[Player]
    presets: list[GroupPreset]
    sessions: list[ReadSession]


def read_group(data: object, group_id: str, check_time: Callable[[], None]) -> ReadGroup:
    """Return an exported group, ready to be stored under this id.

    ``check_time`` is called repeatedly, and raises if reading takes too long. Raises
    :class:`.UnreadableArchive`, which names the place, and :class:`.ImportTooLarge`.
    """
    return check_group(read_fields(data), group_id, check_time)


def check_group(content: GroupFields, group_id: str, check_time: Callable[[], None]) -> ReadGroup:
    """Return the group of these fields, once they are checked against each other.

    Raises as :func:`read_group` does.
    """
    check_size(content)
    with at_place("name"):
        name = clean_name(content["name"])
    with at_place("players"):
        names = {
            *content["players"],
            *(name for session_data in content["sessions"] for name in session_data["players"]),
        }
        cleaned = sorted({clean_name(name) for name in names})
    people = {name: Player(group_id=group_id, name=name) for name in cleaned}
    sessions: list[ReadSession] = []
    nights: dict[int, GameSession] = {}
    for place, session_data in enumerate(content["sessions"]):
        with at_place(f"sessions.{place}"):
            sessions.append(_read_session(group_id, people, session_data, check_time))
            _join_night(nights, session_data["night"], sessions[-1].session)
    with at_place("timezone"):
        zone = None if content["timezone"] is None else clean_zone(content["timezone"])
    presets = read_archived(group_id, content["presets"])
    return ReadGroup(name, content["blames"], zone, list(people.values()), presets, sessions)


def _join_night(nights: dict[int, GameSession], number: int | None, session: GameSession) -> None:
    if number is None:
        return
    first = nights.setdefault(number, session)
    if first.game != session.game:
        raise UnreadableArchive("night")
    session.night = first.id


def _read_session(
    group_id: str,
    people: Mapping[str, Player],
    data: SessionFields,
    check_time: Callable[[], None],
) -> ReadSession:
    dealer = data["first_dealer"]
    planned, target = data["games_planned"], data["target"]
    plan = SessionPlan(
        data["game"], data["players"], data["teams"], data["house"], planned, dealer, target
    )
    _, names, teams, length = plan.check()
    if data["ends_with"] is not None and length.target is None:
        raise UnreadableArchive("ends_with")
    session = GameSession(
        id=new_id(),
        group_id=group_id,
        seats=[Seat(seat=seat, player=people[name]) for seat, name in enumerate(names)],
        last_row_version=0,
        **_without(data, "players", "games", "night")
        | {
            "house": house_of(data),
            "teams": None if teams is None else list(teams),
            "games_planned": length.games_planned or 0,
            "target": length.target,
        },
    )
    games: list[ReadGame] = []
    before = Counter[int]()
    for place, game_data in enumerate(data["games"]):
        with at_place(f"games.{place}"):
            if game_data["finished_at"] is None and place + 1 < len(data["games"]):
                raise UnreadableArchive("finished_at")
            earlier = EarlierGames(before, [read_game.game for read_game in reversed(games)])
            read_game = _read_game(session, place + 1, earlier, game_data, check_time)
            if read_game.game.claimed_by is not None:
                with at_place("claimed_by"):
                    check_claim(session, read_game.game, read_game.game.claimed_by, before)
            before.update({row.seat: row.total or 0 for row in read_game.game.rows})
            games.append(read_game)
    return ReadSession(session, games)


def _read_game(
    session: GameSession,
    number: int,
    earlier: EarlierGames,
    data: GameFields,
    check_time: Callable[[], None],
) -> ReadGame:
    """Return a game of a file, which names the dealer if another one follows from the scores."""
    check_time()
    players = len(session.seats)
    rules = ruleset(data["game"], data["house"], data["rules_version"])
    ever = check_game(session, rules, players, data)
    check_seat(data["dealer"], players)
    follows = next_dealer(session, next(iter(earlier.latest_first), None))
    dealer = follows if data["dealer"] is None else data["dealer"]
    empty = replay(rules, players, dealer, (), session.teams)
    record, log = _read_log(empty, data["log"], check_time)
    _check_followed(ever, record, data)
    followed = record.state.deal if record.state else 1
    game = Game(
        session_id=session.id,
        number=number,
        seq=record.seq,
        token=new_token(),
        **_without(data, "sweeps", "corrections", "log")
        | {
            "dealer": dealer,
            "house": house_of(data),
            "deal": followed if log else data["deal"],
            "rows": [_row(session, seat, row) for seat, row in enumerate(data["rows"])],
            "refused": _read_refused(data["refused"], record),
        },
    )
    game.missed = count_missed(record) + len(game.refused or ())
    if game.finished:
        rules = rules_after(session, game, earlier)
        with at_place("rows"):
            check_counted(state_of(session, game, rules).check)
        score_game(session, game, record=record, rules=rules)
    sweeps = [{**sweep, "taken_back": False} for sweep in data["sweeps"]]
    return ReadGame(game, sweeps, [{**part} for part in data["corrections"]], log)


def _without(data: Mapping[str, object], *names: str) -> dict[str, object]:
    return {name: value for name, value in data.items() if name not in names}


def _row(session: GameSession, seat: int, data: RowFields) -> SheetRow:
    """Return a row of a sheet, with a version of its own if something is entered in it."""
    entered = _without(data, "version")
    nothing = {"markers": 0, "card_points": None, "kinds": None}
    empty = entered == {**nothing, "adjustment": 0, "adjustment_reason": ""}
    return SheetRow(seat=seat, version=0 if empty else next_version(session), **entered)


def _read_log(
    record: Record, data: list[EntryFields], check_time: Callable[[], None]
) -> tuple[Record, Rows]:
    """Return the record of a game with its log, every entry checked as if it were entered now."""
    rows = []
    for seq, entry in enumerate(data, 1):
        check_time()
        with at_place(f"log.{seq - 1}"):
            accepted = accept(record, read_entry(entry["text"]))
        record = append(record, accepted)
        text = write_entry(accepted.entry)
        row = {"seq": seq, "key": f"import {seq}", "text": text, "asked": text}
        rows.append(row | {"made_at": entry["made_at"]})
    return record, rows


def _read_refused(lines: list[str], record: Record) -> list[str] | None:
    """Return the refused plays of a game; they are judged when the group looks at missed plays."""
    refused_lines = []
    for place, line in enumerate(lines):
        with at_place(f"refused.{place}"):
            refused = read_refused(line)
        if refused.seq > record.seq:
            raise UnreadableArchive(f"refused.{place}")
        refused_lines.append(write_refused(refused))
    return refused_lines or None


def _check_followed(ever: Iterable[Ruleset], record: Record, data: GameFields) -> None:
    """Raise ``UnreadableArchive`` for a sheet or corrections that do not fit the log.

    A log that knows every card finishes its game. Without a log, a game that goes on has no
    correction but after a claim that was taken back, so one of the rules that it was ``ever``
    scored by lets players claim.
    """
    finished = data["finished_at"] is not None
    if record.finished and not finished:
        raise UnreadableArchive("finished_at")
    if data["accepted_imbalance"] and not finished:
        raise UnreadableArchive("accepted_imbalance")
    if data["corrections"] and not (
        finished or record.seq or any(rules.claims_out for rules in ever)
    ):
        raise UnreadableArchive("corrections")
