"""Docstrings that stand alone: none asks a question, or leans on the one above it."""

import ast
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[2]
QUESTIONS = "what which who whose whom whether where when why how whoever whatever wherever"
PRONOUNS = "it he she they we you none nobody everybody somebody anybody those these this that"
VERBS = "is are was were does did can may must has"
PARTICLES = "if as so such same and but or also else then its their"
OPENERS = {*f"{QUESTIONS} {PRONOUNS} {VERBS} {PARTICLES}".split()}
"""First words that no docstring has."""
PREPOSITIONS = "in of for at from by to on with without after before not all one each"
FRAGMENTS = {*OPENERS, *PREPOSITIONS.split()}
"""First words that a sentence of a test may have, but no verb and no noun phrase."""


def opening(docstring: str) -> str:
    """Return the first word in small letters, without an article before *same*."""
    first, *others = docstring.lower().replace(",", " ").replace(":", " ").split()
    return others[0] if first == "the" and others and others[0] == "same" else first


def leaning(tree: ast.Module) -> Iterator[str]:
    """Yield the first lines of docstrings, and of notes below constants and fields, that open with
    a refused word."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            docstring = ast.get_docstring(node)
            is_test = getattr(node, "name", "").startswith("test_")
            if docstring and opening(docstring) in (OPENERS if is_test else FRAGMENTS):
                yield f"{getattr(node, 'lineno', 1)}: {docstring.splitlines()[0]}"
        if isinstance(node, ast.Module | ast.ClassDef):
            for before, note in pairwise(node.body):
                match before, note:
                    case ast.Assign() | ast.AnnAssign(), ast.Expr(ast.Constant(str(text))):
                        if opening(text) in OPENERS:
                            yield f"{note.lineno}: {text.splitlines()[0]}"


FOLDERS = ("referee", "tests", "bench", "pictures", "training")


def test_docstrings_and_notes_stand_alone() -> None:
    """Published migrations are excepted: they are never edited."""
    assert [
        f"{path.relative_to(CHECKOUT)}:{line}"
        for folder in FOLDERS
        for path in sorted((CHECKOUT / folder).rglob("*.py"))
        if path.parent.name != "versions"
        for line in leaning(ast.parse(path.read_text("utf-8")))
    ] == []
    assert [*leaning(ast.parse('A = 1\n"""What it is."""'))] == ["2: What it is."]


SCRIPTS = ("static/js/**/*.js", "referee/offline/scripts/*.js", "tests/project/**/*.[mt]*s")
COMMENT = re.compile(r"(?:^|\n\n)// (.*)|\n */\*\* (.*)")
"""A comment that heads a script or a part of it, or one before a function."""


def test_comments_of_scripts_stand_alone() -> None:
    found = [
        (path.name, line)
        for pattern in SCRIPTS
        for path in sorted(CHECKOUT.glob(pattern))
        for line in map("".join, COMMENT.findall(path.read_text("utf-8")))
    ]
    assert len(found) > 100
    assert [one for one in found if opening(one[1]) in {*QUESTIONS.split()}] == []


@pytest.mark.parametrize(
    "docstring",
    ["Whose build it is.", "The same, with a table.", "Is it legal?", "Of each level as many."],
)
def test_riddles_are_refused(docstring: str) -> None:
    assert [*leaning(ast.parse(f'def f():\n    """{docstring}"""'))] == [f"1: {docstring}"]
