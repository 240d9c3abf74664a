"""Turns of followed games with builds as people say them, in each language."""

from typing import NamedTuple

import pytest

from referee.languages import Speech, speaking
from referee.messages.irregular_plays import irregularity_text
from referee.messages.table_events import step_text
from tests.build_game_scenes import CASINO, SWAZI, Scene, follow
from tests.in_each_language import in_each_language

NAMES = ["Ada", "Bo", "Cia", "Dan"]
BESIDE = Scene("casino", 2, "trail_and_table_build")


class Told(NamedTuple):
    """A scene, its last entries, and how they are told in each language."""

    scene: Scene
    entries: tuple[str, ...]
    english: str
    swedish: str
    german: str


def told(scene: Scene, *entries: str, en: str, sv: str, de: str) -> Told:
    return Told(scene, entries, en, sv, de)


OPEN = ["table 2C 5S 9H KD", "3C 3C+5S=8", "9D x 9H", "8D x 3C+5S=8", "6H 2C+6H=8", "QC -"]
"""Bo took 3♣ and 5♠, and only he knows which of them lies higher."""
TOLD = [
    told(CASINO, "table 5H 3S 4H QS", "8D x 5H 3S",
         en="Bo takes 3♠ + 5♥ with the 8♦", sv="Bo tar in 3♠ + 5♥ med 8♦",
         de="Bo schlägt 3♠ + 5♥ mit 8♦"),
    told(CASINO, "table 5H 3S 8H QS", "8D 8D=5H+3S=8",
         en="Bo builds 8 of 3♠ + 5♥ and 8♦", sv="Bo bygger 8 av 3♠ + 5♥ och 8♦",
         de="Bo baut 8 aus 3♠ + 5♥ und 8♦"),
    told(CASINO, "table 5H 4S 8H QS", "3D 3D+5H=8", "8C x 3D+5H=8 8H",
         en="Ada takes Bo’s build of 8 and 8♥ with the 8♣",
         sv="Ada tar in åttabygget (Bo) och 8♥ med 8♣",
         de="Ada schlägt den 8er-Bau von Bo und 8♥ mit 8♣"),
    told(CASINO, "table 5H 4S 8H QS", "3D 3D+5H=8", "2C 2C+3D+5H=10",
         en="Ada raises Bo’s build of 8 to 10 with the 2♣",
         sv="Ada höjer åttabygget (Bo) till 10 med 2♣",
         de="Ada erhöht den 8er-Bau von Bo mit 2♣ auf 10"),
    told(BESIDE, "table 5H 3S 9H QS", "KC - / 5H+3S=8",
         en="Bo trails the K♣, then builds 8 of 3♠ and 5♥ from the table",
         sv="Bo lägger ut K♣ och bygger 8 av 3♠ och 5♥ på bordet",
         de="Bo legt K♣ ab und baut 8 aus 3♠ und 5♥ vom Tisch"),
    told(SWAZI, "table 2C 6H 9H KD", "2C+6H=8 / 9D x 9H",
         en="Bo builds 8 of 2♣ and 6♥ from the table, then takes 9♥ with the 9♦",
         sv="Bo bygger 8 av 2♣ och 6♥ på bordet och tar in 9♥ med 9♦",
         de="Bo baut 8 aus 2♣ und 6♥ vom Tisch und schlägt 9♥ mit 9♦"),
    told(SWAZI, *OPEN, "8D^1=2C+6H=8 / QH x QC", "top 5S^1",
         en="5♠ is on top of Bo’s pile", sv="5♠ ligger överst på högen (Bo)",
         de="5♠ liegt oben auf dem Stapel von Bo"),
    told(SWAZI, "table 2C 4H 6H 10D", "4S 4S+6H=10", "4D 4D+4H=8", "2D 4D+4H+2D=4S+6H=10",
         en="Bo raises Ada’s build of 8 to 10 with the 2♦ and joins it to the build of 10",
         sv="Bo höjer åttabygget (Ada) till 10 med 2♦ och slår ihop det med tiobygget",
         de="Bo erhöht den 8er-Bau von Ada mit 2♦ auf 10 und vereinigt ihn mit dem 10er-Bau"),
    told(SWAZI, "table 2C 6H 9H KD", "shows KD 2C+6H=8@0",
         en="The table shows: K♦ and Ada’s build of 8 (2♣ and 6♥)",
         sv="På bordet ligger: K♦ och åttabygget (Ada: 2♣ och 6♥)",
         de="Auf dem Tisch: K♦ und 8er-Bau von Ada (2♣ und 6♥)"),
]  # fmt: skip


def plain(text: str) -> str:
    """Return a text without the marks that keep phones from making pictures of suits."""
    return text.replace("\ufe0e", "")


@pytest.mark.parametrize("one", TOLD, ids=lambda one: " ".join(one.entries[-1:]))
def test_a_turn_is_a_sentence(one: Told) -> None:
    record = follow(one.scene, *one.entries)
    names = NAMES[: record.players]
    texts = in_each_language(lambda: step_text(record.events[-1], record.rules, names))
    assert texts == (one.english, one.swedish, one.german)


LEFT = "It was left as it was played."
IRREGULAR = [
    # entries, what is said of the one that is not as the rules want it
    (["table 4C 8H JD QS", "9D x 4C 8H !"],
     "Bo takes 4♣ and 8♥ with the 9♦: These cards do not make groups of 9. " + LEFT),
    (["table 4C 8H JD QS", "@0 9D - !"], "Ada played 9♦ out of turn."),
    (["table 4C 8H JD QS", "8D x 8H", "4H x 4C", "replace 2 4D x 4C"],
     "Ada takes 4♣ with the 4♥: this does not fit any more. Correct it."),
]  # fmt: skip


@pytest.mark.parametrize(("entries", "said"), IRREGULAR)
def test_what_was_irregular_is_told_with_the_turn(entries: list[str], said: str) -> None:
    record = follow(CASINO, *entries)
    with speaking(Speech("en")):
        (found,) = [irregularity_text(one, record, NAMES[:2]) for one in record.irregularities]
    assert plain(found) == said
