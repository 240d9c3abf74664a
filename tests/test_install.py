"""Installation from a wheel: it holds pages, styles and examples, and serves them."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from referee import config

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    options = "--quiet --disable-pip-version-check --no-deps --no-build-isolation --wheel-dir"
    command = [sys.executable, "-m", "pip", "wheel", *options.split(), str(folder), str(ROOT)]
    subprocess.run(command, check=True)
    (built,) = folder.glob("referee-*.whl")
    return built


def files(folder: str) -> set[str]:
    paths = (ROOT / folder).rglob("*")
    found = {path for path in paths if path.is_file() and path.suffix != ".pyc"}
    return {str(path.relative_to(ROOT / folder)) for path in found}


def test_the_wheel_holds_everything(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {f"referee/_templates/{name}" for name in files("templates")} <= names
    assert {f"referee/_static/{name}" for name in files("static")} <= names
    assert {f"referee/offline/{name}" for name in files("referee/offline")} <= names
    assert {f"referee/photo/{name}" for name in files("referee/photo")} <= names
    assert "referee/rules/games/krypkasino/examples.json" in names
    assert not [name for name in names if name.startswith(("tests/", "bench/", "instance/"))]


def test_the_wheel_serves_the_same_pages(wheel: Path, tmp_path: Path) -> None:
    """Unpacked elsewhere and run from a third folder, it answers as the checkout does."""
    site = tmp_path / "site"
    zipfile.ZipFile(wheel).extractall(site)
    script = (
        "import referee; client = referee.create_app().test_client();"
        "pages = ('/', '/krypkasino/referee?table=8&played=8', '/krypkasino/rules',"
        " '/static/css/referee.css');"
        "print(referee.__file__, *(client.get(page).status_code for page in pages))"
    )
    environment = {name: text for name, text in os.environ.items() if name != "REFEREE_INSTANCE"}
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=tmp_path,
        env=environment | {"PYTHONPATH": str(site), "XDG_DATA_HOME": str(tmp_path / "data")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    assert done.stdout.split() == [str(site / "referee" / "__init__.py"), *["200"] * 4]


@pytest.mark.parametrize(
    ("environment", "folder"),
    [({"REFEREE_INSTANCE": "/elsewhere"}, Path("/elsewhere")), ({}, ROOT / "instance")],
)
def test_where_the_instance_lies(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], folder: Path
) -> None:

    monkeypatch.delenv("REFEREE_INSTANCE", raising=False)
    for name, text in environment.items():
        monkeypatch.setenv(name, text)
    assert config.instance_folder() == folder
