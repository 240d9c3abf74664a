"""A file that says something of another type is refused: no number is true, no text a number."""

import copy
from collections.abc import Iterator
from typing import Any

import pytest

from referee.services.archive_rows import read_group
from referee.services.refusals import ForeignFile, UnreadableArchive
from tests.databases import app_on, quick_folder
from tests.groups import every_game

OTHERS: dict[type, tuple[Any, ...]] = {
    bool: (0, 1, 0.0, 1.0, "", "true", [], {}),
    int: (1.0, True, False, "1", [], {}),
    str: (1, 1.0, True, [], ["A"], {}),
    list: (1, 1.0, True, "", {}),
    dict: (1, 1.0, True, "", []),
    type(None): (True, 1.0, "x", ["x"]),
}
"""Values that may not stand for something of a type."""

Path = tuple[str | int, ...]


@pytest.fixture(scope="module")
def group() -> Iterator[Any]:
    with quick_folder() as folder, app_on(f"sqlite:///{folder / 'referee.db'}") as app:
        yield every_game(app)


def parts(data: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield the parts of a value with their paths; of a list the first and the last are enough."""
    yield path, data
    if isinstance(data, dict):
        for name, value in data.items():
            yield from parts(value, (*path, name))
    elif isinstance(data, list) and data:
        for place in {0, len(data) - 1}:
            yield from parts(data[place], (*path, place))


def fields(group: Any) -> dict[tuple[Path, type], Path]:
    """Return a place for each field and each type of what stands there."""
    found: dict[tuple[Path, type], Path] = {}
    for path, value in parts(group):
        kind = tuple(step for step in path if isinstance(step, str))
        found.setdefault((kind, type(value)), path)
    return found


def changed(group: Any, path: Path, value: Any) -> Any:
    made = copy.copy(group)
    if not path:
        return value
    first, *rest = path
    made[first] = changed(made[first], tuple(rest), value)
    return made


def test_every_field(group: Any) -> None:
    read_group(group, "g" * 12, lambda: None)
    found = fields(group)
    assert len(found) > 50
    for (_, kind), path in found.items():
        for value in OTHERS[kind]:
            assert refused(changed(group, path, value)), (path, value)


def refused(group: Any) -> bool:
    try:
        read_group(group, "g" * 12, lambda: None)
    except (ForeignFile, UnreadableArchive):
        return True
    return False
