"""Checks of a game in an exported group: its parts must fit its rules and its players."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from ..rules.error_bases import RulesError
from ..rules.games import ruleset
from ..rules.ruleset import Ruleset
from ..rules.seating import check_seat, mates
from ..store.models import GameSession
from .archive_data import CorrectionFields, GameFields
from .damaged_data import Damaged
from .refusals import Cause, ImportTooLarge, Invalid, Refusal, UnreadableArchive
from .stored_seats import names_of, sides_of, teams_of


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
    """Raise ``UnreadableArchive`` for a correction that its sheet cannot have."""
    seat, kinds, points = correction["seat"], correction["kinds"], correction["card_points"]
    check_seat(seat, players)
    check_seat(correction["last_capturer"], players)
    _check_counts(rules, kinds, points)
    if seat is not None and correction["house"] is not None:
        raise UnreadableArchive("house")
    if seat is None and (correction["markers"], kinds, points) != (0, None, None):
        raise UnreadableArchive("seat")
    _check_pile(rules, session, seat, correction["markers"], correction)


def _check_counts(rules: Ruleset, kinds: Mapping[str, int] | None, points: int | None) -> None:
    """Raise ``UnreadableArchive`` for counts that no row of the sheet can have."""
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
    counted = any(entered.get(name) is not None for name in ("kinds", "card_points"))
    if seat is None or not (markers or counted):
        return
    piles = rules.pile_seats(len(session.seats), teams_of(session))
    if seat not in piles:
        raise UnreadableArchive("seat", Invalid(Cause.SHARES_PILE, name=_pile_owner(session, seat)))


def _pile_owner(session: GameSession, seat: int) -> str:
    """Return the name of the player who has the pile of a seat's side."""
    return names_of(session)[mates(seat, sides_of(session))[0]]


def _check_limits(rules: Ruleset, kinds: Mapping[str, int], points: int | None) -> None:
    """Raise ``UnreadableArchive`` for numbers in a row that are larger than the sheet allows."""
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
