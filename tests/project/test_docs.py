"""Tests of the documents: examples, links, and clauses that docstrings cite."""

import doctest
import os
import re
import shlex
import subprocess
from fnmatch import fnmatch
from functools import cache
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
    for command in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n?)*)", console, re.MULTILINE)
]
LINK = re.compile(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)")
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)


@pytest.mark.parametrize("page", [name for name, text in PAGES.items() if "```pycon" in text])
def test_the_library_does_as_shown(page: str) -> None:
    failed, tried = doctest.testfile(str(CHECKOUT / page), module_relative=False, encoding="utf-8")
    assert (failed, tried > 5) == (0, True)


@pytest.mark.parametrize(("command", "output"), COMMANDS)
def test_the_command_does_as_shown(command: str, output: str) -> None:
    """The installed command is called in this process, every other one as it is written."""
    program, *arguments = shlex.split(command)
    if program == "referee":
        shown = CliRunner().invoke(main, arguments).output
    else:
        shown = subprocess.run(
            command,
            shell=True,
            cwd=CHECKOUT,
            env=os.environ | {"LC_ALL": "C.UTF-8"},
            capture_output=True,
            encoding="utf-8",
            check=False,
        ).stdout
    assert shown.strip() == output.strip()


def test_commands_and_examples_are_shown() -> None:
    assert len(COMMANDS) >= 3
    assert "$ referee" not in PAGES["README.md"]  # ``make run`` installs no command
    assert any("```pycon" in text for text in PAGES.values())


PLACEHOLDERS = re.compile(r"mygame|/(?:da|xx)\.po$|no_trailed_aces\.txt$")
"""Files of the recipes, which whoever follows them makes."""
FOLDERS = "bench docs pictures referee static templates tests training .ci".split()
CODE = (".py", ".js", ".mjs", ".html", ".css", ".toml", ".txt", ".json", ".svg")
PATH = re.compile(
    r"(?<![\w/.…*-])((?:[\w.…*-]+/)*[\w.…*-]+\.(?:py|html|mjs|js|css|po|sql|txt|json)\b|(?:[a-z_]+/)+(?=`))"
)
CODED = re.compile(r"`([^`\n]+)`")
NAME = re.compile(r"\b(?:[A-Z]\w*[a-z]\w*[A-Z]\w*|[A-Za-z]+_\w+)\b")
DOTTED = re.compile(r"\breferee(?:\.\w+)+\b")
ENDINGS = (".css", ".db", ".env", ".js", ".pem", ".service")


@cache
def paths() -> list[str]:
    """Return all files and folders of the project, as ``/`` and their paths."""
    below = (path for folder in FOLDERS for path in (CHECKOUT / folder).rglob("*"))
    return [f"/{path.relative_to(CHECKOUT)}" for path in (*CHECKOUT.glob("*"), *below)]


def is_path(named: str) -> bool:
    end = f"/{named.strip('/').replace('…', '*')}"
    if "*" in end:
        return any(fnmatch(path, f"*{end}") for path in paths())
    return any(path.endswith(end) for path in paths())


@pytest.mark.parametrize("page", PAGES)
def test_files_that_pages_name_are_there(page: str) -> None:
    """A page may leave out the first folders of a path, and parts of names with ``*`` or ``…``."""
    missing = [
        path
        for path in sorted({*PATH.findall(PAGES[page])})
        if not PLACEHOLDERS.search(path) and not is_path(path)
    ]
    assert missing == []


@cache
def names_in_code() -> frozenset[str]:
    files = (CHECKOUT / path[1:] for path in paths() if path.endswith(CODE))
    texts = (file.read_text("utf-8") for file in files if file.is_file())
    return frozenset(name for text in texts for name in re.findall(r"\w+", text))


@pytest.mark.parametrize("page", sorted({*PAGES} - {"docs/hosting.md"}))
def test_names_in_code_that_pages_give_are_there(page: str) -> None:
    """Hosting names settings of other programs."""
    coded = " ".join(text for text in CODED.findall(PAGES[page]) if not PATH.search(text))
    recipe = {"NO_ACE", "no_ace"}
    assert sorted({*NAME.findall(coded)} - names_in_code() - recipe) == []
    assert [
        name
        for name in DOTTED.findall(PAGES[page])
        if not name.endswith(ENDINGS) and not is_there(name)
    ] == []


TABLES = [
    (page, *table)
    for page, text in PAGES.items()
    for table in re.findall(
        r"^\| modules? of `(.*?)`.*\n\|---.*\n((?:\|.*\n)+)", text, re.MULTILINE
    )
]


def test_tables_of_modules_say_of_which_folder() -> None:
    assert sum(text.count("\n| module") for text in PAGES.values()) == len(TABLES) >= 4


@pytest.mark.parametrize(("page", "folder", "table"), TABLES)
def test_a_table_of_modules_is_complete(page: str, folder: str, table: str) -> None:
    """The modules of the games themselves, which have a ``KEY``, need no row."""
    top = CHECKOUT / folder
    names = set(CODED.findall(" ".join(row.split("|")[1] for row in table.splitlines())))
    found = top.rglob("*.py") if any("/" in name for name in names) else top.glob("*.py")
    assert names == {
        str(path.relative_to(top).with_suffix(""))
        for path in found
        if not path.stem.startswith("__") and "\nKEY = " not in path.read_text("utf-8")
    }, page


REFERENCE = re.compile(r":(?:mod|func|class|data|meth):`~?((?:referee)?\.[\w.]+)`")


def test_what_docstrings_refer_to_is_there() -> None:
    """A class of the package is referred to by its name, with a dot before it (``.Refusal``)."""
    texts = {path: path.read_text("utf-8") for path in (CHECKOUT / "referee").rglob("*.py")}
    classes = {name for text in texts.values() for name in re.findall(r"\nclass (\w+)", text)}
    references = {(path, name) for path, text in texts.items() for name in REFERENCE.findall(text)}
    of_class = {name for _, name in references if re.fullmatch(r"\.[A-Z]\w*", name)}
    named = {
        name if name[0] != "." else ".".join(path.parent.relative_to(CHECKOUT).parts) + name
        for path, name in references
        if name not in of_class
    }
    assert len(of_class) > 50
    assert sorted(name for name in of_class if name[1:] not in classes) == []
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
