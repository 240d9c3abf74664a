"""URL of a position: its query holds all of it, so that each tap leads to another URL."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from urllib.parse import quote_plus


class PositionUrl:
    """The URL of a position's page, with the texts of its fields in the notation."""

    def __init__(self, page: str, texts: Mapping[str, str], claim_fields: Collection[str]) -> None:
        """Set the page and the fields; ``claim_fields`` are about a claim, and dropped when the
        cards change."""
        self._page = page
        # As parts of a query: most are the same in all addresses of a page.
        self._fields = {name: _field(name, text) for name, text in texts.items()}
        self._unclaimed = self._fields | dict.fromkeys(claim_fields, "")

    def __call__(self, **changes: str) -> str:
        """Return the URL after changes to fields; an empty text drops a field."""
        return self._page + self.query(**changes)

    def without_claim(self, **changes: str) -> str:
        """Return the URL without the fields of a claim, and then with these changes."""
        return self._page + _query(self._unclaimed, changes)

    def split_after(self, first: Iterable[str]) -> tuple[str, str]:
        """Return the URL as far as these fields, which come first in it, and the rest of its
        query."""
        start = self._page + _query({name: self._fields[name] for name in first}, {})
        return start, self().removeprefix(start)

    def query(self, **changes: str) -> str:
        """Return the query of the URL after changes, question mark included; "" for an empty
        one."""
        return _query(self._fields, changes)


def _query(fields: dict[str, str], changes: Mapping[str, str]) -> str:
    """Return the query of written ``fields`` after ``changes`` to them."""
    written = fields.copy()
    for name, text in changes.items():
        written[name] = _field(name, text)
    query = "&".join(filter(None, written.values()))
    return f"?{query}" if query else ""


@lru_cache(maxsize=2048)
def _field(name: str, text: str) -> str:
    """Return a field as part of a query, "" for an empty text."""
    return f"{name}={quote_plus(text, safe='/')}" if text else ""
