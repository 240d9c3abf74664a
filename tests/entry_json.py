"""Entries of followed games as the API has them: read, entered, and how the game then stands."""

import json
from collections.abc import Mapping
from typing import Any

from referee.rules.cards import RulesError
from referee.rules.log.accept_entry import accept
from referee.rules.log.entries import read_entry
from referee.rules.log.record import Record, append
from referee.rules.ruleset import IllegalPlay

LISTS = ("builds", "demands", "irregularities")
"""In any order."""


def line_of(body: Mapping[str, Any]) -> str:
    """Return an entry's body in the notation of logs."""
    if "undo" in body:
        return f"undo {body['undo']}"
    for name in ("replace", "before"):
        if name in body:
            rest = {key: said for key, said in body.items() if key != name}
            return f"{name} {body[name]} {line_of(rest)}"
    if "turn" in body:
        seat = f"@{body['seat']} " if "seat" in body else ""
        return f"{seat}{body['turn']}{' !' if body.get('as_played') else ''}"
    if "top" in body:
        return f"top {body['top']}^{body.get('pile')}"
    name = "table" if "table" in body else "table_is"
    return f"{'table' if name == 'table' else 'shows'} {' '.join(body[name])}".rstrip()


def body_of(line: str) -> dict[str, Any]:
    """Return an entry's body, from the notation of logs."""
    word, _, rest = line.partition(" ")
    if word == "undo":
        return {"undo": int(rest)}
    if word in ("replace", "before"):
        number, _, rest = rest.partition(" ")
        return {word: int(number), **body_of(rest)}
    if word == "top":
        card, _, pile = rest.partition("^")
        return {"top": card, "pile": int(pile)}
    if word in ("table", "shows"):
        return {"table" if word == "table" else "table_is": rest.split()}
    body: dict[str, Any] = {"seat": int(word[1:])} if word.startswith("@") else {}
    turn = rest if body else line
    if turn.endswith(" !"):
        return body | {"turn": turn.removesuffix(" !"), "as_played": True}
    return body | {"turn": turn}


def entered(record: Record, body: Mapping[str, Any]) -> tuple[Record, str | None]:
    """Return the record with one more entry, or why it was refused."""
    if "seat" in body and not body.get("as_played"):
        return record, "seat"  # the API refuses it
    try:
        return append(record, accept(record, read_entry(line_of(body)))), None
    except IllegalPlay as error:
        return record, str(error.verdict.reason.value)
    except RulesError as error:
        return record, type(error).__name__


def said(state: Mapping[str, Any]) -> dict[str, Any]:
    """Return the part that is compared."""
    found = json.loads(json.dumps({name: one for name, one in state.items() if name in COMPARED}))
    for name in LISTS:
        found[name] = sorted(map(_plain, found[name]), key=str)
    return dict(sorted(found.items()))


def _plain(row: Mapping[str, Any]) -> str:
    kept = {key: one for key, one in row.items() if one is not None}
    if "captured" in kept:
        kept.pop("turn")
    return json.dumps(kept, sort_keys=True)


COMPARED = {
    *("seq turn deal deals cards_left_in_hands table stock builds duties piles proven").split(),
    *("demands last_capturer irregularities").split(),
}
