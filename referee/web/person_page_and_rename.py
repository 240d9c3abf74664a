"""Page of a person in a group: points by game, and the form that renames or merges."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response
from wtforms import BooleanField, Form, StringField

from ..messages.error_texts import error_text
from ..rules.games import ruleset
from ..services import group_edits, groups
from ..services.refusals import Invalid, NotAccessible, TakenName
from ..words.score_names import points_text
from .permissions import access, editing

blueprint = Blueprint("person", __name__, url_prefix="/g/<id:group_id>/people/<number:player_id>")


class NameForm(Form):
    """The form of a person's name. ``merge``: another person of that name is the same person."""

    name = StringField()
    merge = BooleanField()


@blueprint.get("")
def page(group_id: str, player_id: int) -> str:
    return _page(group_id, player_id)


@blueprint.post("")
def rename(group_id: str, player_id: int) -> Response:
    """Change a person's name. If another person has it, ask whether the two are one, and merge them
    if so."""
    opened = editing(group_id)
    form = NameForm(request.form)
    try:
        group_edits.rename_player(opened, player_id, form.name.data or "")
    except TakenName as taken:
        if not form.merge.data:
            return make_response(_page(group_id, player_id, form, taken=taken), 422)
        try:
            group_edits.merge_players(opened, player_id, taken.player_id)
        except Invalid as error:
            return make_response(_page(group_id, player_id, form, error=error), 422)
    except Invalid as error:
        return make_response(_page(group_id, player_id, form, error=error), 422)
    return redirect(url_for("groups.page", group_id=group_id), 303)


def _page(
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
    facts: dict[str, object] = {
        "group": group,
        "person": player,
        "tables": [
            (table, fared)
            for table in group.tables
            for person, fared in table.people
            if person is player
        ],
        "points_text": _points_text,
        "form": form or NameForm(name=player.name),
        "taken": taken,
        "error": error and error_text(error),
        "may_write": access(group_id).may_write,
    }
    return render_template("group/person.html", **facts)


def _points_text(game: str, points: Mapping[str, int]) -> str:
    return points_text(ruleset(game).sheet, points)
