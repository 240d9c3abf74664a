"""Browsers of three engines as phones, whatever drives them."""

import json
import os
import re
import shutil
import signal
import subprocess
import time
from abc import ABC, abstractmethod
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
from websocket import WebSocket, create_connection

from tests.server_processes import PATIENCE
from tests.strategies import SOAK

WIDTH, HEIGHT = 390, 844

FIND = """(css, text, nth) => {
  const said = (one) => [one.getAttribute('aria-label'), one.innerText].map(
    (words) => (words ?? '').replace(/\\s+/g, ' ').trim());
  const isIt = (words) => text[0] === '~' ? words.includes(text.slice(1)) : words === text;
  const fits = (one) => text === null || said(one).some(isIt);
  const isHidden = (one) => getComputedStyle(one).visibility === 'hidden';
  const isSeen = (one) => one.getClientRects().length > 0 && !isHidden(one);
  return [...document.querySelectorAll(css)].filter((one) => isSeen(one) && fits(one)).at(nth);
}"""
"""The ``nth`` element in sight that says a text, or with ``~`` has it among others."""

READY = """() => document.readyState === 'complete'
  && document.documentElement.dataset.scripts === ''
  && document.getElementById('fault').hidden
  && document.querySelector('#ruling[aria-busy]') === null"""
"""The page has come with all of its scripts, none has failed, and no verdict is on its way."""

AIM = f"""(css, text, nth, hasFrames) => {{
  if (!({READY})()) return null;
  const one = ({FIND})(css, text, nth);
  const middle = () => {{
    const [{{ left, top, width, height }}] = one.getClientRects();
    return [left + width / 2, top + height / 2];
  }};
  const isFree = ([x, y]) => one.contains(document.elementFromPoint(x, y));
  if (!isFree(middle())) one.scrollIntoView({{ block: 'center', behavior: 'instant' }});
  if (!isFree(middle())) return null;
  const at = middle().join();
  if (window.aim?.one !== one || window.aim.at !== at) {{
    const aim = (window.aim = {{ one, at, isShown: !hasFrames }});
    if (hasFrames) requestAnimationFrame(() => requestAnimationFrame(() => (aim.isShown = true)));
    return null;
  }}
  return window.aim.isShown ? middle() : null;
}}"""
"""Point to tap it, scrolled into sight. Null while the page is not ready (that of the tap before
may have gone, and the next be half there), while something lies on it, and until it has been in its
place for two frames: Firefox scrolls to where something was typed a frame later. WPE draws none of
its first page; there it is asked twice."""


class Phone(ABC):
    """A page of a browser. A wait that is not met in time fails the test."""

    has_frames = False

    def __init__(self, server: str) -> None:
        self.server = server

    @abstractmethod
    def goto(self, path: str) -> None: ...
    @abstractmethod
    def evaluate(self, source: str, *args: Any) -> Any:
        """Call a function of JavaScript."""

    @abstractmethod
    def tap_at(self, x: float, y: float) -> None: ...
    @abstractmethod
    def type(self, text: str) -> None:
        """Press keys; ``\\n`` is Enter."""

    @abstractmethod
    def close(self) -> None: ...

    def wait(self, source: str, *args: Any, patience: float = PATIENCE / 3) -> Any:
        """Return what a function of JavaScript gives once that is true of something."""
        end = time.monotonic() + patience
        last: object = None
        while time.monotonic() < end:
            try:
                last = self.evaluate(source, *args)
            except Exception as error:  # noqa: BLE001  # a page is on its way
                last = error
            else:
                if last:
                    return last
            time.sleep(0.03)
        raise AssertionError(f"{source} {args}: {last} on {self.text('body')[:2000]}")

    def open(self, path: str) -> None:
        self.goto(self.server + path)
        self.wait(READY)

    def tap(self, css: str, text: str | None = None, nth: int = 0) -> None:
        self.tap_at(*self.wait(AIM, css, text, nth, self.has_frames))

    def has(self, css: str, text: str | None = None) -> bool:
        return bool(self.evaluate(f"(...what) => Boolean(({FIND})(...what, 0))", css, text))

    def fill(self, css: str, text: str) -> None:
        self.tap(css)
        self.wait("(css) => document.activeElement.matches(css)", css)
        self.type(text)

    def text(self, css: str) -> str:
        got = self.evaluate("(css) => document.querySelector(css)?.innerText ?? ''", css)
        return " ".join(str(got).replace("\ufe0e", "").split())

    def says(self, css: str, text: str, patience: float = PATIENCE / 3) -> None:
        """Wait until an element of those says this among other things."""
        said = "one.innerText.replace(/\\ufe0e/g, '').replace(/\\s+/g, ' ')"
        seen = "one.getClientRects().length > 0"
        some = f"[...document.querySelectorAll(css)].some((one) => {seen} && {said}.includes(text))"
        self.wait(f"(css, text) => {some}", css, text, patience=patience)


LISTENING = re.compile(r"BiDi listening on (ws://\S+)")
PREFERENCES = {
    "browser.aboutwelcome.enabled": False, "browser.newtabpage.enabled": False,
    "browser.newtab.preload": False, "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False, "dom.ipc.processCount": 1,
    "dom.ipc.processPrelaunch.enabled": False, "intl.accept_languages": "en-GB",
    "layout.css.prefers-color-scheme.content-override": 1,  # light
    "permissions.default.persistent-storage": 1, "remote.active-protocols": 1,
    "services.settings.server": "data:,", "ui.allPointerCapabilities": 1,  # coarse, no hover
    "ui.primaryPointerCapabilities": 1,
}  # fmt: skip
CALL = "(args) => JSON.stringify((SOURCE)(...JSON.parse(args)) ?? null)"


class Firefox(Phone):
    has_frames = True

    def __init__(self, server: str, socket: WebSocket) -> None:
        super().__init__(server)
        self.socket = socket
        self.asked = 0
        self.ask("session.new", capabilities={})
        self.page = self.ask("browsingContext.getTree")["contexts"][0]["context"]
        size = {"width": WIDTH, "height": HEIGHT}
        self.ask("browsingContext.setViewport", context=self.page, viewport=size)

    def ask(self, method: str, **params: Any) -> Any:
        self.asked += 1
        self.socket.send(json.dumps({"id": self.asked, "method": method, "params": params}))
        while True:
            answer = json.loads(self.socket.recv())
            if answer.get("id") == self.asked:
                assert answer["type"] == "success", answer
                return answer["result"]

    def goto(self, path: str) -> None:
        self.ask("browsingContext.navigate", context=self.page, url=path, wait="complete")

    def evaluate(self, source: str, *args: Any) -> Any:
        answer = self.ask(
            "script.callFunction",
            functionDeclaration=CALL.replace("SOURCE", source),
            awaitPromise=False,
            target={"context": self.page},
            arguments=[{"type": "string", "value": json.dumps(args)}],
        )
        assert answer["type"] == "success", answer
        return json.loads(answer["result"]["value"])

    def act(self, **source: Any) -> None:
        self.ask("input.performActions", context=self.page, actions=[source])

    def tap_at(self, x: float, y: float) -> None:
        steps = [
            {"type": "pointerMove", "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self.act(type="pointer", id="finger", parameters={"pointerType": "mouse"}, actions=steps)

    def type(self, text: str) -> None:
        keys = ["\ue007" if letter == "\n" else letter for letter in text]
        steps = [{"type": act, "value": key} for key in keys for act in ("keyDown", "keyUp")]
        self.act(type="key", id="keys", actions=steps)

    def close(self) -> None:
        self.ask("browser.close")
        self.socket.close()


@contextmanager
def firefox(server: str, data: Path) -> Iterator[Phone]:
    lines = [f'user_pref("{name}", {json.dumps(value)});\n' for name, value in PREFERENCES.items()]
    (data / "user.js").write_text("".join(lines), "utf-8")
    words = ["--headless", "--no-remote", "--profile", str(data), "--remote-debugging-port=0"]
    log = data / "log"
    command = [shutil.which("firefox-esr") or "firefox", *words, "about:blank"]
    with (
        log.open("wb") as output,
        subprocess.Popen(command, stdout=output, stderr=output) as process,
    ):
        try:
            while not (told := LISTENING.search(log.read_text("utf-8", errors="replace"))):
                assert process.poll() is None, log.read_text("utf-8", errors="replace")
                time.sleep(0.05)
            address = f"{told[1]}/session"
            socket = create_connection(address, timeout=PATIENCE, suppress_origin=True)
            phone = Firefox(server, socket)
            yield phone
            phone.close()
        finally:
            if process.poll() is None:
                process.terminate()


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
