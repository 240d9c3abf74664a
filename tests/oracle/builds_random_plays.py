"""Random turns of the games with builds, step by step: legal, nearly legal or nonsense."""

from itertools import combinations

from tests.oracle.builds_judge import play_step
from tests.oracle.builds_notation import RANKS, Build, bare, rank_of
from tests.oracle.builds_parser import read_step
from tests.oracle.builds_plays import Sight, forms, takes
from tests.oracle.builds_random_positions import Scene
from tests.oracle.builds_turn_state import State

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
        card = next((c for c in state.hand or () if rank_of(c) == rank), card)
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
    found = []
    for size in (1, 2, 3):
        for group in combinations(labels, size):
            numbers = [game.number(bare(label)) for label in group]
            ace = value == 14 and size == 1 and rank_of(bare(group[0])) == "A" and game.ace_high
            if ace or (None not in numbers and sum(n for n in numbers if n) == value):
                found.append(list(group))
    return found


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
        same = number == value or (rank_of(card) == "A" and value == 14)
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
