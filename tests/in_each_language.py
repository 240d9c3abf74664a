"""Sentences in every language."""

from collections.abc import Callable

from referee.languages import Speech, speaking


def in_each_language(say: Callable[[], object]) -> tuple[str, str, str]:
    """Return a text in English, Swedish and German, without the marks that keep phones from making
    pictures of suits."""

    def said(language: str) -> str:
        with speaking(Speech(language)):
            return str(say()).replace("\ufe0e", "")

    return said("en"), said("sv"), said("de")
