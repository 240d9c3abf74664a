"""The sweep counter as the browser tests use it: four players in their first game."""

from playwright.sync_api import Page

from .clock import stop_clock
from .conftest import Open
from .tables import Table


def first_game(server: str) -> Table:
    table = Table.start(server, ["Ann", "Bo", "Cai", "Dee"])
    table.begin()
    return table


def open_counter(open_page: Open, table: Table, **options: object) -> Page:
    return open_page(table.counter(), let_in=table.edit_link, **options)


def open_stopped(open_page: Open, table: Table, **options: object) -> Page:
    """The counter of a phone whose time goes on when the test says so."""
    page = open_counter(open_page, table, **options)
    stop_clock(page)
    return page
