"""The entry point of all referees, and house rules as a line of text.

The line is ``Friday = casino to 30: sweeps, count_out``; without a target the game's own holds, and
without switches nothing follows the colon.
"""

# ruff: noqa: PLC0415 - each kind of referee is imported when it is asked

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from ..cards import Unreadable
from ..house_rules import WrongHouseRules
from ..question_fields import BadQuestion, WrongField, read_names
from ..ruleset import Ruleset
from ..session_end import SessionLength
from . import ruleset

if TYPE_CHECKING:
    from .casino.analysis import BuildRuling
    from .casino.question import BuildQuestion
    from .krypkasino.question import Question
    from .krypkasino.verdict import Ruling

Texts = Mapping[str, str]
"""The texts of the fields of a question; absent and empty fields have no value."""


class CaptureAnswer(NamedTuple):
    """A question about captures that may be compulsory, and the ruling on it."""

    question: Question
    ruling: Ruling


class BuildAnswer(NamedTuple):
    """A question to a game with builds, and the ruling on it."""

    question: BuildQuestion
    ruling: BuildRuling


Answered = CaptureAnswer | BuildAnswer
"""A question and the ruling on it."""


def ask(game: str, texts: Texts, *, for_people: bool = False) -> Answered:
    """Return the ruling on a question to a game. With ``for_people`` it includes what the API's
    contract leaves out.

    Raises :class:`.BadQuestion` and :class:`.UnknownGame`.
    """
    if asked_by_card(game):
        return ask_about_capture(game, texts)
    return ask_about_builds(game, texts, for_people=for_people)


def asked_by_card(game: str) -> bool:
    """Return whether the referee of a game is asked about a card and what it captures, not about
    turns. Raises :class:`.UnknownGame`."""
    referee = ruleset(game).referee
    if referee is None:
        raise TypeError(f"nobody referees {game}")
    return referee.ASKED_BY_CARD


def ask_about_capture(game: str, texts: Texts) -> CaptureAnswer:
    """Return the ruling on a question to a game without builds. Raises as :func:`ask` does."""
    from .krypkasino.captures import capture_rules
    from .krypkasino.question import Question, consult

    question = Question.read(texts)
    rules = capture_rules(rules_for(game, question))
    return CaptureAnswer(question, consult(rules, question))


def ask_about_builds(game: str, texts: Texts, *, for_people: bool = False) -> BuildAnswer:
    """Return the ruling on a question to a game with builds; ``for_people`` and errors as in
    :func:`ask`."""
    from .casino.analysis import consult

    question = build_question(game, texts)
    return BuildAnswer(question, consult(question, with_tops=for_people))


def rules_for(game: str, question: Question) -> Ruleset:
    """Return the ruleset of a game with the house rules of a question. Raises as :func:`ask`
    does."""
    try:
        return ruleset(game, question.house)
    except WrongHouseRules as error:
        raise BadQuestion(WrongField("house", error)) from None


def build_question(game: str, texts: Texts) -> BuildQuestion:
    """Return the question to a game with builds that is in the text fields. Raises as :func:`ask`
    does."""
    from .casino.question import read_question

    try:
        rules = ruleset(game, read_names(texts.get("house", "")))
    except WrongHouseRules as error:
        raise BadQuestion(WrongField("house", error)) from None
    return read_question(rules, texts)


LONGEST = 1000
"""Characters that a line may have."""


class UnreadablePreset(Unreadable):
    """A text that is no line of named house rules."""


class NamedRules(NamedTuple):
    """House rules of a game under a name; ``target`` is None where the game's own by these rules
    holds."""

    name: str
    game: str
    house_rules: tuple[str, ...]
    target: int | None = None

    def check(self) -> None:
        """Raise an :class:`.Impossible` for a game, switches or a target that there cannot be."""
        rules = ruleset(self.game, self.house_rules)
        if self.target is not None:
            rules.session.settle(min(rules.seating.numbers), SessionLength(None, self.target))


_LINE = re.compile(
    r"(?P<name>.+) = (?P<game>[a-z-]+)(?: to (?P<target>[0-9]{1,6}))?"
    r"(?: ?:(?P<house>[a-z0-9_, ]*))?\.?",
    re.IGNORECASE,
)


def write_named_rules(named: NamedRules) -> str:
    """Return house rules with their name as a line."""
    length = "" if named.target is None else f" to {named.target}"
    house = ", ".join(named.house_rules)
    return f"{named.name} = {named.game}{length}{': ' if house else ''}{house}"


def read_named_rules(text: str) -> NamedRules:
    """Return the house rules in a line, checked; what messages do to it, line breaks or capitals,
    does not matter.

    Raises :class:`UnreadablePreset`, or what :meth:`NamedRules.check` raises.
    """
    match = _LINE.fullmatch(" ".join(text.split())) if len(text) <= LONGEST else None
    if match is None:
        raise UnreadablePreset(text)
    house = tuple(dict.fromkeys((match["house"] or "").lower().replace(",", " ").split()))
    target = None if match["target"] is None else int(match["target"])
    named = NamedRules(match["name"], match["game"].lower(), house, target)
    named.check()
    return named
