"""How people enter a game that was played: they err, forget a turn, go back, and put it right.

In the end everything stands as it was played; only the numbers of the entries are others.
"""

import random
from typing import Any

from tests.oracle.followed_log import Body, Log, empty
from tests.oracle.followed_player import Game
from tests.oracle.followed_proposals import Thinker
from tests.oracle.followed_setup import Refusal

Said = dict[str, Any]


class Scribe:
    """Enters what happened, with mistakes."""

    def __init__(self, chance: random.Random, game: Game, sloppy: float) -> None:
        self.chance, self.game, self.sloppy = chance, game, sloppy
        self.log: Log = empty(game.setup)
        self.entries: list[Body] = []
        self.numbers: dict[int, int] = {}  # by which number each happening stands
        self.next = 1

    def write(self) -> list[Body]:
        """All entries."""
        while self.next <= len(self.game.happenings):
            if self.chance.random() < self.sloppy:
                self.chance.choice(
                    (self.err, self.err, self.forget, self.go_back, self.doubt, self.be_refused)
                )()
            else:
                self.enter_next()
        if self.chance.random() < 20 * self.sloppy:
            self.doubt()
        return self.entries

    def enter(self, body: Body) -> bool:
        """Is it recorded? It is entered only if it is."""
        try:
            self.log = self.log.enter(body)
        except Refusal:
            return False
        self.entries.append(body)
        return True

    def must(self, body: Body) -> None:
        """What has to be recorded."""
        assert self.enter(body), (self.game.setup, self.entries, body)

    def happening(self) -> Said:
        """What happens next."""
        return dict(self.game.happenings[self.next - 1])

    def enter_next(self) -> None:
        """The next happening; where an opponent insisted, first the turn without what he wanted."""
        first = self.game.first.get(self.next)
        if first is not None and self.enter(first):
            self.must({"replace": self.log.seq, **self.happening()})
            self.stands(self.log.seq - 1)
            return
        self.must(self.happening())
        self.stands(self.log.seq)

    def stands(self, number: int) -> None:
        """The next happening stands by this number."""
        self.numbers[self.next] = number
        self.next += 1

    def wrong(self, body: Body) -> Said | None:
        """The same kind of entry, but not what happened."""
        table, setup = self.log.table, self.game.setup
        unseen = [card for card in setup.pack if card not in table.shown]
        if "table" in body:
            others = [card for card in unseen if card not in body["table"]]
            return {"table": [*body["table"][1:], self.chance.choice(others)]}
        if "top" in body:
            tops = sorted(table.piles[setup.pile(body["pile"])].tops - {body["top"]})
            return {**body, "top": self.chance.choice(tops)} if tops else None
        if table.turn is None:
            return None
        hand = self.chance.sample(unseen, min(len(unseen), 8))
        if "seat" not in body and self.chance.random() < 0.7:
            hand = [body["turn"].split(" x ")[0].split(" / ")[-1].split()[0], *hand[:1]]
            hand = [card for card in hand if card in unseen] or unseen[:1]
        seat = body.get("seat", table.turn)
        tops = [sorted(pile.tops) for pile in table.piles]
        said: Said = {"turn": Thinker(self.chance, table, seat, hand, tops).turn()}
        if self.chance.random() < 0.3:
            said["as_played"] = True
        return said

    def err(self) -> None:
        """Something wrong is entered; it is undone, or play goes on and later it is replaced."""
        body = self.happening()
        wrong = self.wrong(body)
        if wrong is None or wrong["turn" if "turn" in wrong else min(wrong)] == "":
            return
        if not self.enter(wrong):
            return
        number = self.log.seq
        if self.chance.random() < 0.4:
            self.must({"undo": number})
            if self.chance.random() < 0.3:
                self.must({"undo": self.log.seq})
                self.must({"undo": self.chance.choice((number, self.log.seq))})
            self.enter_next()
            return
        self.stands(number)
        begun = self.next
        for _ in range(self.chance.choice((0, 1, 3, 8))):
            if self.next <= len(self.game.happenings) and self.enter(self.happening()):
                self.stands(self.log.seq)
        self.correct({"replace": number, **body}, begun)

    def correct(self, body: Body, begun: int) -> None:
        """It is put right; what was entered since comes again if it stands in the way."""
        while not self.enter(body):
            assert self.next > begun, (self.game.setup, self.entries, body)
            self.take_back()

    def take_back(self) -> None:
        """The last happening is undone."""
        self.next -= 1
        number = self.numbers.pop(self.next)
        while any(number == one.seq for one in self.log.standing):
            self.must({"undo": max(self.log.standing[-1].numbers)})

    def forget(self) -> None:
        """A turn is forgotten; it is entered before the next ones, or not at all."""
        forgotten = self.happening()
        if "turn" not in forgotten:
            return
        place = self.next
        self.next += 1
        begun = self.next
        for _ in range(self.chance.choice((1, 2, 4))):
            if self.next <= len(self.game.happenings) and self.enter(self.happening()):
                self.stands(self.log.seq)
        while self.next > begun:
            if self.enter({"before": self.numbers[begun], **forgotten}):
                self.numbers[place] = self.log.seq
                return
            self.take_back()
        self.next = place
        self.enter_next()

    def go_back(self) -> None:
        """Some entries are undone; they come back, or are entered once more."""
        standing = self.log.standing
        count = self.chance.randint(1, 4)
        if len(standing) < count or any(
            "replace" in one.body or "before" in one.body or one.seq != max(self.numbers.values())
            for one in standing[-1:]
        ):
            return
        undone = []
        for _ in range(count):
            one = self.log.standing[-1]
            if self.next == 1 or self.numbers[self.next - 1] != one.seq:
                break
            self.must({"undo": max(one.numbers)})
            self.next -= 1
            undone.append((self.log.seq, self.numbers.pop(self.next)))
        while undone and self.chance.random() < 0.7:
            number, stood = undone.pop()
            self.must({"undo": number})
            self.stands(stood)

    def doubt(self) -> None:
        """An earlier entry is said to be wrong, and was right after all."""
        if not self.log.standing:
            return
        at = self.chance.choice([*self.numbers])
        body = self.game.happenings[at - 1]
        if "turn" not in body:
            return
        place = self.chance.choice(("replace", "before"))
        unseen = [card for card in self.game.setup.pack if card not in self.log.table.shown]
        own = body["turn"].split(" x ")[0].split(" / ")[-1].split()[0]
        card = self.chance.choice([*unseen, own]) if place == "replace" or unseen else own
        said = {"turn": f"{card} -", "as_played": True}
        if "seat" in body and place == "replace":
            said["seat"] = body["seat"]
        if self.enter({place: self.numbers[at], **said}):
            self.must({"undo": self.log.seq})

    def be_refused(self) -> None:
        """Something is entered that cannot be: all of it stays in the entries."""
        body = self.happening()
        wrong = self.wrong(body) if "turn" in body else None
        bad: Body = self.chance.choice(
            [
                {"undo": self.log.seq + 1},
                {"top": "5H", "pile": 9},
                {"table": ["2S"]},
                {"turn": "8H -", "seat": 0},
                {"turn": "2X -"},
                wrong or {"replace": 999, "turn": "2H -"},
            ]
        )
        try:
            self.log.enter(bad)
        except Refusal:
            self.entries.append(bad)
