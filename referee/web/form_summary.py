"""The words for what a form of a game says, for whoever has to enter it in another one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flask import request

from .. import words
from ..languages import gettext
from ..rules.notation import read_cards
from ..rules.score_items import MARKERS
from ..rules.typed_row import NOTHING
from ..services import session_views
from ..services.session_views import SessionView
from .session_in_url import GameInUrl
from .sheet.row_form import limits_of

_CARD = re.compile(r"(?:10|[A2-9JQK])[SHDC]")
_PLAYED = ("turn", "card", "option", "captured", "used", "dealt", "top", "lies", "shows")


def entered_text(place: GameInUrl) -> str:
    """Return who and which numbers or cards the form of this request names: ``Anna: Card points
    13``. It is empty where a form says nothing but its button."""
    session = session_views.read_session(place.access(), place.session_id)
    names = words.in_sentences(session.players)
    form = request.form
    if "sweep" in form:
        seat, _, double = form["sweep"].partition("x")
        name = _name(names, seat)
        if double:
            return gettext("Double sweep: %(name)s", name=name)
        return gettext("Sweep: %(name)s", name=name)
    if "deal" in form:
        return gettext("Deal %(deal)s", deal=form["deal"][:3])
    said = [_name(names, form.get("seat", ""))] if form.get("seat") else []
    return "; ".join(filter(None, [*said, *_numbers(session, names), _cards()]))


def _name(names: Sequence[str], seat: str) -> str:
    known = seat.isascii() and seat.isdecimal() and len(seat) <= 2 and int(seat) < len(names)
    return names[int(seat)] if known else "?"


def _numbers(session: SessionView, names: Sequence[str]) -> Iterator[str]:
    """Yield what was typed into each row, but for rows that stand as they were shown."""
    for seat, name in enumerate(names):
        sent = {field: f"{seat}-{field}" for field in limits_of(session.rules)}
        texts = {
            field: request.form[key].strip() for field, key in sent.items() if key in request.form
        }
        shown = request.form.get(f"{seat}-shown", "").split()
        if any(texts.values()) and [text or NOTHING for text in texts.values()] != shown:
            said = [
                f"{_label(session, field)} {texts[field][:20]}" for field in texts if texts[field]
            ]
            yield f"{name}: {', '.join(said)}"


def _label(session: SessionView, field: str) -> str:
    sheet = session.rules.sheet
    if field == MARKERS:
        return gettext("Face up") if sheet.sweeps_are_paid else gettext("Sweeps")
    if field == "points":
        return gettext("Points") if sheet.whole_score_said else gettext("Card points")
    return str(words.FIELDS[field].label)


def _cards() -> str:
    """The cards of a play or of a table."""
    said = " ".join(text for name in _PLAYED for text in request.form.getlist(name))
    if "rank" in request.form:
        said = f"{request.form['rank']}{request.form.get('suit', '')} {said}"
    return words.row_text(card for text in _CARD.findall(said)[:60] for card in read_cards(text))
