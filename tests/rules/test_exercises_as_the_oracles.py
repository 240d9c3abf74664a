"""Exercises against referees and scorers that were written apart by brute force: seed by seed the
same answers are right."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

import pytest

from referee.rules.exercises.exercise import LEVELS, SEEDS, Answer, Exercise, seed_at
from referee.rules.exercises.house_rule_exercises import practised_rules
from referee.rules.exercises.registry import kinds, make
from referee.rules.games import RULESETS, ruleset
from referee.rules.notation import write_card
from referee.rules.playing.simulation import SeededRandom
from tests.oracle import (
    builds,
    casino_family,
    casino_score,
    exercise_answers,
    krypkasino_play,
    krypkasino_session,
)
from tests.oracle.target_session import Played, TargetEvening
from tests.strategies import SOAK

OF_EACH = 3 if SOAK == 1 else 50 * SOAK
MOST_LYING = 6 if SOAK == 1 else 9
"""Of so many things on a table all subsets can be tried; an oracle that tries them takes long."""
SLOW = ("playable", "join")
"""Kinds of which fewer are asked, since brute force makes each build of each card."""
MARKERS = {"none": 0, "single": 1, "double": 2}
SWEEP = 5
EVERY = [(game, kind.name) for game in RULESETS for kind in kinds(ruleset(game))]


def exercises(game: str, kind: str) -> Iterator[Exercise]:
    """Return as many exercises of each level, as long as brute force can answer them."""
    chance = SeededRandom("oracles", game, kind)
    for number in range(40 * OF_EACH):
        exercise = make(game, kind, seed_at(LEVELS[number % len(LEVELS)], chance.below(SEEDS)))
        lying = exercise.texts.get("table", "").split()
        if len(lying) + len(exercise.texts.get("piles", "").split()) <= MOST_LYING:
            yield exercise


# --- whoever can capture must ---------------------------------------------------------------------


def by_krypkasino(exercise: Exercise) -> set[Answer]:
    table = exercise.texts["table"].split()
    played = exercise.texts.get("played", "")
    match exercise.kind.name:
        case "take":
            return {
                Answer(tuple(sorted(taken))) for taken in krypkasino_play.captures(table, played)
            }
        case "forced":
            hand = exercise.texts["hand"].split()
            must = krypkasino_play.must_play(table, hand)
            return {Answer(tuple(sorted(card for card in hand if card in must)))}
    swept = MARKERS[krypkasino_play.sweep_kind(table, played)]
    if exercise.kind.name == "sweep":
        nothing = krypkasino_play.captures(table, played) == {()}
        none = "creeps" if nothing else "rest_stays"
        return {Answer(choice=(none, "takes_all", "twin_alone")[swept])}
    if exercise.kind.name == "pays":
        before = (exercise.seat or exercise.players) - 1
        return {Answer(choice=f"{before}:{SWEEP * swept}" if swept else "nobody")}
    (taken,) = krypkasino_play.captures(table, played)
    points, most = krypkasino_play.points_range(table, played, taken)
    assert points == most
    return {Answer(number=points + SWEEP * swept)}


# --- cards are built up ---------------------------------------------------------------------------


OBJECTIONS = {
    reason: objection
    for objection, reasons in {
        "legal": "legal",
        "piles": "pile_own pile_top_only pile_augment_only pile_two_in_set no_base",
        "change": """no_merge raise_multiple no_raise raise_own_side augment_not_yours
            raise_table_card raise_played_must_change""",
        "numbers": "picture_no_number no_match picture_one build_value bad_sum",
        "holder": "no_holder not_proven",
        "same_value": "dup_value must_merge",
        "keep": "keep_card",
        "own_build": "must_act_on_build owner_add_or_take no_lay_with_build one_build_max",
        "could_take": "could_take",
    }.items()
    for reason in reasons.split()
}


def by_builders(exercise: Exercise) -> set[Answer]:
    game, players = exercise.game, str(exercise.players)
    texts = dict(exercise.texts) | {"limit": "60", "players": players, "house": ""}
    told: Mapping[str, Any] = builds.rule(game, frozenset(exercise.house), texts)
    match exercise.kind.name:
        case "may":
            return {Answer(choice=OBJECTIONS[told["verdict"]["reason"]])}
        case "top":
            return {Answer((told["after"]["piles"][0]["top"],))}
        case "can":
            assert told["play"]["takes_complete"]
            found = [(*one["captured"], *one["builds"]) for one in told["play"]["takes"]]
            return {Answer(tuple(sorted(pieces))) for pieces in found or [()]}
    found = [(*one["captured"], *one["builds"]) for one in told["verdict"]["demands"]]
    return {Answer(tuple(sorted(pieces))) for pieces in found or [()]}


# --- counting -------------------------------------------------------------------------------------


def worth(game: str, card: str) -> int:
    if game == "krypkasino":
        return krypkasino_play.card_points(card)
    if game == casino_family.SPADE:
        return (card[-1] == "S") + (card in ("JS", "2S")) + (card[0] == "A") + 2 * (card == "10D")
    return (card[0] == "A") + (card == "2S") + 2 * (card == "10D")


TWO_PACKS = {"storan": 2, "lillan": 2, "ace_of_spades": 2, "other_spades": 22, "other_aces": 6}
"""Numbers of the cards that are counted in Krypkasino (#scoring)."""


def whole_pack(game: str) -> dict[str, int]:
    if game == "krypkasino":
        return TWO_PACKS
    return casino_family.whole_pack(game)


def by_counting(exercise: Exercise) -> set[Answer]:
    if exercise.kind.name == "pile":
        return {Answer(number=sum(worth(exercise.game, write_card(c)) for c in exercise.pile))}
    found: Counter[str] = Counter()
    for row in exercise.rows:
        assert isinstance(row.counted, Mapping)
        found.update(row.counted)
    there = whole_pack(exercise.game)
    return {Answer(choice="+".join(key for key in there if found[key] < there[key]))}


# --- house rules ----------------------------------------------------------------------------------


def rows_of(exercise: Exercise) -> list[dict[str, int]]:
    """Return the rows of a sheet as the oracles read them."""
    marker = "markers" if exercise.game == "krypkasino" else "sweeps"
    counts = [row.counted for row in exercise.rows if isinstance(row.counted, Mapping)]
    pairs = zip(exercise.rows, counts, strict=True)
    return [{**counted, marker: row.markers} for row, counted in pairs]


def points(exercise: Exercise) -> int:
    """Return the points of the seat that is asked about."""
    rows, last, house = rows_of(exercise), exercise.last_capturer, frozenset(exercise.house)
    if exercise.game == "krypkasino":
        named = [{"name": "", **row} for row in rows]
        sheet = krypkasino_session.score(named, bool(house), last, None)
        return int(sheet["players"][exercise.seat]["total"])
    pairs = "difference_scoring" in house and len(rows) == 4
    teams = (
        (0, 1, 0, 1) if pairs or (exercise.game in casino_score.SWAZI and len(rows) == 4) else None
    )
    piles: list[Any] = [*rows[:2], None, None] if pairs else rows
    if exercise.claimed:
        answer = casino_score.score_claimed(exercise.game, house, piles, teams)
    else:
        rolled = dict(exercise.carried.rolled)
        earlier = (rolled.get("cards", 0), rolled.get("spades", 0)), exercise.carried.sweeps_off
        answer = casino_score.score(exercise.game, house, piles, teams, last, *earlier)
    sides = answer["teams"] or answer["players"]
    return int(sides[exercise.seat]["total"])


def winners(exercise: Exercise) -> tuple[int, ...]:
    """Return who has won the session with the last game, after others by their totals alone."""
    before = {"players": [{"total": total} for total in exercise.before], "teams": None}
    names = [str(seat) for seat in range(exercise.players)]
    evening = TargetEvening(exercise.game, names, frozenset(exercise.house))
    evening.games.append(Played(before, 0, None, ()))
    return tuple(evening.finish(rows_of(exercise), exercise.last_capturer)["winners"])


def undealt(exercise: Exercise) -> int:
    """Return the number of cards that are not dealt yet."""
    players, plays = exercise.players, exercise.plays
    match exercise.rule:
        case "draw":
            return max(0, 52 - 4 - 4 * players - plays)
        case "crazy":
            return max(0, 52 - 4 - 8 * players - plays)
    # Two packs: six to the table and five to each of two hands, then four and four.
    return max(0, 104 - 6 - 10 - (plays - 2) // 8 * 8)


def by_oracles(exercise: Exercise) -> set[Answer]:
    if (found := exercise_answers.answers(exercise)) is not None:
        return found
    match exercise.kind.name:
        case "points":
            return {Answer(number=points(exercise))}
        case "undealt":
            return {Answer(number=undealt(exercise))}
        case "winner":
            return {Answer(choice=str(seat)) for seat in winners(exercise)}
    if exercise.kind.name in ("pile", "missing"):
        return by_counting(exercise)
    return (by_krypkasino if exercise.game == "krypkasino" else by_builders)(exercise)


@pytest.mark.parametrize(("game", "kind"), EVERY)
def test_the_oracles_find_the_same_answers(game: str, kind: str) -> None:
    number = -(-OF_EACH // 5) if kind in SLOW else OF_EACH
    asked = list(islice(exercises(game, kind), number))
    assert len(asked) == number
    for exercise in asked:
        compare(exercise)


def compare(exercise: Exercise) -> None:
    ours = set(exercise.answers)
    assert ours == by_oracles(exercise), exercise


RULES = [(game, rule) for game in RULESETS for rule in practised_rules(game)]


@pytest.mark.parametrize(("game", "rule"), RULES if SOAK > 1 else RULES[::8])
def test_the_oracles_find_the_same_answers_by_house_rules(game: str, rule: str) -> None:
    """All house rules of all games in a soak, else some."""
    for number in range(1 if SOAK == 1 else 3 * SOAK):
        compare(make(game, rule, seed_at(LEVELS[(len(rule) + number) % len(LEVELS)], number)))
