"""The ready-made nginx.conf, tried with the nginx of this machine in front of a Referee."""

import gzip
import http.client
import os
import re
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import brotli
import pytest

from tests.server_processes import HOST, free_port, running, serving

NGINX = shutil.which("nginx", path=os.environ.get("PATH", "") + ":/usr/sbin")
CONFIG = Path(__file__).parents[2] / "docs" / "hosting" / "nginx.conf"
BURST = 60
BODY = '{"game": "krypkasino", "players": ["Ada", "Bo"]}'

pytestmark = pytest.mark.skipif(
    NGINX is None and not os.environ.get("CI"), reason="not on this machine: nginx"
)


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """Yield the file as it is."""
    with proxying(tmp_path_factory.mktemp("nginx"), CONFIG.read_text("utf-8")) as port:
        yield port


@contextmanager
def proxying(folder: Path, text: str) -> Iterator[int]:
    """Yield a file, but for other ports, one second instead of ten, and no certificate."""
    front, back, plain = free_port(), free_port(), free_port()
    text = text.replace("127.0.0.1:8000", f"{HOST}:{back}")
    text = re.sub(r"listen \[::\].*|ssl_certificate.*", "", text)
    text = text.replace("listen 443 ssl;", f"listen {HOST}:{front};")
    text = text.replace("listen 80;", f"listen {HOST}:{plain};")
    text = text.replace("client_header_timeout 10s", "client_header_timeout 1s")
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    paths = "".join(f"{kind}_temp_path {folder / kind};" for kind in kinds)
    whole = folder / "whole.conf"
    whole.write_text(
        f"daemon off; master_process off; pid {folder}/pid; error_log {folder}/errors;"
        # As distributions have it: whatever passes through is compressed.
        "events {} http { gzip on; gzip_proxied any; gzip_min_length 1; gzip_types *;"
        f" access_log {folder}/requests; {paths} {text} }}",
        "utf-8",
    )
    assert NGINX
    nginx = [NGINX, "-p", str(folder), "-c", str(whole), "-e", str(folder / "errors")]
    env = {"REFEREE_INSTANCE": str(folder / "instance"), "REFEREE_PROXIES": "1"}
    with serving(back, env, folder / "log"), running(nginx, front):
        yield front


def ask(
    port: int, method: str, path: str, **headers: str
) -> tuple[http.client.HTTPResponse, bytes]:
    with closing(http.client.HTTPConnection(HOST, port, timeout=20)) as connection:
        sent = BODY if method == "POST" else None
        headers = {"Content-Type": "application/json"} | headers
        connection.request(method, path, sent, headers)
        response = connection.getresponse()
        return response, response.read()


def test_one_address_makes_groups_at_a_bounded_pace(port: int) -> None:
    answers = [ask(port, "POST", "/api/v1/sessions")[0] for _ in range(BURST + 20)]
    statuses = [one.status for one in answers]
    assert statuses[:BURST] == [201] * BURST
    refused = [one for one in answers if one.status == 503]
    assert refused
    for one in refused:
        assert one.headers["Content-Type"] == "application/problem+json"
        assert one.headers["Retry-After"]
    for method, path in [("GET", "/"), ("POST", "/api/v1/krypkasino/score"), ("GET", "/import")]:
        assert ask(port, method, path)[0].status != 503
    keyed = ask(port, "POST", "/api/v1/sessions", Authorization="Bearer x")[0]
    assert keyed.status != 503


def test_half_a_head_is_not_waited_for(port: int) -> None:
    with socket.create_connection((HOST, port), timeout=10) as client:
        client.sendall(b"GET / HTTP/1.1\r\nHost:")
        with suppress(ConnectionResetError):
            assert client.recv(100) == b""


def test_browsers_come_back_by_https(port: int) -> None:
    for path in ("/", "/api/v1/nothing"):
        answer = ask(port, "GET", path)[0]
        assert answer.headers["Strict-Transport-Security"] == "max-age=31536000"


def test_the_log_has_the_id_that_nginx_gave(port: int) -> None:
    assert re.fullmatch("[0-9a-f]{32}", ask(port, "GET", "/")[0].headers["X-Request-Id"])


def test_the_keys_of_very_many_groups_go_through(port: int) -> None:
    """A browser keeps as many cookies as that."""
    cookies = "; ".join(f"group_{number:012}={'x' * 67}" for number in range(180))
    assert ask(port, "GET", "/", Cookie=cookies)[0].status == 200


SENT = [
    # what is asked for, what the browser takes, how it is compressed
    ("/swazi-casino/rules", "gzip, br", "br"),
    ("/swazi-casino/rules", "gzip", "gzip"),
    ("/swazi-casino/rules", "", None),
    ("/krypkasino/referee?table=8+9&played=8", "gzip, br", "br"),
    ("/krypkasino/new", "gzip", "gzip"),
    ("/krypkasino/new?guess=secret", "gzip, br", "br"),
    ("/api/v1/krypkasino/referee?table=2", "gzip", None),
]


@pytest.mark.parametrize(("path", "taken", "encoding"), SENT)
def test_what_referee_compressed_passes_as_it_is(
    port: int, path: str, taken: str, encoding: str | None
) -> None:
    """Once, and what it left alone is left alone."""
    answer, body = ask(port, "GET", path, **{"Accept-Encoding": taken})
    assert (answer.status, answer.headers["Content-Encoding"]) == (200, encoding)
    openers = {"br": brotli.decompress, "gzip": gzip.decompress, None: bytes}
    assert openers[encoding](body)[:1] in (b"<", b"{")


# Below a path

HOSTING = CONFIG.parents[1] / "hosting.md"
BELOW = "/cards"


BESIDE = """
limit_req_status 429;  # of other sites
server {{
    listen 443 ssl;
    server_name cards.example;
    location / {{ return 404; }}
    {locations}
}}
server {{ listen 80; return 301 https://$host$request_uri; }}
"""


def beside_another_site() -> str:
    """Return the files for a host that has other things, in a server block of such a host."""
    zones, locations = (
        CONFIG.with_name(f"nginx-{name}.conf").read_text("utf-8") for name in ("zones", "locations")
    )
    return zones + BESIDE.format(locations=locations)


def changed_by_hand() -> str:
    """Return the file as the page says how to change it."""
    (command,) = re.findall(
        r"^sed .*?nginx\.conf$", HOSTING.read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
    done = subprocess.run(
        command, shell=True, cwd=CONFIG.parents[2], capture_output=True, text=True, check=True
    )
    return done.stdout


@pytest.fixture(scope="module", params=[changed_by_hand, beside_another_site])
def below(
    tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Iterator[int]:
    """Yield nginx in front of a Referee below a path."""
    with proxying(tmp_path_factory.mktemp("below"), request.param()) as port:
        yield port


def test_below_a_path(below: int) -> None:
    answer, _ = ask(below, "GET", BELOW)
    assert (answer.status, answer.headers["Location"].endswith(f"{BELOW}/")) == (301, True)
    _, page = ask(below, "GET", f"{BELOW}/krypkasino/new?a=%C3%A5")
    named = re.findall(r' (?:href|src|action)="(/[^"]*)"', page.decode())
    assert len(named) > 10
    assert all(one.startswith(f"{BELOW}/") for one in named)
    for path in {*named} - {one for one in named if "/like/" in one}:
        assert ask(below, "GET", path)[0].status == 200, path
    made = ask(below, "POST", f"{BELOW}/api/v1/sessions")[1].decode()
    (key,) = re.findall(rf'"edit_url":"http://[^/]+({BELOW}/k/[^"]+)"', made)
    answer, _ = ask(below, "GET", key)
    assert (answer.status, answer.headers["Location"].startswith(f"{BELOW}/g/")) == (302, True)
    assert f"Path={BELOW}/" in answer.headers["Set-Cookie"]
    statuses = [ask(below, "POST", f"{BELOW}/api/v1/sessions")[0].status for _ in range(BURST + 20)]
    assert 503 in statuses  # the bound is there too


def test_a_browser_says_no_path(port: int) -> None:
    said = {"X-Forwarded-Prefix": "/elsewhere", "X-Forwarded-Port": "1", "Host": "cards.example"}
    _, page = ask(port, "GET", "/krypkasino/referee/share?table=8", **said)
    assert b"elsewhere" not in page
    assert b'value="http://cards.example/krypkasino/' in page
