"""What builds the addresses of one app of a test run, for all others: to compile it was half of
what an app costs, and tests make hundreds."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from werkzeug.routing import Rule


def share() -> None:
    """From now on rules of the same text have it in common; each finds its own converters."""
    compile_builder = Rule._compile_builder
    made: dict[tuple[str, ...], Callable[..., Any]] = {}

    @wraps(compile_builder)
    def compiled_once(rule: Rule, append_unknown: bool = True) -> Callable[..., Any]:
        known = (repr(rule._trace), repr(rule.defaults), repr(append_unknown))
        if known not in made:
            made[known] = compile_builder(rule, append_unknown)
        return made[known]

    Rule._compile_builder = compiled_once  # type: ignore[method-assign]  # what all rules call
