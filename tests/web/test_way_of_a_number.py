"""A number that is saved on a sheet: the sheet is checked and scored once for it."""

import pytest
from flask import Flask

from referee.rules.scoring import score
from referee.rules.sheet_check import check
from tests.groups import begin as begin_casino
from tests.groups import counts
from tests.page_client import POLL, Phone, fill

from .conftest import calls_of
from .test_sheet_page import begin_sheet

NUMBER = 37


@pytest.mark.parametrize(("game", "field"), [("krypkasino", "points"), ("casino", "cards")])
def test_a_sheet_is_checked_once_for_a_saved_number(app: Flask, game: str, field: str) -> None:
    if game == "casino":
        phone = (begun := begin_casino(app, game, 2)).phone
        page = counts(phone, begun.sheet(), 0, 15, 5, 2)
    else:
        phone = Phone(app)
        page = fill(phone, begin_sheet(phone, "Ada", "Bo"), 5)
    form, button = page.form("Save", "row-1")
    sent = form.filled(button, **{field: str(NUMBER)})
    with calls_of(check, score) as (checked, scored):
        answer = phone.ask(button.action, "POST", data=sent, headers=POLL)
    assert f'value="{NUMBER}"' in answer.text
    assert (len(checked), len(scored)) == (1, 1)
