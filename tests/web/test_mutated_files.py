"""Two thousand changed files (``make soak``; a sample in ``make test``): each is refused with a
sentence and leaves nothing, or becomes a group that is shown, exported and read in again."""

import random
import secrets
from typing import Any, NamedTuple

import pytest
from flask import Flask

from tests.exported_groups import export, group_of, rich, table
from tests.page_client import all_pages
from tests.strategies import SOAK

from .casino_family_games import carried, taken
from .file_mutations import changed_group, changed_text

RUN = "" if SOAK == 1 else secrets.token_hex(4)
"""Seed of the files: equal at every run, but in ``make soak``."""
FILES = 500 if SOAK > 1 else 1
"""Of each kind on each database."""


class Saved(NamedTuple):
    """A group, and its followed games as text."""

    group: Any
    texts: list[str]


@pytest.fixture(scope="module")
def files(either: Flask) -> Saved:
    """Return the files of the group with everything in it."""
    phone = rich(either)
    group = f"/g/{group_of(phone)}"
    pages = all_pages(phone, group, group_of(phone), ("/replay/", "/entry/"))
    logs = {link for page in pages for link in page.links if link.endswith("/log.txt")}
    return Saved(export(phone).json, [phone.ask(log).text for log in sorted(logs)])


@pytest.mark.parametrize("number", range(FILES))
@pytest.mark.parametrize("kind", ["group", "text"])
def test_changed_files(either: Flask, files: Saved, kind: str, number: int) -> None:
    name = f"{kind} {RUN} {number}"
    chance = random.Random(name)
    try:
        if kind == "group":
            check(either, changed_group(files.group, chance))
        else:
            check(either, changed_text(chance.choice(files.texts), chance))
    except BaseException as error:  # it can be had again
        error.add_note(f"random.Random({name!r})")
        raise


def check(app: Flask, content: bytes) -> None:
    """Check that a file is refused with a sentence, or shown, exported and read in again; of each
    replay two pages are seen."""
    phone = taken(app, content)
    if not phone:
        return
    group = group_of(phone)
    without = ("/links", "/new", "/entry/", *(f"/replay/{number}" for number in range(2, 120)))
    all_pages(phone, f"/g/{group}", group, without)
    totals = [line["total"] for line in table(phone)]
    assert [line["total"] for line in table(carried(app, phone))] == totals
