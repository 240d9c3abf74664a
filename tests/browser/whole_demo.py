"""Followed games with builds in every state, beside the other evenings of the same group."""

from __future__ import annotations

import re
from functools import cached_property
from http.cookiejar import CookieJar
from urllib.parse import quote
from urllib.request import HTTPCookieProcessor, ProxyHandler, build_opener

from .casino_tables import CasinoDemo
from .tables import Followed, Table

DECK = [rank + suit for rank in "A 2 3 4 5 6 7 8 9 10 J Q K".split() for suit in "SHDC"]
UNSURE = ("3C 3C+5S=8", "9D x 9H", "8D x 3C+5S=8", "6H 2C+6H=8", "QC -", "8D^1=2C+6H=8 / QH x QC")
"""Bo, who plays first, took two cards of which only he knows which lies higher."""
BLUFFED = ("3C 3C+5S=8", "KD -", "9H x 9C", "6C 6C+2D=8", "8H 8H=2D+6C=8", "8S x 8H=2D+6C=8")


def follow(table: Table, dealt: str, *turns: str) -> Followed:
    """A followed game with builds: what is dealt to the table, and turns."""
    table.begin()
    followed = Followed(table, dealt)
    for turn in turns:
        followed.enter(turn=turn, as_played=turn.endswith(" !"))
    return followed


class WholeDemo(CasinoDemo):
    """A group that has played several games, with sheets, sessions and followed games in every
    state."""

    def __init__(self, server: str, names: list[str], group_name: str) -> None:
        super().__init__(server, names, group_name)
        two, three = names[:2], names[:3]
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
        self.told = self.new.another(two, game="swazi-casino")
        follow(self.told, "2C 5S 9H KD", *UNSURE).enter(top="5S", pile=1)
        self.insisted = self.new.another(names, game="swazi-casino")
        follow(self.insisted, "4S 5S 9C JD", "4H 4H+5S=9", "9H -")
        self.misfit = self.new.another(three, game="lesotho-casino")
        follow(self.misfit, "5S 9C JD 2D", "3C 3C+5S=8", "8H x 3C+5S=8", "KS -").enter(
            replace=2, turn="3C -"
        )
        self.begun = self.new.another(two, game="royal-casino", house={"claim_out": True})
        self.begun.begin()
        self.begins = self.new.another(two, game="swazi-casino")
        follow(self.begins, "2C 6H 9H KD")
        self.leads = self.new.another(two, game="south-african-casino")
        self.leads.begin()

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
            "person": self.person,
            "built-open": self.begun.live(),
            "built-leads": self.leads.live(),
            "built-playing": built,
            "built-begun": f"{self.begins.live()}?begun={quote('2C+6H=8')}&at=1",
            "built-unsure": unsure,
            "built-insisted": self.insisted.live(),
            "built-finished": self.bluffed.live(),
            "built-mend": self.misfit.live(),
            "built-replay": f"{self.bluffed.live()}/replay/1",
            "built-replay-steps": f"{unsure}/replay/6",
            "built-correct": f"{built}/entry/2",
            "built-correct-top": f"{self.told.live()}/entry/8",
            "built-missing": f"{built}/entry/4/before",
            "built-shows": f"{built}/shows",
            "built-session": self.built.page,
            "built-counter": self.built.counter(),
            "built-sheet": self.bluffed.sheet(),
            "built-claim": self.begun.sheet(),
        }
