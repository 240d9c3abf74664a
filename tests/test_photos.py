"""Photos as the app reads them: the packs of the game, the queue, what is refused."""

import io
import threading
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait

import pytest

from referee.photo import OtherType, Reading, SeenCard, available
from referee.rules.cards import Card
from referee.rules.games import RULESETS, ruleset
from referee.rules.notation import read_cards
from referee.services.photos import (
    MOST_WAITING,
    PhotosBusy,
    builds_in,
    knowledge_of,
    read_photo,
)
from tests.processes import PATIENCE

needs_runtime = pytest.mark.skipif(not available(), reason="the extra photo is not installed")


@pytest.mark.parametrize("game", RULESETS)
def test_a_photo_can_show_the_packs_of_the_game_without_what_is_gone(game: str) -> None:
    deck = ruleset(game).deck
    knowledge = knowledge_of(ruleset(game), read_cards("AS 2H"), "sv", 4)
    assert sum(knowledge.cards.values()) == deck.size - 2
    assert knowledge.cards[read_cards("AS")[0]] == deck.copies - 1
    assert {card.rank for card in knowledge.cards} == deck.ranks
    assert (knowledge.letters, knowledge.indices) == ("sv", 4)


def test_a_card_that_is_gone_too_often_is_just_gone() -> None:
    ace = Card(*read_cards("AS")[0])
    assert knowledge_of(ruleset("casino"), [ace, ace]).cards[ace] == 0


@pytest.mark.parametrize(
    ("game", "cards", "builds"),
    [
        ("casino", "7S 3D", True),
        ("casino", "5S 3D 8H", True),
        ("casino", "8H 9C", False),
        ("casino", "2H 7C 8D 9H 10D", False),
        ("casino", "KS 2D", False),
        ("krypkasino", "7S 3D", False),
    ],
)
def test_cards_over_each_other_are_a_build_if_they_make_its_value(
    game: str, cards: str, builds: bool
) -> None:
    outline = ((0.0, 0.0), (60.0, 0.0), (60.0, 90.0), (0.0, 90.0))
    group = tuple(SeenCard(card, 1.0, (), 30, 45, (), outline) for card in read_cards(cards))
    reading = Reading(group, "en", 100, 100)
    assert builds_in(reading, ruleset(game)) == ([group] if builds else [])


@pytest.mark.parametrize("content_type", ["text/plain", "image/gif", "multipart/form-data", ""])
def test_other_types_are_refused_by_what_the_sender_says(content_type: str) -> None:
    with pytest.raises(OtherType):
        read_photo(b"", content_type, knowledge_of(ruleset("casino")))


@needs_runtime
@pytest.mark.parametrize("content_type", ["image/png", "IMAGE/PNG; x=y", None])
def test_a_photo_without_cards_has_none(content_type: str | None) -> None:
    from PIL import Image  # noqa: PLC0415 - the runtime may be missing

    file = io.BytesIO()
    Image.new("RGB", (640, 480), "green").save(file, "PNG")
    reading = read_photo(file.getvalue(), content_type, knowledge_of(ruleset("casino")))
    assert (reading.cards, reading.width, reading.height) == ((), 640, 480)


def test_so_many_photos_wait_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = threading.Event()

    def slow(*_: object) -> Reading:
        assert go_on.wait(PATIENCE)
        return Reading((), "en", 1, 1)

    monkeypatch.setattr("referee.photo.read", slow)
    with ThreadPoolExecutor(MOST_WAITING + 2) as threads:
        knowledge = knowledge_of(ruleset("casino"))
        sent = [threads.submit(read_photo, b"", None, knowledge) for _ in range(MOST_WAITING + 2)]
        refused, waiting = wait(sent, PATIENCE, FIRST_COMPLETED)
        go_on.set()
        assert [type(one.exception()) for one in refused] == [PhotosBusy]
        assert all(one.result(PATIENCE).cards == () for one in waiting)
