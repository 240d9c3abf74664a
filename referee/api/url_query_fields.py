"""Query of a URL as text fields."""

from __future__ import annotations

from flask import request


def texts_of_query() -> dict[str, str]:
    """Return the query as text fields; values of a repeated field are joined."""
    return {name: " ".join(values) for name, values in request.args.lists()}
