"""Scripts and styles that lost comments and spaces are the same program."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from rcssmin import cssmin
from rjsmin import jsmin

from referee.config import resources
from referee.web.assets import Assets

ROOT = Path(__file__).parents[2]
SAME_PROGRAM = Path(__file__).with_name("same_program.mjs")
STATIC = resources("static")
MISSING = [
    *([] if shutil.which("node") else ["node"]),
    *([] if (ROOT / "node_modules" / "typescript").exists() else ["typescript (npm)"]),
]
pytestmark = pytest.mark.skipif(
    bool(MISSING) and not os.environ.get("CI"), reason=f"not on this machine: {', '.join(MISSING)}"
)


def differing(
    minified: dict[str, dict[str, str]], scripts: dict[str, str] | None = None
) -> list[str]:
    """Return the paths of those that are another program, and of scripts that cannot be read."""
    run = subprocess.run(
        ["node", "--experimental-vm-modules", "--no-warnings", str(SAME_PROGRAM)],
        input=json.dumps({"minified": minified, "scripts": scripts or {}}),
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    return run.stdout.splitlines()


def test_what_is_sent_is_the_program_of_the_source() -> None:
    """The library knows no template within a template."""
    minified = {}
    for minify, ending in ((jsmin, "js"), (cssmin, "css")):
        for path in STATIC.rglob(f"*.{ending}"):
            text = path.read_text("utf-8")
            minified[path.name] = {"source": text, "sent": minify(text)}
    assert len(minified) > 50
    assert differing(minified) == []


def test_joined_scripts_can_be_read() -> None:
    """No module waits at its top level: others come after it."""
    assets = Assets.read(STATIC)
    scripts = {
        name: assets.parts.join(f"js/{name}.js") or "" for name in assets.parts.of_kind["js"]
    }
    assert differing({}, scripts) == []


@pytest.mark.parametrize(("name", "source", "sent"), [
    ("a.js", "const a = `b ${c ? ` d ` : e}`;", "const a=`b ${c?`d`:e}`;"),
    ("a.js", "a = 1;\nb();", "a=1;c();"),
    ("a.css", "a { margin: 0 1px; }", "a{margin:01px}")])  # fmt: skip
def test_another_program_is_told(name: str, source: str, sent: str) -> None:
    assert differing({name: {"source": source, "sent": sent}}) == [name]


def test_what_cannot_be_read_is_told() -> None:
    assert differing({}, {"a.js": "(() => { await b; })();"}) != []
