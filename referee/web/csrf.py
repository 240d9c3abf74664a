"""Forms carry a token, so that no other page can send them in somebody's name.

The API takes keys and no cookies, so it needs none.
"""

from __future__ import annotations

from datetime import timedelta

from flask import Flask, request, session
from flask.sessions import SecureCookieSessionInterface
from flask_wtf.csrf import CSRFProtect, generate_csrf
from itsdangerous import URLSafeTimedSerializer

LASTS = timedelta(days=400)
LARGEST_IMPORT = 8 * 1024 * 1024

_csrf = CSRFProtect()


class SessionInterface(SecureCookieSessionInterface):
    """The cookie that the tokens belong to: https only where the page came that way."""

    _serializer: URLSafeTimedSerializer | None = None

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """Flask makes a new one for every request."""
        if self._serializer is None:
            self._serializer = super().get_signing_serializer(app)
        return self._serializer

    def get_cookie_secure(self, app: Flask) -> bool:  # noqa: ARG002 - Flask's signature
        return request.is_secure


def csrf_token() -> str:
    """The token of this phone, the same for every form."""
    session.permanent = True  # phones close browsers all the time
    return str(generate_csrf())


def init_app(app: Flask) -> None:
    app.config.update(
        PERMANENT_SESSION_LIFETIME=LASTS,
        SESSION_REFRESH_EACH_REQUEST=False,
        WTF_CSRF_CHECK_DEFAULT=False,
        WTF_CSRF_TIME_LIMIT=None,  # a page may stay open for a whole evening
        WTF_CSRF_SSL_STRICT=False,  # it wants a Referer, which we tell browsers not to send
    )
    app.session_interface = SessionInterface()
    _csrf.init_app(app)
    app.jinja_env.globals["csrf_token"] = csrf_token

    @app.before_request
    def check() -> None:
        if request.endpoint == "archives.read_in":
            request.max_content_length = LARGEST_IMPORT
        if request.endpoint and not request.path.startswith("/api/"):
            _csrf.protect()
