"""Claims of the target in a session of the Casino family, through the API."""

import pytest

from tests.api.test_casino_sessions import start
from tests.api_calls import Caller, fields
from tests.casino_sheets import row, said

NO_CLAIMS = [
    # house rules, the row of the claimant, reason or field
    ([], row(27, 7, 4, 1, 1), "claimed_by"),
    (["claim_out"], None, "incomplete"),
    (["claim_out"], said(21), "mixed"),
]


@pytest.mark.parametrize(("on", "counted", "why"), NO_CLAIMS)
def test_nobody_can_claim(api: Caller, on, counted, why) -> None:
    table = start(api, on=on, target=7)
    table.begin()
    if counted:
        table.put(1, 0, counted)
    answer = table.close(1, claimed_by=0)
    assert answer.status_code == 422
    assert why in (answer.json.get("reason"), *fields(answer))
    assert fields(table.close(1, claimed_by=2)) == ["claimed_by"]


BROKEN = [
    # what is changed, the state of the claimed game afterwards
    ("PUT", "/games/2/sheet/0", row(0, 0, 0, 0, 0), "open"),
    ("PUT", "/games/1/sheet/1", row(26, 6, 1, 1, 1), "finished"),
    ("POST", "/games/1/close", {"last_capturer": 1}, "open"),
    ("PATCH", "", {"target": 30}, "open"),
]


@pytest.mark.parametrize(("method", "path", "body", "state"), BROKEN)
def test_a_change_that_breaks_a_claim_takes_it_back(
    either: Caller, method: str, path: str, body: dict[str, int], state: str
) -> None:
    table = start(either, on=["claim_out", "cards_two_last_one"], target=9)
    table.play(row(30, 7, 2, 0, 0), row(22, 6, 2, 1, 1), last_capturer=0)  # 6 to 5
    table.begin()
    table.put(2, 0, row(27, 7, 0, 0, 0))
    assert table.close(2, claimed_by=0).status_code == 200
    assert table.get()["winners"] == [0]
    answer = table(method, path, body, headers={"If-Match": "*"})
    assert answer.status_code == 200, answer.text
    broken, sheet, found = state == "open", table.sheet(2), table.get()
    assert found["games"][1]["state"] == state
    assert (found["winners"], found["over"]) == (([], False) if broken else ([0], True))
    assert (sheet["claimed_by"], bool(sheet["claim_taken_back"])) == (None if broken else 0, broken)
    if path.startswith("/games/2"):
        assert answer.json == sheet
    if broken:
        assert sheet["claim_taken_back"].startswith("The claim was taken back")
        table.fill(2, row(26, 7, 2, 1, 1), row(26, 6, 2, 0, 0))
        assert table.close(2, last_capturer=0).status_code == 200
        assert table.sheet(2)["claim_taken_back"] is None
