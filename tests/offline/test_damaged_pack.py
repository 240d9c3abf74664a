"""A pack that somebody has been at is not offered, and stops neither the app nor its next build."""

import json
import logging
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask

from referee import create_app
from referee.offline.build_pack import put_in_place
from referee.offline.pack import FOLDER, LICENCES, LIST, PARTS, DamagedPack, Pack
from referee.offline.pack_contents import fingerprint

NAME = "0" * 64
PART = f"{PARTS}/{NAME}.gz"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a small pack, whole, in the instance folder of the next app."""
    monkeypatch.setenv("REFEREE_INSTANCE", str(tmp_path))
    return written(tmp_path / FOLDER)


def written(folder: Path) -> Path:
    (folder / PARTS).mkdir(parents=True)
    files = [{"name": "python.js", "parts": [{"sha256": NAME, "size": 1, "sent": 1}]}]
    listed = {"version": "1", "sent": 1, "size": 1, "made_for": fingerprint(), "files": files}
    (folder / LIST).write_text(json.dumps(listed), "utf-8")
    (folder / LICENCES).write_text("licences", "utf-8")
    (folder / PART).write_bytes(b"part")
    return folder


def statuses(app: Flask) -> list[int]:
    paths = ("/pocket/files.json", f"/pocket/parts/{NAME}", "/pocket/licences.txt", "/")
    return [app.test_client().get(path).status_code for path in paths]


def become_a_folder(path: Path) -> None:
    path.unlink()
    (path / "something").mkdir(parents=True)


LISTS = [
    "",
    "{",
    "[]",
    "[" * 100_000,
    '{"version": "1", "sent": "1", "size": 1, "made_for": "1", "files": []}',
    '{"version": "1", "sent": 1, "size": 1, "made_for": "1", "files": [{"parts": [7]}]}',
    '{"version": "1", "sent": 1, "size": 1, "made_for": "1", "files": [{"parts": [{}]}]}',
]
DAMAGES: list[Callable[[Path], object]] = [
    become_a_folder,
    lambda path: path.write_bytes(b"\xff\xfe\x00"),
    *(lambda path, text=text: path.write_text(text) for text in LISTS),  # type: ignore[misc]  # a default binds it
]


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_list_is_no_pack(folder: Path, damage: Callable[[Path], object]) -> None:
    damage(folder / LIST)
    with pytest.raises(DamagedPack):
        Pack.read(folder)


def test_the_app_starts_without_it(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    become_a_folder(folder / LIST)
    with caplog.at_level(logging.WARNING):
        app = create_app()
    assert statuses(app) == [404, 404, 404, 200]
    assert f"damaged, build it anew: {folder / LIST}: " in caplog.text


@pytest.mark.parametrize("damage", [Path.unlink, become_a_folder])
def test_what_is_missing_is_not_there(folder: Path, damage: Callable[[Path], object]) -> None:
    app = create_app()
    damage(folder / PART)
    assert statuses(app) == [200, 404, 200, 200]
    damage(folder / LICENCES)
    assert statuses(app) == [200, 404, 404, 200]


def test_the_next_build_mends_it(folder: Path, tmp_path: Path) -> None:
    for name in (LIST, LICENCES, PART):
        become_a_folder(folder / name)
    put_in_place(folder, written(tmp_path / "finished"))
    assert statuses(create_app()) == [200, 200, 200, 200]
