"""The command ``referee offline``, which builds the pack."""

from __future__ import annotations

import sys

import click

from ..command_refused import CommandRefused
from ..config import instance_folder
from ..languages import gettext
from .build_pack import CannotBuild, build
from .pack import FOLDER


@click.command()
def offline() -> None:
    """Build the referee for phones without a network, which the app then offers them.

    It needs npm and node, and is built again after each update of the app.
    """
    folder = instance_folder() / FOLDER
    try:
        offer = build(folder).offer
    except CannotBuild as error:
        raise CommandRefused(str(error)) from error
    except OSError as error:
        raise CommandRefused(f"{error.filename}: {error.strerror}") from error
    message = gettext(
        "%(folder)s: version %(version)s, %(sent)d MB to send, %(kept)d MB on a phone",
        folder=folder,
        version=offer.version,
        sent=offer.megabytes_sent,
        kept=offer.megabytes_kept,
    )
    click.echo(message, file=sys.stdout)
    click.echo(gettext("Start the app again to offer it."), file=sys.stdout)
