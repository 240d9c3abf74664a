"""A number that is saved on a sheet: the sheet is checked once, and scored once."""

import sys
from pathlib import Path
from types import FrameType

import pytest
from flask import Flask

import referee
from tests.page_client import POLL, Phone, fill

from .casino_family_games import begin as begin_casino
from .casino_family_games import counts
from .test_sheet_page import begin

PACKAGE = Path(referee.__file__).parent
NUMBER = 37


class Way:
    """The functions of the package that were called since a view began to save."""

    def __init__(self) -> None:
        self.called: list[tuple[str, str]] = []

    def __call__(self, frame: FrameType, event: str, _value: object) -> None:
        code, path = frame.f_code, Path(frame.f_code.co_filename)
        begun = self.called or code.co_name == "_save"
        if event == "call" and begun and PACKAGE in path.parents:
            self.called.append((str(path.relative_to(PACKAGE)), code.co_name))


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
