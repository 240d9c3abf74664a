"""WebKit as today's Safari has it (WebKitGTK), and as Safari 16.0 had it (WPE 2.38)."""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.webkitgtk.options import Options as GtkOptions
from selenium.webdriver.webkitgtk.service import Service as GtkService
from selenium.webdriver.wpewebkit.options import Options as WpeOptions
from selenium.webdriver.wpewebkit.service import Service as WpeService

from tests.strategies import SOAK

from .phone_driver import HEIGHT, WIDTH, Phone

AS_IT_IS = {"JSC_useOMGJIT": "false"} if SOAK == 1 else {}
"""For the code of Python, which is made quicker while it runs: that takes longer than what these
tests run of it."""
WINDOW = Path(__file__).with_name("window.py")
WANTED = "import gi; gi.require_version('WebKit2', '4.1'); from gi.repository import WebKit2"


def has_window() -> bool:
    """Return whether the system's Python can open what ``window.py`` opens."""
    command = ["/usr/bin/python3", "-c", WANTED]
    return subprocess.run(command, check=False, capture_output=True).returncode == 0


class Driven(Phone):
    """A browser behind a WebDriver of its own."""

    def __init__(self, server: str, driver: WebDriver, pointer: str) -> None:
        super().__init__(server)
        self.driver = driver
        self.pointer = pointer

    def goto(self, path: str) -> None:
        try:
            self.driver.get(path)
        except WebDriverException:  # it was loading when it loaded itself anew
            self.wait("(path) => location.href.startsWith(path)", path)

    def evaluate(self, source: str, *args: Any) -> Any:
        call = f"return ({source})(...arguments)"
        return self.driver.execute_script(call, *args)

    def tap_at(self, x: float, y: float) -> None:
        pointer = PointerInput(self.pointer, "finger")
        actions = ActionBuilder(self.driver, mouse=pointer, duration=0)
        actions.pointer_action.move_to_location(round(x), round(y))
        actions.pointer_action.pointer_down()
        actions.pointer_action.pointer_up()
        actions.perform()

    def type(self, text: str) -> None:
        keys = text.replace("\n", Keys.ENTER)
        ActionChains(self.driver, duration=0).send_keys(keys).perform()

    def close(self) -> None:
        self.driver.quit()


@contextmanager
def gtk(server: str, data: Path) -> Iterator[Phone]:
    """WebKitGTK on a screen of its own. Its driver has a mouse alone."""
    with (data / "log").open("wb") as log, _screen(log) as display:
        options = GtkOptions()
        options.binary_location = str(WINDOW)
        options.set_capability("browserName", "phone")
        for name, value in {"data": data, "width": WIDTH, "height": HEIGHT}.items():
            options.add_argument(f"--{name}={value}")
        env = {**os.environ, **AS_IT_IS, "DISPLAY": display, "GDK_BACKEND": "x11"}
        service = GtkService(shutil.which("WebKitWebDriver") or "", log_output=log, env=env)
        phone = Driven(server, webdriver.WebKitGTK(options=options, service=service), "mouse")
        try:
            yield phone
        finally:
            phone.close()


@contextmanager
def _screen(log: IO[bytes]) -> Iterator[str]:
    """Yield an X server that shows nothing to anybody; gives the display."""
    mine, its = os.pipe()
    command = ["Xvfb", "-displayfd", str(its), "-screen", "0", f"{WIDTH}x{HEIGHT}x24"]
    with subprocess.Popen([*command, "-nolisten", "tcp"], pass_fds=[its], stderr=log) as server:
        os.close(its)
        with os.fdopen(mine) as told:
            display = f":{told.readline().strip()}"
        try:
            yield display
        finally:
            server.terminate()


@contextmanager
def wpe(server: str, data: Path) -> Iterator[Phone]:
    """WPE WebKit on a Wayland compositor of its own."""
    with (data / "log").open("wb") as log, _compositor(data / "run", log) as around:
        options = WpeOptions()
        options.binary_location = shutil.which("cog") or ""
        options.set_capability("browserName", "cog")
        for word in ("--automation", "-P", "wl", "--enable-write-console-messages-to-stdout=true"):
            options.add_argument(word)
        folders = {"XDG_DATA_HOME": str(data / "data"), "XDG_CACHE_HOME": str(data / "cache")}
        env = {**os.environ, **around, **folders, "LC_ALL": "C.UTF-8", "LANGUAGE": "en_GB"}
        service = WpeService(
            shutil.which("WPEWebDriver") or "",
            log_output=log,
            env=env,
            popen_kw={"start_new_session": True},
        )
        phone = Driven(server, webdriver.WPEWebKit(options=options, service=service), "touch")
        try:
            yield phone
        finally:
            group = service.process.pid
            phone.close()
            with suppress(ProcessLookupError):  # cog may stay, and wait busily for a compositor
                os.killpg(group, signal.SIGKILL)


@contextmanager
def _compositor(folder: Path, log: IO[bytes]) -> Iterator[dict[str, str]]:
    """Weston without a screen; gives what its clients want in their environment."""
    folder.mkdir(mode=0o700)
    around = {
        "XDG_RUNTIME_DIR": str(folder), "WAYLAND_DISPLAY": "wayland-test",
        "COG_PLATFORM_WL_VIEW_WIDTH": str(WIDTH), "COG_PLATFORM_WL_VIEW_HEIGHT": str(HEIGHT),
        "LIBGL_ALWAYS_SOFTWARE": "1",
    }  # fmt: skip
    command = ["weston", "--backend=headless-backend.so", "--use-gl", "--idle-time=0"]
    size = [f"--width={WIDTH}", f"--height={HEIGHT}", f"--socket={around['WAYLAND_DISPLAY']}"]
    env = {**os.environ, **around}
    with subprocess.Popen([*command, *size], env=env, stdout=log, stderr=log) as server:
        while not (folder / around["WAYLAND_DISPLAY"]).exists():
            assert server.poll() is None, "weston does not start"
            time.sleep(0.02)
        try:
            yield around
        finally:
            server.terminate()
