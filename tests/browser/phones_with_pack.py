"""Phones that keep the referee: a browser with a profile, and what is kept there."""

import gzip
import json
import os
import shutil
import signal
import subprocess
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from playwright.sync_api import BrowserContext, Error, Page, Playwright, expect

from referee.offline.build_pack import PART
from referee.offline.pack import LIST, PARTS, Pack
from referee.offline.schema_migration import MIGRATIONS
from tests.strategies import SOAK

from .conftest import CHROMIUM, PATIENCE, QUIET, SCREENS, listen, prepare
from .paused_laptop import NO_SERVER, kept, until

KEEP = "main [data-when=offered] [data-keep]"
STARTING = 90_000  # milliseconds that the first verdict of a phone may take on a busy machine
AS_IT_IS = ["--js-flags=--liftoff-only"] if SOAK == 1 else []
"""For the code of Python. Browsers make it quicker while it runs, which takes longer than all that
these tests run of it; in ``make soak`` they do."""
FETCHING = 240_000  # milliseconds that eight megabytes may take on a busy machine


def ready(page: Page) -> Page:
    until(page, "navigator.serviceWorker.controller !== null")
    kept(page, "/offline")
    return page


class Phone:
    """A phone whose browser can be closed and opened again, with all that it has kept."""

    def __init__(self, playwright: Playwright, folder: Path, *switches: str) -> None:
        self.playwright, self.folder, self._switches = playwright, folder, switches
        self.complaints: list[str] = []
        self.expected = [*NO_SERVER]
        self.context: BrowserContext | None = None

    def start(self, language: str = "en") -> Page:
        self.close()
        self.context = self.playwright.chromium.launch_persistent_context(
            self.folder,
            executable_path=CHROMIUM,
            args=[*QUIET, *AS_IT_IS, *self._switches],
            locale=language,
            **SCREENS["phone"],
        )
        prepare(self.context)
        self.context.set_default_navigation_timeout(STARTING)
        page = self.context.pages[0]
        listen(page, self.complaints, self.expected)
        return page

    def page(self) -> Page:
        """Return the one that is open, of a browser that is started where none is there."""
        return self.context.pages[0] if self.context else self.start()

    def rest(self) -> list[str]:
        """Another test begins: it finds one page, without what was done to that, or none. Tells
        what there was to complain of."""
        if self.context:
            old = self.context.pages
            listen(self.context.new_page(), self.complaints, self.expected)
            for page in old:
                page.close()
        told = [*self.complaints]
        self.complaints.clear()
        self.expected[:] = NO_SERVER
        return told

    def close(self) -> None:
        if self.context:
            self.context.close()
        self.context = None

    def cut_off(self, *, off: bool = True) -> None:
        """Take the network away, or give it back."""
        assert self.context
        self.context.set_offline(off)

    def kill(self) -> None:
        """Kill all processes of the browser at once, as a phone does."""
        kill(self.folder)
        self.forget()

    def forget(self) -> None:
        """Close what is left of a browser that was killed."""
        if self.context:
            with suppress(Error):  # nobody is there to be told
                self.context.close()
        self.context = None


def kill(profile: Path) -> None:
    """Kill the browser with this profile, from any thread."""
    listed = subprocess.run(["ps", "-axww", "-o", "pid=,args="], capture_output=True, check=True)
    for line in listed.stdout.decode(errors="replace").splitlines():
        pid, _, command = line.strip().partition(" ")
        if f"--user-data-dir={profile}" in command.split():
            with suppress(ProcessLookupError):  # it ended with the one before
                os.kill(int(pid), signal.SIGKILL)


def keep(page: Page) -> None:
    """Have the phone keep the referee."""
    page.locator(KEEP).tap()
    state(page, "kept", timeout=FETCHING)


def state(page: Page, name: str, timeout: int = PATIENCE) -> None:
    """Return the state of the offer on the page."""
    expect(page.locator("main .pocket")).to_have_attribute("data-state", name, timeout=timeout)


def changed(pack: Pack, target: Path) -> Pack:
    """Return a copy of the pack in another folder, in which one script differs."""
    return _altered(pack, target, "worker.js", lambda script: script + b"// newer\n")


def with_a_step(pack: Pack, target: Path, text: str) -> Pack:
    """Return a copy of the pack in another folder, with one more migration."""
    return _altered(pack, target, "site.zip", lambda site: _with_file(site, STEP, text + DONE))


STEP = f"{MIGRATIONS.relative_to(MIGRATIONS.parents[2]).as_posix()}/9999.sql"
DONE = "UPDATE alembic_version SET version_num = '9999';\n"


def _with_file(archive: bytes, name: str, text: str) -> bytes:
    made = BytesIO(archive)
    with ZipFile(made, "a") as opened:
        opened.writestr(name, text)
    return made.getvalue()


def _altered(pack: Pack, target: Path, name: str, alter: Callable[[bytes], bytes]) -> Pack:
    shutil.copytree(pack.folder, target)
    listed = json.loads(json.dumps(pack.listed))
    (file,) = (one for one in listed["files"] if one["name"] == name)
    data = alter(b"".join(gzip.decompress(pack.part(p["sha256"]) or b"") for p in file["parts"]))
    pieces = [data[start : start + PART] for start in range(0, len(data), PART)]
    file["sha256"] = sha256(data).hexdigest()
    file["parts"] = [_part(piece, target / PARTS) for piece in pieces]
    listed["version"] = file["sha256"][:12]
    (target / LIST).write_text(json.dumps(listed))
    newer = Pack.read(target)
    assert newer is not None
    return newer


def _part(piece: bytes, folder: Path) -> dict[str, Any]:
    name, packed = sha256(piece).hexdigest(), gzip.compress(piece, 1)
    if not (folder / f"{name}.gz").exists():
        (folder / f"{name}.gz").write_bytes(packed)
    return {"sha256": name, "size": len(piece), "sent": len(packed), "gzip": len(packed)}
