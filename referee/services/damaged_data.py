"""Errors of stored data that the rules refuse; the program is at fault, not the request."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from ..rules.error_bases import RulesError

_P = ParamSpec("_P")
_T = TypeVar("_T")


class Damaged(Exception):
    """Stored data that cannot be: another program wrote it, or this one has a fault.

    It is neither a refusal nor an error of the rules, which answer a request.
    """


def raises_damaged(function: Callable[_P, _T]) -> Callable[_P, _T]:
    """Return a function that raises :class:`Damaged` where the rules refuse stored data.

    The decorated function may apply the rules to stored data alone.
    """

    @wraps(function)
    def checked(*args: _P.args, **options: _P.kwargs) -> _T:
        try:
            return function(*args, **options)
        except RulesError as error:
            raise Damaged(f"{type(error).__name__}: {error}") from error

    return checked
