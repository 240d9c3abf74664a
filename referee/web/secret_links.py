"""Access of this phone to the group, session or game that a URL names, and its admission to one."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Flask, abort, g, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from ..cache import on_phone
from ..photo import available
from ..services import groups
from ..services.access import Access, open_key
from ..services.names import GameId
from ..services.refusals import MayNotWrite
from ..urls import root
from .key_cookies import forget, key_of, known_groups, remember, unreadable_groups


def access(group_id: str, session_id: str = "") -> Access:
    """Return what this phone may do in a group and a session of it; 404 if it may not read them."""
    g.private = True
    key = key_of(group_id)
    opened = open_key(key, session_id) if key else None
    if opened is None or opened.group_id != group_id:
        abort(404)
    return opened


def editing(group_id: str) -> Access:
    """Return the access of a phone that may change the group; 404 if it may not read it. Raises
    :class:`.MayNotWrite` if it may only read."""
    return access(group_id).for_writing()


def edit_key_of(group_id: str) -> str:
    """Return the edit key of a group, for a page that shows its links. The length of that page must
    not reveal it (:mod:`referee.server`)."""
    editing(group_id)
    g.shows_key = True
    key = key_of(group_id)
    if key is None:  # a phone with a view key got no further than the line above
        raise MayNotWrite
    return key


def known_access() -> Iterator[Access]:
    """Yield the access to each group whose link this phone opened and that still exists."""
    for group_id in known_groups():
        key = key_of(group_id)
        opened = open_key(key) if key else None
        if opened is not None and opened.group_id == group_id:
            g.private = True
            yield opened


def opened_with(key: str) -> Access:
    """Return the access that a key gives to whoever has just created its group; 404 if the links
    have been replaced since and the form was sent twice."""
    opened = open_key(key)
    if opened is None:
        abort(404)
    return opened


MOST_GROUPS = 80
"""Browsers send all their cookies with each request, and servers and proxies commonly take 8 KB of
them: a group's has 90 bytes."""
FORGOTTEN = 20
"""Groups that one answer makes a phone forget: proxies take so much of its head, too."""


def admit(response: Response, group_id: str, key: str) -> None:
    """Set the cookie of a group's key in a response. If the phone has too many groups, some of
    those that nothing began in for longest are forgotten; their links open them again."""
    remember(response, group_id, key)
    if on_phone():  # no link would open them again
        return
    others, unreadable = {*known_groups()} - {group_id}, unreadable_groups() - {group_id}
    too_many = len(others) + len(unreadable) + 1 - MOST_GROUPS
    if too_many > 0:
        for idle in [*unreadable, *groups.longest_idle(others)][: min(too_many, FORGOTTEN)]:
            forget(response, idle)


def admitted(page: str, group_id: str, key: str | None) -> Response:
    """Redirect to a page of a group, and set the cookie of its key, if there is a new one."""
    response = redirect(page, 303)
    if key is not None:
        admit(response, group_id, key)
    return response


SESSION = "/g/<id:group_id>/<id:session_id>"
GAME = f"{SESSION}/<number:number>"
SHOWN_GAME = "game"
SHOWN_HEADER = "X-Game"


@dataclass(frozen=True)
class SessionInUrl:
    """The ids of a group and of one of its sessions."""

    group_id: str
    session_id: str

    def access(self) -> Access:
        """Return what this phone may do in the session; 404 if it may not read it."""
        return access(self.group_id, self.session_id)

    def editing(self) -> Access:
        """Return the access of a phone that may change the session. Raises
        :class:`.MayNotWrite`."""
        return self.access().for_writing()


@dataclass(frozen=True)
class GameInUrl(SessionInUrl):
    """A session and the number of a game in it."""

    number: int

    @property
    def game_id(self) -> GameId:
        """Return the id of the game, with the token of the game that the page showed, as the form
        or header of this request names it: another game may have got its number since."""
        token = request.form.get(SHOWN_GAME, request.headers.get(SHOWN_HEADER))
        return GameId(self.session_id, self.number, token)


def session_blueprint(name: str, address: str) -> Blueprint:
    """Return a blueprint of pages below :data:`SESSION` or :data:`GAME`. Its URL functions take a
    ``place`` in place of the parts of the URL that name it."""
    blueprint = Blueprint(name, __name__, url_prefix=address)
    blueprint.url_value_preprocessor(_join)
    blueprint.before_request(invite)
    return blueprint


def _join(_endpoint: str | None, values: dict[str, Any] | None) -> None:
    """Replace the parts of a URL that name a session or game by one ``place``."""
    assert values is not None  # the address was found
    group_id, session_id = values.pop("group_id"), values.pop("session_id")
    if "number" in values:
        g.place = GameInUrl(group_id, session_id, values.pop("number"))
    else:
        g.place = SessionInUrl(group_id, session_id)
    g.private = True  # even what is refused before the key is looked at
    values["place"] = g.place


def init_app(app: Flask) -> None:
    @app.url_defaults
    def stay(endpoint: str, values: dict[str, object]) -> None:
        """Fill in the group, session and game of the present page where ``url_for`` names none."""
        if "place" in g:
            for name, value in vars(g.place).items():
                if app.url_map.is_endpoint_expecting(endpoint, "group_id", name):
                    values.setdefault(name, value)


blueprint = Blueprint("secret_links", __name__)

FIRST = "invited"
"""The field of a URL that a link has just led to for the first time."""


def invite() -> Response | str | None:
    """Redirect to the page of a group once the cookie of its link is kept. Whoever keeps none, as
    the previews of a chat, gets an invitation. It names nobody, and is the same for groups that
    there are not."""
    if FIRST not in request.args or request.method not in ("GET", "HEAD"):
        return None
    values = request.view_args or {}
    place: SessionInUrl | None = values.get("place")
    group_id = place.group_id if place else values.get("group_id")
    if group_id is None:
        return None
    if key_of(group_id) is not None:
        return redirect(root() + request.path)
    picture = url_for("chat_pictures.evening") if available() and not on_phone() else ""
    return render_template(
        "group/invitation.html", address=request.host_url.rstrip("/"), picture=picture
    )


@blueprint.after_request
def keep_out_of_logs(response: Response) -> Response:
    """Forbid the browser to name this page's URL in other requests, which a proxy may log."""
    response.headers["Referrer-Policy"] = "no-referrer"
    return response


@blueprint.get("/k/<id:key>")
@blueprint.get("/k/<id:key>/<id:session_id>")
def open_link(key: str, session_id: str | None = None) -> Response:
    """Store the key of a link in a cookie, and redirect to a URL without it. A phone that had no
    key of the group shows there whether it kept the cookie (:func:`invite`)."""
    g.private = True
    opened = open_key(key)
    if opened is None:
        abort(404)
    page = _page(opened, session_id)
    known = key_of(opened.group_id) is not None
    response = redirect(page if known else f"{page}?{FIRST}=1")
    if opened.may_write or not _may_write(opened.group_id):
        admit(response, opened.group_id, key)
    return response


def _may_write(group_id: str) -> bool:
    """Return whether this phone has the edit key of a group, which opening a view link must not
    take away."""
    key = key_of(group_id)
    opened = open_key(key) if key else None
    return opened is not None and opened.may_write


def _page(opened: Access, session_id: str | None) -> str:
    """Return the URL of the link's session, else of the group's only session, else of the group."""
    if session_id is None:
        sessions = groups.read_group(opened).sessions
        if len(sessions) != 1:
            return url_for("group.page", group_id=opened.group_id)
        session_id = sessions[0].id
    return url_for("session.page", group_id=opened.group_id, session_id=session_id)
