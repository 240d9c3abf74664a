"""Names of any kind on every page of a group."""

import re
from collections.abc import Iterator
from html import unescape

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from referee.rules.sheet_plan import RowCounts
from referee.services.access import Access
from referee.store import queries
from referee.store.database import writing
from referee.words.numbers_and_lists import balanced, isolated
from tests.exported_groups import REPEATED, group_of, play, rich
from tests.page_client import NEW, Phone, all_pages, start

GAME = {
    "sweeps": [(0, False, False)],
    "rows": [RowCounts(1, 42), *[RowCounts(0, 0)] * 5],
    "last": 3,
    "deal": 1,
    "corrections": []}  # fmt: skip


@pytest.mark.parametrize("names", [  # six people and their group
    ["<script>alert(1)</script>", "&lt;b&gt; &amp;", "{{ 7 * 7 }} {% raw %}", "{0} {name}",
     "=1+1", "x" * 60, '"><img src=x onerror=alert(1)>'],
    ["' onfocus='alert(1)", "%(name)s %s %%", "👨‍👩‍👧‍👦 👵🏽", "שרה عليّ", "שרה", "👵" * 60,
     "</title></option></datalist>"]])  # fmt: skip
def test_names_of_any_kind_on_every_page(phone: Phone, names: list[str]) -> None:
    """Names are texts: the parser of the test takes no scripts, pictures and handlers of others."""
    *players, called = names
    session = start(phone, *players, house=["last_capture_point"], games="2")
    group = f"/g/{session.group}"
    phone.press(phone.get(group), "Save", name=called)
    with phone.app.app_context():
        for _ in range(2):
            play(
                Access(session.group, may_write=True),
                session.path.split("/")[-1],
                GAME,
                finish=True,
            )
    phone.press(phone.get(f"{session.path}/2/sheet"), players[4], inside="capturer")
    phone.press(phone.get(f"{group}/new"), "Start")
    pages = all_pages(phone, group, session.group)
    pages += [phone.get("/"), phone.get(NEW), phone.get(f"{group}/delete")]
    people = [page for page in pages if "/people/" in page.path]
    assert len(people) == len(players)
    for name in names:
        shown = [page for page in pages if name in page.text or name in page.datalist]
        assert len(shown) >= (4 if name == called else 8), name


ENDS = {
    **dict.fromkeys("\u202a\u202b\u202d\u202e", "\u202c"),
    **dict.fromkeys("\u2066\u2067\u2068", "\u2069")}  # fmt: skip
TURNING = ["\u202eЖ", "\u2067\u2067Ж", "Ж\u2069", "שЖ\u202c"]
"""Each has a letter by which it is found again."""
CALLED = "\u2066\u202bЖ\u2069\u2069"
WITHIN = r"</?(?:a|abbr|b|i|small|span|strong|time)\b[^>]*>"
NOT_SHOWN = r'<(?:input|option)\b[^>]*>|data-name="[^"]*"'
ALONE = r'<span class="hint" id="exact">.*?</span>|(?<=class="chip")[^>]*>.*?</button>'
LABELS = r'(?:aria-label|title|alt|placeholder|data-say)="([^"]*)"'


def lines(html: str) -> Iterator[str]:
    """Yield the texts and labels of a page, each as it is set in a line; fields hold names as they
    were typed, and what stands alone turns nothing."""
    html = re.sub(f"{NOT_SHOWN}|{ALONE}", "", html, flags=re.DOTALL)
    yield from map(unescape, re.findall(LABELS, html))
    html = re.sub(r"<bdi\b[^>]*>", "\u2068", html).replace("</bdi>", "\u2069")
    yield from map(unescape, re.split(r"<[^>]*>", re.sub(WITHIN, "", html)))


def turns(line: str) -> bool:
    """Return whether a name reaches out of what isolates it."""
    ends: list[str] = []
    for character in line:
        if character in ENDS:
            ends.append(ENDS[character])
        elif character in ENDS.values():
            while character == "\u2069" and ends and ends[-1] != character:
                ends.pop()  # an isolate ends with all that was begun in it
            if not ends or ends.pop() != character:
                return True
        if character == "Ж" and "\u2069" not in ends:
            return True
    return bool(ends)


@given(st.lists(st.sampled_from(["Ж", "a", "ש", "1", " ", *ENDS, *set(ENDS.values())])))
def test_what_is_isolated_turns_nothing(pieces: list[str]) -> None:
    """However its controls lie in each other, and whether or not an element isolates it."""
    name = "".join(pieces)
    assert not turns(isolated(f"{name}\u202eЖ"))
    assert not turns(f"\u2068{balanced(name)}\u2069")
    assert [c for c in balanced(name) if c.isalnum()] == [c for c in name if c.isalnum()]


def test_no_name_turns_its_sentence_around(app: Flask) -> None:
    phone = rich(app)
    group = f"/g/{group_of(phone)}"
    people = [link for link in phone.get(group).links if "/people/" in link]
    with app.app_context(), writing():  # older versions took such names
        for person, name in zip(people, TURNING, strict=False):
            queries.player(group_of(phone), int(person.rpartition("/")[2])).name = name
        queries.group(group_of(phone)).name = CALLED
    pages = all_pages(phone, group, group_of(phone), REPEATED)
    pages += [phone.get("/"), phone.get(NEW), phone.get(f"{group}/delete")]
    pages += [phone.press(phone.get(people[0]), "Save", 422, name=TURNING[1])]
    found = {page.path: [line for line in lines(page.html) if turns(line)] for page in pages}
    assert {path: ascii(lines) for path, lines in found.items() if lines} == {}
    for name in (*TURNING, CALLED):
        assert sum(name.rstrip("\u2069\u202c") in page.html for page in pages) > 4
