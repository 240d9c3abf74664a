"""``make lighthouse``: Lighthouse (mobile preset) on the pages that phones open most."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright

from tests.processes import free_port

from .conftest import CHROMIUM, QUIET, ROOT, serve
from .tables import Demo

LIGHTHOUSE = ROOT / "node_modules" / ".bin" / "lighthouse"
OPEN = ("/", "/krypkasino/referee?table=A+2+6+7+8+9+J&played=8H", "/krypkasino/rules")
EVENING = ("session-running", "sheet-partly", "table-playing")


@contextmanager
def let_in(folder: Path, link: str) -> Iterator[int]:
    """The port of a Chromium that has opened a group's link, as a phone of the group has."""
    port = free_port()
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch_persistent_context(
            folder, executable_path=CHROMIUM, args=[*QUIET, f"--remote-debugging-port={port}"]
        )
        chromium.new_page().goto(link)
        yield port
        chromium.close()


def measure(address: str, port: int) -> dict[str, int]:
    """The scores of a page; writes down what costs points."""
    command = [LIGHTHOUSE, address, "--quiet", "--output=json", f"--port={port}"]
    env = os.environ | {"CHROME_PATH": str(CHROMIUM)}
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    report = json.loads(done.stdout)
    scores = {name: round(found["score"] * 100) for name, found in report["categories"].items()}
    print(address, *(f"{name} {score}" for name, score in scores.items()), sep="  ")
    for audit in report["audits"].values():
        if audit["score"] is not None and audit["score"] < 1:
            print(f"    {audit['id']}: {audit['title']} {audit.get('displayValue', '')}")
    return scores


def main() -> int:
    with (
        TemporaryDirectory() as instance,
        TemporaryDirectory() as profile,
        closing(serve(Path(instance))) as running,
    ):
        server = next(running)
        demo = Demo(server, ["Ann", "Bo", "Cai", "Dee"], "Thursdays")
        pages = [*OPEN, *(demo.pages[name] for name in EVENING)]
        with let_in(Path(profile), server + demo.new.edit_link) as port:
            worst = min(min(measure(server + page, port).values()) for page in pages)
    return 0 if worst == 100 else 1


if __name__ == "__main__":
    sys.exit(main())
