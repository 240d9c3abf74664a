"""Sentences of the types of exercises about positions with builds."""

from collections.abc import Iterator, Sequence

from ..languages import and_, build_number, gettext, lazy_gettext, or_, sentence
from ..rules.cards import Cards, Rank, difference
from ..rules.exercises.build_exercises import AnswerVerdict, question_of, top_after
from ..rules.exercises.build_play_exercises import Objection
from ..rules.exercises.exercise import Answer, Exercise, JudgedAnswer
from ..rules.games.casino.family import LastAdderBuilds
from ..rules.games.casino.judge.play_rules import build_rules
from ..rules.notation import read_build, read_card
from ..rules.plays import Build, Capture, MakeBuild, Step, Trail
from ..words.card_names import card_text, cards_text, taken_text, the_card, with_card
from .build_page import demand_text
from .build_reasons import ground_text
from .build_verdicts import build_name, build_verdict_text, the_build
from .capture_exercise_texts import rank_letters
from .exercise_feedback import ExerciseTexts, more_ways_text
from .verdict_lines import VerdictLine


class BuildTexts(ExerciseTexts):
    """The sentences of a type of exercise about a position with builds."""

    def seat_names(self, exercise: Exercise) -> list[str]:
        return seat_texts(exercise.players)

    def _more_hints(self, exercise: Exercise) -> Iterator[str]:
        if "=" in exercise.texts.get("table", ""):
            yield gettext(
                "Cards that overlap are a build: only a card of the number on them takes them, and"
                " takes them all."
            )
        cards = "".join(exercise.texts.get(name, "") for name in ("table", "played", "turn"))
        if any(rank in cards for rank in "AJQK"):
            yield _values_text(exercise)


class _CanTexts(BuildTexts):
    name = "can"
    title = lazy_gettext("What can this card take?")
    none = lazy_gettext("It takes nothing")

    def question(self, exercise: Exercise, _names: Sequence[str]) -> str:
        return gettext(
            "Tap all that %(card)s can take at once. Where there is a choice, any way will do to"
            " which nothing can be added.",
            card=the_card(read_card(exercise.texts["played"])),
        )

    def _reasons(
        self, exercise: Exercise, _answer: Answer, judged: JudgedAnswer, _names: Sequence[str]
    ) -> Iterator[VerdictLine]:
        found = _found(judged)
        if found.verdict is None:
            nothing_text = gettext("Nothing there equals it or adds up to it.")
            something_text = gettext("Something there equals it or adds up to it.")
            yield VerdictLine(nothing_text if judged.right else something_text, judged.clause)
        elif found.verdict.legal is False:
            yield VerdictLine(build_verdict_text(found.verdict, hides=True), judged.clause)
        elif judged.right:
            for because in found.grounds:
                yield VerdictLine(ground_text(because), because.clause)
            if len(exercise.answers) > 1:
                yield VerdictLine(more_ways_text())
        else:
            yield VerdictLine(gettext("It may take these, but it can take more."), judged.clause)


OWNER_DUTY = lazy_gettext(
    "Whoever has a build must take, build or add something, and keep a card for the build."
)
"""The hint on what a build binds its owner to, where the last who added to it owns it."""


class _MayTexts(BuildTexts):
    name = "may"
    title = lazy_gettext("May I do that?")

    def question(self, exercise: Exercise, _names: Sequence[str]) -> str:
        return gettext(
            "You want to %(turn)s. May you? If not, what is against it? Of several things the first"
            " in the list counts.",
            turn=play_to_do(exercise),
        )

    def _more_hints(self, exercise: Exercise) -> Iterator[str]:
        position = question_of(exercise).position
        is_owner = any(build.owner == position.mover for build in position.table.builds)
        if is_owner and isinstance(exercise.rules.referee, LastAdderBuilds):
            yield str(OWNER_DUTY)
        yield from super()._more_hints(exercise)

    def value_text(self, _exercise: Exercise, value: str, _names: Sequence[str]) -> str:
        return str(_OBJECTIONS[Objection(value)])

    def _reasons(
        self, _exercise: Exercise, _answer: Answer, judged: JudgedAnswer, _names: Sequence[str]
    ) -> Iterator[VerdictLine]:
        found = _found(judged)
        assert found.verdict is not None
        legal = found.verdict.legal
        text = gettext("You may.") if legal else build_verdict_text(found.verdict, hides=True)
        yield VerdictLine(text, "" if found.grounds else judged.clause)
        for because in found.grounds:
            yield VerdictLine(ground_text(because), because.clause)


_OBJECTIONS = {
    Objection.LEGAL: lazy_gettext("Yes, I may"),
    Objection.PILES: lazy_gettext("No: the card on the pile is not to be used like that"),
    Objection.CHANGE: lazy_gettext("No: this build is not to be changed like that"),
    Objection.NUMBERS: lazy_gettext("No: the cards do not fit together"),
    Objection.HOLDER: lazy_gettext("No: I keep no card that takes the build"),
    Objection.SAME_VALUE: lazy_gettext("No: a build of that value lies there already"),
    Objection.KEEP: lazy_gettext("No: I need the card for my build"),
    Objection.OWN_BUILD: lazy_gettext("No: I must see to my own build first"),
    Objection.COULD_TAKE: lazy_gettext("No: something has to be taken"),
}


class _InsistTexts(BuildTexts):
    name = "insist"
    title = lazy_gettext("What may be insisted on?")
    none = lazy_gettext("Nothing")
    hint = lazy_gettext(
        "Before your turn is over, an opponent may insist that your card takes all it can, and that"
        " what fits a build of your side is added to it."
    )

    def question(self, exercise: Exercise, _names: Sequence[str]) -> str:
        play = gettext("Your turn was to %(turn)s.", turn=play_to_do(exercise))
        question = gettext(
            "What more may your opponents insist on? Tap it. Of several such things one is enough."
        )
        return f"{play} {question}"

    def _more_hints(self, exercise: Exercise) -> Iterator[str]:
        if _lays_ace(exercise):
            yield _laid_ace_text()
        yield from super()._more_hints(exercise)

    def _reasons(
        self, exercise: Exercise, _answer: Answer, judged: JudgedAnswer, _names: Sequence[str]
    ) -> Iterator[VerdictLine]:
        verdict = _found(judged).verdict
        assert verdict is not None
        question = question_of(exercise)
        for demand in verdict.demands:
            text = gettext(
                "An opponent may insist: %(demand)s", demand=demand_text(question, demand)
            )
            yield VerdictLine(f"{text}.", self.name)
        if not verdict.demands:
            yield VerdictLine(gettext("Nothing could be taken or added as well."), self.name)
        if _lays_ace(exercise):
            yield VerdictLine(_laid_ace_text(), self.name)
        if question.position.partner is not None:
            yield VerdictLine(gettext("A partner never insists."))


class _TopTexts(BuildTexts):
    name = "top"
    title = lazy_gettext("What lies on top then?")

    def question(self, exercise: Exercise, _names: Sequence[str]) -> str:
        return gettext(
            "You want to %(turn)s. Tap the card that then lies on top of your pile.",
            turn=play_to_do(exercise),
        )

    def _reasons(
        self, exercise: Exercise, _answer: Answer, _judged: JudgedAnswer, _names: Sequence[str]
    ) -> Iterator[VerdictLine]:
        card = the_card(top_after(exercise))
        yield VerdictLine(sentence(gettext("%(card)s lies on top then.", card=card)))


TEXTS: tuple[ExerciseTexts, ...] = (
    _CanTexts(),
    _MayTexts(),
    _InsistTexts(),
    _TopTexts(),
)


def seat_texts(players: int) -> list[str]:
    """Return the names of the seats as the mover says them; the mover is the first."""
    others = {1: gettext("Next player"), players - 1: gettext("Previous player")}
    return [
        gettext("You") if not seat else others.get(seat, gettext("Opposite player"))
        for seat in range(players)
    ]


def _found(judged: JudgedAnswer) -> AnswerVerdict:
    assert isinstance(judged.found, AnswerVerdict)
    return judged.found


def _lays_ace(exercise: Exercise) -> bool:
    question = question_of(exercise)
    aces = len(build_rules(question.rules).values[Rank.ACE])
    laid = [step.card for step in question.turn or () if isinstance(step, Trail)]
    return aces > 1 and any(card.rank is Rank.ACE for card in laid)


def _laid_ace_text() -> str:
    return gettext(
        "Whoever lays an ace says whether it counts 1 or 14, and it need only take what that takes:"
        " so Referee reads the rules."
    )


def _values_text(exercise: Exercise) -> str:
    """Return what cards count whose number is not printed on them."""
    game = exercise.rules
    rules = build_rules(game)
    if rules.values[Rank.JACK]:
        text = gettext(
            "%(jack)s counts 11, %(queen)s 12, %(king)s 13, and %(ace)s 1 or 14, as you like."
        )
    elif all(rules.has_number(face) for face in game.deck.faces):
        text = gettext("%(ace)s counts 1.")
    else:
        text = gettext(
            "%(ace)s counts 1. Pictures have no number: they take only their own rank, and go into"
            " no build."
        )
    texts = [text % rank_letters()]
    if rules.values.faces:
        texts.append(gettext("The 2♠︎ counts 2 or 15, the 10♦︎ 10 or 16."))
    return " ".join(texts)


def fails_on_text(pieces: Sequence[str]) -> str:
    """Return on which pieces a capture fails, each of them reason enough: "Why not:
    6♦." """
    return gettext("Why not: %(pieces)s.", pieces=or_(map(_piece_text, pieces)))


def _piece_text(piece: str) -> str:
    if "=" in piece:
        return build_name(read_build(piece))
    return card_text(read_card(piece.partition("^")[0]))


def play_to_do(exercise: Exercise) -> str:
    """Return the play that an exercise asks about, in the words of the player who wants to do it:
    "take 4♠ and 3♦ with the 7♣", "build 13 of A♦ and Q♥"."""
    question = question_of(exercise)
    steps = question.turn or ()
    return "; ".join(step_to_do(step, question.table.builds) for step in steps)


def step_to_do(step: Step, builds: Sequence[Build]) -> str:
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
