"""The referee alone: the pages that need nothing that is kept, so no database and no secret.

A phone that has been given them judges without a network; the server has the same ones and more.
"""

from __future__ import annotations

from pathlib import Path

from flask import Flask
from jinja2 import FileSystemBytecodeCache

from . import addresses, headers, languages
from .offline.pack import Offer
from .web import exercises, first, home, likes, rules, tactics, templates, vocabulary
from .web.referee import pages as referee

_AREAS = (first, likes, referee, rules, tactics, exercises)
NEED_NOTHING = {area.blueprint.name for area in _AREAS}
"""The names of the blueprints that never ask for what is kept; the home page does where it can."""


def create_app(folder: Path, assets: str, offer: Offer | None = None) -> Flask:
    """An app of these pages alone. The ``folder`` holds their ``templates``, and those that were
    compiled before in ``compiled``. ``assets`` is the address below which the styles and scripts of
    the pages lie, ``offer`` the pack that they offer to phones."""
    app = Flask(__name__, template_folder=str(folder / "templates"), static_folder=None)
    app.config.update(PROXIES=0, PUBLIC_ADDRESS="")
    init_app(app)
    app.jinja_env.globals.update(assets=assets, offer=offer)
    if (compiled := folder / "compiled").is_dir():
        templates.keep_compiled(
            app, lambda spoken: FileSystemBytecodeCache(str(compiled), f"{spoken}-%s")
        )
    return app


def init_app(app: Flask) -> None:
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}  # before its environment is
    addresses.init_app(app)
    languages.init_app(app)
    headers.init_app(app)
    vocabulary.init_app(app)
    templates.init_app(app)
    home.init_app(app)
    for area in (home, *_AREAS):
        app.register_blueprint(area.blueprint)
