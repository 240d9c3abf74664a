"""What the referee answers without anything kept: every page of it, in every form."""

from itertools import product
from urllib.parse import urlencode

from referee.languages import LANGUAGES
from referee.rules.games import RULESETS, listed, ruleset
from referee.web.rules import worked_examples

WAYS = list(product(LANGUAGES, ("own", "international")))
"""Ways to speak: a language, and the letters on its cards."""


def addresses() -> list[str]:
    """The pages, the parts that taps draw, and every worked example of every game in each."""
    return ["/", *(address for game in listed() for address in _of_game(game))]


def cookies(language: str, letters: str) -> str:
    return f"language={language}; letters={letters}"


def _of_game(game: str) -> list[str]:
    if ruleset(game).referee is None:
        return [f"/{game}/rules"]
    examples, _ = worked_examples(game)
    house = RULESETS[game].house_rules.names_during_play()
    asked = [urlencode(example.query) for example in examples.values()]
    page = f"/{game}/referee"
    return [
        f"/{game}/rules",
        *(f"/{game}/rules/answer?example={one}&played=8" for one in examples),
        page,
        f"{page}?table=8&played=XX",
        f"{page}?table=8&played=8&captured=-&judge=1",
        *(f"{page}?table=8S+9C&dealt=1&house={name}" for name in house),
        *(f"{page}{part}?{query}" for part in ("", "/ruling", "/share") for query in asked),
        f"{page}/qr.svg?{asked[0]}",
    ]
