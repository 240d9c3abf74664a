"""Pages of a server that takes a group which a phone sends: as a new one, or merged into one that
the phone has opened."""

from collections.abc import Mapping
from typing import NamedTuple

from flask import Blueprint, make_response, render_template, request
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from ..languages import gettext
from ..messages.error_texts import error_text
from ..rules.cards import RulesError
from ..services import groups as group_services
from ..services import phone_groups
from ..services.access import open_key
from ..services.phone_groups import GroupTaken
from ..services.refusals import Invalid, MayNotWrite, NotAccessible, TryLater
from ..urls import root
from .secret_links import admitted, editing, known_access

blueprint = Blueprint("handover", __name__)

NEW = "new"
"""Value of the field ``into`` that asks for another group."""


class SentGroup(NamedTuple):
    """A group that a phone sends: its id, the key of this move, and the archive of the group.
    ``into`` is the id of the group to merge it into, :data:`NEW`, or "" where nobody has chosen
    yet."""

    group: str
    key: str
    archive: str
    into: str

    @property
    def back(self) -> str:
        """Return the URL of the group on the phone."""
        return f"{root()}/g/{self.group}"

    @property
    def proof(self) -> str:
        return phone_groups.GroupLeavingPhone(self.key, None).proof


@blueprint.post("/hand-over")
def take() -> Response:
    """Take a group from a phone, or ask what is still to be decided."""
    sent = SentGroup(*(request.form.get(name, "") for name in SentGroup._fields))
    try:
        taken = phone_groups.taken_before(sent.group, sent.key, sent.archive)
        outcome = taken or _take_or_ask(sent)
    except (Invalid, RulesError) as error:
        return _refuse(sent, error_text(error), 422)
    except TryLater as error:
        response = _refuse(sent, error_text(error), 503)
        response.retry_after = error.seconds
        return response
    except (ValueError, RecursionError):
        return _refuse(sent, gettext("What this phone sent cannot be read."), 422)
    return _thank(sent, outcome) if isinstance(outcome, GroupTaken) else outcome


def _take_or_ask(sent: SentGroup) -> GroupTaken | Response:
    """Take the group as a new one or into another of this server; ask for the group if none is
    chosen."""
    into = sent.into or ("" if group_services.read_writable_names(known_access()) else NEW)
    if not into:
        return _ask_where(sent)
    if into == NEW:
        return phone_groups.take_as_new(sent.group, sent.key, sent.archive)
    try:
        return _take_into(sent, into)
    except MayNotWrite:
        return _ask_where(sent, 403)
    except (NotFound, NotAccessible):  # deleted meanwhile, or its links were replaced
        return _ask_where(sent, 404)


def _ask_where(sent: SentGroup, status: int = 200) -> Response:
    groups, closed = group_services.read_writable_names(known_access()), status != 200
    page = render_template(
        "handover/group_taken_from_phone.html", sent=sent, groups=groups, closed=closed
    )
    return make_response(page, status)


def _take_into(sent: SentGroup, into: str) -> GroupTaken | Response:
    """Merge the group into another, or ask which people are the same."""
    opened = editing(into)
    people = _same_people()
    unsure = phone_groups.unsure(opened, sent.archive)
    if unanswered := {name: alike for name, alike in unsure.items() if name not in people}:
        facts: dict[str, object] = {"group": group_services.read_name(opened), "asked": unanswered}
        return make_response(
            render_template("handover/group_taken_from_phone.html", sent=sent, **facts)
        )
    return phone_groups.take_into(opened, sent.group, sent.key, sent.archive, people)


def _same_people() -> Mapping[str, str]:
    """Return the answers to who is who: the name in the sent group, and whom it is in the other."""
    return dict(zip(request.form.getlist("name"), request.form.getlist("is"), strict=False))


def _thank(sent: SentGroup, taken: GroupTaken) -> Response:
    """Redirect to the phone's page that records the move."""
    address = f"{sent.back}/handed-over?as={taken.group_id}&proof={sent.proof}"
    opens = taken.edit_key is not None and open_key(taken.edit_key) is not None
    return admitted(address, taken.group_id, taken.edit_key if opens else None)


def _refuse(sent: SentGroup, error: str, status: int) -> Response:
    return make_response(
        render_template("handover/group_taken_from_phone.html", sent=sent, error=error), status
    )
