"""Sentences that say why the app cannot start.

Wrong settings, a wrong instance folder or database are no errors of the program, so nobody is shown
a traceback: the command prints the sentence, and so does gunicorn.
"""

import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask
from sqlalchemy.exc import DBAPIError, NoSuchModuleError, SQLAlchemyError

from .config import (
    MOST,
    MOST_THREADS,
    PREFIX,
    SECRET_LENGTH,
    BadSetting,
    BrokenFile,
    SettingType,
    UnknownSetting,
)
from .languages import Speech, gettext, language_of_environment, speaking
from .store import database
from .store.sqlite import ForeignLog

_HIDDEN = ("DATABASE_URL", "SECRET_KEY")
_OF_SETTINGS = (BadSetting, UnknownSetting, BrokenFile)
_FAULTS = (*_OF_SETTINGS, ForeignLog, OSError, ImportError, SQLAlchemyError, SystemExit)
"""Flask-Migrate leaves the program where it does not know the revision."""


class CannotStart(Exception):
    """A failed start; the text is the sentence about it."""


@contextmanager
def reporting_errors(app: Flask) -> Iterator[None]:
    """Raise errors within a ``with`` block as :class:`CannotStart`."""
    logging.getLogger("flask_migrate").disabled = True  # what it says, the sentence says better
    try:
        yield
    except _FAULTS as error:
        if isinstance(error, SystemExit) and not _is_of_alembic(error):
            raise  # somebody told us to end
        gunicorn = sys.modules.get("gunicorn.errors")
        if gunicorn is None:
            raise CannotStart(sentence(app, error)) from error
        # With this one it says the sentence and ends, and does not try again and again.
        with speaking(Speech(language_of_environment(os.environ))):
            message = gettext("Error: %(message)s", message=sentence(app, error))
        raise gunicorn.AppImportError(message) from error


def _is_of_alembic(error: BaseException) -> bool:
    """Return whether an error comes from a migration that Alembic refused."""
    util = sys.modules.get("alembic.util")  # where it is not imported, it refused nothing
    return util is not None and isinstance(error.__context__, util.CommandError)


def sentence(app: Flask, error: BaseException) -> str:
    """Return the sentence about an error, with the place of its cause."""
    match error:
        case BadSetting() | UnknownSetting() | BrokenFile():
            return _setting_text(error)
        case ForeignLog():
            return gettext(
                "%(log)s belongs to another database than %(database)s beside it, and together"
                " they would be damaged. If you put %(database)s there, move %(log)s elsewhere;"
                " if not, put both back as they were. Then start again.",
                log=error.log,
                database=error.database,
            )
        case OSError():
            return f"{error.filename}: {error.strerror}" if error.filename else str(error)
        case _:
            return _database_error_text(app, error)


def setting_error_text(name: str, value: object, kind: SettingType) -> str:
    """Return the sentence about a setting of the wrong type."""
    return gettext(
        "%(name)s is “%(value)s”: %(wanted)s", name=name, value=value, wanted=_requirement(kind)
    )


def _setting_text(error: BadSetting | UnknownSetting | BrokenFile) -> str:
    """Return the sentence about a setting or a file of settings."""
    match error:
        case BrokenFile():
            return _file_error_text(error)
        case UnknownSetting():
            return _unknown_setting_text(error)
    name = str(error.file or f"{PREFIX}{error.name}")
    if error.name in _HIDDEN:
        return f"{name}: {_requirement(error.kind)}"
    return setting_error_text(name, error.value, error.kind)


def _unknown_setting_text(error: UnknownSetting) -> str:
    where, prefix = (f"{error.file}: ", "") if error.file else ("", PREFIX)
    text = where + gettext("there is no setting %(name)s", name=error.name)
    if error.meant is None:
        return text
    return gettext("%(text)s. Is it meant to be %(name)s?", text=text, name=prefix + error.meant)


def _requirement(kind: SettingType) -> str:
    match kind:
        case SettingType.NUMBER | SettingType.THREADS:
            least, most = (1, MOST_THREADS) if kind is SettingType.THREADS else (0, MOST)
            return gettext(
                "it must be a whole number from %(least)d to %(most)d", least=least, most=most
            )
        case SettingType.SWITCH:
            return gettext("it must be true or false")
        case SettingType.TEXT:
            return gettext("it must be a text")
        case SettingType.SECRET:
            return gettext(
                "it must be a text of %(least)d characters or more that nobody can guess",
                least=SECRET_LENGTH,
            )
        case SettingType.ADDRESS:
            return gettext("it must be an address that begins with http:// or https://")
        case SettingType.DATABASE:
            return gettext("it must look like postgresql://name:password@host/database")


def _file_error_text(broken: BrokenFile) -> str:
    """Return the sentence about a file of settings that does not run."""
    error = broken.error
    what = error.msg if isinstance(error, SyntaxError) else f"{type(error).__name__}: {error}"
    if broken.line is None:
        return f"{broken.file}: {what}"
    return gettext(
        "%(file)s, line %(line)d: %(error)s", file=broken.file, line=broken.line, error=what
    )


def _database_error_text(app: Flask, error: BaseException) -> str:
    """Return the sentence about an error of the database, in its own words and without the
    password."""
    where = database.shown_url(app)
    if isinstance(error, ImportError | NoSuchModuleError):
        return gettext("the driver of the database %(database)s is not installed", database=where)
    if _is_of_alembic(error):
        return gettext("a newer version of Referee wrote the database %(database)s", database=where)
    message = str(error.orig if isinstance(error, DBAPIError) else error)
    return gettext(
        "the database %(database)s cannot be used: %(error)s",
        database=where,
        error=" ".join(message.split()),
    )
