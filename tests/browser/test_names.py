"""Names with letters and controls of any direction leave what stands beside them where it is."""

import random
from collections.abc import Callable

import pytest
from markupsafe import escape
from playwright.sync_api import Browser

from referee.words import balanced, isolated

PIECES = [*"aé1 (שع", *"\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"]
BESIDE = """() => [...document.querySelectorAll("p")].filter((line) => {
  const [before, name, after, last] = [...line.children].map((one) => one.getBoundingClientRect());
  return !(before.right <= name.left && name.right <= after.left && after.right <= last.left);
}).map((line) => escape(line.textContent))"""


def in_sentence(name: str) -> str:
    return str(escape(isolated(name)))


def in_element(name: str) -> str:
    return f"<bdi>{escape(balanced(name))}</bdi>"


@pytest.mark.parametrize("shown", [in_sentence, in_element])
def test_a_name_turns_nothing_around(browser: Browser, shown: Callable[[str], str]) -> None:
    chance = random.Random(11)
    names = ["".join(chance.choices(PIECES, k=chance.randint(1, 9))) for _ in range(400)]
    page = browser.new_page()
    page.set_content(
        "<meta charset=utf-8><body>"
        + "".join(f"<p><b>a</b> <i>{shown(name)}</i> <b>b</b> <b>c</b></p>" for name in names)
    )
    assert page.evaluate(BESIDE) == []
    page.close()
