"""Forms that come without their cookie, or after the clock of the server was put right."""

import re
import time

import pytest
from flask import Flask

from tests.phones import Phone, new_group, start

SAID = [
    # the browser's language, what the page says of cookies
    ("en", "Allow cookies for this site"),
    ("sv", "Tillåt kakor"),
    ("de", "Erlaube Cookies"),
]
FORMS = ["/krypkasino/new", "/krypkasino/score", "/import"]


@pytest.mark.parametrize("path", FORMS)
@pytest.mark.parametrize(("language", "said"), SAID)
def test_a_browser_without_cookies(app: Flask, path: str, language: str, said: str) -> None:
    browser = app.test_client(use_cookies=False)
    headers = {"Accept-Language": language}
    (token,) = set(re.findall(r'name="csrf_token" value="([^"]+)"', browser.get(path).text))
    answer = browser.post(path, data={"csrf_token": token, "player": ["Ada"]}, headers=headers)
    assert answer.status_code == 400
    assert said in answer.text


def test_a_page_that_asks_for_its_changes(app: Flask) -> None:
    group = new_group(app)
    browser = app.test_client(use_cookies=False)
    answer = browser.post(f"{group.session}/close", headers={"X-Poll": "1"})
    assert answer.status_code == 400
    assert answer.text.startswith("This browser sent no cookie along")


def test_another_page_is_not_told_of_cookies(app: Flask) -> None:
    """Its form has no token, and the cookie is there."""
    phone = Phone(app)
    phone.get(FORMS[0])
    answer = phone.ask(FORMS[0], "POST", data={"csrf_token": "none"})
    assert (answer.status_code, "cookie" in answer.text.lower()) == (400, False)


@pytest.mark.parametrize("seconds", [5, 3600, 86_400])
def test_the_clock_steps_back(app: Flask, monkeypatch: pytest.MonkeyPatch, seconds: int) -> None:
    """A form that is open is taken, by the wrong clock and by the right one after it."""
    now = time.time()
    for first, then in ((now, now - seconds), (now - seconds, now)):
        monkeypatch.setattr(time, "time", lambda at=first: at)
        phone = Phone(app)
        page = phone.get(FORMS[0])
        monkeypatch.setattr(time, "time", lambda at=then: at)
        phone.press(page, "Start", player=["Ada", "Bo"], dealer="0")
        monkeypatch.setattr(time, "time", lambda at=first: at)
        phone.press(page, "Start", player=["Cy", "Di"], dealer="0")
        assert start(phone, "Eve", "Flo").status == 200


def test_a_forged_cookie_is_none(app: Flask) -> None:
    phone = Phone(app)
    token = phone.token()
    phone.client.set_cookie("referee", "x.y.z")
    assert phone.ask("/import", "POST", data={"csrf_token": token}).status_code == 400
