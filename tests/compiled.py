"""Templates that one app of a test run has compiled, for all others: those of other workers and of
servers that tests start. To compile all of them takes four seconds a language."""

import os
from functools import wraps
from pathlib import Path

from flask import Flask
from jinja2 import FileSystemBytecodeCache

from referee.web import templates

VARIABLE = "COMPILED_TEMPLATES"
"""Where the folder of this run stands in the environment, which workers and servers inherit."""


def share(folder: Path) -> None:
    """From now on apps find and leave there what is compiled. It must be empty when a run begins:
    what a template includes, and how its texts are translated, are compiled into it."""
    init_app = templates.init_app

    @wraps(init_app)
    def sharing(app: Flask) -> None:
        init_app(app)
        templates.keep_compiled(
            app, lambda spoken: FileSystemBytecodeCache(str(folder), f"{spoken}-%s")
        )

    templates.init_app = sharing


def share_with_tests(apart: str = "") -> None:
    """As the tests that started this process do; without them nothing is kept. Whoever translates
    otherwise has a part of it alone."""
    if kept := os.environ.get(VARIABLE):
        folder = Path(kept) / apart
        folder.mkdir(exist_ok=True)
        share(folder)
