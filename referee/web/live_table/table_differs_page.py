"""Page for a table that differs from the log: by what lies there, or by a photo of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from flask import make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from ...messages.error_texts import error_text
from ...messages.irregular_plays import photo_differs_text
from ...messages.photo_texts import pile_photo_texts
from ...photo import available
from ...rules.card_notation import read_cards, write_cards
from ...rules.cards import Cards
from ...rules.error_bases import RulesError
from ...rules.events import TableShown
from ...rules.log.entries import Replace
from ...rules.log.explain_table_mismatch import differences, explain, forgotten
from ...rules.log.plays_leading_to_table import NextPlays, next_plays, table_of
from ...rules.log.record import Record
from ...services.refusals import NotAccessible
from ..photo_upload_in_form import REFUSED, reading_of, refusal_text
from ..session_or_game_in_url import GAME, GameInUrl, session_blueprint
from .enter_into_log import try_to_enter
from .read_entry_from_form import read_table
from .template_variables import read_table_game, table_facts, write_shown

blueprint = session_blueprint("table_differs", f"{GAME}/table/shows")

LONGEST = 400
"""Characters of a text that names the cards on the table."""


@dataclass(frozen=True)
class TablePhoto:
    """The cards of a photo of the table, and what was said of its reading."""

    record: Record
    cards: Cards
    texts: tuple[str, ...] = ()

    @cached_property
    def shown(self) -> TableShown:
        """The table of the photo, with the builds of the log that are there still."""
        return table_of(self.record, self.cards)

    @cached_property
    def next(self) -> NextPlays:
        """The plays that lead there."""
        return next_plays(self.record, self.cards)

    @property
    def differs(self) -> str:
        """The differences of photo and log, as a sentence."""
        different = differences(self.record, self.shown)
        return photo_differs_text(different) if different else ""

    @property
    def lies(self) -> list[str]:
        """The cards of the photo that the log has too, as the page ticks them."""
        state, shown = self.record.state, self.shown
        there = Counter(state.table if state else ())
        both = (Counter(shown.table) & there).elements()
        return write_shown(tuple(both), shown.builds).split()

    @property
    def others(self) -> str:
        """The cards of the photo that the log has not."""
        state = self.record.state
        extra = Counter(self.shown.table) - Counter(state.table if state else ())
        return write_cards(sorted(extra.elements()))


@blueprint.get("")
def page(place: GameInUrl) -> Response:
    """Draw the page for a table that differs from the log."""
    return _page(place)


@blueprint.post("")
def correct_table(place: GameInUrl) -> Response:
    """Name the entries that would explain what lies there, or go on from it."""
    if request.form.get("accept") == "1":
        refused = try_to_enter(place, read_table)
        return (
            _page(place, refusal=error_text(refused.error))
            if refused
            else redirect(url_for("follow.page"), 303)
        )
    record = read_table_game(place.editing(), place.game_id).game.record
    try:
        shown = record.engine.normalize_table(read_table())
        explanations = explain(record, shown)
    except RulesError as error:
        return _page(place, refusal=error_text(error))
    return _page(place, shown=shown, explanations=explanations, forgotten=forgotten(record, shown))


@blueprint.post("/photo")
def read_photo(place: GameInUrl) -> Response:
    """Say how the cards of a photo differ from the log, and which plays would explain it. Cards
    that somebody has looked at are ``seen``, and come without their photo."""
    record = read_table_game(place.editing(), place.game_id).game.record
    if not available() or record.state is None:
        raise NotAccessible
    try:
        if seen := request.form.get("seen", ""):
            photo = TablePhoto(record, read_cards(seen[:LONGEST]))
        else:
            reading = reading_of("photo", record.rules)
            cards = tuple(each.card for each in reading.cards)
            photo = TablePhoto(record, cards, tuple(pile_photo_texts(reading)))
        if not photo.cards:
            return _page(place, refusal=" ".join(photo.texts))
        shown = record.engine.normalize_table(photo.shown)
        explanations = explain(record, shown)
    except RulesError as error:
        return _page(place, refusal=error_text(error))
    except REFUSED as error:
        return _page(place, refusal=refusal_text(error))
    if photo.next.plays:
        explanations = tuple(entry for entry in explanations if isinstance(entry, Replace))
    over = () if photo.next.plays else forgotten(record, shown)
    return _page(place, shown=shown, explanations=explanations, forgotten=over, photo=photo)


def _page(place: GameInUrl, **more: object) -> Response:
    opened = place.editing()
    table = read_table_game(opened, place.game_id)
    record = table.game.record
    if record.state is None or record.over:
        raise NotAccessible
    same = more.get("shown") == (record.state.table, record.state.builds)
    facts = table_facts(opened, table) | more
    page = render_template("follow/table_differs.html", **facts, same=same)
    return make_response(page, 422 if "refusal" in more else 200)
