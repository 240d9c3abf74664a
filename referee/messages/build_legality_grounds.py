"""Sentences of the grounds on which a play with builds is legal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..languages import gettext, lazy_gettext
from ..rules.cards import Cards
from ..rules.games.casino.options.legality_grounds import Ground, LegalityGround
from ..words import and_, card_text, cards_text, sentence, the_card

GROUNDS: Mapping[Ground, str | None] = {
    Ground.EQUAL: lazy_gettext("A card takes what equals it."),
    Ground.GROUPS: None,
    Ground.EVERYTHING: lazy_gettext("It may take everything that lies there."),
    Ground.PICTURE: lazy_gettext("A picture takes its own rank."),
    Ground.BUILD: lazy_gettext("A card takes the builds of its value, whoever made them."),
    Ground.MADE: None,
    Ground.RAISED: lazy_gettext("with %(card)s it comes to %(value)d."),
    Ground.ADDED: None,
    Ground.ASKED: lazy_gettext("Your partner asked for it."),
    Ground.HELD: lazy_gettext("Your build needs a card in your hand that takes it."),
    Ground.KEPT: lazy_gettext("Your build needs a card in your hand that takes it."),
    Ground.PARTNERS: lazy_gettext(
        "It is your partner’s build, so you need not hold the card that takes it."
    ),
    Ground.PROVEN: lazy_gettext("It is for your partner, who is proven to hold what takes it."),
    Ground.LAID: lazy_gettext("No build of yours forbids it, so any card may be trailed."),
    Ground.NOTHING_DUE: lazy_gettext("Nothing lies there that it must take, so it may be trailed."),
    Ground.LAID_FREELY: lazy_gettext("Any card may be trailed, even if it could take something."),
    Ground.LAID_ANYHOW: lazy_gettext("Here you may trail although a build is yours."),
    Ground.LESS: lazy_gettext("You may leave what it could take as well."),
    Ground.NOT_INSISTED: lazy_gettext("It could take more, but only if an opponent insists."),
}
"""The sentence of each ground; None where the sentence is made of the sets of cards."""


def ground_text(because: LegalityGround) -> str:
    """Return the sentence of a ground: "8 and 3+5 are 8 each."."""
    text = GROUNDS[because.ground]
    if text is not None:
        facts = {"card": the_card(because.card), "value": because.value}
        return sentence(str(text) % facts)
    if not because.groups:
        return gettext("What it takes comes to %(value)d.", value=because.value)
    return f"{are_text(because.groups, because.value)}."


def are_text(sets: Sequence[Cards], value: int) -> str:
    """Return sets of cards with what they make: "5 and 3 are 8", "8 and 3+5 are 8 each"."""
    if len(sets) > 1:
        text = and_("+".join(map(card_text, cards)) for cards in sets)
        return gettext("%(cards)s are %(value)d each", cards=text, value=value)
    (cards,) = sets
    if len(cards) > 1:
        return gettext("%(cards)s are %(value)d", cards=cards_text(cards), value=value)
    return sentence(gettext("%(card)s is a group by itself", card=the_card(*cards)))


def may_leave_text(because: LegalityGround) -> str:
    """Return the answer to whether the played card must take all that it can."""
    if because.ground is Ground.NOT_INSISTED:
        return gettext("Must it take all that? Only if an opponent insists.")
    return gettext("Must it take all that? No, it may take less.")
