"""The ``referee`` command. Each of its commands is imported when it is given."""

import os
import sys
import traceback
from importlib import import_module

import click

from . import terminal
from .languages import LANGUAGES, Speech, language_of_environment, speaking
from .terminal import FAULT, print_line

_COMMANDS = {
    "backup": "admin_commands",
    "doctor": "admin_commands",
    "groups": "admin_commands",
    "judge": "judge_command",
    "link": "admin_commands",
    "merge": "admin_commands",
    "offline": "offline.build_pack",
    "photo": "file_commands",
    "play": "play_command",
    "replay": "file_commands",
    "restore": "admin_commands",
    "serve": "admin_commands",
}
"""The module of each command."""


class _Program(click.Group):
    """A group of commands that exits with a code of its own after an error of the program: Python's
    is that of an illegal play."""

    def list_commands(self, _context: click.Context) -> list[str]:
        return sorted(_COMMANDS)

    def get_command(self, _context: click.Context, name: str) -> click.Command | None:
        if name not in _COMMANDS:
            return None
        command: click.Command = getattr(import_module(f".{_COMMANDS[name]}", __package__), name)
        return command

    def invoke(self, ctx: click.Context) -> object:
        terminal.prepare()
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort, EOFError):
            raise
        except BrokenPipeError:  # whoever reads this has gone
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(FAULT)
        except Exception:  # noqa: BLE001 - whatever it is
            traceback.print_exc()
            sys.exit(FAULT)


def _show_version(context: click.Context, _option: click.Parameter, asked: bool) -> None:
    """Print the version and exit, if that was asked for."""
    if asked and not context.resilient_parsing:
        from .config import version  # noqa: PLC0415 - no command needs it

        print_line(f"referee, version {version()}")
        context.exit()


@click.group(cls=_Program, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version and exit.",
)
@click.option(
    "--language",
    type=click.Choice(list(LANGUAGES)),
    help="Language of the answers.  [default: as LC_ALL, LC_MESSAGES or LANG say]",
)
@click.pass_context
def main(context: click.Context, language: str | None) -> None:
    """Referee and score keeper for card games played with real cards."""
    context.with_resource(speaking(Speech(language or language_of_environment(os.environ))))
