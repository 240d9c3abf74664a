"""``make gallery``: every page in every language, size and scheme, as pictures to look through.

``gallery/index.html`` shows them side by side. Words choose: ``make gallery ONLY="sv phone dark"``.
"""

import sys
from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import product
from pathlib import Path
from shutil import rmtree

from playwright.sync_api import Browser, Page, sync_playwright

from referee.languages import LANGUAGES
from tests.browser.conftest import CHROMIUM, QUIET, ROOT, SCREENS, serve
from tests.browser.demo_sessions import Demo, WholeDemo, addresses

FOLDER = ROOT / "gallery"
SIZES = ("phone", "tablet", "desktop")
SCHEMES = ("light", "dark")
PLAYERS = ["Zoë", "Bo", "Maximiliane", "דוד"]
POSITION = "/krypkasino/referee?table=AS+2C+6H+7D+8S+9D+JC&played=8H"


def main(chosen: list[str]) -> int:
    rmtree(FOLDER, ignore_errors=True)
    forms = list(product(*(narrowed(all_, chosen) for all_ in (LANGUAGES, SIZES, SCHEMES))))
    made: list[tuple[str, Path]] = []
    with closing(serve(FOLDER / ".instance")) as running, sync_playwright() as playwright:
        demo = WholeDemo(next(running), PLAYERS, "Thursdays at Bo’s")
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        for form in forms:
            made += take(chromium, demo, *form)
        chromium.close()
    write_index(made)
    print(f"{len(made)} pictures, to be looked through in {FOLDER.name}/index.html")
    return 0


def narrowed(options: Iterable[str], chosen: list[str]) -> list[str]:
    """Return the values that were chosen, or all."""
    options = list(options)
    return [option for option in options if option in chosen] or options


def take(
    chromium: Browser, demo: Demo, language: str, size: str, scheme: str
) -> Iterator[tuple[str, Path]]:
    """Pictures of all pages in one form: the page's name, and where the picture is."""
    folder = FOLDER / f"{language}-{size}-{scheme}"
    folder.mkdir()
    form = {"locale": language, "color_scheme": scheme, "service_workers": "block"}
    context = chromium.new_context(base_url=demo.new.server, **SCREENS[size] | form)
    page = context.new_page()
    page.goto(demo.new.edit_link)
    for name, address in addresses(demo).items():
        page.goto(address)
        yield name, picture(page, folder / f"{name}.png", full=address.startswith("/g/"))
    page.goto(POSITION)
    page.locator("details.menu summary").click()
    yield "menu", picture(page, folder / "menu.png")
    for like in ("suits/four-colours", "cards/large-cards"):
        page.goto(f"/like/{like}?to={POSITION.replace('&', '%26')}")
    yield "large-cards", picture(page, folder / "large-cards.png")
    context.close()


def picture(page: Page, path: Path, *, full: bool = False) -> Path:
    page.screenshot(path=path, full_page=full)
    return path


def write_index(made: list[tuple[str, Path]]) -> None:
    """Write a page with a row for each page of the app, a picture for each form."""
    rows: dict[str, list[Path]] = {}
    for name, path in made:
        rows.setdefault(name, []).append(path.relative_to(FOLDER))
    style = "body{font:14px sans-serif;background:#888}div{display:flex;gap:6px;overflow-x:auto}"
    pictures = {
        name: "".join(f'<img src="{path}" title="{path.parent}" height="600">' for path in paths)
        for name, paths in rows.items()
    }
    html = "".join(f"<h2>{name}</h2><div>{found}</div>" for name, found in pictures.items())
    text = f"<!doctype html><meta charset=utf-8><style>{style}</style>{html}"
    (FOLDER / "index.html").write_text(text, "utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
