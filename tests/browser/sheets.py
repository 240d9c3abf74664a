"""The score sheet as the browser tests use it: three players who have played their first game."""

from playwright.sync_api import Locator, Page, expect

from .conftest import Open
from .tables import Table
from .taps import field


def first_game(server: str) -> Table:
    table = Table.start(server, ["Ann", "Bo", "Cai"])
    table.begin()
    return table


def open_sheet(open_page: Open, table: Table, **options: object) -> Page:
    return open_page(table.sheet(), let_in=table.edit_link, **options)


def ann(page: Page) -> Locator:
    return field(page, "Ann, Card points")


def saved(page: Page, seat: int, score: str) -> None:
    """The score beside a name is the server's answer."""
    expect(page.locator(f"#row-{seat} h2 .points")).to_have_text(score)
