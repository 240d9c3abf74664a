"""The live table where cards are built up: what each turn takes in taps, and what it says then."""

from playwright.sync_api import Page, expect

from .conftest import Open
from .live_table import enter, last_play, open_table, options, waits, written
from .session_taps import CUT_OFF, button, cut_off, link, try_again
from .sessions_by_api import Followed, Table

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
