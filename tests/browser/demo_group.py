"""Followed games with builds in every state, beside the other evenings of the same group."""

from __future__ import annotations

import re
from functools import cached_property
from http.cookiejar import CookieJar
from urllib.parse import quote
from urllib.request import HTTPCookieProcessor, ProxyHandler, build_opener

from tests.casino_sheets import row, said

from .sessions_by_api import Demo, Followed, Table

HOUSE = ("sweeps", "cards_two_last_one", "claim_out")
DECK = [rank + suit for rank in "A 2 3 4 5 6 7 8 9 10 J Q K".split() for suit in "SHDC"]
UNSURE = ("3C 3C+5S=8", "9D x 9H", "8D x 3C+5S=8", "6H 2C+6H=8", "QC -", "8D^1=2C+6H=8 / QH x QC")
"""Bo, who plays first, took two cards of which only he knows which lies higher."""
BLUFFED = ("3C 3C+5S=8", "KD -", "9H x 9C", "6C 6C+2D=8", "8H 8H=2D+6C=8", "8S x 8H=2D+6C=8")


def follow(table: Table, dealt: str, *turns: str) -> Followed:
    """Return a followed game with builds: what is dealt to the table, and turns."""
    table.begin()
    followed = Followed(table, dealt)
    for turn in turns:
        followed.enter(turn=turn, as_played=turn.endswith(" !"))
    return followed


class WholeDemo(Demo):
    """A group that has played several games, with sheets, sessions and followed games in every
    state."""

    def __init__(self, server: str, names: list[str], group_name: str) -> None:
        super().__init__(server, names, group_name)
        two = names[:2]
        self._counted(names)
        self.built = self.new.another(names, game="casino", house={"sweeps": True})
        follow(self.built, "5S 9C JD 2D", "3C 3C+5S=8", "KD -", "2C 2C+2D=4", "QH -")
        self.bluffed = self.new.another(two, game="casino")
        game = follow(self.bluffed, "5S 9C JD 2D", *BLUFFED)
        seen = " ".join(("5S 9C JD 2D", *BLUFFED))
        for card in DECK:
            if card not in re.findall(r"\b(?:10|[2-9AJQK])[SHDC]\b", seen):
                game.enter(turn=f"{card} -", as_played=True)
        self.unsure = self.new.another(two, game="swazi-casino")
        follow(self.unsure, "2C 5S 9H KD", *UNSURE)
        self.insisted = self.new.another(names, game="swazi-casino")
        follow(self.insisted, "4S 5S 9C JD", "4H 4H+5S=9", "9H -")
        self.begins = self.new.another(two, game="swazi-casino")
        follow(self.begins, "2C 6H 9H KD")

    def _counted(self, names: list[str]) -> None:
        two = names[:2]
        self.won = self.new.another(names[:3], game="casino")
        for points in ((8, 3, 0), (1, 5, 5), (7, 0, 1), (8, 1, 2)):
            self.won.play(*map(said, points))

        self.to_target = self.new.another(two, game="casino", house=dict.fromkeys(HOUSE, True))
        for last in (0, 1):
            self.to_target.play(
                row(30, 8, 2, 1, 0, sweeps=1), row(22, 5, 2, 0, 1), last_capturer=last
            )
        self.to_target.begin()
        self.to_target.sweep(1, "a sweep", 3)
        self.to_target.put(0, row(30, 7, 2, 0, 0), 3)
        self.to_target.put(1, row(22, 5, 2, 0, 1, sweeps=1), 3)

        self.pairs = self.new.another(names, game="royal-casino", teams=[0, 1, 0, 1])
        self.pairs.play(said(4), said(4))
        self.pairs.begin()
        self.pairs.put(0, said(8), 2)

        self.claimed = self.new.another(
            two, game="royal-casino", house={"claim_out": True}, target=7
        )
        self.claimed.begin()
        self.claimed.put(0, row(27, 7, 1, 1, 0))
        self.claimed("POST", "/games/1/close", {"claimed_by": 0})

    @cached_property
    def person(self) -> str:
        """The page of somebody, as the group's page leads there."""
        browser = build_opener(ProxyHandler({}), HTTPCookieProcessor(CookieJar()))
        with browser.open(self.new.server + self.new.edit_link):
            pass
        with browser.open(self.new.server + self.new.group) as page:
            (found, *_) = re.findall(r'href="([^"]+/people/[^"]+)"', page.read().decode())
        return str(found)

    @property
    def pages(self) -> dict[str, str]:
        built, unsure = self.built.live(), self.unsure.live()
        return super().pages | {
            "rules-swazi": "/swazi-casino/rules",
            "start-casino": "/casino/new",
            "score-casino": "/casino/score",
            "session-won": self.won.page,
            "session-to-target": self.to_target.page,
            "session-claimed": self.claimed.page,
            "counter-casino": self.to_target.counter(3),
            "sheet-casino": self.to_target.sheet(3),
            "sheet-pairs": self.pairs.sheet(2),
            "person": self.person,
            "built-playing": built,
            "built-begun": f"{self.begins.live()}?begun={quote('2C+6H=8')}&at=1",
            "built-unsure": unsure,
            "built-insisted": self.insisted.live(),
            "built-finished": self.bluffed.live(),
            "built-replay": f"{self.bluffed.live()}/replay/1",
            "built-sheet": self.bluffed.sheet(),
        }
