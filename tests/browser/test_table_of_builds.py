"""The live table where cards are built up: what each turn takes in taps, and what it says then."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.strategies import some

from .conftest import Open
from .following import enter, last_play, open_table, open_up, options, written
from .tables import Followed, Table
from .taps import CUT_OFF, ask_again, button, heading, link, try_again

TAPPED = [
    # game, table, taps, how many these are, what the last one enters
    ("casino", "4C 8H JD QS", "KC", 2, "Bo trails the KC"),
    ("casino", "4C 8H JD QS", "8C >takes", 3, "Bo takes 8H with the 8C"),
    ("casino", "4C 4S 8H QS", "+8H 8C >takes", 4, "Bo takes 8H with the 8C"),
    ("casino", "4C 4S 8H QS", "8C >takes", 3, "Bo takes 8H and 4S + 4C with the 8C"),
    ("casino", "4C 3D JD QS; 4D 4D+4C=8; KC -", "5C >adds", 3,
     "Bo adds 3D + 5C to the build of 8"),
    ("casino", "4C 8H JD QS", "4D >builds_8", 3, "Bo builds 8 of 4C and 4D"),
    ("royal-casino", "4C 8H JD QS", "QC >takes", 3, "Bo takes QS and 4C + 8H with the QC"),
    ("casino", "4C 3S 8H QS", "+4C +3S 7C >builds_7", 5, "Bo builds 7 of 3S + 4C and 7C"),
    ("swazi-casino", "2C 6H 9H KD", "9D >trails insist", 4, "Bo takes 9H with the 9D"),
    ("swazi-casino", "2C 6H 9H KD", "+2C +6H first 9D", 5,
     "Bo builds 8 of 2C and 6H from the table, then takes 9H with the 9D"),
    ("lesotho-casino", "2C 6H 9H KD", "KH >takes", 3, "Bo takes KD with the KH"),
    ("swazi-casino", "2C 6H 9H KD", "9D >trails undo", 4, "Dealt to the table: 2C, 6H, 9H and KD"),
    ("south-african-casino", "", "8C", 2, "Bo trails the 8C"),
    ("spade-casino", "4C 8H JD QS", "8C >takes", 3, "Bo takes 8H with the 8C"),
]  # fmt: skip
"""Two players of whom the first deals, so that Bo begins in every game. Turns follow the table."""


def tap(page: Page, what: str) -> int:
    """One word of the table of taps; how many taps it is."""
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
        case _, "undo":
            expect(last_play(page)).to_contain_text("Bo ")
            button(page, "Undo").tap()
        case "t", _:
            page.locator(f'#unsure button[value^="{what.removeprefix("top_")}"]').tap()
        case _:
            enter(page, what)
            return 2
    return 1


def begun(server: str, game: str, dealt: str) -> Table:
    table = Table.start(server, ["Ann", "Bo"], game=game)
    table.begin()
    cards, *turns = dealt.split("; ")
    game = Followed(table, cards)
    for turn in turns:
        game.enter(turn=turn)
    return table


@pytest.mark.parametrize(("game", "dealt", "taps", "number", "said"), some(TAPPED, 4))
def test_a_turn_is_so_many_taps(
    open_page: Open, server: str, game: str, dealt: str, taps: str, number: int, said: str
) -> None:
    page = open_table(open_page, begun(server, game, dealt))
    assert sum(tap(page, what) for what in taps.split()) == number
    expect(last_play(page)).to_contain_text(written(said))


UNSURE = ["3C 3C+5S=8", "9D x 9H", "8D x 3C+5S=8", "6H 2C+6H=8", "QC -", "8D^1=2C+6H=8 / QH x QC"]
"""Bo took 3C and 5S, and only he knows which of them lies higher."""


def test_saying_what_lies_on_top_is_one_tap(open_page: Open, server: str) -> None:
    table = begun(server, "swazi-casino", "2C 5S 9H KD")
    for seq, turn in enumerate(UNSURE, 1):
        table("POST", "/games/1/plays", {"key": turn, "after": seq, "turn": turn})
    page = open_table(open_page, table)
    expect(page.locator("#unsure legend")).to_have_text("Which card is on top of Bo’s pile?")
    assert tap(page, "top_5S") == 1
    expect(last_play(page)).to_contain_text(written("5S is on top of Bo’s pile"))
    expect(page.locator("#unsure")).to_have_count(0)


BOTH_UNSURE = [
    "3C 3C+5S=8", "9D x 9H 9C", "8D x 3C+5S=8", "6H 2C+6H=8", "4S -", "8S 8S=8D^1=2C+6H=8",
    "5H 4S+5H=9D^0=9",
]  # fmt: skip
"""With the last turn nobody knows the top of Ann's pile either."""


def test_a_second_pile_is_asked_about_as_soon_as_nobody_knows_its_top(
    open_page: Open, server: str
) -> None:
    game = Followed(begun(server, "swazi-casino", ""), "2C 5S 9H 9C")
    for turn in BOTH_UNSURE[:-1]:
        game.enter(turn=turn)
    page = open_table(open_page, game.table)
    asked = page.locator("#unsure legend")
    expect(asked).to_have_text(["Which card is on top of Bo’s pile?"])
    game.enter(turn=BOTH_UNSURE[-1])
    ask_again(page)
    expect(asked).to_have_text(
        ["Which card is on top of Ann’s pile?", "Which card is on top of Bo’s pile?"]
    )
    expect(last_play(page)).to_contain_text(written("Bo builds 9"))  # it stands further down
    expect(page.locator("#table > .cards")).to_be_hidden()  # there is none loose
    assert tap(page, "top_9H") == 1
    expect(asked).to_have_count(1)


COLOURED_AS_A_REFUSAL = """element => {
    const refusal = document.body.appendChild(document.createElement("p"));
    refusal.className = "wrong";
    return getComputedStyle(element).color === getComputedStyle(refusal).color;
}"""


def test_what_is_against_the_rules_is_told_and_may_stand(open_page: Open, server: str) -> None:
    page = open_table(open_page, begun(server, "casino", "4C 8H JD QS"))
    for what in ("+4C", "+8H", "9C"):
        tap(page, what)
    told = options(page).filter(has_text="these cards do not make groups of 9")
    expect(told).to_contain_text("Record it as it was played")
    assert told.locator(".wrong").evaluate(COLOURED_AS_A_REFUSAL)
    told.tap()
    expect(last_play(page).first).to_contain_text(written("Bo takes 4C and 8H with the 9C"))
    expect(page.locator("#irregular")).to_contain_text(written("1 thing to talk about: Bo’s 9C"))


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


def test_what_was_built_after_the_card_comes_to_the_last_turn(open_page: Open, server: str) -> None:
    """Once and again, without a reload; what is yet to be sent comes first."""
    table = Table.start(server, ["Ann", "Bo", "Cia"], game="swazi-casino")
    table.begin()
    Followed(table, "2C 6H 3D QC")
    page = open_table(open_page, table, expected=(CUT_OFF,))
    tap(page, "KH")
    expect(last_play(page)).to_contain_text(written("Cia trails the KH"))
    for what in ("+2C", "+6H"):
        tap(page, what)
    open_up(page, "Does the table look different?")
    button(page, "Cia built these too").tap()
    told = written("Cia trails the KH, then builds 8 of 2C and 6H from the table")
    expect(last_play(page)).to_contain_text(told)
    expect(page.locator("#table [name=used]:checked")).to_have_count(0)
    for what in ("JS", ">trails"):
        tap(page, what)
    expect(last_play(page)).to_contain_text(written("Bo trails the JS"))
    for what in ("+3D", "+JS"):
        tap(page, what)
    button(page, "Bo built these too").tap()
    expect(last_play(page)).to_contain_text(written("then builds 14 of 3D and JS from the table"))
    cut_off(page)
    tap(page, "9S")
    waits(page, "Ann 9S")
    button(page, "Bo built these too").tap()
    page.unroute_all()
    try_again(page)
    expect(last_play(page)).to_contain_text(written("Ann trails the 9S"))
    expect(page.locator("#log li")).to_have_count(4)


def test_the_network_is_gone_while_cards_are_chosen(open_page: Open, server: str) -> None:
    """What was said of a card waits with it."""
    page = open_table(open_page, begun(server, "casino", "4C 3S 8H QS"))
    page.context.set_offline(True)
    for what in ("+8H", "8C"):
        tap(page, what)
    expect(page.locator("#pending")).to_contain_text("Waiting for the network")
    page.context.set_offline(False)
    expect(options(page).filter(has_text="takes")).to_be_visible()
    tap(page, ">takes")
    expect(last_play(page)).to_contain_text(written("Bo takes 8H with the 8C"))


CROWDED = ["3C 3C+5S=8", "9D x 9H", "4D 4D+2C=6", "8D x 3C+5S=8", "QC -"]
"""A build of Bo's, two open piles, a rank that Dan has shown to hold, and what binds Cia."""


@pytest.mark.parametrize("language", some(["de", "en", "sv"], 3))
def test_all_of_the_felt_lies_above_the_pad(open_page: Open, server: str, language: str) -> None:
    names = ["Anna-Katharina", "Bo", "Cia", "Dan"]
    table = Table.start(server, names, game="lesotho-casino")
    table.begin()
    table("POST", "/games/1/plays", {"key": "0", "after": 0, "table": "2C 5S 9H KD".split()})
    for seq, turn in enumerate(CROWDED, 1):
        table("POST", "/games/1/plays", {"key": turn, "after": seq, "turn": turn})
    page = open_table(open_page, table, locale=language)
    pad = page.locator("#pad").bounding_box()
    felt = page.locator("#table").bounding_box()
    assert pad is not None
    assert felt is not None
    assert felt["y"] + felt["height"] < pad["y"]
    expect(heading(page)).to_be_in_viewport()


FOUR_BUILDS = [
    "10D 2S+10D=12", "9H 5H+9H=14", "5C 5D+5C=10", "KC -", "KS x KC", "KD -", "2D 2D+4C=6", "9C -",
    "AC x 5H+9H=14", "7C -", "JH -", "QD KD=AC^1+QD=13", "7S x 7C", "AH AH+2D+4C=7",
]  # fmt: skip
"""Each has a build, Bo must keep a card, and may insist that his own top goes to Cia's."""


def test_what_binds_and_what_may_be_insisted_on_is_in_sight(open_page: Open, server: str) -> None:
    table = Table.start(server, ["Ann", "Bo", "Cia", "Dan"], game="swazi-casino")
    table.begin()
    game = Followed(table, "5D 2S 5H 4C")
    for turn in FOUR_BUILDS:
        game.enter(turn=turn)
    page = open_table(open_page, table)
    pad = page.locator("#pad").bounding_box()
    assert pad is not None
    expect(page.locator("#insisted")).to_contain_text("may insist.")
    for told in (".say:has-text('Bo must keep a card for the build of 10.')", "#insisted h2"):
        line = page.locator(told).bounding_box()
        assert line is not None
        assert line["y"] + line["height"] < pad["y"], told


def test_whose_a_build_is_is_as_high_as_a_name(open_page: Open, server: str) -> None:
    """Also where builds are ticked among cards, as those that really lie there."""
    table = begun(server, "casino", "4C 8H JD QS; 4D 4D+4C=8")
    page = open_table(open_page, table)
    name = page.locator(".keeper").bounding_box()
    page.goto(f"{table.live()}/shows")
    ticked = page.locator(".keeper").bounding_box()
    assert name is not None
    assert ticked is not None
    assert ticked["height"] == name["height"] < 30


# --- networks that come and go ------------------------------------------------------------------


def cut_off(page: Page) -> None:
    """Nothing can be sent, but pages are still to be had."""

    def cut(route: Route) -> None:
        route.abort() if route.request.method == "POST" else route.fallback()

    page.route("**/table**", cut)


def waits(page: Page, text: str) -> None:
    expect(page.locator("#pending")).to_have_text(written(f"Waiting for the network: {text}"))


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


def test_what_a_card_did_waits_and_is_told(open_page: Open, server: str) -> None:
    page = open_table(open_page, begun(server, "casino", "4C 8H JD QS"), expected=(CUT_OFF,))
    tap(page, "8C")
    expect(options(page).first).to_be_visible()
    cut_off(page)
    tap(page, ">takes")
    waits(page, "Bo 8C takes")
    tap(page, "KS")
    waits(page, "Bo 8C takes, then Ann KS")
    page.unroute_all()
    try_again(page)
    expect(last_play(page)).to_contain_text(written("Ann trails the KS"))
    expect(page.locator("#log li")).to_have_count(3)


def test_a_turn_begins_as_soon_as_the_network_is_back(open_page: Open, server: str) -> None:
    """What was tapped on the table stays, and no card is entered without it."""
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
