"""Tables with builds, their notation, and turns from what somebody says or insists on."""

import json
import re
from importlib.resources import files
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee import rules
from referee.rules.cards import (
    ACE_LOW_OR_HIGH,
    AS_WRITTEN,
    FACES,
    NUMBERS_ONLY,
    Card,
    Cards,
    Rank,
    RulesError,
    TooManyCopies,
    Values,
)
from referee.rules.games import ruleset
from referee.rules.games.ask import build_question
from referee.rules.games.casino import question
from referee.rules.games.casino.analysis import Claim, analyse, claim_of, used_in
from referee.rules.games.casino.family import FACE_VALUES
from referee.rules.games.casino.judge.play_rules import build_rules
from referee.rules.notation import (
    AmbiguousSuit,
    UnreadableBuild,
    UnreadableCard,
    read_build,
    read_card,
    read_cards,
    read_settled_play,
    read_table,
    write_build,
    write_card,
    write_selection,
    write_settled_play,
    write_table,
)
from referee.rules.plays import Build, ImpossibleBuild, Table
from referee.rules.sums import divide_cards
from tests.oracle.builds import first_of
from tests.oracle.builds_notation import Game, divisions, unit_of
from tests.strategies import RANK_SETS, examples

READ = [
    # written, read as
    ("", ""), ("KD 4C", "KD 4C"), ("5S+3C=8@0", "3C+5S=8@0"),
    ("5S+3C=8", "3C+5S=8@1"),  # of the next player
    ("5s+3♣=8@1", "3C+5S=8@1"),
    ("KD, 5S+3C=8@0,4C", "KD 4C 3C+5S=8@0"),  # loose cards come first
    ("6H+3C+5S+4D=9@2", "3C+6H=4D+5S=9@2"),  # in any division
    ("5S+4D=6H+3C=9@2", "3C+6H=4D+5S=9@2"),
    ("9=5+4=6+3=9", "9=3+6=4+5=9@1"),  # smaller groups first
    ("3D+2S+2H+3C=5@3", "2S+3D=2H+3C=5@3"),  # lower cards first: diamonds before clubs
    ("3+2+A=3", "3=A+2=3@1"), ("3+2+A=6", "A+2+3=6@1"), ("AC=AS=1@0", "AS=AC=1@0"),
    ("A=A=14@1", "A=A=14@1"),
    ("KS+AS+AH=14@0", "AS=AH+KS=14@0"),  # an ace alone is 14, one with a king is 1
    ("KS+AS=14@0", "AS+KS=14@0"), ("10H+3C+AD=14@1 AC", "AC AD+3C+10H=14@1"),
]  # fmt: skip
IMPOSSIBLE = [
    "8S=8",  # a card alone is no build
    "5S+3C=9", "6S=6H=6C=9",  # 18 is twice 9, but no groups make it
    "6S+JH=17",  # no card counts more than 14
    "5S+3C=0", "AS+AH+2S=14",
]  # fmt: skip
UNREADABLE = ["=", "=8", "5S+3C=", "5S+=8", "+5S=8", "5S==8", "5S+3C=8@", "5S+3C=8@x", "5S+3C=8@10"]
UNREADABLE += ["5S+3C=x", "5S+3C=-8", "5S+3C=0008", "5S+3C=8=@1", "+".join(["10S"] * 99) + "=10"]


@pytest.mark.parametrize(("text", "table"), READ)
def test_reads_tables(text: str, table: str) -> None:
    assert write_table(read_table(text, ACE_LOW_OR_HIGH)) == table
    assert write_table(read_table(table, ACE_LOW_OR_HIGH)) == table


@pytest.mark.parametrize("text", IMPOSSIBLE)
def test_refuses_builds_that_cannot_lie_there(text: str) -> None:
    with pytest.raises(ImpossibleBuild) as refusal:
        read_table(f"KD {text}", ACE_LOW_OR_HIGH)
    assert write_build(refusal.value.build) == f"{text}@1"


@pytest.mark.parametrize("text", UNREADABLE)
def test_refuses_what_is_no_build(text: str) -> None:
    with pytest.raises(UnreadableBuild) as refusal:
        read_table(text, ACE_LOW_OR_HIGH)
    assert refusal.value.text == text


MISWRITTEN = [
    ("5S+x=8", UnreadableCard), ("x", UnreadableCard), ("5S+3K=8", AmbiguousSuit),
    ("5S 5S+3C=8", TooManyCopies), ("5S+5S=10", TooManyCopies),
    ("5 5 5 5=5=5", TooManyCopies),  # there are four
]  # fmt: skip


@pytest.mark.parametrize(("text", "error"), MISWRITTEN)
def test_refuses_cards_as_elsewhere(text: str, error: type[RulesError]) -> None:
    with pytest.raises(error):
        read_table(text, ACE_LOW_OR_HIGH)


VALUES = [
    # a build, with pictures that have no number, with an ace that is 1, with one that may be 14
    ("10H+3C=13", "3C+10H=13", "3C+10H=13", "3C+10H=13"),
    ("10H+3C=KS=13", None, "KS=3C+10H=13", "KS=3C+10H=13"),
    ("JS=JH=11", None, "JS=JH=11", "JS=JH=11"),
    ("AS=AH=14", None, None, "AS=AH=14"),
    ("AS=10H+4C=14", None, None, "AS=4C+10H=14"),
    ("AS+10H+3C=14", "AS+3C+10H=14", "AS+3C+10H=14", "AS+3C+10H=14"),
]


@pytest.mark.parametrize(("text", "numbers_only", "as_written", "ace_high"), VALUES)
def test_a_game_says_what_ranks_count(
    text: str, numbers_only: str | None, as_written: str | None, ace_high: str | None
) -> None:
    wanted = ((NUMBERS_ONLY, numbers_only), (AS_WRITTEN, as_written), (ACE_LOW_OR_HIGH, ace_high))
    for values, written in wanted:
        build = read_build(text)
        groups = divide_cards(build.cards, build.value, values)
        assert (groups and write_build(build._replace(sets=groups))) == written


def test_a_build_outside_a_table_is_read_as_it_is_written() -> None:
    """A claim names such a build."""
    build = read_build("6H+JC=5S=17")
    assert build == Build(17, (read_cards("6H JC"), read_cards("5S")))
    assert build.cards == read_cards("6H JC 5S")
    assert build.multiple
    assert not read_build("6H+JC=17@0").multiple
    assert read_build("6H+JC=17@0").owner == 0
    assert write_build(build) == "6H+JC=5S=17"


def test_a_whole_pack_can_be_one_build() -> None:
    """26 groups of 14: no ace is alone, since the others would not come out even. It takes no time
    to find them."""
    found = divide_cards(FACES, 14, ACE_LOW_OR_HIGH)
    assert found is not None
    assert sorted(card for group in found for card in group) == list(FACES)
    assert min(map(len, found)) == 2
    assert divide_cards(FACES, 13, AS_WRITTEN) is not None
    assert divide_cards(FACES, 11, AS_WRITTEN) is None


FIFTEEN_SIXTEEN = Values(ACE_LOW_OR_HIGH, FACE_VALUES)
VALUES_OF = {
    "casino": NUMBERS_ONLY, "royal_casino": ACE_LOW_OR_HIGH, "swazi_casino": ACE_LOW_OR_HIGH,
    "lesotho_casino": NUMBERS_ONLY, "south_african_casino": NUMBERS_ONLY,
}  # fmt: skip
EXAMPLES = [
    (game, example)
    for game in VALUES_OF
    for example in json.loads(
        files(rules).joinpath("games", "casino", f"{game}_examples.json").read_text("utf-8")
    )["examples"]
    if "turn" in example
]


@pytest.mark.parametrize(
    ("game", "example"), EXAMPLES, ids=[f"{game}-{e['id']}" for game, e in EXAMPLES]
)
def test_worked_examples_are_written_in_order(game: str, example: dict[str, str]) -> None:
    """With no card in two places, and none where its game does not let it be."""
    fifteen = "fifteen_sixteen" in example.get("house", ())
    values = FIFTEEN_SIXTEEN if fifteen else VALUES_OF[game]
    table = read_table(example["table"], values)
    assert write_table(table) == example["table"]
    hand = read_cards(example.get("hand", ""))
    tops = read_cards(re.sub(r"@\d|>", " ", example.get("piles", "")))
    cards = [*hand, *table.cards, *tops]
    assert len(set(cards)) == len(cards)
    for word in re.sub(r"\^\d", "", example["turn"]).split():
        if word in "x-/":
            continue
        build = read_build(word) if "=" in word else Build(0, ((read_card(word),),))
        assert set(build.cards) <= {*cards, *([] if hand else FACES)}
    if "after" in example:
        assert write_table(read_table(example["after"], values)) == example["after"]
        assert example["legal"] is not False
    else:
        assert example["legal"] is False


@st.composite
def some_cards(draw: st.DrawFn, most: int = 8) -> Cards:
    """Return cards of few ranks, so that many divisions are there."""
    ranks = draw(st.sampled_from(RANK_SETS))
    deck = [face for face in FACES if face.rank in {read_card(rank).rank for rank in ranks}]
    deck += [Card(rank) for rank in {face.rank for face in deck}]
    return tuple(draw(st.lists(st.sampled_from(deck), min_size=1, max_size=most, unique=True)))


BY_ACE = [
    (AS_WRITTEN, Game("royal-casino", frozenset({"ace_low"}))),
    (ACE_LOW_OR_HIGH, Game("royal-casino", frozenset())),
    (FIFTEEN_SIXTEEN, Game("royal-casino", frozenset({"fifteen_sixteen"}))),
    (
        Values(AS_WRITTEN, FACE_VALUES),
        Game("royal-casino", frozenset({"fifteen_sixteen", "ace_low"})),
    ),
]


@examples(200)
@given(some_cards(), st.integers(1, 16), st.sampled_from(BY_ACE))
def test_the_first_division_is_found(cards: Cards, value: int, by_ace: tuple[Values, Game]) -> None:
    values, game = by_ace
    units = [unit_of(game, write_card(card)) for card in cards]
    ways = list(divisions(game, units, value))
    found = divide_cards(cards, value, values)
    written = found and tuple(tuple(map(write_card, group)) for group in found)
    assert written == (first_of(ways) if ways else None)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Loose cards, and builds of two cards or more, of the first cards of a shuffled pack that
    make their values."""
    pack = draw(st.permutations(FACES))
    loose, left = pack[: draw(st.integers(0, 6))], list(pack[6:])
    builds = []
    for value, groups in draw(
        st.lists(st.tuples(st.integers(2, 14), st.integers(1, 3)), max_size=3)
    ):
        cards: list[Card] = []
        for _ in range(groups):
            for one, other in combinations(left, 2):
                if one.rank + other.rank == value:
                    cards += [one, other]
                    left.remove(one)
                    left.remove(other)
                    break
        if cards:
            found = divide_cards(draw(st.permutations(cards)), value, ACE_LOW_OR_HIGH)
            assert found is not None
            builds.append(Build(value, found, draw(st.integers(0, 3))))
    return Table(tuple(loose), tuple(builds))


@examples(150)
@given(tables())
def test_round_trip(table: Table) -> None:
    assert read_table(write_table(table), ACE_LOW_OR_HIGH) == table


@examples(150)
@given(st.text("A2359KSH+=@0147 ,", max_size=24))
def test_any_text_is_a_table_or_refused(text: str) -> None:
    try:
        table = read_table(text, ACE_LOW_OR_HIGH)
    except RulesError:
        return
    assert read_table(write_table(table), ACE_LOW_OR_HIGH) == table


def test_ranks_are_their_values() -> None:
    assert [AS_WRITTEN[rank] for rank in Rank] == [(number,) for number in range(1, 14)]


SWAZI = "swazi-casino"


def table(text: str) -> Table:
    return read_table(text, NUMBERS_ONLY)


DONE = [
    # a turn, what the card from the hand did
    ("8H x 8S", Claim.TOOK), ("3C 3C+5S=8", Claim.BUILT), ("KD -", Claim.LAID),
    ("2H+6S=8 / KD -", Claim.LAID), ("2H+6S=8", Claim.TOOK),
]  # fmt: skip


@pytest.mark.parametrize(("turn", "claim"), DONE)
def test_what_was_done(turn: str, claim: Claim) -> None:
    assert claim_of(read_settled_play(turn)) is claim


USED = [
    # the table, a turn, what it takes or builds with
    ("8S 5C", "8H x 8S", "8S"), ("5S", "3C 3C+5S=8", "5S"), ("KC", "KD -", ""),
    ("AD 2C+3S=5@1", "8H x AD 2C+3S=5", "AD 2C+3S=5"),
    ("AD 2C+3S=5@1", "3H 2C+3H+3S=8", "2C+3S=5@1"),
    ("6S 2H 5C", "2H+6S=8 / 3C 3C+5C=8", "6S 2H 5C"), ("5C", "8H x 5C 3D^1", "5C 3D^1"),
]  # fmt: skip


@pytest.mark.parametrize(("lies", "turn", "used"), USED)
def test_what_was_used(lies: str, turn: str, used: str) -> None:
    found = write_selection(used_in(read_settled_play(turn), table(lies))).split()
    assert sorted(found) == sorted(used.split())


CLAIMED = [
    # the table, the card, what was used, what is said to be done: the turn, may more make it right?
    ("8S 5C 3D", "8H", "8S", "took", "8H x 8S", False),
    ("8S 5C 3D", "8H", "5C", "took", "8H x 5C", True),
    ("8S 5C 3D", "8H", "5C 3D", "laid", "8H -", False),
    ("5C 3D", "3C", "5C", "built", "3C 3C+5C=8", False),
    # Twins of a value: nobody has said which build.
    ("2C 2D", "4H", "2C 2D", "built", None, False),
    # They make none, and it is said what they come to.
    ("KC", "3C", "KC", "built", "3C 3C+KC=16", False),
    ("8S 5C 3D", "8H", "5C 8S", "took", "8H x 5C 8S", True),
    ("8S 5C 2D", "8H", "5C", "took", "8H x 5C", False),
    ("6C 2D AC 9S", "AD", "6C 9S", "built", "AD AD+6C+9S=16", False),
    ("6C AD 9S", "3C", "9S", "built", "3C 3C+9S=12", False),
    ("6C 8D 9S", "2C", "9S", "built", "2C 2C+9S=11", False),
    ("6C 3D 9S 8S", "2C", "6C", "built", "2C 2C+6C=8", False),
    ("5C 3D", "3C", None, "took", None, False),
]


@pytest.mark.parametrize(("lies", "played", "used", "claim", "turn", "half"), CLAIMED)
def test_what_is_claimed(
    lies: str, played: str, used: str | None, claim: str, turn: str | None, half: bool
) -> None:
    texts = {"table": lies, "played": played} | ({"with": used} if used else {})
    found = analyse(build_question("casino", texts), Claim(claim))
    assert (found.turn and write_settled_play(found.turn)) == turn
    assert found.half is half


INSISTED = [
    # the table, the turn, what it is once it is complete
    ("8S 5C 3D", "8H x 8S", "8H x 3D 5C 8S"),
    ("8S KC", "8H -", "8H x 8S"),
    ("6S 2H 8C=8D=8@0", "KD -", "KD - / 8D=8C=2H+6S=8"),
]


@pytest.mark.parametrize(("lies", "turn", "whole"), INSISTED)
def test_what_is_insisted_on(lies: str, turn: str, whole: str) -> None:
    asked = {"table": lies, "turn": turn, "players": "2", "deal": "2"}
    (found,) = analyse(build_question(SWAZI, asked)).insisted
    assert found.turn is not None
    assert write_settled_play(found.turn) == whole


BUILD_VALUES = [
    # the game, cards, the values that a build of them can have
    ("casino", "5S 3C", [8]), ("casino", "5S 3C 8H", [8]), ("casino", "5S", []),
    ("casino", "KS 3C", []), ("casino", "9S 3C", []), ("royal-casino", "9S 3C", [12]),
    ("royal-casino", "AS AC", [1, 2, 14]), ("casino", "2S 2C 4H", [4, 8]),
]  # fmt: skip


@pytest.mark.parametrize(("game", "cards", "values"), BUILD_VALUES)
def test_what_cards_can_lie_there_as(game: str, cards: str, values: list[int]) -> None:
    assert build_rules(ruleset(game)).build_values(read_cards(cards)) == values


def test_a_build_is_made_given_away_and_taken_apart() -> None:
    build = read_build("3C+5S=8")
    lies = table("KD 5S 3C AH").with_build(build)
    assert write_table(lies) == "KD AH 3C+5S=8"
    assert write_table(lies.with_owner(build, 0)) == "KD AH 3C+5S=8@0"
    assert build.is_same(build._replace(owner=1))
    assert write_table(lies.without_build(build)) == "KD AH 3C 5S"


def test_the_next_player_sees_it_all_from_the_next_seat() -> None:
    lies = table("KD 3C+5S=8@0 4C+5H=9@1")
    assert write_table(question.table_for_next_player(lies, 3)) == "KD 3C+5S=8@2 4C+5H=9@0"
    piles = tuple(map(read_cards, ("AS", "2S", "3S")))
    assert question.piles_for_next_player(piles, (0, 1, 2)) == tuple(
        map(read_cards, ("2S", "3S", "AS"))
    )
    shared = tuple(map(read_cards, ("AS", "2S", "", "")))
    assert question.piles_for_next_player(shared, (0, 1, 0, 1)) == tuple(
        map(read_cards, ("2S", "AS", "", ""))
    )


def test_fewer_players_leave_no_build_to_nobody() -> None:
    """Four in pairs have two piles; of three each has one, and of two as well."""
    lies = table("3C+5S=8@3 4C+5H=9@1")
    piles = tuple(map(read_cards, ("AS", "2S", "3S", "")))
    fewer, left = question.seated(lies, piles, ruleset(SWAZI), 2)
    assert write_table(fewer) == "3C+5S=8@1 4C+5H=9@1"
    assert left == piles[:2]
    assert question.seated(lies, piles, ruleset(SWAZI), 4)[1] == (*piles[:2], (), ())
