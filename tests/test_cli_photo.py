"""``referee photo``: the notation of cards on standard output, questions on standard error."""

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from referee.cli import main
from referee.photo import MOST_BYTES, NotAPicture, PhotoReading, SeenCard
from referee.rules.cards import Card
from referee.rules.notation import read_card

SURE = ("AS", 0.99, ())
UNSURE = ("8H", 0.5, ("8D", "3H", "6H"))
PHOTOS: dict[bytes, tuple[tuple[str, float, tuple[str, ...]], ...]] = {
    b"sure": (SURE, ("10D", 0.7, ())),
    b"unsure": (SURE, UNSURE),
    b"empty": (),
}


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[Any]:
    """Photos whose cards are known, and what is asked of the reader."""
    asked: list[Any] = []

    def read(data: bytes, content_type: None, knowledge: object) -> PhotoReading:
        asked.append((len(data), content_type, knowledge))
        if data not in PHOTOS:
            raise NotAPicture
        return PhotoReading(tuple(seen(*card) for card in PHOTOS[data]), "en", 10, 10)

    def seen(text: str, sure: float, others: tuple[str, ...]) -> SeenCard:
        alternatives: tuple[tuple[Card, float], ...] = tuple((read_card(o), 0.1) for o in others)
        return SeenCard(read_card(text), sure, alternatives, 1, 2, ((1, 2),))

    monkeypatch.setattr("referee.cli.read_photo", read)
    monkeypatch.setattr("referee.cli.available", lambda: True)
    monkeypatch.chdir(tmp_path)
    for data in (*PHOTOS, b"text"):
        Path(data.decode()).write_bytes(data)
    return asked


def photo(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["--language", "en", "photo", *arguments])


@pytest.mark.parametrize(
    ("files", "code", "out", "err"),
    [
        (["sure"], 0, "AS 10D\n", ""),
        (["unsure"], 1, "AS 8H\n", "unsure: Is this 8♥︎, 8♦︎ or 3♥︎?\n"),
        (["sure", "empty"], 1, "AS 10D\n\n", "empty: No card was seen."),
        (["text"], 2, "", "Error: text: This is not a picture"),
        ([], 2, "", "FILE"),
    ],
)
@pytest.mark.usefixtures("asked")
def test_photos(files: list[str], code: int, out: str, err: str) -> None:
    result = photo(*files)
    assert (result.exit_code, result.stdout) == (code, out)
    assert err in result.stderr
    assert bool(err) == bool(result.stderr)


def test_knowledge(asked: list[Any]) -> None:
    given = "--game south-african-casino --letters sv --indices 4 --gone AS,2H"
    assert photo("sure", *given.split()).exit_code == 0
    ((size, content_type, knowledge),) = asked
    assert (size, content_type) == (4, None)
    assert (knowledge.letters, knowledge.indices, sum(knowledge.cards.values())) == ("sv", 4, 38)


@pytest.mark.parametrize("gone", ["8", "XX", "AS AS AS"])
@pytest.mark.usefixtures("asked")
def test_cards_that_cannot_be_gone(gone: str) -> None:
    result = photo("sure", "--gone", gone)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "gone: " in result.stderr


def test_a_large_file_is_not_read_to_its_end(asked: list[Any]) -> None:
    with Path("large").open("wb") as file:
        file.truncate(MOST_BYTES * 10)
    photo("large")
    assert asked[0][0] == MOST_BYTES + 1


def test_without_the_runtime(asked: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.cli.available", lambda: False)
    result = photo("sure")
    assert (result.exit_code, asked) == (1, [])
    assert "not installed" in result.stderr
