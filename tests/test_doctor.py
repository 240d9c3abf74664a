"""Checks of hosts, and the command ``referee doctor`` that runs them."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from referee import doctor
from referee.cli import main
from referee.doctor import CHECKS, Host, PackState, Severity, examine

NOW = datetime(2026, 11, 29, 20, 15, tzinfo=UTC)
GOOD = Host(
    python=(3, 13),
    encoding="UTF-8",
    folder="/var/lib/referee",
    is_writable=True,
    file_system=None,
    now=NOW,
    newest=NOW - timedelta(minutes=3),
    has_log=True,
    log_bytes=4_000_000,
    has_photos=True,
    address="https://cards.example",
    proxies=1,
    pack=PackState.READY,
    free=20_000_000_000,
)
AILING: list[tuple[dict[str, Any], str, str]] = [  # what is different, severity, what is said
    ({"python": (3, 10)}, "wrong", "This is Python 3.10; 3.11 or newer is needed."),
    ({"encoding": "ANSI_X3.4-1968"}, "note", "set LANG=C.UTF-8"),
    ({"encoding": "utf8"}, "", ""),
    ({"is_writable": False}, "wrong", "Nothing can be written into /var/lib/referee."),
    ({"file_system": "nfs4"}, "wrong", "network file system (nfs4), where SQLite may lose"),
    ({"file_system": "nfs4", "has_log": None}, "note", "network file system (nfs4)"),
    ({"newest": NOW + timedelta(days=3)}, "wrong", "a file was changed at 2026-12-02 20:15 UTC"),
    ({"newest": NOW + timedelta(seconds=9)}, "", ""),
    ({"newest": None}, "", ""),
    ({"has_log": False}, "note", "not written by a log (WAL) yet"),
    ({"log_bytes": 90_000_000}, "note", "has 90 MB: some program holds it open"),
    ({"has_log": None}, "", ""),
    ({"has_photos": False}, "note", "Photos cannot be read"),
    ({"proxies": 0}, "wrong", "REFEREE_PROXIES is 0"),
    ({"address": "http://cards.example"}, "note", "plain http"),
    ({"address": "", "proxies": 0}, "note", "plain http"),
    ({"address": "HTTPS://cards.example"}, "", ""),
    ({"pack": PackState.NONE}, "note", "Phones cannot keep the app"),
    ({"pack": PackState.OLD}, "note", "another version"),
    ({"pack": PackState.DAMAGED}, "wrong", "is damaged"),
    ({"free": 499_000_000}, "note", "The disk has 499 MB left, and backups need some."),
    ({"free": 49_000_000}, "wrong", "The disk has 49 MB left: what is entered will be lost."),
    ({"wrong_setting": "REFEREE_PROXIES is “x”"}, "wrong", "REFEREE_PROXIES is “x”"),
]


@pytest.mark.parametrize(("different", "severity", "sentence"), AILING)
def test_what_is_wrong_with_a_host(different: dict[str, Any], severity: str, sentence: str) -> None:
    found = [each for each in examine(replace(GOOD, **different)) if each.severity.value != "good"]
    assert [each.severity.value for each in found] == ([severity] if severity else [])
    assert all(sentence in each.text for each in found)


def test_a_good_host_has_a_sentence_for_each_check() -> None:
    found = examine(GOOD)
    assert {each.severity for each in found} == {Severity.GOOD}
    assert len({each.text for each in found}) == len(CHECKS)


def run() -> tuple[int, list[str]]:
    done = CliRunner().invoke(main, ["doctor"])
    return done.exit_code, done.stdout.splitlines()


def test_the_command_reads_this_host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFEREE_INSTANCE", str(tmp_path))
    status, lines = run()
    assert len(lines) == len(CHECKS)
    assert str(tmp_path) in lines[3]
    assert {line.split()[0] for line in lines} <= {"good", "note", "wrong"}
    assert status == int(any(line.startswith("wrong") for line in lines))
    (tmp_path / "referee.db").write_bytes(b"SQLite format 3\0".ljust(100, b"\1"))
    assert "not written by a log (WAL) yet" in run()[1][5]


def test_the_command_goes_on_where_a_setting_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REFEREE_INSTANCE", str(tmp_path))
    monkeypatch.setenv("REFEREE_PROXIES", "many")
    status, lines = run()
    assert status == 1
    assert lines[0].startswith("wrong  REFEREE_PROXIES is “many”")
    assert len(lines) == len(CHECKS)


def test_nothing_is_left_of_a_trial(tmp_path: Path) -> None:
    assert doctor._can_write(tmp_path)
    assert [*tmp_path.iterdir()] == []
    assert not doctor._can_write(tmp_path / "missing")
