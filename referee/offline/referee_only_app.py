"""The pages without stored data as an app of their own, for phones whose browser cannot run the
whole app."""

from pathlib import Path

from flask import Flask

from ..web import setup, stateless_pages
from .pack import PackOffer


def create_app(folder: Path, assets: str, offer: PackOffer | None = None) -> Flask:
    """Return the app. ``folder`` holds its ``templates``, or compiled ones in ``compiled``.
    ``assets`` is the URL below which the styles and scripts of the pages lie, ``offer`` the pack
    that they offer to phones."""
    app = Flask(
        stateless_pages.__name__, template_folder=str(folder / "templates"), static_folder=None
    )
    app.config.update(PROXIES=0, PUBLIC_ADDRESS="")
    setup.init_app(app)
    stateless_pages.init_app(app)
    app.jinja_env.globals.update(assets=assets, offer=offer)
    setup.use_compiled(app, folder / "compiled")
    return app
