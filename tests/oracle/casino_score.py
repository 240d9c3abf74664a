"""The score of one game of the seven games of the Casino family, by the plainest brute means.

F1.6 is a section of the rules of the family; C is the JSON contract (*Scoring one game*).
Rows are what piles hold: counts of the kinds, and `sweeps`, or nothing but `points`.
"""

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from functools import cache
from typing import Any

from .casino_family import (
    HOUSE_RULES,
    JACK,
    KINDS,
    SPADE,
    Row,
    after_cancelling,
    excluded,
    impossible_pile,
    kinds,
    whole_pack,
)

KASINO = "kasino"
ANGLO = ("casino", "royal-casino", SPADE, KASINO)
SWAZI = ("swazi-casino", "lesotho-casino")
PAIRS = (0, 1, 0, 1)  # F1.1, F3.1: partners sit opposite

MOST_POINTS = 1000


class Refused(Exception):
    """A refusal with status 422: the field, and a reason where the contract names one."""

    def __init__(self, field: str, reason: str | None = None) -> None:
        super().__init__(f"{field}: {reason}")
        self.field = field
        self.reason = reason


# Refusals


def seating(
    game: str, house: AbstractSet[str], players: int, teams: Sequence[int] | None
) -> tuple[int, ...] | None:
    """Return the teams of a game for this many, or None where each plays for himself."""
    for rule in sorted(house):
        if rule not in HOUSE_RULES[game]:
            raise Refused(f"house.{rule}")
    if excluded(house):
        raise Refused("house")
    most = 6 if game in ("casino", KASINO) else 4  # five or six deal as they have agreed
    if not 2 <= players <= most:
        raise Refused("players")
    # F4b: Crazy is for two; F6.1: partners are four.
    if ("crazy" in house and players != 2) or ("partners" in house and players != 4):
        raise Refused("players")
    in_pairs = (game in SWAZI and players == 4) or "partners" in house
    if teams is None and in_pairs:
        teams = PAIRS
    if teams is not None:
        may = in_pairs or (game in ANGLO and players == 4)
        if not may or tuple(teams) not in {PAIRS, (1, 0, 1, 0)}:
            raise Refused("teams")
        teams = tuple(teams)
    if "difference_scoring" in house and players != 2 and teams is None:
        raise Refused("house.difference_scoring")  # F1.7: two sides only
    return teams


def sides_of(players: int, teams: Sequence[int] | None) -> dict[int, list[int]]:
    """Side -> its seats: the seats, or the team numbers, the lowest first."""
    if teams is None:
        return {seat: [seat] for seat in range(players)}
    return {
        team: [seat for seat in range(players) if teams[seat] == team]
        for team in sorted(set(teams))
    }


def _check_rows(
    game: str,
    house: AbstractSet[str],
    rows: Sequence[Row | None],
    teams: Sequence[int] | None,
    claimed: bool,
) -> None:
    """C: impossible rows are refused, with their field. In a claimed game rows and counts may
    be left out, but nobody counts all of his points."""
    by_points = any(row is not None and "points" in row for row in rows)
    for seat, row in enumerate(rows):
        partner = teams is not None and teams[seat] in tuple(teams[:seat])
        no_pile = partner and (game != "lesotho-casino" or by_points)
        if no_pile != (row is None) and not (claimed and row is None):
            raise Refused(f"players.{seat}")
        if row is not None and "points" in row and (claimed or set(kinds(game)) & set(row)):
            raise Refused(f"players.{seat}.points")
    if len({"points" in row for row in rows if row is not None}) > 1:
        raise Refused("players", "mixed")
    for seat, row in enumerate(rows):
        if row is not None:
            fault = _fault(game, house | ({"sweeps"} if game == KASINO else set()), row, claimed)
            if fault is not None:
                raise Refused(f"players.{seat}.{fault}")


def _fault(game: str, house: AbstractSet[str], row: Row, claimed: bool) -> str | None:
    """Return the field to blame: a kind of which there is more than the pack has, or the first one
    with which, after the kinds before it, no pile is left."""
    sweeps = row.get("sweeps", 0)
    no_sweeps = sweeps < 0 or (sweeps > 0 and "sweeps" not in house)
    if "points" in row:
        if not 0 <= row["points"] <= MOST_POINTS:
            return "points"
        return "sweeps" if no_sweeps else None
    whole = whole_pack(game)
    for kind in kinds(game):
        if kind not in row and not claimed:
            return kind
        if not 0 <= row.get(kind, 0) <= whole[kind]:
            return kind
    for at, kind in enumerate(kinds(game)):
        if impossible_pile(
            game, {name: row[name] for name in kinds(game)[: at + 1] if name in row}
        ):
            return kind
    return "sweeps" if no_sweeps else None


# The score


def majority(counts: Sequence[int], points: int, tied: int) -> list[int]:
    """Points for the most: one alone has `points`, several have `tied` each; of none nobody."""
    most = max(counts)
    if most == 0:
        return [0 for _ in counts]
    each = points if list(counts).count(most) == 1 else tied
    return [each if count == most else 0 for count in counts]


def _cards_and_spades(
    game: str, house: AbstractSet[str], cards: Sequence[int], spades: Sequence[int]
) -> tuple[list[int], list[int]]:
    """Return the points of the sides for cards and spades (F1.6, F3.8, F6.4)."""
    if game == SPADE:
        return majority(cards, 3, 0), list(spades)
    if game == KASINO:
        two = "spades_shared" in house and list(spades).count(max(spades)) == 2
        for_spades = majority(spades, 1 if "spades_one" in house else 2, 1 if two else 0)
        return majority(cards, 1, 0), for_spades
    if game in ANGLO:
        most = 2 if {"cards_two_last_one", "spades_two"} & house else 3
        return majority(cards, most, 0), majority(spades, 2 if "spades_two" in house else 1, 0)
    if "seven_points" in house and len(cards) > 2:
        return [0 for _ in cards], [0 for _ in cards]
    if game in SWAZI or "most_spades_two" in house:
        return majority(cards, 2, 1), majority(spades, 2, 1)
    return majority(cards, 2, 1), [1 if count >= 5 else 0 for count in spades]


def _over_spades(house: AbstractSet[str], spades: Sequence[int]) -> list[int]:
    """Return Kasino's points for spades from the seventh (variants 2.5)."""
    return [max(0, count - 6) if "over_spades" in house else 0 for count in spades]


def _last_point(game: str, house: AbstractSet[str]) -> int:
    """Return what the last capture scores."""
    return int("no_last_point" not in house if game == KASINO else "cards_two_last_one" in house)


def _all_to_one(house: AbstractSet[str], piles: Sequence[Row]) -> int | None:
    """Return which of two sides alone has a card with points of its own (variants 9.5)."""
    valued = [at for at, pile in enumerate(piles) if any(pile[kind] for kind in KINDS[2:])]
    on = "point_cards_or_nothing" in house and len(piles) == 2 and len(valued) == 1
    return valued[0] if on else None


def _single_cards(game: str, pile: Row) -> dict[str, int]:
    """Return the points of single cards: each ace 1, 10D 2, 2S 1 in all games; JS 1 in Spade
    Casino."""
    scored = {
        "aces": pile["aces"],
        "big_casino": 2 * pile["big_casino"],
        "little_casino": pile["little_casino"],
    }
    return scored | {JACK: pile[JACK]} if game == SPADE else scored


def _for_cards_and_spades(game: str, cards: Sequence[int], spades: Sequence[int]) -> int:
    """Return the points of a whole pack: the majorities as they are, and all thirteen spades of
    Spade Casino, whether they were found or not."""
    return sum(cards) + (13 if game == SPADE else sum(spades))


def _for_single_cards(game: str) -> int:
    return 4 + 2 + 1 + (game == SPADE)


def _together(rows: Sequence[Row | None], seats: Sequence[int]) -> dict[str, int]:
    """Return a side's counts: the rows of its seats added; what is not given is 0."""
    names = (*KINDS, JACK, "sweeps", "points")
    there = [row for row in (rows[seat] for seat in seats) if row is not None]
    return {name: sum(row.get(name, 0) for row in there) for name in names}


def score(
    game: str,
    house: AbstractSet[str],
    rows: Sequence[Row | None],
    teams: Sequence[int] | None = None,
    last_capturer: int | None = None,
    rolled: tuple[int, int] = (0, 0),
    late: bool = False,
) -> dict[str, Any]:
    """Return the contract's answer for one game, without names; Refused where it says 422.

    Of a session of Kasino come what most cards and most spades score besides, and `late`: sweeps
    score nothing (variants 2.5, `ties_roll_over` and `late_sweeps_off`).
    """
    teams = seating(game, house, len(rows), teams)
    _check_rows(game, house, rows, teams, claimed=False)
    if last_capturer is not None and not 0 <= last_capturer < len(rows):
        raise Refused("last_capturer")
    sides = sides_of(len(rows), teams)
    piles = [_together(rows, seats) for seats in sides.values()]
    counted = game == KASINO or "sweeps" in house
    sweeps = after_cancelling([pile["sweeps"] * (counted and not late) for pile in piles], house)
    if any(row is not None and "points" in row for row in rows):
        points = [pile["points"] for pile in piles]
        fits = sum(points) in possible_totals(game, house, len(sides))
        both = [sum(pair) for pair in zip(points, sweeps, strict=True)]
        answer = _answer(house, len(rows), teams, None, both)
        return {**answer, "expected": None, "balanced": fits, "kinds": None}

    cards, spades = _cards_and_spades(
        game, house, [pile["cards"] for pile in piles], [pile["spades"] for pile in piles]
    )
    cards, spades = (
        [count + more if count else 0 for count in counts]
        for counts, more in zip((cards, spades), rolled, strict=True)
    )
    last_one, alone = _last_point(game, house), _all_to_one(house, piles)
    if alone is not None:
        cards = [2 if at == alone else 0 for at in range(2)]
        each = 2 if "most_spades_two" in house else 1
        spades = [each if at == alone else 0 for at in range(2)]
    over = _over_spades(house, [pile["spades"] for pile in piles])
    items: list[dict[str, int]] = []
    for at, seats in enumerate(sides.values()):
        item = {"cards": cards[at], "spades": spades[at]}
        item |= {"over_spades": over[at]} if game == KASINO else {}
        item |= _single_cards(game, piles[at])
        if game in ANGLO:
            item["sweeps"] = sweeps[at]
        if game in ANGLO and game != SPADE:
            item["last_capture"] = last_one if last_capturer in seats else 0
        items.append(item)
    whole = whole_pack(game)
    found = {
        kind: {"found": sum(pile[kind] for pile in piles), "expected": whole[kind]}
        for kind in kinds(game)
    }
    answer = _answer(house, len(rows), teams, items, [sum(item.values()) for item in items])
    return {
        **answer,
        "expected": _for_cards_and_spades(game, cards, spades)
        + _for_single_cards(game)
        + last_one
        + sum(over)
        + sum(sweeps),
        "balanced": all(kind["found"] == kind["expected"] for kind in found.values()),
        "kinds": found,
    }


def score_claimed(
    game: str,
    house: AbstractSet[str],
    rows: Sequence[Row | None],
    teams: Sequence[int] | None = None,
    rolled: tuple[int, int] = (0, 0),
) -> dict[str, Any]:
    """C, `claim_out`: a game that a claim ended; every row counts what counts at once."""
    teams = seating(game, house, len(rows), teams)
    _check_rows(game, house, rows, teams, claimed=True)
    items: list[dict[str, int]] = []
    for seats in sides_of(len(rows), teams).values():
        pile = _together(rows, seats)
        if "claim_out" not in house:  # C, `sweeps_at_once`: only its sweeps of this game count
            nothing = dict.fromkeys(("cards", "spades", *_single_cards(game, pile)), 0)
            items.append({**nothing, "sweeps": pile["sweeps"], "last_capture": 0})
            continue
        for_cards = (2 if {"cards_two_last_one", "spades_two"} & house else 3) + rolled[0]
        for_spades = (2 if "spades_two" in house else 1) + rolled[1] if pile["spades"] >= 7 else 0
        last_capture = {} if game == SPADE else {"last_capture": 0}
        items.append(
            {
                "cards": for_cards if pile["cards"] >= 27 else 0,
                "spades": pile["spades"] if game == SPADE else for_spades,
                **_single_cards(game, pile),
                "sweeps": pile["sweeps"] if "sweeps" in house else 0,
                **last_capture,
            }
        )
    answer = _answer(house, len(rows), teams, items, [sum(item.values()) for item in items])
    return {**answer, "expected": None, "balanced": True, "kinds": None}


def _answer(
    house: AbstractSet[str],
    players: int,
    teams: Sequence[int] | None,
    items: Sequence[dict[str, int]] | None,
    counted: Sequence[int],
) -> dict[str, Any]:
    """Players, teams and sum, of what was counted for each side."""
    totals = list(counted)
    if "difference_scoring" in house:  # F1.7, A-1: the higher side scores the margin
        totals = [max(0, counted[0] - counted[1]), max(0, counted[1] - counted[0])]
    lines = [
        {"items": None if items is None else items[at], "total": total}
        for at, total in enumerate(totals)
    ]
    if teams is None:
        return {"players": lines, "teams": None, "sum": sum(counted)}
    sides = sides_of(players, teams)
    return {
        "players": [{"items": None, "total": None} for _ in range(players)],
        "teams": [
            {"team": team, "players": seats, **line}
            for (team, seats), line in zip(sides.items(), lines, strict=True)
        ],
        "sum": sum(counted),
    }


# What a whole pack can give


def _splits(number: int, sides: int) -> Iterator[tuple[int, ...]]:
    """Yield all ways to give this many things to so many sides."""
    if sides == 1:
        yield (number,)
        return
    for first in range(number + 1):
        for rest in _splits(number - first, sides - 1):
            yield (first, *rest)


COUNTED = frozenset(
    "cards_two_last_one spades_two spades_one no_last_point over_spades most_spades_two "
    "seven_points spades_shared".split()
)
"""House rules that change what a whole pack gives, but for those that leave the sum."""


@cache
def _possible_totals(game: str, house: frozenset[str], sides: int) -> frozenset[int]:
    whole = whole_pack(game)
    others = list(_splits(whole["cards"] - whole["spades"], sides))
    found: set[int] = set()
    for spades in _splits(whole["spades"], sides):
        if list(spades) != sorted(spades):
            continue  # the same with the sides in another order
        for other in others:
            cards = [spade + rest for spade, rest in zip(spades, other, strict=True)]
            for_cards, for_spades = _cards_and_spades(game, house, cards, spades)
            both = sum(for_cards) + sum(for_spades) + sum(_over_spades(house, spades))
            found.add(both + _for_single_cards(game) + _last_point(game, house))
    return frozenset(found)


def possible_totals(game: str, house: AbstractSet[str], sides: int) -> set[int]:
    """Return the sums of all sides that whole packs give, without sweeps: every split is tried."""
    return set(_possible_totals(game, COUNTED & house, sides))
