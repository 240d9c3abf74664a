"""How long connections may wait, and whose make room, without a socket or a clock."""

from threading import Lock
from types import SimpleNamespace
from typing import Any

import pytest
from waitress.adjustments import Adjustments

from referee import connections
from referee.connections import LONGEST_REST, PIECE, PIECES_AT_ONCE, Connection, Server
from referee.households import HERE, household

NOW = 1_000_000.0


def connection(since: float, **facts: Any) -> Any:
    """One that waits for a request since so many seconds."""
    made = Connection.__new__(Connection)
    ready = {"requests": [], "request": None, "since": NOW - since, "last_activity": NOW - since}
    vars(made).update(ready | {"addr": ("192.168.1.9", 5)} | facts)
    made.handle_close = lambda: vars(made).update(closed=True)
    return made


HEAD = SimpleNamespace(headers_finished=False)
BODY = SimpleNamespace(headers_finished=True)
AT_WORK = {"requests": ["one"]}
WAITS = [
    # for how long, what else is known, is that too long?
    (9, {}, False),
    (11, {}, True),
    (59, {"served": True}, False),
    (61, {"served": True}, True),
    (9, {"request": HEAD}, False),
    (11, {"request": HEAD, "last_activity": NOW}, True),  # a letter now and then does not help
    (61, {"request": HEAD, "served": True}, False),
    (71, {"request": HEAD, "served": True, "last_activity": NOW}, True),
    (100, {"request": BODY, "last_activity": NOW - 1}, False),
    (100, {"request": BODY, "last_activity": NOW - 21}, True),
    (121, {"request": BODY, "last_activity": NOW}, True),
    (100, {"total_outbufs_len": 9, "served": True, "last_activity": NOW - 1}, False),
    (22, {"total_outbufs_len": 9, "served": True}, True),  # an answer that nobody fetches
    (3600, AT_WORK, False),
]


@pytest.mark.parametrize(("since", "facts", "overdue"), WAITS)
def test_how_long_a_connection_may_wait(since: float, facts: dict[str, Any], overdue: bool) -> None:
    assert connection(since, **facts).overdue(NOW) is overdue


def closed(wanted: int, *connections: Any) -> list[int]:
    server = Server.__new__(Server)
    server.active_channels = dict(enumerate(connections))
    server._make_room(wanted)
    return [number for number, one in enumerate(connections) if vars(one).get("closed")]


def from_home(address: str, since: float, **facts: Any) -> Any:
    return connection(since, addr=(address, 5), **facts)


def test_those_who_hold_most_make_room_and_the_oldest_first() -> None:
    homes = {"192.168.1.7": (50,), "192.168.1.9": (1, 8, 3), "2001:db8:1:2::": (4, 2, 7, 5)}
    for wanted, expected in [(1, [6]), (2, [6, 7]), (4, [4, 5, 6, 7]), (5, [2, 4, 5, 6, 7])]:
        connections = [
            from_home(address + str(number) if ":" in address else address, since)
            for address, waits in homes.items()
            for number, since in enumerate(waits)
        ]
        assert closed(wanted, *connections) == expected


def test_nobody_who_is_served_makes_room() -> None:
    many = [from_home("192.168.1.9", 50, **AT_WORK) for _ in range(3)]
    assert closed(3, *many, from_home("192.168.1.7", 1)) == [3]


WHOLE = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
BODY_BEGINS = b"POST / HTTP/1.1\r\nContent-Length: 90000\r\n\r\n"
PIECES = [
    # what came, one after the other, and how long nothing more of it is read
    ([WHOLE], 0),
    ([WHOLE[:9]], 0),
    ([WHOLE[:9], WHOLE[9:]], 0),
    ([WHOLE[:9], WHOLE[9:12]], 0.05),
    ([WHOLE[:9], b"a", b"b", b"c"], 0.15),
    ([WHOLE[:9], *[b"a"] * 90], LONGEST_REST),
    ([WHOLE[:9], b"a" * PIECE, b"a" * PIECE], 0),
    ([WHOLE[:9], b"a", b"b", b"c" * PIECE, b"d"], 0),
    ([BODY_BEGINS, *[b"a"] * 4], 0.2),
    ([BODY_BEGINS, *[b"a" * 1400] * 20], 0),
]


@pytest.mark.parametrize(("pieces", "rest"), PIECES)
def test_who_sends_small_pieces_is_read_in_bundles(pieces: list[bytes], rest: float) -> None:
    server = Server.__new__(Server)
    server.add_task = [].append
    facts = {"server": server, "adj": Adjustments(), "requests_lock": Lock(), "requests": []}
    one = connection(0, **facts)
    for number, piece in enumerate(pieces):
        server.now = NOW + number * 2 * LONGEST_REST
        assert one.readable()
        one.received(piece)
    waits = one.rests_until - server.now if one.pieces else 0
    assert max(waits, 0) == pytest.approx(rest, abs=1e-6)
    if rest:
        assert not one.readable()
        assert server.rests_until == one.rests_until
        server.now += rest
        assert one.readable()


def test_many_small_pieces_are_read_in_several_rounds() -> None:
    server = Server.__new__(Server)
    assert [server.may_read_piece() for _ in range(PIECES_AT_ONCE + 1)].count(
        True
    ) == PIECES_AT_ONCE


@pytest.mark.parametrize(
    ("address", "sender"),
    [
        ("192.168.1.7", "192.168.1.7"),
        ("::ffff:192.168.1.7", "192.168.1.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("127.0.0.1", HERE),
        ("127.9.9.9", HERE),
        ("::1", HERE),
        ("::ffff:127.0.0.1", HERE),
        ("", ""),
        ("unix", "unix"),
    ],
)
def test_who_counts_as_one_sender(address: str, sender: str) -> None:
    assert household(address) == sender


@pytest.mark.parametrize("polls", [0, 0x2000])
def test_a_connection_that_was_closed_here_has_been_left(
    monkeypatch: pytest.MonkeyPatch, polls: int
) -> None:
    """There is no socket any more, on whatever system."""
    monkeypatch.setattr(connections, "_LEFT", polls)
    assert connection(0, socket=None).has_left()
