"""Settings, and where the folders lie: in a checkout, or in an installed package."""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from flask import Flask
from platformdirs import user_data_path

VERSION = "0.1.0"

PACKAGE = Path(__file__).parent
CHECKOUT = PACKAGE.parent


class Defaults:
    """What holds unless the instance folder or the environment says otherwise."""

    MAX_CONTENT_LENGTH = 64 * 1024
    DATABASE_URL = ""
    """SQLite in the instance folder."""
    SECRET_KEY = ""
    """Made at the first start. Several machines must be given the same."""
    THREADS = 4
    """How many threads of a worker serve. Half of them may wait to write, no more."""
    WAIT_FOR_DATABASE = True
    """Wait at the start for a PostgreSQL that is not there yet?"""
    PROXIES = 0
    """How many reverse proxies stand in front and tell the browser's address."""
    PUBLIC_ADDRESS = ""
    """Where phones find the app, if it is opened as localhost."""
    SESSION_COOKIE_NAME = "referee"
    SESSION_COOKIE_SAMESITE = "Lax"


def resources(name: str) -> Path:
    """The templates or static files: at the top of a checkout, inside an installed package."""
    return CHECKOUT / name if _is_checkout() else PACKAGE / f"_{name}"


def instance_folder() -> Path:
    """Where this installation keeps what is its own: ``REFEREE_INSTANCE``, else the checkout's
    ``instance/``, else a folder under the user's data directory."""
    if chosen := os.environ.get("REFEREE_INSTANCE"):
        return Path(chosen).resolve()
    if _is_checkout():
        return CHECKOUT / "instance"
    return user_data_path("referee", appauthor=False)


def load(app: Flask, settings: Mapping[str, Any] | None) -> None:
    """Fill in the settings, each source winning over the one before."""
    app.config.from_object(Defaults)
    app.config.from_pyfile(str(Path(app.instance_path) / "config.py"), silent=True)
    app.config.from_prefixed_env("REFEREE")
    app.config.from_mapping(settings or {})
    given = app.config["SECRET_KEY"]  # the environment may make a number of it
    app.config["SECRET_KEY"] = str(given or _secret_key(Path(app.instance_path)))
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}


def _secret_key(instance: Path) -> str:
    """The key that cookies are signed with, made once and kept in the instance folder."""
    instance.mkdir(parents=True, exist_ok=True)
    kept = instance / "secret_key"
    if not kept.exists():
        # Written elsewhere and then linked, so that of several starting workers one wins and
        # none reads half a key.
        fresh = instance / f".secret_key-{secrets.token_hex(8)}"
        fresh.touch(mode=0o600)
        fresh.write_text(secrets.token_urlsafe(32), "ascii")
        with contextlib.suppress(FileExistsError):
            kept.hardlink_to(fresh)
        fresh.unlink()
    return kept.read_text("ascii")


def _is_checkout() -> bool:
    return (CHECKOUT / "pyproject.toml").is_file() and (CHECKOUT / "templates").is_dir()
