"""Feedback on answers to exercises, and hints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import singledispatch
from typing import NamedTuple

from ..languages import gettext, lazy_gettext
from ..rules.cards import Cards, Rank
from ..rules.exercises.build_answers import AnswerVerdict, question_of, top_after
from ..rules.exercises.exercise import Answer, Exercise, ExerciseType, JudgedAnswer
from ..rules.exercises.registry import answers
from ..rules.exercises.score_exercises import Dealt, sheet_of
from ..rules.games import ruleset
from ..rules.games.casino.judge.play_rules import BuildRules, build_rules
from ..rules.games.krypkasino.followed_game import set_up_by
from ..rules.games.krypkasino.verdict import (
    CaptureLegality,
    CaptureVerdict,
    IntroTask,
    Ruling,
    Sweep,
    ground_of,
    ground_of_ruling,
)
from ..rules.notation import read_build, read_card
from ..rules.plays import Trail
from ..rules.score_items import MARKERS
from ..rules.scoring import Sheet
from ..rules.sheet_plan import SheetPlan
from ..words.card_names import card_text, rank_text, the_card
from ..words.house_rule_words import HOUSE_RULES
from ..words.numbers_and_lists import added_text, or_, sentence
from ..words.score_names import FIELDS, item_points, items_text
from .build_page import demand_text
from .build_reasons import ground_text
from .build_verdicts import build_name, build_verdict_text
from .capture_verdicts import (
    because_text,
    cost_text,
    headline,
    price_text,
    reason_text,
    regrouping_text,
    sweep_text,
)
from .exercise_texts import field_label

_HINTS = {
    ExerciseType.SWEEP: lazy_gettext(
        "Whoever takes the whole table lays the card that was played face up in their pile: a"
        " sweep. If just its twin lay there, both: a double sweep. Else none."
    ),
    ExerciseType.COST: lazy_gettext("The card that is played counts, too, if it takes something."),
    ExerciseType.PAYS: lazy_gettext(
        "The player before set the sweep up, and gets rid of 5 points, or 10 if it is double."
    ),
    ExerciseType.TRAIL: lazy_gettext(
        "To trail is to lay a card on the table and take nothing. A build of yours may forbid it."
    ),
    ExerciseType.INSIST: lazy_gettext(
        "Before your turn is over, an opponent may insist that your card takes all it can, and that"
        " what fits a build of your side is added to it."
    ),
}


def exercise_hints(exercise: Exercise) -> list[str]:
    """Return the hints of an exercise, for somebody who has never played."""
    if exercise.rule:
        return [str(HOUSE_RULES[exercise.rule].rule)]
    return [*_hints(exercise)]


def _hints(exercise: Exercise) -> Iterator[str]:
    """Yield the hints of an exercise."""
    if exercise.kind in _HINTS:
        yield str(_HINTS[exercise.kind])
    if exercise.kind in (ExerciseType.PILE, ExerciseType.COST):
        yield _scores_text(ruleset(exercise.game).sheet, sweeps=exercise.kind is ExerciseType.COST)
        if exercise.kind is ExerciseType.PILE:
            return
    if exercise.kind is ExerciseType.INSIST and lays_ace(exercise):
        yield laid_ace_text()
    if "=" in exercise.texts.get("table", ""):
        yield gettext(
            "Cards that overlap are a build: only a card of the number on them takes them, and"
            " takes them all."
        )
    if any(rank in _question_cards(exercise) for rank in "AJQK"):
        yield _values_text(exercise)


def lays_ace(exercise: Exercise) -> bool:
    """Return whether the exercise has an ace that is trailed and might count as 1 or as 14."""
    question = question_of(exercise)
    aces = len(build_rules(question.rules).values[Rank.ACE])
    laid = [step.card for step in question.turn or () if isinstance(step, Trail)]
    return aces > 1 and any(card.rank is Rank.ACE for card in laid)


def laid_ace_text() -> str:
    """Return the sentence on the value of an ace that is trailed."""
    return gettext(
        "Whoever lays an ace says whether it counts 1 or 14, and it need only take what that takes:"
        " so Referee reads the rules."
    )


def _question_cards(exercise: Exercise) -> str:
    """Return the cards that an exercise asks about, as text; other hands do not matter."""
    names = ["table", "played", "turn"]
    names += ["hand"] if exercise.kind is ExerciseType.FORCED else []
    return " ".join(exercise.texts.get(name, "") for name in names)


def _values_text(exercise: Exercise) -> str:
    """Return what cards count whose number is not printed on them."""
    letters = {name: rank_text(Rank[name.upper()]) for name in ("jack", "queen", "king", "ace")}
    game = ruleset(exercise.game)
    rules = game.referee
    if not isinstance(rules, BuildRules):
        text = gettext(
            "In sums %(jack)s counts 11, %(queen)s 12, %(king)s 13; %(ace)s counts 14 when it is"
            " played, and 1 on the table."
        )
    elif rules.values[Rank.JACK]:
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
    return text % letters


def _scores_text(plan: SheetPlan, *, sweeps: bool) -> str:
    """Return what each card scores by itself, and a sweep: "10♦ 3 · each other spade 1"."""
    scoring = [field for field in plan.fields if plan.worths[field.key]]
    scores = [f"{FIELDS[field.key].each} {plan.worths[field.key]}" for field in scoring]
    if sweeps:
        sweep = plan.worths[MARKERS]
        sweep_text = gettext("a sweep %(points)d, a double one %(double)d")
        scores.append(sweep_text % {"points": sweep, "double": 2 * sweep})
    text = f"{sentence(' · '.join(scores))}."
    faces = [face for field in scoring for face in field.faces]
    if len(faces) > len(set(faces)):
        text += " " + gettext("A card may score for several of these.")
    return text


# --- feedback -------------------------------------------------------------------------------------


class FeedbackLine(NamedTuple):
    """A sentence, with the ``clause`` of the rules that it rests on; empty without one."""

    text: str
    clause: str = ""


def exercise_reasons(
    exercise: Exercise, answer: Answer, judged: JudgedAnswer, names: Sequence[str]
) -> list[FeedbackLine]:
    """Return why an answer is right or wrong, each reason with its clause.

    ``names`` are those of the players, by seat.
    """
    reasons = _reasons(judged.found, exercise, answer, judged)
    if exercise.kind is ExerciseType.WINNER:
        reasons = _winner_reasons(exercise, names)
    if exercise.kind is ExerciseType.PAYS:
        reasons = _set_up_reasons(judged, exercise, names)
    lines = [line for line in reasons if line.text]
    if not any(line.clause for line in lines):
        lines[-1] = lines[-1]._replace(clause=judged.clause)
    return lines


@singledispatch
def _reasons(
    _basis: object, exercise: Exercise, _answer: Answer, _judged: JudgedAnswer
) -> Iterator[FeedbackLine]:
    """Yield why an answer is right or wrong, by the type of what it was judged on.

    This one is for what no ruling judges: a pile, of which it yields what each card scores, and
    the top of one.
    """
    if exercise.kind is ExerciseType.TOP:
        card = the_card(top_after(exercise))
        yield FeedbackLine(sentence(gettext("%(card)s lies on top then.", card=card)))
    else:
        yield FeedbackLine(_worths_text(exercise, exercise.pile))


def _worths_text(exercise: Exercise, cards: Cards, *sweeps: tuple[str, int]) -> str:
    """Return what cards and ``sweeps`` score: "10♦ 3 + 5♠ 1: together 4." """
    worths = ruleset(exercise.game).sheet.card_worths
    scoring = [(card_text(card), worths[card]) for card in sorted(cards) if worths[card]]
    scoring = [*sweeps, *scoring]
    if not scoring:
        return gettext("None of these cards scores.")
    sum_text = " + ".join(f"{name} {worth}" for name, worth in scoring)
    return gettext(
        "%(cards)s: together %(total)d.", cards=sum_text, total=sum(w for _, w in scoring)
    )


@_reasons.register
def _(
    sheet: Sheet, exercise: Exercise, _answer: Answer, _judged: JudgedAnswer
) -> Iterator[FeedbackLine]:
    if exercise.kind is ExerciseType.POINTS:
        points = sheet.scores[exercise.seat]
        items = items_text(exercise.rules.sheet, points)
        text = gettext("Together %(total)d.", total=points.total)
        yield FeedbackLine(f"{items}. {text}" if items else text)
        return
    for key, count in (sheet.kinds or {}).items():
        if count.found < count.expected:
            yield FeedbackLine(
                gettext(
                    "%(kind)s: %(found)d of %(expected)d.",
                    kind=str(FIELDS[key].label),
                    found=count.found,
                    expected=count.expected,
                )
            )


@_reasons.register
def _(
    numbers: Dealt, _exercise: Exercise, _answer: Answer, _judged: JudgedAnswer
) -> Iterator[FeedbackLine]:
    text = gettext(
        "%(table)d cards were dealt to the table and %(hands)d to hands. That leaves %(undealt)d.",
        table=numbers.table,
        hands=numbers.hands,
        undealt=numbers.undealt,
    )
    if numbers.drawn:
        text = gettext(
            "%(table)d cards were dealt to the table and %(hands)d to hands, and %(drawn)d were "
            "drawn. That leaves %(undealt)d.",
            table=numbers.table,
            hands=numbers.hands,
            drawn=numbers.drawn,
            undealt=numbers.undealt,
        )
    yield FeedbackLine(text)


@_reasons.register
def _(
    ruling: Ruling, exercise: Exercise, _answer: Answer, judged: JudgedAnswer
) -> Iterator[FeedbackLine]:
    if exercise.kind is ExerciseType.TAKE:
        yield from _claim_reasons(ruling, judged)
        return
    yield FeedbackLine(f"{headline(ruling)}.")
    play = ruling.play
    if exercise.kind is ExerciseType.FORCED:
        ground = ground_of_ruling(ruling)
        yield FeedbackLine(because_text(ground) if ground else "", judged.clause)
        yield FeedbackLine(price_text(ruling))
        return
    assert play is not None
    sweep = play.outcomes[0].sweep
    if exercise.kind is ExerciseType.COST:
        yield FeedbackLine(_cost_text(ruling, exercise), judged.clause)
    elif sweep is Sweep.NONE:
        yield FeedbackLine(f"{sweep_text(sweep)}.", judged.clause)
    else:
        yield FeedbackLine(price_text(ruling), judged.clause)


def _cost_text(ruling: Ruling, exercise: Exercise) -> str:
    """Return what the taken cards, the played card and the sweep score."""
    assert ruling.play is not None
    outcome = ruling.play.outcomes[0]
    cards = (*outcome.option.captured, ruling.play.card)
    if outcome.sweep is Sweep.NONE:
        return _worths_text(exercise, cards)
    points = ruling.sweep_points * (2 if outcome.sweep is Sweep.DOUBLE else 1)
    return _worths_text(exercise, cards, (sweep_text(outcome.sweep), points))


def _winner_reasons(exercise: Exercise, names: Sequence[str]) -> Iterator[FeedbackLine]:
    """Yield how each player came to their total, and who was at the target first."""
    rules = exercise.rules
    for seat, points in enumerate(sheet_of(exercise).scores):
        before = exercise.before[seat]
        items = " + ".join(item_points(rules.sheet, points)) or "0"
        yield FeedbackLine(f"{names[seat]}: {before} + {items} = {before + points.total}.")
    for right in answers(exercise):
        for seat in right.seats or ():
            yield FeedbackLine(gettext("%(name)s was there first.", name=names[seat]))


def _set_up_reasons(
    judged: JudgedAnswer, exercise: Exercise, names: Sequence[str]
) -> Iterator[FeedbackLine]:
    """Yield the reasons of an exercise on a sweep that was set up; it names all players."""
    ruling = judged.found
    assert isinstance(ruling, Ruling)
    yield FeedbackLine(f"{headline(ruling)}.")
    assert ruling.play is not None
    sweep = ruling.play.outcomes[0].sweep
    setter, name = names[set_up_by(exercise.seat, exercise.players)], names[exercise.seat]
    if sweep is Sweep.NONE:
        yield FeedbackLine(f"{sweep_text(sweep)}.", judged.clause)
        return
    points = ruling.sweep_points * (2 if sweep is Sweep.DOUBLE else 1)
    yield FeedbackLine(gettext("%(before)s played before %(name)s.", before=setter, name=name))
    text = gettext(
        "%(name)s %(more)s and the cards, %(before)s %(fewer)s.",
        name=name,
        more=added_text(points),
        before=setter,
        fewer=added_text(-points),
    )
    yield FeedbackLine(text, judged.clause)


def _claim_reasons(ruling: Ruling, judged: JudgedAnswer) -> Iterator[FeedbackLine]:
    """Yield the reasons for or against a claimed capture."""
    verdict = ruling.verdict
    assert verdict is not None
    if (ground := ground_of(verdict)) is not None:
        yield FeedbackLine(because_text(ground), ground.clause)
        if verdict.taken and ruling.play and ruling.play.options_total != 1:
            yield FeedbackLine(more_ways_text())
        return
    yield FeedbackLine(reason_text(verdict, hides=True), judged.clause)
    if verdict.only_by_regrouping:
        yield FeedbackLine(regrouping_text(verdict))


@_reasons.register
def _(
    answered: AnswerVerdict, exercise: Exercise, answer: Answer, judged: JudgedAnswer
) -> Iterator[FeedbackLine]:
    verdict = answered.verdict
    if exercise.kind is ExerciseType.INSIST:
        yield from _demand_reasons(exercise, answered)
        return
    if exercise.kind is ExerciseType.CAN:
        yield from _capture_reasons(exercise, answered, judged)
        return
    assert verdict is not None
    if exercise.kind is ExerciseType.TRAIL:
        card = the_card(answered.play[0].card) if answered.play and answered.play[0].card else ""
        if verdict.legal is False:
            text = gettext("%(card)s may not be trailed.", card=card)
            if not any(correct.pieces for correct in answers(exercise)):
                text = gettext("None of them may be trailed.")
            yield FeedbackLine(sentence(text))
            yield FeedbackLine(build_verdict_text(verdict), judged.clause)
        else:
            yield FeedbackLine(
                gettext("No build forbids it, so any card may be trailed."), "laying"
            )
        return
    if answer.may is False and verdict.legal is False and not judged.right:
        yield FeedbackLine(gettext("You may not, but it fails on something else."))
    text = gettext("You may.") if verdict.legal else build_verdict_text(verdict, hides=True)
    yield FeedbackLine(text, "" if answered.grounds else judged.clause)
    if answered.fails_on and judged.right:  # a wrong answer may be tried again
        yield FeedbackLine(fails_on_text(answered.fails_on))
    for because in answered.grounds:
        yield FeedbackLine(ground_text(because), because.clause)


def fails_on_text(pieces: Sequence[str]) -> str:
    """Return on which pieces a capture fails, each of them reason enough: "What it fails on:
    6♦." """
    return gettext("What it fails on: %(pieces)s.", pieces=or_(map(_piece_text, pieces)))


def _piece_text(piece: str) -> str:
    if "=" in piece:
        return build_name(read_build(piece))
    return card_text(read_card(piece.partition("^")[0]))


def _capture_reasons(
    exercise: Exercise, answered: AnswerVerdict, judged: JudgedAnswer
) -> Iterator[FeedbackLine]:
    """Yield the reasons of an exercise on what a card can take."""
    if answered.verdict is None:
        nothing_text = gettext("Nothing there equals it or adds up to it.")
        something_text = gettext("Something there equals it or adds up to it.")
        yield FeedbackLine(nothing_text if judged.right else something_text, judged.clause)
    elif answered.verdict.legal is False:
        yield FeedbackLine(build_verdict_text(answered.verdict, hides=True), judged.clause)
    elif judged.right:
        for because in answered.grounds:
            yield FeedbackLine(ground_text(because), because.clause)
        if len(answers(exercise)) > 1:
            yield FeedbackLine(more_ways_text())
    else:
        yield FeedbackLine(gettext("It may take these, but it can take more."), judged.clause)


def more_ways_text() -> str:
    """Return the remark that a right answer is one of several."""
    return gettext("There is more than one way; to this one nothing can be added.")


def _demand_reasons(exercise: Exercise, answered: AnswerVerdict) -> Iterator[FeedbackLine]:
    """Yield the reasons of an exercise on what opponents may insist on."""
    assert answered.verdict is not None
    question = question_of(exercise)
    for demand in answered.verdict.demands:
        text = demand_text(question, demand)
        yield FeedbackLine(
            f"{gettext('An opponent may insist: %(demand)s', demand=text)}.", "insist"
        )
    if not answered.verdict.demands:
        yield FeedbackLine(gettext("Nothing could be taken or added as well."), "insist")
    if lays_ace(exercise):
        yield FeedbackLine(laid_ace_text(), "insist")
    if "seats" in exercise.asks and question.position.partner is not None:
        yield FeedbackLine(gettext("A partner never insists."))


def answer_text(answer: Answer, names: Sequence[str]) -> str:
    """Return an answer in words, without its pieces, which are drawn."""
    parts = []
    if answer.may is not None:
        parts.append(gettext("You may.") if answer.may else gettext("You may not."))
    if answer.seats is not None:
        parts.append(", ".join(names[seat] for seat in answer.seats) or gettext("Nobody"))
    if answer.number is not None:
        parts.append(str(answer.number))
    if answer.fields is not None:
        parts.append(", ".join(map(field_label, answer.fields)))
    return " · ".join(parts)


def first_reasons(
    task: IntroTask,
    ruling: Ruling,
    verdict: CaptureVerdict | None,
    ground: CaptureLegality | None,
    *,
    right: bool,
) -> Iterator[FeedbackLine]:
    """Yield why an answer is right or wrong, and what the play costs.

    ``verdict`` is there where something is wrong or was claimed, ``ground`` where something is
    right.
    """
    if ground and task is not IntroTask.MAY:
        yield FeedbackLine(because_text(ground), ground.clause)
    if task is IntroTask.LEAST and ruling.play:
        cost = cost_text(ruling.play.outcomes[0], ruling.sweep_points)
        if right:
            text = gettext("It costs %(cost)s; no other card costs less.", cost=cost)
        else:
            text = gettext(
                "That may be played, but it costs %(cost)s. Which card costs less?", cost=cost
            )
        yield FeedbackLine(text, "scoring")
    forced = ruling.hand is not None and bool(ruling.hand.must_play)
    clause = verdict.clause if verdict else "forced-sweep" if forced else None
    price = price_text(ruling, verdict)
    if price or clause:
        yield FeedbackLine(price, clause or "sweep")
