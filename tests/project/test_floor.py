"""The oldest browsers in question have all that scripts and styles use, by the data of MDN."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FLOOR = {
    **dict.fromkeys(("safari", "safari_ios"), "15.4"),
    **dict.fromkeys(("chrome", "chrome_android", "webview_android"), "108"),
    **dict.fromkeys(("firefox", "firefox_android"), "115"),
}
"""Oldest browsers, as README and docs/look.md name them."""

SOURCES = ("static/js/**/*.js", "referee/offline/scripts/*.js", "static/css/*.css")

LATER = {
    "SharedStorage.run": "a method of what runs the models, called the same",
    "api.CompressionStream": "as javascript.classes.static.initialization_blocks",
    "api.DecompressionStream": "as javascript.classes.static.initialization_blocks",
    "api.OffscreenCanvas": "offline/browser_support.js asks whether it is there",
    "CloseWatcher.destroy": "a method of Pyodide's objects, called the same",
    "api.CSS.highlights_static": "`CSS?.highlights`: without it nothing found is coloured",
    "api.Highlight": "made for `CSS.highlights` alone",
    "api.HTMLElement.inert": "a page that is gone: what is tapped there is refused as well",
    "javascript.classes.static.initialization_blocks": "browser_support.js asks for it",
    "css.at-rules.container": "a row is as wide as the screen; @supports not (container-type)",
    "css.properties.align-content": "in grids it is older",
    "css.properties.break-": "a headline may end a printed page; columns are filled evenly",
    "css.properties.container-type": "as css.at-rules.container",
    "css.properties.content-visibility": "as css.selectors.details-content",
    "css.properties.cursor": "an iPhone has no mouse",
    "css.properties.forced-color-adjust": "Safari forces no colours",
    "css.at-rules.media.forced-colors": "Safari forces no colours",
    "css.properties.overscroll-behavior": "the page behind a list that is at its end may scroll",
    "css.properties.text-wrap": "lines of headlines differ in length",
    "css.selectors.details-content": "what is folded up is opened by a tap, and is not on paper",
    "css.selectors.has": "Firefox 115 to 120: looks (tests/browser/test_app.py)",
    "css.selectors.highlight": "as api.CSS.highlights_static",
}
"""Features above the floor, and what guards them."""

MISSING = [
    *([] if shutil.which("node") else ["node"]),
    *([] if (ROOT / "node_modules" / "typescript").exists() else ["typescript (npm)"]),
]
pytestmark = pytest.mark.skipif(
    bool(MISSING) and not os.environ.get("CI"), reason=f"not on this machine: {', '.join(MISSING)}"
)


def newer(*files: Path | str) -> list[dict[str, str]]:
    """Return what files use that a browser of the floor lacks."""
    script = ROOT / "tests" / "project" / "floor.mjs"
    command = ["node", str(script), json.dumps(FLOOR), *map(str, files)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return [json.loads(line) for line in run.stdout.splitlines()]


def sources(*patterns: str) -> list[Path]:
    return sorted(file for pattern in patterns for file in ROOT.glob(pattern))


def unguarded(uses: list[dict[str, str]]) -> list[str]:
    """Return those that nothing guards, as people read them."""
    return [
        f"{use['file']}:{use['line']}: {use['feature']} needs {use['needs']}"
        for use in uses
        if not any(use["feature"].startswith(known) for known in LATER)
    ]


NEWER = {
    "new URLSearchParams('a').size": "api.URLSearchParams.size",
    "new FormData(document.forms[0], document.activeElement)": "api.FormData.FormData.submitter",
    "document.body.checkVisibility()": "api.Element.checkVisibility",
    "const seen = (one) => one.checkVisibility()": "Element.checkVisibility",
    "Response.json([])": "api.Response.json_static",
    "[1, 2].toSpliced(1, 1)": "javascript.builtins.Array.toSpliced",
    "const shorter = (cards) => cards.toSpliced(1, 1)": "Array.toSpliced",
    "class Card { static { this.all = []; } }": "javascript.classes.static.initialization_blocks",
    "cookieStore.getAll()": "api.CookieStore.getAll",
    "document.forms[0].requestSubmit()": "api.HTMLFormElement.requestSubmit",
    "document.body.ariaBusy = 'true'": "Element.ariaBusy",
    "navigator.wakeLock.request('screen')": "api.WakeLock.request",
    "'7 of 10'.match(/(?<=of )10/)": "javascript.regular_expressions.lookbehind_assertion",
    ".a { color: light-dark(#000, #fff) }": "css.types.color.light-dark",
    "@media (scripting: none) { .a { color: red } }": "css.at-rules.media.scripting",
    "@media (width < 30rem) { .a { color: red } }": "css.at-rules.media.range_syntax",
    ".a { text-wrap: balance }": "css.properties.text-wrap.balance",
    ".a::details-content { color: red }": "css.selectors.details-content",
    ".a:has(.b) { color: red }": "css.selectors.has",
    ".a { .b { color: red } }": "css.selectors.nesting",
    ".a::after { content: '!' / '' }": "css.properties.content.alt_text",
    ".a { hyphens: auto }": "css.properties.hyphens",
    ".a { text-size-adjust: 100% }": "css.properties.text-size-adjust",
    "@container (min-width: 9rem) { .a { color: red } }": "css.at-rules.container",
}
GUARDED = [
    ".a { min-height: 100vh; min-height: 100dvh }",
    ".a { color: #000; color: light-dark(#000, #fff) }",
    ".a::after { content: '!'; content: '!' / '' }",
    ".a { -webkit-hyphens: auto; hyphens: auto }",
    "@supports (color: light-dark(#000, #fff)) { .a { color: light-dark(#000, #fff) } }",
    "navigator.wakeLock?.request('screen')",
    "if (navigator.share) navigator.share({ text: 'a' })",
    "AbortSignal.timeout?.(1000)",
    "self.cookieStore?.getAll()",
    "const seen = (one) => one.checkVisibility?.() ?? one.getClientRects().length > 0",
]


@pytest.fixture(scope="module")
def uses(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[dict[str, str]]]:
    """Return what the sources use, as ``sources``, and what each example does: the tool reads its
    data once."""
    folder = tmp_path_factory.mktemp("examples")
    files = {
        str(folder / f"{number}.{'css' if text.startswith(('.', '@')) else 'js'}"): text
        for number, text in enumerate([*NEWER, *GUARDED])
    }
    for file, text in files.items():
        Path(file).write_text(text, "utf-8")
    seen: dict[str, list[dict[str, str]]] = {text: [] for text in ("sources", *files.values())}
    for use in newer(*sources(*SOURCES), *files):
        seen[files.get(use["file"], "sources")].append(use)
    return seen


def test_all_sources_keep_to_the_oldest_browsers(uses: dict[str, list[dict[str, str]]]) -> None:
    of_sources = uses["sources"]
    assert unguarded(of_sources) == []
    assert [
        known for known in LATER if not any(use["feature"].startswith(known) for use in of_sources)
    ] == [], "guarded, but not used any more"


def test_newer_features_are_seen(uses: dict[str, list[dict[str, str]]]) -> None:
    """Unless it is asked first whether they are there."""
    seen = {text: {use["feature"] for use in uses[text]} for text in (*NEWER, *GUARDED)}
    assert {text: NEWER[text] in seen[text] for text in NEWER} == dict.fromkeys(NEWER, True), seen
    assert {text: seen[text] for text in GUARDED} == {text: set() for text in GUARDED}
