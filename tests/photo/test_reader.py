"""Photos as the app reads them: packs, the queue, refusals, and a sample of drawn photos."""

import json
import threading
from collections import Counter
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any

import pytest

from referee.photo import KnownFacts, OtherType, PhotoReading, SeenCard, available, read
from referee.rules.cards import FACES
from referee.rules.games import RULESETS, ruleset
from referee.rules.notation import read_card, read_cards
from referee.services.photo_reader import (
    MOST_WAITING,
    PhotosBusy,
    builds_in,
    knowledge_of,
    read_photo,
)
from tests.server_processes import PATIENCE
from tests.strategies import some


@pytest.mark.parametrize("game", RULESETS)
def test_a_photo_can_show_the_packs_of_the_game_without_what_is_gone(game: str) -> None:
    deck = ruleset(game).deck
    knowledge = knowledge_of(ruleset(game), read_cards("AS 2H"), "sv", 4)
    assert sum(knowledge.cards.values()) == deck.size - 2
    assert knowledge.cards[read_cards("AS")[0]] == deck.copies - 1
    assert {card.rank for card in knowledge.cards} == deck.ranks
    assert (knowledge.letters, knowledge.indices) == ("sv", 4)


@pytest.mark.parametrize(
    ("game", "cards", "builds"),
    [
        ("casino", "7S 3D", True),
        ("casino", "8H 9C", False),
        ("casino", "2H 7C 8D 9H 10D", False),
        ("krypkasino", "7S 3D", False),
    ],
)
def test_cards_over_each_other_are_a_build_if_they_make_its_value(
    game: str, cards: str, builds: bool
) -> None:
    outline = ((0.0, 0.0), (60.0, 0.0), (60.0, 90.0), (0.0, 90.0))
    group = tuple(SeenCard(card, 1.0, (), 30, 45, (), outline) for card in read_cards(cards))
    reading = PhotoReading(group, "en", 100, 100)
    assert builds_in(reading, ruleset(game)) == ([group] if builds else [])


@pytest.mark.parametrize("content_type", ["text/plain", "image/gif", "multipart/form-data", ""])
def test_other_types_are_refused_by_what_the_sender_says(content_type: str) -> None:
    with pytest.raises(OtherType):
        read_photo(b"", content_type, knowledge_of(ruleset("casino")))


def test_so_many_photos_wait_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = threading.Event()

    def slow(*_: object) -> PhotoReading:
        assert go_on.wait(PATIENCE)
        return PhotoReading((), "en", 1, 1)

    monkeypatch.setattr("referee.photo.read", slow)
    with ThreadPoolExecutor(MOST_WAITING + 2) as threads:
        knowledge = knowledge_of(ruleset("casino"))
        sent = [threads.submit(read_photo, b"", None, knowledge) for _ in range(MOST_WAITING + 2)]
        refused, waiting = wait(sent, PATIENCE, FIRST_COMPLETED)
        go_on.set()
        assert [type(one.exception()) for one in refused] == [PhotosBusy]
        assert all(one.result(PATIENCE).cards == () for one in waiting)


def test_all_photos_are_read_in_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory that a photo took is used again by the next one."""
    readers: list[int] = []

    def note(*_: object) -> PhotoReading:
        readers.append(threading.get_ident())
        return PhotoReading((), "en", 1, 1)

    monkeypatch.setattr("referee.photo.read", note)
    knowledge = knowledge_of(ruleset("casino"))
    for _ in range(3):
        sender = threading.Thread(target=read_photo, args=(b"", None, knowledge))
        sender.start()
        sender.join(PATIENCE)
    assert (len(readers), len(set(readers))) == (3, 1)


FOLDER = Path(__file__).parents[1] / "data" / "photos"
LABELS = json.loads((FOLDER / "labels.json").read_text("utf-8"))
LABELS = [one for one in LABELS if one["kind"] == "no cards" or one in some(LABELS, 3)]
PACKS = KnownFacts(dict.fromkeys(FACES, 2))
VERY_SURE = 0.9

needs_runtime = pytest.mark.skipif(not available(), reason="the extra photo is not installed")


@pytest.fixture(scope="module")
def readings() -> list[tuple[dict[str, Any], PhotoReading]]:
    return [(label, read((FOLDER / label["file"]).read_bytes(), PACKS)) for label in LABELS]


def wrong(label: dict[str, Any], reading: PhotoReading, least: float = 0) -> int:
    """Return the number of cards that were read and are not there."""
    seen = Counter(card.card for card in reading.cards if card.sure >= least)
    return (seen - Counter(map(read_card, label["cards"] + label["partly"]))).total()


@needs_runtime
def test_nearly_all_cards_are_read(readings: list[tuple[dict[str, Any], PhotoReading]]) -> None:
    right = cards = extra = 0
    for label, reading in readings:
        there = Counter(map(read_card, label["cards"]))
        cards += there.total()
        right += (there & Counter(card.card for card in reading.cards)).total()
        extra += wrong(label, reading)
    assert right / (right + extra) > 0.97
    assert right / cards > 0.97


@needs_runtime
def test_no_card_that_is_said_for_sure_is_wrong(
    readings: list[tuple[dict[str, Any], PhotoReading]],
) -> None:
    assert {label["file"]: wrong(label, reading, VERY_SURE) for label, reading in readings} == {
        label["file"]: 0 for label in LABELS
    }


@needs_runtime
def test_a_table_without_cards_has_none(
    readings: list[tuple[dict[str, Any], PhotoReading]],
) -> None:
    assert [reading.cards for label, reading in readings if label["kind"] == "no cards"] == [()]


@needs_runtime
def test_models_of_phones_read_the_same_cards(
    readings: list[tuple[dict[str, Any], PhotoReading]], monkeypatch: pytest.MonkeyPatch
) -> None:
    from referee.photo import networks  # noqa: PLC0415 - the runtime may be missing

    run = networks.run_model
    monkeypatch.setattr(networks, "run_model", lambda name, pixels: run(f"phone/{name}", pixels))
    for label, reading in readings:
        again = read((FOLDER / label["file"]).read_bytes(), PACKS)
        assert again.cards != reading.cards or not reading.cards  # other numbers say how sure it is
        assert [one.card for one in again.cards] == [one.card for one in reading.cards]
