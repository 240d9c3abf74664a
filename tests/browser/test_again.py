"""What a test leaves on a page, and what the next one finds there."""

from .again import Pages
from .conftest import PATIENCE

LEAVE = """() => {
    const leave = () => [localStorage, sessionStorage].forEach(one => one.setItem("one", 1));
    leave();
    addEventListener("pagehide", leave);
    document.cookie = "one=1";
    indexedDB.open("one", 1);
}"""
FOUND = """async () => [localStorage.getItem("one"), sessionStorage.length, document.cookie,
    history.length, matchMedia("(prefers-color-scheme: dark)").matches,
    (await indexedDB.databases()).some(({ name }) => name === "one")]"""


def test_what_was_left_is_forgotten(pages_again: Pages, server: str) -> None:
    phone = {"base_url": server, "service_workers": "block", "locale": "sv"}
    first = pages_again.open(PATIENCE, **phone)
    for path in ("/", "/krypkasino/rules", "/"):
        first.page.goto(path)
    first.page.evaluate(LEAVE)
    first.page.emulate_media(color_scheme="dark")
    first.page.route("**", lambda route: route.abort())
    first.context.set_offline(True)
    first.page.evaluate("console.error('a complaint')")
    assert "a complaint" in pages_again.leave(first)
    second = pages_again.open(PATIENCE, **phone)
    assert second is first
    second.page.goto("/")
    assert second.page.evaluate(FOUND) == [None, 0, "", 2, False, False]
    assert "a complaint" not in pages_again.leave(second)


ELSEWHERE = """async () => {
    const image = Object.assign(new Image(), {src: "http://elsewhere.test/one.png"});
    await image.decode().catch(() => {});
    for (const host of ["elsewhere.test", "10.1.2.3"]) {
        await fetch(`http://${host}/`, {mode: "no-cors"}).catch(() => {});
    }
}"""


def test_requests_to_other_hosts_are_complaints(pages_again: Pages, server: str) -> None:
    phone = {"base_url": server, "service_workers": "block", "locale": "nl"}
    shown = pages_again.open(PATIENCE, **phone)
    shown.page.goto("about:blank")  # no page of ours lets a script ask them
    shown.page.evaluate(ELSEWHERE)
    told = pages_again.leave(shown)
    assert sum("net::ERR_NAME_NOT_RESOLVED" in one for one in told) == 3, told


def test_nobody_has_a_page_that_was_opened_alone(pages_again: Pages, server: str) -> None:
    phone = {"base_url": server, "service_workers": "block", "locale": "fi"}
    first = pages_again.open(PATIENCE, **phone)
    first.alone = True
    first.page.goto("/")
    pages_again.leave(first)
    second = pages_again.open(PATIENCE, **phone)
    assert second is not first
    second.context.close()
