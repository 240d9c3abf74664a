"""Sentences for unreadable and impossible builds."""

from __future__ import annotations

from ..languages import gettext
from ..rules.play_notation import NotInBuild
from ..rules.table_and_builds import FEWEST_CARDS, ImpossibleBuild, NoBuildsHere, OwnerMissing
from ..rules.table_notation import UnreadableBuild
from ..words import card_text, cards_text, sentence, the_card
from .error_text_by_type import error_text, quote


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


@error_text.register
def _(error: OwnerMissing) -> str:
    return gettext("Whose is the build of %(value)d?", value=error.build.value)


@error_text.register
def _(error: NotInBuild) -> str:
    text = gettext("%(card)s is not in the build.", card=the_card(error.card))
    return sentence(text)


@error_text.register
def _(_error: NoBuildsHere) -> str:
    return gettext("This game has no builds.")
