"""``make pictures``: what the README shows, side by side."""

import base64
import sys
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, sync_playwright

from tests.browser.conftest import CHROMIUM, QUIET, ROOT, SCREENS, serve
from tests.browser.demo_sessions import Demo

from .gallery import POSITION

PICTURE = ROOT / "docs" / "pictures" / "phones.png"
SHOWN = [
    # the page, or its name; the scheme
    (POSITION, "light"), ("sheet-partly", "light"), ("session-running", "dark"),
    ("table-playing", "dark"),
]  # fmt: skip
STYLE = """
    body { display: flex; gap: 24px; margin: 0; padding: 24px; width: max-content }
    img { width: 270px; border: 1px solid #8886; border-radius: 20px }
"""


def picture_of(page: Page) -> str:
    encoded = base64.b64encode(page.screenshot()).decode()
    return f'<img src="data:image/png;base64,{encoded}">'


def main() -> int:
    with (
        TemporaryDirectory() as instance,
        closing(serve(Path(instance))) as running,
        sync_playwright() as playwright,
    ):
        demo = Demo(next(running), ["Astrid", "Bo", "Jonas", "Mia"], "Thursdays")
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        found = []
        for shown, scheme in SHOWN:
            sharp = {"device_scale_factor": 1.5, "service_workers": "block"}
            options = SCREENS["phone"] | sharp | {"color_scheme": scheme}
            page = chromium.new_context(base_url=demo.new.server, **options).new_page()
            page.goto(demo.new.edit_link)
            page.goto(demo.pages.get(shown, shown))
            found.append(picture_of(page))
        page = chromium.new_page(viewport={"width": 1230, "height": 620}, device_scale_factor=1.25)
        page.set_content(f"<style>{STYLE}</style>{''.join(found)}")
        PICTURE.parent.mkdir(exist_ok=True)
        page.locator("body").screenshot(path=PICTURE, omit_background=True)
        chromium.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
