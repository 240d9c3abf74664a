"""Types of exercises about who sits where: what the next player must sweep, who pays whom, and who
deals."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from typing import ClassVar

from ..cards import Card, Cards, KnownCards, Rank, difference
from ..games import ruleset
from ..games.ask import ask_about_capture
from ..games.krypkasino.captures import (
    CaptureRules,
    Captures,
    capture_rules,
    divided,
    sweeping_ranks,
    table_after_deal,
)
from ..games.krypkasino.verdict import Outcome, Ruling
from ..notation import read_card, write_card, write_cards
from ..plays import Table
from ..ruleset import Referee, Ruleset
from ..score_items import PaidByNeighbour
from ..seating import LastGame, SessionSoFar, sides
from ..standings import Payment, pairwise
from .exercise import (
    FIRST_NAME,
    NAMES,
    Answer,
    Difficulty,
    Draft,
    Exercise,
    ExerciseType,
    JudgedAnswer,
    ShownPosition,
    level_of,
    part_of,
)
from .habits import HabitAnswers, habits_of
from .score_exercises import Points, random_rows, sheet_of

_ENDS_DEAL = (0, 15, 30, 50, 60)
"""Per cent of the exercises of each level in which the play ends a deal."""
_CARDS_TRIED, _MOST_LEFT, _OFFERED = 8, 9, 9
_HARDEST = 5
LAST_OF_DEAL = "last_of_deal"
"""The field of a question that says whether the play ends a deal."""


class SetUp(ExerciseType):
    """Exercises that ask with which ranks the next player must sweep what a play leaves."""

    name, clause = "setup", "set-up"
    asks: ClassVar[tuple[str, ...]] = ("pieces",)
    edges = ((8, 9, 10, 11),)
    wide_levels = True
    nothing = 0.4
    referee = CaptureRules

    def candidates(self, draft: Draft) -> Iterator[Exercise]:
        simulated, chance, wanted, screen = draft
        rules, table = capture_rules(simulated.rules), tuple(sorted(simulated.state.table))
        seed, level = wanted.seed, level_of(wanted.seed)
        ends_deal = part_of(seed, "deal") < _ENDS_DEAL[level - 1]
        is_none = screen.wants_nothing
        cards = {card.rank: card for card in chance.shuffled(simulated.unseen)}
        for card in [*cards.values()][:_CARDS_TRIED]:
            left, captured = _left(rules, table, card)
            if ends_deal:
                aside = table_after_deal(rules, left, KnownCards(rules.deck, left)).aside
                if not aside and not is_none:
                    continue
                left = difference(left, aside)
            if not left or len(left) > _MOST_LEFT:
                continue
            ranks = sweeping_ranks(rules, left)
            # The twin of a lone card would make a double sweep, which costs more.
            if len(left) == 1 and left[0] in cards.values():
                continue
            if bool(ranks) is is_none or not cards.keys() >= set(ranks):
                continue
            clauses = 1 + captured + ends_deal
            difficulty = Difficulty(len(left) + 1, len(ranks), clauses)
            if wanted.has(difficulty):
                texts = {"table": write_cards(table), "played": write_card(card)}
                yield Exercise(
                    simulated.rules.key,
                    self,
                    seed,
                    difficulty,
                    self.asks,
                    texts | ({LAST_OF_DEAL: "1"} if ends_deal else {}),
                    _offered(cards.values(), ranks),
                    simulated.seats.players,
                    simulated.seat,
                )

    def habits(self, exercise: Exercise) -> HabitAnswers:
        """Return the usual habits, the ranks that lie there, and the rank of the whole sum."""
        rules, outcome = capture_rules(exercise.rules), outcome_of(exercise)
        left = difference(outcome.left, outcome.set_aside)
        total = sum(rules.table_values[card.rank] for card in left)
        whole = [rank for rank, value in rules.hand_values.items() if value == total]
        return {
            **habits_of(rules, exercise.choices, None),
            "equal": _of_ranks(exercise, [card.rank for card in left]),
            "whole": _of_ranks(exercise, whole),
        }

    def answers(self, exercise: Exercise) -> frozenset[Answer]:
        ranks = outcome_of(exercise).sets_up
        return frozenset({Answer(_of_ranks(exercise, ranks))})

    def judge(self, exercise: Exercise, answer: Answer) -> JudgedAnswer:
        """Return the judgement of an answer, with the sets that the first sweeping rank makes."""
        outcome, rules = outcome_of(exercise), capture_rules(ruleset(exercise.game))
        left = difference(outcome.left, outcome.set_aside)
        sets = divided(rules, Card(outcome.sets_up[0]), left) if outcome.sets_up else ()
        clause = "set-aside" if outcome.set_aside else self.clause
        return JudgedAnswer(answer in self.answers(exercise), clause, outcome, sets)

    def shown(self, exercise: Exercise) -> ShownPosition:
        return super().shown(exercise)._replace(offered=tuple(map(read_card, exercise.choices)))


def _left(rules: CaptureRules, table: Cards, card: Card) -> tuple[Cards, bool]:
    """Return the table after a card whose play is certain, and whether it captures; an empty table
    if there are several ways."""
    captures = Captures(rules, table, (card,), KnownCards(rules.deck, (*table, card)))
    if captures.creeps:
        return tuple(sorted((*table, card))), False
    if not captures.complete or captures.total != 1:
        return (), True
    (option,) = captures.options(1)
    return difference(table, option.captured), True


def _offered(cards: Iterable[Card], ranks: Collection[Rank]) -> tuple[str, ...]:
    """Return cards to choose from, those of the ``ranks`` among them."""
    wanted = sorted(cards, key=lambda card: card.rank not in ranks)[:_OFFERED]
    return tuple(map(write_card, sorted(wanted)))


def _of_ranks(exercise: Exercise, ranks: Collection[Rank]) -> tuple[str, ...]:
    """Return the pieces of an exercise that are of these ranks."""
    return tuple(sorted(text for text in exercise.choices if read_card(text).rank in ranks))


def outcome_of(exercise: Exercise) -> Outcome:
    """Return the only outcome of the play of an exercise, by the referee."""
    ruling: Ruling = ask_about_capture(exercise.game, exercise.texts).ruling
    assert ruling.play is not None
    return ruling.play.outcomes[0]


class Neighbour(Points):
    """Exercises that ask for the points of a player, of which a neighbour's sweeps are a part."""

    name, clause = "neighbour", "scoring"
    edges = ((9, 10, 11, 12),)
    referee = Referee
    most_plays = 1

    def is_in(self, rules: Ruleset) -> bool:
        items = rules.sheet.items
        return any(isinstance(item, PaidByNeighbour) for item in items)

    def candidates(self, draft: Draft) -> Iterator[Exercise]:
        simulated, chance, wanted, screen = draft
        rules, seats = simulated.rules, simulated.seats
        rows, last_capturer = random_rows(rules, seats, chance)
        exercise = Exercise(
            rules.key,
            self,
            wanted.seed,
            Difficulty(0, 0, 0),
            self.asks,
            players=seats.players,
            rows=rows,
            last_capturer=last_capturer,
        )
        scores = sheet_of(exercise).scores
        for seat in chance.shuffled(range(seats.players)):
            scored = [points for points in (scores[seat].items or {}).values() if points]
            difficulty = Difficulty(seats.players, len(scored), 2)
            total = scores[seat].total
            is_fitting = total >= 0 and min(scored, default=0) < 0 and screen.allows_number(total)
            if is_fitting and wanted.has(difficulty):
                yield replace(exercise, seat=seat, difficulty=difficulty)


class Dealer(ExerciseType):
    """Exercises that ask who plays first in a game of a session, which depends on who deals it. The
    points before are those of the last game, where these decide."""

    name, clause = "first_to_play", "deal"
    asks: ClassVar[tuple[str, ...]] = ("choice",)
    edges = ((6, 7, 8, 9),)
    referee = Referee
    most_plays = 1

    def candidates(self, draft: Draft) -> Iterator[Exercise]:
        simulated, chance, wanted, screen = draft
        level, seating = level_of(wanted.seed), simulated.rules.seating
        players = chance.pick([number for number in seating.numbers if number > 2])
        game = (1, 2, 2 + chance.below(2), 3 + chance.below(3), 4 + chance.below(5))[level - 1]
        deals = seating.deal_plan(players).deals
        deal = 1 + (chance.below(deals) if level % 2 == 0 or level == _HARDEST else 0)
        scores = tuple(2 + chance.below(9) for _ in range(players))
        exercise = Exercise(
            simulated.rules.key,
            self,
            wanted.seed,
            Difficulty(level, 0, 2),
            self.asks,
            {"game": str(game), "deal": str(deal)},
            players=players,
            seat=chance.below(players),
            before=scores if seating.loser_leads and game > 1 else (),
        )
        first = (screen.pick(range(NAMES)) - leader_of(exercise)) % NAMES
        yield replace(
            exercise,
            texts={**exercise.texts, FIRST_NAME: str(first)},
            choices=tuple(str((first + seat) % NAMES) for seat in range(players)),
        )

    def answers(self, exercise: Exercise) -> frozenset[Answer]:
        return frozenset({Answer(choice=str(exercise.name_of(leader_of(exercise))))})

    def judge(self, exercise: Exercise, answer: Answer) -> JudgedAnswer:
        """Return the judgement of an answer, with who deals."""
        right = answer in self.answers(exercise)
        return JudgedAnswer(right, self.clause, dealer_of(exercise))

    def shown(self, exercise: Exercise) -> ShownPosition:  # noqa: ARG002 - nothing lies there yet
        return ShownPosition(Table())


def leader_of(exercise: Exercise) -> int:
    """Return who plays first in the game that an exercise asks about."""
    return exercise.rules.seating.leader(dealer_of(exercise), exercise.players)


def dealer_of(exercise: Exercise) -> int:
    """Return who deals the game that an exercise asks about."""
    seating, players = exercise.rules.seating, exercise.players
    together = sides(players, exercise.rules.seating.usual_teams(players))
    last = LastGame(exercise.seat, exercise.before) if exercise.before else None
    games = int(exercise.texts["game"]) - 1
    return seating.next_dealer(SessionSoFar(together, exercise.seat, games, last))


class Settle(ExerciseType):
    """Exercises that ask how much a player pays at the end of a session, where everybody settles
    with everybody."""

    name, clause = "settle", "session"
    asks: ClassVar[tuple[str, ...]] = ("number",)
    edges = ((6, 7, 8, 9),)
    referee = CaptureRules
    most_plays = 1

    def candidates(self, draft: Draft) -> Iterator[Exercise]:
        simulated, chance, wanted, screen = draft
        level = level_of(wanted.seed)
        players = (3, 3, 4, 4, 5)[level - 1]
        below = 8 if level % 2 == 0 else 0
        totals = tuple(chance.below(30 + 10 * level) - below for _ in range(players))
        exercise = Exercise(
            simulated.rules.key,
            self,
            wanted.seed,
            Difficulty(level, 0, 2),
            self.asks,
            players=players,
            seat=chance.below(players),
            before=totals,
        )
        paid = sum(each.amount for each in paid_by(exercise))
        if paid and screen.allows_number(paid):
            yield exercise

    def answers(self, exercise: Exercise) -> frozenset[Answer]:
        return frozenset({Answer(number=sum(each.amount for each in paid_by(exercise)))})

    def shown(self, exercise: Exercise) -> ShownPosition:  # noqa: ARG002 - nothing lies there
        return ShownPosition(Table())


def paid_by(exercise: Exercise) -> list[Payment]:
    """Return what the player of an exercise pays to each of the others."""
    payments = pairwise(dict(enumerate(exercise.before)))
    return [each for each in payments if each.payer == exercise.seat]


TYPES: tuple[ExerciseType, ...] = (SetUp(), Neighbour(), Settle(), Dealer())
"""The types of exercises about who sits where."""
