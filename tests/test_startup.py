"""Installation from a wheel, and sentences about what is wrong at the start."""

import os
import shutil
import sqlite3
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from referee import config, create_app
from referee.cli import main
from referee.store import sqlite
from referee.store.database import close

FOLDER = "(the instance folder)"
Command = Callable[..., Result]


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    """``referee`` with settings of its own; ``FOLDER`` stands for its instance folder."""
    monkeypatch.setenv("REFEREE_INSTANCE", str(tmp_path))

    def run(*arguments: str, **variables: str) -> Result:
        for name, value in variables.items():
            monkeypatch.setenv(f"REFEREE_{name}", value.replace(FOLDER, str(tmp_path)))
        return CliRunner().invoke(main, arguments)

    return run


def refused(result: Result, folder: Path) -> str:
    """Return the one sentence on stderr."""
    assert isinstance(result.exception, SystemExit), result.exception
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("Error: ")
    assert result.stderr.count("\n") == 1
    return result.stderr.removeprefix("Error: ").rstrip("\n").replace(str(folder), FOLDER)


NUMBER = "it must be a whole number from 0 to 1000000000"
THREADS = "it must be a whole number from 1 to 200"
SECRET = "it must be a text of 16 characters or more that nobody can guess"
ADDRESS = "it must be an address that begins with http:// or https://"
BYTES = "\udcff"  # as Python reads bytes of a shell that are no text
DATABASE = "REFEREE_DATABASE_URL: it must look like postgresql://name:password@host/database"
HIDDEN = "postgresql+asyncpg://h/x?password=***&sslpassword=***"
SETTINGS = [
    # the setting, its value, the sentence
    ("PROXIES", "abc", f"REFEREE_PROXIES is “abc”: {NUMBER}"),
    ("MAX_CONTENT_LENGTH", "64 KB", f"REFEREE_MAX_CONTENT_LENGTH is “64 KB”: {NUMBER}"),
    ("ACCESS_LOG", "often", "REFEREE_ACCESS_LOG is “often”: it must be true or false"),
    ("THREADS", "0", f"REFEREE_THREADS is “0”: {THREADS}"),
    ("PROXY", "1", "there is no setting REFEREE_PROXY. Is it meant to be REFEREE_PROXIES?"),
    (*("DATABASE_URI", "sqlite:///x.db"),
     "there is no setting REFEREE_DATABASE_URI. Is it meant to be REFEREE_DATABASE_URL?"),
    ("colour", "1", "there is no setting REFEREE_colour"),
    ("PUBLIC_ADDRESS", "cards.example", f"REFEREE_PUBLIC_ADDRESS is “cards.example”: {ADDRESS}"),
    (*("PUBLIC_ADDRESS", f"http://{BYTES}"),
     f"REFEREE_PUBLIC_ADDRESS is “http://\\udcff”: {ADDRESS}"),
    ("THREADS", "201", f"REFEREE_THREADS is “201”: {THREADS}"),
    ("DATABASE_URL", f"postgresql://{BYTES}@h/x", DATABASE),
    ("DATABASE_URL", "mysql://u:secret@h/x", DATABASE),
    (*("DATABASE_URL", "postgresql+asyncpg://u:secret@h/x"),
     "the driver of the database postgresql+asyncpg://u:***@h/x is not installed"),
    (*("DATABASE_URL", "postgresql+asyncpg://h/x?password=secret&sslpassword=secret"),
     f"the driver of the database {HIDDEN} is not installed"),
    ("DATABASE_URL", "sqlite:////nowhere/x.db", "/nowhere/x.db: No such file or directory"),
    ("INSTANCE", f"{FOLDER}/file", f"{FOLDER}/file: File exists"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "value", "sentence"), SETTINGS)
def test_wrong_settings(
    command: Command, tmp_path: Path, name: str, value: str, sentence: str
) -> None:
    (tmp_path / "file").touch()
    result = command("link", "Friday", **{name: value})
    assert refused(result, tmp_path) == sentence
    assert "secret" not in result.output


FILES = [
    # what config.py says, what is wrong with it
    ("PROXIES = 1\n+", "config.py, line 2: invalid syntax"),
    ("PROXY = 1", "config.py: there is no setting PROXY. Is it meant to be PROXIES?"),
    ("1 / 0", "config.py, line 1: ZeroDivisionError: division by zero"),
]


@pytest.mark.parametrize(("text", "sentence"), FILES)
def test_a_broken_file_of_settings(
    command: Command, tmp_path: Path, text: str, sentence: str
) -> None:
    (tmp_path / "config.py").write_text(text, "utf-8")
    assert refused(command("link", "Friday"), tmp_path) == f"{FOLDER}/{sentence}"


MOUNTED = [
    # what is mounted there, is it a network's?
    ("nas:/cards {} nfs4 rw 0 0", "nfs4"),
    ("//nas/cards {} cifs rw 0 0", "cifs"),
    ("me@nas:/ {} fuse.sshfs rw 0 0", "fuse.sshfs"),
    ("/dev/sda1 {} ext4 rw 0 0", None),
    ("nas:/cards {}/elsewhere nfs rw 0 0", None),
    ("nas:/cards / nfs rw 0 0\n/dev/sda1 {} xfs rw 0 0", None),
    ("", None),
]


@pytest.mark.parametrize(("lines", "kind"), MOUNTED)
def test_a_database_on_a_network_is_warned_of(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    lines: str,
    kind: str | None,
) -> None:
    folder = tmp_path / "a folder"
    folder.mkdir()
    mounts = tmp_path / "mounts"
    mounts.write_text(lines.format(str(folder).replace(" ", "\\040")), "utf-8")
    monkeypatch.setattr(sqlite, "MOUNTS", mounts)
    close(create_app({"DATABASE_URL": f"sqlite:///{folder / 'referee.db'}"}))
    told = [line for line in caplog.messages if "network file system" in line]
    assert [f"({kind})" in line for line in told] == ([True] if kind else [])


def folder(file: Path) -> None:
    file.unlink(missing_ok=True)
    file.mkdir()


def noise(file: Path) -> None:
    file.write_bytes(b"\xfe\xff" * 5000)


def short(file: Path) -> None:
    file.write_bytes(b"a\n")


def newer(file: Path) -> None:
    with closing(sqlite3.connect(file)) as opened:
        opened.executescript(
            "CREATE TABLE alembic_version (version_num TEXT);"
            "INSERT INTO alembic_version VALUES ('9999')"
        )


NO_TEXT = "UnicodeDecodeError: 'ascii' codec can't decode byte 0xfe in position 0: "
NO_TEXT += "ordinal not in range(128)"
DAMAGED = [
    # the file, what it is, the sentence
    (*("secret_key", noise), f"{FOLDER}/secret_key: {NO_TEXT}"),
    ("secret_key", short, f"{FOLDER}/secret_key: {SECRET}"),
    ("referee.db", folder, f"{FOLDER}/referee.db: Is a directory"),
    (*("referee.db", noise),
     f"the database {FOLDER}/referee.db cannot be used: file is not a database"),
    ("referee.db", newer, f"a newer version of Referee wrote the database {FOLDER}/referee.db"),
]  # fmt: skip
COMMANDS = [("serve",), ("backup", "x"), ("restore", "x"), ("link", "x")]


@pytest.mark.parametrize("arguments", COMMANDS, ids=lambda arguments: arguments[0])
@pytest.mark.parametrize(("file", "damage", "sentence"), DAMAGED)
def test_damaged_files(command, tmp_path, arguments, file, damage, sentence) -> None:
    damage(tmp_path / file)
    assert refused(command(*arguments), tmp_path) == sentence


NO_TEXTS = [
    # arguments, the sentence
    (("link", BYTES), "“\\udcff”: there is no such group"),
    (("link", "x", "--address", BYTES), f"--address is “\\udcff”: {ADDRESS}"),
    (("serve", "--host", BYTES), "cannot listen on \\udcff:8000: Name or service not known"),
    (("restore", f"/nowhere/{BYTES}"), "/nowhere/\\udcff: No such file or directory"),
]


@pytest.mark.parametrize(("arguments", "sentence"), NO_TEXTS)
def test_arguments_that_are_no_text(
    command: Command, tmp_path: Path, arguments: tuple[str, ...], sentence: str
) -> None:
    assert refused(command(*arguments), tmp_path) == sentence


@pytest.mark.parametrize(
    ("user", "name", "what"),
    [
        ("nobody", "referee", 'FATAL: role "nobody" does not exist'),
        ("referee", "nothing", 'FATAL: database "nothing" does not exist'),
    ],
)
def test_postgresql_does_not_let_us_in(
    command: Command, tmp_path: Path, postgresql_url: str, user: str, name: str, what: str
) -> None:
    url = postgresql_url.replace("referee@", f"{user}:secret@").rpartition("/")[0] + f"/{name}"
    sentence = refused(command("link", "x", DATABASE_URL=url), tmp_path)
    shown = url.replace("secret", "***")
    assert sentence.startswith(f"the database {shown} cannot be used: ")
    assert sentence.endswith(what)
    assert "secret" not in sentence


def test_the_sentence_is_in_the_readers_language(command: Command) -> None:
    result = command("--language", "de", "link", "x", PROXIES="abc")
    assert result.stderr.startswith("Fehler: REFEREE_PROXIES ist „abc“")


ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    options = "--quiet --disable-pip-version-check --no-deps --no-build-isolation --wheel-dir"
    command = [sys.executable, "-m", "pip", "wheel", *options.split(), str(folder), str(ROOT)]
    subprocess.run(command, check=True)
    (built,) = folder.glob("referee-*.whl")
    return built


def test_the_version_of_a_build_is_that_of_its_commit(wheel: Path) -> None:
    """In a checkout the app says so itself, as hatch-vcs does; there may be changes beside it."""
    assert wheel.name.startswith(f"referee-{config.version()}")


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the files without git."""
    folder = tmp_path_factory.mktemp("copied")
    for name in ("referee", "templates", "static", "pyproject.toml", "README.md", "LICENSE"):
        if (ROOT / name).is_dir():
            shutil.copytree(
                ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__")
            )
        else:
            shutil.copy(ROOT / name, folder)
    return folder


def test_a_copy_without_git_can_be_built(copied: Path, tmp_path: Path) -> None:
    assert version_of(build(copied, "wheel", tmp_path)) == config.UNKNOWN_VERSION


def test_a_wheel_of_an_sdist_has_its_version(tmp_path: Path) -> None:
    with tarfile.open(build(ROOT, "sdist", tmp_path)) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
        assert {file.name for file in ROOT.glob("requirements*.txt")} <= names
        archive.extractall(tmp_path, filter="data")
    (source,) = (folder for folder in tmp_path.iterdir() if folder.is_dir())
    assert version_of(build(source, "wheel", tmp_path)).startswith(config.version())


def build(source: Path, kind: str, target: Path) -> Path:
    """Build a wheel or sdist of a folder, as pip does, and return it."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(target)]
    subprocess.run(command, cwd=source, check=True, capture_output=True)
    (built,) = target.glob("*.tar.gz" if kind == "sdist" else "*.whl")
    return built


def version_of(wheel: Path) -> str:
    """Return the version in the name of a wheel."""
    return wheel.name.split("-")[1]


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
    first, migrated, *more = done.stderr.splitlines()
    assert (f"Referee {version_of(wheel)}, database {tmp_path}" in first, more) == (True, [])
    assert "migrated from revision none to " in migrated
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
