"""Download of the pack that this server offers to phones."""

from pathlib import Path

from flask import Blueprint, Flask, Response, abort, current_app, jsonify, make_response, request

from ..headers import MAY_COMPILE
from ..urls import root
from ..web import assets
from .pack import ENDINGS, FOLDER, SCRIPT, DamagedPack, Pack
from .pack_contents import fingerprint

blueprint = Blueprint("offline", __name__, url_prefix="/pocket")

_EXTENSION = "referee-offline"


@blueprint.get("/files.json")
def files() -> Response:
    """Send the list of files with their parts; ``policy`` is the content security policy of the
    pack's worker."""
    response = jsonify(_pack().listed | {"policy": MAY_COMPILE})
    response.cache_control.no_store = True
    return response


@blueprint.get("/parts/<sha256>")
def part(sha256: str) -> Response:
    """Send a part by its SHA-256. It is not to be cached, since the phone stores it itself."""
    taken = request.accept_encodings
    codings = [
        coding for coding in ENDINGS if coding == "gzip" or taken.quality(coding) > 0
    ]  # all read that
    stored = ((coding, _pack().part(sha256, coding)) for coding in codings)
    coding, packed = next(((coding, data) for coding, data in stored if data), ("", b""))
    response = make_response(packed or abort(404))
    response.content_type = "application/octet-stream"
    response.content_encoding = coding
    response.vary.add("Accept-Encoding")
    response.cache_control.no_store = True
    return response


@blueprint.get("/<version>/<name>")
def script(version: str, name: str) -> Response:
    """Send a whole script of the pack, which service workers import."""
    pack = _pack()
    text = pack.script(name) if version == pack.offer.version else None
    response = make_response(text or abort(404))
    response.content_type = SCRIPT
    response.cache_control.no_store = True  # they keep it, too
    return response


@blueprint.get("/licences.txt")
def licences() -> Response:
    response = make_response(_pack().licences or abort(404))
    response.content_type = "text/plain; charset=utf-8"
    return response


def _pack() -> Pack:
    pack: Pack | None = current_app.extensions[_EXTENSION]
    return pack or abort(404)


def init_app(app: Flask) -> None:
    """Offer the pack in the instance folder, if it was built for this version of the app."""
    try:
        pack = Pack.read(Path(app.instance_path) / FOLDER)
    except DamagedPack as error:
        app.logger.warning("the referee for phones is damaged, build it anew: %s", error)
        pack = None
    if pack and pack.made_for != fingerprint():
        app.logger.warning("the referee for phones is of another version: build it anew")
        pack = None
    app.extensions[_EXTENSION] = pack
    app.jinja_env.globals["offer"] = pack.offer if pack else None
    app.register_blueprint(blueprint)
    assets.host_by(app, _statement)


def _statement(version: str) -> str | None:
    """Return the statement that imports the app of a pack into a service worker, None for another
    version than the offered one."""
    pack: Pack | None = current_app.extensions[_EXTENSION]
    if pack is None or pack.offer.version != version:
        return None
    return f'import * as host from "{root()}/pocket/{version}/app_in_service_worker.js";\n'
