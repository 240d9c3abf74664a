"""Answers of ``static/js/recall.js`` about the exercises that a phone keeps, by a table."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from referee.services.recall import MOST_STATES

HERE = Path(__file__).parent
NOW = "2026-11-29T21:00:00Z"  # 22 o'clock where the phone is
NAMES = [f"casino can 30000{n}" for n in range(1, 4)]


def states(*times: tuple[str, str, str]) -> dict[str, dict[str, str]]:
    return {name: {"last_review": last, "due": due} for name, last, due in times}


ONE, TWO, OTHER = "casino can 300001", "casino trail 300002", "kasino can 300001"
BEFORE = "2026-11-28T20:00:00Z"
TABLE = {
    "due": [  # what is kept, a game, the time, what comes back on that day
        ({}, "casino", NOW, []),
        (states((ONE, BEFORE, "2026-11-29T20:59:00Z")), "casino", NOW, [ONE]),
        (states((ONE, BEFORE, "2026-11-29T22:59:00Z")), "casino", NOW, [ONE]),  # later today
        (states((ONE, BEFORE, "2026-11-29T23:01:00Z")), "casino", NOW, []),  # after midnight
        (states((OTHER, BEFORE, BEFORE)), "casino", NOW, []),
        (states((OTHER, BEFORE, BEFORE)), "kasino", NOW, [OTHER]),
        (
            states((ONE, BEFORE, "2026-11-29T12:00:00Z"), (TWO, BEFORE, "2026-11-29T11:00:00Z")),
            "casino",
            NOW,
            [TWO, ONE],
        ),
        # answered by a clock that was far ahead: at once, or it would come back in years
        (states((ONE, "2030-01-01T00:00:00Z", "2030-02-01T00:00:00Z")), "casino", NOW, [ONE]),
        # by one that is an hour ahead: when it is due
        (states((ONE, "2026-11-29T22:00:00Z", "2026-12-01T22:00:00Z")), "casino", NOW, []),
    ],
    "streak": [  # days whose ten was done, today, days in a row
        ([], "2026-11-29", 0),
        (["2026-11-29"], "2026-11-29", 1),
        (["2026-11-28"], "2026-11-29", 1),  # today is not over
        (["2026-11-27"], "2026-11-29", 0),
        (["2026-11-27", "2026-11-28", "2026-11-29"], "2026-11-29", 3),
        (["2026-11-26", "2026-11-28", "2026-11-29"], "2026-11-29", 2),
        (["2026-02-28", "2026-03-01"], "2026-03-01", 2),
        (["2026-03-28", "2026-03-29", "2026-03-30"], "2026-03-30", 3),  # a day of 23 hours
        (["2025-12-31", "2026-01-01"], "2026-01-01", 2),
        (["2026-11-30"], "2026-11-29", 0),
    ],
    "ten": [  # answers to exercises, the exercises, the marks once all are answered
        ([], NAMES, None),
        ([(NAMES[0], "right"), (NAMES[1], "right")], NAMES, None),
        ([(name, "right") for name in NAMES], NAMES, "111"),
        ([(name, "right") for name in reversed(NAMES)], NAMES, "111"),
        # the first answer counts
        ([(NAMES[0], "wrong"), *((name, "right") for name in NAMES)], NAMES, "011"),
        # of another ten of this day, which began with other exercises
        ([(NAMES[0], "right"), *((name, "right", "can.300009") for name in NAMES)], NAMES, None),
    ],
    "kept": [(MOST_STATES, MOST_STATES), (MOST_STATES + 3, MOST_STATES)],
}


@pytest.mark.skipif(not (shutil.which("node") or os.environ.get("CI")), reason="no node here")
def test_what_comes_back_and_what_was_done() -> None:
    asked: dict[str, list[Sequence[object]]] = {
        kind: [row[:-1] for row in rows] for kind, rows in TABLE.items()
    }
    command = ["node", str(HERE / "recall_script.mjs"), json.dumps(asked)]
    env = {**os.environ, "TZ": "Europe/Stockholm"}
    run = subprocess.run(command, capture_output=True, text=True, check=True, env=env)
    assert json.loads(run.stdout) == {
        kind: [row[-1] for row in rows] for kind, rows in TABLE.items()
    }
