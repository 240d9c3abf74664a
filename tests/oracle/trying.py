"""How much somebody would have to try who answers exercises by brute force, in bits."""

from collections.abc import Callable, Mapping
from math import comb, log2

from referee.rules.exercises.exercise import Exercise, Kind
from referee.rules.exercises.making import answers
from referee.rules.games import ruleset
from tests.oracle import brute


def bits(exercise: Exercise) -> float:
    """Sets of what lies there, of what can be tapped or of what a turn names, and what else must be
    gone through for each."""
    return _TRIED[exercise.kind](exercise)


def _lying(exercise: Exercise) -> int:
    return len(exercise.texts["table"].split()) if "table" in exercise.texts else 0


def _hand(exercise: Exercise) -> int:
    return len(exercise.texts["hand"].split())


def _of_pays(exercise: Exercise) -> float:
    """Whoever sees that it is a sweep must see too who pays."""
    swept = brute.sweep_kind(exercise.texts["table"].split(), exercise.texts["played"]) != "none"
    return _lying(exercise) + (log2(exercise.players) if swept else 0)


def _of_cost(exercise: Exercise) -> float:
    (taken,) = brute.captures(exercise.texts["table"].split(), exercise.texts["played"])
    return log2(1 + len(taken))


def _of_may(exercise: Exercise) -> float:
    turn = exercise.texts["turn"].replace("+", " ").replace("=", " ")
    return len(exercise.choices) + len(turn.split())


def _of_trail(exercise: Exercise) -> float:
    """Each build of one's own must be taken, changed or kept a card for."""
    duties = 1 + 3 * exercise.texts.get("table", "").count("@0")
    return log2(_hand(exercise) * (1 + _lying(exercise)) * duties)


def _of_pile(exercise: Exercise) -> float:
    worths = ruleset(exercise.game).sheet.card_worths
    return log2(len(exercise.pile) * (1 + sum(worths[card] > 0 for card in exercise.pile)))


def _of_missing(exercise: Exercise) -> float:
    rows = [row.counted for row in exercise.rows if row.counted]
    return log2(sum(len(row) for row in rows if isinstance(row, dict) and any(row.values())))


def _until_found(exercise: Exercise) -> float:
    """Sets are tried from few pieces to many, until the largest right one, for each who may answer;
    and all right ones must be told apart."""
    right, there = answers(exercise), len(exercise.choices)
    size = max(len(one.pieces or ()) for one in right)
    sets = sum(comb(there, number) for number in range(size + 1))
    seats = exercise.players if "seats" in exercise.asks else 1
    return log2(sets * seats * (1 + len(right)))


_TRIED: Mapping[Kind, Callable[[Exercise], float]] = {
    Kind.TAKE: _until_found,
    Kind.CAN: _until_found,
    Kind.INSIST: _until_found,
    Kind.SWEEP: _lying,
    Kind.PAYS: _of_pays,
    Kind.FORCED: lambda exercise: _lying(exercise) + log2(_hand(exercise)),
    Kind.COST: _of_cost,
    Kind.MAY: _of_may,
    Kind.TRAIL: _of_trail,
    Kind.PILE: _of_pile,
    Kind.MISSING: _of_missing,
}
