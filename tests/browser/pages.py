"""Every page of the app, by name: for the checks of how pages look, and for the gallery."""

from urllib.parse import urlencode

from .tables import Demo

REFEREE = "/krypkasino/referee"
SOUTH = "/south-african-casino/referee"
SWAZI = "/swazi-casino/referee"
LESOTHO = "/lesotho-casino/referee"
BUILDS = "/casino/referee"
ROYAL = "/royal-casino/referee"
MANY = "A+A+2+2+3+3+4+4+5+5+6+6+7+7+8+8+9+9+10+10+J"


def at(path: str, **query: str) -> str:
    return f"{path}?{urlencode(query)}"


BEGUN = {"players": "3", "table": "4 7 9", "piles": "5>2@1"}
PILES = {
    "piles-chosen": at(SWAZI, **BEGUN, **{"with": "9 4 5^1"}),
    "piles-one-step": at(SWAZI, **BEGUN, turn="9=4+5^1=9"),
    "piles-three-steps": at(SWAZI, **BEGUN, turn="9=4+5^1=9 / 9=2^1+7=4+5=9 / K -", hand="9 K"),
    "piles-taken-less": at(SWAZI, players="3", table="7 5 2", turn="7 x 7"),
    "piles-of-four": at(
        SWAZI, players="4", table="5 6 4+3=7@2 2+6=8@3", proven="J 9", piles="8@0 9@1"
    ),
    "piles-wrong": at(SWAZI, players="3", table="6 3+5=8@1", piles="2@1", turn="2^1+6=3+5=8 / 4 -"),
    "piles-for-a-partner": at(SWAZI, players="4", table="5 6", proven="J", **{"with": "5 6"}),
    "piles-crazy": at(SWAZI, house="crazy", table="4+5=9@0", played="7", hand="7 9"),
    "piles-of-a-partner": at(
        LESOTHO, players="4", table="5 2+6=8@0", piles="3@2 9@0 K@1", **{"with": "5 3^2"}
    ),
    "piles-with-a-top": at(SOUTH, table="7 3+5=8@0", piles="A@1", played="7", **{"with": "A^1"}),
    "piles-taken": at(SOUTH, table="7 3+5=8@0", piles="A@1", played="8", claim="took"),
    "steps-without-piles": at(
        BUILDS, house="trail_and_table_build", table="3 5 K", turn="3+5=8", played="K"
    ),
}
"""The referee where piles are open, or a turn has several steps."""

OPEN = PILES | {
    "home": "/",
    "referee-empty": REFEREE,
    "referee-table": f"{REFEREE}?table=2+6+5",
    "referee-one": f"{REFEREE}?table=A+2+6+7+8+9+J&played=8H",
    "referee-suits": f"{REFEREE}?table=AS+2C+6H+7D+8S+9D+JC&played=8H",
    "referee-creep": f"{REFEREE}?table=8+9&played=7",
    "referee-choice": f"{REFEREE}?table=2+3+4+5+8+10&played=A",
    "referee-sweep": f"{REFEREE}?table=3+5&played=8",
    "referee-double": f"{REFEREE}?table=5&played=5S",
    "referee-hand": f"{REFEREE}?table=2+6+5&hand=K+QS+5D",
    "referee-claim": f"{REFEREE}?table=3+7+9+A+8+2&played=10&captured=7+2+A",
    "referee-right": f"{REFEREE}?table=8+9&played=8&captured=8",
    "referee-judge": f"{REFEREE}?table=A+2+6+7+8+9+J&played=8H&judge=1",
    "referee-aside": f"{REFEREE}?table=8S+9C+JD+KH&dealt=1",
    "referee-many": f"{REFEREE}?table={MANY}&played=A",
    "referee-unreadable": f"{REFEREE}?table=8+x",
    "referee-builds": f"{BUILDS}?table=A+5S+3D+9+4%2B3%3D7%401+2S%2B6H%3D8%400&played=3C&players=3",
    "referee-choosing": f"{BUILDS}?table=5S+3D+KH+4%2B3%3D7&with=5S+3D",
    "referee-if-held": f"{BUILDS}?table=9+3%2B4%3D7&played=2&claim=built&with=9+3%2B4%3D7%401",
    "referee-kept": f"{BUILDS}?table=4+5H%2B3S%3D8%400&played=K&claim=laid&hand=8+4+K",
    "builds-empty": BUILDS,
    "builds-of-four": f"{BUILDS}?table=A+2+5+3+6+4%2B3%3D7+9%3D5%2B4%3D9%400&played=3&players=4",
    "builds-wrong": f"{BUILDS}?table=A+2&played=3&claim=built&with=A+2",
    "builds-taken": f"{BUILDS}?table=8+5+2&played=8&claim=took&with=8+5",
    "builds-unreadable": f"{BUILDS}?table=5+x&turn=y",
    "builds-many": f"{ROYAL}?table=AS+AH+2+3+4+5+6+7+8+9+10+J+5H%2B6H%3D11%402&played=Q&players=3",
    "builds-share": f"{BUILDS}/share?table=5%2B3%3D8&played=8",
    "piles-empty": SWAZI,
    "referee-ace": f"{ROYAL}?table=10%2B3%3D13&hand=AS+AH&played=AS",
    "referee-tops": f"{SWAZI}?table=9+KD+4%2B3%3D7%402&players=3&piles=5H>2S%401+9C%402&played=9S",
    "referee-steps": f"{SWAZI}?table=5H+3S+2C+KD&players=3&turn=5H%2B3S%2B2C%3D10+/+7H+-",
    "referee-insist": f"{SWAZI}?table=7+5+2&players=3&piles=4H%401&turn=7+x+7",
    "referee-stock": "/swazi-casino/referee?table=5+3&house=crazy&stock=3&played=8",
    "referee-pictures": "/lesotho-casino/referee?table=K+K+9&players=4&played=K",
    "referee-proven": f"{SWAZI}?table=6+KD&players=4&proven=8&played=2",
    "referee-south": f"{SOUTH}?table=6+3%2B4%3D7%402&players=4&piles=A%403&played=A",
    "share": f"{REFEREE}/share?table=A+2+6+7+8+9+J&played=8H",
    "rules": "/krypkasino/rules",
    "tactics": "/krypkasino/tactics",
    "tactics-tried": "/krypkasino/tactics?example=not-always-creep&played=8H",
    "tactics-royal": "/royal-casino/tactics",
    "tactics-swazi": "/swazi-casino/tactics?example=reach&played=3D",
    "tactics-south": "/south-african-casino/tactics",
    "first": "/krypkasino/first/1",
    "first-open": "/krypkasino/first/1?pieces=10C",
    "first-wrong": "/krypkasino/first/2?pieces=7S",
    "first-right": "/krypkasino/first/3?pieces=8C",
    "first-done": "/krypkasino/first/done",
    "exercises": "/krypkasino/exercises",
    "exercises-ten": "/krypkasino/exercises/ten/2026-11-23",
    "exercises-take": "/krypkasino/exercises/take/512345?none=1",
    "exercises-pays": "/krypkasino/exercises/pays/412345?none=1",
    "exercises-missing": "/krypkasino/exercises/missing/500007",
    "exercises-may": "/swazi-casino/exercises/may/412345?may=0",
    "exercises-insist": "/swazi-casino/exercises/insist/512345?none=1",
    "exercises-pile": "/casino/exercises/pile/512345?number=3",
    "docs": "/api/v1/docs",
    "offline": "/offline",
    "this-phone": "/about/this-phone",
    "nothing": "/nothing",
}
"""The pages that everybody may see."""

AREAS = [
    ["home", "rules", "nothing", "offline", "this-phone"],
    ["referee-empty", "referee-table", "referee-one", "referee-suits", "referee-creep"],
    ["referee-choice", "referee-sweep", "referee-double", "referee-hand", "referee-claim"],
    ["referee-builds", "referee-choosing", "referee-if-held", "referee-kept", "referee-ace"],
    ["referee-tops", "referee-steps", "referee-insist", "referee-stock"],
    ["referee-pictures", "referee-proven", "referee-south"],
    ["referee-right", "referee-judge", "referee-aside", "referee-unreadable"],
    ["share", "home-known", "start", "start-like", "start-new", "score-one"],
    ["session-new", "session-running", "session-over"],
    ["counter", "counter-finished", "sheet-empty"],
    ["table-open", "table-playing", "table-mend", "table-finished"],
    ["replay-dealt", "replay", "correct", "correct-misfit"],
    ["correct-dealt", "missing", "shows"],
    ["sheet-unbalanced", "sheet-partly", "sheet-finished", "sheet-accepted"],
    ["group", "missed", "links", "delete", "import"],
    ["rules-casino", "rules-royal", "start-casino", "start-casino-like", "score-casino"],
    ["rules-swazi", "rules-south", "score-south"],
    ["tactics", "tactics-tried", "tactics-royal", "tactics-swazi", "tactics-south"],
    ["session-won", "session-to-target", "session-pairs", "session-claimed"],
    ["counter-casino", "counter-pairs", "sheet-casino", "sheet-casino-finished"],
    ["sheet-pairs", "sheet-claimed"],
    ["builds-empty", "builds-of-four", "builds-wrong", "builds-taken"],
    ["builds-unreadable", "builds-many", "builds-share", "piles-empty"],
    ["piles-chosen", "piles-one-step", "piles-three-steps", "piles-taken-less"],
    ["piles-of-four", "piles-wrong", "piles-for-a-partner", "piles-crazy"],
    ["piles-of-a-partner", "piles-with-a-top", "piles-taken", "steps-without-piles"],
    ["built-open", "built-leads", "built-playing", "built-begun"],
    ["built-unsure", "built-insisted", "built-finished", "built-mend"],
    ["built-replay", "built-replay-steps", "built-correct", "built-correct-top", "built-missing"],
    ["built-shows", "built-session", "built-counter", "built-sheet", "built-claim", "person"],
    ["referee-many"],
    ["docs"],
    ["exercises", "exercises-ten", "exercises-take", "exercises-pays"],
    ["exercises-missing", "exercises-may", "exercises-insist", "exercises-pile"],
    ["first", "first-open", "first-wrong", "first-right", "first-done"],
]
"""All of them and those of an evening, a few at a time."""


def addresses(demo: Demo) -> dict[str, str]:
    """Every page by its name."""
    return OPEN | demo.pages
