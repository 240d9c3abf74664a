"""Forms carry a token, so that no other page can send them in somebody's name.

The API takes keys and no cookies, so it needs none.
"""

from __future__ import annotations

from datetime import timedelta
from functools import lru_cache
from typing import Any

from flask import Flask, Request, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from flask_wtf.csrf import CSRFProtect, generate_csrf
from itsdangerous import BadSignature

from ..addresses import root
from ..services.ids import on_phone

LASTS = timedelta(days=400)
LARGEST_IMPORT = 8 * 1024 * 1024

HANDING_OVER = "handing.take"
"""It looks at the token by itself: a phone's own app has another one."""
_LARGE = ("archives.read_in", "here.copy", HANDING_OVER)

_csrf = CSRFProtect()


class SessionInterface(SecureCookieSessionInterface):
    """The cookie that the tokens belong to: https only where the page came that way.

    Phones bring the same cookie every two seconds, so what was read of the last ones is kept.
    """

    def __init__(self) -> None:
        self._read = lru_cache(maxsize=1024)(self._read_cookie)

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        value = request.cookies.get(self.get_cookie_name(app), "")
        return self.session_class(self._read(app, value) if value else None)

    def _read_cookie(self, app: Flask, value: str) -> dict[str, Any]:
        # Browsers look at its age, not we: where the clock of the server stepped back, a cookie of
        # before comes from the future.
        signer = self.get_signing_serializer(app)
        try:
            found = signer.loads(value) if signer else {}
        except BadSignature:
            return {}
        return dict(found)

    def get_cookie_path(self, _app: Flask) -> str:
        return f"{root()}/"

    def get_cookie_secure(self, _app: Flask) -> bool:
        return request.is_secure


def csrf_token() -> str:
    """The token of this phone, the same for every form."""
    if not (on_phone() and session.permanent):  # what changes there must be written
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
        if request.endpoint in _LARGE:
            request.max_content_length = request.max_form_memory_size = LARGEST_IMPORT
        itself = request.endpoint == HANDING_OVER or request.path.startswith("/api/")
        if request.endpoint and not itself:
            protect()


def protect() -> None:
    """Refuse the form of another page."""
    _csrf.protect()
