"""The ``If-Match`` header: which version of a row a request replaces."""

from __future__ import annotations

from ..languages import gettext
from ..services.sheet_entry_and_closing import ANY_VERSION
from .problems import Problem


def read_version(if_match: str | None) -> int:
    """Return the version of a row in an ``If-Match`` header; 428 without one, -1 for one that no
    row has ever had."""
    if if_match is None or not if_match.strip():
        raise Problem(428, gettext("Say which version of the row this replaces: If-Match."))
    text = if_match.strip().removeprefix("W/").strip('"')
    if text == "*":
        return ANY_VERSION
    return int(text) if text.isdecimal() and len(text) <= 9 else -1
