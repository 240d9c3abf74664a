"""The whole app on one phone: stateless pages, and those of groups with a database of its own.

There is no API, no pack and no log, and other phones cannot join. Ids that are made here begin with
``0``, as none of a server's does. Scripts call the app through :mod:`referee.offline.bridge`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from flask import Blueprint, Flask, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from ..cache import ON_PHONE
from ..config import Defaults
from ..services import archive_import, groups, phone_groups
from ..services.phone_groups import is_taken
from ..services.refusals import Cause, Invalid, PhoneDataUnavailable, PhoneStorageFull
from ..store import database
from ..web import database_pages, error_pages, setup, stateless_pages
from ..web.home import sorted_groups
from ..web.secret_links import access, admit, admitted, known_access
from . import photo_api
from .pack import PackOffer

GROUP = "/g/<id:group_id>"

blueprint = Blueprint("whole_app", __name__)


@blueprint.get("/here/evenings")
def evenings() -> str:
    """Draw the part of the home page with this phone's own groups; those that a server has taken
    are listed as copies."""
    glances = groups.read_summaries(known_access()) or []
    copies = [group for group in glances if is_taken(group.id)]
    alone = [group for group in glances if group not in copies]
    return render_template("home/_groups_of_this_phone.html", **sorted_groups(alone), copies=copies)


@blueprint.get("/here/copy")
def ask_to_copy() -> str:
    """Ask whether a server's session is to go on here. The field ``of`` is the path of its page."""
    return render_template("group/continue_as_copy.html", of=request.args.get("of", ""))


@blueprint.post("/here/copy")
def copy() -> Response:
    """Create a group from the ``archive`` of a server's session, which the service worker adds to
    the form."""
    text = request.form.get("archive", "")
    try:
        group_id, key = archive_import.import_group(text)
    except (Invalid, ValueError, RecursionError):
        abort(404)
    response = redirect(url_for("group.page", group_id=group_id), 303)
    admit(response, group_id, key)
    return response


_EXTENSION = "referee-trouble"
STATELESS_BLUEPRINTS = {*stateless_pages.STATELESS_BLUEPRINTS, photo_api.blueprint.name}


def _refuse_unavailable(app: Flask) -> None:
    app.extensions[_EXTENSION] = None

    @app.before_request
    def refuse() -> None:
        cause: Cause | None = app.extensions[_EXTENSION]
        if cause and request.blueprint not in STATELESS_BLUEPRINTS:
            raise (PhoneStorageFull if cause is Cause.NO_ROOM else PhoneDataUnavailable)(cause)


def set_unavailable(app: Flask, cause: Cause | None) -> None:
    """Refuse stored pages for a cause, None to serve them again."""
    app.extensions[_EXTENSION] = cause


@contextmanager
def unavailable_while(app: Flask, cause: Cause) -> Iterator[None]:
    """Refuse stored pages for a cause within a ``with`` block."""
    before = app.extensions[_EXTENSION]
    set_unavailable(app, cause)
    yield
    set_unavailable(app, before)


@blueprint.post(f"{GROUP}/hand-over")
def leave(group_id: str) -> str:
    """Freeze a group for the move, and draw the form that sends it to the server."""
    return _ready(group_id)


@blueprint.get(f"{GROUP}/hand-over")
def waiting(group_id: str) -> str | Response:
    """Draw the form that sends a group again while the server's answer is not known."""
    opened = access(group_id)
    if phone_groups.leaving(opened.group_id) is None:
        return redirect(url_for("group.page", group_id=group_id))
    return _ready(group_id)


def _ready(group_id: str) -> str:
    opened = access(group_id)
    leaving, text = phone_groups.leave(opened)
    group = groups.read_group(opened)
    return render_template(
        "handover/group_leaves_phone.html", group=group, leaving=leaving, text=text
    )


@blueprint.post(f"{GROUP}/copy")
def go_on_beside(group_id: str) -> Response:
    """Create a copy of a group in which play goes on while the group waits for the server."""
    copy_id, key = phone_groups.go_on_beside(access(group_id))
    return admitted(url_for("group.page", group_id=copy_id), copy_id, key)


@blueprint.get(f"{GROUP}/handed-over")
def handed_over(group_id: str) -> Response:
    """Record that the server took the group, which redirects here afterwards."""
    took, proof = request.args.get("as", ""), request.args.get("proof", "")
    phone_groups.note_taken(access(group_id), proof, took)
    return redirect(url_for("group.page", group_id=group_id), 303)


@blueprint.get(f"{GROUP}/stays")
def stays(group_id: str) -> Response:
    """Unfreeze a group that the server refused, which redirects here afterwards."""
    phone_groups.stay(access(group_id), request.args.get("proof", ""))
    return redirect(url_for("group.page", group_id=group_id), 303)


@blueprint.post(f"{GROUP}/remove")
def remove(group_id: str) -> Response:
    """Delete a group that the server took."""
    phone_groups.remove(access(group_id))
    return redirect(url_for("home.page"), 303)


IN_MEMORY = ("journal_mode = MEMORY", "synchronous = OFF", "foreign_keys = ON")
"""Settings of SQLite on a phone: the file is in the memory of the page's Python, and is kept as a
whole after each request that changed it."""
PLACEHOLDER = "of no phone yet"


def create_app(
    folder: Path,
    assets: str,
    offer: PackOffer | None,
    database_path: Path,
    secret: str = PLACEHOLDER,
) -> Flask:
    """Return the app of one phone. ``folder``, ``assets`` and ``offer`` are those of
    :func:`referee.offline.referee_only_app.create_app`; the tables of the database are those of
    :func:`referee.offline.schema_migration.upgrade`. The ``secret``, another one on each phone,
    signs cookies and makes the keys of groups."""
    app = Flask(
        __package__.partition(".")[0],
        template_folder=str(folder / "templates"),
        static_folder=None,
        instance_path=str(database_path.parent),
    )
    app.config.from_object(Defaults)
    own: dict[str, object] = {ON_PHONE: True, "SECRET_KEY": secret, "THREADS": 1}
    app.config.update(own, DATABASE_URL=f"sqlite:///{database_path}")
    database.init_app(app, IN_MEMORY)
    setup.init_app(app)
    stateless_pages.init_app(app)
    error_pages.init_app(app)
    database_pages.init_app(app)
    _refuse_unavailable(app)
    app.register_blueprint(blueprint)
    app.register_blueprint(photo_api.blueprint)
    app.jinja_env.globals.update(assets=assets, offer=offer, on_phone=True)
    setup.use_compiled(app, folder / "compiled")
    return app
