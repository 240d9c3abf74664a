"""Entries at random, hands unknown: nobody played such a game, and all of it stands.

Turns that are let stand, tables corrected, replacements after which later turns do not fit: what
`followed_entering` puts right stays as it is here.
"""

import random
from typing import Any

from tests.oracle.builds_text import rank_of
from tests.oracle.followed_log import Body, Log, empty
from tests.oracle.followed_proposals import Thinker
from tests.oracle.followed_setup import Refusal, Setup

Said = dict[str, Any]


class Rambler:
    """Enters anything."""

    def __init__(self, chance: random.Random, setup: Setup) -> None:
        self.chance, self.setup = chance, setup
        self.log: Log = empty(setup)
        self.entries: list[Body] = []
        self.corrects = chance.random() < 0.4
        self.mends = chance.choice((0, 1, 4))

    def ramble(self, most: int = 90) -> list[Body]:
        """All entries, until the last card is played; some of those that were refused too."""
        while not self.log.table.begun:
            self.enter({"table": self.chance.sample(self.setup.pack, self.setup.on_table)})
        for _ in range(4 * most):
            if self.log.table.turn is None or len(self.entries) >= most:
                break
            self.enter(self.any_entry())
        if self.log.standing:
            self.enter({"undo": max(self.log.standing[-1].numbers)})
        return self.entries

    def enter(self, body: Body) -> None:
        """It is entered, and kept if it is recorded, or now and then if it is not."""
        try:
            self.log = self.log.enter(body)
        except Refusal:
            if self.chance.random() > 0.15:
                return
        self.entries.append(body)

    def any_entry(self) -> Body:
        """What comes to mind."""
        what = (self.turn, self.top, self.table_is, self.undo, self.replace, self.before)
        weights = (100, 5, 3 * self.corrects, 2 * self.mends, 2 * self.mends, self.mends)
        return self.chance.choices(what, weights)[0]()

    def unseen(self) -> list[str]:
        """Cards that may be in hands."""
        return [card for card in self.setup.pack if card not in self.log.table.shown]

    def turn(self) -> Said:
        """A turn of anybody, mostly of whose turn it is."""
        table, chance = self.log.table, self.chance
        said: Said = {}
        seat = table.turn or 0
        if chance.random() < 0.04:
            seat = chance.randrange(self.setup.players)
            said = {"seat": seat, "as_played": True}
        hand = chance.sample(self.unseen(), min(len(self.unseen()), table.left[seat])) or ["2H"]
        piles = [chance.sample(sorted(pile.tops), len(pile.tops)) for pile in table.piles]
        bold = chance.random() < 0.1
        said["turn"] = Thinker(chance, table, seat, hand, piles, bold).turn()
        if chance.random() < 0.1:
            said["as_played"] = True
        return said

    def top(self) -> Said:
        """A top is told."""
        seat = self.chance.randrange(self.setup.players)
        tops = sorted(self.log.table.piles[self.setup.pile(seat)].tops)
        return {"top": self.chance.choice(tops or ["5H"]), "pile": seat}

    def table_is(self) -> Said:
        """The table shows something else: a card more or less, another keeper, a new build."""
        table, chance = self.log.table, self.chance
        cards = [card for card in table.loose if chance.random() < 0.8]
        elsewhere = [card for card in self.setup.pack if card not in table.in_sight]
        if chance.random() < 0.6:
            cards.append(chance.choice(elsewhere))
        builds = [one.build for one in table.builds if chance.random() < 0.8]
        texts = [build.text for build in builds]
        if texts and chance.random() < 0.3:
            seat = chance.randrange(self.setup.players)
            texts[0] = f"{builds[0].claim}@{seat}"
        pair = chance.sample(cards, 2) if len(cards) > 1 else []
        if pair and chance.random() < 0.3:
            numbers = [self.setup.values.number(card) or 0 for card in pair]
            value = numbers[0] if rank_of(pair[0]) == rank_of(pair[1]) else sum(numbers)
            cards = [card for card in cards if card not in pair]
            seat = chance.randrange(self.setup.players)
            texts.append(f"{'+'.join(pair)}={value}@{seat}")
        return {"table_is": [*cards, *texts]}

    def undo(self) -> Said:
        """The latest entry, the latest undo, or any."""
        numbers = [*self.log.standing[-1].numbers] if self.log.standing else []
        numbers += [number for _, number in self.log.undone[-1:]]
        return {"undo": self.chance.choice([*numbers, self.chance.randint(1, self.log.seq + 1)])}

    def replace(self) -> Said:
        """An entry was another one."""
        number = self.chance.choice([one.seq for one in self.log.standing] or [1])
        kinds = [self.turn, self.turn, self.top, self.table_is]
        return {"replace": number, **self.chance.choice(kinds)()}

    def before(self) -> Said:
        """A turn was forgotten."""
        number = self.chance.choice([one.seq for one in self.log.standing] or [1])
        return {"before": number, **self.turn()}
