"""A followed game with builds, scene by scene: what is entered, and how it lies then (#deal to
#end). The scenes go by the points of the contract, L1 to L19."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from referee.rules.cards import RulesError, TooManyCopies
from referee.rules.games.casino.following import Following, KeeperUnsaid
from referee.rules.games.casino.insisting import insisted
from referee.rules.games.casino.state import (
    State,
    dead_values,
    duties_of,
    known_position,
    state_of,
)
from referee.rules.live import DrawnAgain, IllegalPlay, NoSuchTop, WrongTable
from referee.rules.log.entering import AlreadyDealt, NoCardLeft, NotDealt, OutOfTurn, SameTable
from referee.rules.log.record import Record
from referee.rules.log.timeline import NoSuchEntry
from referee.rules.notation import write_card, write_cards, write_rank
from referee.rules.seating import NoSuchSeat, Teams
from referee.rules.table import ImpossibleBuild, write_build, write_table
from referee.rules.turns import write_turn
from tests.logs import begin, enter


class Scene(NamedTuple):
    """A game and how many play it; seat 0 deals."""

    game: str
    players: int = 2
    house: str = ""
    teams: Teams | None = None


CASINO, ROYAL = Scene("casino"), Scene("royal-casino")
SWAZI, PAIRS = Scene("swazi-casino"), Scene("swazi-casino", 4)
SOUTH, SOUTH_PAIRS = Scene("south-african-casino"), Scene("south-african-casino", 4, "partners")
LESOTHO = Scene("lesotho-casino")
CRAZY = Scene("swazi-casino", 2, "crazy")


def follow(scene: Scene, *lines: str) -> Record:
    game, players, house, teams = scene
    return enter(begin(players, 0, house.split(), game, teams), *lines)


def now(record: Record) -> State:
    return state_of(record.state)


def live(record: Record) -> Following:
    assert isinstance(record.live, Following)
    return record.live


def lies(record: Record) -> str:
    return write_table(now(record).lies)


def duties(record: Record) -> str:
    state = now(record)
    assert state.turn is not None
    rules = live(record).rules
    return " ".join(duties_of(rules, known_position(rules, state, state.turn)))


def tops(record: Record, seat: int) -> str:
    """The cards that may be on top of a pile."""
    return write_cards(now(record).piles[seat].top_among)


def found(record: Record) -> list[str]:
    """What was irregular: the number of the entry, the seat, the kind, and what else is said."""
    lines = []
    for one in sorted(record.irregularities, key=lambda one: (one.seq, one.missed_at or 0)):
        words = [str(one.seq), "-" if one.seat is None else str(one.seat), one.kind.value]
        words += [write_card(one.card)] if one.card else []
        words += [one.reason.value] if one.reason else []
        words += [f"since {one.missed_at}"] if one.missed_at else []
        words += [write_build(one.build)] if one.build else []
        words += [write_rank(one.rank)] if one.rank else []
        lines.append(" ".join(words))
    return lines


def refused(record: Record, line: str) -> str:
    """Why an entry is refused: the referee's reason, or the error's name."""
    try:
        enter(record, line)
    except IllegalPlay as error:
        reason: str = error.verdict.reason.value
        return reason
    except RulesError as error:
        return type(error).__name__
    return ""


def laid(*cards: str) -> list[str]:
    return [f"{card} -" for card in cards]


# L1 and L2: deals, and the first entry

STARTS = [
    # scene, the table (None: none is dealt), whose turn, hands, stock
    (CASINO, "5S 9C JD 2D", 1, 4, 0),
    (Scene("casino", 3), "5S 9C JD 2D", 1, 4, 0),
    (Scene("spade-casino", 4), "5S 9C JD 2D", 1, 4, 0),
    (SWAZI, "5S 9C JD 2D", 1, 12, 0),
    (Scene("swazi-casino", 3), "5S 9C JD 2D", 2, 16, 0),
    (PAIRS, "5S 9C JD 2D", 3, 12, 0),
    (Scene("lesotho-casino", 4, "clockwise"), "5S 9C JD 2D", 1, 12, 0),
    (CRAZY, "5S 9C JD 2D", 1, 8, 32),
    (SOUTH, None, 1, 10, 0),
    (Scene("south-african-casino", 3), "5S", 1, 13, 0),
    (SOUTH_PAIRS, None, 1, 10, 0),
]


@pytest.mark.parametrize(("scene", "table", "turn", "hand", "stock"), STARTS)
def test_a_game_begins(scene: Scene, table: str | None, turn: int, hand: int, stock: int) -> None:
    record = follow(scene, *([] if table is None else [f"table {table}"]))
    state = now(record)
    assert (state.turn, state.stock, state.deal) == (turn, stock, 1)
    assert state.in_hands == (hand,) * scene.players


FIRST = [
    # scene, entry, error
    (CASINO, "8H -", NotDealt),
    (CASINO, "shows 8H", NotDealt),
    (CASINO, "top 8H^1", NotDealt),
    (CASINO, "table 5S 9C JD", WrongTable),
    (CASINO, "table 5S 9C JD 2D 3D", WrongTable),
    (CASINO, "table 5S 9C JD JD", TooManyCopies),
    (SWAZI, "table JD KH QS 2C", DrawnAgain),
    (SWAZI, "table AS 10D 4C 5H", DrawnAgain),
    (SWAZI, "table AS 2S AD 5H", DrawnAgain),
    (LESOTHO, "table JD KH QS 2C", DrawnAgain),
    (SOUTH, "table 5S", AlreadyDealt),
    (SOUTH, "table", AlreadyDealt),
    (SOUTH_PAIRS, "table 5S", AlreadyDealt),
    (Scene("south-african-casino", 3), "table", WrongTable),
    (Scene("south-african-casino", 3), "table 5S 6S", WrongTable),
    (Scene("south-african-casino", 3), "table KS", TooManyCopies),
]


@pytest.mark.parametrize(("scene", "line", "error"), FIRST)
def test_what_no_game_begins_with(scene: Scene, line: str, error: type[RulesError]) -> None:
    assert refused(follow(scene), line) == error.__name__


def test_who_has_dealt_again_enters_the_new_table() -> None:
    assert lies(follow(SWAZI, "table AS 9D 4C 5H")) == "AS 4C 5H 9D"
    plain = Scene("swazi-casino", 2, "no_redeal")
    assert lies(follow(plain, "table JD KH QS 2C")) == "2C JD QS KH"
    assert refused(follow(plain, "table JD KH QS 2C"), "table 2S 3S 4S 5S") == "AlreadyDealt"
    record = follow(SWAZI, "table AS 9D 4C 5H")
    assert refused(record, "replace 1 table JD KH QS 2C") == "DrawnAgain"


# L3 to L6: turns, what is refused, what the log knows, what the table lets stand

LAID_6 = laid("KS", "KH", "KD", "KC", "QS", "QH")
TURNS = [
    # scene, entries before, turn, why it is refused ("": it is not)
    (CASINO, ["table 5S 9C JD 2D"], "3C 3C+5S=8", ""),
    (CASINO, ["table 5S 9C JD 2D"], "4H x 5S", "no_match"),
    (CASINO, ["table 5S 9C JD 2D"], "3H+5S=8", "need_hand_card"),
    (CASINO, ["table 5S 9C JD 2D"], "KD - / KH -", "one_hand_card"),
    (CASINO, ["table 5S 9C JD 2D"], "@0 KD -", OutOfTurn.__name__),
    (CASINO, ["table 5S 9C JD 2D"], "@2 KD - !", NoSuchSeat.__name__),
    (CASINO, ["table 5S 9C JD 2D"], "5S -", TooManyCopies.__name__),
    (CASINO, ["table 5S 9C JD 2D", "9H x 9C"], "9C - !", TooManyCopies.__name__),
    (SOUTH, [], "KS -", TooManyCopies.__name__),
    (CASINO, ["table 5S 9C JD 2D"], "3C", "NotInThisGame"),
    # Whose build it is that is taken or added to is not compared.
    (CASINO, ["table 5S 9C JD 2D", "3C 3C+5S=8"], "8H x 3C+5S=8@0", ""),
    (CASINO, ["table 5S 9C JD 2D", "3C 3C+5S=8"], "8H x 3C+5S=7", "not_on_table"),
    (CASINO, ["table 5S 9C JD 2D", "3C 3C+5S=8"], "8H x 3C 5S", "build_as_unit"),
    (CASINO, ["table 5S 9C JD 2D", "3C 3C+5S=8", "KD -"], "4H -", "must_act_on_build"),
    # All four of a rank were shown, also those that lie in closed piles.
    (CASINO, ["table 8S 8H 8D 5S", "8C x 8S 8H 8D"], "3C 3C+5S=8", "no_holder"),
    (CASINO, ["table 8S 8H 8D 5S"], "3C 3C+5S=8", ""),
    # With the last card of a hand nothing is left to take a build with.
    (CASINO, ["table 5S 9C JD 2D", *LAID_6], "3C 3C+5S=8", "no_holder"),
    (CASINO, ["table 5S 9C JD 2D", *LAID_6[:4], "3C 3C+5S=8", "QH -"], "QS -", "keep_card"),
    (CASINO, ["table 5S 9C JD 2D", *LAID_6[:4], "3C 3C+5S=8", "QH -"], "8S x 3C+5S=8", ""),
    # The last of its rank may not be played otherwise.
    (CASINO, ["table 8S 8H 6D 5S", "3C 3C+5S=8", "8C x 8S 8H"], "8D -", "keep_card"),
    (CASINO, ["table 5S 9C JD 2D", *LAID_6, "AS -"], "@1 AH - !", NoCardLeft.__name__),
    # Builds of 1 and of 14 need an ace each.
    (ROYAL, ["table AS 10D 9C 5H", "4S 4S+10D=14", "KS -", "AD AD=AS=1", "AC -"],
     "QD -", "keep_card"),
    (ROYAL, ["table AS 10D 9C 5H", "4S 4S+10D=14", "KS -"], "AD AD=AS=1", ""),
    (ROYAL, ["table AS 10D 9C 5H", "4S 4S+10D=14", "AC -"], "AD AD=AS=1", "no_holder"),
    # Proof and request (F3.7).
    (PAIRS, ["table 5S 6D 9C 3H", "7C -", "KS -"], "4H 4H+7C=11@3", "not_proven"),
]  # fmt: skip


@pytest.mark.parametrize(("scene", "lines", "turn", "reason"), TURNS)
def test_turns(scene: Scene, lines: list[str], turn: str, reason: str) -> None:
    assert refused(follow(scene, *lines), turn) == reason


NEVER = [
    # nobody can have done that, whatever the table let stand
    (CASINO, ["table 5S 9C JD 2D"], "KD - / KH - !"),
    (CASINO, ["table 5S 9C JD 2D"], "5S+2D=7 !"),
    (CASINO, ["table 5S 9C JD 2D"], "8H x 8C !"),
    (CASINO, ["table 5S 9C JD 2D"], "3C 3C+5S=9 !"),
    (CASINO, ["table 5S 9C JD 2D"], "4H 4H+JD=11 !"),
    (CASINO, ["table 5S 9C JD 2D"], "9H 9H+9C=18 !"),
    (CASINO, ["table 5S 9C JD 2D", "3C 3C+5S=8"], "8H x 3C !"),
    (CASINO, ["table 5S 9C JD 2D", "3C 3C+5S=8"], "4H 4H+3C=7 !"),
    (CASINO, ["table 5S 9C JD 2D", "9H x 9C"], "8H x 9C !"),
    (SOUTH, ["5S -", "5D x 5S", "6H -"], "6C x 6H 5D^1 !"),
]


@pytest.mark.parametrize(("scene", "lines", "line"), NEVER)
def test_what_nobody_can_have_done(scene: Scene, lines: list[str], line: str) -> None:
    with pytest.raises(IllegalPlay):
        follow(scene, *lines, line)


STANDS = [
    # scene, entries before, entry, what lies there, irregular, whose turn
    (CASINO, ["table 5S 9C JD 2D"], "8H x 9C !", "2D 5S JD", ["2 1 illegal_turn 8H no_match"], 0),
    (CASINO, ["table 5S 9C JD 2D"], "9H x 9C !", "2D 5S JD", [], 0),
    (CASINO, ["table 5S 9C JD 2D"], "@0 KD - !", "2D 5S 9C JD KD", ["2 0 out_of_turn KD"], 1),
    (CASINO, ["table 5S 9C JD 2D"], "@0 8H x 9C !", "2D 5S JD",
     ["2 0 out_of_turn 8H", "2 0 illegal_turn 8H no_match"], 1),
    # A build is the mover's.
    (CASINO, ["table 5S 9C 6D 2D", "3C 3C+5S=8"], "2H 2H+6D=3C+5S=8 !", "2D 9C 2H+6D=3C+5S=8@0",
     [], 1),
    (CASINO, ["table 5S 9C 6D 2D", "3C 3C+5S=8"], "AH AH+2D+3C+5S=11 !", "", None, 1),
    (CASINO, ["table 5S 9C JD 2D", "3C 3C+5S=8", "KD -"], "4H - !", "2D 4H 9C JD KD 3C+5S=8@1",
     ["4 1 illegal_turn 4H must_act_on_build"], 0),
    # His in whose seat it ends.
    (PAIRS, ["table 5S 6D 9C 3H", "7C -", "KS -"], "4H 4H+7C=11@3 !",
     "3H 5S 6D 9C KS 4H+7C=11@3", ["4 1 illegal_turn 4H not_proven"], 0),
]  # fmt: skip


@pytest.mark.parametrize(("scene", "lines", "line", "table", "irregular", "turn"), STANDS)
def test_what_the_table_lets_stand(
    scene: Scene, lines: list[str], line: str, table: str, irregular: list[str] | None, turn: int
) -> None:
    if irregular is None:
        assert refused(follow(scene, *lines), line)
        return
    record = follow(scene, *lines, line)
    assert (lies(record), found(record), now(record).turn) == (table, irregular, turn)


# L5b: dead builds

DEAD = ["table 8S 8H 8D 5S", "3C 3C+5S=8", "8C x 8S 8H 8D"]


def test_a_dead_build_binds_nobody() -> None:
    record = follow(CASINO, *DEAD)
    assert (lies(record), duties(record)) == ("3C+5S=8@1", "")
    assert dead_values(live(record).rules, now(record)) == {8}
    record = enter(record, "KH -", "6S -")
    assert (lies(record), found(record)) == ("6S KH 3C+5S=8@1", [])
    # Added to it would need a card that nobody has; raised it is alive again.
    assert refused(record, "2S 2S+6S=3C+5S=8") == "no_holder"
    record = enter(record, "AC -")
    assert refused(record, "2S 2S+6S=3C+5S=8") == "no_holder"
    record = enter(record, "AS AS+3C+5S=9", "QC -")
    assert lies(record) == "AC 6S QC KH AS+3C+5S=9@0"
    assert duties(record) == "must_act_on_build keep_card"


# L7 and L8: between deals, and the end


def test_builds_stay_from_deal_to_deal() -> None:
    record = follow(CASINO, "table 5S 9C JD 2D", *LAID_6[:4], "3C 3C+5S=8", "QH -", "QS - !")
    record = enter(record, "QC -")
    state = now(record)
    assert (state.deal, state.turn, state.in_hands) == (2, 1, (4, 4))
    assert duties(record) == "must_act_on_build keep_card"
    bluff = ["8 1 illegal_turn QS keep_card", "8 1 no_holder since 6 3C+5S=8@1 8"]
    assert found(record) == bluff
    record = enter(record, "8S x 3C+5S=8")
    assert (now(record).piles[1].cards, found(record)) != ((), []), "whoever gets a card takes it"
    assert found(record) == bluff


def whole(scene: Scene, *first: str) -> Record:
    """A game in which after these everybody lays what is left of the pack."""
    record = follow(scene, *first)
    for card in record.rules.deck.faces:
        if card not in now(record).shown and not record.over:
            record = enter(record, f"{write_card(card)} -")
    return record


def test_what_is_left_goes_to_the_last_capturer() -> None:
    record = whole(CASINO, "table 5S 9C JD 2D", "9H x 9C")
    state = now(record)
    assert (record.finished, state.turn, state.lies.cards) == (True, None, ())
    assert [len(pile.cards) for pile in state.piles] == [0, 52]
    assert [pile.markers for pile in state.piles] == [0, 0]
    assert record.score is not None
    assert record.score.balanced


def test_if_nobody_captured_it_stays_there() -> None:
    record = whole(CASINO, "table 5S 9C JD 2D")
    assert (record.finished, len(now(record).lies.cards)) == (True, 52)
    assert record.score is not None
    assert not record.score.balanced


def test_the_last_cards_are_no_sweep() -> None:
    record = whole(Scene("casino", 2, "sweeps"), "table 5S 9C JD 2D", "9H x 9C")
    assert [pile.markers for pile in now(record).piles] == [0, 0]


def test_a_sweep() -> None:
    sweeps = Scene("casino", 2, "sweeps")
    lines = ["table 5S 5H 5D 2D", "5C x 5S 5H 5D", "2H x 2D"]
    assert [pile.markers for pile in now(follow(sweeps, *lines)).piles] == [1, 0]
    assert [pile.markers for pile in now(follow(CASINO, *lines)).piles] == [0, 0]


# L10 and L11: piles

TOOK_9 = ["table 5S 9C 2D 7H", "9D x 9C 2D 7H"]
USED_9 = [*TOOK_9, "4C 4C+5S=9 / 9D^1=4C+5S=9", "JS -"]
"""The nine of diamonds went from the pile to a build: nobody knows what lies below it."""
PILES = [
    # scene, entries, seat, the cards that may be on top
    (SWAZI, TOOK_9, 1, "9D"),
    (SWAZI, USED_9, 1, "2D 7H 9C"),
    (SWAZI, [*USED_9, "top 2D^1"], 1, "2D"),
    (SWAZI, [*USED_9, "9H 9H=9C^1=9D=4C+5S=9"], 1, "2D 7H"),
    (LESOTHO, ["table 5S 6D 9C JH", "JD x JH"], 1, ""),
    (LESOTHO, ["table 5S 6D 9C JH", "5D x 5S", "KS -", "JD x JH"], 1, "5D"),
    (SOUTH, ["5S -", "5D x 5S"], 0, "5S 5D"),
    (SOUTH, ["5S -", "5D x 5S", "top 5S^0"], 0, "5S"),
    (SOUTH, ["5S -", "5D x 5S", "AC -", "2C -", "6C -", "3D x AC 2C"], 0, "AC"),
]


@pytest.mark.parametrize(("scene", "lines", "seat", "among"), PILES)
def test_piles(scene: Scene, lines: list[str], seat: int, among: str) -> None:
    assert tops(follow(scene, *lines), seat) == among


TOPS = [
    # scene, entries before, entry, why it is refused
    (SWAZI, TOOK_9, "top 9D^1", NoSuchTop.__name__),  # known already
    (SWAZI, TOOK_9, "top 2D^1", NoSuchTop.__name__),
    (SWAZI, TOOK_9, "top 2D^0", NoSuchTop.__name__),
    (SWAZI, TOOK_9, "top 2D^2", NoSuchSeat.__name__),
    (SWAZI, USED_9, "top KD^1", NoSuchTop.__name__),
    (SWAZI, USED_9, "top 7H^1", ""),
    (SWAZI, [*USED_9, "top 7H^1"], "top 7H^1", NoSuchTop.__name__),
    (SWAZI, [*USED_9, "top 7H^1"], "top 2D^1", NoSuchTop.__name__),
    (SWAZI, [*USED_9, "top 7H^1"], "9H 9H=9C^1=9D=4C+5S=9", "pile_top_only"),
    (SWAZI, [*USED_9, "top 7H^1"], "2C 2C+7H^1=9D=4C+5S=9", ""),
    # Who names a card as top says that it is; several may come off one after the other.
    (SWAZI, USED_9, "2C 2C+7H^1=9D=4C+5S=9", ""),
    (SWAZI, USED_9, "2C 2C+7H=9D=4C+5S=9", ""),
    (SWAZI, USED_9, "9H 9H=9C^1=9D=4C+5S=9", ""),
    (SWAZI, USED_9, "9H 9H=9S^1=9D=4C+5S=9", "not_on_table"),
    (SWAZI, USED_9, "9H 9H=9C^0=9D=4C+5S=9", "not_on_table"),
    (SOUTH, ["5S -", "5D x 5S", "6H -", "7H -"], "5H x 5S^0", ""),
    (SOUTH, ["5S -", "5D x 5S", "6H -", "7H -"], "5H x 5S^0 5D^0", "pile_top_only"),
    (SOUTH, ["5S -", "5D x 5S", "6H -"], "5H x 5S^0", "pile_own"),
    (CASINO, ["table 5S 9C JD 2D", "9H x 9C"], "top 9C^1", NoSuchTop.__name__),
]


@pytest.mark.parametrize(("scene", "lines", "line", "reason"), TOPS)
def test_tops(scene: Scene, lines: list[str], line: str, reason: str) -> None:
    assert refused(follow(scene, *lines), line) == reason


def test_of_a_pile_that_partners_share_either_may_be_named() -> None:
    lines = ["5S -", "5D x 5S", "6H -", "7H -", "8H -"]
    for seat in (0, 2):
        assert tops(follow(SOUTH_PAIRS, *lines, f"top 5D^{2 * (seat // 2)}"), 2) in ("", "5D")
    record = follow(SOUTH_PAIRS, "5S -", "5D x 5S", "top 5D^0")
    assert (tops(record, 0), tops(record, 2)) == ("5D", "")


# L12: demands

DEMANDS = [
    # scene, entries, what opponents may insist on, as the turn that they want
    (SWAZI, ["table 5S 4D 9C 3H", "9D x 9C"], ["9D x 9C 4D 5S"]),
    (SWAZI, ["table 5S 4D 9C 3H", "9D x 9C", "KH -"], []),
    (SWAZI, ["table 5S 4D 9C 3H", "9D -"], ["9D x 4D 5S 9C"]),
    (SWAZI, ["table 5S 4D 9C 3H", "9D x 9C", "undo 2"], []),
    (SWAZI, ["table 5S 4D 9C 3H", "9D x 9C", "shows 4D 5S"], []),
    (SWAZI, ["table 5S 6D 9C 2H", "JD x 5S 6D", "9S x 9C", "QS -", "5D -", "6S 5D+6S=11"],
     ["6S 5D+6S=11 / 2H+9S^0=5D+6S=11"]),
    # It may be met in parts.
    (PAIRS, ["table 5S 9D 9C 3H", "5C 5C+9D=14"], ["5C 5C+9D=14 / 5S+9D=5C+9C=14"]),
    (PAIRS, ["table 5S 6D 9C 3H", "5C 5C+6D=11", "JD -"], ["JD x 5C+6D=11"]),
    # Nobody insists on what was against the rules.
    (SWAZI, ["table 5S 4D 9C 3H", "9D x 9C 3H !"], []),
    (SOUTH, ["5S -", "5D -"], []),
    (CASINO, ["table 5S 4D 9C 3H", "9D x 9C"], []),
]  # fmt: skip


@pytest.mark.parametrize(("scene", "lines", "turns"), DEMANDS)
def test_demands(scene: Scene, lines: list[str], turns: list[str]) -> None:
    record = follow(scene, *lines)
    wanted = insisted(live(record), record.steps)
    assert [one.text for one in wanted] == turns
    # Put in the place of the turn, nothing of it is open any more.
    number = record.steps[-1].seq
    for one in wanted:
        assert insisted(live(record), enter(record, f"replace {number} {one.text}").steps) == ()
        assert (
            insisted(live(record), enter(record, f"replace {number} {write_turn(one.turn)}").steps)
            == ()
        )


def test_a_top_that_is_told_counts_for_demands() -> None:
    """9C may be on top, or 2D, or 7H; only what is known is demanded."""
    record = follow(SWAZI, *USED_9, "9H 9H=9D=4C+5S=9")
    assert insisted(live(record), record.steps) == ()
    record = enter(record, "top 9C^1")
    wanted = [one.text for one in insisted(live(record), record.steps)]
    assert wanted == ["9H 9H=9D=4C+5S=9 / 9H=9D=9C^1=4C+5S=9"]
    assert lies(enter(record, f"replace 5 {wanted[0]}")) == "JS 9H=9D=9C=4C+5S=9@0"


# L13, L14: what is proven; requests

PROVEN = [
    # entries, what each seat is known to hold
    (["table 5S 6D 9C 3H", "5C 5C+6D=11", "KD -"], ["", "", "", ""]),
    (["table 5S 6D 9C 3H", "5C 5C+6D=11", "JD x 5C+6D=11"], ["", "", "", "J"]),
    (["table 5S 6D 9C 3H", "5C 5C+6D=11", "KD -", "JD x 5C+6D=11"], ["", "", "", "J"]),
    (["table 5S 6D 9C 3H", "5C 5C+6D=11", "2C 2C+5C+6D=13"], ["", "", "", "J"]),
    (["table 5S 9D 9C 3H", "5C 5C+9D=14", "AC x 5C+9D=14"], ["", "", "", "A"]),
    (["table 5S 6D 9C 3H", "5C 5C+6D=11", "JD x 5C+6D=11", "4C -", "2C -", "JC -"],
     ["", "", "", ""]),
    (["table 5S 6D 9C 3H", "5C 5C+6D=11", "JD x 5C+6D=11", "4C -", "2C -", "QC -"],
     ["", "", "", "J"]),
    (["table 5S 6D 9C 3H", "5C 5C+6D=11", "KD -", "4C -", "2C -", "JC x 5C+6D=11"],
     ["", "", "", ""]),
    (["table 5S 6D 9C 3H", "5C 5C+6D=11", "JD x 5C+6D=11", "undo 3"], ["", "", "", ""]),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "ranks"), PROVEN)
def test_what_is_proven(lines: list[str], ranks: list[str]) -> None:
    proven = now(follow(PAIRS, *lines)).proven
    assert [" ".join(map(write_rank, sorted(one))) for one in proven] == ranks


def test_a_build_for_the_partner_is_kept_by_him() -> None:
    lines = ["table 5S 6D 9C 3H", "5C 5C+6D=11", "KD -", "JD x 5C+6D=11", *laid("4C", "2S", "7S")]
    assert lies(follow(PAIRS, *lines, "4D 4D+7S=11@3")) == "2S 3H 4C 5S 9C KD 4D+7S=11@3"
    assert lies(follow(PAIRS, *lines, "4D 4D+7S=11")) == "2S 3H 4C 5S 9C KD 4D+7S=11@1"


REQUESTS = [
    # scene, entries, what lies there
    (PAIRS, ["JC JC=5C+6D=11@1"], "JC=5C+6D=11@1"),  # he makes his partner its keeper
    (PAIRS, ["JC JC=5C+6D=11"], "JC=5C+6D=11@3"),
    (PAIRS, ["JC JC=5C+6D=11@3"], "JC=5C+6D=11@3"),
]


@pytest.mark.parametrize(("scene", "lines", "build"), REQUESTS)
def test_requests(scene: Scene, lines: list[str], build: str) -> None:
    before = ["table 5S 6D 9C 3H", "5C 5C+6D=11", "KD -", "QS -", "KH -"]
    assert lies(follow(scene, *before, *lines)).split()[-1] == build


def test_a_request_needs_no_card() -> None:
    """It may be the last of four: the build is dead then, and binds nobody."""
    before = ["table 5S 6D 9C JS", "5C 5C+6D=11", "JH x JS", *laid("QS", "KH")]
    record = follow(PAIRS, *before, "JC JC=5C+6D=11@1")
    assert lies(record).split()[-1] == "JC=5C+6D=11@1"


def test_south_african_partners_add_to_each_others_build() -> None:
    before = ["5S -", "6S -", "3S 3S+5S=8", "2D -"]
    record = follow(SOUTH_PAIRS, *before, "2S 2S+6S=3S+5S=8")
    assert (lies(record), found(record)) == ("2D 2S+6S=3S+5S=8@3", [])


# L15: the table shows something else

SHOWS_REFUSED = [
    ("shows 3C+5S=8 9C", KeeperUnsaid),
    ("shows 3C+6S=8@1 9C", ImpossibleBuild),
    ("shows 8S=8@1 9C", ImpossibleBuild),
    ("shows 3C+5S=8@2 9C", NoSuchSeat),
    ("shows 3C+5S=8@1 5S", TooManyCopies),
    ("shows JD 9C 2D 3C+5S=8@1", SameTable),
]


@pytest.mark.parametrize(("line", "error"), SHOWS_REFUSED)
def test_no_table_shows_that(line: str, error: type[RulesError]) -> None:
    record = follow(CASINO, "table 5S 9C JD 2D", "3C 3C+5S=8")
    assert refused(record, line) == error.__name__


def test_the_table_shows_something_else() -> None:
    record = follow(CASINO, "table 5S 9C JD 2D", "3C 3C+5S=8", "KH -")
    record = enter(record, "shows 9C 4H+5S=9@0 KH")
    assert (lies(record), found(record)) == ("9C KH 4H+5S=9@0", ["4 - table_corrected"])
    assert refused(record, "4H -") == "TooManyCopies", "it counts as shown"
    record = enter(record, "3C -", "JD - !")
    assert now(record).in_hands == (2, 2), "what it shows no longer may be played"
    record = whole(CASINO, "table 5S 9C JD 2D", "9H x 9C", "shows JD 2D 9C")
    assert (record.over, record.finished, record.score) == (True, False, None)
    assert [len(pile.cards) for pile in now(record).piles] != [0, 52]


# L16: what was replaced, and what came before

REPLACED = [
    # scene, entries, correction, what lies there, irregular
    (CASINO, ["table 5S 9C JD 2D", "3C 3C+5S=8", "KH -", "8H x 3C+5S=8"], "replace 2 3C -",
     "2D 3C 5S 8H 9C JD KH", ["4 1 does_not_fit 8H not_on_table"]),
    (CASINO, ["table 5S 9C JD 2D", "3C 3C+5S=8", "KH -"], "replace 2 4C 4C+5S=9",
     "2D 9C JD KH 4C+5S=9@1", []),
    (CASINO, ["table 5S 9C JD 2D", "KC -", "KH x KC"], "replace 2 QC -", "",
     ["3 0 does_not_fit KH not_on_table"]),
    # What lies there is taken all the same.
    (CASINO, ["table 5S 9C JD 2D", "KC -", "9H x 9C"], "replace 1 table 5S 9C JD 9D",
     "5S 9D JD KC", []),
    (CASINO, ["table 5S 9C JD 2D", "3C -", "8D x 3C 5S"], "replace 2 4C -", "",
     ["3 0 does_not_fit 8D not_on_table"]),
    (CASINO, ["table 5S 9C JD 2D", "KC -", "5D -", "4D 4D+5S=9"],
     "replace 2 3C 3C+5S=8", "", ["4 1 does_not_fit 4D build_as_unit"]),
    (CASINO, ["table 5S 9C JD 2D", "KC -", "KH -"], "before 3 @1 AC - !",
     "AC 2D 5S 9C JD KH KC", ["4 1 out_of_turn AC"]),
    (CASINO, ["table 5S 9C JD 2D", "KC -", "KH -"], "before 3 AC -",
     "AC 2D 5S 9C JD KH KC", []),
    # A replacement says everything anew, who played and that it stands too.
    (CASINO, ["table 5S 9C JD 2D", "@0 8H x 9C !"], "replace 2 8H -", "2D 5S 8H 9C JD", []),
    # A top that is none any more is passed over.
    (SOUTH, ["5S -", "5D x 5S", "top 5S^0"], "replace 2 5D -", "5S 5D",
     ["3 - does_not_fit 5S"]),
]  # fmt: skip


@pytest.mark.parametrize(("scene", "lines", "correction", "table", "irregular"), REPLACED)
def test_corrections(
    scene: Scene, lines: list[str], correction: str, table: str, irregular: list[str]
) -> None:
    record = follow(scene, *lines)
    corrected = enter(record, correction)
    assert (lies(corrected) if table else "", found(corrected)) == (table, irregular)
    back = enter(corrected, f"undo {corrected.seq}")
    assert [step.state for step in back.steps] == [step.state for step in record.steps]


MISPLACED = [
    ("replace 3 table 5S 9C JD 3D", NoSuchEntry),
    ("replace 1 KH -", NoSuchEntry),
    ("replace 9 KH -", NoSuchEntry),
    ("replace 2 shows 9C", NoSuchEntry),
    ("before 1 AC -", NoSuchEntry),
    ("before 9 AC -", NoSuchEntry),
]


@pytest.mark.parametrize(("line", "error"), MISPLACED)
def test_corrections_of_something_else(line: str, error: type[RulesError]) -> None:
    record = follow(CASINO, "table 5S 9C JD 2D", "3C -", "KH -")
    assert refused(record, line) == error.__name__


# L17: with the last card of a hand everybody knows what it held

DEALT = "table 8S 5S 6D 2D"
AUDIT = [
    # scene, entries; seat 1 plays 2, 4, 6, 8 and seat 0 plays 3, 5, 7, 9; what comes to light
    # Formed without a card for it.
    (CASINO, [DEALT, "3C 3C+5S=8", "8H x 3C+5S=8", *laid("KS", "KH", "QS", "QH")], []),
    (CASINO, [DEALT, "3C 3C+5S=8", "8H x 3C+5S=8", *laid("KS", "KH", "QS", "QH", "AS")],
     ["8 1 no_holder since 2 3C+5S=8@1 8"]),
    (CASINO, [DEALT, "3C 3C+5S=8", "8H x 3C+5S=8", *laid("KS", "KH", "QS", "QH", "8D")], []),
    (CASINO, [DEALT, "3C 3C+5S=8", "8H x 3C+5S=8", *laid("8D", "KH", "QS", "QH", "AS")], []),
    # He had one, and played it otherwise.
    (CASINO, [DEALT, "3C 3C+5S=8", "KH -", "8D x 8S", "8H x 3C+5S=8", *laid("QS", "QH", "AS")],
     ["8 1 keep_card since 4 3C+5S=8@1 8"]),
    # Added to, it is the same build, and listed once.
    (CASINO, [DEALT, "3C 3C+5S=8", "KH -", "2C 2C+6D=3C+5S=8", "8H x 2C+6D=3C+5S=8",
              *laid("QS", "QH", "AS")],
     ["8 1 no_holder since 2 3C+5S=8@1 8"]),
    # Whoever added last keeps it.
    (CASINO, [DEALT, "3C 3C+5S=8", "2C 2C+6D=3C+5S=8", "8D x 2C+6D=3C+5S=8",
              *laid("KH", "QS", "QH", "AS", "AH")],
     ["9 0 no_holder since 3 2C+6D=3C+5S=8@0 8"]),
    (CASINO, [DEALT, "3C 3C+5S=8", "2C 2C+6D=3C+5S=8", "KH -", "8D x 2C+6D=3C+5S=8",
              *laid("QS", "QH", "AS", "AH")],
     ["8 1 no_holder since 2 3C+5S=8@1 8"]),
    # Several equal ones need one card.
    (CASINO, [DEALT, "3C 3C+5S=8", "KH -", "2C 2C+6D=8", "8H x 3C+5S=8 2C+6D=8",
              *laid("QS", "QH", "8D")], []),
    (CASINO, [DEALT, "3C 3C+5S=8", "KH -", "2C 2C+6D=8", "8H x 3C+5S=8 2C+6D=8",
              *laid("QS", "QH", "AS")],
     ["8 1 no_holder since 2 3C+5S=8@1 8", "8 1 no_holder since 4 2C+6D=8@1 8"]),
    # Builds of 1 and of 14 need an ace each; what was just formed lacks it.
    (ROYAL, ["table AS 10D 9C 5H", "4S 4S+10D=14", "KS -", "AD AD=AS=1", "AC x 4S+10D=14",
             "AH x AS=AD=1", *laid("QS", "QH")],
     ["8 1 no_holder since 4 AS=AD=1@1 A"]),
    (ROYAL, ["table AS 10D 9C 5H", "4S 4S+10D=14", "KS -", "AD x 4S+10D=14", *laid(
        "AC", "KH", "KD", "QH")], []),
    # What a turn lacked that was let stand is said already.
    (CASINO, [DEALT, *laid("KS", "KH", "QS", "QH", "AS", "AH"), "3C 3C+5S=8 !"],
     ["8 1 illegal_turn 3C no_holder"]),
    (CASINO, [DEALT, "3C 3C+5S=8", *laid("KH"), "8D x 8S", "QH -", "8C x 3C+5S=8", *laid(
        "AS", "AH")], []),
    # Two builds and one card left: whichever it is for, the other one is what the turn lacked.
    (CASINO, [DEALT, "3C 3C+5S=8", "KS -", "3D 3D+6D=9", "KH -", "9D - !", "QH -", "8D - !"],
     ["6 1 illegal_turn 9D keep_card", "8 1 illegal_turn 8D keep_card"]),
    (CASINO, [DEALT, "3C 3C+5S=8", "KS -", "3D 3D+6D=9", "KH -", "8D - !", "QH -", "9D - !"],
     ["6 1 illegal_turn 8D keep_card", "8 1 illegal_turn 9D keep_card"]),
    # What he came by through another seat's turn that was let stand.
    (CASINO, [DEALT, "@0 3C 3C+5S=8 !", "KS -", "8H x 3C+5S=8", *laid("QS", "QH", "AS", "JS")],
     ["2 0 out_of_turn 3C"]),
]  # fmt: skip


@pytest.mark.parametrize(("scene", "lines", "irregular"), AUDIT)
def test_bluffs_come_to_light(scene: Scene, lines: list[str], irregular: list[str]) -> None:
    record = follow(scene, *lines)
    assert found(record) == irregular
    # It is worked out anew: the last card undone, nobody knows it yet.
    undone = enter(record, f"undo {record.seq}")
    assert set(found(undone)) <= set(irregular)
    assert found(enter(undone, f"undo {undone.seq}")) == irregular
