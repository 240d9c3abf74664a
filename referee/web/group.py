"""Pages of a group: overview, settings, links, people, import and export."""

import json
import secrets
from collections.abc import Collection
from datetime import UTC, date, datetime, time

import segno
from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response
from wtforms import BooleanField, Form, StringField

from ..cache import on_phone
from ..languages import gettext, list_separator
from ..messages.error_texts import error_text
from ..messages.session_results import followed_text
from ..rules.cards import RulesError
from ..rules.log.game_text import FORMAT
from ..services import (
    archive_import,
    exports,
    group_edits,
    group_merge,
    group_missed_plays,
    groups,
    phone_groups,
    session_views,
)
from ..services.access import Access, view_key
from ..services.archive import EARLIEST, LATEST, foreign_file
from ..services.logged_plays import plays_as_csv
from ..services.refusals import (
    Cause,
    Conflict,
    GroupAlreadyOnPhone,
    Invalid,
    NotAccessible,
    TakenName,
    TryLater,
    UnknownZone,
)
from ..services.rounds_import import Rounds, import_rounds, read_rounds
from ..services.session_views import SessionView
from ..times import local, server_zone, today
from ..urls import for_phones
from ..words.score_names import COLUMNS
from .badges import styles_of
from .forms import request_key
from .key_cookies import forget, key_of
from .person_view import person_facts
from .preferences import phone_zone
from .secret_links import SESSION, access, admitted, edit_key_of, editing, invite, known_access
from .table import dispute_links

GROUP = "/g/<id:group_id>"
PERSON = f"{GROUP}/people/<number:player_id>"

blueprint = Blueprint("group", __name__)
blueprint.before_request(invite)


@blueprint.get(GROUP)
def page(group_id: str) -> str:
    opened = access(group_id)
    return _page(opened)


@blueprint.post(f"{GROUP}/name")
def rename(group_id: str) -> Response:
    opened = editing(group_id)
    name = request.form.get("name", "")
    try:
        group_edits.rename_group(opened, name)
    except Invalid as error:
        return make_response(_page(opened, typed=name, error=error_text(error)), 422)
    return redirect(url_for(".page", group_id=group_id), 303)


@blueprint.post(f"{GROUP}/timezone")
def change_zone(group_id: str) -> Response:
    """Set the time zone in which the group's dates are shown."""
    opened = editing(group_id)
    zone = request.form.get("phone") or request.form.get("timezone", "")
    try:
        group_edits.change_zone(opened, zone.strip() or None)
    except UnknownZone as error:
        page = _page(opened, typed_zone=zone, zone_error=error_text(error))
        return make_response(page, 422)
    return redirect(url_for(".page", group_id=group_id), 303)


@blueprint.get(f"{GROUP}/dispute")
def dispute(group_id: str) -> Response:
    """Redirect to the referee with the house rules that the group plays by."""
    opened = access(group_id)
    address = _dispute(opened, session_views.read_latest(opened))
    if address is None:
        raise NotAccessible
    return redirect(address, 303)


def _dispute(opened: Access, latest: SessionView | None) -> str | None:
    """Return the URL of the referee with the rules of the ``latest`` session or of a preset; None
    where the group has no rules."""
    in_use = group_edits.rules_in_use(opened, latest)
    return dispute_links.address_of_group(opened.group_id, in_use)


def _page(opened: Access, **more: object) -> str:
    latest = session_views.read_latest(opened)
    facts: dict[str, object] = {
        "group": groups.read_group(opened),
        "running": latest if latest and not latest.over else None,
        "may_write": opened.may_write,
        "leaving": phone_groups.leaving(opened.group_id) if on_phone() else None,
        "phone_zone": phone_zone(),
        "server_zone": server_zone(),
        "followed_text": followed_text,
        "is_followed": group_missed_plays.is_followed(opened),
        "dispute": _dispute(opened, latest),
        "styles": styles_of(opened),
    }
    return render_template("group/page.html", **facts, **more)


@blueprint.get(f"{GROUP}/delete")
def ask_to_delete(group_id: str) -> str:
    editing(group_id)
    return render_template("group/delete.html", group=groups.read_group(access(group_id)))


@blueprint.post(f"{GROUP}/delete")
def delete(group_id: str) -> Response:
    opened = editing(group_id)
    typed = request.form.get("name", "")
    try:
        group_edits.delete_group(opened, typed)
    except Invalid as error:
        facts = {
            "group": groups.read_group(opened),
            "typed": typed,
            "error": error_text(error),
        }
        return make_response(render_template("group/delete.html", **facts), 422)
    response = redirect(url_for("home.page"), 303)
    forget(response, group_id)
    return response


@blueprint.get(f"{GROUP}/merge")
def ask_to_merge(group_id: str) -> str:
    """Draw the page that asks which group, or whose file, is to come into this one."""
    return _merge_page(editing(group_id))


@blueprint.post(f"{GROUP}/merge")
def merge(group_id: str) -> Response:
    """Bring another group of this phone, or a saved one, into this group. Says first what will
    happen, and does it where that is confirmed."""
    into, is_confirmed = editing(group_id), "confirmed" in request.form
    other_id, content = request.form.get("other", ""), _sent_archive()
    try:
        if other_id:
            other = editing(other_id)
            act = group_merge.merge_groups if is_confirmed else group_merge.plan_merge
            plan = act(into, other)
        elif content:
            text = content.decode("utf-8-sig")
            act_on_file = group_merge.import_into if is_confirmed else group_merge.plan_import
            plan = act_on_file(into, text)
        else:
            error = gettext("Choose a group or a file first.")
            return make_response(_merge_page(into, error=error), 422)
    except (Invalid, RulesError) as error:
        return make_response(_merge_page(into, error=error_text(error)), 422)
    except (ValueError, RecursionError):
        error_of_file = error_text(foreign_file(content))
        return make_response(_merge_page(into, error=error_of_file), 422)
    if not is_confirmed:
        other_name = groups.read_name(other) if other_id else None
        text = "" if other_id else content.decode("utf-8-sig")
        return make_response(_merge_page(into, plan=plan, other=other_name, archive=text))
    response = redirect(url_for(".page", group_id=group_id), 303)
    if other_id:
        forget(response, other_id)
    return response


def _sent_archive() -> bytes:
    """Return the saved group in this request: of a file, or as its page sends it again."""
    sent = request.files.get("file")
    archive = request.form.get("archive", "")
    return archive.encode() or (sent.stream.read() if sent and sent.filename else b"")


def _merge_page(into: Access, **more: object) -> str:
    others = [access for access in known_access() if access.group_id != into.group_id]
    facts: dict[str, object] = {
        "group": groups.read_name(into),
        "others": groups.read_writable_names(others),
    }
    return render_template("group/merge.html", **facts, **more)


@blueprint.get(f"{GROUP}/links")
def links(group_id: str) -> str:
    """Draw both links with their QR codes. With ``for`` in the query they lead straight to that
    session."""
    _refuse_on_phone()
    key = edit_key_of(group_id)
    group = groups.read_group(access(group_id))
    wanted_id = request.args.get("for")
    session_id = next((session.id for session in group.sessions if session.id == wanted_id), None)
    shown = {name: _link(opens, session_id) for name, opens in _keys(key)}
    return render_template(
        "group/links.html",
        group=group,
        links=shown,
        session_id=session_id,
        key=secrets.token_urlsafe(12),
    )


def _refuse_on_phone() -> None:
    """Raise :class:`.Conflict` in the offline app, whose groups have no links."""
    if on_phone():
        raise Conflict(Cause.ONLY_HERE)


def _keys(key: str) -> list[tuple[str, str]]:
    return [("edit", key), ("view", view_key(key))]


def _link(key: str, session_id: str | None) -> dict[str, str]:
    """Return a link as text and as a QR code in a data URI, so that no URL of a picture holds the
    key."""
    address = for_phones(url_for("secret_links.open_link", key=key, session_id=session_id))
    code = segno.make(address, micro=False)
    return {"address": address, "picture": code.svg_data_uri(scale=4, border=2, light="#fff")}


@blueprint.post(f"{GROUP}/links")
def replace_links(group_id: str) -> Response:
    """Replace both links. A form whose answer was lost can be sent again: without the new key
    nobody could open the group any more."""
    _refuse_on_phone()
    seed = request_key(request.form.get("key", ""), "links")
    try:
        key = group_edits.replace_links(editing(group_id), seed)
    except (NotFound, NotAccessible):
        old_key = key_of(group_id)
        new_key = old_key and group_edits.replaced_before(group_id, old_key, seed)
        if not new_key:
            raise
        key = new_key
    return admitted(url_for(".links", group_id=group_id), group_id, key)


class NameForm(Form):
    """The form of a person's name. ``merge``: another person of that name is the same person."""

    name = StringField()
    merge = BooleanField()


@blueprint.get(PERSON)
def person(group_id: str, player_id: int) -> str:
    return _person_page(group_id, player_id)


@blueprint.post(PERSON)
def rename_person(group_id: str, player_id: int) -> Response:
    """Change a person's name. If another person has it, ask whether the two are one, and merge them
    if so."""
    opened = editing(group_id)
    form = NameForm(request.form)
    try:
        group_edits.rename_player(opened, player_id, form.name.data or "")
    except TakenName as taken:
        if not form.merge.data:
            return make_response(_person_page(group_id, player_id, form, taken=taken), 422)
        try:
            group_edits.merge_players(opened, player_id, taken.player_id)
        except Invalid as error:
            return make_response(_person_page(group_id, player_id, form, error=error), 422)
    except Invalid as error:
        return make_response(_person_page(group_id, player_id, form, error=error), 422)
    return redirect(url_for("group.page", group_id=group_id), 303)


def _person_page(
    group_id: str,
    player_id: int,
    form: NameForm | None = None,
    *,
    taken: TakenName | None = None,
    error: Invalid | None = None,
) -> str:
    group = groups.read_group(access(group_id))
    player = next((person for person in group.players if person.id == player_id), None)
    if player is None:
        raise NotAccessible
    opened = access(group_id)
    facts: dict[str, object] = {
        "group": group,
        "form": form or NameForm(name=player.name),
        "taken": taken,
        "error": error and error_text(error),
        "may_write": opened.may_write,
    }
    facts |= person_facts(group, player, styles_of(opened))
    return render_template("group/person.html", **facts)


BYTE_ORDER_MARK = "\ufeff"  # without it spreadsheets take names for another encoding


@blueprint.get(f"{GROUP}/export.json")
@blueprint.get(f"{SESSION}/export.json")
def export_json(group_id: str, session_id: str | None = None) -> Response:
    """Send a group as a JSON file, or one session of it. The offline app keeps the file of a
    session, to go on with it there."""
    data = exports.export_group(access(group_id), session_id)
    # Without a space that nobody needs: years of evenings must fit into what can be read in again.
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return _file(text, "json", "application/json")


@blueprint.get(f"{GROUP}/export.csv")
def export_csv(group_id: str) -> Response:
    """Send the games of a group as a CSV file."""
    table = exports.games_as_csv(
        access(group_id), lambda name: str(COLUMNS[name]), list_separator()
    )
    text = BYTE_ORDER_MARK + table
    return _file(text, "csv", "text/csv; charset=utf-8")


@blueprint.get(f"{GROUP}/plays.csv")
def export_plays(group_id: str) -> Response:
    """Send the finished games of a group as a CSV file with a row for each player."""
    table = plays_as_csv(session_views.read_counted(access(group_id)))
    return _file(BYTE_ORDER_MARK + table, "csv", "text/csv; charset=utf-8")


def _file(text: str, ending: str, kind: str) -> Response:
    response = make_response(text)
    response.content_type = kind
    response.headers["Content-Disposition"] = f'attachment; filename="referee.{ending}"'
    return response


@blueprint.get("/import")
def ask_for_file() -> str:
    return render_template("group/import.html")


@blueprint.post("/import")
def import_file() -> Response:
    """Create a group from a saved group or a saved game, and redirect to it. Asks first where this
    phone already has that group."""
    sent = request.files.get("file")
    if not request.form.get("archive") and (sent is None or not sent.filename):
        return _ask_again(gettext("Choose a file first."))
    known_ids = () if "again" in request.form else [opened.group_id for opened in known_access()]
    content = _sent_archive()
    try:
        text = content.decode("utf-8-sig")
        try:
            return _read_in(text, known_ids)
        except GroupAlreadyOnPhone as error:
            there = groups.read_name(access(error.group_id))
            facts = {"there": there, "archive": text, "error": error_text(error)}
            return make_response(render_template("group/import.html", **facts))
    except (Invalid, RulesError) as error:
        return _ask_again(error_text(error))
    except TryLater as error:
        response = _ask_again(error_text(error))
        response.status_code, response.retry_after = 503, error.seconds
        return response
    except (ValueError, RecursionError):
        return _ask_again(error_text(foreign_file(content)))


def _read_in(text: str, known_ids: Collection[str]) -> Response:
    rounds = None if text.startswith(FORMAT) else read_rounds(text)
    if rounds is not None:
        return _read_rounds_in(rounds, text, known_ids)
    if text.startswith(FORMAT):
        started = exports.import_game(text, phone_zone(), known_ids)
        group_id, session_id = started.group_id, started.session_id
        page = url_for("table.page", group_id=group_id, session_id=session_id, number=1)
        return admitted(page, group_id, started.edit_key)
    group_id, key = archive_import.import_group(text, phone_zone(), known_ids)
    return admitted(url_for("group.page", group_id=group_id), group_id, key)


def _read_rounds_in(rounds: Rounds, text: str, known_ids: Collection[str]) -> Response:
    """Create a group from a table of rounds; show first what was read, and ask for the game and
    the day."""
    game, day = request.form.get("game", ""), _day(request.form.get("day", ""))
    if game not in rounds.games or day is None:
        facts: dict[str, object] = {"rounds": rounds, "archive": text, "day": today(phone_zone())}
        facts["error"] = None if rounds.games else gettext("No game is for so many players.")
        return make_response(
            render_template("group/import.html", **facts), 200 if rounds.games else 422
        )
    began = datetime.combine(day, time(12), local(datetime.now(UTC), phone_zone()).tzinfo)
    reason = gettext("Points from a table")
    group_id, key = import_rounds(rounds, game, began, reason, phone_zone(), known_ids)
    return admitted(url_for("group.page", group_id=group_id), group_id, key)


def _day(text: str) -> date | None:
    """Return the day in a field; None without a date that an evening can have."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if EARLIEST.date() < day < LATEST.date() else None


def _ask_again(error: str) -> Response:
    return make_response(render_template("group/import.html", error=error), 422)
