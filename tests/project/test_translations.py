"""Every text stands in every language, with the same facts in it."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.pofile import read_po

from referee.languages import ENGLISH, FOLDER, LANGUAGES, translations

CHECKOUT = Path(__file__).parents[2]
METHODS = [("referee/**.py", "python"), ("templates/**.html", "jinja2")]
KEYWORDS = DEFAULT_KEYWORDS | {"lazy_gettext": None, "lazy_pgettext": ((1, "c"), 2), "_n": (1, 2)}
OTHERS = [language for language in LANGUAGES if language != ENGLISH]
FACT = re.compile(r"%\([a-z_]+\)[sd]|\{[a-z]+\}|</?[a-z]+[^>]*>")
QUOTES = {"sv": "””", "de": "„“"}
"""Quotation marks of each language: opening, closing."""

Key = tuple[str | None, str]


def key(message: Message) -> Key:
    return message.context, message.id if isinstance(message.id, str) else message.id[0]


@cache
def texts() -> set[Key]:
    """Return the texts of the code and the templates."""
    found = Catalog()
    for folder in ("referee", "templates"):
        for _, _, text, _, context in extract_from_dir(
            CHECKOUT / folder,
            [(pattern.removeprefix(f"{folder}/"), method) for pattern, method in METHODS],
            keywords=KEYWORDS,
            options_map={"**.html": {"trimmed": "true"}},
        ):
            found.add(text, context=context)
    return {key(message) for message in found if message.id}


@cache
def catalogue(language: str) -> Catalog:
    with (FOLDER / f"{language}.po").open("rb") as file:
        return read_po(file, locale=language)


def messages(language: str) -> Iterator[Message]:
    return (message for message in catalogue(language) if message.id)


def strings(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string)


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_is_there_and_no_other(language: str) -> None:
    assert {key(message) for message in messages(language)} == texts()
    assert not catalogue(language).obsolete


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_is_translated(language: str) -> None:
    assert [m.id for m in messages(language) if m.fuzzy or not all(strings(m))] == []


@pytest.mark.parametrize("language", OTHERS)
def test_translations_have_the_same_facts(language: str) -> None:
    wrong = []
    for message in messages(language):
        ids = (message.id,) if isinstance(message.id, str) else tuple(message.id)
        facts = {tuple(sorted(FACT.findall(text))) for text in ids}
        if not {tuple(sorted(FACT.findall(text))) for text in strings(message)} <= facts:
            wrong.append(message.id)
    assert wrong == []


def test_facts_are_found() -> None:
    said = "%(name)s of %(num)d, {max}, <b>%(link)snow%(end)s</b>"
    facts = ["%(name)s", "%(num)d", "{max}", "<b>", "%(link)s", "%(end)s", "</b>"]
    assert FACT.findall(said) == facts


def edges(text: str) -> tuple[str, str]:
    """Return the spaces that a text begins and ends with."""
    return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]


@pytest.mark.parametrize("language", OTHERS)
def test_translations_have_the_same_spaces(language: str) -> None:
    assert [
        string
        for message in messages(language)
        for string in strings(message)
        if edges(string) != edges(key(message)[1]) or "  " in string or "\n" in string
    ] == []


ONE_WORD = {
    "de": re.compile(
        r"\b(Baue|Builds?|Baute)\b(?!\))|(doppelte|erzwungene|eigene|[Ee]in|Mal) Fegen|\bTipps?\b"
        r"|\bTelefon|in der Hand\b|\bStich\b|Swazi Casino|meisten Pik\b|zurückkomm|ausgemacht"
        r"|den letzten Händen"
    ),
    "sv": re.compile(
        r"\b[Tt]elefon|anslutning|i handen\b|Swazicasino|med husregeln|åt sidan|över (sex|sju)\b"
        r"|måste (aldrig|inte)\b|[Tt]ryck(a|er)? in\b|given av två|tvungen"
    ),
}
"""Words that another one stands for everywhere: builds are Bauten, a sweep is der Feger."""


@pytest.mark.parametrize(("language", "other"), ONE_WORD.items())
def test_one_thing_has_one_word(language: str, other: re.Pattern[str]) -> None:
    said = [string for message in messages(language) for string in strings(message)]
    assert [string for string in said if other.search(string)] == []


@pytest.mark.parametrize("language", OTHERS)
def test_quotes_are_of_the_language(language: str) -> None:
    """Each is closed, and there is none of another language."""
    opens, closes = QUOTES[language]
    wrong = []
    for message in messages(language):
        for string in strings(message):
            quotes = re.findall('[“”„"«»]', string)
            if quotes != [opens, closes] * (len(quotes) // 2):
                wrong.append(string)
    assert wrong == []


SHORT = [
    # a text on a small place, the most characters that fit there on a narrow phone
    ("Cards face up", 13), ("Card points", 15), ("Other spades", 16), ("Other aces", 15),
    ("Group", 9), ("Session", 11), ("Plays", 6), ("Sweeps", 7), ("Rules", 7), ("Links", 7),
    ("Live table", 12), ("Dispute?", 11), ("Sweep", 6),
]  # fmt: skip


@pytest.mark.parametrize(("text", "most"), SHORT)
def test_short_texts_stay_short(text: str, most: int) -> None:
    for language in OTHERS:
        assert len(translations(language).gettext(text)) <= most


def test_texts_are_found() -> None:
    assert len(texts()) > 600
    assert (None, "Sweep for %(ranks)s") in texts()
    assert ("card letter", "K") in texts()
