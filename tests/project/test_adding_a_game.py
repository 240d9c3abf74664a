"""What CONTRIBUTING tells whoever adds a game is enough: a copy of the house gets one more by just
these steps, and has its pages, its sheet and its evenings."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

HOUSE = Path(__file__).parents[2]
ADDED = Path(__file__).parent / "added"
GUIDE = (HOUSE / "CONTRIBUTING.md").read_text("utf-8")
STEPS = GUIDE[GUIDE.index("## Add a game") : GUIDE.index("## The way of a value")]

COPIED = [
    # what is new, and where the steps put it
    ("mygame.py", "referee/rules/games/mygame.py"),
    ("mygame_examples.json", "referee/rules/games/mygame_examples.json"),
    ("mygame.html", "templates/rules/mygame.html"),
]
LAST_ADDER = "referee/rules/games/casino/last_adder_rules.py"
HOUSE_RULES = "referee/words/house_rule_names.py"
RULE = 'HouseRuleWords(lazy_gettext("{}"), lazy_gettext("An ace takes or builds."))'
ROWS = [
    # file, after which line, what is added
    ("referee/rules/games/__init__.py", "from . import krypkasino", ", mygame"),
    (
        "referee/rules/games/__init__.py",
        '"casino/spade_casino_tactics.json",\n    ),',
        """
    mygame.KEY: Game(
        mygame.HeartHouseRules, {mygame.VERSION: mygame.ruleset}, "mygame_examples.json"
    ),""",
    ),
    ("referee/words/game_names.py", "GAME_NAMES = {", '"mygame": lazy_gettext("Heart Casino"),'),
    (HOUSE_RULES, "HOUSE_RULES = {", f'"hearts_score_two": {RULE.format("Each heart scores 2")},'),
    (
        "referee/words/game_names.py",
        "FIELDS = {",
        """"hearts": FieldWords(
            each=lazy_gettext("each heart"),
            label=lazy_gettext("Hearts"),
            one=lazy_gettext("one heart"),
            many=lazy_gettext("%(number)s hearts"),
            column=lazy_pgettext("column", "hearts"),
            counted=lazy_pgettext("column", "hearts_counted"),
            scored=lazy_gettext("hearts"),
        ),""",
    ),
    # A house rule of Casino, and the reason that it brings.
    (
        LAST_ADDER,
        "    simple_build_as_card: bool = field(default=False, metadata=DURING_PLAY)",
        "\n    no_trailed_aces: bool = field(default=False, metadata=DURING_PLAY)",
    ),
    (
        LAST_ADDER,
        "            yield Fault(Reason.MUST_ACT_ON_BUILD, build=kept[0], value=kept[0].value)",
        """
        if self.house.no_trailed_aces and now.laid and now.laid.rank == 1:
            yield Fault(Reason.NO_TRAILED_ACE, (now.laid,))""",
    ),
    (
        "referee/rules/games/casino/judge/verdict_reasons.py",
        'ONE_BUILD_MAX = "one_build_max", "two-players"',
        '\n    NO_TRAILED_ACE = "no_trailed_ace", "laying"',
    ),
    (
        "referee/messages/build_reasons.py",
        "REASONS: Mapping[Reason | FaultDetail, Words] = {",
        'Reason.NO_TRAILED_ACE: Words(lazy_gettext("No: %(cards)s is never trailed.")),',
    ),
    (HOUSE_RULES, "HOUSE_RULES = {", f'"no_trailed_aces": {RULE.format("Aces are not trailed")},'),
]


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What the house says that has one game more."""
    house = tmp_path_factory.mktemp("house")
    for folder in ("referee", "templates"):
        shutil.copytree(HOUSE / folder, house / folder)
    for name in ("static", "tests", "pyproject.toml"):
        (house / name).symlink_to(HOUSE / name)
    for name, place in COPIED:
        shutil.copy(ADDED / name, house / place)
    for name, line, more in ROWS:
        file = house / name
        text = file.read_text("utf-8")
        assert text.count(line) == 1, line
        file.write_text(text.replace(line, line + more), "utf-8")
    done = subprocess.run(
        [sys.executable, ADDED / "evening.py"],
        cwd=house,
        env=os.environ | {"PYTHONPATH": str(house), "REFEREE_INSTANCE": str(house / "instance")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout)


@pytest.mark.parametrize("place", sorted({place for _, place in COPIED} | {row[0] for row in ROWS}))
def test_the_steps_name_each_file(place: str) -> None:
    """Examples lie beside the game's module."""
    assert place in STEPS or place.endswith("_examples.json")


PAGES = [
    # page, what stands there
    ("home", "/mygame/rules"),
    ("home", "Heart Casino"),
    ("rules", "The rules of Heart Casino"),
    ("rules", "Three hearts at once"),
    ("rules", "each heart"),
    ("rules", "Two sides, 16 points"),
    ("referee", "The 8♥︎"),
    ("exercises", "May I do that?"),
    ("new", "Each heart scores 2"),
    ("score", "Heart Casino"),
    ("sheet", "Hearts"),
    ("casino", "<dt>Aces are not trailed</dt>"),
    ("casino", "An ace takes or builds."),
    ("question", "Aces are not trailed"),
    ("question", "No: A♥︎ is never trailed."),
    ("question", "/casino/rules#laying"),
]


@pytest.mark.parametrize(("page", "text"), PAGES)
def test_its_pages(told: Any, page: str, text: str) -> None:
    assert text in told["pages"][page]


def test_what_it_lacks_is_offered_nowhere(told: Any) -> None:
    """Nobody has written how it is played well."""
    assert told["tactics"] == 404
    assert not [page for page, text in told["pages"].items() if "/mygame/tactics" in text]


def test_its_referee(told: Any) -> None:
    verdict = told["ruling"]["verdict"]
    assert told["ruling"]["game"] == "mygame"
    assert (verdict["legal"], verdict["reason"]) == (True, "legal")


def test_a_reason_and_a_house_rule_of_another(told: Any) -> None:
    free, verdict = (ruling["verdict"] for ruling in told["aces"])
    assert free["legal"]
    assert (verdict["legal"], verdict["reason"]) == (False, "no_trailed_ace")
    assert (verdict["rule"], verdict["message"]) == ("laying", "No: A♥︎ is never trailed.")
    assert told["published"]


def test_its_sheets_and_evenings(told: Any) -> None:
    """Most cards 3, nobody at a tie; a heart 1, or 2 as a house rule; the first to 20 wins."""
    assert told["games"] == [[True, [11, 5]], [True, [7, 6]], [True, [6, 10]], [True, [19, 10]]]
    assert told["session"] == {"target": 20, "over": True, "winners": [0], "totals": [24, 21]}
