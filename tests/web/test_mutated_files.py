"""Files that were saved, changed at random: by people who err, and by people who attack."""

import json
import random
import re
import secrets
from copy import deepcopy
from typing import Any, NamedTuple

import pytest
from flask import Flask

from tests.groups import carried, export, group_of, rich_read_in, table, taken
from tests.page_client import all_pages
from tests.strategies import SOAK

HOSTILE: list[Any] = [
    *(None, True, False, -1, 0, 1, 2, 5, 7, 12, 104, 105, 10_001, 2**31, 2**63, 10**30, -(10**300)),
    *(1.5, 1e308, float("inf"), float("nan"), "", " ", "x", "0", "1", "Ada", "x" * 5000, "x" * 61),
    *("\0", "\ud800", "a\nb", "\u202eadA", "שרה", "=1+1", "<script>", "{{ 7 * 7 }}", "%s",
     "' OR 1"),
    *("2026-11-21T20:00:00+00:00", "0001-01-01T00:00:00+14:00", "2026-11-21", "krypkasino",
     "whist"),
    *("table 5H 5D KH QH", "8H -", "8H x 8S", "undo 1", "undo 999999", "back 1", "replace 1 8H -"),
    *("agreed 1 x", "shows", "@5 8H - !", "KK", "5H " * 300, [], {}, [[]], [None], [0, 1],
     ["last_capture_point"]),
    *({"storan": 1}, {"x": {}}, {"\ud800": 1}, ["two_player_five_six"], {"text": "undo 1"}),
]  # fmt: skip
WORDS = ["", "x", "-", "!", "@1", "@9", "8H", "KS", "AD", "10C", "5", "undo", "back", "replace",
         "shows", "table", "1", "0", "3", "999999", "10" * 40, ";", ":", "\0", "\u202e", "\u2028",
         "{{ 7 }}", "krypkasino", "last_capture_point", "2", "é", "8H " * 400]  # fmt: skip


def places(data: Any) -> list[tuple[Any, Any]]:
    """Everything in there, each as what holds it and where."""
    found = []
    steps = data.items() if isinstance(data, dict) else enumerate(data)
    for step, inner in steps:
        found.append((data, step))
        if isinstance(inner, dict | list):
            found += places(inner)
    return found


def change(data: Any, chance: random.Random) -> None:
    """Change one place."""
    found = places(data)
    if not found:
        return
    holder, step = found[-1] if chance.random() < 0.02 else chance.choice(found)
    kind = chance.choice(["junk", "junk", "near", "near", "delete", "twice", "take"])
    if kind == "delete":
        del holder[step]
    elif kind == "twice" and isinstance(holder, list):
        holder.insert(step, deepcopy(holder[step]))
    elif kind == "take":
        # Something else of the same name stands here as well, and so fits nearly.
        alike = [other[there] for other, there in found if there == step]
        holder[step] = deepcopy(chance.choice(alike))
    elif kind == "near" and type(holder[step]) is int:
        holder[step] += chance.choice((-1, 1, 2, 10))
    else:
        holder[step] = deepcopy(chance.choice(HOSTILE))


def changed_group(data: Any, chance: random.Random) -> bytes:
    """Return an export with a few places changed."""
    data = deepcopy(data)
    for _ in range(chance.choice((1, 1, 1, 2, 3, 8))):
        change(data, chance)
    return json.dumps(data).encode()


def changed_text(text: str, chance: random.Random) -> bytes:
    """Return a game as text, with a few lines or words changed."""
    lines = text.split("\n")
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        at = chance.randrange(len(lines))
        match chance.choice(["delete", "twice", "swap", "word", "word", "word", "cut", "letter"]):
            case "delete":
                del lines[at : at + chance.choice((1, 1, 20))]
            case "twice":
                lines.insert(at, lines[at])
            case "swap":
                other = chance.randrange(len(lines))
                lines[at], lines[other] = lines[other], lines[at]
            case "word":
                words = lines[at].split(" ")
                words[chance.randrange(len(words))] = chance.choice(WORDS)
                lines[at] = " ".join(words)
            case "cut":
                del lines[at:]
            case _:
                letter = chance.randrange(len(lines[at]) + 1)
                lines[at] = lines[at][:letter] + chance.choice("8HSx@!-;: ") + lines[at][letter:]
        lines = lines or [""]
    return "\n".join(lines).encode("utf-8", "surrogatepass")


RUN = "" if SOAK == 1 else secrets.token_hex(4)
"""Seed of the files: equal at every run, but in ``make soak``."""
FILES = 500 if SOAK > 1 else 1
"""Of each kind on each database."""


class Saved(NamedTuple):
    """A group, and its followed games as text."""

    group: Any
    texts: list[str]


@pytest.fixture(scope="module")
def files(app: Flask) -> Saved:
    """Return the files of the group with everything in it."""
    phone = rich_read_in(app)
    whole, page = export(phone).json, phone.get(f"/g/{group_of(phone)}")
    sessions = sorted(link for link in page.links if re.fullmatch(r"/g/\w+/\w{12}", link))
    games = [f"{link}/{number}" for link in sessions for number in (1, 2, 3)]
    texts = [phone.ask(f"{game}/table/log.txt") for game in games]
    logs = [answer.text for answer in texts if answer.status_code == 200]
    assert len(logs) == sum(bool(game["log"]) for one in whole["sessions"] for game in one["games"])
    return Saved(whole, logs)


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
