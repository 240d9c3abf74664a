"""Random questions about Casino and Royal Casino, to compare two referees with.

Everything hangs on the given `random.Random`. House rules stand in the question, as `house`.
No question is refused: turns are legal, nearly legal or nonsense.
"""

import random
from dataclasses import dataclass, field
from itertools import combinations

from tests.oracle.builds import RULES, rule
from tests.oracle.builds_text import RANKS, SUITS, Build, Game, rank_of, suit_of, unit_of

READ_BY_RULINGS = (
    "trail_and_table_build",
    "may_trail_with_build",
    "table_cards_may_raise",
    "simple_build_as_card",
)


@dataclass
class Scene:
    """A position that is being made up."""

    chance: random.Random
    game: Game
    pack: list[str]  # what lies nowhere yet, shuffled
    loose: list[str] = field(default_factory=list)
    builds: list[Build] = field(default_factory=list)
    hand: list[str] = field(default_factory=list)

    def draw(self, ranks: tuple[str, ...] = RANKS) -> str | None:
        """A card of one of the ranks from the pack, if there is one."""
        for card in self.pack:
            if rank_of(card) in ranks:
                self.pack.remove(card)
                return card
        return None

    def likely(self, probability: float) -> bool:
        """Does it happen?"""
        return self.chance.random() < probability

    def table_text(self) -> str:
        """The table in some order."""
        items = [*self.loose, *(build.text for build in self.builds)]
        self.chance.shuffle(items)
        return " ".join(items)

    def spelt(self, card: str) -> str:
        """A card as somebody names it: now and then without its suit."""
        return rank_of(card) if self.likely(0.02) else card


def positions(chance: random.Random, game: str) -> dict[str, str]:
    """One random question."""
    rare = chance.random() < 0.06
    house = _house(chance, game)
    if rare:
        house = house - {"simple_build_as_card"} | {"table_cards_may_raise"}
    players = chance.choice((2, 2, 2, 3, 4))
    scene = _scene(chance, Game(game, house), players)
    turn = _rare(scene) if rare else None
    query = {"table": scene.table_text(), "house": " ".join(sorted(house))}
    if players != 2 or scene.likely(0.1):
        query["players"] = str(players)
    if scene.likely(0.7):
        query["hand"] = " ".join(scene.hand)
    if scene.likely(0.05):
        query["limit"] = str(chance.randint(1, 3))
    card = chance.choice(scene.hand)
    if turn is not None or scene.likely(0.9):
        query["turn"] = turn or _turn(scene, query, card)
    if scene.likely(0.3) and " / " not in query.get("turn", ""):
        first = query.get("turn", card).split()[0]
        query["played"] = card if "=" in first else first
    if scene.likely(0.3):
        query["with"] = _pointed(scene, query, query.get("played", card)) or card
    return {name: text for name, text in query.items() if text}


def _scene(chance: random.Random, game: Game, players: int) -> Scene:
    """A table and a hand."""
    scene = Scene(chance, game, [rank + suit for rank in RANKS for suit in SUITS])
    chance.shuffle(scene.pack)
    # Cards without a number are dull: most of them stay away.
    rank = chance.choice("JQK")
    scene.pack = [c for c in scene.pack if not game.picture(c) or rank_of(c) == rank]
    for _ in range(chance.choices((0, 1, 2), (28, 44, 28))[0]):
        _add_build(scene, players)
    empty = not scene.builds and scene.likely(0.04)
    scene.loose = [scene.pack.pop() for _ in range(0 if empty else chance.randint(1, 5))]
    _deal(scene)
    if scene.likely(0.15):
        _forget_suits(scene)
    return scene


def _house(chance: random.Random, game: str) -> frozenset[str]:
    """Some house rules: mostly those that a ruling depends on."""
    house = {name for name in READ_BY_RULINGS if chance.random() < 0.15}
    if chance.random() < 0.05:
        house.add(chance.choice(sorted(RULES[game])))
    if game == "royal-casino" and chance.random() < 0.2:
        house.add("ace_low")
    return frozenset(house)


def _add_build(scene: Scene, players: int) -> None:
    """Put a build on the table: a value, one group or two, a keeper."""
    chance, game = scene.chance, scene.game
    value = chance.randint(3, game.highest)
    count = chance.choices((1, 2), (65, 35))[0]
    groups: list[tuple[str, ...]] = []
    for _ in range(200):
        size = chance.choices((1, 2, 3), (15, 65, 20))[0]
        group = tuple(chance.sample(scene.pack, size))
        alone = size == 1 and count == 1
        if not alone and game.worth([unit_of(game, card) for card in group], value):
            groups.append(group)
            scene.pack = [card for card in scene.pack if card not in group]
        if len(groups) == count:
            keeper = chance.choice((0, 0, *range(players)))
            scene.builds.append(Build(value, tuple(groups), keeper))
            return


def _deal(scene: Scene) -> None:
    """One to four cards, often such as the builds and the loose cards ask for."""
    for _ in range(scene.chance.randint(1, 4)):
        ranks: tuple[str, ...] = RANKS
        if scene.builds and scene.likely(0.4):
            rank = scene.game.holder(scene.chance.choice(scene.builds).value)
            ranks = (rank,) if rank else RANKS
        elif scene.loose and scene.likely(0.3):
            ranks = (rank_of(scene.chance.choice(scene.loose)),)
        elif scene.hand and scene.likely(0.2):
            ranks = (rank_of(scene.hand[0]),)
        card = scene.draw(ranks) or scene.draw()
        if card is not None:
            scene.hand.append(card)


def _forget_suits(scene: Scene) -> None:
    """Some cards have no suit that anybody entered."""

    def forget(card: str) -> str:
        return rank_of(card) if scene.likely(0.3) else card

    scene.loose = [forget(card) for card in scene.loose]
    scene.hand = [forget(card) for card in scene.hand]
    scene.builds = [
        Build(b.value, tuple(tuple(map(forget, group)) for group in b.groups), b.keeper)
        for b in scene.builds
    ]


def _rare(scene: Scene) -> str | None:
    """A turn that chance alone hardly finds."""
    if not scene.game.royal and scene.likely(0.3):
        # Two pictures to one.
        pictures = [card for card in scene.pack if scene.game.picture(card)][:3]
        if len(pictures) < 3:
            return None
        scene.pack = [card for card in scene.pack if card not in pictures]
        scene.loose += pictures[:2]
        scene.hand.append(pictures[2])
        return " ".join([pictures[2], "x", *pictures[:2]])
    # A build raised by the table alone; the played card is only equal to it.
    for build in scene.builds:
        for card in scene.loose:
            value = build.value + _number(scene, [card])
            rank = scene.game.holder(value)
            played = scene.draw((rank,)) if rank else None
            other = scene.draw((rank,)) if rank else None
            if played is not None and other is not None:
                scene.hand += [played, other]
                return _form_text(played, [*build.cards, card], value)
    return None


def _turn(scene: Scene, query: dict[str, str], card: str) -> str:
    """A turn to be judged."""
    if scene.likely(0.04):
        card = scene.pack[0]
    kinds = ("listed", "part", "take", "form", "raise", "lay", "table_form")
    table_form = 20 if "trail_and_table_build" in scene.game.house else 3
    kind = scene.chance.choices(kinds, (22, 7, 17, 15, 22, 13, table_form))[0]
    if kind == "lay":
        text = f"{card} -"
    elif kind == "take":
        text = _take(scene, card)
    elif kind == "form":
        text = _form(scene, card, scene.chance.randint(1, 3))
    elif kind == "raise":
        text = _raise(scene, card)
    elif kind == "table_form":
        return _table_form(scene, card)
    else:
        text = _listed(scene, query, card, whole=kind == "listed")
    if scene.likely(0.03):
        return f"{text} / {scene.chance.choice(scene.hand)} -"
    return text


def _items(scene: Scene, count: int, strays: float) -> list[str]:
    """Some loose cards and builds of the table; now and then what does not lie there so."""
    found = [scene.spelt(card) for card in scene.loose] + [build.claim for build in scene.builds]
    chosen = scene.chance.sample(found, min(count, len(found)))
    if scene.likely(strays):
        chosen.append(scene.pack[-1])
    inside = [card for build in scene.builds if build.claim not in chosen for card in build.cards]
    if inside and scene.likely(strays):
        chosen.append(scene.chance.choice(inside))
    return chosen


def _pointed(scene: Scene, query: dict[str, str], card: str) -> str:
    """What somebody points at: often something that can be made, or nearly."""
    words = _listed(scene, query, card, whole=scene.likely(0.7)).split()
    if scene.likely(0.4) or "-" in words:
        return " ".join(_items(scene, scene.chance.randint(1, 3), strays=0.05))
    if words[1] == "x":
        return " ".join(words[2:])
    cards = words[1].rpartition("=")[0].replace("=", "+").split("+")
    if words[0] in cards:  # else it has its suit in the one place only
        cards.remove(words[0])
    items = []
    for build in scene.builds:
        if all(cards.count(one) >= build.cards.count(one) for one in build.cards):
            items.append(build.claim)
            for one in build.cards:
                cards.remove(one)
    return " ".join([*items, *cards])


def _take(scene: Scene, card: str) -> str:
    """A take of anything; pictures often go for their own rank."""
    same = [other for other in scene.loose if rank_of(other) == rank_of(card)]
    if same and scene.likely(0.4):
        return " ".join([card, "x", *same])
    count = scene.chance.choices((1, 2, 3, 4), (35, 35, 20, 10))[0]
    return " ".join([card, "x", *(_items(scene, count, strays=0.08) or [scene.pack[-1]])])


def _form_text(card: str, cards: list[str], value: int) -> str:
    """A form in one group, as people write it."""
    return f"{card} {'+'.join([*cards, card])}={value}"


def _number(scene: Scene, cards: list[str]) -> int:
    """What cards add up to; pictures as if they had numbers."""
    return sum(RANKS.index(rank_of(card)) + 1 for card in cards)


def _value(scene: Scene, likely: int) -> int:
    """A value for a form: the likely one, one that is held, or another."""
    pick = scene.chance.random()
    if pick < 0.7:
        return likely
    if pick < 0.9:
        return _number(scene, [scene.chance.choice(scene.hand)])
    return scene.chance.randint(1, 18)


def _form(scene: Scene, card: str, count: int) -> str:
    """A build of the card and some cards of the table; pictures are often left out."""
    items = _items(scene, count, strays=0.08)
    if not scene.likely(0.15):
        items = [item for item in items if "=" in item or not scene.game.picture(item)]
    cards = [c for item in items for c in item.rpartition("=")[0].replace("=", "+").split("+") if c]
    cards += [item for item in items if "=" not in item]
    return _form_text(card, cards, _value(scene, _number(scene, [card, *cards])))


def _raise(scene: Scene, card: str) -> str:
    """Something with a build: its value changed or kept, loose cards perhaps along with it."""
    if not scene.builds:
        return _form(scene, card, 1)
    build = scene.chance.choice(scene.builds)
    if len(scene.builds) > 1 and scene.likely(0.2):
        both = [*scene.builds[0].cards, *scene.builds[1].cards]
        return _form_text(card, both, _value(scene, build.value))
    along = scene.chance.sample(scene.loose, min(len(scene.loose), scene.chance.choice((0, 1, 2))))
    sums = [
        build.value + _number(scene, [card]),
        build.value + _number(scene, [card, *along]),
        build.value + _number(scene, along),
        build.value,
    ]
    # The sum for which a card is held is the one that people mean.
    held = {_number(scene, [other]) for other in scene.hand if other != card}
    value = next((v for v in sums if v in held), scene.chance.choice(sums))
    return _form_text(card, [*build.cards, *along], _value(scene, value))


def _table_form(scene: Scene, card: str) -> str:
    """A build from the table alone, with or without the card that is laid."""
    loose = [other for other in scene.loose if rank_of(other) not in ("J", "Q", "K")]
    held = {_number(scene, [other]) for other in scene.hand}
    pairs = [pair for pair in combinations(loose, 2) if _number(scene, [*pair]) in held]
    cards = scene.chance.sample(loose, min(len(loose), 2)) or [scene.pack[-1]]
    if pairs:
        cards = [*scene.chance.choice(pairs)]
    if scene.builds and scene.likely(0.1):
        cards += scene.builds[0].cards
    form = f"{'+'.join(cards)}={_value(scene, _number(scene, cards))}"
    after = scene.chance.choice((f"{form} / {card} -", f"{card} - / {form}", form, form))
    return after if scene.likely(0.9) else f"{form} / {_take(scene, card)}"


def _listed(scene: Scene, query: dict[str, str], card: str, whole: bool) -> str:
    """A turn that the oracle lists as possible, or a part of such a take."""
    start = {name: query.get(name, "") for name in ("table", "players", "hand", "house")}
    play = rule(scene.game.name, frozenset(), {**start, "played": card})["play"]
    turns = [one["turn"] for one in (*play["takes"], *play["forms"])]
    if not turns:
        return _take(scene, card) if scene.likely(0.5) else f"{card} -"
    turn: str = scene.chance.choice(turns)
    words = turn.split()
    if whole or len(words) < 4:
        return turn
    words.remove(scene.chance.choice(words[2:]))
    return " ".join(words)


def spelt_in_full(query: dict[str, str]) -> bool:
    """Has every card of a question its suit?"""
    names = ("table", "hand", "played", "turn", "with")
    items = [word.partition("@")[0] for name in names for word in query.get(name, "").split()]
    cards = [
        card
        for item in items
        if item not in ("x", "-", "/")
        for card in (item.rpartition("=")[0] or item).replace("=", "+").split("+")
    ]
    return all(map(suit_of, cards))
