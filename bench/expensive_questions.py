"""Costs of the most expensive questions, in plain ones, by the processor's time."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from flask.testing import FlaskClient

from referee import create_app
from tests.expensive_questions import DEAR, cost

from .bounded_figure import Figure

VERDICTS = 60
PLAIN = {"table": "5S 3H 2D 9C", "played": "8H"}
DOORS = {"API": "/api/v1/{game}/referee", "page": "/{game}/referee"}


def figures() -> Iterator[Figure]:
    with TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'referee.db'}"
        client = create_app({"SQLALCHEMY_DATABASE_URI": database}).test_client()
        for door, path in DOORS.items():
            for what, (game, texts) in DEAR.items():
                plain = _cost(client, path.format(game=game), PLAIN)
                dear = _cost(client, path.format(game=game), texts)
                said = f"{door}, {what}: plain questions"
                yield Figure(said, dear / plain, "x", most=VERDICTS)


def _cost(client: FlaskClient, path: str, texts: dict[str, str]) -> float:
    def ask(texts: dict[str, str]) -> None:
        assert client.get(path, query_string=texts).status_code < 500

    return cost(ask, texts)
