"""What is stored must make sense: where it does not, nobody who asks for it is to blame."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from ..rules.cards import RulesError

_P = ParamSpec("_P")
_T = TypeVar("_T")


class Damaged(Exception):
    """What is stored cannot be: something else than this program has written it, or a fault of
    ours. Neither a refusal nor an error of the rules, which are for what somebody asked."""


def of_stored(work: Callable[_P, _T]) -> Callable[_P, _T]:
    """A function that applies the rules to nothing but what is stored: it raises
    :class:`Damaged` where they refuse it."""

    @wraps(work)
    def working(*args: _P.args, **options: _P.kwargs) -> _T:
        try:
            return work(*args, **options)
        except RulesError as error:
            raise Damaged(f"{type(error).__name__}: {error}") from error

    return working
