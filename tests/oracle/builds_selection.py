"""Plays of exactly the cards and builds that are pointed at (api-casino, `with`)."""

from collections.abc import Sequence
from typing import Any

from tests.oracle.builds_judge import form, needs_card, no_table_form, take
from tests.oracle.builds_notation import (
    Build,
    BuildClaim,
    Game,
    Group,
    Step,
    Unit,
    bare,
    canonical,
    claim_text,
    divisions,
    groups_key,
    labelled,
    rank_of,
    unit_of,
    written,
)
from tests.oracle.builds_plays import end, entry, kind_of, loose_and_tops, seats, take_text
from tests.oracle.builds_turn_state import (
    Outcome,
    Places,
    State,
    Verdict,
    build_readings,
    builds_at,
    knows_top,
    matchings,
    whole,
)


def way(kind: str, value: int | None, turn: str, verdict: Verdict) -> dict[str, Any]:
    """Return a line of the answer."""
    return {
        "turn": turn,
        "kind": kind,
        "value": value,
        "legal": verdict.legal,
        "reason": verdict.reason,
        "holds": list(verdict.holds),
    }


def as_units(game: Game, cards: list[str], builds: list[Build]) -> list[Unit]:
    """Cards and builds, each as one thing: so numbers are added up, whatever the rules say."""
    units = [unit_of(game, bare(card)) for card in cards]
    return units + [Unit(build.cards, build.value, build=True) for build in builds]


def with_take(game: Game, state: State, claim: str, places: Places) -> list[dict[str, Any]]:
    """Exactly these as a take, if the numbers fit at a value of the card."""
    played = entry(game, state, claim, "take")
    card, after = (claim, state) if isinstance(played, str) else played
    labels, builds = loose_and_tops(after, places), builds_at(after, places)
    found = []
    for value in game.played_values(card):
        if value is None and game.name == "kasino":
            fit = len(places.loose) == len(after.loose)
        elif value is None:
            fit = not builds and all(rank_of(bare(other)) == rank_of(card) for other in labels)
        else:
            fit = any(True for _ in divisions(game, as_units(game, labels, builds), value))
        if fit:
            outcome = played if isinstance(played, str) else take(game, after, card, value, places)
            verdict = end(game, outcome)
            text = take_text(after, card, places)
            found.append((verdict, way("take", value, text, verdict)))
    return [max(found, key=lambda pair: pair[0].lateness)[1]] if found else []


def first_of(ways: Sequence[Sequence[Sequence[Unit]]]) -> tuple[Group, ...]:
    """Return the first of several divisions, compared group by group (api-casino, Text)."""
    found = [canonical([[c for unit in group for c in unit.cards] for group in w]) for w in ways]
    return min(found, key=groups_key)


def form_text(game: Game, card: str | None, labels: list[str], value: int) -> str | None:
    """Return a form as it is written, tops with their marks; None if the cards cannot be
    divided."""
    groups = written(game, labels, value)
    if groups is None:
        return None
    text = claim_text(groups, value)
    return text if card is None else f"{card} {text}"


def with_form(
    game: Game, state: State, claim: str | None, value: int, places: Places
) -> list[dict[str, Any]]:
    """Exactly these as a build of a value, if the numbers fit."""
    played = (claim, state) if claim is None else entry(game, state, claim, "form")
    card, after = (claim, state) if isinstance(played, str) else played
    labels, builds = loose_and_tops(after, places), builds_at(after, places)
    added = labels if card is None else [card, *labels]
    units = as_units(game, added, builds)
    ways = list(divisions(game, units, value))
    if not ways or len(units) < 2:
        return []
    cards = [*added, *(other for build in builds for other in build.cards)]
    text = form_text(game, card, cards, value)
    if text is None:  # a multiple build, its value changed
        text = claim_text(labelled(first_of(ways), cards), value)
        text = text if card is None else f"{card} {text}"
    found = []
    for seat in seats(game, value, builds):
        outcome: Outcome
        if isinstance(played, str):
            outcome = played
        elif card is None and (
            no_table_form(game, state, BuildClaim(tuple(cards), value))
            or needs_card(game, state, value, places)
        ):
            outcome = "need_hand_card"
        else:
            outcome = form(game, after, card, value, places, seat)
        turn = text if seat is None else f"{text}@{seat}"
        found.append(way(kind_of(game, value, builds)[0], value, turn, end(game, outcome)))
    return found


def pointed_at(game: Game, state: State, step: Step, played: str | None) -> list[dict[str, Any]]:
    """Return each way in which exactly the pointed cards and builds make a take or a build."""
    if not state.loose and not state.builds and not knows_top(state, step.loose):
        return []
    builds = build_readings(state, step.builds)
    ways = [whole(state, one) for one in matchings(state, step.loose) if no_build(one)]
    loose = next((places for places in ways if places is not None), None)
    if loose is None or not builds:
        return []
    places = Places(loose.loose, builds[0], loose.tops)
    found = [] if played is None else with_take(game, state, played, places)
    for value in range(1, 1 if game.name == "kasino" else game.highest + 1):
        found += with_form(game, state, played, value, places)
    return sorted(
        found,
        key=lambda one: (
            one["reason"] != "unfinished",
            one["legal"] is False,
            one["value"] or 0,
            ["take", "new", "augment", "raise"].index(one["kind"]),
        ),
    )


def no_build(ways: Any) -> bool:
    """Return whether none of these places is in a build."""
    return all(place.build is None for place in ways)
