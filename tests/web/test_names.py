"""Names and numbers as people type them, and what becomes of them on pages."""

import re
from collections.abc import Iterator
from contextlib import nullcontext
from html import unescape

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from referee.languages import Speech, balanced, isolated, speaking
from referee.messages.error_texts import error_text
from referee.rules.sheet_plan import RowCounts
from referee.services.access import Access
from referee.services.names import alike, clean_name, clean_names, group_name
from referee.services.refusals import BadName, HiddenCharacter, SameName, TooManyMarks
from referee.store import queries
from referee.store.database import writing
from referee.web.requests import read_decimal, read_whole
from tests.groups import REPEATED, group_of, play, rich_read_in
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
    phone = rich_read_in(app)
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


TAKEN = [
    # typed, kept
    ("Jose\u0301", "José"), (" Åsa ", "Åsa"), ("Anna-Lena O’Brien", "Anna-Lena O’Brien"),
    ("👨‍👩‍👧‍👦 👵🏽", "👨‍👩‍👧‍👦 👵🏽"), ("👩🏽‍⚕️ Bo", "👩🏽‍⚕️ Bo"),
    ("\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",) * 2,  # Scotland
    ("علی\u200cرضا",) * 2, ("ශ\u0dca\u200dරී",) * 2, ("क\u094d\u200dष",) * 2, ("שרה عليّ",) * 2,
    ("葛\U000e0100",) * 2]  # fmt: skip


@pytest.mark.parametrize(("typed", "kept"), TAKEN)
def test_names_are_kept(typed: str, kept: str) -> None:
    assert clean_name(typed) == kept


def test_a_name_that_is_cut_can_be_kept() -> None:
    cut = group_name(["A" * 54, "می\u200cر" * 3])
    assert clean_name(cut) == cut == "A" * 54 + ", می…"


HIDDEN = [
    # typed, the character that is blamed
    *((character, character) for character in "\u3164\u115f\u1160\uffa0\u2800\u034f\u200b\u2060"),
    *((f"A{character}B", character) for character in "\u200b\u200c\u200d\u00ad\ufeff\u200e\u061c"),
    *((f"{character}Bo", character) for character in "\u202a\u202b\u202c\u202d\u202e\u2066\u2069"),
    ("A\ufe0f", "\ufe0f"), ("A\U000e0041", "\U000e0041"), ("👵\u200d", "\u200d"),
    ("\u200d👵", "\u200d"), ("\uffff",) * 2, ("ا\u200c", "\u200c"), ("\u0301", "\u0301"),
    ("Bo\u180e", "\u180e")]  # fmt: skip


@pytest.mark.parametrize(("typed", "blamed"), HIDDEN)
def test_what_cannot_be_seen_is_refused(typed: str, blamed: str) -> None:
    with pytest.raises(HiddenCharacter) as refused:
        clean_name(typed, "players")
    assert (refused.value.character, refused.value.field) == (blamed, "players")


@pytest.mark.parametrize("blank", ["  ", "\u00a0", "\u2003", "\u3000", " \t ", "\u202f"])
def test_white_space_of_any_kind_is_one_space(blank: str) -> None:
    assert clean_name(f"{blank}Anna{blank}B{blank}") == "Anna B"
    with pytest.raises(SameName):
        clean_names(["Anna B", f"Anna{blank}B"])


MARKS = [
    # typed, whether it may be a name
    ("e" + "\u0301" * 4, True), ("e" + "\u0301" * 5, False), ("é" + "\u0302" * 4, False),
    ("Nguyễn Thế", True), ("สมชาย ปู่", True), ("1\ufe0f\u20e3", True),
    ("Bo" + "\u20dd" * 9, False)]  # fmt: skip


@pytest.mark.parametrize(("typed", "may_be"), MARKS)
def test_a_letter_has_four_marks_at_most(typed: str, may_be: bool) -> None:
    with nullcontext() if may_be else pytest.raises(TooManyMarks):
        clean_name(typed)


@pytest.mark.parametrize("typed", ["", " ", "\u00a0", "\n", "A\nB", "x" * 61, "A\x00"])
def test_what_is_no_line_is_refused(typed: str) -> None:
    with pytest.raises(BadName):
        clean_name(typed)


SENTENCES = [
    ("en", "\u3164", "“\u3164” has a character that cannot be seen (U+3164). Leave it out."),
    ("en", "Bo\u202e", "has a character that turns the writing around (U+202E). Leave it out."),
    ("de", "A\u200bB", "hat ein Zeichen, das man nicht sieht (U+200B). Lass es weg."),
    ("sv", "Zo" + "\u0301" * 9, "”o” i namnet har mer än fyra tecken över eller under sig"),
]


@pytest.mark.parametrize(("language", "typed", "said"), SENTENCES)
def test_what_is_said_of_it(language: str, typed: str, said: str) -> None:
    with speaking(Speech(language)), pytest.raises(BadName) as refused:
        clean_name(typed)
    with speaking(Speech(language)):
        assert said in error_text(refused.value)


def test_two_ways_to_write_one_name() -> None:
    with pytest.raises(SameName):
        clean_names(["José", "Jose\u0301"])
    assert alike(["BO", "Jose\u0301"]) == alike(["Bo", "josé"]) != alike(["Bo", "Jose"])


@pytest.mark.parametrize(("language", "text", "number"), [  # language, what is typed, the number
    ("en", "1,000", "1000"),
    ("en", "10,000.50", "10000.50"),
    ("en", "0.50", "0.50"),
    ("en", "0,5", "0.5"),  # the keys of the phone may have no point
    ("en", "1.000", "1.000"),  # three decimals: no money has them
    ("en", "1.000,50", None),
    ("en", "0,333", None),
    ("en", "1,0000", None),
    ("en", "1,00,000", None),
    ("en", "1 000", None),
    ("de", "1.000", "1000"),
    ("de", "10.000", "10000"),
    ("de", "1.000,50", "1000.50"),
    ("de", "0,5", "0.5"),
    ("de", "0.50", "0.50"),
    ("de", "1,000.50", None),
    ("de", "0.333", None),
    ("sv", "1 000", "1000"),
    ("sv", "1\u00a0000", "1000"),
    ("sv", "1\u202f000,5", "1000.5"),
    ("sv", "0,5", "0.5"),
    ("sv", "0.50", "0.50"),
    ("sv", "1 00", None),
    ("sv", "1.000", "1.000"),
    ("en", "-3", "-3"),
    ("sv", "−1 000", "-1000"),
    ("de", "–3", "-3"),
    ("en", " 12 ", "12"),
    *((language, text, None) for language in ("en", "sv", "de")
      for text in ("", "-", ".", ",", "--1", "+1", "1e3", "NaN", "Infinity", "1_000", "٣", "9" * 41,
                   "1'000", "x", "0,5,0", "1,2.3"))])  # fmt: skip
def test_numbers(language: str, text: str, number: str | None) -> None:
    with speaking(Speech(language)):
        read = read_decimal(text)
    assert (read if read is None else str(read)) == number


@pytest.mark.parametrize(
    ("language", "text", "number"),
    [("en", "1,000", 1000), ("de", "1.000", 1000), ("de", "1,5", None), ("en", "1.000", None),
     ("en", "−5", -5), ("sv", "7", 7), ("en", "7.0", None)],
)  # fmt: skip
def test_whole_numbers(language: str, text: str, number: int | None) -> None:
    with speaking(Speech(language)):
        assert read_whole(text) == number
