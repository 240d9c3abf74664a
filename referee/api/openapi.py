"""OpenAPI document, made from the code, and a page to browse it without foreign hosts."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from http import HTTPStatus
from typing import TypeVar

import flask
from flask import Flask, Response, json, render_template, request
from flask_smorest import Api, Blueprint

from ..config import version
from ..headers import REQUEST_ID
from ..urls import NumberConverter
from .game_answers import ProblemSchema
from .problems import MEDIA_TYPE

View = TypeVar("View")


def init_app(app: Flask, prefix: str, blueprints: Sequence[Blueprint]) -> None:
    for blueprint in blueprints:
        app.register_blueprint(blueprint, url_prefix=prefix)

    @cache
    def document() -> dict[str, object]:
        """Return the document, which is made on first use, as that takes as long as the rest of the
        app."""
        return _describe(app, blueprints)

    pages = flask.Blueprint("openapi", __name__)
    pages.after_request(answer_options_as_json)
    pages.after_request(allow_any_origin)

    @pages.get("/openapi.json")
    def openapi_json() -> Response:
        description = document() | {"servers": [{"url": request.script_root or "/"}]}
        text = json.dumps(description, separators=(",", ":"), sort_keys=False)
        return Response(text, mimetype="application/json")

    @pages.get("/docs")
    def api_docs() -> str:
        return render_template("api/docs.html", document=document())

    app.register_blueprint(pages, url_prefix=prefix)


class _ProblemApi(Api):
    """Description of an API whose calls answer a problem where no other answer is described."""

    DEFAULT_ERROR_RESPONSE_NAME = "PROBLEM"


def _describe(app: Flask, blueprints: Iterable[Blueprint]) -> dict[str, object]:
    # flask-smorest handles all errors of the app that it is given; ours has its own (``problems``).
    separate_app = Flask(app.import_name)
    separate_app.config.update(_TITLES, API_VERSION=f"v1 ({version()})")
    api = _ProblemApi(separate_app, spec_kwargs={"info": {"description": _DESCRIPTION}})
    api.register_converter(NumberConverter, lambda _: {"type": "integer", "minimum": 0})
    spec = api.spec
    problem = {"description": "Problem", "content": {MEDIA_TYPE: {"schema": ProblemSchema}}}
    spec.components.response(api.DEFAULT_ERROR_RESPONSE_NAME, problem)
    spec.components.security_scheme(
        "key", {"type": "http", "scheme": "bearer", "description": _KEYS}
    )
    for blueprint in blueprints:
        blueprint.register_views_in_doc(api, app, spec, name=blueprint.name, parameters=None)
        spec.tag({"name": blueprint.name, "description": blueprint.description})
    for name in _UNUSED:
        del spec.components.schemas[name]
    description: dict[str, object] = spec.to_dict()
    for schema in _schemas_in(description):
        _prepare_for_generators(schema)
    return description


_UNUSED = ("Error", "PaginationMetadata")
"""Schemas of flask-smorest that no call here has."""


def _schemas_in(part: object) -> Iterator[dict[str, object]]:
    """Yield each schema in a part of the document that says its type."""
    if isinstance(part, dict):
        if isinstance(part.get("type"), str | list):
            yield part
        for inner in [*part.values()]:
            yield from _schemas_in(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from _schemas_in(inner)


def _prepare_for_generators(schema: dict[str, object]) -> None:
    """Change a schema so that generators of clients can use all of it.

    A default of null, false or an empty text says nothing that an absent field does not, and
    becomes code that must send it. Members of an enumeration whose code is no identifier need
    names.
    """
    if any(schema.get("default", ...) is nothing for nothing in (None, False, "")):
        del schema["default"]
    codes = schema.get("enum")
    if isinstance(codes, list) and _NAMES not in schema and not all(map(str.isidentifier, codes)):
        schema.update(named(*(re.sub(r"\W", "_", code).upper() for code in codes)))


_NAMES, _NAMES_ELSEWHERE = "x-enum-varnames", "x-enumNames"


def named(*names: str) -> dict[str, object]:
    """Return the part of a schema that names the members of its enumeration in code, in the two
    words that generators know."""
    return {_NAMES: [*names], _NAMES_ELSEWHERE: [*names]}


_TITLES = {
    "API_TITLE": "Referee",
    "OPENAPI_VERSION": "3.1.0",
}

_DESCRIPTION = (
    "Cards are text: rank `A 2 … 10 J Q K`, then suit `S H D C` where it is known; lists are "
    "separated by spaces or commas. Errors are `application/problem+json` (RFC 9457)."
)


_KEYS = "A group's edit key or view key. The view key reads, the edit key also writes."


def answer_options_as_json(response: Response) -> Response:
    """Set the content type of answers to OPTIONS, which Flask sends as empty HTML."""
    if request.method == "OPTIONS" and response.status_code < HTTPStatus.BAD_REQUEST:
        response.content_type = "application/json"
    return response


def calls(name: str, description: str, *, keyed: bool = False) -> Blueprint:
    """Return a blueprint of calls that the document describes. Pages of other sites may make those
    that need no key."""
    blueprint = Blueprint(name, __name__, description=description)
    blueprint.after_request(answer_options_as_json)
    if not keyed:
        blueprint.after_request(allow_any_origin)
    return blueprint


_PREFLIGHT_SECONDS = 24 * 60 * 60


def allow_any_origin(response: Response) -> Response:
    """Let pages of other sites read an answer, and say so to browsers that ask before."""
    headers = {
        "Access-Control-Allow-Origin": "*",
        "Access-Control-Expose-Headers": f"ETag, Retry-After, {REQUEST_ID}",
    }
    if request.method == "OPTIONS":
        headers |= {
            "Access-Control-Allow-Methods": response.headers["Allow"],
            "Access-Control-Allow-Headers": "Content-Type",
            "Access-Control-Max-Age": str(_PREFLIGHT_SECONDS),
        }
    response.headers.update(headers)
    return response


def errors(blueprint: Blueprint, *statuses: int) -> Callable[[View], View]:
    """Return a decorator that documents the problems that a call may answer."""
    problem = ProblemSchema()

    def decorate(view: View) -> View:
        for status in statuses:
            view = blueprint.alt_response(
                status,
                schema=problem,
                content_type=MEDIA_TYPE,
                description=HTTPStatus(status).phrase,
            )(view)
        return view

    return decorate
