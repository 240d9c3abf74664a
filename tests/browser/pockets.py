"""Phones that keep the referee: a browser with a profile, and what is kept there."""

import gzip
import json
import os
import shutil
import signal
import subprocess
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from playwright.sync_api import BrowserContext, Error, Page, Playwright, expect

from referee.pocket.offer import LIST, Pack

from .conftest import CHROMIUM, PATIENCE, QUIET, SCREENS, listen
from .laptops import NO_SERVER, kept, until

KEEP = "main [data-when=offered] [data-keep]"
STARTING = 30_000  # milliseconds that the first verdict of a phone may take on a busy machine
FETCHING = 60_000  # milliseconds that eight megabytes may take on a busy machine


def ready(page: Page) -> Page:
    until(page, "navigator.serviceWorker.controller !== null")
    kept(page, "/offline")
    return page


class Phone:
    """A phone whose browser can be closed and opened again, with all that it has kept."""

    def __init__(self, playwright: Playwright, folder: Path) -> None:
        self.playwright, self.folder = playwright, folder
        self.complaints: list[str] = []
        self.expected = [*NO_SERVER]
        self.context: BrowserContext | None = None

    def start(self) -> Page:
        self.close()
        self.context = self.playwright.chromium.launch_persistent_context(
            self.folder, executable_path=CHROMIUM, args=QUIET, locale="en", **SCREENS["phone"]
        )
        self.context.set_default_timeout(PATIENCE)
        self.context.set_default_navigation_timeout(STARTING)
        page = self.context.pages[0]
        listen(page, self.complaints, self.expected)
        return page

    def close(self) -> None:
        if self.context:
            self.context.close()
        self.context = None

    def cut_off(self, *, off: bool = True) -> None:
        """No network, or one again."""
        assert self.context
        self.context.set_offline(off)

    def kill(self) -> None:
        """As a phone ends a browser: all of its processes at once, and nothing is put away."""
        kill(self.folder)
        self.forget()

    def forget(self) -> None:
        """It was killed."""
        if self.context:
            with suppress(Error):  # nobody is there to be told
                self.context.close()
        self.context = None


def kill(profile: Path) -> None:
    """The browser with this profile, from whatever thread."""
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
    """How far the offer on the page is."""
    expect(page.locator("main .pocket")).to_have_attribute("data-state", name, timeout=timeout)


def changed(pack: Pack, target: Path) -> Pack:
    """The same pack in another folder, but for one file."""
    shutil.copytree(pack.folder, target)
    listed = json.loads(json.dumps(pack.listed))
    (file,) = (one for one in listed["files"] if one["name"] == "worker.js")
    (part,) = file["parts"]
    script = gzip.decompress(pack.part(part["sha256"]) or b"") + b"// newer\n"
    name = sha256(script).hexdigest()
    (target / "parts" / f"{name}.gz").write_bytes(gzip.compress(script))
    file["sha256"], file["parts"] = name, [part | {"sha256": name, "size": len(script)}]
    listed["version"] = name[:12]
    (target / LIST).write_text(json.dumps(listed))
    newer = Pack.read(target)
    assert newer is not None
    return newer
