"""Random positions of the games with builds, turns step by step, and questions about them."""

import random
from dataclasses import dataclass, field, replace
from itertools import chain, combinations

from .builds import read_question
from .builds_judge import play_step
from .builds_notation import (
    RANKS,
    SUITS,
    Build,
    Game,
    Refused,
    bare,
    first_division,
    rank_of,
    read_step,
    unit_of,
)
from .builds_plays import Sight, forms, takes
from .builds_turn_state import State
from .casino_family import SWITCHES

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
            if rank is None or rank in (card, rank_of(card)):
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
    "casino": ANGLO_ODDS, "spade-casino": ANGLO_ODDS,
    "royal-casino": ANGLO_ODDS | {"ace_low": 0.2, "fifteen_sixteen": 0.3},
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


NOTHING_KNOWN = Sight((), frozenset(), spades_score=False)


def random_turn(scene: Scene, state: State) -> str:
    """Return a turn of one to three steps; half of the players look before they step."""
    steps: list[str] = []
    tries = 5 if scene.likely(0.5) else 1
    for _ in range(3):
        text, after = None, None
        for _ in range(tries):
            text = random_step(scene, state, len(steps))
            after = None if text is None else _right_so_far(scene, state, text)
            if text is None or after is not None:
                break
        if text is None:
            break
        steps.append(text)
        if after is None and scene.likely(0.85):
            break
        state = after or state
    return " / ".join(steps)


def _right_so_far(scene: Scene, state: State, text: str) -> State | None:
    """Return the state of the turn after this step, if it is right."""
    outcomes = play_step(scene.game, state, read_step(scene.game, text))
    return next((one for one in outcomes if isinstance(one, State)), None)


def random_step(scene: Scene, state: State, number: int) -> str | None:
    """Return the next step of a turn, or None: it is over."""
    if state.card is not None:
        if scene.game.table_builds and scene.likely(0.2):
            return table_form(scene, state)
        if state.hand and scene.likely(0.03):
            return f"{scene.chance.choice(state.hand)} -"
        return None
    if number and scene.likely(0.1):
        return None
    alone = scene.game.table_builds and number < 2 - scene.game.anglo
    if "own_build_from_table" in scene.game.house:
        alone = any(build.keeper == 0 for build in state.builds)
    if scene.likely(0.55 if alone else 0.03):
        return table_form(scene, state)
    return hand_step(scene, state)


def hand_step(scene: Scene, state: State) -> str:
    """Return a step with a card from the hand."""
    card = scene.chance.choice(state.hand or ("AS",))
    if scene.likely(0.03):
        card = scene.pack[0]
    if state.borrowed and scene.likely(0.7):
        build = state.borrowed[0]
        rank = scene.game.holder(build.value)
        card = next((c for c in state.hand or () if rank in (c, rank_of(c))), card)
        return " ".join([card, "x", build.claim, *_some_loose(scene, state, 0.2)])
    if scene.game.anglo and state.acts and scene.likely(0.9):
        return f"{card} -"
    kinds = ("listed", "part", "take", "form", "grow", "raise", "lay")
    listed = (24, 8) if scene.lists else (0, 0)
    forms = (1, 1, 1) if scene.game.name == "kasino" else (10, 14, 14)
    kind = scene.chance.choices(kinds, (*listed, 12, *forms, 18))[0]
    if kind in ("listed", "part"):
        return _listed(scene, state, card, whole=kind == "listed")
    ways = {"take": _take, "raise": _raise, "grow": _grow, "form": _form}
    return ways[kind](scene, state, card) if kind in ways else f"{card} -"


def _some_loose(scene: Scene, state: State, odd: float) -> list[str]:
    """Return each loose card with this probability."""
    return [card for card in state.loose if scene.likely(odd)]


def _tops(scene: Scene, state: State) -> list[str]:
    """Cards of piles as they are named: mostly tops of others, now and then what is not."""
    found = []
    for pile, cards in enumerate(state.piles):
        if pile != scene.game.pile(0) or scene.likely(0.12):
            count = len(cards) if scene.likely(0.6) else 1
            cards_named = cards[1:] if scene.likely(0.05) else cards[:count]
            found += [f"{card}^{pile}" for card in cards_named]
    return found


def _written(scene: Scene, label: str) -> str:
    """Return a card as somebody names it: now and then without its pile's mark or its suit."""
    card, mark, seat = label.partition("^")
    if scene.likely(0.02):
        card = rank_of(card)
    return card if mark and scene.likely(0.15) else card + mark + seat


def _claim(scene: Scene, labels: list[str], value: int, played: str | None = None) -> str:
    """Return a form in one group, as people write it."""
    cards = [_written(scene, label) for label in labels]
    cards += [] if played is None else [played]
    claim = f"{'+'.join(cards)}={value}"
    return claim if played is None else f"{played} {claim}"


def _worth(scene: Scene, labels: list[str], value: int) -> list[list[str]]:
    """Return groups of up to three of these cards that are worth a value."""
    game = scene.game
    groups = chain.from_iterable(combinations(labels, size) for size in (1, 2, 3))
    return [
        list(group)
        for group in groups
        if game.worth([unit_of(game, bare(label)) for label in group], value)
    ]


def _groups(scene: Scene, state: State, value: int, new: bool) -> list[str]:
    """Return groups worth a value, as cards; mostly with a loose one for a new build."""
    tops = _tops(scene, state) if scene.likely(0.75) else []
    labels = [*state.loose, *tops]
    scene.chance.shuffle(labels)
    groups = _worth(scene, labels, value)
    groups.sort(key=lambda group: not any("^" in label for label in group))
    chosen: list[str] = []
    if new and scene.likely(0.85):
        groups.sort(key=lambda group: any("^" in label for label in group))
    for group in groups[: scene.chance.choice((1, 1, 2, 4))]:
        if not {*group} & {*chosen}:
            chosen += group
    return chosen


def table_form(scene: Scene, state: State) -> str:
    """Return a form without a card from the hand: a new build, or groups for one that lies
    there."""
    game, chance = scene.game, scene.chance
    values = [number for card in state.hand or () for number in game.played_values(card) if number]
    values += [RANKS.index(rank) + 1 for rank in game.proven]
    if scene.likely(0.08):
        values.append(chance.randint(2, 14))
    targets: list[tuple[int, Build | None]] = [(value, None) for value in values]
    targets += [(build.value, build) for build in state.builds] * 2
    if "own_build_from_table" in game.house and scene.likely(0.8):
        targets = [(build.value, build) for build in state.builds if build.keeper == 0]
    chance.shuffle(targets)
    for value, build in targets:
        added = _groups(scene, state, value, new=build is None)
        least = 2 if build is None and scene.likely(0.95) else 1
        if len(added) >= least and (build is not None or scene.likely(0.9)):
            cards = [*added, *(build.cards if build else ())]
            return _claim(scene, cards, value) + _for_partner(scene, build)
    cards = _some_loose(scene, state, 0.6) + (_tops(scene, state) if scene.likely(0.4) else [])
    cards = cards or [*state.loose[:2]] or [scene.pack[0]]
    builds = [build for build in state.builds if scene.likely(0.2)]
    cards += [card for build in builds for card in build.cards]
    if scene.likely(0.1) and state.builds and not builds:
        cards.append(state.builds[0].cards[0])
    return _claim(scene, cards, _value(scene, state, scene.number(list(map(bare, cards)))))


def _for_partner(scene: Scene, build: Build | None) -> str:
    """Return the partner's seat, if the build may be his."""
    if scene.game.pairs and (build is None or build.keeper == 2):
        return "@2" if scene.likely(0.55) else ""
    return ""


def _value(scene: Scene, state: State, likely: int) -> int:
    """Return a value for a form: the likely one, one that is held, or another."""
    pick = scene.chance.random()
    if pick < 0.7 or not state.hand:
        return likely
    if pick < 0.9:
        return scene.number([scene.chance.choice(state.hand)])
    return scene.chance.randint(1, 16)


def _items(scene: Scene, state: State, count: int) -> list[str]:
    """Return some of what lies there; now and then what does not lie there so."""
    tops = _tops(scene, state) if scene.likely(0.35 if scene.game.swazi else 0.8) else []
    found = [_written(scene, label) for label in [*state.loose, *tops]]
    found += [build.claim for build in state.builds]
    chosen = scene.chance.sample(found, min(count, len(found)))
    if scene.likely(0.06):
        chosen.append(scene.pack[-1])
    inside = [c for build in state.builds if build.claim not in chosen for c in build.cards]
    if inside and scene.likely(0.06):
        chosen.append(scene.chance.choice(inside))
    return chosen


def _take(scene: Scene, state: State, card: str) -> str:
    """Return a take of anything; often what is worth the card."""
    value = scene.game.played_values(card)[-1]
    tops = _tops(scene, state) if scene.likely(0.1 if scene.game.swazi else 0.8) else []
    same = [c for c in state.loose if rank_of(c) == rank_of(card)]
    if scene.game.picture(card) and same and scene.likely(0.8):
        return " ".join([card, "x", *same])
    if value is not None and scene.likely(0.5):
        items = [build.claim for build in state.builds if build.value == value]
        for group in _worth(scene, [*state.loose, *tops], value):
            if not {*group} & {*items} and scene.likely(0.8):
                items += group
        if items:
            return " ".join([card, "x", *items])
    count = scene.chance.choices((1, 2, 3), (40, 35, 25))[0]
    return " ".join([card, "x", *(_items(scene, state, count) or [scene.pack[-1]])])


def _form(scene: Scene, state: State, card: str) -> str:
    """Return a build of the card and something that lies there."""
    items = _items(scene, state, scene.chance.randint(1, 3))
    cards = [c for item in items for c in item.rpartition("=")[0].replace("=", "+").split("+") if c]
    cards += [item for item in items if "=" not in item]
    value = _value(scene, state, scene.number([card, *map(bare, cards)]))
    return _claim(scene, cards, value, card)


def _grow(scene: Scene, state: State, card: str) -> str:
    """Return a group with the card for a build, or a new build of a value that is held."""
    game = scene.game
    number = game.number(card)
    held = [n for c in state.hand or () if c != card for n in game.played_values(c) if n]
    targets: list[tuple[int, Build | None]] = [(value, None) for value in held]
    targets += [(build.value, build) for build in state.builds] * 2
    scene.chance.shuffle(targets)
    for value, build in targets:
        if number is None:
            break
        tops = _tops(scene, state) if scene.likely(0.6) else []
        groups = _worth(scene, [*tops, *state.loose], value - number) if number < value else []
        same = value in game.numbers(card)
        if not groups and not same:
            continue
        cards = [] if same else scene.chance.choice(groups)
        if scene.likely(0.2) or (same and build is None):
            more = _groups(scene, state, value, new=build is None)
            cards = [*cards, *(label for label in more if label not in cards)]
        partner = _for_partner(scene, build)
        return _claim(scene, [*cards, *(build.cards if build else ())], value, card) + partner
    return _form(scene, state, card)


def _raise(scene: Scene, state: State, card: str) -> str:
    """Return a build changed by the card, perhaps merged, perhaps with loose cards."""
    if not state.builds:
        return _grow(scene, state, card)
    theirs = [build for build in state.builds if not scene.game.side(build.keeper)]
    likely = 0.25 if "no_raise_own" in scene.game.house else 0.75
    build = scene.chance.choice(theirs if theirs and scene.likely(likely) else state.builds)
    values = {scene.number([other]) for other in state.hand or ()}
    fitting = [c for c in state.hand or () if build.value + scene.number([c]) in values]
    if fitting and scene.likely(0.7):
        card = scene.chance.choice(fitting)
    value = build.value + scene.number([card])
    cards = [*build.cards]
    equal = [other for other in state.builds if other.value == value]
    others = [other for other in state.builds if other is not build]
    if equal and scene.likely(0.65):
        cards += equal[0].cards
    elif others and scene.likely(0.06):
        cards += others[0].cards
    if scene.likely(0.15):
        cards += _groups(scene, state, value, new=False)
    if scene.likely(0.15):
        tops = [top for top in _tops(scene, state) if scene.likely(0.4)]
        along = [*state.loose[:1], *tops]
        cards += along
        value += scene.number(list(map(bare, along)))
    return _claim(scene, cards, value if scene.likely(0.9) else _value(scene, state, value), card)


def _listed(scene: Scene, state: State, card: str, whole: bool) -> str:
    """Return a turn that the oracle lists as possible, or a part of such a take."""
    found = [*takes(scene.game, NOTHING_KNOWN, state, card), *forms(scene.game, state, card)]
    turns: list[str] = [one["turn"] for one in found]
    if not turns:
        return _take(scene, state, card) if scene.likely(0.5) else f"{card} -"
    turn = scene.chance.choice(turns)
    words = turn.split()
    if whole or len(words) < 4 or words[1] != "x":
        return turn
    words.remove(scene.chance.choice(words[2:]))
    return " ".join(words)


def positions(
    chance: random.Random, game: str, house: frozenset[str] | None = None
) -> dict[str, str]:
    """Return a random question, with random house rules or these."""
    while True:
        try:
            query = _question(chance, game, house)
            read_question(game, frozenset(), query)
        except Refused:  # a card twice, mostly
            continue
        return query


def _question(chance: random.Random, name: str, house: frozenset[str] | None) -> dict[str, str]:
    """Return a random question, which may name a card twice."""
    scene = random_scene(chance, random_game(chance, name, house))
    rare = rare_turn(scene) if scene.likely(0.07) else None
    query = _where(scene)
    whole = query | {"hand": " ".join(scene.hand)}
    state = read_question(name, frozenset(), whole).start
    if scene.likely(0.72):
        query["hand"] = whole["hand"]
    if scene.likely(0.05):
        query["limit"] = str(chance.randint(1, 3))
    card = chance.choice(scene.hand)
    if scene.likely(0.92):
        query["turn"] = rare or random_turn(scene, state)
    first = _first_card(query.get("turn", f"{card} -")) or card
    if scene.likely(0.3):
        query["played"] = first
    if scene.likely(0.3):
        query["with"] = _pointed(scene, state, query.get("turn", ""))
    return {key: text for key, text in query.items() if text}


def _where(scene: Scene) -> dict[str, str]:
    """Return the fields of a question but for the hand and what is asked about it."""
    game = scene.game
    query = {
        "table": scene.table_text(), "house": " ".join(sorted(game.house)),
        "players": str(game.players), "piles": scene.piles_text(),
    }  # fmt: skip
    if game.deal != 1 or scene.likely(0.1):
        query["deal"] = str(game.deal)
    if "crazy" in game.house and (game.stock != 1 or scene.likely(0.5)):
        query["stock"] = str(game.stock)
    if "draw" in game.house and scene.likely(0.5):
        query["stock"] = str(scene.chance.randint(0, 32))
    if game.pairs and game.swazi and scene.likely(0.6):
        ranks = scene.chance.sample(RANKS, scene.chance.randint(1, 5))
        # Somebody else must be able to hold one.
        there = [rank_of(card) for card in scene.pack]
        scene.game = replace(game, proven=frozenset(rank for rank in ranks if rank in there))
        query["proven"] = " ".join(sorted(scene.game.proven, key=RANKS.index))
    return {key: text for key, text in query.items() if text}


def _first_card(turn: str) -> str | None:
    """Return the first card that a turn plays from the hand."""
    for step in turn.split("/"):
        words = step.split()
        if words and "=" not in words[0]:
            return words[0]
    return None


def _pointed(scene: Scene, state: State, turn: str) -> str:
    """Return cards to point at: often those of a turn, else any."""
    words = turn.partition("/")[0].split()
    if len(words) > 2 and words[1] == "x" and scene.likely(0.5):
        return " ".join(words[2:])
    if words and "=" in words[-1] and scene.likely(0.7):
        return " ".join(_things(state, words))
    tops = [f"{pile[0]}^{i}" for i, pile in enumerate(state.piles) if pile]
    found = [*state.loose, *(build.claim for build in state.builds)]
    found += tops if scene.likely(0.4) else []
    chosen = scene.chance.sample(found, min(len(found), scene.chance.randint(1, 3)))
    return " ".join(chosen)


def _things(state: State, words: list[str]) -> list[str]:
    """Return the cards and builds that a form is made of."""
    cards = words[-1].rpartition("=")[0].replace("=", "+").split("+")
    if len(words) == 2 and words[0] in cards:
        cards.remove(words[0])
    items = []
    for build in state.builds:
        if all(cards.count(one) >= build.cards.count(one) for one in build.cards):
            items.append(build.claim)
            for one in build.cards:
                cards.remove(one)
    return [*items, *(card for card in cards if bare(card))]
