"""Response headers of every answer."""

from __future__ import annotations

from flask import Flask, Response, g, request

# Nothing but our own files, no inline scripts or styles, and no framing.
CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "connect-src 'self'",
        "img-src 'self' blob: data:",  # blob: a photo that was just taken, on this phone alone
        "manifest-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
MAY_COMPILE = "; ".join(
    (
        "default-src 'none'",
        "connect-src 'self'",
        "script-src 'self' 'wasm-unsafe-eval'",
    )
)
"""Content policy of the worker that judges on a phone: it alone may compile wasm."""
POLICY = "Content-Security-Policy"
NOT_MODIFIED = 304
HEADERS = (
    (POLICY, CONTENT_SECURITY_POLICY),
    ("Referrer-Policy", "same-origin"),
    ("X-Content-Type-Options", "nosniff"),
)
OF_PARTS = HEADERS[-1:]
PARTS = ("text/css", "text/javascript")
"""Styles and scripts are held to the policy of their page; a page has a dozen of them."""


def init_app(app: Flask) -> None:
    @app.after_request
    def protect(response: Response) -> Response:
        if response.status_code != NOT_MODIFIED:  # there those of the page stay in force
            part = request.path.startswith("/assets/") and response.mimetype in PARTS
            for name, value in OF_PARTS if part else HEADERS:
                response.headers.setdefault(name, value)
        # What a key opens is nobody else's, even what is refused before the key is looked at.
        if g.get("private") or "group_id" in (request.view_args or {}):
            response.headers["Cache-Control"] = "no-store"
        return response
