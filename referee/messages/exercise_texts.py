"""Titles, questions and complaints of exercises."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from ..languages import gettext, lazy_gettext, ngettext
from ..rules.cards import Cards, difference
from ..rules.exercises.build_answers import question_of
from ..rules.exercises.exercise import (
    Exercise,
    ExerciseType,
    NoSuchSeed,
    UnknownExerciseType,
    UnreadableAnswer,
)
from ..rules.exercises.score_exercises import sheet_of
from ..rules.notation import read_card
from ..rules.plays import Build, Capture, MakeBuild, Step, Trail
from ..rules.session_end import FirstToTarget
from ..rules.sheet_plan import SheetPlan
from ..words.card_names import card_text, cards_text, taken_text, the_card, with_card
from ..words.house_rule_words import HOUSE_RULES
from ..words.numbers_and_lists import and_, build_number, sentence
from ..words.score_names import FIELDS
from .build_verdicts import the_build
from .error_texts import error_text, quote

_TITLES = {
    ExerciseType.TAKE: lazy_gettext("What must it take?"),
    ExerciseType.FORCED: lazy_gettext("Which card must be played?"),
    ExerciseType.SWEEP: lazy_gettext("Is it a sweep?"),
    ExerciseType.COST: lazy_gettext("What does it cost?"),
    ExerciseType.PAYS: lazy_gettext("Who set the sweep up?"),
    ExerciseType.MAY: lazy_gettext("May I do that?"),
    ExerciseType.CAN: lazy_gettext("What can this card take?"),
    ExerciseType.TRAIL: lazy_gettext("May I trail?"),
    ExerciseType.INSIST: lazy_gettext("Who may insist on what?"),
    ExerciseType.PILE: lazy_gettext("What is this pile worth?"),
    ExerciseType.MISSING: lazy_gettext("What is missing?"),
    ExerciseType.POINTS: lazy_gettext("How many points?"),
    ExerciseType.UNDEALT: lazy_gettext("How many are still to come?"),
    ExerciseType.TOP: lazy_gettext("What lies on top then?"),
    ExerciseType.WINNER: lazy_gettext("Who has won?"),
}


def exercise_title(kind: ExerciseType) -> str:
    """Return the question of a type of exercise, in a few words."""
    return str(_TITLES[kind])


def exercises_title(name: str) -> str:
    """Return the name of the exercises of a type or about a house rule."""
    return str(HOUSE_RULES[name].name) if name in HOUSE_RULES else str(_TITLES[ExerciseType(name)])


def house_of_exercise(exercise: Exercise) -> str:
    """Return the house rules that hold in an exercise; empty if none does."""
    house = and_(str(HOUSE_RULES[name].name) for name in exercise.house)
    return gettext("By the house rule: %(rules)s.", rules=house) if house else ""


def exercise_question(exercise: Exercise, names: Sequence[str]) -> str:
    """Return the question of an exercise and how to answer it; ``names`` are those of the seats."""
    return _QUESTIONS[exercise.kind](exercise, names)


def _played(exercise: Exercise) -> str:
    return the_card(read_card(exercise.texts["played"]))


def _may_question(exercise: Exercise, _names: Sequence[str]) -> str:
    return gettext(
        "You want to %(turn)s. May you? If not, tap what makes it wrong.",
        turn=play_to_do(exercise),
    )


def _insist_question(exercise: Exercise, _names: Sequence[str]) -> str:
    play = gettext("Your turn was to %(turn)s.", turn=play_to_do(exercise))
    if "seats" in exercise.asks:
        question = gettext(
            "What more may be insisted on, and by whom? Tap both. Of several such things one is"
            " enough."
        )
    else:
        question = gettext(
            "What more may your opponent insist on? Tap it. Of several such things one is enough."
        )
    return f"{play} {question}"


def _missing_question(exercise: Exercise, _names: Sequence[str]) -> str:
    sheet = sheet_of(exercise)
    return gettext(
        "Their points add up to %(sum)d, and should to %(expected)d. Tap every line in which cards"
        " were forgotten.",
        sum=sheet.sum,
        expected=sheet.expected or 0,
    )


def _points_question(exercise: Exercise, names: Sequence[str]) -> str:
    if exercise.claimed:
        return gettext(
            "%(name)s claims out in mid-game. How many points of this game count for that?",
            name=names[exercise.seat],
        )
    assert exercise.last_capturer is not None
    question = gettext(
        "%(last)s captured last. How many points does this game bring %(name)s?",
        last=names[exercise.last_capturer],
        name=names[exercise.seat],
    )
    return " ".join([*_carried_texts(exercise), question])


def _winner_question(exercise: Exercise, names: Sequence[str]) -> str:
    session = exercise.rules.session
    assert isinstance(session, FirstToTarget)
    assert exercise.last_capturer is not None
    totals = [
        gettext("%(name)s %(total)d", name=name, total=total)
        for name, total in zip(names, exercise.before, strict=True)
    ]
    return gettext(
        "To %(target)d points. Before this game: %(totals)s. %(last)s captured last. Who has won?",
        target=session.target,
        totals=", ".join(totals),
        last=names[exercise.last_capturer],
    )


def _carried_texts(exercise: Exercise) -> Iterator[str]:
    """Yield what earlier games of the session have changed."""
    for key, points in exercise.carried.rolled:
        yield ngettext(
            "%(num)d point for %(most)s is left over from the games before.",
            "%(num)d points for %(most)s are left over from the games before.",
            points,
            most=str(FIELDS[key].most),
        )
    session = exercise.rules.session
    if exercise.carried.sweeps_off and isinstance(session, FirstToTarget):
        yield gettext("Before it somebody had %(points)d points.", points=session.sweeps_until or 0)


def _undealt_question(exercise: Exercise, _names: Sequence[str]) -> str:
    players = ngettext("%(num)d player.", "%(num)d players.", exercise.players)
    played = ngettext(
        "%(num)d card has been played. How many have not been dealt or drawn yet?",
        "%(num)d cards have been played. How many have not been dealt or drawn yet?",
        exercise.plays,
    )
    return f"{players} {played}"


_QUESTIONS: Mapping[ExerciseType, Callable[[Exercise, Sequence[str]], str]] = {
    ExerciseType.TAKE: lambda e, _: gettext("Tap all that %(card)s must take.", card=_played(e)),
    ExerciseType.FORCED: lambda _e, _n: gettext(
        "Can a card of your hand take the whole table? Then it must be played: tap each that can."
    ),
    ExerciseType.SWEEP: lambda e, _: sentence(
        gettext("%(card)s is played. How many cards are laid face up?", card=_played(e))
    ),
    ExerciseType.COST: lambda e, _: sentence(
        gettext(
            "%(card)s is played. How many points does that bring, cards and sweep together?",
            card=_played(e),
        )
    ),
    ExerciseType.PAYS: lambda e, names: gettext(
        "%(name)s plays %(card)s. If that is a sweep, tap who set it up, and say how many points "
        "they get rid of.",
        name=names[e.seat],
        card=_played(e),
    ),
    ExerciseType.MAY: _may_question,
    ExerciseType.CAN: lambda e, _: gettext(
        "Tap all that %(card)s can take at once. Where there is a choice, any way will do to which"
        " nothing can be added.",
        card=_played(e),
    ),
    ExerciseType.TRAIL: lambda _e, _n: gettext(
        "This is your hand. Tap every card that you may trail."
    ),
    ExerciseType.INSIST: _insist_question,
    ExerciseType.PILE: lambda _e, _n: gettext(
        "How many points are these cards worth together, each counted by itself?"
    ),
    ExerciseType.MISSING: _missing_question,
    ExerciseType.POINTS: _points_question,
    ExerciseType.UNDEALT: _undealt_question,
    ExerciseType.WINNER: _winner_question,
    ExerciseType.TOP: lambda e, _: gettext(
        "You want to %(turn)s. Tap the card that then lies on top of your pile.", turn=play_to_do(e)
    ),
}

_NONE = {
    ExerciseType.TAKE: lazy_gettext("It takes nothing"),
    ExerciseType.FORCED: lazy_gettext("Any card may be played"),
    ExerciseType.PAYS: lazy_gettext("Nobody: it is no sweep"),
    ExerciseType.CAN: lazy_gettext("It takes nothing"),
    ExerciseType.TRAIL: lazy_gettext("None of them"),
    ExerciseType.INSIST: lazy_gettext("Nothing"),
    ExerciseType.WINNER: lazy_gettext("Nobody: they play on"),
}


def number_label(kind: ExerciseType) -> str:
    """Return the label of the number that an answer gives."""
    labels = {ExerciseType.SWEEP: gettext("Cards face up"), ExerciseType.UNDEALT: gettext("Cards")}
    return labels.get(kind, gettext("Points"))


_ALL = {ExerciseType.TRAIL: lazy_gettext("All of them")}


def all_text(kind: ExerciseType) -> str:
    """Return the text of the button for an answer with all cards; empty for types without that."""
    return str(_ALL.get(kind, ""))


def none_text(kind: ExerciseType) -> str:
    """Return the text of the button for an answer without cards; empty for types without that."""
    return str(_NONE.get(kind, ""))


def difficulty_text(exercise: Exercise) -> str:
    """Return how hard an exercise is: its cards, choices and clauses."""
    difficulty = exercise.difficulty
    parts = [ngettext("%(num)d card", "%(num)d cards", difficulty.cards)]
    if difficulty.choices:
        parts.append(ngettext("%(num)d choice", "%(num)d choices", difficulty.choices))
    if difficulty.clauses:
        parts.append(ngettext("%(num)d clause", "%(num)d clauses", difficulty.clauses))
    return gettext(
        "Difficulty %(number)d: %(parts)s.", number=difficulty.number, parts=", ".join(parts)
    )


def play_to_do(exercise: Exercise) -> str:
    """Return the play that an exercise asks about, in the words of the player who wants to do it:
    "take 4♠ and 3♦ with the 7♣", "build 13 of A♦ and Q♥"."""
    question = question_of(exercise)
    steps = question.turn or ()
    return "; ".join(_step_to_do(step, question.table.builds) for step in steps)


def _step_to_do(step: Step, builds: Sequence[Build]) -> str:
    """Return a step of the play; ``builds`` are those on the table."""
    match step:
        case Trail(card):
            return gettext("trail %(card)s", card=taken_text([card]))
        case Capture(card, loose, builds, tops):
            cards = sorted((*loose, *(top.card for top in tops)))
            items = [*map(card_text, cards), *map(the_build, builds)]
            return gettext("take %(cards)s with %(card)s", cards=and_(items), card=with_card(card))
        case MakeBuild():
            return _build_to_do(step, builds)


def _build_to_do(step: MakeBuild, builds: Sequence[Build]) -> str:
    """Return a build step: a new build, or the cards that come to one of the ``builds`` on the
    table."""
    build, value = step.build, step.build.value
    old = next(
        (build_there for build_there in builds if set(build_there.cards) <= set(build.cards)), None
    )
    if old is None:
        return gettext("build %(value)d of %(cards)s", value=value, cards=_sets_text(build.sets))
    added = cards_text(difference(build.cards, old.cards))
    if old.value == value:
        return gettext(
            "add %(cards)s to the build of %(value)s", cards=added, value=build_number(value)
        )
    return gettext(
        "raise the build of %(of)s to %(value)d with %(cards)s",
        of=build_number(old.value),
        value=value,
        cards=added,
    )


def _sets_text(sets: Sequence[Cards]) -> str:
    """Return sets of cards: "5♥ and 3♠", "8♦ and 5♥+3♠"."""
    if len(sets) == 1:
        return cards_text(sets[0])
    return and_("+".join(map(card_text, cards)) for cards in sets)


def sweeps_label(plan: SheetPlan) -> str:
    """Return the label of the line of sweeps on a score sheet."""
    return gettext("Cards face up") if plan.sweeps_are_paid else gettext("Sweeps")


def field_label(key: str) -> str:
    """Return the label of a field of the score sheet."""
    return str(FIELDS[key].label)


def seat_texts(players: int) -> list[str]:
    """Return the names of the seats as the mover says them; the mover is the first."""
    others = {1: gettext("Next player"), players - 1: gettext("Previous player")}
    return [
        gettext("You") if not seat else others.get(seat, gettext("Opposite player"))
        for seat in range(players)
    ]


_UNANSWERED = {
    "number": lazy_gettext("Enter a number."),
    "may": lazy_gettext("Say whether that may be done."),
    "fields": lazy_gettext("Tap the lines that you mean."),
}


@error_text.register
def _(error: UnreadableAnswer) -> str:
    if error.name in _UNANSWERED:
        return str(_UNANSWERED[error.name])
    if error.kind is ExerciseType.MAY:
        return gettext("If you may not, tap what makes it wrong first.")
    if error.name == "seats":
        return gettext("Tap the players that you mean, or “%(none)s”.", none=none_text(error.kind))
    return nothing_tapped_text(error.kind)


def nothing_tapped_text(kind: ExerciseType) -> str:
    """Return the sentence to an answer in which nothing is tapped; it names the button "none"."""
    return gettext("Tap the cards that you mean, or “%(none)s”.", none=none_text(kind))


@error_text.register
def _(error: UnknownExerciseType) -> str:
    return gettext("This game has no exercises of the kind “%(kind)s”.", kind=quote(error.kind))


@error_text.register
def _(error: NoSuchSeed) -> str:
    return gettext("There is no exercise with the number %(seed)s.", seed=quote(str(error.seed)))
