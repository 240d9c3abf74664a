"""What a card may do in Casino and Royal Casino, by brute force (api-casino, Referee).

Every set of loose cards and builds is tried, at every value.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from tests.oracle.builds_judge import (
    Outcome,
    Places,
    State,
    Verdict,
    build_readings,
    finish,
    form,
    matchings,
    may_play,
    no_table_form,
    play_from_hand,
    play_step,
    take,
)
from tests.oracle.builds_text import (
    SUITS,
    Build,
    Game,
    Group,
    Step,
    Unit,
    canonical,
    cards_key,
    divisions,
    first_division,
    groups_key,
    in_order,
    rank_of,
    unit_of,
)


@dataclass(frozen=True)
class Sight:
    """What matters to the points of cards without a suit."""

    suitless: tuple[str, ...]  # those of them that may score more or less
    suits: frozenset[str]  # cards with a suit in sight
    spades_score: bool


def lies(state: State) -> dict[str, Any]:
    """A position afterwards."""
    return {
        "table": list(state.loose),
        "builds": [build.text for build in state.builds],
        "piles": None,
    }


def some(count: int) -> list[Places]:
    """All sets of places."""
    return [
        frozenset(chosen)
        for size in range(count + 1)
        for chosen in combinations(range(count), size)
    ]


def all_places(state: State) -> list[tuple[Places, Places]]:
    """All sets of loose cards and builds but the empty one."""
    builds = some(len(state.builds))
    return [(a, b) for a in some(len(state.loose)) for b in builds if a or b]


def entry(game: Game, state: State, claim: str, verb: str) -> tuple[str, State] | str:
    """The card leaves the hand, or why it must not (reasons 1 and 2)."""
    for card, after in play_from_hand(state, claim):
        return may_play(game, state, verb) or (card, after)
    return "not_in_hand"


def end(game: Game, outcome: Outcome) -> Verdict:
    """The verdict on a turn whose last step came out like this."""
    return Verdict(False, outcome, 0) if isinstance(outcome, str) else finish(game, outcome)


def named(state: State, places: tuple[Places, Places]) -> tuple[list[str], list[Build]]:
    """The loose cards and builds at these places."""
    loose = [state.loose[i] for i in sorted(places[0])]
    return loose, [state.builds[i] for i in sorted(places[1])]


def turn_text(state: State, card: str, places: tuple[Places, Places]) -> str:
    """A take as it is written."""
    items = [state.loose[i] for i in sorted(places[0])]
    items += [state.builds[i].claim for i in sorted(places[1])]
    return " ".join([card, "x", *items])


def points(sight: Sight, cards: Sequence[str]) -> tuple[int, int]:
    """The least and the most that cards score by themselves, over all suits they can have."""
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
    """What a card scores by itself: an ace, big casino, little casino (F1.6); in Spade Casino every
    spade too, and its jack once more."""
    spades = {"S": 1}.get(card[-1], 0) + (card == "JS") if spades_score else 0
    return spades + (1 if rank_of(card) == "A" else {"10D": 2, "2S": 1}.get(card, 0))


def assignments(cards: Sequence[str], sight: frozenset[str]) -> Iterator[tuple[str, ...]]:
    """All ways to give suits to suitless cards, one copy of each card."""
    if not cards:
        yield ()
        return
    for suit in SUITS:
        if cards[0] + suit not in sight:
            for others in assignments(cards[1:], sight | {cards[0] + suit}):
                yield (suit, *others)


def taken_groups(
    game: Game, value: int | None, loose: Group, builds: Sequence[Build]
) -> list[list[str]]:
    """The captured loose cards, divided; builds that are used as cards are left out."""
    if value is None:
        return [list(loose)]
    units = [unit_of(game, card) for card in loose]
    if game.builds_are_cards:
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
    largest: list[tuple[tuple[Places, Places], int | None, Verdict]] = []
    for value in game.played_values(card):
        legal = []
        for places in all_places(after):
            verdict = end(game, take(game, after, card, value, places))
            if verdict.legal is not False:
                legal.append((places, value, verdict))
        # Largest among those of one value.
        largest += [one for one in legal if not any(inside(one[0], other[0]) for other in legal)]
    found: dict[str, dict[str, Any]] = {}
    for places, value, verdict in largest:
        if any(inside(places, other[0]) for other in largest):
            continue
        text = turn_text(after, card, places)
        found.setdefault(text, take_answer(game, sight, after, card, (places, value, verdict)))
    cards = {text: captured(answer) for text, answer in found.items()}
    texts = sorted(
        found,
        key=lambda text: (-found[text]["points"], -len(cards[text]), cards_key(cards[text])),
    )
    return [found[text] for text in texts]


def captured(answer: dict[str, Any]) -> Group:
    """All the cards of a take in card order, those of builds too."""
    builds = [text.partition("@")[0].split("=")[:-1] for text in answer["builds"]]
    inside_builds = [card for groups in builds for group in groups for card in group.split("+")]
    return in_order([*answer["captured"], *inside_builds])


def inside(one: tuple[Places, Places], other: tuple[Places, Places]) -> bool:
    """Does one take lie inside another, larger one?"""
    return one != other and one[0] <= other[0] and one[1] <= other[1]


def take_answer(
    game: Game,
    sight: Sight,
    state: State,
    card: str,
    one: tuple[tuple[Places, Places], int | None, Verdict],
) -> dict[str, Any]:
    """One take as it is listed."""
    places, value, verdict = one
    loose = tuple(state.loose[i] for i in sorted(places[0]))
    builds = [state.builds[i] for i in sorted(places[1])]
    assert verdict.state is not None
    least, most = points(sight, [card, *loose, *(c for b in builds for c in b.cards)])
    return {
        "turn": turn_text(state, card, places),
        "captured": list(loose),
        "builds": [build.text for build in builds],
        "groups": taken_groups(game, value, loose, builds),
        "value": value,
        "holds": list(verdict.holds),
        "after": lies(verdict.state),
        "sweep": not verdict.state.loose and not verdict.state.builds,
        "points": least,
        "points_most": most,
    }


def kind_of(value: int, builds: Sequence[Build]) -> tuple[str, Build | None]:
    """What a form does, and to which build: one that keeps its value, or else the first."""
    if not builds:
        return "new", None
    same = [build for build in builds if build.value == value]
    # A multiple build cannot be a card of another one.
    same.sort(key=lambda build: not build.multiple)
    return ("augment", same[0]) if same else ("raise", builds[0])


def few(game: Game, card: str, value: int, used: tuple[Sequence[str], Sequence[Build]]) -> bool:
    """Has this form the fewest cards: one group, or the played card and one other group?

    A build that keeps its value is not counted: it is there before.
    """
    loose, builds = used
    _, target = kind_of(value, builds)
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
    """The values that these could make: others need not be tried.

    Any number of groups of a value adds up to a multiple of it. What builds already have is
    tried too, and 14, where an ace may be more than it counts in the sum.
    """
    loose, builds = used
    numbers = [game.number(other) for other in (card, *loose)]
    if None in numbers:
        return []
    values = [build.value for build in builds]
    total = sum(number for number in numbers if number is not None) + sum(values)
    tried = range(1, game.highest + 1)
    return [value for value in tried if value in (14, *values) or total % value == 0]


def forms(game: Game, state: State, claim: str) -> list[dict[str, Any]]:
    """Every build that the card makes with the fewest cards."""
    played = entry(game, state, claim, "form")
    if isinstance(played, str):
        return []
    card, after = played
    found: list[tuple[tuple[Places, Places], Build | None, dict[str, Any]]] = []
    for places in all_places(after):
        used = named(after, places)
        for value in form_values(game, card, used):
            outcome = form(game, after, card, value, places)
            verdict = end(game, outcome)
            if isinstance(outcome, str) or verdict.legal is False or outcome.formed is None:
                continue
            if not few(game, card, value, used):
                continue
            kind, target = kind_of(value, used[1])
            answer = {
                "turn": f"{card} {outcome.formed.claim}",
                "build": outcome.formed.text,
                "kind": kind,
                "of": None if target is None else target.text,
                "value": value,
                "holds": list(verdict.holds),
            }
            found.append((places, target, answer))
    least = {
        answer["turn"]: (answer, in_order(build_cards(answer)))
        for places, target, answer in found
        if not any(
            target is other_target and answer["value"] == other["value"] and inside(smaller, places)
            for smaller, other_target, other in found
        )
    }
    pairs = sorted(least.values(), key=lambda pair: (pair[0]["value"], cards_key(pair[1])))
    return [answer for answer, _ in pairs]


def build_cards(answer: dict[str, Any]) -> list[str]:
    """The cards of a formed build."""
    groups = answer["build"].partition("@")[0].split("=")[:-1]
    return [card for group in groups for card in group.split("+")]


def lay_answer(game: Game, state: State, claim: str) -> dict[str, Any]:
    """May the card be laid?"""
    outcomes = play_step(game, state, Step("lay", claim))
    verdict = max((end(game, outcome) for outcome in outcomes), key=lambda one: one.lateness)
    return {"legal": verdict.legal, "reason": verdict.reason, "holds": list(verdict.holds)}


def way(kind: str, value: int | None, turn: str, verdict: Verdict) -> dict[str, Any]:
    """One line of what can be made of exactly these."""
    return {
        "turn": turn,
        "kind": kind,
        "value": value,
        "legal": verdict.legal,
        "reason": verdict.reason,
        "holds": list(verdict.holds),
    }


def as_units(game: Game, cards: Sequence[str], builds: Sequence[Build]) -> list[Unit]:
    """Cards and builds, each as one thing: so numbers are added up, whatever the rules say."""
    units = [unit_of(game, card) for card in cards]
    return units + [Unit(build.cards, build.value, build=True) for build in builds]


def with_take(
    game: Game, state: State, claim: str, places: tuple[Places, Places]
) -> list[dict[str, Any]]:
    """Exactly these as a take, if the numbers fit at a value of the card."""
    played = entry(game, state, claim, "take")
    card, after = (claim, state) if isinstance(played, str) else played
    loose, builds = named(after, places)
    found = []
    for value in game.played_values(card):
        if value is None:
            fit = not builds and all(rank_of(other) == rank_of(card) for other in loose)
        else:
            fit = any(True for _ in divisions(game, as_units(game, loose, builds), value))
        if fit:
            outcome = played if isinstance(played, str) else take(game, after, card, value, places)
            turn = turn_text(after, card, places)
            found.append((end(game, outcome), way("take", value, turn, end(game, outcome))))
    return [max(found, key=lambda pair: pair[0].lateness)[1]] if found else []


def first_of(ways: Sequence[Sequence[Sequence[Unit]]]) -> tuple[Group, ...]:
    """Of several divisions the first, compared group by group (api-casino, Text)."""
    written = [canonical([[c for unit in group for c in unit.cards] for group in w]) for w in ways]
    return min(written, key=groups_key)


def with_form(
    game: Game, state: State, claim: str | None, value: int, places: tuple[Places, Places]
) -> list[dict[str, Any]]:
    """Exactly these as a build of a value, if the numbers fit."""
    played = (claim, state) if claim is None else entry(game, state, claim, "form")
    card, after = (claim, state) if isinstance(played, str) else played
    loose, builds = named(after, places)
    added = loose if card is None else [card, *loose]
    units = as_units(game, added, builds)
    ways = list(divisions(game, units, value))
    if not ways or len(units) < 2:
        return []
    cards = [other for unit in units for other in unit.cards]
    groups = first_division(game, cards, value)
    if groups is None:  # a multiple build, its value changed
        groups = first_of(ways)
    outcome: Outcome
    off = "trail_and_table_build" not in game.house or no_table_form(state)
    if isinstance(played, str):
        outcome = played
    elif card is None and (builds or off):
        outcome = "need_hand_card"
    else:
        outcome = form(game, after, card, value, places)
    text = Build(value, groups, 0).claim
    turn = text if card is None else f"{card} {text}"
    return [way(kind_of(value, builds)[0], value, turn, end(game, outcome))]


def pointed_at(game: Game, state: State, step: Step, played: str | None) -> list[dict[str, Any]]:
    """Each way in which exactly the pointed cards and builds make a take or a build."""
    builds = build_readings(state, step)
    loose = next(matchings(step.loose, state.loose, state.suits), None)
    if loose is None or not builds:
        return []
    places = (frozenset(loose), builds[0])
    found = [] if played is None else with_take(game, state, played, places)
    for value in range(1, game.highest + 1):
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
