"""Summary of a game's form in words, for a refusal that tells people what to enter into another
game."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flask import request

from ..languages import gettext
from ..rules.card_notation import read_cards
from ..rules.score_items import MARKERS
from ..rules.typed_row_over_existing import NOTHING
from ..services import session_views
from ..services.session_views import SessionView
from ..words.card_names import row_text
from ..words.numbers_and_lists import in_sentences
from ..words.score_names import FIELDS
from .session_or_game_in_url import GameInUrl
from .sheet.row_form import limits_of

_CARD = re.compile(r"(?:10|[A2-9JQK])[SHDC]")
_CARD_FIELDS = ("turn", "card", "option", "captured", "used", "dealt", "top", "lies", "shows")


def entered_text(place: GameInUrl) -> str:
    """Return the name, numbers and cards in the form of this request: ``Anna: Card points 13``; ""
    where the form holds nothing but a button."""
    session = session_views.read_session(place.access(), place.session_id)
    names = in_sentences(session.players)
    form = request.form
    if "sweep" in form:
        seat, _, double = form["sweep"].partition("x")
        name = _name(names, seat)
        if double:
            return gettext("Double sweep: %(name)s", name=name)
        return gettext("Sweep: %(name)s", name=name)
    if "deal" in form:
        return gettext("Deal %(deal)s", deal=form["deal"][:3])
    parts = [_name(names, form.get("seat", ""))] if form.get("seat") else []
    return "; ".join(filter(None, [*parts, *_changed_rows(session, names), _cards()]))


def _name(names: Sequence[str], seat: str) -> str:
    is_seat = seat.isascii() and seat.isdecimal() and len(seat) <= 2 and int(seat) < len(names)
    return names[int(seat)] if is_seat else "?"


def _changed_rows(session: SessionView, names: Sequence[str]) -> Iterator[str]:
    """Yield the numbers that were typed into each row of a sheet, without rows that are
    unchanged."""
    for seat, name in enumerate(names):
        sent = {field: f"{seat}-{field}" for field in limits_of(session.rules)}
        texts = {
            field: request.form[key].strip() for field, key in sent.items() if key in request.form
        }
        shown = request.form.get(f"{seat}-shown", "").split()
        if any(texts.values()) and [text or NOTHING for text in texts.values()] != shown:
            parts = [
                f"{_label(session, field)} {texts[field][:20]}" for field in texts if texts[field]
            ]
            yield f"{name}: {', '.join(parts)}"


def _label(session: SessionView, field: str) -> str:
    sheet = session.rules.sheet
    if field == MARKERS:
        return gettext("Cards face up") if sheet.sweeps_are_paid else gettext("Sweeps")
    if field == "points":
        return gettext("Points") if sheet.whole_score_said else gettext("Card points")
    return str(FIELDS[field].label)


def _cards() -> str:
    """Return the cards of a play or table in the form as text."""
    text = " ".join(part for name in _CARD_FIELDS for part in request.form.getlist(name))
    if "rank" in request.form:
        text = f"{request.form['rank']}{request.form.get('suit', '')} {text}"
    return row_text(card for part in _CARD.findall(text)[:60] for card in read_cards(part))
