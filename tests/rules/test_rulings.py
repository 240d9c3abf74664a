"""Questions to the referee, and what is said, as text.

``tests/data/rulings`` has a question a line, under its clause or what it shows:

    casino | table: 5S 9C ; turn: 8H x 9C | why no_match ; blame 9C

The game; the question as the API has it; what is so.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from referee.messages.build_page import hindered_text
from referee.messages.build_rulings import ruled_text
from referee.messages.capture_verdicts import verdict_text
from referee.messages.error_texts import error_text
from referee.rules.exercises.pieces_at_fault import PiecesAtFault, blame
from referee.rules.games.ask import ask
from referee.rules.games.casino.analysis import BuildRuling, analyse, consult, verdict_on
from referee.rules.games.casino.judge.blame import cards_at_fault
from referee.rules.games.casino.judge.play_rules import build_rules
from referee.rules.games.casino.judge.verdict import Reason
from referee.rules.games.casino.options.hand import Ground, LegalityGround, grounds
from referee.rules.games.krypkasino.verdict import CaptureGround, ground_of, ground_of_ruling
from referee.rules.notation import (
    write_build,
    write_card,
    write_cards,
    write_rank,
    write_step,
    write_table,
    write_top,
)
from referee.rules.plays import Trail
from referee.rules.question_fields import BadQuestion

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
    groups = ("+".join(sorted(map(write_card, group))) for group in because.sets)
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
    assert found.is_on(found.at_fault) or not found.at_fault
    assert found.is_on((*found.at_fault, *found.involved)) or not found.at_fault
    assert not found.is_on(())
    return found


def hindered(question: Any) -> str:
    found = analyse(question).selection.hindered
    return ", ".join(str(one.verdict.reason if one.verdict else one.why) for one in found)


def steps(listed: Any, parted: str = ", ") -> str:
    return parted.join(write_step(one.step) for one in listed)


def beside(question: Any) -> str:
    """Return what may be built while a card is laid. None of it is illegal as a turn, and programs
    are told none of it, by the contract."""
    play = consult(question, with_tops=True).play
    assert consult(question).play.beside == ()
    for one in play.beside:
        turn = (*(question.turn or ()), one.step, Trail(question.played))
        assert verdict_on(replace(question, turn=turn)).legal is not False
    return steps(play.beside, " ") + ("" if play.beside_complete else " and more")


def asked_for(question: Any) -> str:
    """Return what a partner may have asked for; programs are not told, by the contract."""
    assert consult(question).play.asked == ()
    return steps(consult(question, with_tops=True).play.asked)


def rests_on(ruling: Any) -> str:
    """Return the ground of a ruling in Krypkasino, and the value of its card."""
    found = ground_of(ruling.verdict) if ruling.verdict else ground_of_ruling(ruling)
    return f"{found.ground} {found.value}" if found else ""


def redrawn(question: Any) -> str:
    """Return whether the first cards are drawn again, their points and pictures."""
    found = question.first_cards
    answer = found and {True: "yes", False: "no", None: "open"}[found.must_redraw]
    return f"{answer} {found.points} {found.points_most} {found.pictures}" if found else ""


def presets(question: Any) -> str:
    """Return which presets call the play right, open and wrong."""
    sides = {side: [one.key for one in found] for side, found in others(question).sides}
    told = (
        (name, sides.get(side)) for name, side in (("yes", True), ("open", None), ("no", False))
    )
    return " ".join(word for name, keys in told if keys for word in (f"{name}:", *keys))


def others(question: Any) -> Any:
    return analyse(question).by_other_rules


def says(ruling: Any) -> str:
    text = ruled_text(ruling) if isinstance(ruling, BuildRuling) else verdict_text(ruling.verdict)
    return text.replace("\ufe0e", "")


def faults(error: BadQuestion) -> str:
    """Return the fields at fault, and what is wrong with them."""
    told = ", ".join(f"{one.field} {type(one.error).__name__}" for one in error.faults)
    return f"unreadable {told}" if error.unreadable else told


def verdict_claim(said: Callable[[Any], str]) -> Callable[[Any, Any], str]:
    return lambda _, ruling: said(ruling.verdict)


TOLD: Mapping[str, Callable[[Any, Any], str]] = {
    "legal": verdict_claim(lambda one: {True: "yes", False: "no", None: "open"}[one.legal]),
    "why": verdict_claim(lambda one: str(one.reason)),
    "reason": verdict_claim(
        lambda one: one.reason + ("" if one.step is None else f" at {one.step}")
    ),
    "holds": verdict_claim(lambda one: " ".join(map(write_card, one.holds))),
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
    "hinders": lambda asked, _: hindered_text(analyse(asked).selection.hindered[0]),
    "by": lambda asked, _: analyse(asked).selection.hindered[0].clause or "-",
    "ranks": lambda asked, _: " ".join(map(write_rank, analyse(asked).selection.hindered[0].ranks)),
    "takes": lambda _, ruling: steps(ruling.play.takes),
    "forms": lambda _, ruling: steps(ruling.play.forms),
    "divided": lambda _, ruling: " ".join(
        "+".join(map(write_card, group)) for group in ruling.play.takes[0].sets
    ),
    "beside": lambda asked, _: beside(asked),
    "points": lambda _, ruling: f"{(taken := ruling.play.takes[0]).points} {taken.points_most}",
    "values": lambda asked, _: " ".join(
        map(str, (one := analyse(asked)).rules.hand_values(one.context.face_of(one.played)))
    ),
    "selected": lambda asked, _: steps(analyse(asked).selection.ways),
    "made": lambda _, ruling: steps(ruling.ways),
    "asked": lambda asked, _: asked_for(asked),
    "lying": lambda asked, _: (
        f"{found.why} {found.total}" if (found := analyse(asked).hindered_to_lie) else ""
    ),
    "broken": lambda _, ruling: " ".join(map(write_build, ruling.broken_before)),
    "says": lambda _, ruling: says(ruling),
    "rests on": lambda _, ruling: rests_on(ruling),
    "redraw": lambda asked, _: redrawn(asked),
    "switches": lambda asked, _: " ".join(sorted(others(asked).switches)),
    "presets": lambda asked, _: presets(asked),
    "lies": lambda _, ruling: write_cards(ruling.table),
    "aside": lambda _, ruling: write_cards(ruling.set_aside),
    "left aside": lambda _, ruling: write_cards(ruling.play.outcomes[0].set_aside),
    "sets up": lambda _, ruling: " ".join(map(write_rank, ruling.play.outcomes[0].sets_up)),
    "worth": lambda _, ruling: (
        f"{(option := ruling.play.outcomes[0].option).points} {option.points_most}"
    ),
    "sweep": lambda _, ruling: ", ".join(
        f"{write_card(one.card)} {one.sweep}" for one in ruling.hand.plays
    ),
    "takes sweep": lambda _, ruling: str(ruling.play.outcomes[0].sweep),
}
"""Claims of a ruling."""


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.where)
def test_a_ruling(line: Line) -> None:
    if line.claims[0].startswith("refused "):
        with pytest.raises(BadQuestion) as refusal:
            ask(line.game, line.texts)
        assert line.claims[0].removeprefix("refused ") == faults(refusal.value)
        said_too = [error_text(one.error) for one in refusal.value.faults][: len(line.claims) - 1]
        assert [f"told {text}" for text in said_too] == line.claims[1:]
        return
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
    assert said("rests") - {"on"} >= set(CaptureGround)


def test_every_reason_blames_something() -> None:
    blaming = [line.claims[0] for line in LINES if line.claims[-1].startswith("blame")]
    plain = {Reason.LEGAL, Reason.UNFINISHED}
    assert {claim.removeprefix("why ") for claim in blaming} == set(Reason) - plain
