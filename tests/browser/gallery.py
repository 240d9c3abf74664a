"""``make gallery``: every page in every form, as pictures to be looked through."""

import sys
from contextlib import closing
from pathlib import Path

from playwright.sync_api import sync_playwright

from .conftest import CHROMIUM, QUIET, SCREENS, serve

FOLDER = Path(__file__).parents[2] / "gallery"
REFEREE = "/krypkasino/referee"
PAGES = {
    "home": "/",
    "referee-empty": REFEREE,
    "referee-table": f"{REFEREE}?table=2+6+5",
    "referee-one": f"{REFEREE}?table=A+2+6+7+8+9+J&played=8H",
    "referee-suits": f"{REFEREE}?table=AS+2C+6H+7D+8S+9D+JC&played=8H",
    "referee-creep": f"{REFEREE}?table=8+9&played=7",
    "referee-choice": f"{REFEREE}?table=2+3+4+5+8+10&played=A",
    "referee-sweep": f"{REFEREE}?table=3+5&played=8",
    "referee-double": f"{REFEREE}?table=5&played=5S",
    "referee-hand": f"{REFEREE}?table=2+6+5&hand=K+QS+5D",
    "referee-claim": f"{REFEREE}?table=3+7+9+A+8+2&played=10&captured=7+2+A",
    "referee-right": f"{REFEREE}?table=8+9&played=8&captured=8",
    "referee-judge": f"{REFEREE}?table=A+2+6+7+8+9+J&played=8H&judge=1",
    "referee-aside": f"{REFEREE}?table=8S+9C+JD+KH&dealt=1",
    "referee-many": f"{REFEREE}?table=A+A+2+2+3+3+4+4+5+5+6+6+7+7+8+8+9+9+10+10+J&played=A",
    "referee-unreadable": f"{REFEREE}?table=8+x",
    "share": f"{REFEREE}/share?table=A+2+6+7+8+9+J&played=8H",
    "rules": "/krypkasino/rules",
    "docs": "/api/v1/docs",
    "nothing": "/nothing",
}


def main() -> int:
    FOLDER.mkdir(exist_ok=True)
    with closing(serve(FOLDER / ".instance")) as running, sync_playwright() as playwright:
        address = next(running)
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        for screen, options in SCREENS.items():
            for scheme in ("light", "dark"):
                context = chromium.new_context(base_url=address, color_scheme=scheme, **options)
                page = context.new_page()
                for name, path in PAGES.items():
                    page.goto(path)
                    page.screenshot(path=FOLDER / f"{name}-{screen}-{scheme}.png")
                context.close()
        chromium.close()
    print(f"{len(PAGES) * len(SCREENS) * 2} pictures in {FOLDER.name}/")
    return 0


if __name__ == "__main__":
    sys.exit(main())
