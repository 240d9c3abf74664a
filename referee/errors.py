"""Errors: a page for people, a problem for programs, and never a bare 500."""

from __future__ import annotations

from flask import Flask, Response, make_response, request
from werkzeug.exceptions import HTTPException

from .api.problems import from_http
from .web.templates import render


def init_app(app: Flask) -> None:
    @app.errorhandler(HTTPException)
    def answer(error: HTTPException) -> Response:
        if request.path.startswith("/api/"):
            return from_http(error)
        if error.response is not None or error.code is None or error.code < 400:
            return make_response(error.get_response())
        page = make_response(render("errors/page.html", code=error.code), error.code)
        if allowed := error.get_response().headers.get("Allow"):
            page.headers["Allow"] = allowed
        return page
