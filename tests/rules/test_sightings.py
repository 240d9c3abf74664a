"""Sightings of a table by a camera, and the play that explains them: surely, or as a question."""

import pytest

from referee.rules.log.entries import write_entry
from referee.rules.log.sightings import Explanation, SeenFace, Sighting, Status, explain_sightings
from referee.rules.notation import read_card, write_cards
from tests.followed_games import begin, enter

UNSURE = 0.6
CASINO = ("casino", "table 5S 9C 2H AD")
BUILT = (*CASINO, "3S 2H+3S=5")
KRYPKASINO = ("krypkasino", "table 2S 5H 9C KH", "3D -")  # KH is set aside
EVEN = ("krypkasino", "table 3H 5D 9C 10S")
LESOTHO = ("lesotho-casino", "table 10D 5S 9C 2H", "9D x 9C")  # a pile lies open
KASINO = ("kasino", "table 5S 9C 2H AD")


def sighting(text: str, at: float) -> Sighting:
    """Return what a frame shows: cards that lie over each other are joined by ``+``, and one that
    is not sure has what else it may be after ``?``."""
    faces: list[SeenFace] = []
    piles = []
    for word in text.split():
        first = len(faces)
        for one in word.split("+"):
            card, *others = map(read_card, one.strip("?").split("?"))
            faces.append(SeenFace(card, UNSURE if "?" in one else 0.99, tuple(others)))
        if len(faces) - first > 1:
            piles.append(tuple(range(first, len(faces))))
    return Sighting(tuple(faces), tuple(piles), at)


def seen(frames: str) -> list[Sighting]:
    """Return the sightings of frames that ``/`` parts: each is seen twice within a second, or once
    with ``once`` in front; ``later`` stands for five seconds."""
    sightings, clock = [], 0.0
    for frame in frames.split("/"):
        text = frame.strip()
        if text == "later":
            clock += 5
            continue
        for _ in range(1 if text.startswith("once") else 2):
            sightings.append(sighting(text.removeprefix("once"), clock))
            clock += 0.5
    return sightings


def explained(log: tuple[str, ...], frames: str) -> Explanation:
    game, *lines = log
    return explain_sightings(enter(begin(game=game), *lines), seen(frames))


SURE = [
    # the log, what is seen after its last entry, the entry that is made
    # A card is laid that can take nothing, and all else lies.
    (CASINO, "5S 9C 2H AD KD", "KD -"),
    (KRYPKASINO, "2S 3D 5H 9C 4C", "4C -"),
    (KASINO, "5S 9C 2H AD KD", "KD -"),
    # A card was seen beside what it took.
    (CASINO, "5S 9C 2H AD 9D / 5S 2H AD", "9D x 9C"),
    (CASINO, "5S 9C 2H AD 8D / 9C", "8D x AD 2H 5S"),
    (KRYPKASINO, "2S 3D 5H 9C 8C / 2S 9C", "8C x 3D 5H"),
    (KASINO, "5S 9C 2H AD 9D / 5S 2H AD", "9D x 9C"),
    # Once more after a hand has lain over some of them.
    (CASINO, "5S 9C 2H AD 9D / 5S 9D / 5S 2H AD", "9D x 9C"),
    (CASINO, "5S 9C 2H AD 9D / 2H / 5S 2H AD", "9D x 9C"),
    # What was set aside lay there after the latest entry, and was taken away since.
    (KRYPKASINO, "2S 3D 5H 9C KH / 2S 3D 5H 9C 8C / 2S 9C", "8C x 3D 5H"),
    # The whole table is swept.
    (EVEN, "3H 5D 9C 10S 4C / 3H 5D 9C 10S 4C", "4C -"),
    (("casino", "table 5S 9C 2H AD", "9D x 9C", "8H x 5S 2H AD", "KD -"), "KD KS / ", "KS x KD"),
    # A card that was read unsurely lies in the log.
    (CASINO, "5S 9C 2H? AD KD", "KD -"),
    (CASINO, "5S 9C 2D?2H AD KD", "KD -"),
    # Of two packs the other copy is played.
    (("krypkasino", "table 3H 5D 9C 10S", "4C -"), "3H 5D 9C 10S 4C 4C / 3H 5D 9C 10S", "4C x 4C"),
    # A card that could have captured stayed while the next one was laid.
    (CASINO, "5S 9C 2H AD 9D / 5S 9C 2H AD 9D KD", "9D -"),
    # The next card was laid as soon as the one before had captured.
    (CASINO, "5S 9C 2H AD 9D / 5S 2H AD KD", "9D x 9C"),
    # A build is what lies over each other, and stayed.
    (CASINO, "5S 9C 2H+3D AD / 5S 9C 2H+3D AD KD", "3D 2H+3D=5"),
    (CASINO, "5S 9C 2H 3D AD / 5S 9C 2H 3D AD KD", "3D -"),
    (CASINO, "5S+4D 9C 2H AD", "4D 4D+5S=9"),
    (CASINO, "5S+4D+9C 2H AD", "4D 9C=4D+5S=9"),
    (BUILT, "5S 9C AD 2H+3S KD", "KD -"),
    (BUILT, "5S 9C AD 2H+3S 5H / 9C AD", "5H x 5S 2H+3S=5"),
    (LESOTHO, "10D AH 5S 2H", "AH -"),
]


@pytest.mark.parametrize(("log", "frames", "entry"), SURE)
def test_the_only_legal_play_is_entered(log: tuple[str, ...], frames: str, entry: str) -> None:
    found = explained(log, frames)
    assert found.status is Status.SURE
    assert [write_entry(one) for one in found.entries] == [entry]


ASKED = [
    # the log, what is seen, what it comes to, the entries that are asked about, the cards
    # Nothing has changed: a card was nudged, or set aside; a captured one lies on a pile.
    (CASINO, "2H 9C AD 5S", Status.SAME, [], ""),
    (CASINO, "2H+9C AD 5S", Status.SAME, [], ""),
    (("krypkasino", "table 2S 5H 9C KH"), "2S 5H 9C KH", Status.SAME, [], ""),
    ((*CASINO, "9D x 9C"), "5S 2H AD 9C 9D", Status.SAME, [], ""),
    # A change is believed once two frames show it.
    (CASINO, "once 5S 9C 2H AD KD", Status.LOOK, [], ""),
    (CASINO, "once 5S 9C 2H AD / once 5S 9C 2H AD KD", Status.LOOK, [], ""),
    # A card that could capture may be about to.
    (CASINO, "5S 9C 2H AD 9D", Status.WAIT, ["9D -", "9D x 9C"], "9D"),
    (KRYPKASINO, "2S 3D 5H 9C 9D", Status.WAIT, ["9D x 9C"], "9D"),
    # It lay there for so long that another may have taken it with the rest.
    (CASINO, "5S 9C 2H AD 9D / later / 5S 9C 2H AD 9D / 5S 2H AD", Status.ASK,
     ["9D x 9C", "9D -"], ""),
    # It lies there still, and others are gone, or below a hand.
    (CASINO, "5S 9C 2H+3D AD / 9C 2H+3D AD", Status.ASK, ["3D 2H+3D=5"], ""),
    # The card that captured was not seen, or only once.
    (CASINO, "9C 2H AD", Status.UNSEEN, ["5H x 5S", "5D x 5S", "5C x 5S"], "5S"),
    (CASINO, "once 5S 9C 2H AD 5D / 9C 2H AD", Status.UNSEEN,
     ["5H x 5S", "5D x 5S", "5C x 5S"], "5S"),
    # A hand lies over cards: no play takes just these.
    (CASINO, "5S AD", Status.COVERED, [], "2H 9C"),
    (KRYPKASINO, "2S 9C", Status.UNSEEN,
     ["8S x 3D 5H", "8H x 3D 5H", "8D x 3D 5H", "8C x 3D 5H"], "3D 5H"),
    (KRYPKASINO, "2S", Status.COVERED, [], "3D 5H 9C"),
    # The card takes less than it could: the rest may go a moment later.
    (("casino", "table 3H 7S 2D 8S"), "3H 7S 2D 8S 10H / 2D 8S", Status.ASK, ["10H x 3H 7S"], ""),
    (BUILT, "5S 9C AD 2H+3S 5H / 5S 9C AD", Status.ASK, ["5H x 2H+3S=5"], ""),
    # A card was out of sight before, and others change: it lies there still, or was taken first.
    (CASINO, "5S 9C 2H 9D / 5S 2H", Status.ASK, ["9D x 9C", "AS x AD", "AH x AD", "AC x AD"], ""),
    (CASINO, "5S 9C 2H / 5S 9C 2H KD", Status.ASK, ["KD -", "AS x AD", "AH x AD", "AC x AD"], ""),
    # Two cards came at once, or a card of which nobody can say what it does.
    (CASINO, "5S 9C 2H AD KD KS", Status.STRANGE, [], "KS KD"),
    (CASINO, "5S 9C 2H KD", Status.COVERED, [], "AD"),
    # A card that should have been set aside lies there still.
    (("krypkasino", "table 2S 5H 9C KH"), "2S 5H 9C KH 4C", Status.ASK, ["4C -"], ""),
    # Or a hand covered it, and it is there again.
    (KRYPKASINO, "2S 3D 5H 9C KH / 2S 3D 5H / 2S 3D 5H 9C KH", Status.ASK, ["KH -"], ""),
    # What was undone is not entered again.
    ((*CASINO, "KD -", "undo 2"), "5S 9C 2H AD KD", Status.ASK, ["KD -"], ""),
    ((*CASINO, "KD -", "undo 2", "QD -", "undo 4"), "5S 9C 2H AD KD", Status.SURE, ["KD -"], ""),
    # The new card was not read surely.
    (CASINO, "5S 9C 2H AD KD?KH", Status.ASK, ["KD -", "KH -"], "KD"),
    # It lies over a card with which it makes no build: it may be a part of its picture.
    (CASINO, "5S 9C 2H AD+KD", Status.ASK, ["KD -"], "KD"),
    (KRYPKASINO, "2S 3D 5H 9C+4C", Status.ASK, ["4C -"], "4C"),
    # What lies over each other is a build that is made, where the card can take nothing else.
    (CASINO, "5S 9C 2H+3D AD", Status.WAIT, ["3D 2H+3D=5", "3D x AD 2H"], "3D"),
    (CASINO, "5S 9C 2H 3D AD", Status.WAIT, ["3D -", "3D x AD 2H"], "3D"),
    (CASINO, "5S 9C 2H+AD+3D", Status.WAIT,
     ["3D 3D=AD+2H=3", "3D AD+2H+3D=6", "3D x AD 2H"], "3D"),
    # The top of a pile lies in a build then, and not among the loose cards.
    (LESOTHO, "10D+AH+9D 5S 2H", Status.ASK, ["AH 10D=AH+9D^1=10"], ""),
    (LESOTHO, "10D AH 5S 2H / 10D+AH 5S 2H", Status.ASK, ["AH 10D=AH+9D^1=10"], ""),
]  # fmt: skip


@pytest.mark.parametrize(("log", "frames", "status", "entries", "cards"), ASKED)
def test_all_else_is_asked_or_waited_for(
    log: tuple[str, ...], frames: str, status: Status, entries: list[str], cards: str
) -> None:
    found = explained(log, frames)
    told = [write_entry(one) for one in found.entries]
    assert (found.status, told, write_cards(found.cards)) == (status, entries, cards)


FIRST = [
    ("5S 9C 2H AD", Status.SURE, ["table AD 2H 5S 9C"]),
    ("5S 9C 2H", Status.SAME, []),
    ("5S 9C 2H AD KD", Status.SAME, []),
    ("5S 9C 2H AD?AH", Status.SAME, []),
    ("once 5S 9C 2H AD", Status.LOOK, []),
]


@pytest.mark.parametrize(("frames", "status", "entries"), FIRST)
def test_the_first_table(frames: str, status: Status, entries: list[str]) -> None:
    found = explained(("casino",), frames)
    assert (found.status, [write_entry(one) for one in found.entries]) == (status, entries)


def test_without_sightings_nothing_is_said() -> None:
    assert explain_sightings(enter(begin(game="casino"), CASINO[1]), ()).status is Status.SAME
