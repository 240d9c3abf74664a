"""``make icons``: the icons of installed apps as PNG, drawn from their SVG by the browser."""

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.conftest import CHROMIUM, QUIET, ROOT

FOLDER = ROOT / "static" / "icons"
SIZES = {
    "icon": {"icon-192": 192, "icon-512": 512},
    "maskable": {"maskable-192": 192, "maskable-512": 512, "apple-180": 180},
}


def main() -> int:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        for drawing, names in SIZES.items():
            svg = (FOLDER / f"{drawing}.svg").read_text("utf-8")
            for name, size in names.items():
                page = chromium.new_page(viewport={"width": size, "height": size})
                page.set_content(f"<style>body{{margin:0}}svg{{display:block}}</style>{svg}")
                page.screenshot(path=Path(FOLDER, f"{name}.png"), omit_background=True)
                page.close()
        chromium.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
