"""``make lighthouse``: Lighthouse (mobile preset) on the pages that phones open most."""

import json
import os
import subprocess
import sys
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

from .conftest import CHROMIUM, QUIET, ROOT, serve
from .tables import Demo, Table

LIGHTHOUSE = ROOT / "node_modules" / ".bin" / "lighthouse"
PAGES = ("/", "/krypkasino/referee?table=A+2+6+7+8+9+J&played=8H", "/krypkasino/rules")
EVENING = ("session-running", "sheet-partly", "table-playing")


def cookie_of(table: Table) -> str:
    """What a phone keeps that opened the group's link."""
    with closing(HTTPConnection(urlsplit(table.server).netloc)) as connection:
        connection.request("GET", table.edit_link)
        found = connection.getresponse().headers.get_all("Set-Cookie", [])
    return "; ".join(cookie.partition(";")[0] for cookie in found)


def main() -> int:
    worst = 100
    with TemporaryDirectory() as folder, closing(serve(Path(folder))) as running:
        address = next(running)
        demo = Demo(address, ["Ann", "Bo", "Cai", "Dee"], "Thursdays")
        headers = json.dumps({"Cookie": cookie_of(demo.new)})
        flags: dict[str, list[str]] = {path: [] for path in PAGES}
        flags |= {demo.pages[name]: [f"--extra-headers={headers}"] for name in EVENING}
        chrome = f"--chrome-flags={' '.join(['--headless', *QUIET])}"
        for path, more in flags.items():
            done = subprocess.run(
                [LIGHTHOUSE, address + path, "--quiet", "--output=json", chrome, *more],
                env=os.environ | {"CHROME_PATH": str(CHROMIUM)},
                capture_output=True,
                text=True,
                check=True,
            )
            report = json.loads(done.stdout)
            scores = {
                name: round(found["score"] * 100) for name, found in report["categories"].items()
            }
            print(path, *(f"{name} {score}" for name, score in scores.items()), sep="  ")
            for audit in report["audits"].values():
                if audit["score"] is not None and audit["score"] < 1:
                    print(f"    {audit['id']}: {audit['title']} {audit.get('displayValue', '')}")
            worst = min(worst, *scores.values())
    return 0 if worst == 100 else 1


if __name__ == "__main__":
    sys.exit(main())
