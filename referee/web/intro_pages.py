"""First time here: three positions that show what a game is about, answered by taps.

What was tapped stands in the address.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, cached_property

from flask import Blueprint, Response, abort, make_response, render_template, request, url_for
from werkzeug.datastructures import MultiDict

from .. import messages
from ..rules.cards import Card
from ..rules.exercises.exercise import ExerciseType
from ..rules.games import RULESETS
from ..rules.games.krypkasino.intro_positions import IntroTask, is_right
from ..rules.notation import NOTHING, read_card
from .game_in_url import find_ruleset
from .preferences import FIRST_COOKIE, SEEN, remember
from .referee.capture_view import CaptureView
from .referee.position_view import view_of
from .tappable_position import NONE, PIECES, SENT, TappablePosition, Taps, words
from .worked_examples import read

blueprint = Blueprint("first", __name__)


@dataclass(frozen=True)
class FirstPosition:
    """A position that is asked about, the ``number``-th of ``of``, and what was ``tapped``: a card
    of the hand, or cards on the table; ``answered``: is that an answer? ``empty``: nothing was
    tapped, and sent."""

    game: str
    number: int
    of: int
    example: dict[str, str]
    tapped: tuple[str, ...] = ()
    answered: bool = False
    empty: bool = False

    @property
    def wanted(self) -> IntroTask:
        return IntroTask(self.example["wants"])

    @property
    def takes(self) -> bool:
        """Are cards of the table tapped, and not one of the hand?"""
        return self.wanted is IntroTask.TAKEN

    @property
    def pieces(self) -> tuple[str, ...]:
        """The texts of the pieces that an answer may name."""
        return tuple(self.example["table" if self.takes else "hand"].split())

    @cached_property
    def felt(self) -> TappablePosition:
        taps = Taps(self.pieces)
        loose = taps.of_cards(map(read_card, self.example["table"].split()))
        played = taps.piece(self.example["played"], self._card) if self.takes else None
        hand = taps.of_cards(map(read_card, self.example.get("hand", "").split()))
        choices, one_tap = self.pieces, not self.takes
        return TappablePosition(loose, played=played, hand=hand, choices=choices, one_tap=one_tap)

    @property
    def _card(self) -> Card:
        return read_card(self.example["played"])

    @property
    def onward(self) -> str:
        if self.number == self.of:
            return url_for("first.done", game=self.game)
        return url_for("first.page", game=self.game, number=self.number + 1)

    @cached_property
    def view(self) -> CaptureView:
        """The referee's answer to what was tapped."""
        given = ("table", "hand", "played")
        asked = {str(name): self.example[name] for name in given if name in self.example}
        if self.takes:
            asked["captured"] = " ".join(self.tapped) or NOTHING
        else:
            (asked["played"],) = self.tapped
        found = view_of(find_ruleset(self.game).referee, self.game, MultiDict(asked))
        assert isinstance(found, CaptureView)
        return found

    @property
    def right(self) -> bool:
        assert self.view.ruling is not None
        return is_right(self.wanted, self.view.ruling)

    @property
    def answer(self) -> str | None:
        """Return the verdict as a sentence that does not tell what is still to be found."""
        verdict = self.view.verdict
        return messages.verdict_text(verdict, hides=True) if verdict else self.view.answer

    @property
    def complaint(self) -> str:
        """Return the sentence to an answer that is none."""
        return messages.nothing_tapped_text(ExerciseType.TAKE) if self.empty else ""

    @property
    def mark(self) -> str:
        """What may be played, but is not what was asked for, is neither right nor wrong."""
        return "right" if self.right else "wrong" if self.view.verdict else "open"

    @property
    def reasons(self) -> list[messages.FeedbackLine]:
        """Why, and what that costs."""
        view = self.view
        assert view.ruling is not None
        verdict, ground = view.verdict, view.ground
        said = messages.first_reasons(self.wanted, view.ruling, verdict, ground, right=self.right)
        return list(said)


@blueprint.get("/<game>/first/<int:number>")
def page(game: str, number: int) -> Response:
    position = _asked(game, number)
    response = make_response(render_template(f"first/{game}.html", game=game, position=position))
    is_last = position.answered and position.number == position.of
    return _seen(response) if is_last else response


@blueprint.get("/<game>/first/done")
def done(game: str) -> Response:
    """What to do next."""
    _read(game)
    return _seen(make_response(render_template("first/done.html", game=game)))


def _seen(response: Response) -> Response:
    remember(response, FIRST_COOKIE, SEEN)
    return response


def _asked(game: str, number: int) -> FirstPosition:
    """The position of the address, with what was tapped of its cards: other texts are no cards of
    it, and say nothing."""
    examples = _read(game)
    if not 1 <= number <= len(examples):
        abort(404)
    asked = FirstPosition(game, number, len(examples), examples[number - 1])
    said = words(PIECES)
    tapped = tuple(one for one in asked.pieces if one in said)[: None if asked.takes else 1]
    answered = bool(tapped) or (asked.takes and NONE in request.args)
    tapped = () if NONE in request.args else tapped
    empty = SENT in request.args and not answered
    return replace(asked, tapped=tapped, answered=answered, empty=empty)


@cache
def _positions(game: str) -> list[dict[str, str]]:
    path = RULESETS[game].first
    return read(path) if path else []


def _read(game: str) -> list[dict[str, str]]:
    """The positions of a game; 404 where there are none."""
    find_ruleset(game)
    return _positions(game) or abort(404)
