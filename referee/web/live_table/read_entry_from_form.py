"""The forms of the live table: entries of a log, as buttons and fields say them."""

from __future__ import annotations

from flask import abort, request

from ...rules.card_notation import NOTHING, UnreadableCard
from ...rules.cards import Card, Cards
from ...rules.events import Dealt, Event, Played, TableShown, TopRevealed
from ...rules.log.entries import Entry, Insert, Replace, Undo
from ...rules.log.entry_notation import read_shows, read_suited, read_suited_cards, settled_play
from ...rules.play_notation import read_settled_play
from ...rules.plays import CardOnly, Play, as_play
from ...rules.question_field_readers import NotOneCard
from ...rules.table_notation import read_cards_and_tops


def read_number(name: str) -> int:
    """Return a number that a page has put into the form; without one the request ends in 400."""
    text = request.form.get(name, "")
    if not (text.isascii() and text.isdecimal() and len(text) <= 6):
        abort(400)
    return int(text)


def read_entry() -> Entry:
    """Return the entry in a form. Raises what reading cards raises."""
    if "undo" in request.form:
        return Undo(read_number("undo"))
    if "before" in request.form:
        return Insert(read_number("before"), _read_play())
    happening = _read_happening()
    if "replace" in request.form:
        return Replace(read_number("replace"), happening)
    return happening


def _read_happening() -> Event:
    form = request.form
    if "dealt" in form:
        return Dealt(read_suited_cards(form["dealt"]))
    if "shows" in form:
        return read_table()
    if "top" in form:
        return read_top(form["top"])
    return _read_play()


def _read_play() -> Played:
    """Return the play in a form, by the named seat or, without one, by the seat to play. A seat
    field that was emptied was a slip: the seat to play has played, and nothing is to stand."""
    form = request.form
    return Played(
        _read_turn(),
        seat=read_number("seat") if form.get("seat") else None,
        as_played=form.get("as_played") == "1" and form.get("seat") != "",
        out_of_turn=form.get("out_of_turn") == "1" and form.get("seat") != "",
    )


def _read_turn() -> Play | CardOnly:
    """Return a whole play, or a card with what it captured; the card alone where no form field says
    that."""
    if "turn" in request.form:
        return settled_play(read_settled_play(request.form["turn"]))
    card, captured = _read_card(), _read_captured()
    return CardOnly(card) if captured is None else as_play(card, captured)


def read_table() -> TableShown:
    """Return the table in a form: ticked cards, and those entered beside them. A build that is
    entered without a seat may get its owner from another field."""
    ticked = " ".join(request.form.getlist("lies"))
    shown = read_shows(f"{ticked} {request.form.get('shows', '')}")
    if not request.form.get("owner"):
        return shown
    owner = read_number("owner")
    builds = (
        build if build.owner is not None else build._replace(owner=owner) for build in shown.builds
    )
    return TableShown(shown.table, tuple(builds))


def read_top(text: str) -> TopRevealed:
    """Return the revealed top of a pile, written ``5H^1``. Raises :class:`UnreadableCard`."""
    tops, others = read_cards_and_tops([text.strip()])
    if others or not tops:
        raise UnreadableCard(text)
    return TopRevealed(tops[0])


def _read_card() -> Card:
    form = request.form
    text = form.get("card") or form.get("rank", "") + form.get("suit", "")
    if len(text.split()) != 1:
        raise NotOneCard(text)
    return read_suited(text.strip())


def _read_captured() -> Cards | None:
    """Return the cards of the chosen option, or those that were ticked; None leaves it to the
    rules."""
    form = request.form
    if "option" in form:
        text = form["option"]
        return read_suited_cards("" if text == NOTHING else text)
    if form.get("claim") == "1":
        return read_suited_cards(" ".join(form.getlist("captured")))
    return None
