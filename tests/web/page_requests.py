"""Questions to pages that need no group, and what these pages say and lead to."""

import re
from html import unescape
from html.parser import HTMLParser
from urllib.parse import parse_qs, urlencode, urlsplit

from flask.testing import FlaskClient

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
    return unescape(" ".join(answer.text.split())).replace("\ufe0e", "")


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
