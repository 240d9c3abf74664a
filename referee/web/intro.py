"""Introduction to a game: three positions, answered by taps.

The URL holds the answer."""

from dataclasses import dataclass, replace
from functools import cache, cached_property

from flask import Blueprint, Response, abort, make_response, render_template, request, url_for
from werkzeug.datastructures import MultiDict

from ..messages.capture_exercise_texts import TAKE, first_reasons
from ..messages.capture_verdicts import verdict_text
from ..messages.verdict_lines import VerdictLine
from ..rules.cards import Card
from ..rules.games import RULESETS
from ..rules.games.krypkasino.verdict import IntroTask, is_right
from ..rules.notation import NOTHING, read_card
from .drawing import NONE, PIECES, SENT, TappablePosition, Taps, words
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
    def right(self) -> bool:
        assert self.ruling_view.ruling is not None
        return is_right(self.task, self.ruling_view.ruling)

    @property
    def answer(self) -> str | None:
        """Return the verdict as a sentence that does not reveal what is still to be found."""
        verdict = self.ruling_view.verdict
        return verdict_text(verdict, hides=True) if verdict else self.ruling_view.answer

    @property
    def complaint(self) -> str:
        """Return the sentence about a form that was sent without an answer, "" otherwise."""
        return TAKE.unanswered("pieces") if self.empty else ""

    @property
    def mark(self) -> str:
        """Return ``right``, ``wrong`` (illegal) or ``open`` (legal, but not the task)."""
        return "right" if self.right else "wrong" if self.ruling_view.verdict else "open"

    @property
    def reasons(self) -> list[VerdictLine]:
        """Return why the answer is right or wrong, and what a wrong one costs."""
        view = self.ruling_view
        assert view.ruling is not None
        verdict, ground = view.verdict, view.ground
        lines = first_reasons(self.task, view.ruling, verdict, ground, right=self.right)
        return list(lines)


@blueprint.get("/<game>/first/<int:number>")
def page(game: str, number: int) -> Response:
    intro = _read_position(game, number)
    response = make_response(render_template(f"intro/{game}.html", game=game, intro=intro))
    is_last = intro.answered and intro.number == intro.total
    return _mark_as_seen(response) if is_last else response


@blueprint.get("/<game>/first/done")
def finished(game: str) -> Response:
    """Draw the page after the last position: what to do next."""
    _examples(game)
    return _mark_as_seen(make_response(render_template("intro/done.html", game=game)))


def _mark_as_seen(response: Response) -> Response:
    """Set the cookie that says that the introduction need not be offered again, and return the
    response."""
    remember(response, FIRST_COOKIE, SEEN)
    return response


def _read_position(game: str, number: int) -> IntroPosition:
    """Return the position that the URL names, with the tapped pieces; texts that are no piece of it
    are ignored. 404 for a number that does not exist."""
    examples = _examples(game)
    if not 1 <= number <= len(examples):
        abort(404)
    intro = IntroPosition(game, number, len(examples), examples[number - 1])
    texts = words(PIECES)
    tapped = tuple(piece for piece in intro.pieces if piece in texts)[: None if intro.takes else 1]
    answered = bool(tapped) or (intro.takes and NONE in request.args)
    tapped = () if NONE in request.args else tapped
    empty = SENT in request.args and not answered
    return replace(intro, tapped=tapped, answered=answered, empty=empty)


@cache
def _read_examples(game: str) -> list[ExampleData]:
    path = RULESETS[game].intro
    return read(path) if path else []


def _examples(game: str) -> list[ExampleData]:
    """Return the positions of a game's introduction; 404 where it has none."""
    find_ruleset(game)
    return _read_examples(game) or abort(404)
