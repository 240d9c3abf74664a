"""Sentences of the types of exercises about who sits where, and about good play."""

from collections.abc import Iterator, Sequence

from ..languages import average, gettext, lazy_gettext, ngettext, sentence
from ..rules.cards import difference
from ..rules.exercises.best_play_exercises import CardWorth, FoundPosition
from ..rules.exercises.exercise import Answer, Exercise, JudgedAnswer
from ..rules.exercises.seat_exercises import LAST_OF_DEAL, paid_by
from ..rules.games.krypkasino.verdict import Outcome
from ..rules.notation import read_card, read_settled_play, write_settled_play
from ..rules.plays import Played
from ..words.card_names import either_text, row_text, the_card
from .exercise_feedback import ExerciseTexts, order_text, player_name
from .score_exercise_texts import PointsTexts
from .table_events import play_text
from .verdict_lines import VerdictLine

_MOST_COMPARED = 5
"""Plays whose worth is told."""


class _SetUpTexts(ExerciseTexts):
    name = "setup"
    title = lazy_gettext("What do I set up?")
    none = lazy_gettext("No card")
    hint = lazy_gettext(
        "Whoever can take the whole table must. That costs 5 points, which the player before gets"
        " rid of."
    )

    def question(self, exercise: Exercise, names: Sequence[str]) -> str:
        card, name = the_card(read_card(exercise.texts["played"])), names[exercise.seat]
        following = names[(exercise.seat + 1) % exercise.players]
        if LAST_OF_DEAL in exercise.texts:
            return gettext(
                "%(name)s, the dealer, plays %(card)s, the last card of the deal. New cards are"
                " dealt, and %(next)s is first. With which of these cards must %(next)s sweep?",
                name=name,
                card=card,
                next=following,
            )
        return gettext(
            "%(name)s plays %(card)s. With which of these cards must %(next)s sweep then?",
            name=name,
            card=card,
            next=following,
        )

    def _reasons(
        self, exercise: Exercise, _answer: Answer, judged: JudgedAnswer, names: Sequence[str]
    ) -> Iterator[VerdictLine]:
        outcome = judged.found
        assert isinstance(outcome, Outcome)
        left = difference(outcome.left, outcome.set_aside)
        if outcome.set_aside:
            aside = row_text(outcome.set_aside)
            text = gettext("Set aside when new cards are dealt: %(cards)s.", cards=aside)
            yield VerdictLine(text, "set-aside")
        if not left:
            yield VerdictLine(gettext("An empty table is no sweep for anybody."), "set-aside")
            return
        yield VerdictLine(gettext("This lies there then: %(cards)s.", cards=row_text(left)))
        name, following = names[exercise.seat], names[(exercise.seat + 1) % exercise.players]
        if not outcome.sets_up:
            text = gettext("No card takes all of it.")
        else:
            text = gettext(
                "With such a card in the hand %(next)s must play %(cards)s, and takes it all: 5"
                " points more, and 5 fewer for %(name)s.",
                cards=either_text(outcome.sets_up),
                next=following,
                name=name,
            )
        yield VerdictLine(text, self.clause_of(outcome))

    def clause_of(self, outcome: Outcome) -> str:
        """Return the clause that says what the next player must do."""
        return "set-up" if outcome.sets_up else "forced-sweep"


class _NeighbourTexts(PointsTexts):
    name = "neighbour"
    title = lazy_gettext("What do the neighbour’s sweeps bring?")
    hint = lazy_gettext(
        "Each own card face up costs 5 points, and each of the next player’s brings 5 back."
    )


class _SettleTexts(ExerciseTexts):
    name = "settle"
    title = lazy_gettext("Who pays what?")

    def question(self, exercise: Exercise, names: Sequence[str]) -> str:
        return gettext(
            "At the end everybody settles with everybody: whoever has more points pays the"
            " difference. %(totals)s. How much does %(name)s pay in all?",
            totals=_totals(exercise, names),
            name=names[exercise.seat],
        )

    def _reasons(
        self, exercise: Exercise, _answer: Answer, judged: JudgedAnswer, names: Sequence[str]
    ) -> Iterator[VerdictLine]:
        payments = paid_by(exercise)
        parts = ", ".join(
            gettext("to %(name)s %(points)d", name=names[each.receiver], points=each.amount)
            for each in payments
        )
        total = gettext("Together %(total)d.", total=sum(each.amount for each in payments))
        yield VerdictLine(f"{sentence(parts)}. {total}", judged.clause)


class _FirstToPlayTexts(ExerciseTexts):
    name = "first_to_play"
    title = lazy_gettext("Who plays first?")

    def told(self, exercise: Exercise, names: Sequence[str]) -> list[str]:
        step = exercise.rules.seating.step
        return [order_text([names[step * seat] for seat in range(exercise.players)])]

    def question(self, exercise: Exercise, names: Sequence[str]) -> str:
        game, deal = int(exercise.texts["game"]), int(exercise.texts["deal"])
        dealer = names[exercise.seat]
        if exercise.before:
            return gettext(
                "%(name)s dealt the last game. It ended: %(totals)s. Who plays first in the next"
                " one?",
                name=dealer,
                totals=_totals(exercise, names),
            )
        return gettext(
            "%(name)s deals the first game. Who plays first in deal %(deal)d of game %(game)d?",
            name=dealer,
            deal=deal,
            game=game,
        )

    def value_text(self, _exercise: Exercise, value: str, _names: Sequence[str]) -> str:
        return player_name(int(value))

    def _reasons(
        self, exercise: Exercise, _answer: Answer, judged: JudgedAnswer, names: Sequence[str]
    ) -> Iterator[VerdictLine]:
        assert isinstance(judged.found, int)
        (right,) = exercise.answers
        first = player_name(int(right.choice or 0))
        if exercise.before:
            text = gettext(
                "Whoever alone has fewest points plays first in the next game: %(first)s.",
                first=first,
            )
            if judged.found == exercise.seat:
                text = gettext(
                    "The same player deals again, so %(first)s plays first.", first=first
                )
        else:
            text = gettext(
                "%(dealer)s deals that game, all of its deals, and the next player begins each:"
                " %(first)s.",
                dealer=names[judged.found],
                first=first,
            )
        yield VerdictLine(text, judged.clause)


class _BestTexts(ExerciseTexts):
    name = "best"
    title = lazy_gettext("What would you play?")
    hint = lazy_gettext(
        "A player who deals the unseen cards hundreds of times has found one of these clearly"
        " better than the others."
    )

    def told(self, exercise: Exercise, _names: Sequence[str]) -> list[str]:
        assert exercise.course is not None
        state = exercise.course.start
        lying = exercise.kind.shown(exercise).table.cards
        gone = difference(sorted(state.shown), lying)
        following = (exercise.seat + exercise.rules.seating.step) % exercise.players
        number = state.in_hands[following]
        lines = [
            ngettext("%(num)d player.", "%(num)d players.", exercise.players)
            + " "
            + ngettext("The next one has %(num)d card.", "The next one has %(num)d cards.", number)
        ]
        if gone:
            lines.append(gettext("Gone so far: %(cards)s.", cards=row_text(gone)))
        return lines

    def question(self, _exercise: Exercise, _names: Sequence[str]) -> str:
        return gettext("It is your turn. Of these plays, which is the best?")

    def value_text(self, exercise: Exercise, value: str, names: Sequence[str]) -> str:
        assert exercise.course is not None
        state, engine = exercise.course.start, exercise.rules.engine
        played = Played(read_settled_play(value))
        return sentence(play_text(engine, state, played, exercise.seat, names, exercise.seat))

    def _reasons(
        self, exercise: Exercise, answer: Answer, judged: JudgedAnswer, names: Sequence[str]
    ) -> Iterator[VerdictLine]:
        """Yield how much worse each other play is, the chosen one first."""
        found = judged.found
        assert isinstance(found, FoundPosition)
        best, *others = found.worths
        chosen = [each for each in others if write_settled_play(each.play) == answer.choice]
        if judged.right:
            yield VerdictLine(_needed(exercise))
        play = self._play(exercise, best, names)
        yield VerdictLine(gettext("The best: %(play)s.", play=play), judged.clause)
        for worth in [*chosen, *(each for each in others if each not in chosen)][:_MOST_COMPARED]:
            yield VerdictLine(self._worth(exercise, worth, names))

    def _play(self, exercise: Exercise, worth: CardWorth, names: Sequence[str]) -> str:
        return self.value_text(exercise, write_settled_play(worth.play), names)

    def _worth(self, exercise: Exercise, worth: CardWorth, names: Sequence[str]) -> str:
        play, points = self._play(exercise, worth, names), average(round(worth.cost, 1))
        if worth.cost < _SMALL:
            return gettext("%(play)s: as good.", play=play)
        if exercise.rules.session.lowest_wins:
            return gettext(
                "%(play)s: costs about %(points)s points more.", play=play, points=points
            )
        return gettext("%(play)s: brings about %(points)s points less.", play=play, points=points)


_SMALL = 0.05
"""Points that are nothing with one decimal."""


def _needed(exercise: Exercise) -> str:
    """Return in words what a level asks for."""
    match exercise.level:
        case 0 | 1:
            return ""
        case 2 if exercise.rules.session.lowest_wins:
            return gettext("Of plays that cost the same, the high card goes first.")
        case 2:
            return gettext("To take most cards is not the best here.")
        case 3 | 4:
            return gettext("What is best at once is not the best here: others play after you.")
    return gettext("Here even a good rule of thumb errs.")


def _totals(exercise: Exercise, names: Sequence[str]) -> str:
    return ", ".join(
        gettext("%(name)s %(total)d", name=name, total=total)
        for name, total in zip(names, exercise.before, strict=True)
    )


TEXTS: tuple[ExerciseTexts, ...] = (
    _SetUpTexts(),
    _NeighbourTexts(),
    _SettleTexts(),
    _FirstToPlayTexts(),
    _BestTexts(),
)
