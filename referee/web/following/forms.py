"""The forms of the live table: entries of a log, as buttons and fields say them."""

from __future__ import annotations

from flask import abort, request

from ...rules.asking import NotOneCard
from ...rules.cards import Card, Cards
from ...rules.log.entries import Entry, Insert, Replace, Undo, read_suited
from ...rules.notation import NOTHING, read_cards, write_card
from ...rules.steps import Dealt, Happening, Played, Shows
from ...rules.turns import Unsettled, turn_of


def read_number(name: str) -> int:
    """A number that a page of ours has put into the form."""
    text = request.form.get(name, "")
    if not (text.isascii() and text.isdecimal() and len(text) <= 6):
        abort(400)
    return int(text)


def read_entry() -> Entry:
    """What a form enters. Raises what reading cards raises."""
    if "undo" in request.form:
        return Undo(read_number("undo"))
    if "before" in request.form:
        return Insert(read_number("before"), _read_play())
    happening = _read_happening()
    if "replace" in request.form:
        return Replace(read_number("replace"), happening)
    return happening


def _read_happening() -> Happening:
    form = request.form
    if "dealt" in form:
        return Dealt(_suited(form["dealt"]))
    if "shows" in form:
        return Shows(read_table())
    return _read_play()


def _read_play() -> Played:
    form = request.form
    card, captured = _read_card(), _read_captured()
    return Played(
        Unsettled(card) if captured is None else turn_of(card, captured),
        seat=read_number("seat") if form.get("seat") else None,
        as_played=form.get("as_played") == "1",
    )


def read_table() -> Cards:
    """The cards that lie there: those ticked, and others that were entered."""
    ticked = " ".join(request.form.getlist("lies"))
    return _suited(f"{ticked} {request.form.get('shows', '')}")


def _read_card() -> Card:
    form = request.form
    text = form.get("card") or form.get("rank", "") + form.get("suit", "")
    if len(text.split()) != 1:
        raise NotOneCard(text)
    return read_suited(text.strip())


def _read_captured() -> Cards | None:
    """An option that was chosen, or the cards that were ticked; None leaves it to the rules."""
    form = request.form
    if "option" in form:
        text = form["option"]
        return _suited("" if text == NOTHING else text)
    if form.get("claim") == "1":
        return _suited(" ".join(form.getlist("captured")))
    return None


def _suited(text: str) -> Cards:
    return tuple(read_suited(write_card(card)) for card in read_cards(text))
