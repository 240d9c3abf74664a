"""What a followed game with builds answers: the state as JSON after each entry (L9 to L19).

`follow(setup, entries)` gives for each entry the state, or how it is refused:
`{"refused": 422, "field": "turn", "reason": "bad_sum", "step": 0}`. Of a state `number`, names and
messages are left out; before the first entry of a game whose table is dealt only `state`, `seq`
and `turn` are of the contract. Builds stand in the oracle's order (value, groups, keeper), demands
as the oracle lists them (takes first).

Readings of what the contract leaves open:

- `table_is` ends the demands: the table they were made at is gone.
- A demand's turn: what is missing from a take is added to it in its place; where it lies there only
  after a later step (a build formed after the card was laid), the take becomes the last step.
- The rows of the sheet are there from the end on; of a corrected table there are none.
"""

from collections.abc import Iterable
from dataclasses import asdict, replace
from typing import Any

from tests.oracle.builds_text import Build, build_key, in_order
from tests.oracle.casino_score import SPADE, kinds, kinds_of, score
from tests.oracle.followed_audit import audit
from tests.oracle.followed_log import Body, Log, empty
from tests.oracle.followed_setup import Refusal, Setup, rank_key
from tests.oracle.followed_table import Insisting, Table
from tests.oracle.southern_demands import demands
from tests.oracle.southern_state import State
from tests.oracle.southern_text import South, claim_text, label_key, written

Json = dict[str, Any]


def follow(setup: Setup, entries: Iterable[Body]) -> list[Json]:
    """The state after each entry, or its refusal."""
    log, found = empty(setup), []
    for entry in entries:
        log, answer = answer_to(log, entry)
        found.append(answer)
    return found


def answer_to(log: Log, entry: Body) -> tuple[Log, Json]:
    """The log after an entry, and the answer."""
    try:
        log = log.enter(entry)
    except Refusal as no:
        return log, {
            "refused": no.status,
            "field": no.field,
            "reason": no.reason,
            "step": no.step,
        }
    return log, state(log)


def state(log: Log) -> Json:
    """The state as JSON."""
    table, setup = log.table, log.setup
    over = table.finished and not table.corrected
    name = "open" if not log.standing else "finished" if over else "playing"
    return {
        "state": name,
        "seq": log.seq,
        "dealer": setup.dealer,
        "turn": table.turn,
        "deal": table.deal,
        "deals": setup.deals,
        "cards_left_in_hands": list(table.left),
        "table": list(table.loose),
        "sweeps_for": [],
        "set_aside": [],
        "stock": table.stock if setup.crazy else None,
        "builds": [
            build_json(table, one.build)
            for one in sorted(table.builds, key=lambda one: build_key(one.build))
        ],
        "duties": duties(table),
        "piles": piles(table, over),
        "proven": [sorted(ranks, key=rank_key) for ranks in table.proven] if setup.proofs else None,
        "demands": [] if table.insisting is None else open_demands(table, table.insisting),
        "last_capturer": table.last_capturer,
        "irregularities": irregularities(table),
        "scores": scores(table) if over else None,
    }


def build_json(table: Table, build: Build) -> Json:
    """A build on the table."""
    return {
        "value": build.value,
        "groups": [list(group) for group in build.groups],
        "multiple": build.multiple,
        "keeper": build.keeper,
        "dead": table.dead(build),
        "text": build.text,
    }


def duties(table: Table) -> list[str]:
    """What binds the seat whose turn it is (L9, L5b)."""
    setup = table.setup
    seat = table.turn
    keeps = [one for one in table.builds if one.build.keeper == seat and not table.dead(one.build)]
    if seat is None or not keeps:
        return []
    if setup.anglo:
        free = "may_trail_with_build" in setup.house
        return ["keep_card"] if free else ["must_act_on_build", "keep_card"]
    found = []
    if not setup.swazi and not (setup.players == 2 and table.deal == 2):
        found.append("owner_add_or_take")
    if setup.swazi and setup.players == 2 and (table.stock if setup.crazy else table.deal == 1):
        found.append("no_lay_with_build")
    return [*found, "keep_card"]


def card_points(setup: Setup, card: str) -> int:
    """What a card scores by itself."""
    points = (card[0] == "A") + 2 * (card == "10D") + (card == "2S")
    if setup.game == SPADE:
        points += (card[-1] == "S") + (card == "JS")
    return points


def piles(table: Table, over: bool) -> list[Json | None]:
    """The piles in seat order (L10)."""
    setup = table.setup
    found: list[Json | None] = []
    for seat, pile in enumerate(table.piles):
        if seat not in setup.pile_seats:
            found.append(None)
            continue
        tops = in_order([] if over else [*pile.tops])
        found.append(
            {
                "cards": len(pile.cards),
                "markers": pile.markers,
                "points": sum(card_points(setup, card) for card in pile.cards),
                "top": tops[0] if len(tops) == 1 else None,
                "top_among": list(tops) if len(tops) > 1 else [],
            }
        )
    return found


def rows(table: Table) -> list[dict[str, int] | None]:
    """The rows of the sheet that follow from the piles (L8)."""
    setup = table.setup
    found: list[dict[str, int] | None] = []
    for seat, pile in enumerate(table.piles):
        if seat not in setup.pile_seats:
            found.append(None)
            continue
        counts = [kinds_of(setup.game, card) for card in pile.cards]
        row = {
            name: sum(count[at] for count in counts) for at, name in enumerate(kinds(setup.game))
        }
        found.append(row | ({"sweeps": pile.markers} if "sweeps" in setup.house else {}))
    return found


def scores(table: Table) -> Json:
    """The scoring answer, without names."""
    setup = table.setup
    return score(setup.game, setup.house, rows(table), setup.teams, table.last_capturer)


def irregularities(table: Table) -> list[Json]:
    """All that was irregular, by number (L19)."""
    found = [*table.irregular, *audit(table)]
    found.sort(key=lambda one: (one.seq, one.missed_at or 0, one.kind, one.build or ""))
    return [asdict(one) for one in found]


# --- demands (L12) --------------------------------------------------------------------------------


def open_demands(table: Table, last: Insisting) -> list[Json]:
    """What may be insisted on, with the turn that would have done it."""
    game = table.setup.values
    assert isinstance(game, South)
    game = replace(game, deal=last.deal, stock=last.stock)
    known = [
        in_order([*pile.tops]) if len(pile.tops) == 1 else ()
        for pile in (
            table.piles[table.setup.pile(table.setup.absolute(at, last.seat))]
            for at in range(game.pile_count)
        )
    ]
    end = replace(last.end, piles=tuple(known))
    return [
        in_seats(table, last, end, one)
        for one in demands(game, end)
        if one["of"] is None or not table.dead(build_of(end, one["of"]))
    ]


def build_of(end: State, text: str) -> Build:
    """The build of this text, with the judge's seats."""
    return next(build for build in end.builds if build.text == text)


def in_seats(table: Table, last: Insisting, end: State, demand: Json) -> Json:
    """A demand with the seats of the game."""
    setup = table.setup

    def text(build: str) -> str:
        claim, _, seat = build.partition("@")
        return f"{claim}@{setup.absolute(int(seat), last.seat)}"

    def label(card: str) -> str:
        named, _, seat = card.partition("^")
        pile = setup.pile(setup.absolute(int(seat), last.seat)) if seat else None
        return card if pile is None else f"{named}^{pile}"

    captured = sorted(map(label, demand["captured"]), key=label_key)
    builds = [text(build) for build in demand["builds"]]
    of = None if demand["of"] is None else text(demand["of"])
    found = {**demand, "captured": captured, "builds": builds, "of": of}
    return found | {"turn": demanded_turn(setup, last, end, found)}


def demanded_turn(setup: Setup, last: Insisting, end: State, demand: Json) -> str:
    """The same turn with what was missing."""
    steps = list(last.steps)
    if demand["of"] is not None:
        target = demand["of"].partition("@")[0]
        cards = [card for group in target.split("=")[:-1] for card in group.split("+")]
        value = int(target.rpartition("=")[2])
        groups = written(setup.values, [*cards, *demand["captured"]], value)
        assert groups is not None
        return " / ".join([*steps, claim_text(groups, value)])
    missing = [*demand["captured"], *(one.partition("@")[0] for one in demand["builds"])]
    place = next(at for at, step in enumerate(steps) if step.split()[1:2] in (["-"], ["x"]))
    new = " ".join([steps[place].removesuffix(" -"), *missing]).replace(" x ", " ")
    card, *things = new.split()
    take = " ".join([card, "x", *things])
    formed = {build for build in demand["builds"] if appears_after(steps[place + 1 :], build)}
    if formed:
        return " / ".join([*steps[:place], *steps[place + 1 :], take])
    return " / ".join([*steps[:place], take, *steps[place + 1 :]])


def appears_after(steps: list[str], build: str) -> bool:
    """Is this build formed by one of these steps?"""
    cards = {card for group in build.split("=")[:-1] for card in group.split("+")}
    return any(cards == cards_of(step) for step in steps)


def cards_of(step: str) -> set[str]:
    """The cards of a form, without marks."""
    body = step.rsplit(maxsplit=1)[-1].rpartition("=")[0]
    return {card.partition("^")[0] for card in body.replace("=", "+").split("+")}
