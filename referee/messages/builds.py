"""What is wrong with a table with builds, as sentences."""

from __future__ import annotations

from ..languages import gettext
from ..rules.games.casino.table import FEWEST_CARDS, ImpossibleBuild, UnreadableBuild
from ..words import card_text, cards_text
from .errors import error_text, quote


@error_text.register
def _(error: UnreadableBuild) -> str:
    return gettext(
        "“%(text)s” is not a build. Write its cards and then its value: 5S+3C=8.",
        text=quote(error.text),
    )


@error_text.register
def _(error: ImpossibleBuild) -> str:
    cards = error.build.cards
    if len(cards) < FEWEST_CARDS:
        return gettext("%(card)s: a build has two cards or more.", card=card_text(*cards))
    return gettext(
        "%(cards)s cannot be divided into groups that each make %(value)d.",
        cards=cards_text(cards),
        value=error.build.value,
    )
