"""The play that an exercise is about, in the words of the player who wants to do it."""

from __future__ import annotations

from collections.abc import Sequence

from ..languages import gettext
from ..rules.cards import Cards, difference
from ..rules.exercises.build_game_answers import question_of
from ..rules.exercises.exercise_and_answer_types import Exercise
from ..rules.plays import Capture, MakeBuild, Step, Trail
from ..rules.table_and_builds import Build
from ..words import and_, build_number, card_text, cards_text, taken_text, with_card
from .build_names import the_build


def play_to_do(exercise: Exercise) -> str:
    """Return the play of an exercise: "take 4♠ and 3♦ with the 7♣", "build 13 of A♦ and Q♥"."""
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
