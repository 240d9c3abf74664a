"""Phones that keep evenings for themselves. The profile of such a phone is made once for all
workers of a run, and its browser goes on from test to test: each begins an evening of its own."""

import fcntl
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Playwright

from referee.offline.pack import FOLDER, Pack
from referee.offline.schema_migration import MIGRATIONS
from tests.browser.phones import Laptop, Phone, before, keep, ready, until

from ..conftest import serve
from .own_session import ADDRESS, DAMAGED_SNAPSHOT, SNAPSHOT_ANEW, Evening, at, begun, record


@pytest.fixture(scope="package")
def server(pack: Pack, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    instance = tmp_path_factory.mktemp("cabin")
    shutil.copytree(pack.folder, instance / FOLDER)
    yield from serve(instance)


@pytest.fixture(scope="package")
def one_laptop(server: str) -> Iterator[Laptop]:
    with before(server) as laptop:
        yield laptop


@pytest.fixture
def laptop(one_laptop: Laptop, server: str) -> Iterator[Laptop]:
    yield one_laptop
    one_laptop.restart(server)
    one_laptop.come_back()
    one_laptop.wake()


@pytest.fixture(scope="package")
def keeping(
    playwright: Playwright,
    one_laptop: Laptop,
    pack: Pack,
    tmp_path_factory: pytest.TempPathFactory,
    worker_id: str,
) -> Path:
    """Return the profile of a phone that keeps the referee, with a memory for its next start. It
    had a damaged one, so that a run starts Python whole no more often than it must; and evenings in
    tables of the first version, which are kept beside those of today."""
    folder = tmp_path_factory.getbasetemp()
    if worker_id != "master":
        folder = folder.parent  # the one that all workers share
    profile = folder / "keeping"
    with (folder / "keeping.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not profile.exists():
            phone = Phone(playwright, folder / "fetching", at(one_laptop))
            page = phone.start()
            page.goto(ADDRESS)
            ready(page).evaluate(DAMAGED_SNAPSHOT, pack.offer.version)
            with closing(sqlite3.connect(":memory:")) as database:
                database.executescript((MIGRATIONS / "0001.sql").read_text("utf-8"))
                first = database.serialize()
            record(page, "now", first)
            keep(page)
            until(page, SNAPSHOT_ANEW, seconds=180)
            older = record(page, "before")
            phone.close()
            assert older == [*first]
            phone.folder.rename(profile)
    return profile


@pytest.fixture(scope="package")
def one_phone(
    playwright: Playwright,
    one_laptop: Laptop,
    keeping: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Phone]:
    folder = shutil.copytree(keeping, tmp_path_factory.mktemp("phones") / "phone")
    phone = Phone(playwright, folder, at(one_laptop))
    yield phone
    phone.close()


@pytest.fixture
def phone(one_phone: Phone, laptop: Laptop) -> Iterator[Phone]:
    """Return a phone with one page, and the sessions that earlier tests have begun on it."""
    yield one_phone
    assert one_phone.rest() == []


@pytest.fixture
def another_phone(
    playwright: Playwright, laptop: Laptop, keeping: Path, tmp_path: Path
) -> Iterator[Phone]:
    """Return a phone that no other test uses, for tests that alter what it keeps."""
    phone = Phone(playwright, shutil.copytree(keeping, tmp_path / "phone"), at(laptop))
    yield phone
    phone.close()
    assert phone.complaints == []


@pytest.fixture
def evening(phone: Phone, laptop: Laptop) -> Evening:
    """Return the page of the first game of a session, without a server."""
    laptop.leave()
    return begun(phone)
