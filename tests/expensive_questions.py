"""Questions that were dear once, and what a question costs."""

import gc
from collections.abc import Callable
from time import process_time

from referee.rules import lattice, sums
from referee.rules.cards import FACES
from referee.rules.games.casino import analysis as of_builds
from referee.rules.games.krypkasino import question as of_captures
from referee.rules.notation import write_card

PACK = [write_card(card) for card in FACES]
PILE = ">".join(card for card in PACK[:28] if card[-1] != "C")
MANY = "AS AH 2D 2C 3S 3H 3D 4S 5S 5H 6S 6H 7S 7H 8S 8H 8D 9S 10S 2S=2H=2@1"
PAIRS = [f"A{s}+2{s}=3@1 3{s}+4{s}=7@1 5{s}+6{s}=11@1" for s in "SHDC"]
_SMALL = "AS AH AD AC 2S 2H 2D 2C 3S 3H 3D 4S 4H 4D 4C"
_DEEP = "5H>6S>7H>5D>6D>7D>5C@1 6H>7S>6C>7C@2"
_CROWD = [card for card in PACK if card not in ("9S", "9H")]

DEAR: dict[str, tuple[str, dict[str, str]]] = {
    # what it is: the game and the question
    "cards of a pile, named by rank": ("swazi-casino",
     dict(table="10C", piles=f"{PILE}@1", turn="10H x A 2 3 4 5 6 7", played="10H")),
    "a build and many cards that are pointed at": ("casino", {"table": MANY, "with": MANY}),
    "a build that counts as a card": ("casino",
     dict(table=MANY, played="10H", house="simple_build_as_card", limit="200")),
    "many builds that count as cards": ("casino",
     dict(table=" ".join([*PAIRS[:3], *PACK[24:38]]), played="10D",
     house="simple_build_as_card", limit="200")),
    "many builds, named whole": ("casino", dict(table=" ".join(PAIRS), turn="KS KS+AS+2S+3H+4H=9")),
    "a crowded table and hand": ("royal-casino", dict(table=" ".join(_CROWD[:30]), limit="200",
     hand=" ".join([*_CROWD[30:], "9S"]), played="9S")),
    "many captures at two values": ("kasino", dict(house="kasino_values_free", played="10D",
     table=" ".join(card for card in PACK if card not in "10S 10D JC QH QC KD 7H 5C 3S 3D 2D 2C"))),
    "tops of piles, one after the other": ("swazi-casino",
     dict(table=f"{_SMALL} 5S+3C=8@0", players="3", piles=_DEEP,
     turn="8S 5S+3C+8S+AS+AH+AD+AC+2S+2H+2D+2C+3S+3H+5H^1+6S^1+6H^2=8", limit="200")),
    "what may be insisted on, of deep piles": ("swazi-casino",
     dict(table=f"{_SMALL} 7D+3C=10@0", players="3", piles=_DEEP.replace("7D", "8D"), turn="KS -")),
    "two packs and a claim": ("krypkasino",
     dict(table=" ".join([*PACK[:44], *PACK[:32]]), played="KS", captured=" ".join(PACK[40:44]),
     limit="200")),
}  # fmt: skip


def cost(ask: Callable[[dict[str, str]], object], texts: dict[str, str]) -> float:
    """Return the seconds of processor that the best of five takes, each as if nobody had asked
    anything before. No garbage is looked for meanwhile: that takes longer than a question."""
    seconds = []
    gc.disable()
    try:
        for _ in range(5):
            of_builds.consult.cache_clear()
            of_captures.consult.cache_clear()
            lattice.maximal.cache_clear()
            lattice.lattice_of.cache_clear()
            sums.dividing_values.cache_clear()
            begin = process_time()
            ask(texts)
            seconds.append(process_time() - begin)
    finally:
        gc.enable()
    return min(seconds)
