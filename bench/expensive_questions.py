"""Processor time of the most expensive questions: times that of a plain one."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from flask.testing import FlaskClient

from referee import create_app
from tests.expensive_questions import DEAR, cost

from .bounded_figure import Figure

MOST = 60
"""Plain questions."""
PLAIN = {"table": "5S 3H 2D 9C", "played": "8H"}
PATHS = {"API": "/api/v1/{game}/referee", "page": "/{game}/referee"}


def figures() -> Iterator[Figure]:
    with TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'referee.db'}"
        client = create_app({"DATABASE_URL": database}).test_client()
        for what, path in PATHS.items():
            for name, (game, texts) in DEAR.items():
                plain = _cost(client, path.format(game=game), PLAIN)
                dear = _cost(client, path.format(game=game), texts)
                yield Figure(f"{what}, {name}: plain questions", dear / plain, "x", most=MOST)


def _cost(client: FlaskClient, path: str, texts: dict[str, str]) -> float:
    def ask(texts: dict[str, str]) -> None:
        assert client.get(path, query_string=texts).status_code < 500

    return cost(ask, texts)
