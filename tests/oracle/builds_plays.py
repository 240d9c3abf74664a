"""Plays of a card, by brute force (api-casino, Referee).

Every set of loose cards, builds and (Game African) tops is tried, at every value.

Readings of what the rules leave open:

- A raise that merges is listed as `raise` of the opponent's build whose value it changes.
- Forms for the partner are listed beside one's own where the rank is proven, as `…@2`.
- Tops stand among the loose cards in card order; of equal cards those of the table come first.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from tests.oracle.builds_judge import finish, form, may_play, play_step, take
from tests.oracle.builds_notation import (
    SUITS,
    Build,
    Game,
    Group,
    Step,
    Unit,
    bare,
    build_key,
    canonical,
    cards_key,
    divisions,
    groups_key,
    in_order,
    label_key,
    rank_of,
    unit_of,
    written,
)
from tests.oracle.builds_turn_state import (
    Outcome,
    Places,
    State,
    Verdict,
    builds_at,
    loose_at,
    play_from_hand,
    tops_at,
)


@dataclass(frozen=True)
class Sight:
    """Facts that decide the points of cards without a suit."""

    suitless: tuple[str, ...]  # those of them that may score more or less
    suits: frozenset[str]  # cards with a suit in sight
    spades_score: bool


def lies(game: Game, state: State) -> dict[str, Any]:
    """Return a position afterwards. Of partners who share a pile the first seat stands for both."""
    return {
        "table": list(state.loose),
        "builds": [build.text for build in sorted(state.builds, key=build_key)],
        "piles": None
        if game.anglo
        else [
            {"seat": seat, "top": pile[0] if pile else None}
            for seat, pile in enumerate(state.piles)
        ],
    }


def some(count: int) -> list[frozenset[int]]:
    """Return all sets of places."""
    sizes = range(count + 1)
    return [frozenset(some) for size in sizes for some in combinations(range(count), size)]


def all_places(game: Game, state: State, tops: bool) -> list[Places]:
    """Return all sets of loose cards, builds and, if wanted, tops of the other piles."""
    others = [i for i, pile in enumerate(state.piles) if pile and i != game.pile(0) and tops]
    found = [
        Places(loose, builds, frozenset((others[i], 0) for i in chosen))
        for loose in some(len(state.loose))
        for builds in some(len(state.builds))
        for chosen in some(len(others))
    ]
    return found[1:]


def entry(game: Game, state: State, claim: str, verb: str) -> tuple[str, State] | str:
    """Return the card leaves the hand, or why it must not (reasons 1 and 2)."""
    for card, after in play_from_hand(state, claim):
        return may_play(game, state, verb) or (card, after)
    return "not_in_hand"


def end(game: Game, outcome: Outcome) -> Verdict:
    """Return the verdict on a turn whose last step came out like this."""
    return Verdict(False, outcome, 0) if isinstance(outcome, str) else finish(game, outcome)


def loose_and_tops(state: State, places: Places) -> list[str]:
    """Return the loose cards and tops at these places, as they are written."""
    return sorted([*loose_at(state, places), *tops_at(state, places)], key=label_key)


def take_text(state: State, card: str, places: Places) -> str:
    """Return a take as it is written."""
    builds = [build.claim for build in builds_at(state, places)]
    return " ".join([card, "x", *loose_and_tops(state, places), *builds])


def points(sight: Sight, cards: Sequence[str]) -> tuple[int, int]:
    """Return the least and the most that cards score by themselves, over all suits they can
    have."""
    least = most = sum(
        card_points(card, sight.spades_score) for card in cards if card not in sight.suitless
    )
    for rank in {card for card in cards if card in sight.suitless}:  # suits of each for themselves
        there = tuple(card for card in sight.suitless if card == rank)
        # Which of several suitless cards of a rank is meant makes no difference: the first.
        taken = cards.count(rank)
        found = {
            sum(card_points(rank + suit, sight.spades_score) for suit in suits[:taken])
            for suits in assignments(there, sight.suits)
        }
        least, most = least + min(found), most + max(found)
    return least, most


def card_points(card: str, spades_score: bool) -> int:
    """Return what a card scores by itself: an ace, big casino, little casino (F1.6); in Spade
    Casino every spade too, and its jack once more."""
    spades = {"S": 1}.get(card[-1], 0) + (card == "JS") if spades_score else 0
    return spades + (1 if rank_of(card) == "A" else {"10D": 2, "2S": 1}.get(card, 0))


def assignments(cards: Sequence[str], sight: frozenset[str]) -> Iterator[tuple[str, ...]]:
    """Yield all ways to give suits to suitless cards, one copy of each card."""
    if not cards:
        yield ()
        return
    for suit in SUITS:
        if cards[0] + suit not in sight:
            for others in assignments(cards[1:], sight | {cards[0] + suit}):
                yield (suit, *others)


def taken_groups(
    game: Game, value: int, loose: Sequence[str], builds: Sequence[Build]
) -> list[list[str]]:
    """Return the captured loose cards, divided; builds that are used as cards are left out."""
    units = [unit_of(game, card) for card in loose]
    units += [Unit(b.cards, b.value, build=True) for b in builds if not b.multiple]
    ways = []
    for division in divisions(game, units, value):
        groups = [[u.cards[0] for u in group if not u.build] for group in division]
        ways.append(canonical([group for group in groups if group]))
    return [list(group) for group in min(ways, key=groups_key)]


def takes(game: Game, sight: Sight, state: State, claim: str) -> list[dict[str, Any]]:
    """Every largest legal take of a card."""
    played = entry(game, state, claim, "take")
    if isinstance(played, str):
        return []
    card, after = played
    largest: list[tuple[Places, int | None, Verdict]] = []
    for value in game.played_values(card):
        legal = []
        for places in all_places(game, after, tops=not game.swazi):
            verdict = end(game, take(game, after, card, value, places))
            if verdict.legal is not False:
                legal.append((places, value, verdict))
        largest += [one for one in legal if not any(one[0].inside(other[0]) for other in legal)]
    found: dict[str, dict[str, Any]] = {}
    for places, value, verdict in largest:
        if not any(places.inside(other[0]) for other in largest):
            text = take_text(after, card, places)
            found.setdefault(text, take_answer(game, sight, after, card, (places, value, verdict)))
    answers = list(found.values())
    cards = [all_captured(answer) for answer in answers]
    order = sorted(
        range(len(answers)),
        key=lambda i: (
            -answers[i]["points"],
            -len(cards[i]),
            cards_key(cards[i]),
            list(map(label_key, answers[i]["captured"])),
        ),
    )
    return [answers[i] for i in order]


def all_captured(answer: dict[str, Any]) -> Group:
    """Return all the cards of a take in card order, those of builds too, without marks."""
    builds = [card for text in answer["builds"] for card in cards_in(text)]
    return in_order([*map(bare, answer["captured"]), *builds])


def cards_in(text: str) -> list[str]:
    """Return the cards of a build as it is written."""
    return text.partition("@")[0].rpartition("=")[0].replace("=", "+").split("+")


def take_answer(
    game: Game, sight: Sight, state: State, card: str, one: tuple[Places, int | None, Verdict]
) -> dict[str, Any]:
    """Return a take as it is listed."""
    places, value, verdict = one
    labels = loose_and_tops(state, places)
    builds = builds_at(state, places)
    assert verdict.state is not None
    # A picture without a number takes each of its rank by itself.
    groups: Sequence[Sequence[str]] | None = [(label,) for label in labels]
    if value is None and game.name == "kasino":
        groups = [in_order(labels)]  # the 5S takes everything, whatever it comes to
    elif value is not None and game.builds_are_cards:
        groups = taken_groups(game, value, labels, builds)
    elif value is not None:
        groups = written(game, labels, value)
    assert groups is not None
    cards = [card, *map(bare, labels), *(c for b in builds for c in b.cards)]
    least, most = points(sight, cards)
    return {
        "turn": take_text(state, card, places),
        "captured": labels,
        "builds": [build.text for build in builds],
        "groups": [list(group) for group in groups],
        "value": value,
        "holds": list(verdict.holds),
        "after": lies(game, verdict.state),
        "sweep": not verdict.state.loose and not verdict.state.builds,
        "points": least,
        "points_most": most,
    }


def kind_of(game: Game, value: int, builds: Sequence[Build]) -> tuple[str, Build | None]:
    """Return the kind of step that a form is, and its build: one whose value it changes, in Casino
    one that keeps its value."""
    if not builds:
        return "new", None
    same = [build for build in builds if build.value == value]
    raised = [build for build in builds if build.value != value]
    # A multiple build cannot be a card of another one.
    same.sort(key=lambda build: game.anglo and not build.multiple)
    augments = bool(same) if game.anglo else not raised
    return ("augment", same[0]) if augments else ("raise", raised[0])


def few(game: Game, card: str, value: int, used: tuple[Sequence[str], Sequence[Build]]) -> bool:
    """Return whether this form has the fewest cards: one group, or the played card and one other
    group.

    A build that keeps its value is not counted: it is there before.
    """
    loose, builds = used
    _, target = kind_of(game, value, builds)
    cards = [unit_of(game, other) for other in (card, *loose)]
    units = cards + [Unit(b.cards, b.value, build=True) for b in builds if b.value != value]
    if any(build.value == value and build is not target for build in builds):
        return False
    for division in divisions(game, units, value):
        if len(division) == 1 and (target is not None or len(units) > 1):
            return True
        own = any(len(group) == 1 and group[0] is cards[0] for group in division)
        if own and len(division) == 2 and (target is None or target.value != value):
            return True
    return False


def form_values(game: Game, card: str, used: tuple[Sequence[str], Sequence[Build]]) -> list[int]:
    """Return the values that these could make: others need not be tried.

    Any number of groups of a value adds up to a multiple of it. What builds already have is
    tried too, and those at which a card may be more than it counts in the sum.
    """
    loose, builds = used
    numbers = [game.number(other) for other in (card, *loose)]
    if None in numbers:
        return []
    values = [build.value for build in builds]
    total = sum(number for number in numbers if number is not None) + sum(values)
    tried = range(1, game.highest + 1)
    return [v for v in tried if v in values or game.chooses(v) or total % v == 0]


def fewest(game: Game, card: str, value: int, loose: list[str], builds: list[Build]) -> bool:
    """Return whether this form has the fewest cards. A merge is a raise; the other build was there
    before."""
    raised = [build for build in builds if build.value != value]
    if raised and not game.anglo:
        return not loose
    return few(game, card, value, (loose, builds))


def forms(game: Game, state: State, claim: str) -> list[dict[str, Any]]:
    """Every build that the card makes with the fewest cards."""
    played = entry(game, state, claim, "form")
    if isinstance(played, str) or game.name == "kasino":
        return []
    card, after = played
    found: list[tuple[Places, Build | None, dict[str, Any]]] = []
    for places in all_places(game, after, tops=False):
        loose, builds = loose_at(after, places), builds_at(after, places)
        if game.picture(card) or any(game.picture(other) for other in loose):
            continue
        for value in form_values(game, card, (loose, builds)):
            if not fewest(game, card, value, loose, builds):
                continue
            for seat in seats(game, value, builds):
                outcome = form(game, after, card, value, places, seat)
                verdict = end(game, outcome)
                if isinstance(outcome, str) or verdict.legal is False:
                    continue
                found.append(
                    (
                        places,
                        kind_of(game, value, builds)[1],
                        form_answer(game, card, outcome, builds, verdict),
                    )
                )
    least = [
        answer
        for places, target, answer in found
        if not any(
            target is other_target and answer["value"] == other["value"] and smaller.inside(places)
            for smaller, other_target, other in found
        )
    ]
    unique = {answer["turn"]: answer for answer in least}
    return sorted(
        unique.values(),
        key=lambda one: (
            one["value"],
            cards_key(in_order(cards_in(one["build"]))),
            "@" in one["turn"],
        ),
    )


def seats(game: Game, value: int, builds: list[Build]) -> list[int | None]:
    """Return the seats for which a form can be: the mover, or by proof the partner."""
    rank = game.holder(value)
    proof = game.pairs and not builds and rank is not None and rank in game.proven
    return [None, 2] if proof else [None]


def form_answer(
    game: Game, card: str, outcome: State, builds: list[Build], verdict: Verdict
) -> dict[str, Any]:
    """Return a form as it is listed."""
    formed = outcome.formed[-1]
    kind, target = kind_of(game, formed.value, builds)
    partner = kind == "new" and formed.keeper == 2
    return {
        "turn": f"{card} {formed.text if partner else formed.claim}",
        "build": formed.text,
        "kind": kind,
        "of": None if target is None else target.text,
        "value": formed.value,
        "holds": list(verdict.holds),
    }


def lay_answer(game: Game, state: State, claim: str) -> dict[str, Any]:
    """Return whether the card may be laid."""
    outcomes = play_step(game, state, Step("lay", claim))
    verdict = max((end(game, outcome) for outcome in outcomes), key=lambda one: one.lateness)
    return {"legal": verdict.legal, "reason": verdict.reason, "holds": list(verdict.holds)}
