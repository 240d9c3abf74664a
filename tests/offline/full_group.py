"""The group in which every address of the app has something to show and to change, read in from a
file: by a server, or by a phone as one of its own."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from flask import Flask

from tests.web.requests_by_key import (
    API,
    CHANGE,
    CHANGES,
    GETS,
    START,
    TABLE,
    World,
    address,
    make,
    meant,
    prepared,
)

OF_SERVERS = ("/hand-over", "/k/")
"""Beginnings of links that a phone's own app does not have."""


def saved(app: Flask) -> bytes:
    """Return the group as a file."""
    world = make(app, "edit")
    return prepared(app, world).ask(f"/g/{world.group}/export.json").data


def world_of(group: str, page: str, is_there: Callable[[str], bool]) -> World:
    """Return the URLs and ids of a group that was read in, from its ``page``."""
    sessions = {*re.findall(rf'/g/{group}/(\w{{12}})["/]', page)}
    (played,) = (one for one in sessions if is_there(f"/g/{group}/{one}/1"))
    (fresh,) = sessions - {played}
    person = min(map(int, re.findall(r"/people/(\d+)", page)))
    return World(group, played, fresh, person, "", "")


def looks(world: World) -> Iterator[str]:
    """Return the URLs of all pages of the group."""
    return (address(world, rule) for rule, _ in GETS if rule.startswith("/g/"))


def changes(world: World) -> Iterator[tuple[str, dict[str, Any]]]:
    """Everything that can be done: where, and what is sent. The last one deletes the group."""
    rules = [rule for rule, method in CHANGES if TABLE[rule, method][1] in (CHANGE, START)]
    ours = [rule for rule in rules if not rule.startswith((API, *OF_SERVERS))]
    for rule in sorted(ours, key=lambda rule: rule.endswith("/delete")):
        yield address(world, rule), meant(world, TABLE[rule, "POST"][0])
