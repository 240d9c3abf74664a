"""The referee alone: the pages that need nothing that is kept, so no database and no secret.

A phone that has been given them judges without a network; the server has the same ones and more.
"""

from __future__ import annotations

from flask import Flask

from . import addresses, headers, languages
from .pocket.offer import Offer
from .web import home, likes, referee, rules, templates, vocabulary


def create_app(templates_folder: str, assets: str, offer: Offer | None = None) -> Flask:
    """An app of these pages alone. ``assets`` is the address below which the styles and scripts of
    its pages lie, ``offer`` the pack that they offer to phones."""
    app = Flask(__name__, template_folder=templates_folder, static_folder=None)
    app.config.update(PROXIES=0, PUBLIC_ADDRESS="")
    init_app(app)
    app.jinja_env.globals.update(assets=assets, offer=offer)
    return app


def init_app(app: Flask) -> None:
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}  # before its environment is
    addresses.init_app(app)
    languages.init_app(app)
    headers.init_app(app)
    vocabulary.init_app(app)
    templates.init_app(app)
    for area in (home, likes, referee, rules):
        app.register_blueprint(area.blueprint)
