"""The entries of a followed game, one after the other: what stands, and what comes of it.

An entry is a dict like the body of `POST …/plays`, without `key` and `after`.

Readings of what the contract leaves open:

- `replace` and `before` name an entry that stands, by the number it was first entered with.
- A replacement is refused too where a later turn plays a card that has been shown then, or has
  nobody left to play it: such a turn is never recorded.
- A later turn that was let stand is judged anew, and listed if it is illegal now; if it cannot be
  let stand any more it does not fit. One that said `as_played` but was legal has become illegal
  then, and does not fit either, also where it was out of turn (L16). So does one that says `seat`
  where it is that seat's turn.
- A `top` that is told of a seat without a pile of its own is its side's.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tests.oracle.builds_text import (
    Build,
    Group,
    Refused,
    Unreadable,
    build_key,
    first_division,
    in_order,
    read_build,
    suit_of,
    words,
)
from tests.oracle.followed_setup import Refusal, Setup
from tests.oracle.followed_table import (
    Done,
    Irregular,
    Table,
    begin,
    correct,
    lay_out,
    play,
    tell_top,
)
from tests.oracle.followed_turns import done, hand_cards, insisting, judge, let_stand, read

Body = Mapping[str, Any]
KINDS = ("table", "turn", "top", "table_is")


@dataclass(frozen=True)
class Operation:
    """An entry that was accepted, and the numbers by which an undo may name it."""

    seq: int
    body: Body
    numbers: frozenset[int]


@dataclass(frozen=True)
class Log:
    """All entries so far, as far as they stand or can be brought back."""

    setup: Setup
    seq: int
    standing: tuple[Operation, ...]
    undone: tuple[tuple[Operation, int], ...]  # with the number of the undo
    table: Table

    def enter(self, body: Body) -> "Log":
        """The log with one more entry; Refusal if it is not recorded."""
        if "undo" in body:
            return self.undo(body)
        seq = self.seq + 1
        operations = (*self.standing, Operation(seq, body, frozenset({seq})))
        if "seat" in body and not body.get("as_played"):
            raise Refusal("seat")
        kind(body)
        table = replay(self.setup, operations, new=True)
        operations = (*operations[:-1], replace(operations[-1], body=plain(table, seq, body)))
        # What was recorded happens in the same way when it is played over again.
        KNOWN[self.setup, told(operations)] = table
        return Log(self.setup, seq, operations, (), table)

    def undo(self, body: Body) -> "Log":
        """The latest entry that stands is taken back, or the latest that was taken back returns."""
        number, seq = body["undo"], self.seq + 1
        if set(body) != {"undo"}:
            raise Refusal("undo")
        if self.standing and number in self.standing[-1].numbers:
            standing = self.standing[:-1]
            undone = (*self.undone, (self.standing[-1], seq))
        elif self.undone and number == self.undone[-1][1]:
            back = self.undone[-1][0]
            standing = (*self.standing, replace(back, numbers=back.numbers | {seq}))
            undone = self.undone[:-1]
        else:
            raise Refusal("undo", status=409)
        return Log(self.setup, seq, standing, undone, replay(self.setup, standing))


def plain(table: Table, seq: int, body: Body) -> Body:
    """The same without `as_played` and `seat`, where they say nothing."""
    judged = body.get("replace", seq)
    told = {one.kind for one in table.irregular if one.seq == judged}
    nothing = set() if "out_of_turn" in told else {"seat"}
    nothing |= set() if "illegal_turn" in told else {"as_played"}
    return {name: said for name, said in body.items() if name not in nothing}


def empty(setup: Setup) -> Log:
    """Nothing has been entered."""
    return Log(setup, 0, (), (), begin(setup))


def kind(body: Body) -> str:
    """What an entry is; Refusal if it is none."""
    kinds = [name for name in KINDS if name in body]
    more = set(body) - {*KINDS, "replace", "before"}
    allowed = {"turn": {"seat", "as_played"}, "top": {"pile"}}
    if len(kinds) != 1 or ("replace" in body and "before" in body):
        raise Refusal("turn")
    if not more <= allowed.get(kinds[0], set()):
        raise Refusal(min(more))
    if "before" in body and kinds[0] != "turn":
        raise Refusal("before")
    return kinds[0]


def happenings(operations: Sequence[Operation]) -> list[tuple[int, Body]]:
    """What happened, in order, by number: replacements and forgotten turns in their places."""
    found: list[tuple[int, Body]] = []
    for operation in operations:
        body = operation.body
        said = {key: one for key, one in body.items() if key not in ("replace", "before")}
        where = "replace" if "replace" in body else "before" if "before" in body else None
        if where is None:
            found.append((operation.seq, said))
            continue
        places = [at for at, (seq, _) in enumerate(found) if seq == body[where]]
        if not places:
            raise Refusal(where)
        (place,) = places
        if where == "before":
            found.insert(place, (operation.seq, said))
        elif kind(found[place][1]) != kind(said):
            raise Refusal("replace")
        else:
            found[place] = (found[place][0], said)
    return found


def replay(setup: Setup, operations: Sequence[Operation], new: bool = False) -> Table:
    """The table after these. What the last one says, if it is new, is judged; what follows it is
    played over again."""
    happened = told(operations, new)
    start = next(at for at in range(len(happened), -1, -1) if not at or known(setup, happened[:at]))
    table = KNOWN[setup, happened[:start]] if start else begin(setup)
    for at in range(start, len(happened)):
        seq, body, judged = happened[at]
        table = happen(table, seq, json.loads(body), judged)
        KNOWN[setup, happened[: at + 1]] = table
    return table


Told = tuple[tuple[int, str, bool], ...]
"""What happened: its number, what was said, and is it new?"""

KNOWN: dict[tuple[Setup, Told], Table] = {}
"""Tables of a few games: most entries of one are played over again many times."""


def known(setup: Setup, happened: Told) -> bool:
    """Is it remembered what came of these? What takes too much room is forgotten."""
    if len(KNOWN) > 5000:
        KNOWN.clear()
    return (setup, happened) in KNOWN


def told(operations: Sequence[Operation], new: bool = False) -> Told:
    """What happened; ``new``: what the last one of these says is judged."""
    last = operations[-1] if new else None
    judged = last and last.body.get("replace", last.seq)
    return tuple(
        (seq, json.dumps(body, sort_keys=True), judged == seq)
        for seq, body in happenings(operations)
    )


def happen(table: Table, seq: int, body: Body, new: bool) -> Table:
    """What an entry says happens."""
    what = kind(body)
    if what == "table":
        return deal_out(table, body["table"])
    if what == "turn":
        return turn(table, seq, body, new)
    if not table.begun:
        raise Refusal(what)
    return top(table, seq, body, new) if what == "top" else shows(table, seq, body["table_is"])


def card_list(setup: Setup, field: str, cards: Sequence[str]) -> Group:
    """Loose cards, each with its suit and none twice."""
    if any(not setup.known_card(card) for card in cards) or len({*cards}) < len(cards):
        raise Refusal(field)
    return in_order(cards)


def deal_out(table: Table, cards: Sequence[str]) -> Table:
    """The first entry (L2)."""
    setup = table.setup
    if table.begun or len(cards) != setup.on_table:
        raise Refusal("table")
    loose = card_list(setup, "table", cards)
    if setup.redealt(loose):
        raise Refusal("table", "redeal")
    return lay_out(table, loose)


def turn(table: Table, seq: int, body: Body, new: bool) -> Table:
    """A turn: judged, let stand, or played over again (L3, L4, L6, L16)."""
    if not table.begun or table.turn is None:
        raise Refusal("turn")
    seat = body.get("seat", table.turn)
    if not 0 <= seat < table.setup.players:
        raise Refusal("seat")
    if not table.left[seat]:
        raise Refusal("turn")
    steps = read(table.setup, body["turn"], seat)
    cards = hand_cards(steps)
    if any(card in table.shown for card in cards):
        raise Refusal("turn")
    verdict = judge(table, seat, steps)
    found: list[Irregular] = []
    excused = None
    demands = None
    if seat != table.turn:
        found.append(Irregular(seq, seat, "out_of_turn", cards[0] if cards else None))
    if verdict.legal and verdict.end is not None:
        what = done(table, seat, steps, verdict.end)
        demands = insisting(table, seat, body["turn"], verdict.end)
    elif new and not body.get("as_played"):
        raise Refusal("turn", verdict.reason, verdict.step)
    else:
        fits = bool(body.get("as_played"))
        try:
            what = let_stand(table, seat, steps)
        except Refusal:
            if new or len(cards) != 1:
                raise
            fits = False
            what = laid(table, cards[0])
        name = "illegal_turn" if fits else "does_not_fit"
        excused = verdict.reason if fits else None
        found.append(Irregular(seq, seat, name, cards[0], reason=verdict.reason))
    after = play(table, seq, seat, what, excused, demands)
    return replace(after, irregular=(*after.irregular, *found))


def laid(table: Table, card: str) -> Done:
    """A card that is laid, whatever was said of it."""
    builds = tuple(sorted((lying.build for lying in table.builds), key=build_key))
    return Done(card, in_order((*table.loose, card)), builds, frozenset(), frozenset())


def top(table: Table, seq: int, body: Body, new: bool) -> Table:
    """Which card the top of a pile is (L11)."""
    card, seat = body["top"], body.get("pile")
    fits = (
        isinstance(seat, int)
        and 0 <= seat < table.setup.players
        and not table.setup.anglo
        and not (table.finished and not table.corrected)
    )
    if fits and isinstance(seat, int):
        tops = table.piles[table.setup.pile(seat)].tops
        fits = card in tops and len(tops) > 1
    if fits and isinstance(seat, int):
        return tell_top(table, seat, card)
    if new:
        raise Refusal("top")
    lost = Irregular(seq, None, "does_not_fit", card)
    return replace(table, irregular=(*table.irregular, lost))


def shows(table: Table, seq: int, things: Sequence[str]) -> Table:
    """What lies on the table instead (L15)."""
    setup = table.setup
    if table.finished and not table.corrected:
        raise Refusal("table_is")
    loose, builds = [], []
    for thing in words(" ".join(things)) if things else []:
        if "=" not in thing:
            loose.append(thing)
            continue
        try:
            claim = read_build(thing, "table_is")
        except Unreadable as fault:
            raise Refusal("table_is", status=400) from fault
        except Refused as fault:
            raise Refusal("table_is") from fault
        groups = first_division(setup.values, claim.cards, claim.value)
        seats = range(setup.players)
        if claim.seat not in seats or groups is None or len(claim.cards) < 2:
            raise Refusal("table_is")
        if not 1 <= claim.value <= 14 or any(not suit_of(card) for card in claim.cards):
            raise Refusal("table_is")
        assert claim.seat is not None
        builds.append(Build(claim.value, groups, claim.seat))
    card_list(setup, "table_is", [*loose, *(card for one in builds for card in one.cards)])
    return correct(table, seq, loose, builds)
