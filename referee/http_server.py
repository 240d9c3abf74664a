"""Server of ``referee serve``: waitress, configured for many phones.

waitress reads requests and writes answers in one thread, and hands complete requests to its
workers: a phone that sends slowly holds a connection, not a thread. Its usual limit of 100
connections is too low for that. Strangers who open more than the limit here are left to a proxy in
front (docs/hosting.md)."""

import logging
import select
import signal
import socket
import sys
from collections.abc import Iterable

import ifaddr
import waitress
from flask import Flask

from .server import log_everything

if sys.platform != "win32":
    import resource

CONNECTIONS = 1000 if hasattr(select, "poll") else 400  # select() on Windows takes 512 sockets
OTHER_FILES = 100
IDLE_SECONDS = 20
"""After which a connection is closed on which nothing comes or goes."""
LOOK_SECONDS = 5
"""Between two looks at connections that are idle."""
MORE_SECONDS = 5
"""For requests that are worked on when the server is told to leave, after waitress's own five."""
LARGEST_HEAD = 64 * 1024
LARGEST_BODY = 16 * 1024 * 1024  # the app has limits of its own and better words for them

EVERYWHERE = "0.0.0.0"  # noqa: S104 - phones must reach it
ALL_INTERFACES = (EVERYWHERE, "::", "")


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket. Raises :class:`OSError` if the address is taken or not of this
    machine."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    server = socket.socket(family, socket.SOCK_STREAM)
    try:
        # On Windows "reuse" would let two servers share a port without a word.
        exclusive = getattr(socket, "SO_EXCLUSIVEADDRUSE", None)
        server.setsockopt(socket.SOL_SOCKET, exclusive or socket.SO_REUSEADDR, 1)
        server.bind((host, port))
        server.listen(CONNECTIONS)
    except (TypeError, UnicodeError) as error:  # bytes that are no text
        server.close()
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known") from error
    except OSError:
        server.close()
        raise
    return server


def serve(app: Flask, server: socket.socket) -> None:
    """Serve until Ctrl-C or SIGTERM; requests in progress are still answered then."""
    log_everything(app)
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # a short queue is no news

    def stop(_signal: int, _frame: object) -> None:
        server.close()
        raise SystemExit(0)

    for name in (signal.SIGTERM, signal.SIGINT):
        signal.signal(name, stop)
    serving = waitress.create_server(
        app,
        sockets=[server],
        threads=app.config["THREADS"],
        connection_limit=min(
            CONNECTIONS, _raise_file_limit(CONNECTIONS + OTHER_FILES) - OTHER_FILES
        ),
        backlog=CONNECTIONS,
        channel_timeout=IDLE_SECONDS,
        cleanup_interval=LOOK_SECONDS,
        channel_request_lookahead=1,  # who closes the connection meanwhile is noticed
        asyncore_use_poll=hasattr(select, "poll"),
        max_request_header_size=LARGEST_HEAD,
        max_request_body_size=LARGEST_BODY,
        inbuf_overflow=LARGEST_BODY,  # nothing of a photo is written to disk
        clear_untrusted_proxy_headers=False,  # the app reads them only where REFEREE_PROXIES is set
        ident=None,
    )
    serving.run()  # it waits five seconds for its threads at the end
    serving.task_dispatcher.shutdown(timeout=MORE_SECONDS)


def addresses(host: str, port: int) -> list[str]:
    """Return the URLs of the server, the best one for phones first."""
    if host not in ALL_INTERFACES:
        return [_url(host, port)]
    ips = sorted(_own_ips(), key=lambda ip: (ip.startswith("127."), not ip.startswith("192.168.")))
    return [_url(ip, port) for ip in ips]


def _own_ips() -> Iterable[str]:
    """Yield the IPv4 addresses of this machine, but link-local ones."""
    for adapter in ifaddr.get_adapters():
        for ip in adapter.ips:
            if isinstance(ip.ip, str) and not ip.ip.startswith("169.254."):
                yield ip.ip


def _url(host: str, port: int) -> str:
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}/" if port == 80 else f"http://{name}:{port}/"


def _raise_file_limit(needed: int) -> int:
    """Raise the limit of open files where it is too low (macOS starts with 256), and return it, at
    most what is needed."""
    if sys.platform == "win32":
        return needed
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= needed:
        return needed
    enough = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (enough, hard))
    return enough
