"""What a card may do in the southern games, by brute force (api-casino, Referee).

Every set of loose cards, builds and (South African) tops is tried, at every value.

Readings of what the rules leave open:

- A raise that merges is listed as `raise` of the opponent's build whose value it changes.
- Forms for the partner are listed beside one's own where the rank is proven, as `…@2`.
- Tops stand among the loose cards in card order; of equal cards those of the table come first.
"""

from itertools import combinations
from typing import Any

from tests.oracle.builds_plays import Sight, captured, few, form_values, points
from tests.oracle.builds_text import (
    Build,
    Group,
    Step,
    build_key,
    cards_key,
    in_order,
)
from tests.oracle.southern_judge import finish, form, play_step, take
from tests.oracle.southern_state import (
    Outcome,
    Places,
    State,
    Verdict,
    builds_at,
    loose_at,
    play_from_hand,
    tops_at,
)
from tests.oracle.southern_text import South, bare, claim_text, label_key, written


def lies(game: South, state: State) -> dict[str, Any]:
    """A position afterwards. Of partners who share a pile the first seat stands for both."""
    return {
        "table": list(state.loose),
        "builds": [build.text for build in sorted(state.builds, key=build_key)],
        "piles": [
            {"seat": seat, "top": pile[0] if pile else None}
            for seat, pile in enumerate(state.piles)
        ],
    }


def some(count: int) -> list[frozenset[int]]:
    """All sets of places."""
    sizes = range(count + 1)
    return [frozenset(some) for size in sizes for some in combinations(range(count), size)]


def all_places(game: South, state: State, tops: bool) -> list[Places]:
    """All sets of loose cards, builds and, if wanted, tops of the other piles."""
    others = [i for i, pile in enumerate(state.piles) if pile and i != game.pile(0) and tops]
    found = [
        Places(loose, builds, frozenset((others[i], 0) for i in chosen))
        for loose in some(len(state.loose))
        for builds in some(len(state.builds))
        for chosen in some(len(others))
    ]
    return found[1:]


def entry(state: State, claim: str) -> tuple[str, State] | str:
    """The card leaves the hand, or why it must not (reasons 1 and 2)."""
    for card, after in play_from_hand(state, claim):
        return (card, after) if state.card is None else "one_hand_card"
    return "not_in_hand"


def end(game: South, outcome: Outcome) -> Verdict:
    """The verdict on a turn whose last step came out like this."""
    return Verdict(False, outcome, 0) if isinstance(outcome, str) else finish(game, outcome)


def loose_and_tops(state: State, places: Places) -> list[str]:
    """The loose cards and tops at these places, as they are written."""
    return sorted([*loose_at(state, places), *tops_at(state, places)], key=label_key)


def take_text(state: State, card: str, places: Places) -> str:
    """A take as it is written."""
    builds = [build.claim for build in builds_at(state, places)]
    return " ".join([card, "x", *loose_and_tops(state, places), *builds])


def takes(game: South, sight: Sight, state: State, claim: str) -> list[dict[str, Any]]:
    """Every largest legal take of a card."""
    played = entry(state, claim)
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
    cards = [in_order(list(map(bare, all_captured(answer)))) for answer in answers]
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
    """All the cards of a take, those of builds too, without marks."""
    return captured(answer | {"captured": list(map(bare, answer["captured"]))})


def take_answer(
    game: South,
    sight: Sight,
    state: State,
    card: str,
    one: tuple[Places, int | None, Verdict],
) -> dict[str, Any]:
    """One take as it is listed."""
    places, value, verdict = one
    labels = loose_and_tops(state, places)
    builds = builds_at(state, places)
    assert verdict.state is not None
    # A picture without a number takes each of its rank by itself.
    groups = [(label,) for label in labels] if value is None else written(game, labels, value)
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


def kind_of(value: int, builds: list[Build]) -> tuple[str, Build | None]:
    """What a form does, and to which build: the one whose value it changes, if there is one."""
    if not builds:
        return "new", None
    raised = [build for build in builds if build.value != value]
    return ("raise", raised[0]) if raised else ("augment", builds[0])


def fewest(game: South, card: str, value: int, loose: list[str], builds: list[Build]) -> bool:
    """Has this form the fewest cards? A merge is a raise; the other build was there before."""
    raised = [build for build in builds if build.value != value]
    if raised:
        return not loose
    return few(game, card, value, (loose, builds))


def forms(game: South, state: State, claim: str) -> list[dict[str, Any]]:
    """Every build that the card makes with the fewest cards."""
    played = entry(state, claim)
    if isinstance(played, str):
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
                    (places, kind_of(value, builds)[1], form_answer(card, outcome, builds, verdict))
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
        key=lambda one: (one["value"], cards_key(in_order(build_cards(one))), "@" in one["turn"]),
    )


def seats(game: South, value: int, builds: list[Build]) -> list[int | None]:
    """For whom a form can be: the mover, or by proof the partner."""
    rank = game.holder(value)
    proof = game.pairs and not builds and rank is not None and rank in game.proven
    return [None, 2] if proof else [None]


def form_answer(card: str, outcome: State, builds: list[Build], verdict: Verdict) -> dict[str, Any]:
    """One form as it is listed."""
    formed = outcome.formed[-1]
    kind, target = kind_of(formed.value, builds)
    partner = kind == "new" and formed.keeper == 2
    return {
        "turn": f"{card} {formed.text if partner else formed.claim}",
        "build": formed.text,
        "kind": kind,
        "of": None if target is None else target.text,
        "value": formed.value,
        "holds": list(verdict.holds),
    }


def build_cards(answer: dict[str, Any]) -> list[str]:
    """The cards of a formed build."""
    groups = answer["build"].partition("@")[0].split("=")[:-1]
    return [card for group in groups for card in group.split("+")]


def lay_answer(game: South, state: State, claim: str) -> dict[str, Any]:
    """May the card be laid?"""
    outcomes = play_step(game, state, Step("lay", claim))
    verdict = max((end(game, outcome) for outcome in outcomes), key=lambda one: one.lateness)
    return {"legal": verdict.legal, "reason": verdict.reason, "holds": list(verdict.holds)}


def form_text(game: South, card: str | None, labels: list[str], value: int) -> str | None:
    """A form as it is written, tops with their marks; None if the cards cannot be divided."""
    groups = written(game, labels, value)
    if groups is None:
        return None
    text = claim_text(groups, value)
    return text if card is None else f"{card} {text}"
