"""Refusal of a command, which is printed without a traceback."""

from __future__ import annotations

import sys

import click

from .languages import gettext


class CommandRefused(click.ClickException):
    """A refusal of a command. Its message is made at once: when it is shown, the language is no
    longer set."""

    def __init__(self, message: str) -> None:
        super().__init__(gettext("Error: %(message)s", message=message))

    def show(self, file: object = None) -> None:  # noqa: ARG002 - click gives none
        click.echo(self.message, file=sys.stderr)
