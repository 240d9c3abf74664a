"""Random positions of the games with builds: who plays what, table, piles and a hand."""

import random
from dataclasses import dataclass, field

from tests.oracle.builds_notation import RANKS, SUITS, Build, Game, first_division, rank_of, unit_of
from tests.oracle.switches import SWITCHES

PICTURES = ("J", "Q", "K")


@dataclass
class Scene:
    """A position that is being made up."""

    chance: random.Random
    game: Game
    pack: list[str]  # what lies nowhere yet, shuffled
    loose: list[str] = field(default_factory=list)
    builds: list[Build] = field(default_factory=list)
    piles: dict[int, list[str]] = field(default_factory=dict)  # what is known, top first
    hand: list[str] = field(default_factory=list)
    lists: bool = True  # may a turn be one of those that the oracle lists? That takes time.

    def likely(self, probability: float) -> bool:
        """Return True with this probability."""
        return self.chance.random() < probability

    def draw(self, rank: str | None = None) -> str | None:
        """Return a card, of a rank if one is given, if the pack has one."""
        for card in self.pack:
            if rank is None or rank_of(card) == rank:
                self.pack.remove(card)
                return card
        return None

    def number(self, cards: list[str]) -> int:
        """Return what cards add up to; pictures as if they had numbers."""
        return sum(RANKS.index(rank_of(card)) + 1 for card in cards)

    def table_text(self) -> str:
        """Return the table in some order."""
        items = [*self.loose, *(build.text for build in self.builds)]
        self.chance.shuffle(items)
        return " ".join(items)

    def piles_text(self) -> str:
        """Return what is known of the piles; of a shared one now and then by its other seat."""
        shared = self.game.pairs and not self.game.own_piles
        seats = {i: i + 2 if shared and self.likely(0.3) else i for i in self.piles}
        return " ".join(f"{'>'.join(cards)}@{seats[i]}" for i, cards in self.piles.items() if cards)


ANGLO_ODDS = dict.fromkeys(
    "trail_and_table_build may_trail_with_build table_cards_may_raise simple_build_as_card".split(),
    0.15,
)
SWAZI_ODDS = {"crazy": 0.15, "crazy_one_build": 0.1, "clockwise": 0.05, "no_redeal": 0.05}
ODDS = {
    "casino": ANGLO_ODDS, "royal-casino": ANGLO_ODDS | {"ace_low": 0.2}, "spade-casino": ANGLO_ODDS,
    "swazi-casino": SWAZI_ODDS, "lesotho-casino": SWAZI_ODDS | {"one_picture": 0.3},
    "south-african-casino": {"partners": 0.2, "no_raise": 0.2, "second_build": 0.25}
    | dict.fromkeys(SWITCHES["south-african-casino"], 0.3), "kasino": {},
}  # fmt: skip
"""Share of scenes in which a house rule is on that a ruling depends on."""


def random_game(chance: random.Random, name: str, house: frozenset[str] | None = None) -> Game:
    """Return a game with random players and deal, and random house rules or these."""
    if house is None:
        house = frozenset(rule for rule, odd in ODDS[name].items() if chance.random() < odd)
    players = chance.choice((2, 2, 3, 4, 4))
    players = 2 if "crazy" in house else 4 if "partners" in house else players
    start = Game(name, house, players)
    return Game(
        name,
        house,
        players,
        deal=chance.randint(1, start.deals),
        stock=chance.choice((0, 1, 1, 5)) if "crazy" in house else 1,
    )


def random_scene(chance: random.Random, game: Game) -> Scene:
    """Return a table, piles and a hand."""
    south_african = game.name == "south-african-casino"
    ranks = [rank for rank in RANKS if rank not in PICTURES or not south_african]
    scene = Scene(chance, game, [rank + suit for rank in ranks for suit in SUITS])
    chance.shuffle(scene.pack)
    # Cards without a number are dull: most of them stay away.
    picture = chance.choice(PICTURES)
    scene.pack = [c for c in scene.pack if not game.picture(c) or rank_of(c) == picture]
    for _ in range(chance.choices((0, 1, 2), (25, 40, 35))[0] if game.name != "kasino" else 0):
        _add_build(scene)
    empty = not scene.builds and scene.likely(0.12)
    scene.loose = [scene.pack.pop() for _ in range(0 if empty else chance.randint(1, 4))]
    _add_piles(scene)
    _deal(scene)
    if scene.likely(0.12):
        _forget_suits(scene)
    return scene


def _add_build(scene: Scene) -> None:
    """Put a build on the table: a value of its own, one group or two, a keeper."""
    chance, game = scene.chance, scene.game
    value = chance.randint(3, game.highest)
    if not game.anglo and any(build.value == value for build in scene.builds):
        return
    count = chance.choices((1, 2), (75, 25))[0]
    groups: list[tuple[str, ...]] = []
    for _ in range(200):
        size = chance.choices((1, 2, 3), (15, 65, 20))[0]
        group = tuple(chance.sample(scene.pack, size))
        alone = size == 1 and count == 1
        if not alone and game.worth([unit_of(game, card) for card in group], value):
            groups.append(group)
            scene.pack = [card for card in scene.pack if card not in group]
        if len(groups) == count:
            keeper = chance.choice((0, 0, 1, *range(game.players)))
            cards = [card for group in groups for card in group]
            written = first_division(game, cards, value)
            assert written is not None
            scene.builds.append(Build(value, written, keeper))
            return


def _add_piles(scene: Scene) -> None:
    """Add piles, some with a known top, some with two known cards."""
    left = 3
    for pile in range(scene.game.pile_count):
        count = scene.chance.choices((0, 1, 2), (60, 30, 10) if pile == 0 else (25, 45, 30))[0]
        count = min(count, left)
        left -= count
        cards = [card for _ in range(count) if (card := _wanted(scene)) is not None]
        # Lesotho's pictures lie below the numbers.
        scene.piles[pile] = sorted(cards, key=scene.game.picture)


def _wanted(scene: Scene) -> str | None:
    """Return a card of a pile, often one that helps a build or a loose card to a value."""
    ranks = [rank_of(card) for card in scene.loose]
    for build in scene.builds:
        numbers = [build.value, *(build.value - scene.number([card]) for card in scene.loose)]
        ranks += [RANKS[number - 1] for number in numbers if 1 <= number <= 13]
    if ranks and scene.likely(0.6):
        return scene.draw(scene.chance.choice(ranks)) or scene.draw()
    return scene.draw()


def _deal(scene: Scene) -> None:
    """Deal one to four cards, often such as builds and loose cards ask for."""
    game, chance = scene.game, scene.chance
    for build in scene.builds:
        rank = game.holder(build.value)
        if build.keeper == 0 and rank is not None and scene.likely(0.75):
            _take_up(scene, rank)
    for _ in range(chance.randint(1, 4) - len(scene.hand) // 2):
        ranks: list[str | None] = [None]
        ranks += [game.holder(build.value) for build in scene.builds]
        ranks += [rank_of(card) for card in scene.loose[:2]]
        if len(scene.loose) > 1 and scene.likely(0.6):
            ranks += [game.holder(scene.number(chance.sample(scene.loose, 2)))] * 2
        if len(scene.builds) == 2:
            ranks += [game.holder(abs(scene.builds[0].value - scene.builds[1].value))] * 2
        if scene.hand:
            ranks.append(rank_of(scene.hand[0]))
        _take_up(scene, chance.choice(ranks))
    if not scene.hand:
        _take_up(scene, None)


def _take_up(scene: Scene, rank: str | None) -> None:
    """Add a card to the hand."""
    card = scene.draw(rank) or scene.draw()
    if card is not None:
        scene.hand.append(card)


def _forget_suits(scene: Scene) -> None:
    """Take the suits from some cards."""

    def forget(card: str) -> str:
        return rank_of(card) if scene.likely(0.3) else card

    scene.loose = [forget(card) for card in scene.loose]
    scene.hand = [forget(card) for card in scene.hand]
    scene.piles = {pile: list(map(forget, cards)) for pile, cards in scene.piles.items()}
    builds = []
    for build in scene.builds:
        groups = first_division(scene.game, list(map(forget, build.cards)), build.value)
        assert groups is not None
        builds.append(Build(build.value, groups, build.keeper))
    scene.builds = builds


def rare_turn(scene: Scene) -> str | None:
    """Return a turn that chance alone hardly finds, with the cards that it needs."""
    game, chance = scene.game, scene.chance
    pictures = [card for card in scene.pack if game.picture(card)][:3]
    if len(pictures) == 3 and scene.likely(0.4):
        # A picture and two like it.
        scene.pack = [card for card in scene.pack if card not in pictures]
        scene.loose += pictures[:2]
        scene.hand.append(pictures[2])
        return " ".join([pictures[2], "x", *pictures[:2]])
    if game.anglo and scene.builds and "table_cards_may_raise" in game.house:
        # A build raised by the table alone; the played card is only equal to it.
        build = scene.builds[0]
        for card in scene.loose:
            value = build.value + scene.number([card])
            rank = game.holder(value)
            held = [one for one in (scene.draw(rank), scene.draw(rank)) if one and rank]
            if len(held) == 2:
                scene.hand += held
                return f"{held[0]} {'+'.join([*build.cards, card, held[0]])}={value}"
    # A new build of two cards and somebody to take it: a second one, or one of an equal value.
    lie = [build.value for build in scene.builds]
    value = chance.choice(lie) if lie and scene.likely(0.4) else chance.randint(3, game.highest)
    rank = game.holder(value)
    small = chance.randint(max(1, value - 10), min(10, value - 1))
    one, two = scene.draw(RANKS[small - 1]), scene.draw(RANKS[value - small - 1])
    holder = scene.draw(rank)
    if one is None or two is None or holder is None:
        return None
    scene.loose.append(one)
    scene.hand.append(holder)
    if game.table_builds and scene.likely(0.4):
        scene.loose.append(two)
        return f"{one}+{two}={value} / {chance.choice(scene.hand)} -"
    scene.hand.append(two)
    return f"{two} {one}+{two}={value}"
