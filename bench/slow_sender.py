"""Slow senders, as a process of its own: ``python -m bench.slow_sender PORT HOW_MANY SECONDS``.

A third send nothing, a third stop after half a request, and the others go on, a letter at a time.
Whoever is thrown out comes back.
"""

import socket
import sys
import time
from contextlib import suppress

from tests.server_processes import HOST

PAUSE = 0.02
"""Seconds between two letters of one sender."""
REQUEST = b"POST /api/v1/krypkasino/score HTTP/1.1\r\nHost: x\r\nContent-Length: 5000\r\n\r\n{"
LETTERS = b"X-Slow: " + b"a" * 1000


class Sender:
    """A slow sender, by number."""

    def __init__(self, port: int, number: int) -> None:
        self.port, self.number = port, number
        self.connect()

    def connect(self) -> None:
        self.sent = 0
        self.socket = socket.create_connection((HOST, self.port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.setblocking(False)
        if kind := self.number % 3:
            self.socket.send(b"GET / HTTP/1.1\r\n" if kind == 1 else REQUEST[: 20 + self.number])

    def go_on(self) -> None:
        """Send the next letter; come back if nobody listens any more."""
        try:
            with suppress(BlockingIOError):
                if not self.socket.recv(1000):
                    raise ConnectionResetError
            if self.number % 3 == 1:
                self.socket.send(LETTERS[self.sent : self.sent + 1])
                self.sent = (self.sent + 1) % len(LETTERS)
        except OSError:
            self.socket.close()
            self.connect()


def main(port: int, many: int, seconds: float) -> None:
    senders = [Sender(port, number) for number in range(many)]
    print("here", flush=True)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for sender in senders:
            sender.go_on()
            time.sleep(PAUSE / many)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]))
