"""What an opponent may insist on in Swazi and Lesotho (F3.6), by plain exhaustive search.

Each demand is a largest one: a set of what lies there when the turn is over, to which nothing more
could be added. Where several largest ones overlap each of them is listed (the mover chooses).

- `complete_take`, if the hand card took or was laid: loose cards (but for the laid card itself) and
  builds that it takes at its value. A card that took at one value of an ace is measured at that
  value; where both values were open (what it took was worth both, or it was laid) at the one that
  leaves fewer demands, of equal numbers the lower value.
- `complete_build`, for each build of the mover's side: loose cards (the laid one too) and
  opponents' tops that could be added to it without a card from the hand. A pile's second card may
  follow its first. Of Lesotho's piles the partner's is never demanded.

Takes first, then builds in their order; of one kind most cards first, then card order (ours).
"""

from itertools import product
from typing import Any

from tests.oracle.builds_text import Build, cards_key, in_order
from tests.oracle.southern_faults import form_fault, take_fault
from tests.oracle.southern_plays import some
from tests.oracle.southern_state import (
    Places,
    State,
    builds_at,
    loose_at,
    tops_at,
)
from tests.oracle.southern_text import South, bare, label_key


def demands(game: South, state: State) -> list[dict[str, Any]]:
    """All demands on a legal turn."""
    if not game.swazi:
        return []
    found = complete_takes(game, state)
    for build in state.builds:
        if game.side(build.keeper):
            found += complete_builds(game, state, build)
    return found


def largest(ways: list[Places]) -> list[Places]:
    """Those that lie in no other."""
    return [one for one in ways if not any(one.inside(other) for other in ways)]


def complete_takes(game: South, state: State) -> list[dict[str, Any]]:
    """What the hand card was entitled to and what is still there."""
    card = state.card
    # A laid card that went into a build is one that was used for it.
    built = state.laid is not None and state.laid not in state.loose
    if card is None or built or not {"take", "lay"} & {*state.acts}:
        return []
    if state.laid is None and game.picture(card) and "one_picture" in game.house:
        return []  # it was entitled to one
    laid = None if state.laid is None else state.loose.index(state.laid)
    everything = [
        Places(loose, builds)
        for loose in some(len(state.loose))
        for builds in some(len(state.builds))
        if (loose or builds) and laid not in loose
    ]
    found = []
    for value in state.entitled:
        ways = [one for one in everything if take_fault(game, state, card, value, one) is None]
        found.append([answer(state, "complete_take", None, one) for one in largest(ways)])
    return in_their_order(min(found, key=len))


def complete_builds(game: South, state: State, build: Build) -> list[dict[str, Any]]:
    """What could be added to this build."""
    target = frozenset({next(i for i, one in enumerate(state.builds) if one is build)})
    theirs = [i for i in range(len(state.piles)) if not game.side(i)]
    depths = [range(len(state.piles[i]) + 1) for i in theirs]
    ways = []
    for loose in some(len(state.loose)):
        for counts in product(*depths):
            tops = {
                (i, depth)
                for i, count in zip(theirs, counts, strict=True)
                for depth in range(count)
            }
            one = Places(loose, target, frozenset(tops))
            if form_fault(game, state, None, build.value, one) is None:
                ways.append(one)
    return in_their_order(
        [answer(state, "complete_build", build.text, one) for one in largest(ways)]
    )


def answer(state: State, kind: str, of: str | None, places: Places) -> dict[str, Any]:
    """A demand as it is listed."""
    labels = sorted([*loose_at(state, places), *tops_at(state, places)], key=label_key)
    builds = builds_at(state, places) if of is None else []
    return {
        "kind": kind,
        "of": of,
        "captured": labels,
        "builds": [build.text for build in builds],
    }


def in_their_order(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Most cards first, then in card order, each once (suitless cards look the same)."""
    unique = {(*one["captured"], *one["builds"]): one for one in found}
    return sorted(
        unique.values(),
        key=lambda one: (
            -len(one["captured"]) - len(one["builds"]),
            cards_key(in_order(list(map(bare, one["captured"])))),
        ),
    )
