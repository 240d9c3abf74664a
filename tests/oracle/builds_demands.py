"""Demands of an opponent in Swazi and Lesotho (F3.6), by exhaustive search: every union of sets
that the cards on the table make is tried.

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

from collections.abc import Iterator, Sequence
from typing import Any

from tests.oracle.builds_notation import Build, Game, bare, cards_key, in_order, label_key, rank_of
from tests.oracle.builds_pile_faults import form_fault, take_fault
from tests.oracle.builds_plays import some
from tests.oracle.builds_turn_state import Places, State, builds_at, loose_at, tops_at


def demands(game: Game, state: State) -> list[dict[str, Any]]:
    """Return all demands on a legal turn."""
    if not game.swazi:
        return []
    found = complete_takes(game, state)
    for build in state.builds:
        if game.side(build.keeper):
            found += complete_builds(game, state, build)
    return found


def largest(ways: list[Places]) -> list[Places]:
    """Return the unions that lie in no other."""
    return [one for one in ways if not any(one.inside(other) for other in ways)]


def complete_takes(game: Game, state: State) -> list[dict[str, Any]]:
    """Return the captures that the hand card was entitled to and that are still there."""
    card = state.card
    # A laid card that went into a build is one that was used for it.
    built = state.laid is not None and state.laid not in state.loose
    if card is None or built or not {"take", "lay"} & {*state.acts}:
        return []
    if state.laid is None and game.picture(card) and "one_picture" in game.house:
        return []  # it was entitled to one
    laid = None if state.laid is None else state.loose.index(state.laid)
    builds = some(len(state.builds))
    found = []
    for value in state.entitled:
        loose = {frozenset(where) for where in divided(game, card, state.loose, value)}
        everything = [
            Places(cards, built)
            for cards in sorted(loose, key=sorted)
            for built in builds
            if (cards or built) and laid not in cards
        ]
        ways = [one for one in everything if take_fault(game, state, card, value, one) is None]
        found.append([answer(state, "complete_take", None, one) for one in largest(ways)])
    return in_their_order(min(found, key=len))


def divided(
    game: Game, card: str | None, cards: Sequence[str], value: int | None
) -> set[frozenset[int]]:
    """Return all sets of these cards that can be divided into groups worth the value, as places;
    for a picture without a number all sets of its rank."""
    places = range(len(cards))
    if value is None:
        same = [at for at in places if card is not None and rank_of(cards[at]) == rank_of(card)]
        return {frozenset(same[i] for i in chosen) for chosen in some(len(same))}
    groups = [frozenset(group) for group in worth(game, cards, value)]
    found = {frozenset[int]()}
    new = set(found)
    while new:
        new = {one | group for one in new for group in groups if not one & group} - found
        found |= new
    return found


def worth(game: Game, cards: Sequence[str], value: int) -> Iterator[tuple[int, ...]]:
    """Yield the groups of these cards that are worth the value, as places."""
    numbers = [game.number(card) for card in cards]

    def more(start: int, wanted: int) -> Iterator[tuple[int, ...]]:
        if wanted == 0:
            yield ()
            return
        for at in range(start, len(cards)):
            number = numbers[at]
            if number is not None and number <= wanted:
                for others in more(at + 1, wanted - number):
                    yield (at, *others)

    yield from more(0, value)
    if value == 14 and game.ace_high:
        yield from ((at,) for at, card in enumerate(cards) if rank_of(card) == "A")


def complete_builds(game: Game, state: State, build: Build) -> list[dict[str, Any]]:
    """Return what could be added to this build."""
    target = frozenset({next(i for i, one in enumerate(state.builds) if one is build)})
    theirs = [i for i in range(len(state.piles)) if not game.side(i)]
    tops = [(i, depth) for i in theirs for depth in range(len(state.piles[i]))]
    cards = [*state.loose, *(state.piles[i][depth] for i, depth in tops)]
    ways = []
    for where in sorted(divided(game, None, cards, build.value), key=sorted):
        loose = frozenset(at for at in where if at < len(state.loose))
        named = frozenset(tops[at - len(state.loose)] for at in where - loose)
        if any(depth and (i, depth - 1) not in named for i, depth in named):
            continue
        one = Places(loose, target, named)
        if form_fault(game, state, None, build.value, one) is None:
            ways.append(one)
    return in_their_order(
        [answer(state, "complete_build", build.text, one) for one in largest(ways)]
    )


def answer(state: State, kind: str, of: str | None, places: Places) -> dict[str, Any]:
    """Return a demand as it is listed."""
    labels = sorted([*loose_at(state, places), *tops_at(state, places)], key=label_key)
    builds = builds_at(state, places) if of is None else []
    return {"kind": kind, "of": of, "captured": labels, "builds": [build.text for build in builds]}


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
