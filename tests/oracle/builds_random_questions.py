"""Random questions about the games with builds, to compare two referees with.

Everything hangs on the given `random.Random`. House rules stand in the question, as `house`.
No question is refused: turns are legal, nearly legal or nonsense.
"""

import random
from dataclasses import replace

from tests.oracle.builds import read_question
from tests.oracle.builds_notation import RANKS, Refused, bare, rank_of
from tests.oracle.builds_random_plays import random_turn
from tests.oracle.builds_random_positions import Scene, random_game, random_scene, rare_turn
from tests.oracle.builds_turn_state import State


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
