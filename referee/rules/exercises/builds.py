"""Exercises where cards are built up: what is asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice

from ..cards import Card, Cards
from ..games.asked import build_question
from ..games.casino.judge.building import BuildRules, build_rules
from ..games.casino.judge.judging import judge
from ..games.casino.live.disputing import question_texts
from ..games.casino.live.following import Following
from ..games.casino.live.state import known_position, state_of
from ..games.casino.ruling import verdict_on
from ..games.casino.search.grounds import grounds
from ..notation import write_card
from ..table import Build
from ..turns import Form, Lay, Take, Turn
from .answering import (
    MOST_ANSWERS,
    blamed_by,
    demanded,
    lying,
    played_by,
    takes_of,
    tops_of,
    with_demands,
)
from .chance import Chance
from .exercise import Difficulty, Exercise, Kind
from .playing import Moment, turns_with

_MOST_BLAMED = 4
_MOST_LYING = 14
_TRIED = 14
"""So many turns are looked at, with so many cards of the hand."""
_CARDS_TRIED = 4
_INSISTED_ON = 3
"""So many turns are looked at for what is insisted on, which takes longer."""


# --- what is asked --------------------------------------------------------------------------------


def ask_may(moment: Moment, chance: Chance, seed: int) -> Exercise | None:
    """A turn with a card of a hand that is shown: may it be played? As often as not."""
    wanted = bool(chance.below(2))
    rules, hand = build_rules(moment.rules), moment.hand
    if not _fits(moment) or len(hand) < 2:
        return None
    for turn in _judged_first(moment, chance, wanted=wanted):
        texts = _texts(moment, turn, hand)
        question = build_question(moment.rules.key, texts)
        verdict = verdict_on(question)
        if verdict is None or verdict.legal is not wanted:
            continue
        pieces = blamed_by(question, verdict)
        if not wanted and not 1 <= len(pieces) <= _MOST_BLAMED:
            continue
        found = grounds(rules, question.position, turn, verdict)
        there = lying(question.table)
        cards = len(there) + sum(len(step.named) for step in turn)
        own = sum(one.keeper == 0 for one in question.table.builds)
        clauses = len({one.clause for one in found}) if wanted else 1
        return _exercise(
            moment,
            Kind.MAY,
            seed,
            Difficulty(cards, len(question.table.builds), clauses + own),
            ("may", "pieces"),
            texts,
            (*there, *tops_of(question), write_card(played_by(turn))),
        )
    return None


def ask_can(moment: Moment, chance: Chance, seed: int) -> Exercise | None:
    """A card of a hand that is shown: what is the most that it can take?"""
    if not _fits(moment):
        return None
    rules = build_rules(moment.rules)
    for card in chance.shuffled(moment.hand)[:3]:
        texts = {**_texts(moment, (), moment.hand), "played": write_card(card)}
        question = build_question(moment.rules.key, texts)
        found, complete = takes_of(question)
        if not complete or len(found) > MOST_ANSWERS:
            continue
        if not found and chance.below(8):
            continue
        pieces = (*lying(question.table), *(tops_of(question) if rules.TAKES_TOPS else ()))
        most = max((len(one.step.captured) for one in found), default=0)
        sorts = {sort for one in found for sort in _sorts_taken(one.step)}
        return _exercise(
            moment,
            Kind.CAN,
            seed,
            Difficulty(len(pieces) + 1, most + len(found), max(1, len(sorts))),
            ("pieces",),
            texts,
            pieces,
        )
    return None


def ask_trail(moment: Moment, chance: Chance, seed: int) -> Exercise | None:
    """A hand: which of its cards may be laid?"""
    hand = moment.hand
    if not _fits(moment) or len(hand) < 2:
        return None
    own = sum(one.keeper == moment.seat for one in moment.state.builds)
    if not own and chance.below(6):
        return None
    builds = len(moment.state.builds)
    return _exercise(
        moment,
        Kind.TRAIL,
        seed,
        Difficulty(len(hand), builds + len(moment.state.table) // 2, 1 + 2 * own),
        ("pieces",),
        _texts(moment, (), hand),
        tuple(map(write_card, hand)),
    )


def ask_insist(moment: Moment, chance: Chance, seed: int) -> Exercise | None:
    """A turn that was played: what may be insisted on now, and by whom?"""
    if not _fits(moment) or len(moment.hand) < 2:
        return None
    wanted = bool(chance.below(4))
    for turn in islice(_judged_first(moment, chance, wanted=True), _INSISTED_ON):
        texts = _texts(moment, turn, moment.hand)
        question = build_question(moment.rules.key, texts)
        verdict = with_demands(question)
        demands = verdict.demands
        if verdict.legal is not True or verdict.after is None:
            continue
        if bool(demands) is not wanted or len(demands) > MOST_ANSWERS:
            continue
        pieces = (*lying(verdict.after), *tops_of(question))
        most = max((len(demanded(one)) for one in demands), default=0)
        several = moment.seats.players > 2
        clauses = 1 + len({one.kind for one in demands}) + several
        return _exercise(
            moment,
            Kind.INSIST,
            seed,
            Difficulty(len(pieces), most + len(demands), clauses),
            ("pieces", "seats") if several else ("pieces",),
            texts,
            pieces,
        )
    return None


def _judged_first(moment: Moment, chance: Chance, *, wanted: bool) -> Iterator[Turn]:
    """Turns that somebody may think of and that are legal, or are not, as far as a look tells."""
    rules, state = build_rules(moment.rules), state_of(moment.state)
    position = replace(known_position(rules, state, moment.seat), hand=moment.hand)
    cards = chance.shuffled(moment.hand)[:_CARDS_TRIED]
    turns = [turn for card in cards for turn in _thought_of(rules, moment, card, chance)]
    for turn in chance.shuffled(turns)[:_TRIED]:
        laid = isinstance(turn[0], Lay)
        if laid and not state.builds and chance.below(8):
            continue
        if judge(rules, position, turn).legal is wanted:
            yield turn


def _fits(moment: Moment) -> bool:
    return 1 <= len(moment.state.table) + len(moment.state.builds) <= _MOST_LYING


def _thought_of(rules: BuildRules, moment: Moment, card: Card, chance: Chance) -> list[Turn]:
    """What somebody may think of doing with a card, and slips: a card too many, a build broken up,
    another value."""
    turns = list(turns_with(rules, moment, card))
    loose, builds = moment.state.table, moment.state.builds
    for one in chance.shuffled(loose)[:2]:
        turns.append((Take(card, (one,)),))
        for turn in turns[:1]:
            step = turn[0]
            if isinstance(step, Take) and one not in step.cards:
                turns.append((step._replace(cards=tuple(sorted((*step.cards, one)))),))
        if rules.has_number(card) and rules.has_number(one):
            value = rules.values[card.rank][0] + rules.values[one.rank][0]
            if value <= max(rules.values[other.rank][0] for other in _numbers(rules)):
                turns.append((Form(card, Build(value, (tuple(sorted((card, one))),))),))
    for build in builds:
        turns.append((Take(card, (), (build,)),))
        if rules.has_number(card):
            value = build.value + rules.values[card.rank][0]
            if value <= max(rules.values[other.rank][0] for other in _numbers(rules)):
                cards = tuple(sorted((card, *build.cards)))
                turns.append((Form(card, Build(value, (cards,))),))
    return turns


def _numbers(rules: BuildRules) -> list[Card]:
    return [face for face in rules.deck.faces if rules.has_number(face)]


def _texts(moment: Moment, turn: Turn, hand: Cards) -> dict[str, str]:
    live = moment.rules.live
    assert isinstance(live, Following)
    return question_texts(live, state_of(moment.state), moment.seat, turn, hand)


def _exercise(
    moment: Moment,
    kind: Kind,
    seed: int,
    difficulty: Difficulty,
    asks: tuple[str, ...],
    texts: Mapping[str, str],
    pieces: tuple[str, ...],
) -> Exercise:
    """Seats count from the mover, as in the question."""
    players = moment.seats.players
    return Exercise(moment.rules.key, kind, seed, difficulty, asks, texts, pieces, players)


def _sorts_taken(step: Take) -> Iterator[str]:
    """What sorts of things a take has: each has a clause of its own."""
    equal = [one.rank is step.card.rank for one in step.cards]
    if any(equal):
        yield "equal"
    if not all(equal):
        yield "groups"
    if step.builds:
        yield "builds"
    if step.tops:
        yield "tops"
