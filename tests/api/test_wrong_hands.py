"""Followed games through the API whose cards were dealt wrongly."""

from typing import Any

import pytest

from tests.api_calls import PACK, Caller, begin

GAMES = [
    # game, players, cards on the table
    ("krypkasino", 2, 4), ("casino", 2, 4), ("kasino", 2, 4), ("royal-casino", 3, 4),
    ("spade-casino", 2, 4), ("swazi-casino", 2, 4), ("lesotho-casino", 2, 4),
    ("south-african-casino", 2, 0),
]  # fmt: skip
ALL_GAMES = pytest.mark.parametrize(("game", "players", "laid"), GAMES)
FIRST = "5S 9C JD 2D 7H".split()


class Laying:
    """A game in which every card is laid, whatever the rules say; seat 0 deals."""

    def __init__(self, api: Caller, game: str, players: int, laid: int) -> None:
        self.live, self.by_card = begin(api, game, players), game == "krypkasino"
        pack = [card for card in PACK if laid or card[0] not in "JQK"]
        self.cards = pack * (2 if self.by_card else 1)
        for card in FIRST[:laid]:
            self.cards.remove(card)
        if laid:
            self.live.enter(table=FIRST[:laid])

    def next(self, **more: Any) -> dict[str, Any]:
        card = self.cards[-1]
        play = {"card": card, "captured": []} if self.by_card else {"turn": f"{card} -"}
        return {**play, "as_played": True, **more}

    def lay(self, **more: Any) -> Any:
        state = self.live.enter(**self.next(**more))
        self.cards.pop()
        return state

    def lay_all(self, number: int) -> Any:
        """Lay so many cards, turn by turn; the state after them."""
        self.live.all_at_once(f"{self.cards.pop()} - !" for _ in range(number))
        return self.live.read()

    def to_last_of_deal(self) -> Any:
        return self.lay_all(sum(self.live.read()["cards_left_in_hands"]) - 1)


def wrong_hands(state: Any) -> list[tuple[Any, ...]]:
    return [
        (one["seq"], one["seat"], one["card"], one["difference"])
        for one in state["irregularities"]
        if one["kind"] == "wrong_hand"
    ]


@ALL_GAMES
def test_a_card_too_many_is_let_stand(api: Caller, game: str, players: int, laid: int) -> None:
    """The last deal is short, and the game ends with the last card of the pack."""
    table = Laying(api, game, players, laid)
    before = table.to_last_of_deal()
    seat = before["cards_left_in_hands"].index(0)
    table.live.refused(422, **table.next(seat=seat, as_played=False))
    card = table.cards[-1]
    state = table.lay(seat=seat)
    assert wrong_hands(state) == [(state["seq"], seat, card, 1)]
    for name in ("turn", "deal", "cards_left_in_hands"):
        assert state[name] == before[name]
    state = table.lay_all(len(table.cards))
    assert (state["state"], state["turn"], table.cards) == ("finished", None, [])
    assert state["scores"] is not None


@ALL_GAMES
def test_a_pack_that_lacks_a_card(api: Caller, game: str, players: int, laid: int) -> None:
    """The last hand is empty before its time; a card that is found later can still be played, and
    the game be corrected until another has begun."""
    table = Laying(api, game, players, laid)
    state = table.lay_all(len(table.cards) - 1)
    assert (state["state"], sum(state["cards_left_in_hands"])) == ("playing", 1)
    seat = state["turn"]
    for wrong in ([0], [1, 1] + [0] * players, [9] * players, [-1] * players, ["0"] * players, 0):
        problem = table.live.refused(422, hands=wrong)
        assert problem["errors"][0]["field"].startswith("hands")
    table.live.refused(422, hands=state["cards_left_in_hands"])
    state = table.live.enter(hands=[0] * players)
    assert (state["state"], state["turn"]) == ("finished", None)
    assert wrong_hands(state) == [(state["seq"], seat, None, -1)]
    assert state["balanced"] is False
    table.live.refused(409, hands=[1] * players)
    table.live.enter(undo=state["seq"])
    last = table.next()
    state = table.lay()
    assert state["state"] == "finished"
    # Once another game has begun, none is corrected.
    corrections = [{"replace": state["seq"]}, {"before": state["seq"]}]
    table.live.refused(422, **last, **corrections[1])  # there is no card left for it
    table.live.table.begin()
    for correction in corrections:
        problem = table.live.refused(409, **last, **correction)
        assert problem["detail"] == (
            "This game is finished. Its score sheet can still be corrected."
        )
