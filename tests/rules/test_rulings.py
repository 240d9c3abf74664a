"""Questions to the referee, and what is said, as text.

``tests/data/rulings`` has a question a line, under its clause or what it shows:

    casino | table: 5S 9C ; turn: 8H x 9C | why no_match ; blame 9C

The game; the question as the API has it; what is so.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from referee.rules.card_notation import write_card, write_cards, write_rank
from referee.rules.exercises.pieces_to_blame import PiecesAtFault, blame
from referee.rules.games.casino.judge.build_rules_base import build_rules
from referee.rules.games.casino.judge.cards_at_fault import cards_at_fault
from referee.rules.games.casino.judge.verdict_reasons import Reason
from referee.rules.games.casino.options.legality_grounds import Ground, LegalityGround, grounds
from referee.rules.games.casino.position_analysis import analyse
from referee.rules.games.casino.ruling import consult
from referee.rules.games.referee import ask
from referee.rules.plays import write_step
from referee.rules.table_and_builds import write_build, write_table, write_top

FILES = Path(__file__).parents[1] / "data" / "rulings"


class Line(NamedTuple):
    """A line of a file."""

    where: str
    game: str
    texts: dict[str, str]
    claims: list[str]


def lines() -> list[Line]:
    found = []
    for path in sorted(FILES.glob("*.txt")):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            if line and not line.startswith("#"):
                game, asked, claims = (part.strip() for part in line.split(" | "))
                texts = dict(part.split(": ", 1) for part in f"{asked} ".split("; "))
                texts = {name.strip(): text.strip() for name, text in texts.items()}
                found.append(Line(f"{path.stem} {number}", game, texts, claims.split(" ; ")))
    return found


LINES = lines()


def sorted_groups(because: LegalityGround) -> str:
    groups = ("+".join(sorted(map(write_card, group))) for group in because.groups)
    return " ".join(sorted(groups))


def why_right(question: Any, verdict: Any) -> tuple[LegalityGround, ...]:
    return grounds(build_rules(question.rules), question.position, question.turn, verdict)


def to_blame(question: Any, verdict: Any) -> str:
    """``5S & 3+5=8@0 & 8H^1 & played``"""
    rules = build_rules(question.rules)
    found = cards_at_fault(rules, question.position, question.turn, verdict, question.table)
    written = [
        write_cards(found.loose), " ".join(map(write_build, found.builds)),
        " ".join(map(write_top, found.tops)), "played" if found.played else "",
    ]  # fmt: skip
    return " & ".join(filter(None, written))


def at_fault(question: Any, verdict: Any) -> PiecesAtFault:
    found = blame(build_rules(question.rules), question.position, question.turn, verdict)
    assert all(map(found.is_on, found.sets))
    assert not found.is_on(())
    return found


def hindered(question: Any) -> str:
    found = analyse(question).selection.hindered
    return ", ".join(str(one.verdict.reason if one.verdict else one.why) for one in found)


def steps(listed: Any, parted: str = ", ") -> str:
    return parted.join(write_step(one.step) for one in listed)


def beside(question: Any) -> str:
    play = consult(question, with_tops=True).play
    assert play
    assert play.beside_complete
    return steps(play.beside, " ")


def verdict_claim(said: Callable[[Any], str]) -> Callable[[Any, Any], str]:
    return lambda _, ruling: said(ruling.verdict)


TOLD: Mapping[str, Callable[[Any, Any], str]] = {
    "legal": verdict_claim(lambda one: {True: "yes", False: "no", None: "open"}[one.legal]),
    "why": verdict_claim(lambda one: str(one.reason)),
    "reason": verdict_claim(
        lambda one: one.reason + ("" if one.step is None else f" at {one.step}")
    ),
    "holds": verdict_claim(lambda one: " ".join(map(write_rank, one.holds))),
    "clause": verdict_claim(lambda one: one.clause or "-"),
    "missed": verdict_claim(lambda one: write_cards(one.missed)),
    "unless": verdict_claim(lambda one: " ".join(map(write_rank, one.unless))),
    "ways": verdict_claim(lambda one: ", ".join(map(write_cards, one.missing))),
    "keepers": verdict_claim(lambda one: " ".join(str(b.owner) for b in one.after.builds)),
    "after": verdict_claim(lambda one: write_table(one.after) if one.after else "-"),
    "grounds": lambda asked, ruling: " ".join(
        one.ground for one in why_right(asked, ruling.verdict)
    ),
    "groups": lambda asked, ruling: sorted_groups(why_right(asked, ruling.verdict)[0]),
    "blame": lambda asked, ruling: to_blame(asked, ruling.verdict),
    "fails on": lambda asked, ruling: " ".join(sorted(at_fault(asked, ruling.verdict).at_fault)),
    "involved": lambda asked, ruling: " ".join(
        sorted({*(one := at_fault(asked, ruling.verdict)).involved} - {*one.at_fault})
    ),
    "hindered": lambda asked, _: hindered(asked),
    "by": lambda asked, _: analyse(asked).selection.hindered[0].clause or "-",
    "ranks": lambda asked, _: " ".join(map(write_rank, analyse(asked).selection.hindered[0].ranks)),
    "takes": lambda _, ruling: steps(ruling.play.takes),
    "forms": lambda _, ruling: steps(ruling.play.forms),
    "divided": lambda _, ruling: " ".join(
        "+".join(map(write_card, group)) for group in ruling.play.takes[0].groups
    ),
    "beside": lambda asked, _: beside(asked),
}
"""Claims of a ruling."""


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.where)
def test_a_ruling(line: Line) -> None:
    question, ruling = ask(line.game, line.texts)
    for claim in line.claims:
        name = max((name for name in TOLD if f"{claim} ".startswith(f"{name} ")), key=len)
        wanted, told = claim.removeprefix(name).strip(), TOLD[name](question, ruling)
        assert told == wanted or (name == "hindered" and told.startswith(f"{wanted}, "))


def said(name: str) -> set[str]:
    claims = [claim.partition(" ") for line in LINES for claim in line.claims]
    return {word for one, _, rest in claims if one == name for word in rest.split()}


def test_every_ground_occurs() -> None:
    assert said("grounds") == set(Ground)


def test_every_reason_blames_something() -> None:
    blaming = [line.claims[0] for line in LINES if line.claims[-1].startswith("blame")]
    plain = {Reason.LEGAL, Reason.UNFINISHED}
    assert {claim.removeprefix("why ") for claim in blaming} == set(Reason) - plain
