"""Walks through the app, on a phone of each engine."""

from pathlib import Path

import pytest

from tests.browser.demo_sessions import Table
from tests.server_processes import PATIENCE
from tests.strategies import some

from .conftest import ENGINES, Host
from .phones import Phone
from .walks import CONTROLLED, SNAPSHOT, begin, card, dispute, keep_the_pack, pad, play

DISPUTES = {
    "webkitgtk": ("casino", "No: no card is worth 13."),
    "wpe": ("swazi-casino", "Yes, if you still hold a king."),
    "firefox": ("south-african-casino", "No: no card is worth 13."),
}
"""Game in which each engine asks to build an 8 onto a 5, and the verdict."""

KEPT = """(path) => {
  const kept = caches.match(path, { cacheName: 'pages', ignoreVary: true });
  kept.then((page) => (window.isKept = Boolean(page)));
  return window.isKept; }"""
COLOUR = "(css) => getComputedStyle(document.querySelector(css)).backgroundColor"
WAITING = "() => document.querySelector('.sweepers .say:not([hidden])') !== null"

pytestmark = pytest.mark.filterwarnings("ignore:setting remote_server_addr")  # selenium's own


@pytest.mark.parametrize("engine", some(ENGINES, 3, 1), indirect=True)
def test_first_positions_and_an_exercise(phone: Phone) -> None:
    phone.open("/?game=krypkasino")
    assert phone.evaluate(COLOUR, "body") == "rgb(244, 241, 234)"
    phone.tap("main a", "Show me")
    phone.says("h1", "Nobody wants points")
    phone.tap(".ask button.pick[value='10C']")
    phone.says("#answer", "Another card costs less")

    phone.open("/krypkasino/referee")
    pad(phone, "ace", "2", "6", "7", "9", "Played", "8")
    phone.says("#ruling h1", "The 8 must take four cards")
    assert "table=A+2+6+7+9&played=8" in phone.evaluate("() => location.href")
    phone.evaluate("() => history.back()")
    phone.says("#ruling h1", "No card sweeps this table")

    phone.open("/krypkasino/exercises/take/512309")
    for text in ("3S", "3H", "3D", "5H", "AS", "AC"):
        phone.tap(f".ask .pick:has([value='{text}'])")
    phone.tap(".ask button", "That is my answer")
    phone.says("#answer", "Right")


def test_a_dispute_with_builds(phone: Phone, engine: str) -> None:
    """After that the phone tells what it can do."""
    game, verdict = DISPUTES[engine]
    dispute(phone, game)
    phone.says("#ruling h1", verdict)

    phone.open("/about/this-phone")
    phone.wait("() => document.getElementById('result').value !== ''")
    assert phone.text("[data-check=floor]") == "yes"
    assert phone.text("[data-check=storage]") == "yes"
    assert phone.text("[data-check=able]") == ("no" if engine == "wpe" else "yes")


def test_an_evening_on_two_phones(phone: Phone, server: str) -> None:
    """The other phone is simulated by the API: changes of it are heard of, and drawn."""
    table = Table.begun(server, ["Ann", "Bo", "Cai", "Dee"])
    phone.goto(server + table.edit_link)
    phone.open(table.counter())
    phone.tap(".sweepers button[value='0']")
    phone.says(".sweepers li:nth-child(1) small", "1 card face up")
    table.sweep(1, "of the other phone", double=True)
    phone.says(".sweepers li:nth-child(2) small", "2 cards face up")
    phone.tap("main button", "~Undo")
    phone.says(".sweepers li:nth-child(2) small", "0 cards face up")

    phone.open(table.sheet())
    for seat, (points, score) in enumerate((("13", "18"), ("9", "9"), ("12", "12"))):
        phone.fill(f"#points-{seat}", f"{points}\n")
        phone.says(f"#row-{seat} h2", score)  # drawn: the next row stays where it is tapped
    phone.tap("#check button", "~must have 8 points")
    phone.says("#check", "Adds up to 42")
    assert phone.evaluate("() => document.getElementById('notice').hidden")
    phone.tap("main button", "Finish the game")
    phone.says(".standings", "Dee")


def test_plays_of_a_followed_game(phone: Phone, server: str) -> None:
    table = Table.begun(server, ["Dee", "Cai"], game="casino")
    phone.goto(server + table.edit_link)
    phone.open(table.live())
    for text in "4C 4S 8H QS".split():
        card(phone, text)
    phone.says("h1", "Cai plays")
    for text, does in (("4D", "builds 8"), ("KC", "trail"), ("8C", "take")):
        play(phone, text, does)
    phone.says("main", "3 plays so far")
    phone.tap("main button", "~Undo")
    phone.says("main", "2 plays so far")


@pytest.mark.parametrize("engine", some(["webkitgtk", "firefox"], 2), indirect=True)
def test_an_evening_without_a_server(engine: str, host_with_pack: Host, tmp_path: Path) -> None:
    """The referee for phones keeps evenings without the network, over a restart of the browser
    too."""
    host = host_with_pack
    with ENGINES[engine].start(host.address, tmp_path) as phone:
        keep_the_pack(phone)
        host.go_away()
        phone.open("/krypkasino/referee?table=8+9&played=8")
        phone.says("#ruling h1", "The 8")
        begin(phone, "krypkasino", ["Eva", "Ola"])
        phone.says("h1", "deal 1 of")
        counter = phone.evaluate("() => location.pathname")
        assert counter.startswith("/g/0")
        phone.tap(".sweepers button[value='0']")
        phone.says(".sweepers li:nth-child(1) small", "1 card face up")
        phone.wait(SNAPSHOT, patience=PATIENCE)
    with ENGINES[engine].start(host.address, tmp_path) as phone:
        phone.open("/krypkasino/referee?table=2+6&played=8")
        phone.says("#ruling h1", "Sweep: the 8 takes the whole table")
        phone.open(counter)
        phone.says(".sweepers li:nth-child(1) small", "1 card face up")


def test_entries_wait_for_the_network(
    phone: Phone, engine: str, host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pages stay and entries wait; a browser in which Python does not run says so."""
    monkeypatch.setattr(phone, "server", host.address)
    begin(phone, "krypkasino", ["Ann", "Bo"])
    phone.says("h1", "deal 1 of")
    counter = phone.evaluate("() => location.pathname")
    phone.wait(CONTROLLED)
    for path in ("/krypkasino/rules", counter):
        phone.open(path)
        phone.wait(KEPT, path)
    host.go_away()
    phone.open("/krypkasino/rules")
    phone.says("h1", "Krypkasino")
    phone.open(counter)
    phone.tap(".sweepers button[value='0']")
    phone.wait(WAITING)
    host.come_back()
    phone.says(".sweepers li:nth-child(1) small", "1 card face up")
    phone.wait("() => document.getElementById('notice').hidden")
    if engine == "wpe":
        phone.open("/")
        phone.says("main [data-pocket]", "Python does not run in it")
