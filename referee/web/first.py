"""First time here: three positions that show what a game is about, answered by taps.

What was tapped stands in the address, so each card is a link; scripts draw the answer in place.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, make_response, request, url_for
from werkzeug.datastructures import MultiDict

from .. import messages
from ..rules.cards import Card
from ..rules.games import RULESETS
from ..rules.games.krypkasino.first import Wanted, is_right
from ..rules.notation import NOTHING, read_card
from .examples import read
from .likes import FIRST_COOKIE, SEEN, remember
from .referee.captures import CaptureView
from .referee.view import view_of
from .rulesets import find_ruleset
from .taps import LinkedCard, linked, tapped_too
from .templates import render

blueprint = Blueprint("first", __name__)


@dataclass(frozen=True)
class FirstPosition:
    """A position that is asked about, the ``number``-th of ``of``, and what was ``tapped`` so far:
    a card of the hand, or cards on the table; ``answered``: is that all of them?"""

    game: str
    number: int
    of: int
    example: dict[str, str]
    tapped: tuple[str, ...] = ()
    answered: bool = False

    @property
    def wanted(self) -> Wanted:
        return Wanted(self.example["wants"])

    @property
    def takes(self) -> bool:
        """Are cards of the table tapped, and not one of the hand?"""
        return self.wanted is Wanted.TAKEN

    @property
    def played(self) -> Card | None:
        return read_card(self.example["played"]) if self.takes else None

    @cached_property
    def table(self) -> list[LinkedCard]:
        """What lies there; links only where it is what is tapped."""
        return self._linked("table")

    @cached_property
    def hand(self) -> list[LinkedCard]:
        return self._linked("hand")

    def _linked(self, place: str) -> list[LinkedCard]:
        cards = [(text, read_card(text)) for text in self.example.get(place, "").split()]
        return linked(
            cards, self.tapped, lambda text: self._address(self._after(text)), several=self.takes
        )

    def _after(self, text: str) -> dict[str, str]:
        """The query after a tap on a card: what is taken is many, what is played one."""
        return {"taken": tapped_too(self.tapped, text)} if self.takes else {"played": text}

    @property
    def judged(self) -> str:
        """The address in which the cards that were tapped are all."""
        return self._address({"taken": " ".join(self.tapped), "all": "1"})

    def _address(self, query: dict[str, str]) -> str:
        page = url_for("first.page", game=self.game, number=self.number)
        return f"{page}?{urlencode({name: text for name, text in query.items() if text})}#answer"

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


@blueprint.get("/<game>/first/<int:number>")
def page(game: str, number: int) -> Response:
    return _draw(game, _asked(game, number))


@blueprint.get("/<game>/first/<int:number>/answer")
def answer(game: str, number: int) -> Response:
    """The part of the page that changes with a tap."""
    return _draw("_answer", _asked(game, number))


@blueprint.get("/<game>/first/done")
def done(game: str) -> Response:
    """What to do next."""
    _read(game)
    return _seen(make_response(render("first/done.html", game=game)))


def _draw(template: str, position: FirstPosition) -> Response:
    drawn = render(f"first/{template}.html", game=position.game, position=position, say=messages)
    response = make_response(drawn)
    is_last = position.answered and position.number == position.of
    return _seen(response) if is_last else response


def _seen(response: Response) -> Response:
    remember(response, FIRST_COOKIE, SEEN)
    return response


def _asked(game: str, number: int) -> FirstPosition:
    """The position of the address, with what was tapped of its cards: other texts are no cards of
    it, and say nothing."""
    examples = _read(game)
    if not 1 <= number <= len(examples):
        abort(404)
    example = examples[number - 1]
    takes = Wanted(example["wants"]) is Wanted.TAKEN
    said = request.args.get("taken" if takes else "played", "").split()
    tapped = tuple(one for one in example["table" if takes else "hand"].split() if one in said)
    if not takes:
        tapped = tapped[:1]
    answered = "all" in request.args if takes else bool(tapped)
    return FirstPosition(game, number, len(examples), example, tapped, answered)


@cache
def _positions(game: str) -> list[dict[str, str]]:
    path = RULESETS[game].first
    return read(path) if path else []


def _read(game: str) -> list[dict[str, str]]:
    """The positions of a game; 404 where there are none."""
    find_ruleset(game)
    return _positions(game) or abort(404)
