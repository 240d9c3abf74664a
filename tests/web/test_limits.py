"""Limits of what is sent and answered: sizes, echoes, uploads, keys and dear questions."""

import re
from datetime import UTC, datetime, timedelta
from io import BytesIO
from itertools import product

import pytest
from flask import Flask, request
from flask.testing import FlaskClient
from sqlalchemy import update

from referee import create_app
from referee.services.sessions import SessionPlan, start_group
from referee.store.database import db
from referee.store.models import GameSession, Group
from referee.web import secret_links
from referee.web.key_cookies import COOKIE
from referee.web.secret_links import MOST_GROUPS
from referee.web.setup import LONGEST_WAY_BACK
from tests.expensive_questions import DEAR, cost
from tests.page_client import Phone, new_group, seen
from tests.strategies import some

REFEREE = "/krypkasino/referee"
EXAMPLE = {"example": "B1"}
ALL_CARDS = " ".join(f"{rank} " * 8 for rank in "A 2 3 4 5 6 7 8 9 10 J Q K".split()).strip()
DRAWN = 350_000
"""Bytes: the largest table that there is, each card with the address of all others."""
REPEATED = 20
"""Number of times that a page may name its own address, as each choice of the menu does."""
LONG = [  # a field, what stands there again and again, # for its number
    ("table", "8S"),
    ("table", "x"),
    ("hand", "8S"),
    ("played", "8S"),
    ("house", "set_aside_spades"),
    ("house", "%&=#"),
    ("limit", "9"),
    ("from", "0/"),
    ("x", "%")]  # fmt: skip
BESIDE: list[dict[str, str]] = [  # what else is asked
    {},
    {"table": ALL_CARDS},
    {"table": ALL_CARDS[: len(ALL_CARDS) // 2], "played": "K", "last_of_deal": "1", "claim": "1"},
    {"hand": ALL_CARDS, "captured": ALL_CARDS, "house": "x"}]  # fmt: skip
FREE: list[tuple[str, list[dict[str, str]]]] = [  # a path, what else is asked
    (f"{REFEREE}/ruling", BESIDE),
    (REFEREE, BESIDE[1:3]),
    (f"{REFEREE}/share", BESIDE[1:2]),
    (f"{REFEREE}/qr.svg", BESIDE[:1]),
    ("/krypkasino/rules", [EXAMPLE]),
    ("/krypkasino/rules/answer", [EXAMPLE]),
    ("/api/v1/krypkasino/referee", BESIDE[:1])]  # fmt: skip


def answered(client: FlaskClient, path: str, query: dict[str, str]) -> tuple[int, int]:
    """Return how many bytes the query and its answer have."""
    with client.get(path, query_string=query) as answer:
        assert answer.status_code < 500
        return len(answer.request.query_string), len(answer.data)


def long(word: str, length: int) -> str:
    return " ".join(word.replace("#", str(number)) for number in range(length // len(word)))


@pytest.mark.parametrize(("repeated", "asked"), some(product(LONG, FREE), 2))
def test_a_long_address_makes_no_huge_page(client: FlaskClient, repeated, asked) -> None:
    """Each field on every other page, and its neighbour on those between; a soak has all."""
    (field, word), (path, besides) = repeated, asked
    for beside in besides:
        sent, got = answered(client, path, beside | {field: long(word, 16_000)})
        assert got < DRAWN + REPEATED * sent, beside


@pytest.mark.parametrize(("typed", "sentence"), [
    # what was typed into one field, the sentence about it
    ({"table": "8S " * 4000}, "4000 × 8♠︎: there are only 2 in the game."),
    ({"table": "8 " * 4000}, "4000 eights: there are only eight in the game."),
    ({"captured": "8S " * 4000, "played": "8H"}, "4000 cards: there are only 104 in the game."),
])  # fmt: skip
def test_too_many_cards_are_not_drawn_but_kept(app: Flask, typed, sentence) -> None:
    field = next(iter(typed))
    html = seen(Phone(app).ask(REFEREE, query_string=typed).text)
    assert html.count(f'name="{field}" value="{typed[field]}"') == 1
    assert sentence in html
    assert html.count('class="take-back"') == ("played" in typed)
    plain = sentence.replace("\N{VARIATION SELECTOR-15}", "")
    assert plain in Phone(app).ask(f"/api/v1{REFEREE}", query_string=typed).json["detail"]


def test_a_card_too_many_can_be_taken_back(client: FlaskClient) -> None:
    html = seen(client.get(REFEREE, query_string={"table": "8S 8S 8S 9C"}).text)
    assert "3 × 8♠︎: there are only 2 in the game." in html
    assert html.count('class="take-back"') == 4


LENGTH = 20_000


@pytest.mark.parametrize(("address", "times"), [  # the address, the times that it may come back
    ("/{}", 0),
    ("/k/{}", 0),
    ("/casino/rules/answer?example={}", 0),
    ("/import?a={}", 0),
    ("/krypkasino/referee/share?table={}", 0),
    ("/krypkasino/referee?table={}", 1),
    ("/casino/referee?turn={}", 1),
    ("/api/v1/casino/referee?house={}", 0),
    ("/api/v1/{}/referee", 0)])  # fmt: skip
def test_an_address_does_not_come_back(client: FlaskClient, address: str, times: int) -> None:
    plain = len(client.get(address.format("x")).data)
    page = client.get(address.format("x" * LENGTH))
    assert len(page.data) < plain + times * LENGTH + 2000


@pytest.mark.parametrize("path", ["/", "/api/v1/"])
def test_neither_does_a_method(client: FlaskClient, path: str) -> None:
    assert len(client.open(path, method="X" * LENGTH).data) < 5000


MENU = '<a href="/like/language/sv?to={}"'


@pytest.mark.parametrize(("address", "back"), [  # the address, where its menu leads back to
    ("/krypkasino/rules?table=8S", "/krypkasino/rules%3Ftable%3D8S"),
    (f"/krypkasino/rules?a={'x' * LONGEST_WAY_BACK}", "/krypkasino/rules"),
    ("/nowhere", "/")])  # fmt: skip
def test_a_choice_leads_back_as_far_as_it_is_short(client: FlaskClient, address, back) -> None:
    assert MENU.format(back) in client.get(address).text


LINK = re.compile(r'<a\b[^>]*?\bhref="([^"#]+)')
MOST_PAGES = 100
"""Pages that a crawler finds; of positions alone there were 2,285 after 400."""


def is_disallowed(robots: str, path: str) -> bool:
    """Return whether a crawler may not ask for a path, by RFC 9309."""
    patterns = re.findall(r"^Disallow: (.+)$", robots, re.MULTILINE)
    return any(re.match(re.escape(line).replace(r"\*", ".*"), path) for line in patterns)


def test_a_crawler_comes_to_an_end(client: FlaskClient) -> None:
    robots = client.get("/robots.txt")
    assert (robots.mimetype, robots.text.splitlines()[0]) == ("text/plain", "User-agent: *")
    waiting, seen = ["/"], {"/"}
    while waiting:
        answer = client.get(waiting.pop())
        if answer.mimetype != "text/html" or "X-Robots-Tag" in answer.headers:
            continue
        for link in LINK.findall(answer.text):
            path = link.replace("&amp;", "&")
            if path not in seen and not is_disallowed(robots.text, path):
                seen.add(path)
                waiting.append(path)
    assert {REFEREE, "/casino/rules"} <= seen
    assert len(seen) < MOST_PAGES, sorted(seen)


@pytest.mark.parametrize("path", [REFEREE, "/casino/rules", "/"])
def test_answers_to_questions_are_nothing_to_find(client: FlaskClient, path: str) -> None:
    assert "X-Robots-Tag" not in client.get(path).headers
    assert client.get(f"{path}?table=8").headers["X-Robots-Tag"] == "noindex, nofollow"


def test_nothing_of_a_group_is_found(app: Flask) -> None:
    group = new_group(app)
    for path in (f"/g/{group.id}", group.session, "/g/nobody", "/k/nobody"):
        assert group.phone.ask(path).headers["X-Robots-Tag"] == "noindex, nofollow"


def test_below_a_path_crawlers_are_told_of_that(client: FlaskClient) -> None:
    answer = client.get("/robots.txt", environ_overrides={"SCRIPT_NAME": "/cards"})
    assert "Disallow: /cards/*?" in answer.text


@pytest.mark.parametrize("size", [0, 3_000_000])
def test_files_of_forms_stay_in_memory(app: Flask, size: int) -> None:
    head = b'--x\r\nContent-Disposition: form-data; name="photo"; filename="table.jpg"\r\n\r\n'
    body = head + bytes(size) + b"\r\n--x--\r\n"
    kind = "multipart/form-data; boundary=x"
    with app.test_request_context("/", method="POST", data=body, content_type=kind):
        request.max_content_length = 4_000_000
        file = request.files["photo"]
        assert isinstance(file.stream, BytesIO)
        assert len(file.read()) == size


@pytest.mark.parametrize("available", [True, False])
def test_photos_are_offered_where_they_can_be_read(
    monkeypatch: pytest.MonkeyPatch, available: bool
) -> None:
    """The menu says why a photo cannot be taken."""
    for module in ("photo", "web.server_pages"):
        monkeypatch.setattr(f"referee.{module}.available", lambda: available)
    app = create_app({"DATABASE_URL": "sqlite://"})
    page = app.test_client().get("/krypkasino/referee").text
    assert ("Photos cannot be read here" in page) is not available
    assert ("data-camera" in page) == ('type="file"' in page) == available


COMMON_LIMIT = 8190
"""Bytes of a head's line that gunicorn takes; nginx takes 8192."""


def made(app: Flask) -> tuple[str, str]:
    """Return a group's id and its edit key."""
    with app.app_context():
        started = start_group(SessionPlan("krypkasino", ["Ada", "Bo"]))
    assert started.edit_key
    return started.group_id, started.edit_key


def begun(app: Flask, group_id: str, days_ago: int) -> None:
    """Set back the times of a group and its sessions by so many days."""
    moment = datetime.now(UTC) - timedelta(days=days_ago)
    with app.app_context():
        of_group = GameSession.group_id == group_id
        db.session.execute(update(Group).where(Group.id == group_id).values(created_at=moment))
        db.session.execute(update(GameSession).where(of_group).values(started_at=moment))
        db.session.commit()


def groups_on(phone: Phone) -> set[str]:
    return {key.removeprefix(COOKIE) for key in phone.cookies() if key.startswith(COOKIE)}


FEW = 4
"""Groups that a phone may keep in the test: in the app more, which takes long."""


def test_as_many_groups_fit_into_the_head_of_a_request(app: Flask) -> None:
    phone = Phone(app)
    phone.ask("/like/letters/international")
    without = len(phone.ask("/").request.headers["Cookie"])
    phone.ask(f"/k/{made(app)[1]}")
    of_group = len(phone.ask("/").request.headers["Cookie"]) - without
    assert without + MOST_GROUPS * of_group < COMMON_LIMIT - len("Cookie: \r\n")


def test_what_was_not_played_for_longest_is_forgotten(
    app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(secret_links, "MOST_GROUPS", FEW)
    monkeypatch.setattr(secret_links, "FORGOTTEN", 2)
    groups = [made(app) for _ in range(FEW + 1)]
    idle, its_key = groups[2]
    begun(app, idle, days_ago=400)
    for _, key in groups:
        assert phone.ask(f"/k/{key}").status_code == 302
        assert len(groups_on(phone)) <= FEW
    assert {group for group, _ in groups} - groups_on(phone) == {idle}
    phone.get(f"/g/{idle}", 404)
    phone.ask(f"/k/{its_key}")
    assert idle in groups_on(phone)
    assert "Ada" in phone.get(f"/g/{idle}").text
    # Groups that are gone, and keys signed with another secret, go first.
    for number in range(4):
        phone.client.set_cookie(f"{COOKIE}{number:012}", "x" * 67, domain="localhost")
    there = groups_on(phone) & {group for group, _ in groups}
    phone.ask(f"/k/{its_key}")
    assert len(groups_on(phone)) == FEW + 2
    phone.ask(f"/k/{its_key}")
    assert groups_on(phone) == there


VERDICTS = 60
SECONDS = 0.4
"""No question takes longer than so many plain ones, or this."""
PLAIN = {"table": "5S 3H 2D 9C", "played": "8H"}


@pytest.mark.parametrize("name", DEAR)
def test_no_question_is_dear(app: Flask, name: str) -> None:
    game, texts = DEAR[name]

    def ask(texts: dict[str, str]) -> None:
        answer = app.test_client().get(f"/api/v1/{game}/referee", query_string=texts)
        assert answer.status_code < 500, texts

    assert cost(ask, texts) < max(VERDICTS * cost(ask, PLAIN), SECONDS)
