"""Pages of house rules that people named: those that a group keeps, and those that a link or a line
of text brings from another group."""

from urllib.parse import parse_qs, urlsplit

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from ..messages.error_texts import error_text
from ..rules.cards import RulesError
from ..rules.games.ask import NamedRules, read_named_rules, write_named_rules
from ..services import group_edits
from ..services import groups as group_services
from ..services.access import Access
from ..services.refusals import Invalid
from ..urls import for_phones
from .secret_links import access, editing, known_access

blueprint = Blueprint("named_rules", __name__)


@blueprint.get("/house-rules")
def shared() -> Response:
    """Show the house rules in a line of text, to be played by or kept. A line that cannot be read
    stays in its field, with a sentence."""
    text = request.args.get("text", "")
    named, error = None, ""
    if text:
        try:
            named = read_named_rules(_line(text))
        except RulesError as refused:
            error = error_text(refused)
    groups = group_services.read_writable_names(known_access()) if named else ()
    facts = {"text": text, "named": named, "line": named and write_named_rules(named)}
    page = render_template("named_rules/page.html", error=error, groups=groups, **facts)
    return make_response(page, 422 if error else 200)


@blueprint.get("/g/<id:group_id>/house-rules")
def of_group(group_id: str) -> str:
    return _page(access(group_id))


@blueprint.post("/g/<id:group_id>/house-rules")
def keep(group_id: str) -> Response:
    """Keep the house rules in a line, or in a link that holds one."""
    opened, text = editing(group_id), request.form.get("text", "")
    try:
        group_edits.keep_preset(opened, read_named_rules(_line(text)))
    except (RulesError, Invalid) as error:
        return make_response(_page(opened, text, error_text(error)), 422)
    return redirect(url_for(".of_group", group_id=group_id), 303)


@blueprint.post("/g/<id:group_id>/house-rules/delete")
def delete(group_id: str) -> Response:
    name, game = request.form.get("name", ""), request.form.get("game", "")
    group_edits.delete_preset(editing(group_id), game, name)
    return redirect(url_for(".of_group", group_id=group_id), 303)


def _page(opened: Access, typed: str = "", error: str = "") -> str:
    """Return the page of a group's presets, with a line that was ``typed`` and refused."""
    facts: dict[str, object] = {
        "group": group_services.read_group(opened),
        "presets": [
            (named, write_named_rules(named), _link(named))
            for named in group_edits.read_presets(opened)
        ],
        "may_write": opened.may_write,
        "typed": typed,
        "error": error,
    }
    return render_template("named_rules/of_group.html", **facts)


def _link(named: NamedRules) -> str:
    return for_phones(url_for(".shared", text=write_named_rules(named)))


def _line(text: str) -> str:
    """Return the line of house rules in a text: that of its link, or the whole text."""
    page = url_for(".shared")
    if f"{page}?" not in text:
        return text
    try:
        query = urlsplit(text.strip()).query
    except ValueError:  # brackets that no host has
        return text
    return parse_qs(query).get("text", [text])[0]
