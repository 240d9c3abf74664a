"""Firefox over its own WebDriver BiDi."""

import json
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websocket import WebSocket, create_connection

from tests.server_processes import PATIENCE

from .phone_driver import HEIGHT, WIDTH, Phone

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
