"""Tests of the recipes for a game, a house rule and a reason: a copy of the project gets one of
each by their steps alone, and has their pages, sheets and sessions."""

import ast
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.page_client import seen

CHECKOUT = Path(__file__).parents[2]
ADDED = Path(__file__).parent / "added"
GAME_GUIDE = (CHECKOUT / "docs" / "extending.md").read_text("utf-8")
RULE_GUIDE = (CHECKOUT / "CONTRIBUTING.md").read_text("utf-8")
STEPS = (
    GAME_GUIDE[GAME_GUIDE.index("## Add a game") :]
    + RULE_GUIDE[RULE_GUIDE.index("## Add a house rule") : RULE_GUIDE.index("## Tests")]
)

COPIED = [
    # what is new, and where the steps put it
    ("mygame.py", "referee/rules/games/mygame.py"),
    ("mygame_examples.json", "referee/rules/games/mygame_examples.json"),
    ("mygame.html", "templates/rules/mygame.html"),
]
FAMILY = "referee/rules/games/casino/family.py"
HOUSE_RULES = "referee/words/house_rule_words.py"
RULE = 'HouseRuleWords(lazy_gettext("{}"), lazy_gettext("An ace takes or builds."))'
ADDED_TO = [
    # file, a table, class or method in it, what is added at its end
    ("referee/rules/games/__init__.py", "MODULES", '"mygame": "mygame",'),
    ("referee/words/game_names.py", "GAME_NAMES", '"mygame": lazy_gettext("Heart Casino"),'),
    (HOUSE_RULES, "HOUSE_RULES", f'"hearts_score_two": {RULE.format("Each heart scores 2")},'),
    (
        "referee/words/score_names.py",
        "FIELDS",
        """"hearts": FieldWords(
            each=lazy_gettext("each heart"),
            label=lazy_gettext("Hearts"),
            singular=lazy_gettext("one heart"),
            plural=lazy_gettext("%(number)s hearts"),
            column=lazy_pgettext("column", "hearts"),
            counted=lazy_pgettext("column", "hearts_counted"),
            scored=lazy_gettext("hearts"),
        ),""",
    ),
    # A house rule of Casino, and the reason that it brings.
    (
        FAMILY,
        "LastAdderHouseRules",
        "no_trailed_aces: bool = field(default=False, metadata=DURING_PLAY)",
    ),
    (
        FAMILY,
        "LastAdderBuilds.duty_faults",
        """if self.house.no_trailed_aces and turn_state.laid and turn_state.laid.rank == 1:
            yield Fault(Reason.NO_TRAILED_ACE, (turn_state.laid,))""",
    ),
    (
        "referee/rules/games/casino/judge/verdict.py",
        "Reason",
        'NO_TRAILED_ACE = "no_trailed_ace", "laying"',
    ),
    (
        "referee/messages/build_reasons.py",
        "REASONS",
        'Reason.NO_TRAILED_ACE: ReasonWords(lazy_gettext("No: %(cards)s is never trailed.")),',
    ),
    (HOUSE_RULES, "HOUSE_RULES", f'"no_trailed_aces": {RULE.format("Aces are not trailed")},'),
]


def named(body: list[ast.stmt], name: str) -> ast.stmt:
    """Return the assignment, class or function of this name; a dot leads into a class."""
    first, _, rest = name.partition(".")
    for node in body:
        match node:
            case ast.ClassDef(name=first_name, body=inner) if first_name == first and rest:
                return named(inner, rest)
            case (
                ast.ClassDef(name=found)
                | ast.FunctionDef(name=found)
                | ast.Assign(targets=[ast.Name(found)])
                | ast.AnnAssign(target=ast.Name(found))
            ) if found == first:
                return node
    raise LookupError(name)


def add(file: Path, name: str, more: str) -> None:
    """Write ``more`` at the end of a table, a method, or the fields of a class; without a name
    below the imports."""
    body = ast.parse(text := file.read_text("utf-8")).body
    lines = text.splitlines()
    match named(body, name) if name else None:
        case ast.Assign(value=ast.Dict() as table) | ast.AnnAssign(value=ast.Dict() as table):
            lines.insert((table.end_lineno or 0) - 1, f"    {more}")
        case ast.ClassDef() as of:
            fields = [node for node in of.body if isinstance(node, ast.Assign | ast.AnnAssign)]
            lines.insert(fields[-1].end_lineno or 0, f"    {more}")
        case ast.FunctionDef() as method:
            lines.insert(method.end_lineno or 0, f"        {more}")
        case None:
            imports = [node for node in body if isinstance(node, ast.Import | ast.ImportFrom)]
            lines.insert(imports[-1].end_lineno or 0, more)
        case other:
            raise TypeError(ast.dump(other))
    file.write_text("\n".join(lines), "utf-8")


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Answers of a copy of the project that has one game more: pages, rulings and sessions."""
    copy = tmp_path_factory.mktemp("copy")
    for folder in ("referee", "templates"):
        shutil.copytree(CHECKOUT / folder, copy / folder)
    for name in ("static", "tests", "pyproject.toml"):
        (copy / name).symlink_to(CHECKOUT / name)
    for name, place in COPIED:
        shutil.copy(ADDED / name, copy / place)
    for file, name, more in ADDED_TO:
        add(copy / file, name, more)
    done = subprocess.run(
        [sys.executable, ADDED / "evening.py"],
        cwd=copy,
        env=os.environ | {"PYTHONPATH": str(copy), "REFEREE_INSTANCE": str(copy / "instance")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout)


@pytest.mark.parametrize(
    "place", sorted({place for _, place in COPIED} | {row[0] for row in ADDED_TO})
)
def test_the_steps_name_each_file(place: str) -> None:
    """Examples lie beside the game's module."""
    assert place in STEPS or place.endswith("_examples.json")


PAGES = [
    # page, what stands there
    ("home", "/?game=mygame"), ("home", "Heart Casino"), ("rules", "The rules of Heart Casino"),
    ("rules", "Three hearts at once"), ("rules", "each heart"), ("rules", "Two sides, 16 points"),
    ("referee", "The 8♥︎"), ("exercises", "May I do that?"), ("new", "Each heart scores 2"),
    ("score", "Heart Casino"), ("sheet", "Hearts"), ("casino", ">Aces are not trailed</dt>"),
    ("casino", "An ace takes or builds."), ("question", "Aces are not trailed"),
    ("question", "No: A♥︎ is never trailed."), ("question", "/casino/rules#laying"),
]  # fmt: skip


@pytest.mark.parametrize(("page", "text"), PAGES)
def test_its_pages(answers: Any, page: str, text: str) -> None:
    assert text in seen(answers["pages"][page])


def test_what_it_lacks_is_offered_nowhere(answers: Any) -> None:
    """A game without advice has no page of it, and no link to one."""
    assert answers["tactics"] == 404
    assert not [page for page, text in answers["pages"].items() if "/mygame/tactics" in text]


def test_its_referee(answers: Any) -> None:
    verdict = answers["ruling"]["verdict"]
    assert answers["ruling"]["game"] == "mygame"
    assert (verdict["legal"], verdict["reason"]) == (True, "legal")


def test_a_reason_and_a_house_rule_of_another(answers: Any) -> None:
    free, verdict = (ruling["verdict"] for ruling in answers["aces"])
    assert free["legal"]
    assert (verdict["legal"], verdict["reason"]) == (False, "no_trailed_ace")
    assert (verdict["rule"], verdict["message"]) == ("laying", "No: A♥︎ is never trailed.")
    assert answers["published"]


def test_its_sheets_and_evenings(answers: Any) -> None:
    """Most cards 3, nobody at a tie; a heart 1, or 2 as a house rule; the first to 20 wins."""
    assert answers["games"] == [[True, [11, 5]], [True, [7, 6]], [True, [6, 10]], [True, [19, 10]]]
    assert answers["session"] == {"target": 20, "over": True, "winners": [0], "totals": [24, 21]}
