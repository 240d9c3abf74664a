"""Tests of the documents: examples, links, and clauses that docstrings cite."""

import doctest
import re
import shlex
from pathlib import Path
from pkgutil import resolve_name

import pytest
from click.testing import CliRunner

from referee.cli import main
from referee.rules.games import ruleset
from referee.rules.log.game_text import read_transcript, write_transcript

CHECKOUT = Path(__file__).parents[2]
PAGES = {
    str(page.relative_to(CHECKOUT)): page.read_text("utf-8")
    for page in (*sorted(CHECKOUT.glob("*.md")), *sorted(CHECKOUT.glob("docs/*.md")))
}
CONSOLES = [
    console
    for page in PAGES.values()
    for console in re.findall(r"```console\n(.*?)```", page, flags=re.DOTALL)
]
COMMANDS = [
    command
    for console in CONSOLES
    for command in re.findall(r"^\$ referee (.*)\n((?:(?!\$ ).*\n?)*)", console, re.MULTILINE)
]
LINK = re.compile(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)")
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)


@pytest.mark.parametrize("page", [name for name, text in PAGES.items() if "```pycon" in text])
def test_the_library_does_as_shown(page: str) -> None:
    failed, tried = doctest.testfile(str(CHECKOUT / page), module_relative=False, encoding="utf-8")
    assert (failed, tried > 5) == (0, True)


@pytest.mark.parametrize(("arguments", "output"), COMMANDS)
def test_the_command_does_as_shown(arguments: str, output: str) -> None:
    assert CliRunner().invoke(main, shlex.split(arguments)).output.strip() == output.strip()


def test_commands_and_examples_are_shown() -> None:
    assert len(COMMANDS) >= 3
    assert any("```pycon" in text for text in PAGES.values())


def test_the_table_of_modules_is_complete() -> None:
    """The modules of the games themselves, which have a ``KEY``, need no row."""
    rules = CHECKOUT / "referee" / "rules"
    modules = {
        str(path.relative_to(rules).with_suffix(""))
        for path in rules.rglob("*.py")
        if path.stem != "__init__" and "\nKEY = " not in path.read_text("utf-8")
    }
    table = PAGES["docs/library.md"].partition("| module |")[2].partition("\n\n")[0]
    cells = re.findall(r"^\| ([^|]*) \|", table, re.MULTILINE)
    assert set(re.findall("`(.*?)`", " ".join(cells))) == modules


REFERENCE = re.compile(r":(?:mod|func|class|data|meth):`~?(referee[\w.]+)`")


def test_what_docstrings_refer_to_is_there() -> None:
    named = {
        name
        for path in (CHECKOUT / "referee").rglob("*.py")
        for name in REFERENCE.findall(path.read_text("utf-8"))
    }
    assert len(named) > 50
    assert [name for name in sorted(named) if not is_there(name)] == []


def is_there(name: str) -> bool:
    """Return whether the name is a module, or defined in one."""
    try:
        return resolve_name(name) is not None
    except (ImportError, AttributeError):
        return False


GAMES = re.findall(r"```text\n(referee game 1\n.*?)```", PAGES["docs/notation.md"], re.DOTALL)


@pytest.mark.parametrize(("text", "irregular"), [*zip(GAMES, (2, 1), strict=True)])
def test_a_game_as_text_is_one(text: str, irregular: int, tmp_path: Path) -> None:
    """The example has an entry of each kind, and is written as it was read."""
    transcript = read_transcript(text, ruleset)
    assert [line.split() for line in write_transcript(transcript).splitlines()] == [
        line.split() for line in text.splitlines()
    ]
    file = tmp_path / "game.txt"
    file.write_text(text, "utf-8")
    result = CliRunner().invoke(main, ["replay", str(file)])
    assert (result.exit_code, result.stdout.count("!")) == (1, irregular)


def anchors(text: str) -> set[str]:
    """Return the anchors of headings, as forges make them."""
    titles = (re.sub(r"[^\w\- ]", "", title.lower()) for title in HEADING.findall(text))
    return {title.replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES)
def test_links_between_pages_lead_somewhere(page: str) -> None:
    for path, anchor in LINK.findall(PAGES[page]):
        target = (CHECKOUT / page).parent / path if path else CHECKOUT / page
        assert target.exists(), path
        if anchor:
            assert anchor in anchors(target.read_text("utf-8")), anchor


CITED = re.compile(r"\(((?:#[a-z-]+(?:, | and | to )?)+)")
BOOK = re.compile(r"\([Rr]ules \d")
ANCHOR = re.compile(r'(?:id=|clause\()"([a-z-]+)"')


def test_clauses_are_cited_by_anchors_of_the_rules_page() -> None:
    pages = (CHECKOUT / "templates/rules").glob("*.html")
    clauses = {anchor for page in pages for anchor in ANCHOR.findall(page.read_text("utf-8"))}
    sources = {
        path.name: path.read_text("utf-8")
        for files in ("referee/**/*.py", "tests/**/*.py", "tests/data/**/*.txt")
        for path in CHECKOUT.glob(files)
    }
    cited = {
        anchor
        for text in sources.values()
        for group in CITED.findall(text)
        for anchor in re.findall("#([a-z-]+)", group)
    }
    assert cited >= {"forced-sweep", "set-aside", "scoring"}
    assert cited <= clauses
    assert [name for name, text in sources.items() if BOOK.search(text)] == []
