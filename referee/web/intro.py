"""Introductions to the games: three positions each, answered by taps.

The URL holds the answer."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property

from flask import Blueprint, Response, abort, make_response, render_template, request, url_for
from werkzeug.datastructures import MultiDict

from ..messages.capture_exercise_texts import TAKE
from ..messages.exercise_feedback import scores_text
from ..messages.intro_texts import (
    first_build_headline,
    first_headline,
    first_reasons,
    no_cards_tapped_text,
)
from ..messages.verdict_lines import VerdictLine
from ..rules.cards import Card, Cards
from ..rules.games import RULESETS
from ..rules.games.ask import ask
from ..rules.games.casino.analysis import BuildRuling
from ..rules.games.casino.judge.verdict import Verdict
from ..rules.games.krypkasino.captures import CaptureRules
from ..rules.games.krypkasino.verdict import IntroTask, Ruling, is_right
from ..rules.notation import NOTHING, read_card
from .drawing import NONE, PIECES, SENT, TappablePosition, Taps, words
from .home import GAME_COOKIE, games_with
from .preferences import FIRST_COOKIE, SEEN, remember
from .referee.capture_view import CaptureView
from .referee.question_view import view_of
from .requests import find_ruleset
from .rules import ExampleData, read

blueprint = Blueprint("intro", __name__)


@dataclass(frozen=True)
class IntroPosition:
    """Position ``number`` of the ``total`` in an introduction, and the ``tapped`` pieces: a card of
    the hand, or cards on the table. ``answered`` says that these are an answer, ``empty`` that the
    form was sent without one."""

    game: str
    number: int
    total: int
    example: ExampleData
    tapped: tuple[str, ...] = ()
    answered: bool = False
    empty: bool = False

    @property
    def task(self) -> IntroTask:
        return IntroTask(self.example["wants"])

    @property
    def takes(self) -> bool:
        """Return whether cards of the table are tapped, and not a card of the hand."""
        return self.task is IntroTask.TAKEN

    @property
    def may_take_nothing(self) -> bool:
        """Return whether *It takes nothing* is an answer."""
        raise NotImplementedError

    @property
    def pieces(self) -> tuple[str, ...]:
        """Return the texts of the pieces that an answer may name."""
        return tuple(self.example["table" if self.takes else "hand"].split())

    @cached_property
    def position(self) -> TappablePosition:
        taps = Taps()
        loose = taps.of_cards(map(read_card, self.example["table"].split()))
        played = taps.piece(self.example["played"], self._card) if self.takes else None
        hand = taps.of_cards(map(read_card, self.example.get("hand", "").split()))
        choices, one_tap = self.pieces, not self.takes
        return TappablePosition(loose, played=played, hand=hand, choices=choices, one_tap=one_tap)

    @property
    def _card(self) -> Card:
        return read_card(self.example["played"])

    @property
    def next(self) -> str:
        if self.number == self.total:
            return url_for("intro.finished", game=self.game)
        return url_for("intro.page", game=self.game, number=self.number + 1)

    @property
    def scores(self) -> str:
        """Return what the cards of the game score, at its first position; its texts say it where
        a game has some of its own."""
        return ""

    @property
    def right(self) -> bool:
        raise NotImplementedError

    @property
    def answer(self) -> str:
        """Return the verdict as a sentence that does not reveal what is still to be found."""
        raise NotImplementedError

    @property
    def complaint(self) -> str:
        """Return the sentence about a form that was sent without an answer, "" otherwise."""
        if not self.empty:
            return ""
        return TAKE.unanswered("pieces") if self.may_take_nothing else no_cards_tapped_text()

    @property
    def mark(self) -> str:
        """Return ``right``, ``wrong`` (illegal) or ``open`` (legal, but not the task)."""
        raise NotImplementedError

    @property
    def reasons(self) -> list[VerdictLine]:
        """Return why the answer is right or wrong, with a clause at least."""
        raise NotImplementedError

    @property
    def sets(self) -> Sequence[Cards]:
        """Return the sets that a right answer captures, as they are drawn."""
        return ()


class CaptureIntro(IntroPosition):
    """A position of a game in which captures may be compulsory."""

    @property
    def may_take_nothing(self) -> bool:
        return True

    @cached_property
    def ruling_view(self) -> CaptureView:
        """Return the referee's ruling on the answer, as its page would draw it."""
        names = ("table", "hand", "played")
        fields = {name: str(text) for name, text in self.example.items() if name in names}
        if self.takes:
            fields["captured"] = " ".join(self.tapped) or NOTHING
        else:
            (fields["played"],) = self.tapped
        view = view_of(find_ruleset(self.game).referee, self.game, MultiDict(fields))
        assert isinstance(view, CaptureView)
        return view

    @property
    def _ruling(self) -> Ruling:
        assert self.ruling_view.ruling is not None
        return self.ruling_view.ruling

    @property
    def right(self) -> bool:
        return is_right(self.task, self._ruling)

    @property
    def answer(self) -> str:
        headline = first_headline(self.task, self.ruling_view.verdict, right=self.right)
        return headline or self.ruling_view.answer or ""

    @property
    def mark(self) -> str:
        return "right" if self.right else "wrong" if self.ruling_view.verdict else "open"

    @property
    def reasons(self) -> list[VerdictLine]:
        view = self.ruling_view
        verdict, ground = view.verdict, view.ground
        lines = [*first_reasons(self.task, self._ruling, verdict, ground, right=self.right)]
        said = view.answer if self.mark == "open" else None
        return [VerdictLine(f"{said}."), *lines] if said else lines

    @property
    def sets(self) -> Sequence[Cards]:
        if not (self.right and self.takes and self._ruling.play):
            return ()
        return self._ruling.play.outcomes[0].option.sets


class BuildIntro(IntroPosition):
    """A position of a game with builds, or without captures that are compulsory."""

    @property
    def may_take_nothing(self) -> bool:
        return False

    @cached_property
    def _verdict(self) -> Verdict:
        """Return the verdict on the play that the answer stands for."""
        if self.takes:
            turn = f"{self.example['played']} x {' '.join(self.tapped)}"
        else:
            turn = self.example["turns"][self.tapped[0]]
        fields = {"table": self.example["table"], "turn": turn}
        fields |= {"hand": self.example["hand"]} if "hand" in self.example else {}
        ruling = ask(self.game, fields, for_people=True).ruling
        assert isinstance(ruling, BuildRuling)
        assert isinstance(ruling.verdict, Verdict)
        return ruling.verdict

    @property
    def scores(self) -> str:
        if self.number > 1:
            return ""
        return scores_text(find_ruleset(self.game).sheet, sweeps=False)

    @property
    def right(self) -> bool:
        is_all = not self.takes or set(self.tapped) == set(self.example["all"].split())
        return bool(self._verdict.legal) and is_all

    @property
    def answer(self) -> str:
        return first_build_headline(self._verdict, right=self.right)

    @property
    def mark(self) -> str:
        return "right" if self.right else "open" if self._verdict.legal else "wrong"

    @property
    def reasons(self) -> list[VerdictLine]:
        return [VerdictLine("", self._verdict.clause or self.example["clause"])]


@blueprint.get("/first")
def choose() -> str:
    """Ask for the game, once."""
    return render_template("intro/choose.html", games=games_with("intro.page"))


@blueprint.get("/<game>/first/<int:number>")
def page(game: str, number: int) -> Response:
    intro = _read_position(game, number)
    response = make_response(render_template(f"intro/{game}.html", game=game, intro=intro))
    is_last = intro.answered and intro.right and intro.number == intro.total
    return _mark_as_seen(response, game) if is_last else response


@blueprint.get("/<game>/first/done")
def finished(game: str) -> Response:
    """Draw the page after the last position: what to do next."""
    _examples(game)
    return _mark_as_seen(make_response(render_template("intro/done.html", game=game)), game)


def _mark_as_seen(response: Response, game: str) -> Response:
    """Set the cookies that say that an introduction need not be offered again, and which game is
    played here, and return the response."""
    remember(response, FIRST_COOKIE, SEEN)
    remember(response, GAME_COOKIE, game)
    return response


def _read_position(game: str, number: int) -> IntroPosition:
    """Return the position that the URL names, with the tapped pieces; texts that are no piece of it
    are ignored. 404 for a number that does not exist."""
    examples = _examples(game)
    if not 1 <= number <= len(examples):
        abort(404)
    kind = CaptureIntro if _is_of_captures(game) else BuildIntro
    intro = kind(game, number, len(examples), examples[number - 1])
    texts = words(PIECES)
    tapped = tuple(piece for piece in intro.pieces if piece in texts)[: None if intro.takes else 1]
    none = NONE in request.args and intro.takes and intro.may_take_nothing
    answered = bool(tapped) or none
    tapped = () if none else tapped
    empty = SENT in request.args and not answered
    return replace(intro, tapped=tapped, answered=answered, empty=empty)


def _is_of_captures(game: str) -> bool:
    return isinstance(find_ruleset(game).referee, CaptureRules)


@cache
def _read_examples(game: str) -> list[ExampleData]:
    path = RULESETS[game].intro
    return read(path) if path else []


def _examples(game: str) -> list[ExampleData]:
    """Return the positions of a game's introduction; 404 where it has none."""
    find_ruleset(game)
    return _read_examples(game) or abort(404)
