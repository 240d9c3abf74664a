"""Docstrings that stand alone: none asks a question, or leans on the one above it."""

import ast
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

CHECKOUT = Path(__file__).parents[2]
FOLDERS = ("referee", "tests", "bench", "pictures", "training")
QUESTIONS = {*"what which who whose whom whether where when why how whoever whatever".split()}
PRONOUNS = "it he she they we you none nobody everybody somebody anybody those these this that"
OPENERS = {*QUESTIONS, *f"{PRONOUNS} is are does can may must if so such same and or its".split()}
"""First words that no docstring has."""
FRAGMENTS = {*OPENERS, *"in of for at from by to on with without after before not all one".split()}
"""First words that a sentence of a test may have, but no verb and no noun phrase."""


def opening(docstring: str) -> str:
    """Return the first word in small letters, without an article before *same*."""
    first, *others = re.findall(r"[^\s,:]+", docstring.lower())
    return others[0] if [first, *others[:1]] == ["the", "same"] else first


def leaning(tree: ast.Module) -> Iterator[str]:
    """Yield the first lines of docstrings, and of notes below constants and fields, that open with
    a refused word."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            is_test = getattr(node, "name", "").startswith("test_")
            docstring = ast.get_docstring(node)
            if docstring and opening(docstring) in (OPENERS if is_test else FRAGMENTS):
                yield docstring.splitlines()[0]
        body = node.body if isinstance(node, ast.Module | ast.ClassDef) else ()
        for before, note in pairwise(body):
            match before, note:
                case ast.Assign() | ast.AnnAssign(), ast.Expr(ast.Constant(str(text))):
                    if opening(text) in OPENERS:
                        yield text.splitlines()[0]


def test_docstrings_and_notes_stand_alone() -> None:
    """Published migrations are excepted: they are never edited."""
    assert [
        f"{path.relative_to(CHECKOUT)}: {line}"
        for folder in FOLDERS
        for path in sorted((CHECKOUT / folder).rglob("*.py"))
        if path.parent.name != "versions"
        for line in leaning(ast.parse(path.read_text("utf-8")))
    ] == []
    for riddle in ("Whose build it is.", "The same, with a table.", "Of each level as many."):
        assert [*leaning(ast.parse(f'def f():\n    """{riddle}"""'))] == [riddle]
    assert [*leaning(ast.parse('A = 1\n"""What it is."""'))] == ["What it is."]


SCRIPTS = ("static/js/**/*.js", "referee/offline/scripts/*.js", "tests/project/**/*.[mt]*s")
COMMENT = re.compile(r"(?:^|\n\n)// (.*)|\n */\*\* (.*)")
"""A comment that heads a script or a part of it, or one before a function."""


def test_comments_of_scripts_ask_nothing() -> None:
    scripts = [path for pattern in SCRIPTS for path in sorted(CHECKOUT.glob(pattern))]
    texts = {path.name: path.read_text("utf-8") for path in scripts}
    found = [(name, "".join(one)) for name, text in texts.items() for one in COMMENT.findall(text)]
    assert len(found) > 60
    assert [one for one in found if opening(one[1]) in QUESTIONS] == []
