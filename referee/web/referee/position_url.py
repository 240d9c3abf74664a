"""The address of a position: a query that holds all of it, so that each tap is another address."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from urllib.parse import quote_plus


class Address:
    """The page of a position with the texts of its fields, as the notation writes them."""

    def __init__(self, page: str, texts: Mapping[str, str], claim_fields: Collection[str]) -> None:
        """``claim_fields`` are about a claim: gone with the next change of the cards."""
        self._page = page
        # As parts of a query: most are the same in all addresses of a page.
        self._fields = {name: _field(name, text) for name, text in texts.items()}
        self._unclaimed = self._fields | dict.fromkeys(claim_fields, "")

    def __call__(self, **changes: str) -> str:
        """Return the address after some changes to the fields; an empty text drops one."""
        return self._page + self.query(**changes)

    def moved(self, **changes: str) -> str:
        """Return the address after some changes to the cards: what was claimed of them is gone."""
        return self._page + _query(self._unclaimed, changes)

    def query(self, **changes: str) -> str:
        """Return the query of the address, question mark included."""
        return _query(self._fields, changes)


def _query(fields: Mapping[str, str], changes: Mapping[str, str]) -> str:
    """Return the query of fields after some changes."""
    changed = {name: _field(name, text) for name, text in changes.items()}
    query = "&".join(filter(None, {**fields, **changed}.values()))
    return f"?{query}" if query else ""


@lru_cache(maxsize=2048)
def _field(name: str, text: str) -> str:
    """A field as part of a query; nothing for an empty one."""
    return f"{name}={quote_plus(text, safe='/')}" if text else ""
