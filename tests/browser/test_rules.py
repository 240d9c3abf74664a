"""Pages of rules and tactics, and exercises, under a thumb."""

import re

from playwright.sync_api import Locator, Page, expect

from referee.rules.exercises.exercise import Answer, Exercise
from referee.rules.exercises.registry import make

from .conftest import Check, Open
from .demo_sessions import Followed, Table
from .taps import FELT, PASSED_OVER, button, felt, heading, link

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
    # cards; who pays; a number; lines of a sheet; what is against a play; what is insisted on
    ("krypkasino", "take"), ("krypkasino", "pays"), ("krypkasino", "cost"),
    ("krypkasino", "missing"), ("swazi-casino", "may"), ("swazi-casino", "insist"),
]  # fmt: skip


def tap_pieces(page: Page, texts: tuple[str, ...]) -> None:
    """Tap cards; of twins one after the other."""
    for at, text in enumerate(texts):
        again = texts[:at].count(text)
        boxes = page.locator(f'input[name="pieces"][value="{text}"]')
        page.locator(".ask label").filter(has=boxes.nth(0)).nth(again).tap()
        expect(boxes.nth(again)).to_be_checked()


def answer(page: Page, exercise: Exercise, one: Answer) -> None:
    """Answer an exercise by taps alone, as a player does."""
    if one.choice is not None:
        page.locator(f'button[name="choice"][value="{one.choice}"]').tap()
        return
    if one.pieces == ():
        page.locator('button[name="none"]').tap()
        return
    tap_pieces(page, one.pieces or ())
    if one.number is not None:
        for digit in str(one.number):
            page.locator(f'[data-digit="{digit}"]').tap()
        expect(page.locator("#number")).to_have_value(str(one.number))
    page.get_by_role("button", name="That is my answer").tap()


TOP = "one => one.getBoundingClientRect().top + scrollY"


def requests_of(page: Page) -> list[str]:
    """Return a list to which the addresses that the page asks for are added, but for those of
    scripts, which each phone fetches once."""
    asked: list[str] = []
    page.on("request", lambda one: one.resource_type == "script" or asked.append(one.url))
    return asked


def test_by_taps(open_page: Open) -> None:
    """Each answer and each next exercise is one request, and no card moves under the thumb."""
    page = open_page("/")
    asked = requests_of(page)
    for game, kind in KINDS:
        exercise = make(game, kind, SEED)
        page.goto(f"/{game}/exercises/{kind}/{SEED}")
        card = page.locator(".ask :is(.pick, .card, td)").first
        before = card.evaluate(TOP)
        asked.clear()
        answer(page, exercise, min(exercise.answers, key=str))
        expect(page.locator("#answer"), kind).to_have_text("Right.")
        expect(page.locator("#answer")).to_be_focused()
        assert card.evaluate(TOP) == before
        expect(page.locator(".where")).to_contain_text("1 of 1 right.")
        onward = link(page, "Next")
        expect(onward).to_be_in_viewport(ratio=1)
        assert len(asked) == 1
        onward.tap()
        expect(page.locator("#answer")).to_have_count(0)
        expect(heading(page)).to_be_focused()
        assert len(asked) == 2
        assert int(page.url.rpartition("/")[2]) != SEED
    page.go_back()
    expect(page.locator("#answer")).to_have_text("Right.")
    expect(page).to_have_url(re.compile(rf"/insist/{SEED}\?"))


def test_by_keyboard(open_page: Open) -> None:
    """The answer gets the focus, and *Next* comes soon after it; then the next heading."""
    exercise = with_cards()
    page = open_page(page_of(exercise), "desktop")
    for piece in min(exercise.answers, key=str).pieces or ():
        page.locator(f'input[value="{piece}"]').first.focus()
        page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(page.locator("#answer")).to_have_text("Right.")
    expect(page.locator("#answer")).to_be_focused()
    page.keyboard.press("Tab")
    expect(link(page, "Read the rule")).to_be_focused()
    page.keyboard.press("Tab")
    expect(link(page, "Next")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#answer")).to_have_count(0)
    expect(heading(page)).to_be_focused()


def with_cards() -> Exercise:
    """Return an exercise whose right answers have cards, each once."""
    made = (make("krypkasino", "take", seed) for seed in range(SEED, SEED + 50))
    return next(each for each in made if all(one.pieces for one in each.answers) and single(each))


def single(exercise: Exercise) -> bool:
    return len(set(exercise.choices)) == len(exercise.choices)


def page_of(exercise: Exercise) -> str:
    return f"/{exercise.game}/exercises/{exercise.name}/{exercise.seed}"


def again(page: Page, game: str, number: int) -> None:
    """Check how many exercises come back on this day."""
    page.goto(f"/{game}/exercises")
    row = page.locator("[data-again]")
    if number:
        expect(row).to_have_text(f"Again today: {number}")
    else:
        expect(page.locator("[data-today] .calendar a")).to_have_count(7)
        expect(row).to_be_hidden()


def recalled(page: Page) -> dict[str, dict[str, object]]:
    kept: dict[str, dict[str, object]] = page.evaluate(
        "JSON.parse(localStorage.getItem('referee.recall') ?? '{}')"
    )
    return kept


def test_what_was_wrong_comes_back(open_page: Open) -> None:
    """Until it was right often enough; an answer to a page that is shown again does not count."""
    exercise = with_cards()
    game, right = exercise.game, min(exercise.answers, key=str)
    page = open_page(page_of(exercise))
    answer(page, exercise, Answer(pieces=()))
    expect(page.locator("#answer")).to_have_text("Wrong.")
    (first,) = recalled(page).values()
    tap_pieces(page, right.pieces or ())
    button(page, "Try again").tap()
    expect(page.locator("#answer")).to_have_text("Right.")
    page.reload()
    expect(page.locator("#answer")).to_have_text("Right.")
    assert [*recalled(page).values()] == [first]
    for step in (1, 2, 3):
        again(page, game, 1)
        link(page, "Again today: 1").tap()
        expect(page.locator(".where")).to_contain_text("1 of 1.")
        if step == 2:
            page.locator("details.hints summary").tap()
        answer(page, exercise, right)
        expect(page.locator("#answer")).to_have_text("Right.")
        link(page, "Done").tap()
        expect(heading(page)).to_contain_text("Exercises in")
    again(page, game, 0)
    (state,) = recalled(page).values()
    assert state["state"] == 2


DAY = "2026-11-23"


def wrongly_or_not(address: str) -> str:
    """Return an answer to the exercise at an address."""
    *_, game, _, kind, seed = address.partition("?")[0].split("/")
    choices = make(game, kind, int(seed)).choices
    return f"none=1&number=99&choice={choices[0] if choices else ''}"


def do_ten(page: Page, day: str, again: str = "") -> None:
    """Answer the ten of a day, wrongly or not."""
    page.goto(f"/krypkasino/exercises/ten/{day}{again}")
    addresses = [one.get_attribute("href") or "" for one in page.locator(".ten a").all()]
    assert len(addresses) == 10
    for number, address in enumerate(addresses):
        page.goto(f"{address}&{wrongly_or_not(address)}")
        expect(page.locator(".where")).to_contain_text(f"{number + 1} of 10.")
        expect(page.locator(".reply")).to_be_visible()
    link(page, "All ten").tap()


def test_the_phone_counts_and_tells_no_answer(open_page: Open) -> None:
    """The first answer to each of a day's ten; the whole of it is told in marks."""
    page = open_page("/")
    do_ten(page, DAY)
    result = page.get_by_label("Result")
    expect(result).to_be_visible()
    told = result.input_value().split("\n")
    assert told[0].startswith(f"Krypkasino {DAY}: ")
    assert set(told[1]) <= {"✓", "✗"}
    assert len(told[1]) == 10
    assert told[0].endswith(f" {told[1].count('✓')}/10")
    assert told[2].endswith(f"/krypkasino/exercises/ten/{DAY}")
    page.goto("/krypkasino/exercises")
    expect(page.locator("[data-score]").first).to_contain_text("right")


def test_days_in_a_row(open_page: Open, check: Check) -> None:
    """The ten of today begins with what was wrong, and stays the same until it is done."""
    exercise = with_cards()
    page = open_page(page_of(exercise))
    answer(page, exercise, Answer(pieces=()))
    expect(page.locator("#answer")).to_have_text("Wrong.")
    page.goto("/krypkasino/exercises")
    today = page.locator("[data-ten]")
    expect(today).to_have_attribute("href", re.compile(rf"again=take\.{exercise.seed}"))
    day = (page.locator("[data-today]").get_attribute("data-today") or "").split()[1]
    page.evaluate(
        """day => {
          const before = new Date(`${day}T12:00:00Z`);
          before.setUTCDate(before.getUTCDate() - 1);
          const name = `krypkasino ${before.toISOString().slice(0, 10)}`;
          localStorage.setItem("referee.tens", JSON.stringify({ [name]: "1111111110" }));
        }""",
        day,
    )
    do_ten(page, day, f"?again=take.{exercise.seed}")
    expect(page.locator("[data-mark]").first).to_have_attribute("data-is", "wrong")
    page.goto(f"/krypkasino/exercises/ten/{day}")
    expect(page).to_have_url(re.compile(rf"again=take\.{exercise.seed}"))
    expect(page.locator("[data-streak]")).to_have_text("Days in a row: 2")
    check(page, schemes=True)
    page.goto("/krypkasino/exercises")
    expect(page.locator("[data-streak]")).to_have_text("Days in a row: 2")
    done = page.locator(".calendar a[data-is]")
    expect(done).to_have_count(2)
    expect(done.first).to_have_accessible_name(re.compile("9 of 10 right"))
    expect(page.locator("[data-sofar]")).to_contain_text("of 10 right")
    check(page, schemes=True)


def test_exercises_go_to_another_phone(open_page: Open, check: Check) -> None:
    """By a link; of what both know the later answer counts. They are gone at one tap."""
    exercise = with_cards()
    page = open_page(page_of(exercise), expected=("status of 422",))
    answer(page, exercise, Answer(pieces=()))
    expect(page.locator("#answer")).to_have_text("Wrong.")
    page.goto("/exercises/kept")
    field = page.get_by_label("Link")
    expect(field).to_have_value(re.compile("/exercises/kept#"))
    kept = recalled(page)
    check(page, schemes=True)
    other = open_page(field.input_value())
    button(other, "Take them onto this phone").tap()
    expect(other.locator("#taken")).to_have_text("They are on this phone now.")
    assert recalled(other) == kept
    expect(other).to_have_url(re.compile("/exercises/kept$"))
    expect(other.get_by_label("Link")).to_have_value(re.compile("/exercises/kept#"))
    button(page, "Delete all of it").tap()
    expect(page.locator("#taken")).to_contain_text("Nothing of exercises is kept here")
    assert recalled(page) == {}
    page.goto("/exercises/kept#abc")
    page.reload()
    button(page, "Take them onto this phone").tap()
    expect(page.get_by_role("alert").filter(has_text="cut off")).to_be_visible()


def test_exercises_go_along_in_the_file_of_a_group(open_page: Open, server: str) -> None:
    table = Table.begun(server, ["Quintus", "Ottilie"])
    exercise = with_cards()
    page = open_page(page_of(exercise), let_in=table.edit_link)
    answer(page, exercise, Answer(pieces=()))
    expect(page.locator("#answer")).to_have_text("Wrong.")
    kept = recalled(page)
    page.goto(table.group)
    with page.expect_download() as saved:
        link(page, "Everything, with my exercises").tap()
    other = open_page("/import")
    other.get_by_label("File").set_input_files(saved.value.path())
    expect(other.get_by_label("Its exercises come back on this phone too")).to_be_checked()
    button(other, "Load it").tap()
    expect(heading(other)).to_contain_text("Quintus")
    assert recalled(other) == kept


def test_three_right_in_a_row_lead_to_the_next_level(open_page: Open) -> None:
    """Afterwards the kind begins there; a wrong one in between begins anew."""
    page = open_page("/krypkasino/exercises")
    row = page.locator(".kinds a").filter(has_text="What is this pile worth?")
    row.tap()
    expect(page.locator(".where")).to_be_visible()
    page.evaluate(FELT)
    for number, right in enumerate([True, True, False, True, True, True]):
        expect(page.locator(".where")).to_contain_text("Level 1.")
        exercise = make("krypkasino", "pile", int(page.url.rpartition("/")[2]))
        (wanted,) = exercise.answers
        answer(page, exercise, wanted if right else Answer(number=999))
        risen = page.get_by_text("Three right in a row: level 2 comes next.")
        expect(page.locator("#answer")).to_have_text("Right." if right else "Wrong.")
        expect(risen.locator("visible=true")).to_have_count(int(number == 5))
        link(page, "Next").tap()
        expect(page.locator("#answer")).to_have_count(0)
    expect(page.locator(".where")).to_contain_text("Level 2.")
    felt(page, 5)
    link(page, "Exercises").tap()
    expect(row).to_contain_text("Level 2")
    row.tap()
    expect(page.locator(".where")).to_contain_text("Level 2. 5 of 6 right.")
    link(page, "Harder").tap()
    expect(page.locator(".where")).to_contain_text("Level 3.")
    link(page, "Exercises").tap()
    expect(row).to_contain_text("Level 3")


def test_the_list_fits_two_screens(open_page: Open) -> None:
    for game in ("krypkasino", "casino", "swazi-casino"):
        page = open_page(f"/{game}/exercises")
        height = page.evaluate("document.documentElement.scrollHeight / innerHeight")
        assert height <= 2, game


def test_exercises_without_scripts(open_page: Open) -> None:
    """A plain page of ten, levels above the list, and an answer that loads a page."""
    page = open_page("/krypkasino/exercises", java_script_enabled=False)
    expect(page.locator("[data-streak], .calendar").locator("visible=true")).to_have_count(0)
    page.locator(".levels a", has_text="3").tap()
    expect(page.locator(".levels [aria-current]")).to_have_text("3")
    page.locator(".kinds a", has_text="What must it take?").tap()
    expect(page.locator(".where")).to_contain_text("Level 3.")
    page.locator('button[name="none"]').tap()
    expect(page.locator("#answer")).to_be_in_viewport()
    expect(page.locator(".ask .pick").first).to_be_in_viewport()
    page.goto("/krypkasino/exercises")
    page.locator("[data-ten]").tap()
    expect(page.locator(".ten li")).to_have_count(10)


def test_first_positions(open_page: Open) -> None:
    """A wrong tap leads to another try in place."""
    page = open_page("/")
    link(page, "Casino").tap()
    link(page, "Show me").tap()
    expect(page.locator("#main > p").first).to_have_text("1 of 3")
    asked = requests_of(page)
    page.locator('label:has(input[value="KC"])').tap()
    button(page, "That is my answer").tap()
    expect(page.locator("#answer")).to_contain_text("cannot take this")
    expect(link(page, "Continue")).to_have_count(0)
    page.locator('label:has(input[value="KC"])').tap()
    tap_pieces(page, ("AH", "3C", "4D", "6S"))
    button(page, "Try again").tap()
    link(page, "Continue").tap()
    expect(page.locator("#main > p").first).to_have_text("2 of 3")
    assert len([one for one in asked if "/first/" in one]) == 3


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
