"""A live game with builds through the API, as one phone follows it."""

import re
from typing import Any

from tests.api_calls import NAMES, Caller, Table
from tests.followed_game_calls import Live

DEALT = ["5S", "9C", "JD", "2D"]


CARD = re.compile(r"(?:10|[A2-9JQK])[SHDC]")


class Followed(Live):
    """Remembers the cards that were named; a game has one of each."""

    def __init__(self, table: Table, number: int = 1) -> None:
        super().__init__(table, number)
        self.named: set[str] = set()

    def enter(self, **body: object) -> Any:
        state = super().enter(**body)
        self.named |= {*CARD.findall(str(body))}
        return state


def begin(
    api: Caller, game: str = "casino", players: int = 2, on: str = "", **options: Any
) -> Followed:
    """Begin a session whose first game is followed; seat 0 deals."""
    house = dict.fromkeys(on.split(), True)
    table = api.start(NAMES[:players], game=game, house=house, **options)
    return Followed(table, table.begin())


def dealt(api: Caller, *turns: str, game: str = "casino", on: str = "", **options: Any) -> Followed:
    """Return a followed game with a table and these plays."""
    followed = begin(api, game, on=on, **options)
    followed.enter(table=DEALT)
    for turn in turns:
        followed.enter(turn=turn)
    return followed


PACK = [rank + suit for rank in "A 2 3 4 5 6 7 8 9 10 J Q K".split() for suit in "SHDC"]


def lay_out(game: Followed) -> Any:
    """Trail the first card that is not yet seen, turn by turn, to the end; return the last
    state."""
    game.all_at_once(f"{card} - !" for card in PACK if card not in game.named)
    return game.read()
