"""Right answers to exercises that ask what is disputed at tables, found in other ways than by the
referee: by brute force, or by following the plays with the rule in one line."""

import json
from importlib.resources import files
from itertools import combinations
from typing import Any

from referee.rules import exercises
from referee.rules.exercises.exercise import Answer, Exercise
from referee.rules.notation import write_card
from referee.rules.plays import Capture, MakeBuild, Play

from . import builds, krypkasino_play

RANKS = ["A", *map(str, range(2, 11)), "J", "Q", "K"]
SOUTHERN = ("swazi-casino", "lesotho-casino", "south-african-casino")
LOSER_LEADS = "south-african-casino"
ANTICLOCKWISE = ("swazi-casino", "lesotho-casino")
SWEEP = 5
FACES = {rank: number for number, rank in enumerate(RANKS, 1)}


def low(rank: str) -> tuple[int, ...]:
    return (FACES[rank],) if FACES[rank] <= 10 else ()


def high(rank: str) -> tuple[int, ...]:
    return (1, 14) if rank == "A" else (FACES[rank],)


NUMBERS = {
    "casino": low,
    "spade-casino": low,
    "lesotho-casino": low,
    "south-african-casino": low,
    "royal-casino": high,
    "swazi-casino": high,
}
"""The numbers of a rank in the games with builds."""


def answers(exercise: Exercise) -> set[Answer] | None:
    """Return the right answers to an exercise of these kinds; None for other kinds."""
    find = {
        "playable": playable,
        "join": join,
        "owner": owner,
        "proof": proof,
        "top_now": top_now,
        "rest": rest,
        "setup": setup,
        "neighbour": neighbour,
        "settle": settle,
        "first_to_play": first_to_play,
        "best": best,
    }.get(exercise.kind.name)
    return find(exercise) if find else None


# --- hands ----------------------------------------------------------------------------------------


def ruled(exercise: Exercise, **more: str) -> dict[str, Any]:
    texts = {name: text for name, text in exercise.texts.items() if name != "build"}
    query = {**texts, "limit": "60", "players": str(exercise.players), **more}
    return builds.rule(exercise.game, frozenset(exercise.house), query)


def playable(exercise: Exercise) -> set[Answer]:
    rows = {row["card"]: row for row in ruled(exercise)["hand"]}
    may = {card for card, row in rows.items() if row["takes"] or row["forms"] or row["lay"]}
    if "piles" in exercise.texts:  # the rows leave out builds with tops, which are own ones
        own = [text for text in exercise.texts["table"].split() if text.endswith("@0")]
        may |= {card for card in rows for text in own if joins(exercise, card, text)}
    return {Answer(tuple(sorted(card for card in exercise.choices if card in may)))}


def join(exercise: Exercise) -> set[Answer]:
    """Return the cards with which some turn that names all cards of the build is legal."""
    build = exercise.texts["build"]
    may = [card for card in exercise.choices if joins(exercise, card, build)]
    return {Answer(tuple(sorted(may)))}


def joins(exercise: Exercise, card: str, build: str) -> bool:
    """Return whether a turn is legal that puts a card into a build: at its value with up to three
    loose cards and tops, or at a higher one alone, also with a build of that value."""
    table = exercise.texts["table"].split()
    value = int(build.partition("@")[0].rpartition("=")[2])
    loose = [thing for thing in table if "=" not in thing]
    loose += [top(pile) for pile in exercise.texts.get("piles", "").split()]
    sets = [("+".join(beside), value) for size in range(4) for beside in combinations(loose, size)]
    for number in NUMBERS[exercise.game](card[:-1]):
        raised = value + number
        same = [thing for thing in table if f"={raised}@" in thing]
        sets += [("", raised), *(("+".join(sorted(cards_of(thing))), raised) for thing in same)]
    lying = "+".join(sorted(cards_of(build)))
    for beside, new in sets:
        form = "+".join(filter(None, (card, lying, beside)))
        if ruled(exercise, turn=f"{card} {form}={new}")["verdict"]["legal"]:
            return True
    return False


def top(pile: str) -> str:
    """Return the top of a pile as turns name it."""
    cards, _, seat = pile.partition("@")
    return f"{cards.partition('>')[0]}^{seat}"


def cards_of(build: str) -> set[str]:
    """Return the cards of a build."""
    sets, _, _ = build.partition("@")[0].rpartition("=")
    return set(sets.replace("=", "+").split("+"))


# --- plays ----------------------------------------------------------------------------------------


def plays_of(exercise: Exercise) -> tuple[tuple[int, Play], ...]:
    assert exercise.course is not None
    return exercise.course.plays


def named(exercise: Exercise, seat: int) -> set[Answer]:
    return {Answer(choice=str((seat + int(exercise.texts.get("names", 0))) % 6))}


def owner(exercise: Exercise) -> set[Answer]:
    """Return the owner of the build: in the games of the south who made it or changed its value,
    elsewhere who added last."""
    asked = cards_of(exercise.texts["build"])
    lying: dict[frozenset[str], tuple[int, int]] = {}
    for seat, play in plays_of(exercise):
        for step in play:
            names = {write_card(card) for card in step.named}
            joined = [cards for cards in lying if cards <= names]
            before = [lying.pop(cards) for cards in joined]
            if isinstance(step, MakeBuild):
                value = step.build.value
                kept = [whose for number, whose in before if number == value]
                whose = step.build.owner if step.build.owner is not None else seat
                if exercise.game in SOUTHERN and kept and step.build.owner in (None, seat):
                    whose = kept[0]
                lying[frozenset(write_card(card) for card in step.build.cards)] = value, whose
    ((_, whose),) = (found for cards, found in lying.items() if cards == asked)
    return named(exercise, whose)


def rest(exercise: Exercise) -> set[Answer]:
    taking = [
        seat for seat, play in plays_of(exercise) if any(isinstance(step, Capture) for step in play)
    ]
    return named(exercise, taking[-1])


def proof(exercise: Exercise) -> set[Answer]:
    """Return the ranks of which a card is proven: of an owner whose build somebody else took, or an
    opponent raised, until they play one."""
    lying: dict[frozenset[str], tuple[int, int]] = {}
    proven: set[int] = set()
    partner = (exercise.seat + 2) % 4
    for seat, play in plays_of(exercise):
        for step in play:
            names = {write_card(card) for card in step.named}
            before = [lying.pop(cards) for cards in list(lying) if cards <= names]
            for value, whose in before:
                raised = isinstance(step, MakeBuild) and step.build.value != value
                taken = isinstance(step, Capture) and seat != exercise.seat
                if whose == exercise.seat and (
                    taken or (raised and seat not in (exercise.seat, partner))
                ):
                    proven.add(1 if value == 14 else value)
            if isinstance(step, MakeBuild):
                kept = [whose for value, whose in before if value == step.build.value]
                whose = step.build.owner if step.build.owner is not None else seat
                if kept and step.build.owner in (None, seat):
                    whose = kept[0]
                lying[frozenset(write_card(card) for card in step.build.cards)] = (
                    step.build.value,
                    whose,
                )
        if seat == exercise.seat:
            proven -= {step.card.rank for step in play if step.card}
    ranks = {RANKS[rank - 1] for rank in proven}
    return {Answer(tuple(sorted(card for card in exercise.choices if card[:-1] in ranks)))}


def top_now(exercise: Exercise) -> set[Answer]:
    """Return the top of the pile: in South Africa the lowest card of a capture, in Lesotho the card
    that took, and pictures are below all numbers."""
    pile: list[str] = []
    for seat, play in plays_of(exercise):
        for step in play:
            pile = [card for card in pile if card not in set(map(write_card, step.named))]
            if isinstance(step, Capture) and seat == exercise.seat:
                if exercise.game == LOSER_LEADS:
                    cards = sorted((step.card, *step.captured))
                    pile = [*map(write_card, cards), *pile]
                elif write_card(step.card)[0] not in "JQK":
                    pile = [write_card(step.card), *map(write_card, step.captured), *pile]
    return {Answer(choice=pile[0])}


# --- seats ----------------------------------------------------------------------------------------


def setup(exercise: Exercise) -> set[Answer]:
    table, played = exercise.texts["table"].split(), exercise.texts["played"]
    (taken,) = krypkasino_play.captures(table, played) or [()]
    left = [*table]
    for card in taken:
        left.remove(card)
    if not taken:
        left.append(played)
    if exercise.texts.get("last_of_deal"):
        left = [card for card in left if card[0] not in "JQK"]
    may = (card for card in exercise.choices if left and krypkasino_play.takes_all(left, card))
    return {Answer(tuple(sorted(may)))}


def neighbour(exercise: Exercise) -> set[Answer]:
    own, after = (
        exercise.rows[(exercise.seat + step) % exercise.players].markers for step in (0, 1)
    )
    counted = exercise.rows[exercise.seat].counted
    assert isinstance(counted, dict)
    worths = {"storan": 3, "lillan": 2, "ace_of_spades": 2}
    cards = sum(worths.get(key, 1) * number for key, number in counted.items())
    return {Answer(number=SWEEP * (own - after) + cards)}


def settle(exercise: Exercise) -> set[Answer]:
    mine = exercise.before[exercise.seat]
    return {Answer(number=sum(mine - other for other in exercise.before if other < mine))}


def first_to_play(exercise: Exercise) -> set[Answer]:
    step = -1 if exercise.game in ANTICLOCKWISE else 1
    if exercise.before:
        least = [
            seat for seat, total in enumerate(exercise.before) if total == min(exercise.before)
        ]
        leads = least[0] if len(least) == 1 else (exercise.seat + 1) % exercise.players
        return named(exercise, leads)
    return named(exercise, (exercise.seat + step * int(exercise.texts["game"])) % exercise.players)


def best(exercise: Exercise) -> set[Answer]:
    """Return the play that costs nothing in the data, and those of its rank that cost nearly
    nothing; all others cost half a point or more."""
    data = json.loads(files(exercises).joinpath("best_plays.json").read_text())[exercise.game]
    rows = {
        tuple(sorted(play for play, _ in worths)): dict(worths)
        for row in data.values()
        for _, _, worths in row
    }
    worths = rows[tuple(sorted(exercise.choices))]
    right = {play for play, cost in worths.items() if cost < 0.2}
    assert len({play.split()[0][:-1] for play in right}) == 1
    assert min(cost for play, cost in worths.items() if play not in right) >= 0.5
    return {Answer(choice=play) for play in right}
