"""Every page of the app, by name: for the checks of how pages look, and for the gallery."""

from .tables import Demo

REFEREE = "/krypkasino/referee"
SOUTH = "/south-african-casino/referee"
SWAZI = "/swazi-casino/referee"
BUILDS = "/casino/referee"
MANY = "A+A+2+2+3+3+4+4+5+5+6+6+7+7+8+8+9+9+10+10+J"

OPEN = {
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
    "referee-ace": "/royal-casino/referee?table=10%2B3%3D13&hand=AS+AH&played=AS",
    "referee-tops": f"{SWAZI}?table=9+KD+4%2B3%3D7%402&players=3&piles=5H>2S%401+9C%402&played=9S",
    "referee-steps": f"{SWAZI}?table=5H+3S+2C+KD&players=3&turn=5H%2B3S%2B2C%3D10+/+7H+-",
    "referee-insist": f"{SWAZI}?table=7+5+2&players=3&piles=4H%401&turn=7+x+7",
    "referee-stock": "/swazi-casino/referee?table=5+3&house=crazy&stock=3&played=8",
    "referee-pictures": "/lesotho-casino/referee?table=K+K+9&players=4&played=K",
    "referee-proven": f"{SWAZI}?table=6+KD&players=4&proven=8&played=2",
    "referee-south": f"{SOUTH}?table=6+3%2B4%3D7%402&players=4&piles=A%403&played=A",
    "share": f"{REFEREE}/share?table=A+2+6+7+8+9+J&played=8H",
    "rules": "/krypkasino/rules",
    "docs": "/api/v1/docs",
    "offline": "/offline",
    "nothing": "/nothing",
}
"""The pages that everybody may see."""

AREAS = [
    ["home", "rules", "nothing", "offline"],
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
    ["group", "links", "delete", "import"],
    ["rules-casino", "rules-royal", "start-casino", "start-casino-like", "score-casino"],
    ["rules-swazi", "rules-south", "score-south"],
    ["session-won", "session-to-target", "session-pairs", "session-claimed"],
    ["counter-casino", "counter-pairs", "sheet-casino", "sheet-casino-finished"],
    ["sheet-pairs", "sheet-claimed"],
    ["referee-many"],
    ["docs"],
]
"""All of them and those of an evening, a few at a time."""


def addresses(demo: Demo) -> dict[str, str]:
    """Every page by its name."""
    return OPEN | demo.pages
