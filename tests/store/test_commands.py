"""``referee backup``, ``restore`` and ``link``: what they do, say and refuse."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from flask import Flask

from referee import create_app
from referee.cli import main
from referee.store.database import close, db
from tests.backup_files import NO_BACKUPS, keep
from tests.database_dump import counts, dump, wipe
from tests.page_client import Phone


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """``referee`` with an instance folder of its own."""
    monkeypatch.setenv("REFEREE_INSTANCE", str(tmp_path / "instance"))

    def run(*arguments: str | Path, typed: str = "") -> Result:
        result = CliRunner().invoke(main, [str(one) for one in arguments], input=typed)
        assert result.exception is None or isinstance(result.exception, SystemExit)
        assert "Traceback" not in result.output
        return result

    return run


@pytest.fixture
def installed(command: Callable[..., Result]) -> Iterator[Flask]:
    """Yield the app that the command is for."""
    app = create_app({"TESTING": True})
    yield app
    close(app)


# Backups


def test_backup_and_restore(
    command: Callable[..., Result], installed: Flask, tmp_path: Path
) -> None:
    keep(installed)
    before, file = dump(installed), tmp_path / "backup.db"
    rows = sum(counts(installed).values())
    result = command("backup", file)
    assert (result.exit_code, result.output) == (0, f"{file}: {rows} rows\n")
    keep(installed, "Monday")
    more = dump(installed)
    result = command("restore", file, typed="n\n")
    assert result.exit_code == 1
    assert "This replaces everything that is kept." in result.output
    assert dump(installed) == more
    result = command("restore", file, typed="y\n")
    assert (result.exit_code, result.output.splitlines()[-1]) == (0, f"{file}: {rows} rows")
    assert dump(installed) == before
    assert command("restore", file, "--yes").exit_code == 0
    wipe(installed)
    result = command("restore", file)
    assert (result.exit_code, result.output) == (0, f"{file}: {rows} rows\n")
    assert dump(installed) == before


def test_what_the_commands_refuse(
    command: Callable[..., Result], installed: Flask, tmp_path: Path
) -> None:
    keep(installed)
    before, file = dump(installed), tmp_path / "backup.db"
    assert command("backup", file).exit_code == 0
    NO_BACKUPS["text"](tmp_path / "text", file)
    refused = [
        # arguments, what the last line says
        (("backup", file), "File exists"),
        (("backup", tmp_path / "nowhere" / "x.db"), "No such file or directory"),
        (("restore", tmp_path, "--yes"), "Is a directory"),
        (("restore", tmp_path / "text", "--yes"), "not a backup that this version can read"),
    ]
    for arguments, sentence in refused:
        result = command(*arguments)
        assert (result.exit_code, result.stdout) == (1, "")
        assert result.stderr.endswith(f"Error: {arguments[1]}: {sentence}\n")
        assert dump(installed) == before


# Links


def opens(app: Flask, address: str) -> bool:
    phone = Phone(app)
    return phone.ask("/k/" + address.rpartition("/k/")[2]).status_code == 302


def test_new_links(command: Callable[..., Result], installed: Flask) -> None:
    """Of a group by its name or id; the old ones stop."""
    group, _ = keep(installed)
    other, _ = keep(installed, "Monday")
    old: list[str] = []
    for name in ("Friday", group.group_id):
        result = command("link", name, "--address", "https://cards.example/")
        assert result.exit_code == 0
        play, look = result.output.splitlines()
        assert play.startswith("to play     https://cards.example/k/")
        assert look.startswith("to look on  https://cards.example/k/")
        addresses = [line.split()[-1] for line in (play, look)]
        assert [opens(installed, address) for address in addresses] == [True, True]
        assert not any(opens(installed, address) for address in old)
        phone = Phone(installed)
        page = phone.get("/k/" + addresses[0].rpartition("/k/")[2])
        assert page.has("End the session")
        page = Phone(installed).get("/k/" + addresses[1].rpartition("/k/")[2])
        assert not page.has("End the session")
        old += addresses
    result = command("link", other.group_id)
    assert "http://localhost:8000/k/" in result.output


def test_links_of_no_group(command: Callable[..., Result], installed: Flask) -> None:
    keep(installed)
    before = dump(installed)
    for name in ("", "friday", "%"):
        result = command("link", name)
        assert (result.exit_code, result.stdout) == (1, "")
        assert "there is no such group" in result.stderr
    assert dump(installed) == before


def test_links_of_several_groups(command: Callable[..., Result], installed: Flask) -> None:
    """The links of all groups are listed, and none is changed."""
    ids = [keep(installed)[0].group_id]
    wipe_receipts(installed)
    ids.append(keep(installed)[0].group_id)
    before = dump(installed)
    result = command("link", "Friday")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "there are several: give the id" in result.stderr
    assert [line.split()[0] for line in result.stderr.splitlines()[:2]] == ids
    assert dump(installed) == before


def wipe_receipts(app: Flask) -> None:
    """Delete the receipts, so that the same key makes another group."""
    with app.app_context(), db.engine.connect() as connection:
        connection.exec_driver_sql("DELETE FROM receipts")
        connection.commit()
