"""Commands for whoever hosts the app: the server, groups and their links, merging, backups."""

import json
import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import click
import segno
from flask import Flask, url_for
from sqlalchemy.exc import SQLAlchemyError

from . import create_app as make_app
from . import http_server as server
from .config import SettingType, is_address, is_text
from .doctor import Severity, examine, read_host
from .languages import gettext, ngettext
from .messages.error_texts import error_text
from .rules.cards import RulesError
from .services import group_edits, group_merge
from .services.access import Access, view_key
from .services.archive import foreign_file
from .services.group_merge import MergePlan
from .services.refusals import Refusal
from .startup import CannotStart, sentence, setting_error_text
from .store import database, group_queries, queries
from .store.backup import NoBackup, check_backup, is_empty, read_backup, write_backup
from .store.models import Group
from .store.sqlite import ForeignLog
from .terminal import CommandRefused, can_write, print_line
from .times import day_of

create_app = partial(make_app, {"WAIT_FOR_DATABASE": False})
"""A command says that the database is away; workers of gunicorn wait for it."""


QR_SIGNS = "█▀▄"
HOST, PORT = server.EVERYWHERE, 8000


@click.command()
@click.argument("group")
@click.option("--address", help="Where phones find the app.  [default: REFEREE_PUBLIC_ADDRESS]")
def link(group: str, address: str | None) -> None:
    """Make new links for GROUP, its name or id, for people who lost theirs.

    The old links stop working at once.
    """
    if address and not is_address(address):
        raise CommandRefused(setting_error_text("--address", address, SettingType.ADDRESS))
    app = start_app()
    address = address or app.config["PUBLIC_ADDRESS"]
    with using_database(app), app.test_request_context(base_url=address or None):
        found = _group_named(group)
        if not address:
            raise CommandRefused(
                gettext(
                    "say where phones find the app: --address https://…, or"
                    " REFEREE_PUBLIC_ADDRESS. Nothing was changed: the old links still work"
                )
            )
        key = group_edits.new_links(found.id)
        for name, opens in ((gettext("to play"), key), (gettext("to look on"), view_key(key))):
            print_line(f"{name:<11} {url_for('secret_links.open_link', key=opens, _external=True)}")


def _group_named(name: str) -> Group:
    """Return the group of this name or id. Raises :class:`CommandRefused` if there is none, or
    several, which are listed."""
    matches = queries.groups_named(name) if is_text(name) else []
    if len(matches) == 1:
        return matches[0]
    for group in matches:
        day = day_of(group.created_at, group.timezone)
        print_line(f"{group.id}  {day}  {group.name}", err=True)
    if matches:
        raise CommandRefused(gettext("“%(name)s”: there are several: give the id", name=name))
    raise CommandRefused(gettext("“%(name)s”: there is no such group", name=name))


@click.group(invoke_without_command=True)
@click.pass_context
def groups(context: click.Context) -> None:
    """List the groups: id, day of the last evening, number of evenings, name."""
    if context.invoked_subcommand:
        return
    app = start_app()
    with using_database(app), app.app_context():
        for row in group_queries.all_groups():
            day = day_of(row.last_begun or row.created_at, row.timezone)
            print_line(f"{row.id}  {day}  {row.sessions:>4}  {row.name}")


@groups.command()
@click.argument("group")
@click.option("--yes", is_flag=True, help="Do not ask.")
def delete(group: str, yes: bool) -> None:
    """Delete GROUP, its name or id, with all its evenings."""
    app = start_app()
    with using_database(app), app.app_context():
        found = _group_named(group)
        evenings = _evenings(len(queries.sessions(found.id)))
        if not yes:
            question = gettext(
                "This deletes “%(name)s” for good (%(evenings)s). Continue?",
                name=found.name,
                evenings=evenings,
            )
            click.confirm(question, abort=True)
        group_edits.delete_group(Access(found.id, may_write=True), found.name)
        print_line(gettext("Deleted: %(name)s, %(evenings)s", name=group, evenings=evenings))


def _evenings(number: int) -> str:
    return ngettext("%(num)d evening", "%(num)d evenings", number)


@click.command()
@click.argument("other")
@click.argument("group")
@click.option("--yes", is_flag=True, help="Do not ask.")
def merge(other: str, group: str, yes: bool) -> None:
    """Bring all evenings of OTHER into GROUP.

    OTHER is the name or id of a group, which is gone afterwards, or a file with a saved group.
    People of the same name are one person, and an evening that is in both stays once.
    """
    app = start_app()
    file = Path(other) if is_text(other) else None
    with using_database(app), app.app_context():
        into = Access(_group_named(group).id, may_write=True)
        try:
            if file is not None and file.is_file():
                _merge_file(into, file, yes=yes)
            else:
                _merge_group(into, _group_named(other), yes=yes)
        except (Refusal, RulesError) as error:
            raise CommandRefused(error_text(error)) from error


def _merge_group(into: Access, other: Group, *, yes: bool) -> None:
    access = Access(other.id, may_write=True)
    _confirm(group_merge.plan_merge(into, access), yes=yes)
    group_merge.merge_groups(into, access)


def _merge_file(into: Access, file: Path, *, yes: bool) -> None:
    content = file.read_bytes()
    try:
        text = content.decode("utf-8-sig")
        json.loads(text)
    except (ValueError, RecursionError) as error:
        raise foreign_file(content) from error
    _confirm(group_merge.plan_import(into, text), yes=yes)
    group_merge.import_into(into, text)


def _confirm(plan: MergePlan, *, yes: bool) -> None:
    """Print what a merge does, and ask whether it is to be done."""
    print_line(gettext("Evenings that come: %(number)d", number=plan.evenings))
    print_line(gettext("Evenings in both, which stay once: %(number)d", number=plan.twice))
    print_line(gettext("People in both: %(names)s", names=", ".join(plan.same) or "–"))
    print_line(gettext("New people: %(names)s", names=", ".join(plan.new) or "–"))
    if not yes:
        click.confirm(gettext("This cannot be undone. Continue?"), abort=True)


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
def backup(file: Path) -> None:
    """Write everything that is kept into a new FILE."""
    app = start_app()
    with using_database(app), app.app_context():
        try:
            rows = write_backup(file)
        except OSError as error:
            raise CommandRefused(f"{file}: {error.strerror}") from error
    print_line(_rows(file, rows))


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--yes", is_flag=True, help="Do not ask.")
def restore(file: Path, yes: bool) -> None:
    """Put what a backup FILE holds in the place of everything that is kept."""
    app = start_app()
    with using_database(app), app.app_context():
        try:
            check_backup(file)
            if not yes and not is_empty():
                click.confirm(
                    gettext("This replaces everything that is kept. Continue?"), abort=True
                )
            rows = read_backup(file)
        except OSError as error:
            raise CommandRefused(f"{file}: {error.strerror}") from error
        except ForeignLog as error:
            raise CommandRefused(sentence(app, error)) from error
        except NoBackup as error:
            message = gettext("%(file)s: not a backup that this version can read", file=file)
            raise CommandRefused(message) from error
    print_line(_rows(file, rows))


def start_app(level: int = logging.WARNING) -> Flask:
    """Return the application, whose log has lines of a level or above: whoever gives a command need
    not know what a server says when it starts. Raises :class:`CommandRefused` with the sentence
    about why it cannot start."""
    logging.getLogger(make_app.__module__).setLevel(level)
    try:
        return create_app()
    except CannotStart as error:
        raise CommandRefused(str(error)) from error


@contextmanager
def using_database(app: Flask) -> Iterator[None]:
    """Close the database at the end, and turn its errors into a sentence: it may fail later than
    at the start."""
    try:
        yield
    except SQLAlchemyError as error:
        raise CommandRefused(sentence(app, error)) from error
    finally:
        database.close(app)


@click.command()
def doctor() -> None:
    """Say what is wrong with this host: machine, settings, data.

    The exit code is 1 if something must be put right.
    """
    found = examine(read_host())
    marks = {
        Severity.GOOD: gettext("good"),
        Severity.NOTE: gettext("note"),
        Severity.WRONG: gettext("wrong"),
    }
    wide = max(map(len, marks.values()))
    for severity, text in found:
        print_line(f"{marks[severity]:<{wide}}  {text}")
    if any(severity is Severity.WRONG for severity, _ in found):
        sys.exit(1)


def _rows(file: Path, rows: int) -> str:
    """Return the text that says how many rows a backup has."""
    return ngettext("%(file)s: %(num)d row", "%(file)s: %(num)d rows", rows, file=file)


@click.command()
@click.option(
    "--host", envvar="HOST", default=HOST, show_default=True, help="All interfaces, or one."
)
@click.option(
    "--port", envvar="PORT", default=PORT, show_default=True, type=click.IntRange(1, 65535)
)
def serve(host: str, port: int) -> None:
    """Serve the app to the phones at the table."""
    app = start_app(logging.NOTSET)
    try:
        listening = server.listen(host, port)
    except OSError as error:
        message = gettext(
            "cannot listen on %(address)s: %(error)s",
            address=f"{host}:{port}",
            error=error.strerror,
        )
        raise CommandRefused(message) from error
    best, *others = server.addresses(host, port)
    app.config["PUBLIC_ADDRESS"] = app.config["PUBLIC_ADDRESS"] or best
    first, further = gettext("Referee is at"), gettext("and at")
    print_line(f"{first} {best}")
    for address in others:
        print_line(f"{further:>{len(first)}} {address}")
    if sys.stdout.isatty() and can_write(QR_SIGNS):
        segno.make(best).terminal(compact=True)
    print_line(gettext("Ctrl-C stops it."))
    sys.stdout.flush()
    try:
        server.serve(app, listening)
    finally:
        database.close(app)
