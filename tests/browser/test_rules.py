"""Pages of rules and tactics, and exercises, under a thumb."""

from playwright.sync_api import Locator, Page, expect

from referee.rules.exercises.exercise import Answer, Exercise
from referee.rules.exercises.registry import make

from .conftest import Check, Open
from .demo_sessions import Followed, Table
from .taps import PASSED_OVER, button, heading, link

SWAZI = "/swazi-casino/rules"
HERE = """() => {
  const [place] = CSS.highlights.get("current") ?? [];
  if (!place) return null;
  const { top, bottom, height } = place.getBoundingClientRect();
  const below = document.querySelector("[data-find]").getBoundingClientRect().bottom;
  return height > 0 && top >= below && bottom <= innerHeight ? place.toString() : "out of sight";
}"""


def part(page: Page, name: str) -> Locator:
    """Return what is folded up or opened with an example."""
    return page.locator("details", has=page.locator(f"#example-{name}"))


def folded(page: Page, name: str) -> bool:
    return part(page, name).get_attribute("open") is None


def test_a_link_opens_its_example(open_page: Open) -> None:
    page = open_page(SWAZI)
    assert folded(page, "SW18")
    link(page, "Less than all").tap()
    expect(page.locator("#example-SW18 h3")).to_be_in_viewport()
    assert not folded(page, "SW18")
    assert folded(page, "SW19")
    # Some browsers open nothing when they come to an address, and only say so.
    page.evaluate("history.replaceState(null, '', '#example-SW19')")
    assert folded(page, "SW19")
    page.evaluate("dispatchEvent(new HashChangeEvent('hashchange'))")
    expect(page.locator("#example-SW19 h3")).to_be_in_viewport()


def test_an_address_opens_its_example(open_page: Open) -> None:
    for scripted in (True, False):
        page = open_page(f"{SWAZI}#example-SW19", java_script_enabled=scripted)
        expect(page.locator("#example-SW19 h3")).to_be_in_viewport()


def test_contents_fold_on_a_phone_and_lie_open_on_a_desktop(open_page: Open) -> None:
    page = open_page(SWAZI)
    entries = page.locator(".contents a")
    expect(entries.locator("visible=true")).to_have_count(0)
    page.locator(".contents summary").tap()
    expect(entries.locator("visible=true")).to_have_count(entries.count())
    page = open_page(SWAZI, "desktop")
    expect(page.locator(".contents a").first).to_be_in_viewport()
    expect(page.locator(".contents summary")).to_be_hidden()


def count(page: Page, text: str) -> None:
    expect(page.locator("[data-count]")).to_have_text(text)


def test_a_word_is_found(open_page: Open) -> None:
    """Matches are gone through by Enter and by buttons, round the end; examples open for them."""
    page = open_page(SWAZI, locale="de")
    field = page.locator("#find")
    field.fill("BESTEHEN")
    total = int(page.evaluate("CSS.highlights.get('found').size"))
    assert total > 5
    for number in range(1, 4):
        count(page, f"{number} von {total}")
        assert page.evaluate(HERE).lower() == "bestehen"
        field.press("Enter")
    for _ in range(4):
        field.press("Shift+Enter")
    count(page, f"{total} von {total}")
    assert page.evaluate(HERE).lower() == "bestehen"
    assert page.locator("details.worked[open]").count() > 0
    back, onward = page.locator("[data-find] button").all()
    onward.tap()
    count(page, f"1 von {total}")
    back.tap()
    count(page, f"{total} von {total}")


def test_a_word_that_is_not_there(open_page: Open) -> None:
    page = open_page(SWAZI)
    field = page.locator("#find")
    field.fill("tabbe poker")
    count(page, "Not found")
    field.press("Escape")
    expect(field).to_have_value("")
    expect(page.locator("[data-count]")).to_be_hidden()
    assert page.evaluate(HERE) is None


def test_a_card_is_tried_in_place(open_page: Open) -> None:
    page = open_page("/swazi-casino/tactics")
    example = page.locator("#example-reach")
    example.locator("a[data-try]", has_text="3♦").tap()
    expect(example.locator("[data-answer] .headline")).to_have_text("The 3♦\ufe0e may do this:")
    assert page.url.endswith("/tactics")


SEED = 300_007
KINDS = [
    # cards; players and a number; lines of a sheet; yes or no; players, and what they insist on
    ("krypkasino", "take"), ("krypkasino", "pays"), ("krypkasino", "missing"),
    ("swazi-casino", "may"), ("swazi-casino", "insist"),
]  # fmt: skip


def tap_pieces(page: Page, name: str, texts: tuple[object, ...]) -> None:
    """Tap cards, players or lines; of twins one after the other."""
    for at, text in enumerate(texts):
        again = texts[:at].count(text)
        boxes = page.locator(f'input[name="{name}"][value="{text}"]')
        page.locator(".ask label").filter(has=boxes.nth(0)).nth(again).tap()
        expect(boxes.nth(again)).to_be_checked()


def answer(page: Page, exercise: Exercise, one: Answer) -> None:
    """Answer an exercise by taps alone, as a player does."""
    tap_pieces(page, "pieces", one.pieces or ())
    tap_pieces(page, "seats", one.seats or ())
    tap_pieces(page, "fields", one.fields or ())
    if one.may is not None:
        name = "Yes, I may" if one.may else "No, because of what I tapped"
        page.get_by_role("button", name=name).tap()
        return
    if not any((one.pieces, one.seats, one.fields)) and exercise.asks[0] != "number":
        page.locator('button[name="none"]').tap()
        return
    if one.number is not None:
        for digit in str(one.number):
            page.locator(f'[data-digit="{digit}"]').tap()
        expect(page.locator("#number")).to_have_value(str(one.number))
    page.get_by_role("button", name="That is my answer").tap()


def test_by_taps(open_page: Open) -> None:
    page = open_page("/")
    for game, kind in KINDS:
        exercise = make(game, kind, SEED)
        page.goto(f"/{game}/exercises/{kind}/{SEED}")
        answer(page, exercise, min(exercise.answers, key=str))
        expect(page.locator("#answer"), kind).to_have_text("Right.")
        expect(page.locator("#answer")).to_be_focused()
        expect(page.locator(".where")).to_contain_text("1 of 1 right.")
        onward = link(page, "Next")
        expect(onward).to_be_in_viewport(ratio=1)
        onward.tap()
        expect(page.locator("#answer")).to_have_count(0)
        assert int(page.url.rpartition("/")[2]) != SEED


def test_the_phone_counts_and_tells_no_answer(open_page: Open) -> None:
    """The first answer to each of a day's ten; the whole of it is told in marks."""
    day = "/krypkasino/exercises/ten/2026-11-23"
    page = open_page(day)
    base = page.url.removesuffix(day)
    addresses = [one.get_attribute("href") for one in page.locator(".ten a").all()]
    for number, address in enumerate(addresses):
        page.goto(f"{base}{address}&none=1&number=99&fields=storan&may=0")
        expect(page.locator(".where")).to_contain_text(f"{number + 1} of 10.")
        expect(page.locator(".reply")).to_be_visible()
    page.goto(f"{base}{addresses[-1]}&none=1&number=0&fields=lillan")
    page.goto(base + day)
    expect(heading(page)).to_contain_text("ten")
    result = page.get_by_label("Result")
    expect(result).to_be_visible()
    told = result.input_value().split("\n")
    assert told[0].startswith("Krypkasino 2026-11-23: ")
    assert set(told[1]) <= {"✓", "✗"}
    assert len(told[1]) == 10
    assert told[0].endswith(f" {told[1].count('✓')}/10")
    assert told[2].endswith(day)
    page.goto(f"{base}/krypkasino/exercises")
    expect(page.locator("[data-score]").first).to_contain_text("right on this phone")


def test_three_right_in_a_row_lead_to_the_next_level(open_page: Open) -> None:
    """Afterwards the kind begins there; a wrong one in between begins anew."""
    page = open_page("/krypkasino/exercises")
    link(page, "What is this pile worth?").tap()
    for number, right in enumerate([True, True, False, True, True, True]):
        expect(page.locator(".where")).to_contain_text("Level 1.")
        (wanted,) = make("krypkasino", "pile", int(page.url.rpartition("/")[2])).answers
        page.goto(f"{page.url}?number={wanted.number if right else 999}#answer")
        risen = page.get_by_text("Three right in a row: level 2 comes next.")
        expect(risen.locator("visible=true")).to_have_count(int(number == 5))
        link(page, "Next").tap()
        expect(page.locator("#answer")).to_have_count(0)
    expect(page.locator(".where")).to_contain_text("Level 2.")
    link(page, "Exercises").tap()
    row = page.locator(".kinds li").filter(has_text="What is this pile worth?")
    expect(row.locator('[aria-current="true"]')).to_have_text("2")
    link(page, "What is this pile worth?").tap()
    expect(page.locator(".where")).to_contain_text("Level 2. 5 of 6 right.")


def test_a_page_that_was_kept_offers_it_no_more(open_page: Open) -> None:
    """By the browser, which shows it again as it was, or from before the network was gone."""
    page = open_page("/")
    expect(page.locator("[data-first]:visible")).to_have_count(1)
    page.evaluate("document.cookie = 'first=seen'")
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    expect(page.locator("[data-first]:visible")).to_have_count(0)


def test_own_positions(open_page: Open, check: Check, server: str) -> None:
    table = Table.begun(server, ["Quintus", "Ottilie"])
    game = Followed(table, PASSED_OVER).plays("2H", "KD", "5S 5D 5H", "KC KD")
    game.enter(card="2C", captured=[], as_played=True)
    page = open_page(f"{table.group}/missed", let_in=table.edit_link)
    take = page.locator(".example").nth(0)
    take.locator("label").first.tap()
    button(take, "That is my answer").tap()
    said = page.locator("#answer")
    expect(said).to_have_text("That was right.")
    expect(said).to_be_focused()
    check(page, schemes=True)
    link(page, "More of them").tap()
    page.locator(".example").nth(1).get_by_role("button", name="two of hearts").tap()
    reply = page.locator(".reply")
    expect(reply.locator("h2")).to_have_class("wrong")
    reply.get_by_text("Show the answer").tap()
    expect(reply.get_by_role("img", name="five of spades")).to_be_visible()
