"""Evenings of the Casino family, beside those of Krypkasino in the same group."""

from __future__ import annotations

from tests.casino import row, said

from .tables import Demo

HOUSE = ("sweeps", "cards_two_last_one", "claim_out")


class CasinoDemo(Demo):
    """A group that has played several games, with sheets and sessions in every state."""

    def __init__(self, server: str, names: list[str], group_name: str) -> None:
        super().__init__(server, names, group_name)
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

    @property
    def pages(self) -> dict[str, str]:
        return super().pages | {
            "rules-casino": "/casino/rules",
            "rules-royal": "/royal-casino/rules",
            "rules-swazi": "/swazi-casino/rules",
            "rules-south": "/south-african-casino/rules",
            "score-south": "/south-african-casino/score",
            "start-casino": "/casino/new",
            "start-casino-like": f"{self.new.group}/new?like={self.pairs.id}",
            "score-casino": "/casino/score",
            "session-won": self.won.page,
            "session-to-target": self.to_target.page,
            "session-pairs": self.pairs.page,
            "session-claimed": self.claimed.page,
            "counter-casino": self.to_target.counter(3),
            "counter-pairs": self.pairs.counter(2),
            "sheet-casino": self.to_target.sheet(3),
            "sheet-casino-finished": self.won.sheet(4),
            "sheet-pairs": self.pairs.sheet(2),
            "sheet-claimed": self.claimed.sheet(1),
        }
