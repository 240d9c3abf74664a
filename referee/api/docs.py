"""The OpenAPI document, made from the code, and a page to browse it without foreign hosts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from http import HTTPStatus
from typing import Any, TypeVar

from flask import Flask, render_template
from flask_smorest import Api, Blueprint

from ..config import VERSION
from .problems import MEDIA_TYPE
from .schemas import ProblemSchema

View = TypeVar("View", bound=Callable[..., Any])


class DocumentedApi(Api):
    """flask-smorest for the document; errors are ours (``problems``)."""

    def _register_error_handlers(self) -> None:
        pass


def init_app(app: Flask, prefix: str, blueprints: Iterable[Blueprint]) -> None:
    app.config.update(
        API_TITLE="Referee",
        API_VERSION=f"v1 ({VERSION})",
        OPENAPI_VERSION="3.1.0",
        OPENAPI_URL_PREFIX=prefix,
        OPENAPI_JSON_PATH="openapi.json",
    )
    documented = DocumentedApi(app, spec_kwargs={"info": {"description": _DESCRIPTION}})
    documented.spec.components.security_scheme(
        "key", {"type": "http", "scheme": "bearer", "description": _KEYS}
    )
    for blueprint in blueprints:
        documented.register_blueprint(blueprint, url_prefix=prefix)

    @app.get(f"{prefix}/docs")
    def api_docs() -> str:
        document: dict[str, Any] = documented.spec.to_dict()
        return render_template("api/docs.html", document=document)


_DESCRIPTION = (
    "Cards are text: rank `A 2 … 10 J Q K`, then suit `S H D C` where it is known; lists are "
    "separated by spaces or commas. Errors are `application/problem+json` (RFC 9457)."
)


_KEYS = "A group's edit key or view key. The view key reads, the edit key also writes."


def errors(blueprint: Blueprint, *statuses: int) -> Callable[[View], View]:
    """Document the problems that a call may answer."""

    def decorate(view: View) -> View:
        for status in statuses:
            view = blueprint.alt_response(
                status,
                schema=ProblemSchema,
                content_type=MEDIA_TYPE,
                description=HTTPStatus(status).phrase,
            )(view)
        return view

    return decorate
