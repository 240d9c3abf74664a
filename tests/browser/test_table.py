"""The live table: a game entered card by card, builds in few taps, and answers in reach."""

import pytest
from playwright.sync_api import Page, expect

from .conftest import Open
from .demo_sessions import Followed, Table
from .taps import (
    CUT_OFF,
    LOW,
    PASSED_OVER,
    REFUSED,
    ask_again,
    button,
    cut_off,
    drawn,
    enter,
    field,
    greyed_suits,
    hands,
    heading,
    irregular,
    last_play,
    link,
    open_table,
    open_up,
    options,
    pick,
    question,
    rank_key,
    settle,
    shows,
    slide,
    suit_key,
    try_again,
    waits,
    written,
)


def test_the_dealt_cards(open_page: Open, table: Table) -> None:
    """The last one sends them; until then a tap takes one back."""
    page = open_page(table.edit_link)
    link(page, "Count sweeps").tap()
    link(page, "Follow every play").tap()
    expect(heading(page)).to_have_text("Which cards lie on the table?")
    expect(page.locator("#turn")).to_contain_text("Ann deals. Deal three to each, two to the table")
    enter(page, "KD", "5H", "5H")
    assert greyed_suits(page, "5") == "H"
    page.locator("#table button", has_text="5").first.tap()
    page.locator("#table button", has_text="K").tap()
    assert greyed_suits(page, "5") == ""
    enter(page, "8S", "9C")
    expect(page.locator("#table button")).to_have_text(drawn("5H 8S 9C"))
    enter(page, "KD")
    shows(page, "Bo plays", "5H 8S 9C")
    expect(page.locator("#turn")).to_contain_text("Deal 1 of 12")
    expect(last_play(page)).to_have_text(
        written("Dealt to the table: 5H, 8S, 9C and KD. Set aside: KD")
    )
    hands(page, (6, 6))


def test_a_double_tap_on_a_suit_enters_once(open_page: Open, table: Table) -> None:
    game = Followed(table, LOW)
    page = open_table(open_page, table)
    rank_key(page, "K").tap()
    place = suit_key(page, "H").bounding_box()
    assert place is not None
    middle = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
    for _ in range(2):
        page.touchscreen.tap(*middle)
    shows(page, "Ann plays", f"{LOW} KH")
    settle(page)
    assert game.read()["seq"] == 2


def test_cards_that_nobody_can_hold_are_greyed(open_page: Open, table: Table) -> None:
    game = Followed(table, "2S 2S 2H 5H").plays("2H", "5H")
    page = open_table(open_page, table)
    assert greyed_suits(page, "2") == "SH"
    assert greyed_suits(page, "5") == "H"
    assert greyed_suits(page, "9") == ""
    assert greyed_suits(page, "5") == "H"
    why = "nobody can hold one any more. All there are have been seen."
    suit_key(page, "H").tap(force=True)
    expect(page.locator("#reason")).to_have_text(written(f"5H: {why}"))
    expect(suit_key(page, "H")).to_have_accessible_description(written(f"5H: {why}"))
    game.plays("2D", "2D", "2C", "2C")
    ask_again(page)
    expect(rank_key(page, "2").locator("input")).to_be_disabled()
    rank_key(page, "2").tap(force=True)
    expect(page.locator("#reason")).to_have_text(f"2: {why}")
    rank_key(page, "9").tap()
    expect(page.locator("#reason")).to_be_hidden()


def test_undo_and_redo_again_and_again(open_page: Open, table: Table) -> None:
    """Quicker than a double tap: each is one of its own."""
    tables = ["2D 5H 8S 9C", "2D 5H 9C", "2D 5H", "2D 5H JD"]
    plays = ("8H", "9H", "JD")
    Followed(table, tables[0]).plays(*plays)
    page = open_table(open_page, table)
    turns = [("Bo plays", "Ann plays")[index % 2] for index in range(len(tables))]
    shows(page, turns[-1], tables[-1])
    for index in reversed(range(len(plays))):
        button(page, "Undo").tap()
        shows(page, turns[index], tables[index])
    button(page, "Undo").tap()
    expect(heading(page)).to_have_text("Which cards lie on the table?")
    expect(button(page, "Undo")).to_be_disabled()
    for turn, cards in zip(turns, tables, strict=True):
        button(page, "Redo").tap()
        shows(page, turn, cards)
    expect(button(page, "Redo")).to_be_disabled()


def drifted(page: Page, *gone: str, lies: str = "") -> None:
    """Enter that the table shows some cards no more, and others instead."""
    open_up(page, "Does the table look different?")
    link(page, "The table shows…").tap()
    pick(page, *gone)
    for card in lies.split():
        page.locator("[data-pad-for] .key", has=page.locator(f'[value="{card[:-1]}"]')).tap()
        page.locator(f'[data-pad-for] [data-suit="{card[-1]}"]').tap()
    expect(field(page, "And which other cards?")).to_have_value(lies)
    button(page, "What explains that?").tap()


def test_the_table_shows_what_one_entry_explains(open_page: Open, table: Table) -> None:
    Followed(table, LOW).plays("JD", "QD")
    page = open_table(open_page, table)
    drifted(page, "JD", lies="JC")
    expect(page.locator(".felt .card")).to_have_text(drawn(f"{LOW} JC QD"))
    what = "Play 1 was different. Bo: jack of clubs creeps, not: jack of diamonds creeps."
    button(page, what).tap()
    shows(page, "Bo plays", f"{LOW} JC QD")
    expect(irregular(page)).to_have_count(0)


def test_replay_with_a_keyboard(open_page: Open, table: Table) -> None:
    """A deal that was played out: the hand of each play is known."""
    deal = ("2H", "KD", "5S", "QC", "9H", "8C", "9D", "7S", "KS", "JC", "6D", "3C")
    Followed(table, PASSED_OVER).plays(*deal)
    page = open_page(f"{table.live()}/replay/12", let_in=table.edit_link)
    expect(heading(page)).to_have_text(written("Ann: 3C creeps"))
    dealt = "Dealt to the table: 5H, 5D, KH and QH. Set aside: QH and KH"
    for key, play in (
        ("ArrowLeft", "Bo: 6D creeps"),
        ("Home", dealt),
        ("ArrowLeft", dealt),
        ("End", "Ann: 3C creeps"),
        ("ArrowRight", "Ann: 3C creeps"),
        ("Home", dealt),
        ("ArrowRight", "Bo: 2H creeps"),
    ):
        expect(heading(page)).to_be_visible()  # the keys of this page are heard
        page.keyboard.press(key)
        expect(heading(page)).to_have_text(written(play))


TAPPED = [
    # game, table, taps, how many these are, what the last one enters
    ("casino", "4C 8H JD QS", "KC", 2, "Bo trails the KC"),
    ("casino", "4C 4S 8H QS", "8C >takes", 3, "Bo takes 8H and 4S + 4C with the 8C"),
    ("casino", "4C 3D JD QS; 4D 4D+4C=8; KC -", "5C >adds", 3, "Bo adds 3D + 5C to the build of 8"),
    ("casino", "4C 3S 8H QS", "+4C +3S 7C >builds_7", 5, "Bo builds 7 of 3S + 4C and 7C"),
    ("swazi-casino", "2C 6H 9H KD", "9D >trails insist", 4, "Bo takes 9H with the 9D"),
    ("south-african-casino", "", "8C", 2, "Bo trails the 8C"),
]
"""Two players of whom the first deals, so that Bo begins in every game. Turns follow the table."""


def tap(page: Page, what: str) -> int:
    """Tap what a word of the table of taps stands for; return how many taps it is."""
    match what[0], what:
        case "+", _:
            page.locator(f'#table label:has([name=used][value="{what[1:]}"])').tap()
        case ">", _:
            options(page).filter(has_text=what[1:].replace("_", " ")).first.tap()
        case _, "first":
            button(page, "Make a build of these first").tap()
            expect(page.locator("#table .begun")).to_be_visible()
        case _, "insist":
            page.locator("#insisted button").first.tap()
        case _:
            enter(page, what)
            return 2
    return 1


def begun(server: str, game: str, dealt: str) -> Table:
    table = Table.begun(server, ["Ann", "Bo"], game=game)
    cards, *turns = dealt.split("; ")
    game = Followed(table, cards)
    for turn in turns:
        game.enter(turn=turn)
    return table


def test_a_turn_is_so_many_taps(open_page: Open, server: str) -> None:
    page = open_page("/")
    for game, dealt, taps, number, entered in TAPPED:
        table = begun(server, game, dealt)
        page.goto(table.edit_link)
        page.goto(table.live())
        assert sum(tap(page, what) for what in taps.split()) == number, taps
        expect(last_play(page)).to_contain_text(written(entered))


def test_a_turn_that_has_begun_is_still_begun_when_the_page_comes_anew(
    open_page: Open, server: str
) -> None:
    page = open_table(open_page, begun(server, "swazi-casino", "2C 6H 9H KD"))
    for what in ("+2C", "+6H", "first"):
        tap(page, what)
    page.reload()
    expect(page.locator("#table .begun")).to_contain_text("Now the card from the hand.")
    link(page, "Take back").tap()
    expect(page.locator("#table .begun")).to_have_count(0)
    expect(page.locator("#table [name=used]")).to_have_count(4)


FOUR_BUILDS = [
    "10D 2S+10D=12", "9H 5H+9H=14", "5C 5D+5C=10", "KC -", "KS x KC", "KD -", "2D 2D+4C=6", "9C -",
    "AC x 5H+9H=14", "7C -", "JH -", "QD KD=AC^1+QD=13", "7S x 7C", "AH AH+2D+4C=7",
]  # fmt: skip
"""Each has a build, Bo must keep a card, and may insist that his own top goes to Cia's."""

CROWDED = ["3C 3C+5S=8", "9D x 9H", "4D 4D+2C=6", "8D x 3C+5S=8", "QC -"]
"""A build of Bo's, two open piles, a rank that Dan has shown to hold, and what binds Cia."""
ABOVE = [
    # game, cards dealt to the table, turns, language, what lies above the pad
    ("lesotho-casino", "2C 5S 9H KD", CROWDED, "de", ["#table", "h1"]),
    ("swazi-casino", "5D 2S 5H 4C", FOUR_BUILDS, "en",
     [".say:has-text('Bo must keep a card for the build of 10.')",
      "#insisted:has-text('may insist.') h2"]),
]  # fmt: skip


def test_what_is_looked_at_lies_above_the_pad(open_page: Open, server: str) -> None:
    for game, dealt, turns, language, parts in ABOVE:
        table = Table.begun(server, ["Anna-Katharina", "Bo", "Cia", "Dan"], game=game)
        followed = Followed(table, dealt)
        for turn in turns:
            followed.enter(turn=turn)
        page = open_table(open_page, table, locale=language)
        pad = page.locator("#pad").bounding_box()
        assert pad is not None
        for part in parts:
            box = page.locator(part).bounding_box()
            assert box is not None
            assert 0 <= box["y"] < box["y"] + box["height"] < pad["y"], part


# --- networks that come and go ------------------------------------------------------------------
def test_turns_wait_in_order_and_are_sent_once(open_page: Open, server: str) -> None:
    """A turn that has begun on the table, what it used, and the turns after it, over a reload."""
    table = begun(server, "swazi-casino", "2C 6H 9H KD")
    page = open_table(open_page, table, expected=(CUT_OFF,))
    for what in ("+2C", "+6H", "first"):
        tap(page, what)
    cut_off(page)
    for what in ("9D", "QS"):
        tap(page, what)
        try_again(page)
    waits(page, "Bo 9D, then Ann QS")
    page.reload()
    waits(page, "Bo 9D, then Ann QS")
    expect(page.locator("#table .begun")).to_have_count(0)
    page.unroute_all()
    try_again(page)
    expect(last_play(page)).to_contain_text(written("Ann trails the QS"))
    log = page.locator("#log li")
    expect(log).to_have_text(
        [
            written("Ann trails the QS"),
            written("Bo builds 8 of 2C and 6H from the table, then takes 9H with the 9D"),
            written("Dealt to the table: 2C, 6H, 9H and KD"),
        ]
    )


def test_a_turn_begins_as_soon_as_the_network_is_back(open_page: Open, server: str) -> None:
    """Cards that were tapped on the table stay, and no card is entered without them."""
    page = open_table(open_page, begun(server, "swazi-casino", "2C 6H 9H KD"), expected=(CUT_OFF,))
    cut_off(page)
    for what in ("+2C", "+6H"):
        tap(page, what)
    button(page, "Make a build of these first").tap()
    waits(page, "2C 6H")
    tap(page, "9D")
    page.unroute_all()
    try_again(page)
    expect(page.locator("#table .begun")).to_contain_text(
        written("Bo builds 8 of 2C and 6H from the table.")
    )
    tap(page, "9D")
    expect(last_play(page)).to_contain_text(
        written("Bo builds 8 of 2C and 6H from the table, then takes 9H with the 9D")
    )


MANY = "AC 3S 5D 5H"
"""An 8 has nine options here, and a trail."""
SCREENS = [(360, 740, 100), (390, 844, 200), (844, 390, 100)]


@pytest.fixture
def crowded(server: str) -> Table:
    table = Table.begun(server, ["Anna", "Bo", "Cilla", "Dan"], game="casino")
    Followed(table, MANY)
    return table


SEEN = """() => [...document.querySelectorAll("#table .card")].every((card) => {
  const { left, right, top, bottom } = card.getBoundingClientRect();
  return [top + 4, bottom - 4].every((y) =>
    card.contains(document.elementFromPoint((left + right) / 2, y))); })"""


def in_sight(page: Page) -> bool:
    """Return whether all cards of the table can be seen and tapped where they are drawn."""
    return bool(page.evaluate(SEEN))


@pytest.mark.parametrize(("width", "height", "text"), SCREENS)
def test_the_table_stays_in_sight_over_the_answers(
    open_page: Open, crowded: Table, width: int, height: int, text: int
) -> None:
    page = open_table(open_page, crowded, viewport={"width": width, "height": height})
    page.evaluate("size => document.documentElement.style.fontSize = size + '%'", text)
    place = button(page, "Undo").bounding_box()
    enter(page, "8C")
    trails = options(page).filter(has_text="trails")
    for one in (trails, link(page, "Cancel"), button(page, "Undo")):
        expect(one).to_be_in_viewport(ratio=1)
    assert in_sight(page)
    expect(page.locator("#pad .ranks")).to_be_hidden()
    link(page, "Cancel").tap()
    expect(question(page)).to_have_count(0)
    expect(page.locator("#pad .ranks")).to_be_visible()
    assert button(page, "Undo").bounding_box() == place


@pytest.mark.parametrize(("width", "height", "text"), SCREENS[1:])
def test_a_refusal_begins_with_its_reason(
    open_page: Open, server: str, width: int, height: int, text: int
) -> None:
    """A part that is unfolded below it scrolls nothing."""
    table = Table.begun(server, ["Ann", "Bo"], game="casino")
    game = Followed(table, "5S 9C JD 2D")
    for turn in ("3C 3C+5S=8", "KD -"):
        game.enter(turn=turn)
    size = {"viewport": {"width": width, "height": height}}
    page = open_table(open_page, table, expected=(REFUSED,), **size)
    page.evaluate("size => document.documentElement.style.fontSize = size + '%'", text)
    assert (page.locator(".top").bounding_box() or {})["height"] < 60
    enter(page, "QH")
    expect(page.locator("#ask .wrong")).to_be_in_viewport(ratio=0.9)
    assert in_sight(page)


def test_a_press_on_a_rank_slides_to_its_suit(open_page: Open, crowded: Table) -> None:
    page = open_table(open_page, crowded)
    slide(page, "KC")
    expect(last_play(page)).to_have_text(written("Bo trails the KC"))


FLOWN = """window.flown = [];
new MutationObserver((changes) => {
  const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
  flown.push(...added.filter((one) => one.matches?.(".flying")).map((one) => one.textContent));
}).observe(document, { childList: true, subtree: true });"""
"""Script that writes down what slides over the page."""
MOTION = pytest.mark.parametrize("reduced", ["no-preference", "reduce"])


def flown(page: Page, reduced: str, *cards: str) -> None:
    """Check what has slid, for whoever does not ask for less motion; nothing stays behind."""
    moved = [written(card) for card in cards] if reduced == "no-preference" else []
    assert page.evaluate("flown") == moved
    expect(page.locator(".flying")).to_have_count(0)


@MOTION
def test_cards_slide_to_who_takes_them_and_to_the_table(
    open_page: Open, table: Table, reduced: str
) -> None:
    Followed(table, "2D 5H 8S 9C")
    page = open_table(open_page, table, reduced_motion=reduced)
    page.evaluate(FLOWN)
    with page.expect_event("requestfinished", lambda request: "motion" in request.url):
        heading(page).tap()
    for card, play in (("8H", "Bo: 8H takes 8S"), ("KH", "Ann: KH creeps")):
        enter(page, card)
        expect(last_play(page)).to_have_text(written(play))
    flown(page, reduced, "8S", "KH")


@MOTION
def test_cards_slide_from_page_to_page_of_a_hand(open_page: Open, reduced: str) -> None:
    page = open_page("/casino/play?players=2&seed=4", reduced_motion=reduced)
    page.context.add_init_script(FLOWN)
    page.locator(".own-hand .pick").last.tap()
    page.locator("[name=play]").tap()
    expect(page.locator(".happened")).to_contain_text(written("trail the KD"))
    expect(page.locator(".own-hand")).to_be_visible()  # its scripts have run
    flown(page, reduced, "8C", "KD")


SENSED = """const tones = OscillatorNode.prototype;
for (const [owner, name] of [[navigator, "vibrate"], [tones, "start"]]) {
  const act = owner[name];
  owner[name] = function (...given) {
    sessionStorage[name] = Number(sessionStorage[name] ?? 0) + 1;
    return act.apply(this, given);
  };
}"""
"""Script that counts vibrations and tones over several pages."""


@MOTION
def test_a_sweep_of_a_hand_is_felt_and_heard(open_page: Open, reduced: str) -> None:
    """The next play, which is none, is not."""
    page = open_page("/like/sound/sounds?to=/", reduced_motion=reduced)
    page.context.add_init_script(SENSED)
    page.goto("/krypkasino/play?players=2&seed=4&card=9S")
    page.locator("[name=play]").tap()
    expect(page.locator(".happened .say")).to_have_count(1)
    page.locator(".own-hand .pick").first.tap()
    page.locator("[name=play]").tap()
    expect(page.locator(".happened")).to_contain_text(written("AD creeps"))
    sensed = page.evaluate("[sessionStorage.vibrate, sessionStorage.start]")
    assert sensed == ["1" if reduced == "no-preference" else None, "1"]


def test_a_rank_of_which_one_suit_is_unseen_enters_it(open_page: Open, server: str) -> None:
    """By a tap, and by Enter; arrow keys only choose."""
    table = Table.begun(server, ["Ann", "Bo"], game="casino")
    game = Followed(table, "KS KH KD 9S")
    for turn in ("QS -", "QH -", "QD -"):
        game.enter(turn=turn)
    page = open_table(open_page, table)
    rank_key(page, "J").locator("input").focus()
    page.keyboard.press("ArrowRight")
    expect(rank_key(page, "Q").locator("input")).to_be_checked()
    page.keyboard.press("Enter")
    expect(options(page).filter(has_text="trails")).to_have_count(1)
    options(page).filter(has_text="trails").tap()
    expect(last_play(page)).to_have_text(written("Ann trails the QC"))
    rank_key(page, "K").tap()
    expect(options(page).filter(has_text="trails")).to_have_count(1)


def test_what_is_refused_can_be_read(open_page: Open, server: str) -> None:
    """A refused play waits for an answer, and all that may be said stands in sight."""
    table = begun(server, "casino", "5S 9C JD 2D; 3C 3C+5S=8; KD -")
    page = open_table(open_page, table, expected=("status of 422",))
    enter(page, "QH")
    expect(page.locator("header .unsent")).to_have_text("Waiting for your answer: 1")
    part = page.get_by_text("Something else was done")
    expect(part).to_be_in_viewport(ratio=0.9)
    part.tap()
    for button_or_piece in page.locator("#ask-more :is(button, .pick)").all():
        expect(button_or_piece).to_be_in_viewport(ratio=0.9)
    expect(page.locator("#table")).to_be_in_viewport(ratio=0.5)
