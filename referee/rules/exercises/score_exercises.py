"""Types of exercises about scores, winners and the deal."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

from ..cards import Card, Cards, Rank, Suit, difference
from ..playing.simulation import SeededRandom
from ..ruleset import NOTHING_CARRIED, Carried, Referee, Ruleset
from ..score_items import PointsForMost
from ..scoring import Sheet, carrying, depends_on_earlier_games, score
from ..seating import Seats
from ..session_end import CountedOut, FirstToTarget, TargetReached, count_out, reached
from ..sheet_plan import RowCounts, SheetPlan
from .exercise import (
    Answer,
    Difficulty,
    Draft,
    Exercise,
    ExerciseType,
    JudgedAnswer,
    level_of,
)

_FEWEST, _MOST = 3, 24
_PILES_TRIED = 12
_MOST_AT_FIRST = 4
"""The most points of a pile of the first level."""
_FEW_POINTS = 10
"""The points of all cards by themselves in games in which they are few."""
_SHEETS_TRIED, _GAMES_COMPARED, _GAMES_TRIED = 12, 200, 12
_MOST_FORGOTTEN = 3
_LATE = 6
"""The number of plays that make an exercise harder by 1."""


class _SheetType(ExerciseType):
    """A type of exercise about a score sheet, which explains the answer."""

    def judge(self, exercise: Exercise, answer: Answer) -> JudgedAnswer:
        right = answer in self.answers(exercise)
        return JudgedAnswer(right, self.clause, sheet_of(exercise))


class ScoreExerciseType(ExerciseType):
    """A type of exercise about a score or a deal that a house rule changes."""

    most_plays = 1

    def is_changed(self, rules: Ruleset, without: Ruleset) -> bool:
        """Return whether the rules and those ``without`` a house rule differ in what is asked."""
        raise NotImplementedError

    def changed(self, draft: Draft, without: Ruleset) -> Iterator[Exercise]:
        """Yield exercises whose answer would be another one by the rules ``without`` the house
        rule."""
        raise NotImplementedError


class PileWorth(ExerciseType):
    """The points of the cards in a pile, of which the screen picks how many there are: up to more
    at each level, and every number but the least as often as any other."""

    name, clause, asks, picks = "pile", "scoring", ("number",), True
    edges = ((11, 13, 15, 18),)
    referee = Referee

    def candidates(self, draft: Draft) -> Iterator[Exercise]:
        simulated, chance, wanted, screen = draft
        plan = simulated.rules.sheet
        worths = plan.card_worths
        step = 2 if sum(worths[face] for face in plan.deck.faces) > _FEW_POINTS else 1
        first = 0 if screen.lenient else step
        most = max(_MOST_AT_FIRST, 2 + step * level_of(wanted.seed))
        points = screen.pick(range(first, most + 1))
        for _ in range(_PILES_TRIED):
            cards = chance.shuffled(plan.deck.faces * plan.deck.copies)
            scoring = _worth_together([card for card in cards if worths[card]], points, worths)
            sorts = len({worths[card] for card in scoring})
            others = [card for card in cards if not worths[card]]
            if sum(worths[card] for card in scoring) != points:
                continue
            for number in chance.shuffled(range(max(_FEWEST, len(scoring)), _MOST + 1)):
                difficulty = Difficulty(number, len(scoring), sorts)
                if wanted.has(difficulty):
                    pile = tuple(chance.shuffled([*scoring, *others[: number - len(scoring)]]))
                    if screen.lenient or points not in _counted_by_habit(pile):
                        key = simulated.rules.key
                        yield Exercise(key, self, wanted.seed, difficulty, self.asks, pile=pile)

    def answers(self, exercise: Exercise) -> frozenset[Answer]:
        worths = exercise.rules.sheet.card_worths
        return frozenset({Answer(number=sum(worths[card] for card in exercise.pile))})


def _counted_by_habit(pile: Cards) -> set[int]:
    """Return what people count for a pile who count its aces alone, its spades alone, or both: the
    ace of spades once or twice."""
    aces = sum(card.rank is Rank.ACE for card in pile)
    spades = sum(card.suit is Suit.SPADES for card in pile)
    both = sum(card.rank is Rank.ACE and card.suit is Suit.SPADES for card in pile)
    return {aces, spades, aces + spades, aces + spades - both}


class Missing(_SheetType):
    """The lines of a sheet in which a sort of cards was forgotten: ``cards+spades`` are two lines.
    The deck is shared out in captures of a few cards, without one to three of the sort."""

    name, clause, asks = "missing", "scoring", ("choice",)
    edges = ((8, 9, 10, 12),)
    referee = Referee
    most_plays = 1

    def candidates(self, draft: Draft) -> Iterator[Exercise]:
        simulated, chance, wanted, screen = draft
        rules, players = simulated.rules, simulated.seats.players
        plan = rules.sheet
        seats = rules.pile_seats(players, simulated.seats.teams)
        sorts = _sorts(plan)
        short = screen.pick(tuple(sorts))
        cards = chance.shuffled(plan.deck.faces * plan.deck.copies)
        of_sort = [card for card in cards if card in sorts[short]]
        forgotten = of_sort[: 1 + chance.below(_MOST_FORGOTTEN)]
        piles = _shared_out(difference(cards, forgotten), players, seats, chance)
        rows = tuple(RowCounts(0, _counts(rules, pile)) for pile in piles)
        numbers = sum(
            map(bool, chain.from_iterable(_counts(rules, pile).values() for pile in piles))
        )
        difficulty = Difficulty(numbers, 0, 0)
        if not wanted.has(difficulty):
            return
        yield Exercise(
            rules.key,
            self,
            wanted.seed,
            difficulty,
            self.asks,
            choices=tuple(sorts),
            players=players,
            rows=rows,
        )

    def answers(self, exercise: Exercise) -> frozenset[Answer]:
        kinds = sheet_of(exercise).kinds or {}
        lacking = [key for key, kind in kinds.items() if kind.found < kind.expected]
        return frozenset({Answer(choice="+".join(lacking))})


def _worth_together(
    cards: Sequence[Card], points: int, worths: Mapping[Card, int]
) -> tuple[Card, ...]:
    """Return those of the cards, the first ones first, that are worth so many points at most."""
    chosen: list[Card] = []
    for card in cards:
        if worths[card] <= points:
            chosen.append(card)
            points -= worths[card]
    return tuple(chosen)


def _sorts(plan: SheetPlan) -> Mapping[str, frozenset[Card]]:
    """Return the cards of each sort that a sheet counts, by the keys of the fields that count
    them."""
    sorts: dict[str, frozenset[Card]] = {}
    for face in plan.deck.faces:
        keys = "+".join(field.key for field in plan.fields if face in field.faces)
        if keys:
            sorts[keys] = sorts.get(keys, frozenset()) | {face}
    return sorts


class Points(_SheetType, ScoreExerciseType):
    """The points of a player under a house rule."""

    name, clause, asks = "points", "scoring", ("number",)
    edges = ((10, 12, 14, 16),)

    def is_changed(self, rules: Ruleset, without: Ruleset) -> bool:
        return _points_differ(rules, without)

    def changed(self, draft: Draft, without: Ruleset) -> Iterator[Exercise]:
        simulated, chance, wanted, screen = draft
        seats, carried = simulated.seats, _carried(simulated.rules, chance)
        rules = carrying(simulated.rules, carried)
        claimed = rules.claims_out and not without.claims_out
        for _ in range(_SHEETS_TRIED):
            rows, last_capturer = random_rows(rules, seats, chance, is_whole=not claimed)
            sheets = [
                score(rules, rows, seats.teams, last_capturer, claimed=claimed),
                score(without, rows, seats.teams, last_capturer),
            ]
            piles = rules.pile_seats(seats.players, seats.teams)
            totals = [[each.total for each in sheet.scores] for sheet in sheets]
            others = [seat for seat in piles if totals[0][seat] != totals[1][seat]]
            if not others:
                continue
            items = [(sheets[0].scores[seat].items or {}).values() for seat in piles]
            difficulty = Difficulty(sum(map(bool, chain(*items))), len(piles), 1)
            seat = chance.pick(others)
            if wanted.has(difficulty) and screen.allows_number(totals[0][seat]):
                yield Exercise(
                    rules.key,
                    self,
                    wanted.seed,
                    difficulty,
                    self.asks,
                    players=seats.players,
                    seat=seat,
                    rows=rows,
                    last_capturer=last_capturer,
                    carried=carried,
                    claimed=claimed,
                )

    def answers(self, exercise: Exercise) -> frozenset[Answer]:
        return frozenset({Answer(number=sheet_of(exercise).scores[exercise.seat].total)})


class Undealt(ScoreExerciseType):
    """The number of cards that are not dealt yet under a house rule."""

    name, clause, asks = "undealt", "deal", ("number",)
    edges = ((5, 7, 9, 11),)

    def is_changed(self, rules: Ruleset, without: Ruleset) -> bool:
        plans, before = rules.seating.deal_plans, without.seating.deal_plans
        return any(plans[players] != before[players] for players in {*plans} & {*before})

    def changed(self, draft: Draft, without: Ruleset) -> Iterator[Exercise]:
        simulated, chance, wanted, screen = draft
        rules, players = simulated.rules, simulated.seats.players
        if players not in without.seating.deal_plans:
            return
        plays = 1 + chance.below(rules.deck.size - sum(rules.seating.deal_plan(players).table) - 1)
        difficulty = Difficulty(players, plays // _LATE, 1)
        numbers = [dealt(each, players, plays).undealt for each in (rules, without)]
        if numbers[0] == numbers[1] or not wanted.has(difficulty):
            return
        if screen.allows_number(numbers[0]):
            yield Exercise(
                rules.key,
                self,
                wanted.seed,
                difficulty,
                self.asks,
                players=players,
                plays=plays,
            )

    def answers(self, exercise: Exercise) -> frozenset[Answer]:
        return frozenset({Answer(number=_dealt_in(exercise).undealt)})

    def judge(self, exercise: Exercise, answer: Answer) -> JudgedAnswer:
        right = answer in self.answers(exercise)
        return JudgedAnswer(right, self.clause, _dealt_in(exercise))


class Winner(_SheetType, ScoreExerciseType):
    """The winner of a session whose last game brings several players to the target, and not the one
    with most, under a house rule."""

    name, clause, asks = "winner", "session", ("choice",)
    edges = ((10, 12, 14, 16),)

    def is_changed(self, rules: Ruleset, without: Ruleset) -> bool:
        return rules.counts_out is not without.counts_out

    def changed(self, draft: Draft, _without: Ruleset) -> Iterator[Exercise]:
        simulated, chance, wanted, screen = draft
        rules, seats = simulated.rules, simulated.seats
        if seats.teams is not None:
            return
        winner = screen.pick(range(seats.players))
        for _ in range(_GAMES_TRIED):
            rows, last_capturer = random_rows(rules, seats, chance)
            exercise = Exercise(
                rules.key,
                self,
                wanted.seed,
                Difficulty(0, 0, 0),
                self.asks,
                choices=tuple(map(str, range(seats.players))),
                players=seats.players,
                rows=rows,
                last_capturer=last_capturer,
                house=rules.house_rules.on,
            )
            sheet = sheet_of(exercise)
            scored = sum(sum(map(bool, (each.items or {}).values())) for each in sheet.scores)
            difficulty = Difficulty(scored, seats.players, 2)
            before = _totals_before(rules, sheet, chance)
            exercise = replace(exercise, before=before, difficulty=difficulty)
            if not wanted.has(difficulty):
                continue
            counted = _counted_out(exercise, sheet)
            out_of_order = counted.winners and counted.winners != reached(*_totals(exercise, sheet))
            if out_of_order and not counted.in_question and counted.winners == (winner,):
                yield exercise

    def answers(self, exercise: Exercise) -> frozenset[Answer]:
        sheet = sheet_of(exercise)
        if exercise.rules.counts_out:
            winners = _counted_out(exercise, sheet).winners
        else:
            winners = reached(*_totals(exercise, sheet))
        return frozenset(Answer(choice=str(seat)) for seat in winners)


OF_HOUSE_RULES: tuple[ScoreExerciseType, ...] = (Undealt(), Points(), Winner())
"""The types of exercises that only house rules have."""
TYPES: tuple[ExerciseType, ...] = (PileWorth(), Missing(), *OF_HOUSE_RULES)
"""The types of exercises about scores, winners and the deal."""


def _shared_out(
    cards: Sequence[Card], players: int, seats: Sequence[int], chance: SeededRandom
) -> list[Cards]:
    """Return the pile of each player after random captures by the ``seats``."""
    piles: list[Cards] = [()] * players
    remaining = tuple(cards)
    while remaining:
        number = 2 + chance.below(4)
        captured, remaining = remaining[:number], remaining[number:]
        seat = chance.pick(seats)
        piles[seat] = (*piles[seat], *captured)
    return piles


def _carried(rules: Ruleset, chance: SeededRandom) -> Carried:
    """Return what earlier games of a session may have changed, where the rules let them: points
    that nobody has scored, or sweeps that score nothing any more."""
    if not depends_on_earlier_games(rules):
        return NOTHING_CARRIED
    assert isinstance(rules.session, FirstToTarget)
    items = [item for item in rules.sheet.items if item.key in rules.session.rolls_over]
    contested = [item for item in items if isinstance(item, PointsForMost)]
    rolled = [(item.key, item.points * (1 + chance.below(2))) for item in contested]
    if len(rolled) > 1 and chance.below(3):
        rolled = [chance.pick(rolled)]
    return Carried(tuple(rolled), rules.session.sweeps_until is not None)


def random_rows(
    rules: Ruleset, seats: Seats, chance: SeededRandom, *, is_whole: bool = True
) -> tuple[tuple[RowCounts, ...], int]:
    """Return the rows of a game with random captures, of which one player often makes more than
    others, and who captured last. Sometimes one pile has all cards that score by themselves."""
    plan, piles = rules.sheet, rules.pile_seats(seats.players, seats.teams)
    cards = chance.shuffled(plan.deck.faces * plan.deck.copies)
    if not is_whole:
        cards = cards[: plan.deck.size // 2 + chance.below(plan.deck.size // 3)]
    lucky = (chance.pick(piles),) * chance.below(5)
    shared = _shared_out(cards, seats.players, (*piles, *lucky), chance)
    if chance.one_in(4):
        scoring = [card for card in cards if plan.card_worths[card]]
        shared = [tuple(card for card in pile if card not in scoring) for pile in shared]
        shared[piles[0]] = (*shared[piles[0]], *scoring)
    rows = []
    for seat, pile in enumerate(shared):
        has_sweeps = plan.markers and seat in piles
        markers = min(chance.below(3), chance.below(4)) if has_sweeps else 0
        rows.append(RowCounts(markers, _counts(rules, pile)))
    return tuple(rows), chance.pick(piles)


def _points_differ(rules: Ruleset, without: Ruleset) -> bool:
    """Return whether some game scores otherwise by the rules than ``without`` a house rule."""
    if depends_on_earlier_games(rules) or rules.claims_out is not without.claims_out:
        return True
    if rules.sheet.items == without.sheet.items and (
        rules.sheet.difference is without.sheet.difference
    ):
        return False
    chance, numbers = SeededRandom("points", rules.key), rules.seating.numbers
    for number in range(_GAMES_COMPARED):
        players = numbers[number % len(numbers)]
        seats = Seats(players, 0, rules.seating.usual_teams(players))
        rows, last_capturer = random_rows(rules, seats, chance)
        sheets = [score(each, rows, seats.teams, last_capturer) for each in (rules, without)]
        totals = [[each.total for each in sheet.scores] for sheet in sheets]
        if totals[0] != totals[1]:
            return True
    return False


def _counts(rules: Ruleset, pile: Cards) -> dict[str, int]:
    counts = rules.sheet.count(pile)
    return {field.key: counts[field.key] for field in rules.sheet.fields}


def sheet_of(exercise: Exercise) -> Sheet:
    """Return the scored sheet of an exercise. Where nobody asks who captured last, it is seat 0,
    which changes no counts."""
    rules, rows = exercise.rules, exercise.rows
    teams = rules.seating.usual_teams(len(rows))
    return score(rules, rows, teams, exercise.last_capturer or 0, claimed=exercise.claimed)


def _totals_before(rules: Ruleset, sheet: Sheet, chance: SeededRandom) -> tuple[int, ...]:
    """Return totals from which the players reach the target in this game, as far as they score."""
    target = _target(rules)
    return tuple(target - 1 - chance.below(max(1, each.total)) for each in sheet.scores)


def _target(rules: Ruleset) -> int:
    assert isinstance(rules.session, FirstToTarget)
    return rules.session.target


def _totals(exercise: Exercise, sheet: Sheet) -> tuple[int, dict[int, int]]:
    after = {seat: total + sheet.scores[seat].total for seat, total in enumerate(exercise.before)}
    return _target(exercise.rules), after


def _counted_out(exercise: Exercise, sheet: Sheet) -> CountedOut:
    rules = exercise.rules
    assert isinstance(rules.session, FirstToTarget)
    target, after = _totals(exercise, sheet)
    counts = {}
    for seat, row in enumerate(exercise.rows):
        assert not isinstance(row.counted, int)
        counts[seat] = row.counted or {}
    return count_out(
        rules.sheet,
        TargetReached(target, dict(enumerate(exercise.before)), after),
        {seat: each.items or {} for seat, each in enumerate(sheet.scores)},
        counts,
        rules.session.count_out,
    )


class DealtCounts(NamedTuple):
    """The numbers of cards that went to the table, and to hands in whole deals; those that were
    ``drawn`` one by one, and those that are not dealt yet."""

    table: int
    hands: int
    drawn: int
    undealt: int


def dealt(rules: Ruleset, players: int, plays: int) -> DealtCounts:
    """Return the numbers of cards dealt when so many have been played."""
    plan = rules.seating.deal_plan(players)
    table, hands, deals = sum(plan.table), players * plan.hand_size(1), 1
    drawn = min(plays, plan.stock)
    while not plan.stock and plays >= hands and deals < plan.deals:
        deals += 1
        hands += players * plan.hand_size(deals)
    return DealtCounts(table, hands, drawn, rules.deck.size - table - hands - drawn)


def _dealt_in(exercise: Exercise) -> DealtCounts:
    return dealt(exercise.rules, exercise.players, exercise.plays)
