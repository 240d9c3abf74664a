"""Whole evenings of people who come and go, on phones whose network comes and goes: the reckoning
(#session) is a plain sum, in two languages and on the board."""

from collections import Counter
from dataclasses import replace
from itertools import permutations

import pytest
from playwright.sync_api import Page, expect

from referee.rules.games.casino.followed.state import build_game_state
from tests.entry_json import entered
from tests.playthroughs import FILES, begun, read
from tests.strategies import SOAK, some
from tests.taps_for_play import Taps, taps_for

from .conftest import Open
from .live_table import enter
from .session_taps import CUT_OFF, ask_again, lose_answers, notice, try_again
from .sessions_by_api import Followed, Table

TAPPED = 1 if SOAK == 1 else 500
"""Plays at each end of a followed game that are tapped; others come through the API."""


class Evening:
    """A Swedish and a German phone that play, a laptop with the board, and the scores so far: of
    each part its games, by person."""

    def __init__(self, open_page: Open, server: str, *players: str, **options: object) -> None:
        self.table = Table.start(server, [*players], **options)
        self.parts: list[list[Counter[str]]] = [[]]
        link, expected = self.table.edit_link, (CUT_OFF,)
        self.phones = [open_page(link, locale=of, expected=expected) for of in ("sv", "de")]
        self.laptop = open_page(self.table.view_link, "desktop", locale="sv")
        self.laptop.goto(f"{server}{self.table.page}/board")

    def finished(self, *scores: int) -> None:
        """Write down the scores of a game, which are in seat order."""
        names = self.table("GET", "")["players"]
        self.parts[-1].append(Counter(dict(zip(names, scores, strict=True))))

    def show(self, way: str) -> None:
        for phone in self.phones:
            phone.goto(way)

    def begin(self, phone: Page, *, cut_off: bool = False) -> None:
        phone.goto(self.table.page)
        phone.context.set_offline(cut_off)
        phone.locator("#next form .main").tap()
        if cut_off:
            expect(notice(phone)).not_to_be_empty()
            phone.context.set_offline(False)
            try_again(phone)
        expect(phone.locator("#next")).to_have_count(0)

    def goes_on(
        self, phone: Page, *, leaves: str = "", joins: str = "", lost: bool = False
    ) -> None:
        """Tap who comes or goes. If the answer is ``lost``, it is sent again, and counts once."""
        self.show(self.table.page)
        if lost:
            lose_answers(phone, "**/people", times=1)
        for more in phone.locator("#people-more summary").all():
            more.tap()
        phone.locator("#joins").fill(joins)
        leaving = phone.locator(f'#people [name=leaves][value="{leaves}"]')
        (phone.locator("#people .inline button") if joins else leaving).tap()
        if self.table("GET", "")["games"][-1]["state"] != "finished":
            phone.locator("#people [name=drop]").tap()
        if lost:
            expect(notice(phone)).not_to_be_empty()
            try_again(phone)
        for page in self.phones:
            if page is not phone:
                page.goto(self.table.page)
                page.locator("#goes-on a").tap()
            expect(page.locator("#back")).to_be_visible()
        self.table = replace(self.table, id=phone.url.rsplit("/", 1)[1])
        self.laptop.context.set_offline(False)
        self.laptop.wait_for_url(f"**{self.table.page}/board")
        self.parts.append([])

    def is_reckoned(self, phone: Page, *, lowest_wins: bool = False) -> None:
        """End the evening: on all screens stands who has won how many parts, or has how many points
        where the lowest wins, and each pays each of the others the difference of their games."""
        phone.goto(self.table.page)
        phone.locator("#end-more summary").tap()
        phone.locator("#end-more button").tap()
        expect(phone.locator("#settled")).to_be_visible()
        sums, owed = Counter[str](), Counter[str]()
        for part in self.parts:
            points = Counter[str]()
            for game in part:
                points.update(game)
                for one, other in permutations(game, 2):
                    due = game[one] - game[other] if lowest_wins else game[other] - game[one]
                    owed[f"{one} → {other} "] += due
            best = max(points.values())
            winners = Counter({name: int(of == best) for name, of in points.items()})
            sums.update(points if lowest_wins else winners)
        self.show(self.table.page)
        self.laptop.reload()
        screens = [*self.phones, self.laptop]
        shown = [page.locator("html").get_attribute("lang") for page in screens]
        assert shown == ["sv", "de", "sv"]
        for page in screens:
            lines = [line.split() for line in page.locator("#night li").all_inner_texts()]
            assert {who: int(of.replace("−", "-")) for _, who, *_, of in lines} == {**sums}
            lines = page.locator("#settled ul").first.locator("li").all_inner_texts()
            paid = {f"{pair}{due}" for pair, due in owed.items() if due > 0}
            shown = [line.partition("→") for line in lines]
            assert paid == {
                f"{line.split()[0]} → {due.strip()}"
                for line, _, dues in shown
                for due in dues.split("·")
                if due
            }

    def follow(self, name: str, number: int = 1, *, until: int = 99, cut_off: int = -1) -> None:
        """Play a recorded game on both phones by turns; one has no network at play ``cut_off``."""
        recorded, elsewhere = read(FILES / f"{name}.txt"), Followed(self.table, number=number)
        record, last = begun(recorded.setup), len(recorded.bodies) - 1
        self.show(self.table.live(number))
        for at, body in enumerate(recorded.bodies[:until]):
            state, elsewhere.seq = record.state, record.seq
            record, refused = entered(record, body)
            step, taps = record.events[-1], None
            if {*body} == {"turn"} and (min(at, last - at) <= TAPPED or at == cut_off):
                taps = taps_for(record.engine, build_game_state(state), step.event.play, step.seat)
            if taps and not (taps.begun or taps.tops):
                tap(self.phones[step.seat % 2], taps, elsewhere.seq, cut_off=at == cut_off)
            elif not refused:
                elsewhere.enter(**body)
            if record.score:
                self.finished(*(score.total for score in record.score.scores))
                break

    def count(self, *cards: int) -> None:
        """Count the piles on both phones by turns; one has no network at the end."""
        self.show(self.table.sheet())
        for seat, score in enumerate(cards):
            phone, is_last = self.phones[seat % 2], seat + 1 == len(cards)
            phone.context.set_offline(is_last)
            phone.locator(f"#points-{seat}").fill(str(score))
            phone.locator(f"#points-{seat}").blur()
        expect(phone.locator(f"#row-{seat} [data-waits]")).to_be_visible()
        phone.context.set_offline(False)
        try_again(phone)
        phone.locator("#check form .main").tap()
        expect(phone.locator("#people")).to_be_visible()
        self.finished(*cards)


def tap(phone: Page, taps: Taps, seq: int, *, cut_off: bool) -> None:
    """Enter a play on a phone that has no network meanwhile if it is ``cut_off``."""
    ask_again(phone)
    expect(phone.locator("#turn")).to_have_attribute("data-seq", str(seq))
    phone.context.set_offline(cut_off)
    for used in taps.used:
        phone.locator(f'#table label:has([name=used][value="{used}"])').tap()
    enter(phone, taps.card)
    if cut_off:
        expect(phone.locator("#pending")).to_be_visible()
        phone.context.set_offline(False)
        try_again(phone)
    if taps.turn:
        phone.locator(f'#ask .option[value="{taps.turn}"]').tap()
    expect(phone.locator("#turn")).to_have_attribute("data-seq", str(seq + 1))


def test_krypkasino_counted_on_sheets(open_page: Open, server: str) -> None:
    evening = Evening(open_page, server, "Ann", "Bo", "Cai")
    swedish, german = evening.phones
    evening.begin(swedish, cut_off=True)
    evening.count(20, 12, 10)
    evening.goes_on(german, joins="Dee", lost=True)
    evening.begin(swedish)
    evening.count(0, 30, 2, 10)
    evening.goes_on(swedish, leaves="Ann")
    evening.begin(german)
    evening.count(13, 15, 14)
    evening.is_reckoned(german, lowest_wins=True)


@pytest.mark.parametrize(
    ("game", "second", "until", "cut_off"),
    some([("casino", "played.phones-1", 99, 21), ("swazi-casino", "rambled.1", 12, -1)], 2),
)
def test_a_game_with_builds_followed_by_taps(
    open_page: Open, server: str, game: str, second: str, until: int, cut_off: int
) -> None:
    """A game in the middle of which somebody comes counts for nobody."""
    evening = Evening(open_page, server, "Ann", "Bo", game=game, first_dealer=1)
    swedish, german = evening.phones
    evening.begin(swedish)
    evening.follow(f"{game}.entered.2")
    evening.begin(german)
    evening.follow(f"{game}.{second}", 2, until=until, cut_off=cut_off)
    evening.laptop.context.set_offline(True)
    evening.goes_on(german, joins="Cia")
    evening.begin(swedish)
    evening.follow(f"{game}.entered.3")
    evening.is_reckoned(german)
