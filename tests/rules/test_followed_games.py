"""Followed games with builds: scenes, golden text, ends, statistics and bounds."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import pytest

from referee.rules.cards import Card, Cards
from referee.rules.games import ruleset
from referee.rules.games.ask import build_question
from referee.rules.games.casino.followed.bluffs import BuildStatistics, build_statistics
from referee.rules.games.casino.followed.disputes import demanded_plays
from referee.rules.games.casino.followed.followed_game import BuildGameEngine, engine_with_builds
from referee.rules.games.casino.followed.state import BuildGameState, Pile, dead_values
from referee.rules.games.casino.judge.judge import judge
from referee.rules.games.casino.judge.play_rules import build_rules
from referee.rules.games.casino.judge.verdict import Reason
from referee.rules.games.casino.question import BuildQuestion
from referee.rules.log.entries import Undo, write_entry
from referee.rules.log.record import NotLatest, Record, accept, replay
from referee.rules.notation import (
    read_cards,
    read_settled_play,
    write_card,
    write_cards,
    write_rank,
    write_settled_play,
    write_table,
)
from referee.rules.plays import Played, Table
from referee.rules.seating import Seats
from tests import followed_games
from tests.followed_games import (
    CASINO,
    PAIRS,
    Scene,
    begin,
    duties,
    engine,
    enter,
    follow,
    found,
    laid,
    refused,
    state_of_builds,
    tops,
    whole,
)
from tests.oracle.casino_family import SWITCHES
from tests.playthroughs import GAMES, end, files, games, read, told
from tests.strategies import SOAK, times

FILES = Path(__file__).parents[1] / "data" / "scenes"


class SceneLine(NamedTuple):
    """A line of a file."""

    where: str
    game: str
    entries: list[str]
    claims: list[str]


def scenes() -> list[SceneLine]:
    found = []
    for path in sorted(FILES.glob("*.txt")):
        heading = ""
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            heading = line.removeprefix("## ") if line.startswith("## ") else heading
            if line and not line.startswith("#"):
                game, entries, claims = (part.strip() for part in line.split("|"))
                lines = entries.split(" ; ") if entries else []
                found.append(SceneLine(f"{heading}: {number}", game, lines, claims.split(" ; ")))
    return found


def begun(scene: SceneLine) -> Record:
    game, players, *house = scene.game.split()
    return begin(int(players), 0, house, game)


def lies(record: Record) -> str:
    return write_table(Table(record.state.table, record.state.builds))


def irregular(record: Record) -> str:
    if record.rules.key != "krypkasino":
        return ", ".join(found(record))
    rows = [
        (seq, "-" if at is None else at, *more)
        for seq, at, *more in followed_games.irregular(record)
    ]
    return ", ".join(" ".join(map(str, row)).strip() for row in rows)


def markers(record: Record) -> str:
    """Return the earning of the last play, if it lies on the pile."""
    step = record.events[-1]
    assert followed_games.markers(record)[step.seat or 0] == record.engine.markers_of(step)
    return str(record.engine.markers_of(step))


def undoable(record: Record) -> str:
    """Return the numbers that an undo may name."""
    numbers = []
    for seq in range(25):
        with suppress(NotLatest):
            accept(record, Undo(seq))
            numbers.append(str(seq))
    return " ".join(numbers)


def standing(record: Record) -> str:
    numbers = [step.seq for step in record.events]
    assert [record.index(seq) for seq in numbers] == list(range(len(numbers)))
    return " ".join(map(str, numbers))


def missed(record: Record) -> str:
    return ", ".join(
        f"{seq} {seat} {card} at {at}" for seq, seat, card, at in followed_games.missed(record)
    )


def insists(record: Record) -> str:
    """Return the turns that opponents want; put in the place of the last one, nothing is open any
    more."""
    number = next((one.seq for one in record.events[::-1] if isinstance(one.event, Played)), 0)
    wanted = demanded_plays(engine(record), record.events)
    for one in wanted:
        for turn in (one.text, write_settled_play(one.play)):
            assert (
                demanded_plays(engine(record), enter(record, f"replace {number} {turn}").events)
                == ()
            )
    return ", ".join(one.text for one in wanted)


def statistics(record: Record) -> BuildStatistics:
    return build_statistics(record.events, record.players)


def taken(record: Record) -> str:
    """Return owner and taker of each build that was taken."""
    rows = enumerate(statistics(record).taken)
    each = [(owner, taker, n) for owner, row in rows for taker, n in enumerate(row)]
    return " ".join(f"{owner}>{taker}" for owner, taker, number in each for _ in range(number))


TOLD: Mapping[str, Callable[[Record], str]] = {
    "lies": lies,
    "last build": lambda record: lies(record).split()[-1],
    "irregular": irregular,
    "kinds": lambda record: " ".join(
        sorted(kind for _, _, kind, _ in followed_games.irregular(record))
    ),
    "duties": duties,
    "dead": lambda record: " ".join(
        map(str, dead_values(engine(record).rules, state_of_builds(record)))
    ),
    "marks": lambda record: (
        " ".join(str(pile.markers) for pile in record.state.piles) if record.state else ""
    ),
    "seats": lambda record: " ".join(
        "-" if step.seat is None else str(step.seat) for step in record.events
    ),
    "turn": lambda record: str(record.state and record.state.turn),
    "deal": lambda record: str(record.state and record.state.deal),
    "hands": lambda record: " ".join(map(str, record.state.in_hands if record.state else ())),
    "stock": lambda record: str(state_of_builds(record).stock),
    "top 0": lambda record: tops(record, 0),
    "top 1": lambda record: tops(record, 1),
    "top 2": lambda record: tops(record, 2),
    "insist": insists,
    "proven": lambda record: " ".join(
        " ".join(map(write_rank, sorted(ranks))) or "-" for ranks in state_of_builds(record).proven
    ),
    "swept by": lambda record: " ".join(followed_games.sweeping(record)),
    "markers": markers,
    "missed": missed,
    "undo": undoable,
    "stand": standing,
    "said": lambda record: ", ".join(
        f"{step.seq} {write_entry(step.event)}" for step in record.events
    ),
    "built": lambda record: " ".join(map(str, statistics(record).built)),
    "taken": taken,
    "sure": lambda record: "" if record.is_certain else "unsure",
    "unsure": lambda record: "sure" if record.is_certain else "",
}
"""Claims about the state after the last entry."""


@pytest.mark.parametrize("scene", scenes(), ids=lambda scene: scene.where)
def test_a_scene(scene: SceneLine) -> None:
    before = enter(begun(scene), *scene.entries[:-1])
    last = scene.entries[-1] if scene.entries else ""
    why = refused(before, last) if last else ""
    for claim in scene.claims:
        if claim == "illegal":
            assert why
            assert why == why.lower(), "a reason of the referee"
        elif claim.startswith("refused "):
            assert why == claim.removeprefix("refused ")
        else:
            assert not why
            is_so(claim, before, enter(before, last) if last else before)


def is_so(claim: str, before: Record, record: Record) -> None:
    if claim == "undone as before":
        undone = enter(record, f"undo {record.seq}")
        assert [step.state for step in undone.events] == [step.state for step in before.events]
        assert irregular(undone) == irregular(before)
        assert irregular(enter(undone, f"undo {undone.seq}")) == irregular(record)
    elif claim == "replayed":
        again = replay(record.rules, record.players, record.dealer, record.entries)
        assert (again.events, again.irregularities) == (record.events, record.irregularities)
    elif claim != "right":
        name = max((name for name in TOLD if f"{claim} ".startswith(f"{name} ")), key=len)
        assert TOLD[name](record) == claim.removeprefix(name).strip()


@pytest.mark.parametrize("path", files(), ids=lambda path: path.stem)
def test_a_game_is_told_as_it_was_written(path: Path) -> None:
    """Every bluff comes to light, and nobody else is accused: the hands are known to whoever wrote
    the game (L17)."""
    one = read(path)
    found = list(told(one))
    for (line, said), (now, _) in zip(one.entries, found, strict=True):
        assert now == said, line
    _, record = found[-1]
    if ".rambled." not in path.name:
        listed = [found for found in record.irregularities if found.missed_at is not None]
        assert {(found.seat, found.kind.value, found.missed_at) for found in listed} == one.bluffs
        assert record.over


@pytest.mark.parametrize("game", GAMES)
def test_every_house_rule_of_play_has_its_game(game: str) -> None:
    names = {path.name.split(".")[2] for path in files("entered", game)}
    by_the_oracle = set(SWITCHES.get(game, ()))  # see rules/test_variants.py
    assert set(ruleset(game).house_rules.names_during_play()) <= names | by_the_oracle


# L7, L8 and L15: the end
def test_what_is_left_goes_to_the_last_capturer() -> None:
    record = whole(CASINO, "table 5S 9C JD 2D", "9H x 9C")
    state = state_of_builds(record)
    assert (record.finished, state.turn, state.full_table.cards) == (True, None, ())
    assert [len(pile.cards) for pile in state.piles] == [0, 52]
    assert [pile.markers for pile in state.piles] == [0, 0]
    assert record.score.balanced


def test_if_nobody_captured_it_stays_there() -> None:
    record = whole(CASINO, "table 5S 9C JD 2D")
    assert (record.finished, len(state_of_builds(record).full_table.cards)) == (True, 52)
    assert not record.score.balanced


def test_the_last_cards_are_no_sweep() -> None:
    record = whole(Scene("casino", 2, "sweeps"), "table 5S 9C JD 2D", "9H x 9C")
    assert [pile.markers for pile in state_of_builds(record).piles] == [0, 0]


def test_a_game_whose_table_was_corrected_has_no_score() -> None:
    record = whole(CASINO, "table 5S 9C JD 2D", "9H x 9C", "shows JD 2D 9C")
    assert (record.over, record.finished, record.score) == (True, False, None)
    assert [len(pile.cards) for pile in state_of_builds(record).piles] != [0, 52]


# L17: with the last card of a hand everybody knows what it held
MERGED = [
    "table 5S 8C 6D 2D", *laid("7C"), "3C 3C+6D=9", "8D 8D+5S=13", *laid("QS"),
    "4D 4D+3C+6D=5S+8D=13", "KS x 3C+4D+6D=5S+8D=13", *laid("KH", "KD", "AS", "9S", "AH", "KC"),
]  # fmt: skip
"""Of a pair (1 and 3) the one who keeps the 13 has a king; who merged a 9 into it has none."""
PROVEN_DEAD = [
    "table 5S 8C 6D 2D", *laid("7C", "KH"), "8D 8D+5S=13", "KS x 5S+8D=13",
    *laid("KD", "KC", "3H", "QS"), "6D+7C=13@1 / JC -", *laid("10S", "AS"),
]  # fmt: skip
"""A king was proven and never held, and all four are shown when the partner builds."""


def test_only_keepers_are_asked_for_cards() -> None:
    """A player who merges a build into the partner's needs a card, but the partner keeps it
    (L17)."""
    assert found(whole(PAIRS, *MERGED)) == []


def test_a_build_that_is_dead_when_it_is_made_is_audited_like_any() -> None:
    """From its owner's next turn, as one by proof is (L5b, L17)."""
    record = follow(PAIRS, *PROVEN_DEAD)
    assert dead_values(engine(record).rules, state_of_builds(record)) == {13}
    lacking = [line.partition(" ")[2] for line in found(whole(PAIRS, *PROVEN_DEAD))]
    assert lacking == ["1 no_holder since 4 5S+8D=13@1 K", "1 keep_card since 12 6D+7C=13@1 K"]


def asked(game: str, **texts: str) -> BuildQuestion:
    return build_question(game, texts)


KNOWN = [
    # table, turn, shown before and out of sight, cards left, legal, reason, what must be held
    ("5S", "3C 3C+5S=8", "", None, None, "legal", "8"),
    ("5S", "3C 3C+5S=8", "8S 8H 8D", None, None, "legal", "8"),
    ("5S", "3C 3C+5S=8", "8S 8H 8D 8C", None, False, "no_holder", ""),
    ("5S 8C", "3C 3C+5S=8", "8S 8H 8D", None, False, "no_holder", ""),
    ("5S", "3C 3C+5S=8", "", 2, None, "legal", "8"),
    ("5S", "3C 3C+5S=8", "", 1, False, "no_holder", ""),
    # A card to keep for each build of one's own.
    ("5S 3D+6D=9@0", "3C 3C+5S=8", "", 3, None, "legal", "8 9"),
    ("5S 3D+6D=9@0", "3C 3C+5S=8", "", 2, False, "no_holder", ""),
    ("5S 3D+6D=9@0", "5C x 5S", "", 2, None, "legal", "9"),
    ("5S 3D+6D=9@0", "5C x 5S", "", 1, False, "keep_card", ""),
    ("5S 3D+6D=9@0", "5C x 5S", "9S 9H 9D 9C", 4, False, "keep_card", ""),
    ("5S 3D+6D=9@0", "9C x 3D+6D=9", "", 1, True, "legal", ""),
    ("5S 3D+6D=9@0", "9C x 3D+6D=9", "9S 9H 9D", 1, True, "legal", ""),
]


@pytest.mark.parametrize(("table", "turn", "gone", "left", "legal", "reason", "holds"), KNOWN)
def test_cards_that_were_shown_and_cards_that_are_left(
    table: str, turn: str, gone: str, left: int | None, legal: bool | None, reason: str, holds: str
) -> None:
    question = asked("casino", table=table, turn=turn)
    position = replace(question.position, gone=read_cards(gone), cards_left=left)
    verdict = judge(build_rules(question.rules), position, question.turn or ())
    assert (verdict.legal, verdict.reason, " ".join(map(write_card, verdict.holds))) == (
        legal,
        reason,
        holds,
    )


LENT = [
    # how many cards are left, the turn of who adds to an opponent's build, why it is not right
    (2, "2D+6C=5S+3C=8 / KD -", "augment_not_yours", 1),
    (1, "2D+6C=5S+3C=8 / KD -", "augment_not_yours", 0),
    (1, "2D+6C=5S+3C=8 / 8H x 2D+6C=5S+3C=8", "legal", None),
]


@pytest.mark.parametrize(("left", "turn", "reason", "step"), LENT)
def test_who_has_no_card_left_to_take_it_adds_to_no_build(
    left: int, turn: str, reason: str, step: int | None
) -> None:
    """With the last card in this turn it is clear at the addition."""
    question = asked("lesotho-casino", table="2D 6C 9H 5S+3C=8@1", turn=turn)
    position = replace(question.position, cards_left=left)
    verdict = judge(build_rules(question.rules), position, question.turn or ())
    assert (verdict.reason, verdict.step) == (reason, step)


LOOSE = read_cards("2H 3H 4H 5H")


def followed(game: str, pile: Cards) -> tuple[BuildGameEngine, BuildGameState]:
    """Return a game of two in which seat 0 has taken these in one go."""
    engine = ruleset(game, ["no_redeal"] if game == "swazi-casino" else []).engine
    table = LOOSE if game == "swazi-casino" else ()
    opening = engine.opening(Seats(2, 1))
    state = engine.start(Seats(2, 1), table) if opening is None else opening
    return engine, state.with_pile(0, Pile((pile,)))


MANY = tuple(card for card in ruleset("south-african-casino").deck.faces if card not in LOOSE)


@pytest.mark.parametrize("game", ["swazi-casino", "south-african-casino"])
@pytest.mark.parametrize("number", [2, 8, 9, 20, 36])
def test_so_many_cards_of_a_pile_in_one_step(game: str, number: int) -> None:
    """All orders of twenty cards would take longer than anybody lives."""
    played: Card = MANY[0]
    engine, state = followed(game, MANY[1:])
    named = MANY[1 : number + 1]
    turn = read_settled_play(f"{write_cards((played,))} x {write_cards(named)}")
    verdict = engine.judge(state, 1, turn)
    assert (verdict.legal, verdict.reason) == (False, Reason.PILE_TOP_ONLY)


TABLE = "table 5S 9C JD 2D"
EIGHT = "3C 3C+5S=8"
"""Bo, who plays first, makes a build."""


def test_what_is_left_at_the_end_nobody_takes() -> None:
    """Bo makes a build, and lays his eight: at the end the last capturer gets the build."""
    record = follow(CASINO, TABLE, EIGHT, "9H x 9C")
    for card in record.rules.deck.faces:
        if card not in state_of_builds(record).shown:
            record = enter(record, f"{write_card(card)} - !")
    assert record.over
    told = statistics(record)
    assert told == BuildStatistics(
        (0, 1), ((0, 0), (0, 0)), bluffs=sum(" since " in line for line in found(record))
    )


@pytest.mark.parametrize("game", GAMES if SOAK > 1 else GAMES[::4])
def test_of_whole_games(game: str) -> None:
    """No player loses more builds than they made, and as many bluffs come out as the hands had."""
    for setup, bodies, truth in islice(games("fates", game), times(1)):
        record = end(setup, bodies)
        told = statistics(record)
        assert told.bluffs == len(truth)
        for built, taken in zip(told.built, told.taken, strict=True):
            assert 0 <= sum(taken) <= built


def test_where_nothing_is_built() -> None:
    record = follow(Scene("krypkasino"), "table 5S 9C JD 2D")
    assert engine_with_builds(record.rules) is None
