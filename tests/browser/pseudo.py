"""The app in a language whose words are all 40 % longer than the English ones. What fits in it fits
in the languages that are still to come."""

import re
from math import ceil

from babel.support import NullTranslations

from referee import languages
from tests.compiled import share_with_tests

LONGER = 0.4
KEPT = re.compile(r"%\([a-z_]+\)[sd]|%%|</?[a-z][^>]*>|&\w+;")
WORD = re.compile(r"[^\W\d_]{2,}")


def longer(text: str) -> str:
    """Every word with some of its letters once more; facts and markup stay."""
    parts, at = [], 0
    for kept in KEPT.finditer(text):
        parts += [WORD.sub(_longer_word, text[at : kept.start()]), kept[0]]
        at = kept.end()
    return "".join(parts) + WORD.sub(_longer_word, text[at:])


def _longer_word(word: re.Match[str]) -> str:
    more = ceil(len(word[0]) * LONGER)
    return word[0] + word[0][-more:].lower()


class Longer(NullTranslations):
    """Every text, longer."""

    def gettext(self, message: str) -> str:
        return longer(message)

    def ngettext(self, singular: str, plural: str, n: int) -> str:
        return longer(singular if n == 1 else plural)

    def pgettext(self, _context: str, message: str) -> str:
        """What has a context is a letter of a card or its rank."""
        return message


def speak_longer() -> None:
    languages._translations = lambda _: Longer()
    share_with_tests(apart="longer")
