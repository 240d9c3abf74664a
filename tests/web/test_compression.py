"""How answers go out: compressed as the browser takes it, and nothing secret shows in a length."""

import gzip
from collections.abc import Callable

import brotli
import pytest
from flask import Flask
from flask.testing import FlaskClient
from waitress.buffers import ReadOnlyFileBasedBuffer

from referee import compression
from referee.compression import Kept
from tests.phones import POLL, Group, Phone, all_pages

OPENERS: dict[str | None, Callable[[bytes], bytes]] = {
    "br": brotli.decompress,
    "gzip": gzip.decompress,
    None: bytes,
}
RULING = "/krypkasino/referee?table=A+2+6+7+8&played=8"
RULES = "/swazi-casino/rules"
PUBLIC = [
    # address, bytes that it has at most with Brotli
    ("/", 2000),
    (RULING, 3700),
    ("/krypkasino/referee/ruling?table=A+2+6+7+8&played=8", 1500),
    ("/krypkasino/referee/qr.svg?table=A+2+6+7+8&played=8", 2500),
    (RULES, 12_500),
    ("/api/v1/openapi.json", 7000),
    ("/api/v1/docs", 6000),
    ("/api/v1/krypkasino/referee?table=A+2+3+4+5+6+7+8+9&played=J", 500),
    ("/manifest.webmanifest", 600),
    ("/sw.js", 6000),
    ("/offline", 2000),
    ("/krypkasino/new", 3000),
]
TAKEN = [
    # what the browser takes, what it gets
    ("gzip, deflate, br, zstd", "br"),
    ("gzip, deflate", "gzip"),
    ("br;q=0, gzip", "gzip"),
    ("br;q=0.5, gzip;q=0.9", "gzip"),
    ("*", "br"),
    ("deflate", None),
    ("identity", None),
    ("gzip;q=0", None),
    ("", None),
]


def taking(encodings: str) -> dict[str, str]:
    return {"Accept-Encoding": encodings}


@pytest.mark.parametrize(("path", "most"), PUBLIC)
def test_what_everybody_may_see_goes_out_compressed(
    client: FlaskClient, path: str, most: int
) -> None:
    for encoding, opener in OPENERS.items():
        answer = client.get(path, headers=taking(encoding or ""))
        assert answer.status_code == 200
        assert answer.headers.get("Content-Encoding") == encoding
        assert "Accept-Encoding" in answer.headers["Vary"]
        assert int(answer.headers["Content-Length"]) == len(answer.data)
        assert encoding != "br" or len(answer.data) < most
        head = client.head(path, headers=taking(encoding or ""))
        if path != "/krypkasino/new":  # it has a token, another one each time
            assert opener(answer.data) == client.get(path).data
            assert dict(head.headers) | SAME == dict(answer.headers) | SAME
        assert head.data == b""


SAME = dict.fromkeys(("Date", "X-Request-Id", "Set-Cookie"), "")


@pytest.mark.parametrize("path", [RULES, RULING])
@pytest.mark.parametrize(("taken", "sent"), TAKEN)
def test_as_the_browser_takes_it(
    client: FlaskClient, path: str, taken: str, sent: str | None
) -> None:
    assert client.get(path, headers=taking(taken)).headers.get("Content-Encoding") == sent


AS_IT_IS = [
    "/assets/0/icons/icon-192.png",
    "/krypkasino/rules/answer",  # 404
    "/api/v1/krypkasino/referee?table=x",  # 422
    "/api/v1/krypkasino/referee?table=2",  # few bytes
    "/like/language/sv",  # leads back
]


@pytest.mark.parametrize("path", AS_IT_IS)
def test_what_gains_nothing_goes_out_as_it_is(client: FlaskClient, path: str) -> None:
    answer = client.get(path, headers=taking("br, gzip"))
    assert "Content-Encoding" not in answer.headers
    assert answer.data == client.get(path).data


def test_files_are_compressed_and_kept_for_good(client: FlaskClient) -> None:
    for name in ("css/base.css", "js/app.js", "icons/icon.svg"):
        plain = client.get(f"/assets/0/{name}")
        packed = client.get(f"/assets/0/{name}", headers=taking("br"))
        assert packed.headers["Vary"] == "Accept-Encoding"
        assert brotli.decompress(packed.data) == plain.data
        assert len(packed.data) < len(plain.data) / 2


RANGES = [
    # what is asked for, the status
    ({}, 200),
    ({"Range": "bytes=0-999"}, 206),
]


@pytest.mark.parametrize(("asked", "status"), RANGES)
def test_a_file_that_the_server_sends_itself(
    client: FlaskClient, asked: dict[str, str], status: int
) -> None:
    """waitress takes it as it is, and ranges count the bytes of that."""
    waitress = {"wsgi.file_wrapper": ReadOnlyFileBasedBuffer}
    with client.get(
        "/static/css/base.css", headers=taking("br") | asked, environ_overrides=waitress
    ) as answer:
        assert answer.status_code == status
        assert "Content-Encoding" not in answer.headers


# Once, and kept


def test_what_lies_still_is_compressed_once(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """In each language once, whoever asks; what is asked with a question is not kept."""
    packed: list[bytes] = []
    packers = {"br": lambda data: packed.append(data) or brotli.compress(data, quality=1)}
    monkeypatch.setattr(compression, "_packers", packers)
    for language in ("en", "sv", "de", "en", "sv", "de"):
        spoken = taking("br") | {"Accept-Language": language}
        for path in ("/lesotho-casino/rules", f"{RULING}&hand=K"):
            answer = app.test_client().get(path, headers=spoken)
            assert answer.headers["Content-Encoding"] == "br"
    assert len(packed) == 3


def test_only_the_last_ones_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    packed: list[bytes] = []
    monkeypatch.setattr(compression, "_packers", {"br": lambda data: packed.append(data) or data})
    kept = Kept(2)
    for data in (b"a", b"b", b"a", b"c", b"a", b"b"):
        assert kept.compressed(data, "br") == data
    assert packed == [b"a", b"b", b"c", b"b"]


# Versions


@pytest.mark.parametrize("path", ["", "/1", "/1/sheet"])
def test_a_version_is_the_same_however_it_is_sent(group: Group, path: str) -> None:
    """A poll is compressed, and one that changes nothing is 304, also behind a proxy that has
    made the tag a weak one, or a strong one of it."""
    asked = group.session + path
    plain = group.phone.ask(asked, headers=POLL)
    tag = plain.headers["ETag"]
    for encoding in ("br", "gzip"):
        first = group.phone.ask(asked, headers=POLL | taking(encoding))
        assert first.headers["Content-Encoding"] == encoding
        assert first.headers["ETag"] == tag
        for known in (tag, tag.removeprefix("W/")):
            again = group.phone.ask(
                asked, headers=POLL | taking(encoding) | {"If-None-Match": known}
            )
            assert again.status_code == 304
            assert again.data == b""
            assert "Content-Encoding" not in again.headers


def test_the_tag_of_a_row_names_the_row(group: Group) -> None:
    """However the sheet around it is sent."""
    session_id = group.session.split("/")[-1]
    path = f"/api/v1/sessions/{session_id}/games/1/sheet/0"
    key = {"Authorization": f"Bearer {group.edit}"}
    tags = []
    for encoding, known in (("", '"0"'), ("br", '"1"')):
        row = {"card_points": 20 + len(tags), "markers": 0}
        headers = key | taking(encoding) | {"If-Match": known}
        answer = group.phone.client.put(path, json=row, headers=headers)
        assert answer.status_code == 200, answer.text
        tags.append(answer.headers["ETag"])
    assert tags == ['"1"', '"2"']


# Nothing secret shows in a length


@pytest.mark.parametrize("right", ["edit", "view"])
@pytest.mark.parametrize("encoding", ["br", "gzip"])
def test_a_guess_in_the_address_changes_no_length(group: Group, right: str, encoding: str) -> None:
    """The right one no more than a wrong one of the same letters."""
    key = getattr(group, right)
    lengths = {
        group.phone.ask(
            f"{keys_page(group)}?guess={guess}", headers=taking(encoding)
        ).content_length
        for guess in (key, key[::-1])
    }
    assert len(lengths) == 1


def test_a_page_with_keys_is_not_compressed_beside_a_guess(group: Group) -> None:
    """Nor may a proxy do it."""
    answer = group.phone.ask(f"{keys_page(group)}?guess=stranger", headers=taking("br, gzip"))
    assert "Content-Encoding" not in answer.headers
    assert answer.cache_control.no_transform


def test_no_other_page_shows_a_key(group: Group) -> None:
    for page in all_pages(group.phone, group.session, group.id, ("/links",)):
        assert group.edit not in page.html, page.path
        assert group.view not in page.html, page.path


def keys_page(group: Group) -> str:
    return f"/g/{group.id}/links"


@pytest.mark.parametrize(
    "path",
    [
        *("/", "/import", "/krypkasino/new", "{session}", "{session}/1/sheet"),
        *("{session}?x=1", "/krypkasino/new?x=1", "/g/{id}/links"),
    ],
)
def test_all_else_is_compressed(group: Group, path: str) -> None:
    address = path.format(session=group.session, id=group.id)
    assert group.phone.ask(address, headers=taking("br")).headers["Content-Encoding"] == "br"


def test_what_a_key_opened_is_not_kept(group: Group, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compression, "_packers", {})  # to compress once would fail
    for path in ("/", group.session, "/krypkasino/score"):
        assert group.phone.ask(path, headers=taking("br")).headers["Content-Encoding"] == "br"


def test_a_new_phone_has_no_secrets(app: Flask) -> None:
    answer = Phone(app).ask("/?guess=stranger", headers=taking("br"))
    assert answer.headers["Content-Encoding"] == "br"
