"""Files that were saved, changed at random: by people who err, and by people who attack."""

import json
import random
from copy import deepcopy
from typing import Any

HOSTILE: list[Any] = [
    *(None, True, False, -1, 0, 1, 2, 5, 7, 12, 104, 105, 10_001, 2**31, 2**63, 10**30, -(10**300)),
    *(1.5, 1e308, float("inf"), float("nan"), "", " ", "x", "0", "1", "Ada", "x" * 5000, "x" * 61),
    *("\0", "\ud800", "a\nb", "\u202eadA", "שרה", "=1+1", "<script>", "{{ 7 * 7 }}", "%s",
     "' OR 1"),
    *("2026-11-21T20:00:00+00:00", "0001-01-01T00:00:00+14:00", "2026-11-21", "krypkasino",
     "whist"),
    *("table 5H 5D KH QH", "8H -", "8H x 8S", "undo 1", "undo 999999", "back 1", "replace 1 8H -"),
    *("agreed 1 x", "shows", "@5 8H - !", "KK", "5H " * 300, [], {}, [[]], [None], [0, 1],
     ["last_capture_point"]),
    *({"storan": 1}, {"x": {}}, {"\ud800": 1}, ["two_player_five_six"], {"text": "undo 1"}),
]  # fmt: skip
WORDS = ["", "x", "-", "!", "@1", "@9", "8H", "KS", "AD", "10C", "5", "undo", "back", "replace",
         "shows", "table", "1", "0", "3", "999999", "10" * 40, ";", ":", "\0", "\u202e", "\u2028",
         "{{ 7 }}", "krypkasino", "last_capture_point", "2", "é", "8H " * 400]  # fmt: skip


def places(data: Any) -> list[tuple[Any, Any]]:
    """Everything in there, each as what holds it and where."""
    found = []
    steps = data.items() if isinstance(data, dict) else enumerate(data)
    for step, inner in steps:
        found.append((data, step))
        if isinstance(inner, dict | list):
            found += places(inner)
    return found


def change(data: Any, chance: random.Random) -> None:
    """Change one place."""
    found = places(data)
    if not found:
        return
    holder, step = found[-1] if chance.random() < 0.02 else chance.choice(found)
    kind = chance.choice(["junk", "junk", "near", "near", "delete", "twice", "take"])
    if kind == "delete":
        del holder[step]
    elif kind == "twice" and isinstance(holder, list):
        holder.insert(step, deepcopy(holder[step]))
    elif kind == "take":
        # Something else of the same name stands here as well, and so fits nearly.
        alike = [other[there] for other, there in found if there == step]
        holder[step] = deepcopy(chance.choice(alike))
    elif kind == "near" and type(holder[step]) is int:
        holder[step] += chance.choice((-1, 1, 2, 10))
    else:
        holder[step] = deepcopy(chance.choice(HOSTILE))


def changed_group(data: Any, chance: random.Random) -> bytes:
    """Return an export with a few places changed."""
    data = deepcopy(data)
    for _ in range(chance.choice((1, 1, 1, 2, 3, 8))):
        change(data, chance)
    return json.dumps(data).encode()


def changed_text(text: str, chance: random.Random) -> bytes:
    """Return a game as text, with a few lines or words changed."""
    lines = text.split("\n")
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        at = chance.randrange(len(lines))
        match chance.choice(["delete", "twice", "swap", "word", "word", "word", "cut", "letter"]):
            case "delete":
                del lines[at : at + chance.choice((1, 1, 20))]
            case "twice":
                lines.insert(at, lines[at])
            case "swap":
                other = chance.randrange(len(lines))
                lines[at], lines[other] = lines[other], lines[at]
            case "word":
                words = lines[at].split(" ")
                words[chance.randrange(len(words))] = chance.choice(WORDS)
                lines[at] = " ".join(words)
            case "cut":
                del lines[at:]
            case _:
                letter = chance.randrange(len(lines[at]) + 1)
                lines[at] = lines[at][:letter] + chance.choice("8HSx@!-;: ") + lines[at][letter:]
        lines = lines or [""]
    return "\n".join(lines).encode("utf-8", "surrogatepass")
