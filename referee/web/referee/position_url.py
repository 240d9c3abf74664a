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
        self._unclaimed = dict.fromkeys(claim_fields, "")
        # As parts of a query: most are the same in all addresses of a page.
        self._fields = {name: _field(name, text) for name, text in texts.items()}

    def __call__(self, **changes: str) -> str:
        """Return the address after some changes to the fields; an empty text drops one."""
        return self._page + self.query(**changes)

    def moved(self, **changes: str) -> str:
        """Return the address after some changes to the cards: what was claimed of them is gone."""
        return self(**self._unclaimed | changes)

    def query(self, **changes: str) -> str:
        """Return the query of the address, question mark included."""
        fields = self._fields.copy()
        for name, text in changes.items():
            fields[name] = _field(name, text)
        query = "&".join(filter(None, fields.values()))
        return f"?{query}" if query else ""


@lru_cache(maxsize=2048)
def _field(name: str, text: str) -> str:
    """A field as part of a query; nothing for an empty one."""
    return f"{name}={quote_plus(text, safe='/')}" if text else ""
