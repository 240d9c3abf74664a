"""The plan of the house: imports point down only, and the rules need nothing."""

import ast
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from referee.rules.games import RULESETS, ruleset
from referee.rules.items import LAST

PACKAGE = Path(__file__).parents[2] / "referee"
MODULES = sorted(PACKAGE.rglob("*.py"))

# Who may use whom, within the package. What is not listed is forbidden.
MAY_USE = {
    "rules": {"rules"},
    "offline": {
        *("addresses", "answers", "config", "errors", "headers", "languages", "messages"),
        *("offline", "photo", "rules", "services", "store", "storeless", "terminals", "web"),
    },
    "store": {"store", "rules", "private"},
    "photo": {"photo", "rules"},
    "services": {"services", "store", "rules", "photo", "zones"},
    "migrations": {"store"},
    "addresses": set[str](),
    "compression": set[str](),
    "config": {"private"},
    "headers": set[str](),
    "languages": set[str](),
    "logs": set[str](),
    "private": set[str](),
    "starting": {"config", "languages", "store"},
    "storeless": {"addresses", "headers", "languages", "web"},
    "terminals": {"languages"},
    "zones": set[str](),
    "words": {"words", "rules", "languages"},
    "messages": {"messages", "services", "rules", "languages", "photo", "words"},
    "answers": {"answers", "services", "rules", "messages", "photo", "zones"},
    "serve": {"logs"},
    "web": {
        "web",
        "services",
        "rules",
        "messages",
        "photo",
        "words",
        "languages",
        "addresses",
        "headers",
        "zones",
    },
    "api": {
        *("api", "services", "rules", "messages", "answers", "config", "languages", "logs"),
        *("photo", "zones"),
    },
    "errors": {"web", "languages", "logs", "messages", "rules", "services", "store"},
    "cli": {
        *("rules", "messages", "languages", "answers", "serve", "services", "starting", "store"),
        *("__init__", "config", "judging", "offline", "photo", "terminals", "zones"),
    },
    "judging": {"answers", "messages", "rules"},
    "__main__": {"cli"},
    "__init__": {
        *("api", "compression", "config", "errors", "logs", "offline", "starting", "store"),
        *("storeless", "web"),
    },
}


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def broken_by(holds: Callable[[Path], bool], paths: Iterable[Path] = MODULES) -> list[str]:
    """The modules for which that does not hold."""
    return [str(path.relative_to(PACKAGE)) for path in paths if not holds(path)]


def area(named: str) -> list[Path]:
    return [path for path in MODULES if name(path) == named]


def name(path: Path) -> str:
    """The area of a module: its folder, or the module itself at the top."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported(path: Path) -> set[str]:
    """The top-level names that a module imports; our own areas as ``referee.AREA``."""
    here = ["referee", *path.relative_to(PACKAGE).with_suffix("").parts][:-1]
    found = set()
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = here[: len(here) - node.level + 1] if node.level else []
            target = [*base, *(node.module or "").split(".")] if node.module else base
            if target[:1] != ["referee"]:
                found.add(target[0])
            elif len(target) > 1:
                found.add(f"referee.{target[1]}")
            else:
                names = {alias.name for alias in node.names}
                areas = {
                    a for a in names if (PACKAGE / a).is_dir() or (PACKAGE / f"{a}.py").is_file()
                }
                found |= {f"referee.{area}" for area in areas}
                found |= {"referee.__init__"} if names - areas else set()
    return found


APART = {"games": "log", "log": "games"}
"""Rooms of the rules that know nothing of each other: both stand on what lies beside them."""


@pytest.mark.parametrize("room", APART)
def test_games_and_the_log_know_nothing_of_each_other(room: str) -> None:
    for path in sorted((PACKAGE / "rules" / room).rglob("*.py")):
        nodes = ast.walk(tree_of(path))
        modules = {
            word
            for node in nodes
            if isinstance(node, ast.ImportFrom)
            for word in [*(node.module or "").split("."), *(alias.name for alias in node.names)]
        }
        assert APART[room] not in modules, path


FLOORS = {"judge": {"judge"}, "search": {"judge", "search"}, "live": {"judge", "search", "live"}}
"""What the floors below the games with builds may use of all games."""


@pytest.mark.parametrize("floor", FLOORS)
def test_what_games_with_builds_share_knows_none_of_them(floor: str) -> None:
    casino = PACKAGE / "rules" / "games" / "casino"
    for path in sorted((casino / floor).rglob("*.py")):
        for module in modules_of_ours(path):
            if module.startswith("referee.rules.games"):
                *house, of, _ = module.split(".")
                assert ".".join(house) == "referee.rules.games.casino", path
                assert of in FLOORS[floor], path


def test_no_two_rooms_of_the_rules_stand_on_each_other() -> None:
    """A room is a folder; what it stands on is that of any of its modules, and below."""
    stands_on: dict[Path, set[Path]] = {}
    for path in sorted((PACKAGE / "rules").rglob("*.py")):
        for module in modules_of_ours(path):
            target = PACKAGE.joinpath(*module.removesuffix(".*").split(".")[1:])
            room = target if target.is_dir() else target.parent
            stands_on.setdefault(path.parent, set()).add(room)
    rooms = {room: below - {room} for room, below in stands_on.items()}
    while lowest := [room for room, below in rooms.items() if not below & rooms.keys()]:
        for room in lowest:
            del rooms[room]
    assert not rooms


def modules_of_ours(path: Path) -> Iterator[str]:
    """The modules that a module imports from, as ``referee.AREA.MODULE``."""
    here = ["referee", *path.relative_to(PACKAGE).with_suffix("").parts][:-1]
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.ImportFrom) and node.level:
            yield ".".join([*here[: len(here) - node.level + 1], node.module or "*"])


ADDERS = {"referee.rules.groups", "referee.rules.lattice", "referee.rules.sums"}


def reckons(node: ast.AST) -> bool:
    if isinstance(node, ast.ImportFrom):
        return "divided" in {alias.name for alias in node.names}
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id in ("Build", "Form", "Take")
    sides = (node.left, node.right) if isinstance(node, ast.BinOp) else ()
    return any(isinstance(side, ast.Attribute) and side.attr in ("rank", "value") for side in sides)


def test_pages_reckon_nothing() -> None:
    """No page adds up cards, divides them into groups, or makes a build or a take of them: the
    rules do."""
    found = {
        f"{path.relative_to(PACKAGE)}: {ast.unparse(node)}"
        for path in area("web")
        for node in ast.walk(tree_of(path))
        if reckons(node)
    }
    assert found == set()
    assert broken_by(lambda path: ADDERS.isdisjoint(modules_of_ours(path)), area("web")) == []


ROOMS = {
    "referee": {"referee"},
    "following": {"following", "referee"},
    "sheet": {"sheet", "following"},
    "evening": {"evening", "following"},
}
"""The rooms of the pages, and what each of them leads to; beside them lies what all pages share."""


@pytest.mark.parametrize("room", ROOMS)
def test_rooms_of_pages_lead_to_few_others(room: str) -> None:
    web = PACKAGE / "web"
    assert set(ROOMS) == {path.name for path in web.iterdir() if (path / "__init__.py").exists()}
    for path in sorted((web / room).rglob("*.py")):
        used = {module.split(".")[2] for module in modules_of_ours(path) if ".web." in module}
        assert used & set(ROOMS) <= ROOMS[room], path


def test_the_map_of_layers_is_complete() -> None:
    assert {name(path) for path in MODULES} == set(MAY_USE)


def test_imports_point_down() -> None:
    up = {
        str(path.relative_to(PACKAGE)): higher
        for path in MODULES
        if (higher := _ours(imported(path)) - MAY_USE[name(path)])
    }
    assert up == {}


def _ours(modules: set[str]) -> set[str]:
    return {one.removeprefix("referee.") for one in modules if one.startswith("referee.")}


def test_rules_use_the_standard_library_only() -> None:
    known = sys.stdlib_module_names - {"time", "datetime", "random", "os", "gettext"}
    foreign = {
        str(path.relative_to(PACKAGE)): others
        for path in area("rules")
        if (others := {one for one in imported(path) if not one.startswith("referee.")} - known)
    }
    assert foreign == {}


def test_rules_work_without_anything_installed() -> None:
    script = (
        "from referee.rules.games import ruleset;"
        "from referee.rules.games.krypkasino.capturing import capture_rules;"
        "from referee.rules.games.krypkasino.question import Question;"
        "from referee.rules.games.krypkasino.ruling import consult;"
        "question = Question.read({'table': '8 9', 'played': '8'});"
        "rules = capture_rules(ruleset('krypkasino'));"
        "print(len(consult(rules, question).play.outcomes))"
    )
    done = subprocess.run(
        [
            sys.executable,
            "-I",
            "-S",
            "-c",
            f"import sys; sys.path.insert(0, {str(PACKAGE.parent)!r}); {script}",
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout.strip(), done.stderr) == ("1", "")


def test_no_game_is_named_outside_its_own_module() -> None:
    """Comparing a game's key anywhere else is a special case that belongs into its ruleset."""
    named = {
        f"{path.relative_to(PACKAGE)}: {ast.unparse(node)}"
        for path in MODULES
        if "games" not in path.relative_to(PACKAGE).parts
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Compare | ast.Match)
        and not {n.value for n in ast.walk(node) if isinstance(n, ast.Constant)}.isdisjoint(
            RULESETS
        )
    }
    assert named == set()


PLAIN = {"cards", "points", "sweeps"}
"""Words of every game; and one game calls a field or an item so."""
OF_TABLES = {"card_points"}
"""A column of the first tables, and what files of groups call it."""


SUITS = {"spades"}
"""Scripts and pages draw it."""


def names_of_games() -> set[str]:
    """The games, their switches, and what their sheets count and score."""
    found = set(RULESETS)
    for key, game in RULESETS.items():
        switches = game.house_rules.names()
        found |= {*switches}
        for version, on in product(game.versions, [(), *((one,) for one in switches)]):
            sheet = ruleset(key, on, version).sheet
            parts = (*sheet.fields, *sheet.apart, *sheet.items, sheet.quick)
            found |= {one.key for one in parts}
    return found - PLAIN - OF_TABLES


def test_what_games_call_things_stands_with_them() -> None:
    """In a game's own package, and in its words; what the others must know is data."""
    names = names_of_games()
    named = {
        f"{path.relative_to(PACKAGE)}: {node.value}"
        for path in MODULES
        if not {"games", "words", "migrations"} & set(path.relative_to(PACKAGE).parts)
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Constant) and node.value in names
    }
    assert named == {f"rules/items.py: {LAST}"}  # who captured last is said in every game


def test_no_page_and_no_script_names_what_is_of_a_game() -> None:
    """But for the pages that a game has of its own: its rules, its advice, its first positions."""
    names = "|".join(sorted(map(re.escape, names_of_games() - SUITS)))
    quoted = re.compile(rf"""(?<=["'])(?:{names})(?=["'])""")
    house = PACKAGE.parent
    files = [*(house / "templates").rglob("*.html"), *(house / "static").rglob("*.js")]
    named = {
        f"{path.relative_to(house)}: {name}"
        for path in files
        if path.parent.name not in ("rules", "tactics") and path.stem not in RULESETS
        for name in quoted.findall(path.read_text("utf-8"))
    }
    assert named == set()


def test_modules_stay_small() -> None:
    assert broken_by(lambda path: len(path.read_text("utf-8").splitlines()) <= 400) == []
