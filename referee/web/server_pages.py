"""What only a server has: the links that let phones in, what makes the pages an app of the phone,
the files of the pages and of the pack, and photos that plain forms send. The other pages are those
of :mod:`referee.stateless_pages` and of :mod:`referee.web.evenings`."""

from __future__ import annotations

from flask import Flask

from ..messages import no_runtime_text
from ..photo import available
from . import assets, evenings, handing_over, links, shell
from .referee import photo


def init_app(app: Flask) -> None:
    assets.init_app(app)
    app.logger.addFilter(links.HideKeys())
    evenings.init_app(app)
    if not available():
        app.jinja_env.globals["no_photos"] = no_runtime_text  # the menu says so
    for area in (shell, assets, links, photo):
        app.register_blueprint(area.blueprint)
    app.register_blueprint(handing_over.on_server)
