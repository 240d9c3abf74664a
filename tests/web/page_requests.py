"""Requests of pages that need no group, and what these pages say and lead to."""

import re
from collections.abc import Sequence
from html import unescape
from html.parser import HTMLParser
from itertools import islice, product
from urllib.parse import parse_qs, urlencode, urlsplit

from flask.testing import FlaskClient

from referee.languages import LANGUAGES
from referee.rules.exercises.registry import kinds
from referee.rules.games import RULESETS, listed, ruleset
from referee.web.rules import positions, worked_examples
from tests.page_client import seen
from tests.strategies import SOAK

WAYS = list(product(LANGUAGES, ("own", "international")))
"""Ways to speak: a language, and the letters on its cards."""
PARTS = ("", "/ruling", "/share")
PLAY = (
    *("", "?players=9&seed=4", "?players=2&seed=4&hint=3", "?players=3&seed=4&card=9S"),
    "?players=2&seed=4&play=9S+x+4S",
)
FIRST = ("1?pieces=10C", "2", "2?pieces=7S", "2?none=1", "3?pieces=8C", "done")


def addresses(language: str, letters: str = "own") -> list[str]:
    """Return the pages of every game, the parts that taps draw, and its worked examples in each:
    all of them in ``make soak``, in ``make test`` one of six in one form, others in each way to
    speak."""
    share = WAYS.index((language, letters))
    alone = ("/", "/first", "/exercises/kept")
    return [*alone, *(address for game in listed() for address in _of_game(game, share))]


def cookies(language: str, letters: str) -> str:
    return f"language={language}; letters={letters}"


def _of_game(game: str, share: int) -> list[str]:
    if ruleset(game).referee is None:
        return [f"/{game}/rules"]
    examples, _ = worked_examples(game)
    house = _some(list(RULESETS[game].house_rules.names_during_play()), share)
    names = _some(list(examples), share)
    advised = list(positions(game)) if RULESETS[game].tactics else []
    asked = [urlencode(examples[name].query) for name in names]
    page = f"/{game}/referee"
    return [
        f"/{game}/rules",
        *(f"/{game}/rules/answer?example={one}&played=8" for one in names),
        *([f"/{game}/tactics"] if advised else []),
        *(f"/{game}/tactics/answer?example={one}&played=8" for one in _some(advised, share)),
        *(f"/{game}/first/{one}" for one in FIRST if RULESETS[game].intro),
        *(f"/{game}/play{one}" for one in PLAY),
        *(f"/{game}/exercises{one}" for one in _exercises(game, share)),
        page,
        f"{page}?table=8&played=XX",
        f"{page}?table=8&played=8&captured=-&judge=1",
        *(f"{page}?table=8S+9C&dealt=1&house={name}" for name in house),
        *(f"{page}{part}?{query}" for query, parts in _drawn(asked, share) for part in parts),
        f"{page}/qr.svg?{asked[0]}",
    ]


def _exercises(game: str, share: int) -> list[str]:
    """Return the ten of a day, and of each kind an exercise that is asked, and one that is
    answered."""
    asked = [f"/{kind.name}/{300_000 + at}" for at, kind in enumerate(kinds(ruleset(game)))]
    ways = ("", "?none=1&number=2&may=0&pieces=X")
    drawn = (f"{one}{how}" for one in _some(asked, share) for how in ways)
    again = "again=pile.300001"
    return ["", "?level=3", "/ten/2026-11-23", f"/ten/2026-11-23?{again}", *drawn]


def _drawn(queries: Sequence[str], share: int) -> list[tuple[str, Sequence[str]]]:
    """Return what is drawn of each question: page, ruling and shared parts in ``make soak``,
    otherwise one of them, another one in each language and look."""
    if SOAK > 1:
        return [(query, PARTS) for query in queries]
    return [(query, [PARTS[(share + n) % len(PARTS)]]) for n, query in enumerate(queries)]


def _some(names: Sequence[str], share: int) -> list[str]:
    return list(names if SOAK > 1 else islice(names, share, None, len(WAYS)))


CASINO = "/casino/referee"
SWAZI = "/swazi-casino/referee"
LESOTHO = "/lesotho-casino/referee"
SOUTH_AFRICAN = "/south-african-casino/referee"
RIGHT = "Yes, that is right."


class Page(HTMLParser):
    """The ids, links and form values of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.values: dict[str, str] = {}
        self.outside: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.ids += filter(None, [found.get("id")])
        self.links += [href for href in [found.get("href")] if tag == "a" and href]
        if tag == "input":
            self.values[str(found.get("name"))] = str(found.get("value"))
        sources = (found.get(name) or "" for name in ("href", "src", "action", "srcset"))
        self.outside += [source for source in sources if "//" in source]
        assert "style" not in found
        assert not any(name.startswith("on") for name in found)


def ask(client: FlaskClient, path: str = CASINO, **query: str) -> str:
    answer = client.get(f"{path}?{urlencode(query)}")
    assert answer.status_code == 200
    return unescape(" ".join(seen(answer.text).split())).replace("\ufe0e", "")


def headline(page: str) -> str:
    (text,) = re.findall("<h1[^>]*>([^<]+)</h1>", page)
    return " ".join(text.split())


def link(page: str, label: str) -> dict[str, str]:
    """Return the fields of the query that the link with a label leads to."""
    (href,) = re.findall(rf'<a [^>]*href="([^"]+)"[^>]*> ?{re.escape(label)} ?</a>', page)
    return {name: text for name, (text,) in parse_qs(urlsplit(href).query).items()}


def part(page: str, kind: str) -> str:
    """Return the text of a part of the page."""
    found = re.search(rf'<(\w+) class="{kind}.*?</\1>', page, re.DOTALL)
    return " ".join(re.sub("<[^>]+>", " ", found[0]).split()) if found else ""


def tapped(page: str, *names: str) -> dict[str, str]:
    """Return the question after cards on the table are tapped. The link of a card begins with its
    name."""
    (name,) = names
    (href,) = re.findall(
        rf'<a class="choose[^>]*href="([^"]+)"[^>]*>\s*<span class="unseen">\s*Choose: {name},?<',
        page,
    )
    return link(f'<a href="{href}">it</a>', "it")


def choose(client: FlaskClient, path: str, query: dict[str, str], *names: str) -> str:
    page = ask(client, path, **query)
    for name in names:
        page = ask(client, path, **tapped(page, name))
    return page
