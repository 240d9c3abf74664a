"""The way of a number that is saved on a sheet: a check, and few modules one after another."""

import sys
from collections.abc import Mapping
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from flask import Flask

import referee
from tests.page_client import POLL, Phone, fill

from .casino_family_games import begin as begin_casino
from .casino_family_games import counts
from .test_sheet_page import begin

PACKAGE = Path(referee.__file__).parent
NUMBER = 37
STAYS, RETURNS = 25, 8


def holds(value: Any, depth: int = 5) -> bool:
    """Return whether a value is the number, as it was typed or read, or an object that holds it."""
    if isinstance(value, int | str):
        return str(value) == str(NUMBER)
    inside: list[Any] = []
    if isinstance(value, Mapping):
        inside = list(value.values())
    elif isinstance(value, tuple | list | set):
        inside = list(value)
    elif type(value).__module__.startswith("referee.") and hasattr(value, "__dict__"):
        ours = not type(value).__module__.startswith("referee.store")
        inside = list(vars(value).values()) if ours else []
    return depth > 0 and any(holds(each, depth - 1) for each in inside)


class Way:
    """The functions that were called since a view began, and the modules, in order, of those that
    were handed the number. Frames of libraries, the database and the cache are none of it."""

    def __init__(self) -> None:
        self.called: list[tuple[str, str]] = []
        self.modules: list[str] = []

    def __call__(self, frame: FrameType, event: str, _value: object) -> None:
        code, path = frame.f_code, Path(frame.f_code.co_filename)
        begun = self.called or code.co_name == "_save"
        if event != "call" or PACKAGE not in path.parents or not begun:
            return
        sys.setprofile(None)
        module = str(path.relative_to(PACKAGE))
        self.called.append((module, code.co_name))
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        handed = not code.co_name.startswith("<") and any(holds(frame.f_locals[n]) for n in names)
        apart = module.startswith(
            ("store/", "bounded_cache.py")
        )  # who kept answers meets the number by chance
        if handed and module not in self.modules[-1:] and not apart:
            self.modules.append(module)
        sys.setprofile(self)


@pytest.mark.parametrize(("game", "field"), [("krypkasino", "points"), ("casino", "cards")])
def test_a_sheet_is_checked_once_for_a_saved_number(app: Flask, game: str, field: str) -> None:
    if game == "casino":
        phone = (begun := begin_casino(app, game, 2)).phone
        page = counts(phone, begun.sheet(), 0, 15, 5, 2)
    else:
        phone = Phone(app)
        page = fill(phone, begin(phone, "Ada", "Bo"), 5)
    form, button = page.form("Save", "row-1")
    sent, way = form.filled(button, **{field: str(NUMBER)}), Way()
    before = sys.getprofile()
    sys.setprofile(way)
    try:
        answer = phone.ask(button.action, "POST", data=sent, headers=POLL)
    finally:
        sys.setprofile(before)
    assert f'value="{NUMBER}"' in answer.text
    for once in (("rules/sheet_check.py", "check"), ("rules/scoring.py", "score")):
        assert way.called.count(once) == 1
    assert len(way.modules) <= STAYS, way.modules
    assert len(way.modules) - len(set(way.modules)) <= RETURNS, way.modules
