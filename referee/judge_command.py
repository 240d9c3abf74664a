"""The command ``referee judge``: a question to the referee, answered in the terminal."""

# ruff: noqa: PLC0415 - a question takes what its kind of answer needs, and nothing else

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import click

from .languages import gettext
from .rules.games import RULESETS, ruleset
from .rules.games.ask import ask_about_builds, ask_about_capture, asked_by_card
from .rules.question_fields import BadQuestion, NotInThisGame, WrongField, split_position
from .terminal import UNREADABLE, UnreadableInput, echo_json, print_line

if TYPE_CHECKING:
    from .rules.games.krypkasino.verdict import Ruling

_GAMES = [*RULESETS]
_CAPTURE_FIELDS = ("captured", "dealt", "last_of_deal")
_BUILD_FIELDS = ("turn", "with", "players", "piles", "deal", "stock", "proven")


@dataclass(frozen=True)
class CommandAnswer:
    """A ruling, as lines for people or JSON for programs; ``illegal``: the play that was asked
    about is illegal."""

    lines: Callable[[], list[str]]
    json: Callable[[], dict[str, object]]
    illegal: bool


def answer_to(game: str, texts: Mapping[str, str]) -> CommandAnswer:
    """Return the ruling on a question in text fields; empty fields count as absent.

    Raises :class:`.BadQuestion`, also for a field that this kind of referee does not have."""
    return (_capture_answer if asked_by_card(game) else _build_answer)(game, texts)


def _capture_answer(game: str, texts: Mapping[str, str]) -> CommandAnswer:
    _refuse_fields(_BUILD_FIELDS, texts)
    ruling = ask_about_capture(game, texts).ruling
    return CommandAnswer(
        partial(_capture_lines, ruling),
        partial(_capture_json, game, ruling),
        ruling.verdict is not None and ruling.verdict.legal is False,
    )


def _capture_json(game: str, ruling: Ruling) -> dict[str, object]:
    from .api.ruling_answers import RulingSchema, ruling_of

    return RulingSchema.json(ruling_of(game, ruling))


def _build_answer(game: str, texts: Mapping[str, str]) -> CommandAnswer:
    _refuse_fields(_CAPTURE_FIELDS, texts)
    question, ruling = ask_about_builds(game, texts, for_people=True)

    def lines() -> list[str]:
        from .messages.build_rulings import build_lines

        return build_lines(question, ruling)

    def as_json() -> dict[str, object]:
        from .api.ruling_answers import BuildRulingSchema, build_ruling_of

        return BuildRulingSchema.json(build_ruling_of(question, ruling))

    illegal = ruling.verdict is not None and ruling.verdict.legal is False
    return CommandAnswer(lines, as_json, illegal)


def _refuse_fields(foreign: tuple[str, ...], texts: Mapping[str, str]) -> None:
    """Raise :class:`.BadQuestion` for fields of another kind of referee."""
    if faults := [WrongField(name, NotInThisGame()) for name in foreign if texts.get(name)]:
        raise BadQuestion(*faults)


def _capture_lines(ruling: Ruling) -> list[str]:
    from .messages.capture_verdicts import (
        forcing_text,
        headline,
        not_double_text,
        outcome_text,
        price_text,
        table_text,
        verdict_text,
    )

    price = price_text(ruling, ruling.verdict)
    no_double = not_double_text(ruling, ruling.verdict)
    sentences = [headline(ruling), price, no_double, forcing_text(ruling)]
    if ruling.verdict:
        sentences = [verdict_text(ruling.verdict), price, no_double, headline(ruling)]
    lines = [line for line in sentences if line]
    if ruling.play is None:
        lines.append(table_text(ruling))
    else:
        lines += (f"  {outcome_text(outcome, ruling)}" for outcome in ruling.play.outcomes)
    return lines


@click.command()
@click.argument("position")
@click.option("--hand", default="", help="The whole hand, the played card included.")
@click.option("--captured", default="", help="What the player took; - for a creep.")
@click.option("--turn", default="", help="What the player did, where there are builds.")
@click.option("--with", default="", help="Cards and builds: what can be made of just these?")
@click.option("--players", default="", help="How many play, where there are builds.")
@click.option("--piles", default="", help="Tops of open piles by seat: 5H@1 9C@2.")
@click.option("--deal", default="", help="Which deal it is, where a rule depends on it.")
@click.option("--stock", default="", help="Cards left in the stock, where there is one.")
@click.option("--proven", default="", help="Ranks that a partner is known to hold.")
@click.option("--dealt", is_flag=True, help="Just dealt: set aside first.")
@click.option("--last-of-deal", is_flag=True, help="The hands are empty after this play.")
@click.option("--house", default="", help="House rules that are on.")
@click.option("--limit", default="", help="At most this many options.")
@click.option("--game", default=_GAMES[0], type=click.Choice(_GAMES), show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Answer as the API does, in English.")
def judge(position: str, game: str, as_json: bool, **options: str | bool) -> None:
    """Rule on POSITION: the table, a slash, the card played.

    \b
    referee judge "A 2 6 7 8 9 J / 8"
    referee judge "A 4 6 Q" --hand "A 7 J"
    referee judge --game casino "4C KD 3S+5H=8@0 / 8H"
    referee judge --game casino "4C KD 3S+5H=8@0" --turn "8H x 3S+5H=8"

    The exit code is 0 if all is well, 1 if the play was illegal, 2 if the question cannot be
    read, and 3 for a fault of this program.
    """
    if ruleset(game).referee is None:
        raise UnreadableInput(gettext("This game has no referee yet."))
    table, played = split_position(position)
    texts = {name: "1" if value is True else str(value or "") for name, value in options.items()}
    try:
        answer = answer_to(game, texts | {"table": table, "played": played})
    except BadQuestion as error:
        from .messages.error_texts import error_text

        for fault in error.faults:
            print_line(f"{fault.field}: {error_text(fault.error)}", err=True)
        sys.exit(UNREADABLE)
    if as_json:
        echo_json(answer.json)
    else:
        print_line("\n".join(answer.lines()))
    sys.exit(1 if answer.illegal else 0)
