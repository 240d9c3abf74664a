"""The pages as people use them on a phone without JavaScript: by links, fields and buttons."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any, NamedTuple

from flask import Flask
from werkzeug.datastructures import Headers, MultiDict
from werkzeug.test import TestResponse

from referee.rules.sheet_plan import RowCounts
from referee.services import game_changes, sessions, sheet_entry
from referee.services.access import Access, view_key
from referee.services.sessions import SessionPlan

HIDDEN_TEXT = ("script", "style", "head", "option")
EMPTY_TAGS = ("input", "meta", "link", "img", "br")
HOME = "http://localhost"
NEW = "/krypkasino/new"
POLL = {"X-Poll": "1"}
"""Header of the scripts, which want the changing part of a page alone."""
TO_AND_FRO = 303
"""Every form of ours answers so after a change, and a browser goes to look."""


@dataclass
class Button:
    label: str
    name: str = ""
    value: str = ""
    disabled: bool = False
    inside: str = ""
    action: str = ""


@dataclass
class Form:
    """A form as a browser would send it. Its fields and buttons may stand elsewhere on the page: a
    button knows the section ``inside`` which it stands."""

    method: str
    action: str
    fields: list[tuple[str, str]] = field(default_factory=list)
    buttons: list[Button] = field(default_factory=list)
    typed: set[str] = field(default_factory=set)

    def value(self, name: str) -> str:
        return self.values(name)[0]

    def values(self, name: str) -> list[str]:
        return [value for found, value in self.fields if found == name]

    def filled(self, button: Button | None, **typed: str | Sequence[str]) -> MultiDict[str, str]:
        """Return the fields with something else typed, and the button that is pressed.

        A list fills all fields of a name, or ticks these boxes. ``points`` beside a button of
        ``row-0`` is the field ``0-points``.
        """
        sent = MultiDict(self.fields)
        row = button.inside.partition("row-")[2] if button else ""
        for called, value in typed.items():
            name = f"{row}-{called}" if row else called
            assert name in self.typed, f"there is no field {name}"
            texts = [value] if isinstance(value, str) else list(value)
            missing = len(sent.getlist(name)) - len(texts) if name == "player" else 0
            sent.setlist(name, texts + [""] * missing)
        if button is not None and button.name:
            sent.add(button.name, button.value)
        return sent


def seen(html: str) -> str:
    """Return a page as it is seen: without the names of cards in sentences, which are heard."""
    html = re.sub(r'<bdi role="img" aria-label="[^"]*">([^<]*)</bdi>', r"\1", html)
    return re.sub("<span>([^<]*\ufe0e[^<]*)</span>", r"\1", html)


class Page(HTMLParser):
    """A page: its text, forms, links, and the values of its fields."""

    def __init__(self, path: str, response: TestResponse) -> None:
        super().__init__()
        self.path, self.status = path, response.status_code
        text = seen(response.text)
        self.html, self.source = " ".join(text.split()), text
        self.headers = response.headers
        self.forms: list[Form] = []
        self._named: dict[str, Form] = {}
        self.links: list[str] = []
        self.alerts: list[str] = []
        self.datalist: list[str] = []
        self.invalid: list[str] = []
        self._words: list[str] = []
        self._texts: dict[str, list[str]] = {}
        self._open: list[tuple[str, dict[str, str]]] = []
        self._hidden = 0
        self._button: Button | None = None
        self._select: tuple[str, str | None, str | None] | None = None
        self.feed(text)
        self.close()
        self.text = _spaced(self._words)
        self.parts = {name: _spaced(words) for name, words in self._texts.items()}

    def form(self, button: str, inside: str = "") -> tuple[Form, Button]:
        """Return the form with a button of this label, and the button."""
        for form in self.forms:
            for found in form.buttons:
                if found.label == button and inside in ("", found.inside) and not found.disabled:
                    return form, found
        labels = [found.label for form in self.forms for found in form.buttons]
        raise AssertionError(f"there is no button {button!r} among {labels}")

    def has(self, button: str) -> bool:
        return any(
            b.label == button and not b.disabled for form in self.forms for b in form.buttons
        )

    @property
    def group(self) -> str:
        """The id of the group that the page is of."""
        return self.path.split("/")[2]

    def alert(self) -> str:
        """Return the complaints of the page."""
        assert self.alerts
        return _spaced(self.alerts)

    # --- reading ------------------------------------------------------------------------------

    def updatepos(self, _start: int, end: int) -> int:
        """Skip the count of lines, which no test needs."""
        return end

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        assert not any(name == "style" or name.startswith("on") for name in found), found
        assert tag not in ("script", "img") or found["src"].startswith(("/assets/", "data:")), found
        if tag not in EMPTY_TAGS:
            self._open.append((tag, found))
            self._hidden += tag in HIDDEN_TEXT
        if tag == "a":
            self.links.append(found["href"])
        elif tag == "form":
            self._begin_form(found)
        elif tag in {"input", "textarea"}:
            self._read_input(found)
        elif tag == "select":
            self._select = (found["name"], None, None)
        elif tag == "option":
            self._read_option(found)
        elif tag == "button" and found.get("type", "submit") == "submit":
            inside = (a["id"] for t, a in reversed(self._open) if t == "section" and "id" in a)
            self._button = Button(
                found.get("aria-label", ""),
                found.get("name", ""),
                found.get("value", ""),
                "disabled" in found,
                next(inside, ""),
                found.get("formaction", ""),
            )
            self._form_of(found).buttons.append(self._button)
        if found.get("role") == "alert" and "hidden" not in found:
            self.alerts.append("")

    def _begin_form(self, found: dict[str, str]) -> None:
        """Begin a form, with what stands before it and names it."""
        before = self._named.get(found.get("id", ""), Form("", ""))
        method, action = found.get("method", "get"), found.get("action", "")
        self.forms.append(Form(method, action, before.fields, before.buttons, before.typed))
        if "id" in found:
            self._named[found["id"]] = self.forms[-1]

    def _read_input(self, found: dict[str, str]) -> None:
        name, kind = found.get("name", ""), found.get("type", "text")
        if "aria-invalid" in found:
            self.invalid.append(name)
        if not name or not (self.forms or "form" in found):
            return
        form = self._form_of(found)
        if kind != "hidden":
            form.typed.add(name)
        if kind not in ("radio", "checkbox", "file") or "checked" in found:
            form.fields.append((name, found.get("value", "")))

    def _form_of(self, found: dict[str, str]) -> Form:
        """Return the form that a field or a button belongs to: the one that it names, or around
        it."""
        if "form" not in found:
            return self.forms[-1]
        return self._named.setdefault(found["form"], Form("post", ""))  # a part of a page has none

    def _read_option(self, found: dict[str, str]) -> None:
        if self._select is None:
            self.datalist.append(found["value"])
            return
        name, first, chosen = self._select
        value = found["value"]
        self._select = (
            name,
            value if first is None else first,
            value if "selected" in found else chosen,
        )

    def handle_endtag(self, tag: str) -> None:
        if tag == "select" and self._select and self.forms:
            name, first, chosen = self._select
            self.forms[-1].typed.add(name)
            self.forms[-1].fields.append((name, (first if chosen is None else chosen) or ""))
            self._select = None
        if tag == "button":
            self._button = None
        if any(tag == opened for opened, _ in self._open):
            closed = ""
            while closed != tag:
                closed, _ = self._open.pop()
                self._hidden -= closed in HIDDEN_TEXT

    def handle_data(self, data: str) -> None:
        if self._hidden:
            return
        if self._open and self._open[-1][0] == "textarea" and "name" in self._open[-1][1]:
            fields = self._form_of(self._open[-1][1]).fields
            fields[-1] = (fields[-1][0], fields[-1][1] + data)
        self._words.append(data)
        if self._button is not None and "aria-label" not in self._button_attributes():
            self._button.label = _spaced([self._button.label, data])
        for _, attributes in self._open:
            if not attributes:
                continue
            if attributes.get("role") == "alert" and "hidden" not in attributes:
                self.alerts[-1] += f" {data}"
            if name := attributes.get("id"):
                self._texts.setdefault(name, []).append(data)

    def _button_attributes(self) -> dict[str, str]:
        return next(attributes for tag, attributes in reversed(self._open) if tag == "button")


class Phone:
    """A browser with its cookies."""

    def __init__(self, app: Flask, base_url: str = HOME) -> None:
        self.app, self.base_url = app, base_url
        self.client = app.test_client()

    def ask(self, path: str, method: str = "GET", **options: Any) -> TestResponse:
        headers = Headers(options.pop("headers", ()))
        if method == "POST":  # as browsers send it, also over plain http
            headers.setdefault("Origin", self.base_url)
        return self.client.open(
            path, method=method, base_url=self.base_url, headers=headers, **options
        )

    def get(self, path: str, status: int = 200) -> Page:
        """Return the page at an address, or where it leads to."""
        response = self.ask(path)
        if response.status_code in (302, 303):
            return self.get(self.local(response.location), status)
        return self._page(path, response, status)

    def press(
        self,
        page: Page,
        button: str,
        status: int = 200,
        inside: str = "",
        **typed: str | Sequence[str],
    ) -> Page:
        """Fill in a form and press one of its buttons: the page that is there then."""
        form, found = page.form(button, inside)
        address = found.action or form.action or page.path
        return self.send(address, form.filled(found, **typed), status)

    def send(self, path: str, sent: Any, status: int = 200) -> Page:
        response = self.ask(path, "POST", data=sent)
        if response.status_code == TO_AND_FRO:
            return self.get(self.local(response.location), status)
        return self._page(path, response, status)

    @staticmethod
    def _page(path: str, response: TestResponse, status: int) -> Page:
        assert response.content_type == "text/html; charset=utf-8"
        page = Page(path, response)
        assert page.status == status, page.text
        return page

    def cookies(self) -> list[str]:
        """Return the names of cookies that go along with a request."""
        return list(
            self.client.head("/manifest.webmanifest", base_url=self.base_url).request.cookies
        )

    def local(self, location: str) -> str:
        return location.removeprefix(self.base_url)


def all_pages(phone: Phone, start: str, group_id: str, without: tuple[str, ...] = ()) -> list[Page]:
    """Return all pages of a group that can be reached by links from one of them."""
    found: dict[str, Page] = {}
    waiting = [start]
    while waiting:
        path = waiting.pop()
        if path in found or not path.startswith(f"/g/{group_id}"):
            continue
        if any(
            part in path
            for part in ("/export.", "/plays.csv", "/log.txt", "/dispute", "/result.svg", *without)
        ):
            continue
        found[path] = phone.get(path)
        waiting += found[path].links
    return list(found.values())


# An evening


def start(phone: Phone, *names: str, **typed: Any) -> Page:
    """Return the page of a new session; the first dealer is the first player unless typed."""
    page = phone.get(NEW)
    return phone.press(page, "Start", player=list(names), **{"dealer": "0"} | typed)


def here(phone: Phone, page: Page, *names: str, new: str = "", status: int = 200) -> Page:
    """Tick who is here now on the page of a session."""
    return phone.press(page, "Continue with these people", status, here=list(names), new=new)


def begin(phone: Phone, *names: str, **typed: Any) -> Page:
    """Return the sheet of a new session's first game."""
    return sheet(phone, phone.press(start(phone, *names, **typed), "Begin game 1"))


def sheet(phone: Phone, game: Page) -> Page:
    return phone.get(f"{game.path}/sheet")


def fill(phone: Phone, page: Page, *points: int) -> Page:
    """Enter a number of points for each player."""
    for seat, number in enumerate(points):
        page = phone.press(page, "Save", inside=f"row-{seat}", points=str(number))
    return page


def finish(phone: Phone, page: Page, button: str = "Finish the game") -> Page:
    """Return the sheet of a game that was finished."""
    phone.press(page, button)
    return phone.get(page.path)


def play(phone: Phone, session: Page, number: int, *points: int) -> Page:
    """Return a whole game without sweeps, as if everybody had entered it: the session's page
    then."""
    access = Access(session.group, may_write=True)
    with phone.app.app_context():
        game = game_changes.begin_game(access, session.path.split("/")[3]).game_id
        assert game.number == number
        for seat, card_points in enumerate(points):
            sheet_entry.put_row(
                access, game, seat, RowCounts(0, card_points), sheet_entry.ANY_VERSION
            )
        sheet_entry.close_game(access, game)
    return phone.get(session.path)


# Groups and their links


class Group(NamedTuple):
    """A group with a begun game, its phone, and its two keys."""

    phone: Phone
    id: str
    session: str
    edit: str
    view: str


def new_group(app: Flask, base_url: str = HOME) -> Group:
    return seated(Phone(app, base_url), "Ada", "Bo")


def seated(phone: Phone, *names: str, house: Sequence[str] = ()) -> Group:
    """Start a session, and its first game, on this phone."""
    with phone.app.app_context():
        session, group, edit = sessions.start_group(
            SessionPlan("krypkasino", names, house_rules=house)
        )
        assert edit is not None
        game_changes.begin_game(Access(group, may_write=True), session)
    assert phone.ask(f"/k/{edit}").status_code == 302
    return Group(phone, group, f"/g/{group}/{session}", edit, view_key(edit))


def keys_of(phone: Phone, group_id: str) -> list[str]:
    """Return the edit key and the view key, as the page of links shows them."""
    page = phone.get(f"/g/{group_id}/links")
    return re.findall(rf'value="{phone.base_url}/k/([^/"]+)"', page.html)


def opened(app: Flask, key: str, base_url: str = HOME) -> Phone:
    """Another phone that has opened a link."""
    phone = Phone(app, base_url)
    assert phone.ask(f"/k/{key}").status_code == 302
    return phone


def _spaced(words: Iterable[str]) -> str:
    return re.sub(r"\s+", " ", " ".join(words)).strip()
