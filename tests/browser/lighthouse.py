"""``make lighthouse``: Lighthouse (mobile preset) on the referee page with a position."""

import json
import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from .conftest import CHROMIUM, QUIET, ROOT, serve

LIGHTHOUSE = ROOT / "node_modules" / ".bin" / "lighthouse"
PAGES = ("/", "/krypkasino/referee?table=A+2+6+7+8+9+J&played=8H", "/krypkasino/rules")


def main() -> int:
    worst = 100
    with TemporaryDirectory() as folder, closing(serve(Path(folder))) as running:
        address = next(running)
        for path in PAGES:
            flags = " ".join(["--headless", *QUIET])
            done = subprocess.run(
                [LIGHTHOUSE, address + path, "--quiet", "--output=json", f"--chrome-flags={flags}"],
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
