"""Dear questions, found on purpose: change a question a little, and keep what costs more.

A question is its words by field, as an address has them. What it costs is the processor's time for
the answer; a refusal is an answer too.
"""

from __future__ import annotations

import gc
import random
from collections.abc import Callable
from time import process_time
from typing import NamedTuple
from urllib.parse import urlencode

from referee.rules import groups
from referee.rules.asking import OPTIONS_MOST
from referee.rules.games import RULESETS, ruleset
from referee.rules.games.casino import ruling as of_builds
from referee.rules.notation import write_card

LONGEST_ADDRESS = 4096
"""Characters: the app refuses longer ones."""
SEATS = 4
RANKS = {rank: number for number, rank in enumerate("A 2 3 4 5 6 7 8 9 10 J Q K".split(), 1)}

Words = dict[str, list[str]]
"""The fields of a question, each as its words. Builds are words of the table; ``piles`` has a word
a card, from the top down, with its seat: ``5H@1``. ``turn`` has a word a step."""
Ask = Callable[[dict[str, str]], object]
"""Asks a question, and waits for the answer."""


class Dear(NamedTuple):
    """A question and the seconds of processor that it costs."""

    seconds: float
    texts: dict[str, str]


def climb(game: str, ask: Ask, chance: random.Random, steps: int) -> Dear:
    """The dearest question that so many changes lead to."""
    words = begin(game, chance)
    dearest = Dear(cost(ask, texts_of(words)), texts_of(words))
    for _ in range(steps):
        changed = {name: list(these) for name, these in words.items()}
        for _ in range(chance.choice((1, 1, 2, 4))):
            chance.choice(CHANGES)(changed, game, chance)
        texts = texts_of(changed)
        if len(urlencode(texts)) > LONGEST_ADDRESS:
            continue
        seconds = cost(ask, texts)
        if seconds > dearest.seconds:
            seconds = min(seconds, cost(ask, texts))  # a machine may stall
        if seconds >= dearest.seconds:
            words, dearest = changed, Dear(seconds, texts)
    return dearest


def cost(ask: Ask, texts: dict[str, str]) -> float:
    """Seconds of processor, when nobody has asked anything before. What the tests before have left
    behind is not looked through meanwhile: that takes longer than a question."""
    forget()
    gc.disable()
    try:
        begin = process_time()
        ask(texts)
        return process_time() - begin
    finally:
        gc.enable()


def forget() -> None:
    """Nobody has asked anything yet."""
    for kept in (of_builds.consult, groups.maximal):
        kept.cache_clear()


def texts_of(words: Words) -> dict[str, str]:
    """The question as text fields."""
    texts = {name: " ".join(these) for name, these in words.items() if these}
    if "turn" in words:
        texts["turn"] = " / ".join(words["turn"])
    piles: dict[str, list[str]] = {}
    for word in words.get("piles", []):
        card, _, seat = word.partition("@")
        piles.setdefault(seat, []).append(card)
    texts["piles"] = " ".join(f"{'>'.join(cards)}@{seat}" for seat, cards in piles.items())
    return {name: text for name, text in texts.items() if text}


# --- the first question ---------------------------------------------------------------------------


def begin(game: str, chance: random.Random) -> Words:
    """Up to a whole pack on the table and in the hand, a card played, as many options as can be."""
    deck = ruleset(game).deck
    pack = [write_card(card) for card in chance.sample(deck.faces * deck.copies, deck.size)]
    lying, held = chance.randint(0, deck.size - 1), chance.randint(1, 20)
    house = RULESETS[game].house_rules.names_during_play()
    return {
        "table": pack[:lying],
        "hand": pack[lying : lying + held] if chance.random() < 0.5 else [],
        "played": pack[lying : lying + 1],
        "house": chance.sample(house, chance.randint(0, len(house))),
        "limit": [str(OPTIONS_MOST)],
        "players": [],
    }


# --- changes --------------------------------------------------------------------------------------


def _move(words: Words, game: str, chance: random.Random) -> None:
    """A card goes somewhere else, or out of sight."""
    source = chance.choice(("table", "hand", "piles", "with"))
    loose = [word for word in words.get(source, []) if "=" not in word]
    if not loose:
        return
    word = chance.choice(loose)
    words[source].remove(word)
    _put(words, word.partition("@")[0], chance)


def _put(words: Words, card: str, chance: random.Random) -> None:
    place = chance.choice(("table", "table", "hand", "piles", "away"))
    if place == "piles":
        card = f"{card}@{chance.randrange(1, SEATS)}"
    if place != "away":
        words.setdefault(place, []).append(card)


def _add(words: Words, game: str, chance: random.Random) -> None:
    """A card of the pack comes into sight, if it is not there."""
    text = " ".join(texts_of(words).values())
    card = write_card(chance.choice(ruleset(game).deck.faces))
    if card not in text or ruleset(game).deck.copies > 1:
        _put(words, card, chance)


def _weld(words: Words, game: str, chance: random.Random) -> None:
    """Some cards of the table become a build."""
    loose = [word for word in words["table"] if "=" not in word]
    cards = chance.sample(loose, min(len(loose), chance.choice((2, 2, 2, 3, 4, 6))))
    if values := _values(cards):
        words["table"] = [word for word in words["table"] if word not in cards]
        built = f"{'+'.join(cards)}={chance.choice(values)}@{chance.randrange(2)}"
        words["table"].append(built)


def _values(cards: list[str]) -> list[int]:
    """What groups of these may come to, going by the sum."""
    total = sum(RANKS[card.rstrip("SHDC")] for card in cards)
    return [value for value in range(1, 15) if total and total % value == 0]


def _break(words: Words, game: str, chance: random.Random) -> None:
    """A build becomes loose cards."""
    builds = [word for word in words["table"] if "=" in word]
    if builds:
        build = chance.choice(builds)
        words["table"].remove(build)
        words["table"] += build.rpartition("=")[0].replace("=", "+").split("+")


def _name(words: Words, game: str, chance: random.Random) -> None:
    """A suit is left out, somewhere."""
    name = chance.choice(("table", "hand", "turn", "with", "played"))
    if words.get(name):
        at = chance.randrange(len(words[name]))
        word = words[name][at]
        suits = [place for place, letter in enumerate(word) if letter in "SHDC"]
        if suits:
            place = chance.choice(suits)
            words[name][at] = word[:place] + word[place + 1 :]


def _play(words: Words, game: str, chance: random.Random) -> None:
    """Another card is played, or none."""
    words["played"] = []
    words["turn"] = []
    if chance.random() < 0.9:
        card = write_card(chance.choice(ruleset(game).deck.faces))
        words["played"] = [chance.choice([*words.get("hand", []), card])]


def _claim(words: Words, game: str, chance: random.Random) -> None:
    """A step of a turn, or all of it anew."""
    if chance.random() < 0.5:
        words["turn"] = []
    cards, named = _pointed(words, chance)
    card = (words.get("played") or words.get("hand") or ["8"])[0]
    kind = chance.choice(("take", "form", "form", "alone", "lay"))
    if kind == "lay":
        words.setdefault("turn", []).append(f"{card} -")
    elif kind == "take" and named:
        words.setdefault("turn", []).append(f"{card} x {' '.join(named)}")
    elif cards:
        whole = cards if kind == "alone" else [card, *cards]
        values = _values([one.partition("^")[0] for one in whole]) or [chance.randint(1, 14)]
        built = f"{'+'.join(whole)}={chance.choice(values)}"
        words.setdefault("turn", []).append(built if kind == "alone" else f"{card} {built}")


def _point(words: Words, game: str, chance: random.Random) -> None:
    """Somebody points at cards and builds."""
    words["with"] = _pointed(words, chance)[1]


def _pointed(words: Words, chance: random.Random) -> tuple[list[str], list[str]]:
    """Some of the table and of piles: as cards, and as what is pointed at."""
    table = words["table"]
    named = chance.sample(table, chance.randint(0, len(table)))
    cards = [
        card
        for word in named
        for card in (word.rpartition("=")[0] or word).replace("=", "+").split("+")
    ]
    piles = words.get("piles", [])
    tops = [word.replace("@", "^") for word in piles[: chance.randint(0, len(piles))]]
    return [*cards, *tops], [*(word.partition("@")[0] for word in named), *tops]


def _agree(words: Words, game: str, chance: random.Random) -> None:
    """A house rule is on or off, or other people play."""
    house = RULESETS[game].house_rules.names_during_play()
    rule = chance.choice([*house, ""])
    if not rule:
        words["players"] = [chance.choice("234")]
    elif rule in words["house"]:
        words["house"].remove(rule)
    else:
        words["house"].append(rule)


CHANGES = (_move, _add, _add, _weld, _weld, _break, _name, _play, _claim, _claim, _point, _agree)
