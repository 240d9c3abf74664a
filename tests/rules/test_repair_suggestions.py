"""Likely plays in place of later ones that do not fit after a correction."""

import random

import pytest

from referee.rules.cards import SUITS, Card, Cards
from referee.rules.log.accept_entry import accept
from referee.rules.log.corrections import choices, suggest_repairs
from referee.rules.log.entries import Replace, write_entry
from referee.rules.log.record import append
from referee.rules.notation import read_card, read_settled_play, write_card, write_cards
from referee.rules.plays import Played, as_play
from tests.oracle.krypkasino_simulator import Game, simulate
from tests.strategies import times
from tests.written_logs import begun, enter, followed

MENDED = [
    # dealt, plays, correction, what the later ones were
    # The only thing that the card can do there.
    ("2D 5H 8S 9C", ["8H x 8S", "9H x 9C"], "replace 2 9D x 9C", ["replace 3 9H -"]),
    ("4S 9C 10H KH", ["2D -", "5D -"], "replace 1 table AS 4S 10H KH", ["replace 3 5D x AS 4S"]),
    ("4S 9C 10H KH", ["2D -", "9H x 9C"], "replace 2 5D -", ["replace 3 9H x 4S 5D 9C"]),
    # One after the other: the second depends on the first.
    ("2D 5H 8S 9C", ["8H x 8S", "9H x 9C", "5C x 5H", "JD -"], "replace 2 9D x 9C",
     ["replace 3 9H -", "replace 5 JD x 2D 9H"], ),
    ("2D 5H 8S 9C", ["9H x 9C"], "before 2 9D x 9C", ["replace 2 9H -"]),
    # Of several things the one that takes the same ranks.
    ("3H 3D 5C KH", ["2S -", "8S x 3H 5C"], "replace 1 table 3S 3S 5C KH",
     ["replace 3 8S x 3S 5C"]),
    ("3H KH KD KC", ["5C -", "AS -", "2S -", "8S x 3H 5C"], "replace 2 5D -",
     ["replace 5 8S x 3H 5D"]),
    ("3H KH KD KC", ["5C -", "AS -", "2S -", "8S x AS 2S 5C"], "replace 2 5D -",
     ["replace 5 8S x AS 2S 5D"]),
    # Two take the same ranks, and nobody can say which.
    ("3H 3D 5C KH", ["QS -", "8S x 3H 5C"], "replace 1 table 3S 3D 5C KH", []),
    # It stood as it was played, and does so still.
    ("4S 9C 10H KH", ["2D -", "9H - !"], "replace 2 3D -", []),
    # Nobody can have played it, and what comes after it depends on it.
    ("4S 9C 10H KH", ["2D -", "8S -", "8S x 8S", "5D -"], "replace 2 8S -", ["replace 3 8S x 8S"]),
    ("4S 9C 10H KH", ["2D -", "7S -", "7S x 7S", "3S -"], "replace 1 table 7S 7S 10H KH", []),
]  # fmt: skip


@pytest.mark.parametrize(("dealt", "plays", "correction", "found"), MENDED)
def test_what_the_later_plays_were(
    dealt: str, plays: list[str], correction: str, found: list[str]
) -> None:
    record = followed(f"table {dealt}", *plays, correction)
    assert [write_entry(one.entry) for one in suggest_repairs(record)] == found
    mended = enter(record, *found)
    assert len(mended.misfits) < len(record.misfits) or not found


def test_nothing_is_mended_where_everything_fits() -> None:
    assert suggest_repairs(followed()) == ()
    assert suggest_repairs(followed("table 2D 5H 8S 9C", "8H", "9H")) == ()


def test_what_a_card_can_do_where_it_does_not_fit() -> None:
    record = followed("table 3H 3D 5C KH", "QS -", "8S x 3H 5C", "replace 1 table 3S 3D 5C KH")
    ruling = choices(record, record.index(3))
    captures = [write_cards(outcome.option.captured) for outcome in ruling.outcomes]
    assert captures == ["3D 5C", "3S 5C"]
    assert choices(record, 0) is None
    third = followed("table 7S 9C 10H KH", "2D -", "7S x 7S", "replace 1 table 7S 7S 10H KH")
    assert choices(third, third.index(3)) is None


@pytest.mark.parametrize("seed", range(times(15)))
def test_what_is_proposed_was_so(seed: int) -> None:
    """A card that crept was entered with a wrong suit, and later ones took it like that."""
    chance = random.Random(f"mending {seed}")
    game = simulate(chance, chance.randint(2, 4), 0)
    slip, wrong = chance.choice(slips(game))
    straight = slipping = enter(begun(game), f"table {' '.join(game.dealt)}")
    for at, play in enumerate(game.plays[: slip + WINDOW]):
        card, captured = read_card(play.card), tuple(map(read_card, play.captured))
        straight = append(straight, accept(straight, Played(as_play(card, captured))))
        lies = slipping.state.table if slipping.state else ()
        turn = as_play(wrong if at == slip else card, as_entered(captured, lies))
        slipping = append(slipping, accept(slipping, Played(turn)))
    right = Replace(slip + 2, Played(read_settled_play(f"{game.plays[slip].card} -")))
    mended = append(slipping, accept(slipping, right))
    for accepted in suggest_repairs(mended):
        mended = append(mended, accepted)
    fits = mended.index(mended.misfits[0].seq) if mended.misfits else len(mended.events)
    assert fits > slip + 1
    for entered, said, was in zip(
        slipping.events, mended.events[:fits], straight.events, strict=False
    ):
        if entered.event == said.event != was.event:
            break  # it was entered with another card of that rank, which lies there, so it fits
        assert said.event == was.event


WINDOW = 25
"""Plays after which the slip is noticed."""


def slips(game: Game) -> list[tuple[int, Card]]:
    """Plays that crept, and wrong suits for them that nobody else brings to the table so soon."""
    found = []
    for at, play in enumerate(game.plays[:-WINDOW]):
        right = read_card(play.card)
        around = {one.card for one in game.plays[: at + WINDOW]} | set(game.dealt)
        wrong = [Card(right.rank, suit) for suit in SUITS if not play.captured]
        found += [(at, card) for card in wrong if write_card(card) not in around]
    return found


def as_entered(captured: Cards, lies: Cards) -> Cards:
    """Return cards of these ranks, of the suits that the phone shows."""
    left, taken = list(lies), []
    for card in sorted(captured, key=lambda card: card not in lies):
        found = card if card in left else next(one for one in left if one.rank is card.rank)
        left.remove(found)
        taken.append(found)
    return tuple(taken)
