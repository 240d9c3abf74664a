"""Every page of the app, by name: for the checks of how pages look, and for the gallery."""

from urllib.parse import urlencode

from .sessions_by_api import Demo

REFEREE = "/krypkasino/referee"
SOUTH = "/south-african-casino/referee"
SWAZI = "/swazi-casino/referee"
BUILDS = "/casino/referee"
MANY = "A+A+2+2+3+3+4+4+5+5+6+6+7+7+8+8+9+9+10+10+J"


def at(path: str, **query: str) -> str:
    return f"{path}?{urlencode(query)}"


BEGUN = {"players": "3", "table": "4 7 9", "piles": "5>2@1"}
PILES = {
    "piles-three-steps": at(SWAZI, **BEGUN, turn="9=4+5^1=9 / 9=2^1+7=4+5=9 / K -", hand="9 K"),
    "piles-of-four": at(
        SWAZI, players="4", table="5 6 4+3=7@2 2+6=8@3", proven="J 9", piles="8@0 9@1"
    ),
    "piles-taken": at(SOUTH, table="7 3+5=8@0", piles="A@1", played="8", claim="took"),
}
"""The referee where piles are open, or a turn has several steps."""

OPEN = PILES | {
    "home": "/",
    "referee-empty": REFEREE,
    "referee-suits": f"{REFEREE}?table=AS+2C+6H+7D+8S+9D+JC&played=8H",
    "referee-choice": f"{REFEREE}?table=2+3+4+5+8+10&played=A",
    "referee-hand": f"{REFEREE}?table=2+6+5&hand=K+QS+5D",
    "referee-claim": f"{REFEREE}?table=3+7+9+A+8+2&played=10&captured=7+2+A",
    "referee-aside": f"{REFEREE}?table=8S+9C+JD+KH&dealt=1",
    "referee-many": f"{REFEREE}?table={MANY}&played=A",
    "referee-unreadable": f"{REFEREE}?table=8+x",
    "referee-builds": f"{BUILDS}?table=A+5S+3D+9+4%2B3%3D7%401+2S%2B6H%3D8%400&played=3C&players=3",
    "referee-kept": f"{BUILDS}?table=4+5H%2B3S%3D8%400&played=K&claim=laid&hand=8+4+K",
    "builds-of-four": f"{BUILDS}?table=A+2+5+3+6+4%2B3%3D7+9%3D5%2B4%3D9%400&played=3&players=4",
    "builds-wrong": f"{BUILDS}?table=A+2&played=3&claim=built&with=A+2",
    "referee-proven": f"{SWAZI}?table=6+KD&players=4&proven=8&played=2",
    "house-rules": "/house-rules?text=Friday+=+casino+to+30:+sweeps,+pictures_take_all",
    "share": f"{REFEREE}/share?table=A+2+6+7+8+9+J&played=8H",
    "rules": "/krypkasino/rules",
    "rules-kasino": "/kasino/rules",
    "tactics": "/krypkasino/tactics",
    "first": "/krypkasino/first/1",
    "first-wrong": "/krypkasino/first/2?pieces=7S",
    "first-done": "/krypkasino/first/done",
    "exercises": "/krypkasino/exercises",
    "exercises-ten": "/krypkasino/exercises/ten/2026-11-23",
    "exercises-may": "/swazi-casino/exercises/may/412345?may=0",
    "exercises-won": "/casino/exercises/count_out/312345?seats=0&sent=1",
    "exercises-pile": "/casino/exercises/pile/512345?number=3",
    "docs": "/api/v1/docs",
    "offline": "/offline",
    "this-phone": "/about/this-phone",
    "nothing": "/nothing",
}
"""The pages that everybody may see."""


def addresses(demo: Demo) -> dict[str, str]:
    """Every page by its name."""
    return OPEN | demo.pages
