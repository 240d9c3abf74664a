"""``make gallery``: every page in every form, as pictures to be looked through."""

import sys
from contextlib import closing
from pathlib import Path

from playwright.sync_api import Page, expect, sync_playwright

from .conftest import CHROMIUM, QUIET, SCREENS, serve
from .following import CHOICE, ask, claim, question
from .tables import Demo, Followed, Table
from .taps import field, hears_nothing, link

FOLDER = Path(__file__).parents[2] / "gallery"
REFEREE = "/krypkasino/referee"
PLAYERS = ["Zoë", "Bo", "Maximiliane", "דוד"]
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
    made = 0
    with closing(serve(FOLDER / ".instance")) as running, sync_playwright() as playwright:
        address = next(running)
        demo = Demo(address, PLAYERS, "Thursdays at Bo’s")
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        for screen, options in SCREENS.items():
            for scheme in ("light", "dark"):
                context = chromium.new_context(base_url=address, color_scheme=scheme, **options)
                page = context.new_page()
                ending = f"{screen}-{scheme}.png"
                for name, path in PAGES.items():
                    page.goto(path)
                    page.screenshot(path=FOLDER / f"{name}-{ending}")
                page.goto(demo.new.edit_link)
                for name, path in demo.pages.items():
                    page.goto(path)
                    page.screenshot(path=FOLDER / f"{name}-{ending}", full_page=True)
                disagree(page, Table.start(address, PLAYERS))
                page.screenshot(path=FOLDER / f"sheet-disagreement-{ending}", full_page=True)
                made += len(PAGES) + len(demo.pages) + 1
                if options.get("has_touch"):
                    open_choice(page, Table.start(address, PLAYERS))
                    ask(page)
                    page.screenshot(path=FOLDER / f"table-choice-{ending}")
                    link(page, "Cancel").tap()
                    claim(page, "9C")
                    expect(question(page).locator(".wrong")).to_be_visible()
                    page.screenshot(path=FOLDER / f"table-verdict-{ending}")
                    made += 2
                context.close()
        chromium.close()
    print(f"{made} pictures in {FOLDER.name}/")
    return 0


def disagree(page: Page, table: Table) -> None:
    """Two phones count the same pile."""
    table.begin()
    page.goto(table.edit_link)
    page.goto(table.sheet())
    hears_nothing(page)
    table.put(0, {"markers": 1, "card_points": 13})
    field(page, f"{PLAYERS[0]}, Points in cards").fill("12")
    expect(page.locator(".conflict")).to_be_visible()


def open_choice(page: Page, table: Table) -> None:
    """A live table whose next card can take in two ways."""
    table.begin()
    Followed(table, CHOICE)
    page.goto(table.edit_link)
    page.goto(table.live())


if __name__ == "__main__":
    sys.exit(main())
