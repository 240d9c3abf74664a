"""The connections of ``referee serve``: how long one may stay, and who makes room.

waitress closes connections that were silent for a while, and accepts no more when it has many. So
whoever opened enough of them and said nothing, or a letter now and then, kept everybody else out.
Here a request must come within a time, and when connections get scarce whoever holds most gives
back those that wait longest. A request that the app works on is never cut, not when the server is
told to leave either; one that it has not begun is let go when its sender has gone.

Whoever sends letter by letter is read in bundles. For each letter the thread that reads would have
to get in between those that work, and while it waits for that nobody else is read.
"""

from __future__ import annotations

import select
import socket
import time
from collections import Counter
from typing import Any

from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer
from waitress.task import ErrorTask

from .households import household
from .logs import REQUEST_ID, new_id

HEAD_SECONDS = 10
"""For the head of a request, from the first moment of a connection on."""
BODY_SECONDS = 120
"""For the whole of a request."""
STALL_SECONDS = 20
"""For the next bytes of a body, or of an answer that is fetched."""
IDLE_SECONDS = 60
"""After an answer, for the next request."""
LEAVE_SECONDS = 10
"""For what is under way when the server is told to leave."""
AT_ONCE = 64
"""New connections in one round; there is always room for so many."""
PIECE = 512
"""Bytes. A request may come in pieces, but hardly in many that are smaller."""
REST, LONGEST_REST = 0.05, 1.0
"""Seconds until the next small piece is read; one more for each that came, up to the longest."""
PIECES_AT_ONCE = 16
"""Small pieces in one round."""
_LEFT = getattr(select, "POLLRDHUP", 0)  # Linux only


class Refused(ErrorTask):
    """waitress's own answer to what is no HTTP: with an id, like every answer."""

    def execute(self) -> None:
        self.response_headers.append((REQUEST_ID, new_id()))
        super().execute()


class Connection(HTTPChannel):
    """A connection that knows since when it waits for a request."""

    error_task_class = Refused
    served = False
    since: float
    last_activity: float
    pieces = 0
    rests_until = 0.0

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.since = self.creation_time

    def readable(self) -> bool:
        return self.server.now >= self.rests_until and bool(super().readable())

    def handle_read(self) -> None:
        if not self.pieces or self.server.may_read_piece():
            super().handle_read()

    def received(self, data: bytes) -> bool:
        taken = bool(super().received(data))
        if self.request is None or len(data) >= PIECE:
            self.pieces = 0
        else:
            rest = min(self.pieces * REST, LONGEST_REST)
            self.rests_until = self.server.now + rest
            self.server.rests_until = max(self.server.rests_until, self.rests_until)
            self.pieces += 1
        return taken

    def service(self) -> None:
        left = self.has_left()
        if left:
            self.connected = False  # waitress works on nothing then
        super().service()
        if left:
            self.server.pull_trigger()  # to close it
        self.served, self.since = True, time.time()

    def has_left(self) -> bool:
        """Did the sender close the connection?"""
        try:
            if _LEFT:
                look = select.poll()
                look.register(self.socket, _LEFT)
                return bool(look.poll(0))
            return not self.socket.recv(1, socket.MSG_PEEK)
        except BlockingIOError:
            return False
        except (OSError, ValueError, TypeError, AttributeError):  # it was closed here
            return True

    def home(self, proxies: int) -> str:
        """Whose the next request is; so many proxies of ours stand in front, and the first of them
        says who asked."""
        forwarded = self.requests[0].headers.get("X_FORWARDED_FOR", "")
        said = [one.strip() for one in forwarded.split(",") if one.strip()]
        told = proxies and len(said) >= proxies
        return household(said[-proxies] if told else self.addr[0])

    @property
    def resting(self) -> bool:
        """Nothing comes, is worked on, or goes."""
        return not (self.request or self.requests or self.total_outbufs_len)

    def overdue(self, now: float) -> bool:
        """Has it waited for too long? What is worked on never has."""
        if self.requests:
            return False
        stalled = now - self.last_activity > STALL_SECONDS
        if self.total_outbufs_len:
            return stalled
        waits = now - self.since
        allowed = IDLE_SECONDS if self.served else 0
        if self.request is None:
            return waits > (allowed or HEAD_SECONDS)
        if not self.request.headers_finished:
            return waits > allowed + HEAD_SECONDS
        return stalled or waits > allowed + BODY_SECONDS


class Server(TcpWSGIServer):
    """waitress's server with these connections. ``leave`` makes ``run`` return, when what is under
    way is done; called once more it does not wait."""

    channel_class = Connection
    now = 0.0
    """When this round began."""
    next_look = 0.0
    rests_until = 0.0
    """When nobody's small pieces rest any more."""
    pieces_left = PIECES_AT_ONCE
    told_to_leave = 0

    def leave(self, *_signal: object) -> None:
        self.told_to_leave += 1
        self.pull_trigger()

    def run(self) -> None:
        while not self.told_to_leave:
            self._one_round()
            self._close_some()
        self._leave()

    def handle_accept(self) -> None:
        """waitress takes one in each round; with many connections a round takes a while."""
        for _ in range(AT_ONCE):
            before = len(self.active_channels)
            super().handle_accept()
            if len(self.active_channels) == before:
                return

    def may_read_piece(self) -> bool:
        """The others are read in the next round."""
        self.pieces_left -= 1
        return self.pieces_left >= 0

    def maintenance(self, now: float) -> None:
        """Not in the middle of a round: a socket that is closed there gives its number to a new
        one, which would be told what happened to the old."""

    def _one_round(self) -> None:
        adj = self.adj
        self.now, self.pieces_left = time.time(), PIECES_AT_ONCE
        timeout = REST if self.now < self.rests_until else adj.asyncore_loop_timeout
        poll = adj.asyncore_use_poll
        self.asyncore.loop(timeout=timeout, use_poll=poll, map=self._map, count=1)

    def _close_some(self) -> None:
        now = time.time()
        if now >= self.next_look:
            self.next_look = now + 1
            for connection in [*self.active_channels.values()]:
                if connection.overdue(now):
                    connection.handle_close()
        too_many = len(self.active_channels) + AT_ONCE - self.adj.connection_limit
        if too_many > 0:
            self._make_room(too_many)

    def _make_room(self, wanted: int) -> None:
        """Close connections that wait: first those of the house that holds most, and of these the
        oldest."""
        waiting = [one for one in self.active_channels.values() if not one.requests]
        homes = {one: household(one.addr[0]) for one in waiting}
        held = Counter(homes.values())
        waiting.sort(key=lambda one: (-held[homes[one]], one.since))
        for connection in waiting[:wanted]:
            connection.handle_close()

    def _leave(self) -> None:
        """Take nobody in any more but those who stand at the door, and see all of them out."""
        self.handle_accept()
        self.del_channel()
        self.socket.close()
        end = time.time() + LEAVE_SECONDS
        while self.active_channels and time.time() < end and self.told_to_leave == 1:
            self._one_round()
            for connection in [*self.active_channels.values()]:
                if connection.resting or connection.overdue(time.time()):
                    connection.handle_close()
        self.task_dispatcher.shutdown(timeout=1)
