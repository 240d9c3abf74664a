"""A play that is handed to Board Game Stats, on a page that takes it as that app does."""

from playwright.sync_api import Route, expect

from .conftest import Check, Open
from .demo_sessions import Table, points
from .taps import heading, link, open_more

APP = """<!doctype html><meta charset="utf-8"><title>App</title><p id="read"></p><p id="from"></p>
<script>
function must(object, name, type) {  // as on Android, where nothing is optional
  if (typeof object[name] !== type) throw new Error(`No value for ${name}`);
  return object[name];
}
const play = JSON.parse(new URL(location.href).searchParams.get("data"));
const game = must(play, "game", "object");
for (const name of ["sourceName", "sourcePlayId", "playDate"]) must(play, name, "string");
const [, day, time] = /^(\\d{4}-\\d\\d-\\d\\d) (\\d\\d:\\d\\d:\\d\\d)$/.exec(play.playDate);
const age = Date.now() - Date.parse(`${day}T${time}Z`);
const head = [must(game, "name", "string"), must(game, "highestWins", "boolean") ? "high" : "low",
  must(game, "noPoints", "boolean") ? "no points" : "points", age < 3600000 ? "now" : "before"];
const players = play.players.map((each) => [must(each, "name", "string"),
  must(each, "score", "number"), must(each, "winner", "boolean") ? "won" : "lost",
  must(each, "startPlayer", "boolean") ? "began" : "", must(each, "sourcePlayerId", "string") && ""]
  .filter((part) => part !== "").join(" "));
document.getElementById("read").textContent = [head.join(" "), ...players].join(" | ");
document.getElementById("from").textContent = `from ${document.referrer || "nowhere"}`;
</script>"""


def test_the_app_reads_the_play(open_page: Open, server: str, check: Check) -> None:
    table = Table.start(server, ["Ann & Åsa", "Bo 😀", "50%"])
    table.play(points(20), points(12), points(10))
    page = open_page(table.page, let_in=table.edit_link)

    def take(route: Route) -> None:
        route.fulfill(body=APP, content_type="text/html; charset=utf-8")

    page.context.route("https://app.bgstatsapp.com/**", take)
    open_more(page)
    link(page, "Log it in Board Game Stats").tap()
    expect(heading(page)).to_have_text("Log it in Board Game Stats")
    check(page)
    link(page, "Open Board Game Stats").tap()
    expect(page.locator("#read")).to_have_text(
        "Krypkasino low points now | Ann & Åsa 20 lost | Bo 😀 12 lost began | 50% 10 won"
    )
    expect(page.locator("#from")).to_have_text("from nowhere")
