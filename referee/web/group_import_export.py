"""Pages that save a group as JSON or CSV and read a saved group or game in."""

from __future__ import annotations

import json
from collections.abc import Collection

from flask import Blueprint, make_response, render_template, request, url_for
from werkzeug.wrappers import Response

from ..languages import gettext
from ..messages.error_texts import error_text
from ..rules.error_bases import RulesError
from ..rules.log.game_as_text import FORMAT
from ..services import archive_import, exports, groups
from ..services.refusals import GroupAlreadyOnPhone, Invalid, TryLater
from ..words.numbers_and_lists import list_separator
from ..words.score_names import COLUMNS
from .permissions import access, known_access
from .remember_group_on_phone import admitted
from .session_or_game_in_url import SESSION
from .time_zone_cookie import phone_zone

blueprint = Blueprint("archives", __name__)

BYTE_ORDER_MARK = "\ufeff"  # without it spreadsheets take names for another encoding


@blueprint.get("/g/<id:group_id>/export.json")
@blueprint.get(f"{SESSION}/export.json")
def as_json(group_id: str, session_id: str | None = None) -> Response:
    """Send a group as a JSON file, or one session of it. The offline app keeps the file of a
    session, to go on with it there."""
    data = exports.export_group(access(group_id), session_id)
    # Without a space that nobody needs: years of evenings must fit into what can be read in again.
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return _file(text, "json", "application/json")


@blueprint.get("/g/<id:group_id>/export.csv")
def as_csv(group_id: str) -> Response:
    """Send the games of a group as a CSV file."""
    table = exports.games_as_csv(
        access(group_id), lambda name: str(COLUMNS[name]), list_separator()
    )
    text = BYTE_ORDER_MARK + table
    return _file(text, "csv", "text/csv; charset=utf-8")


def _file(text: str, ending: str, kind: str) -> Response:
    response = make_response(text)
    response.content_type = kind
    response.headers["Content-Disposition"] = f'attachment; filename="referee.{ending}"'
    return response


@blueprint.get("/import")
def ask_for_file() -> str:
    return render_template("group/import.html")


@blueprint.post("/import")
def read_in() -> Response:
    """Create a group from a saved group or a saved game, and redirect to it. Asks first where this
    phone already has that group."""
    sent, archive = request.files.get("file"), request.form.get("archive", "")
    if not archive and (sent is None or not sent.filename):
        return _ask_again(gettext("Choose a file first."))
    known_ids = () if "again" in request.form else [opened.group_id for opened in known_access()]
    try:
        text = archive or (sent.stream.read().decode("utf-8-sig") if sent else "")
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
        return _ask_again(
            gettext("This file cannot be read: it is neither a saved group nor a saved game.")
        )


def _read_in(text: str, known_ids: Collection[str]) -> Response:
    if text.startswith(FORMAT):
        started = exports.import_game(text, phone_zone(), known_ids)
        group_id, session_id = started.group_id, started.session_id
        page = url_for("follow.page", group_id=group_id, session_id=session_id, number=1)
        return admitted(page, group_id, started.edit_key)
    group_id, key = archive_import.import_group(text, phone_zone(), known_ids)
    return admitted(url_for("groups.page", group_id=group_id), group_id, key)


def _ask_again(error: str) -> Response:
    """Draw the form of a file again with an error, with status 422."""
    return make_response(render_template("group/import.html", error=error), 422)
