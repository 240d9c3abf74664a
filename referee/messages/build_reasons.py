"""Sentences of the reasons where cards are built up: a row for each, with all its forms."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from ..languages import lazy_gettext, ngettext
from ..rules.cards import Rank
from ..rules.games.casino.judge.card_resolution import Fault, FaultDetail
from ..rules.games.casino.judge.verdict_reasons import Reason
from ..rules.table_and_builds import Build
from ..words import and_, build_number, cards_text
from ..words.cards import HELD_RANK

Text = str | Callable[..., str]
"""A text, or what makes it of a number of builds and of facts."""


class Words(NamedTuple):
    """Sentences of a reason: ``said`` to the player, and ``named`` where everybody knows whose play
    it is and the first says "you": one phone may be for all at the table. ``duty`` and
    ``named_duty`` are said before a card is played. Facts: the ``cards`` at fault, the ``value`` of
    a build, a ``number`` that cards should make, the ``card`` that is worth so much, the player's
    ``name``; of a duty also the ``values`` of several builds and their ``cards``."""

    said: Text
    named: Text | None = None
    duty: Text | None = None
    named_duty: Text | None = None


REASONS: Mapping[Reason | FaultDetail, Words] = {
    Reason.NOT_IN_HAND: Words(lazy_gettext("No: this is not in the hand: %(cards)s.")),
    Reason.ONE_HAND_CARD: Words(lazy_gettext("No: one card from the hand is played in a turn.")),
    Reason.NEED_HAND_CARD: Words(lazy_gettext("No: the card that is played must be in the build.")),
    Reason.EMPTY_TABLE: Words(lazy_gettext("No: nothing lies there. A card can only be trailed.")),
    Reason.NOT_ON_TABLE: Words(lazy_gettext("No: this is not on the table: %(cards)s.")),
    FaultDetail.NO_SUCH_BUILD: Words(lazy_gettext("No: there is no such build on the table.")),
    Reason.BUILD_AS_UNIT: Words(
        lazy_gettext("No: in a build, which goes only as a whole: %(cards)s.")
    ),
    Reason.PILE_OWN: Words(
        lazy_gettext("No: the pile of your own side is closed to you."),
        lazy_gettext("No: the pile of %(name)s’s own side is closed."),
    ),
    Reason.PILE_TOP_ONLY: Words(lazy_gettext("No: of a pile only the card on top can be used.")),
    Reason.PILE_AUGMENT_ONLY: Words(
        lazy_gettext("No: a card from a pile can only be added to a build, in a whole group.")
    ),
    Reason.PILE_TWO_IN_SET: Words(
        lazy_gettext(
            "No: two cards from piles cannot be added in this way. Of one pile a group has one "
            "card."
        )
    ),
    Reason.NO_BASE: Words(
        lazy_gettext("No: a card from a pile is only added to a build that is there without it.")
    ),
    Reason.PICTURE_NO_NUMBER: Words(
        lazy_gettext("No: pictures have no number here. They neither add up nor build.")
    ),
    FaultDetail.OWN_RANK: Words(lazy_gettext("No: a picture takes only its own rank.")),
    Reason.NO_MATCH: Words(lazy_gettext("No: the card cannot take this: %(cards)s.")),
    Reason.PICTURE_ONE: Words(lazy_gettext("No: a picture takes just one card of its rank.")),
    Reason.BUILD_VALUE: Words(lazy_gettext("No: only %(card)s takes the build of %(value)s.")),
    Reason.NO_MERGE: Words(lazy_gettext("No: builds are never joined.")),
    Reason.RAISE_MULTIPLE: Words(lazy_gettext("No: a build of several groups keeps its value.")),
    Reason.NO_RAISE: Words(
        lazy_gettext("No: by your house rules the value of a build never changes.")
    ),
    Reason.RAISE_OWN_SIDE: Words(
        lazy_gettext("No: only an opponent’s build can be raised, not one of your own side.")
    ),
    Reason.AUGMENT_NOT_YOURS: Words(
        lazy_gettext(
            "No: to an opponent’s build of %(value)s you only add if you take it in the same turn."
        ),
        lazy_gettext(
            "No: %(name)s may add to an opponent’s build of %(value)s only to take it in the same "
            "turn."
        ),
    ),
    FaultDetail.NEVER_ADDED: Words(
        lazy_gettext("No: to an opponent’s build of %(value)s nobody adds.")
    ),
    Reason.RAISE_TABLE_CARD: Words(
        lazy_gettext("No: only the card from the hand may change the value of a build.")
    ),
    Reason.RAISE_PLAYED_MUST_CHANGE: Words(
        lazy_gettext("No: the card from the hand must itself help to raise the build.")
    ),
    Reason.BAD_SUM: Words(lazy_gettext("No: these cards do not make groups of %(number)d.")),
    Reason.NO_HOLDER: Words(
        lazy_gettext("No: %(card)s must stay in your hand to take your build of %(value)s."),
        lazy_gettext("No: %(name)s must keep %(card)s to take the build of %(value)s."),
    ),
    FaultDetail.WORTH_OF_NONE: Words(lazy_gettext("No: no card is worth %(number)d.")),
    FaultDetail.PARTNER_LACKS: Words(
        lazy_gettext(
            "No: all cards that could take the build of %(value)s lie in sight, so your partner "
            "holds none."
        ),
        lazy_gettext(
            "No: all cards that could take the build of %(value)s lie in sight, so %(name)s’s "
            "partner holds none."
        ),
    ),
    Reason.NOT_PROVEN: Words(
        lazy_gettext(
            "No: nothing shows that your partner holds %(card)s to take a build of %(value)s."
        ),
        lazy_gettext(
            "No: nothing shows that %(name)s’s partner holds %(card)s to take a build of %(value)s."
        ),
    ),
    Reason.DUP_VALUE: Words(lazy_gettext("No: an opponent already has a build of %(value)s.")),
    Reason.MUST_MERGE: Words(
        lazy_gettext("No: your side already has a build of %(value)s. Add these cards to it."),
        lazy_gettext(
            "No: the side of %(name)s already has a build of %(value)s. Add these cards to it."
        ),
    ),
    Reason.UNFINISHED: Words(lazy_gettext("Not yet: a card from the hand must still be played.")),
    Reason.KEEP_CARD: Words(
        lazy_gettext("No: %(card)s must stay in your hand to take your build of %(value)s."),
        lazy_gettext("No: %(name)s must keep %(card)s to take the build of %(value)s."),
        lambda number, **facts: ngettext(
            "Keep %(cards)s for your build.", "Keep %(cards)s for your builds.", number, **facts
        ),
        lambda number, **facts: ngettext(
            "%(name)s must keep a card for the build of %(values)s.",
            "%(name)s must keep cards for the builds of %(values)s.",
            number,
            **facts,
        ),
    ),
    Reason.MUST_ACT_ON_BUILD: Words(
        lazy_gettext(
            "No: you were the last to add to the build of %(value)s. Take something, build or add."
        ),
        lazy_gettext(
            "No: %(name)s was the last to add to the build of %(value)s. Take something, build or "
            "add."
        ),
        lazy_gettext("You were the last to add to the build of %(value)s: take, build or add."),
        lambda number, **facts: ngettext(
            "%(name)s may not trail while owning the build of %(values)s: take something, build "
            "or add.",
            "%(name)s may not trail while owning the builds of %(values)s: take something, build "
            "or add.",
            number,
            **facts,
        ),
    ),
    Reason.OWNER_ADD_OR_TAKE: Words(
        lazy_gettext("No: you own a build of %(value)s. Add to it, or take something."),
        lazy_gettext("No: %(name)s owns a build of %(value)s. Add to it, or take something."),
        lazy_gettext("You own a build of %(value)s: add to it, or take something."),
        lambda number, **facts: ngettext(
            "%(name)s owns the build of %(values)s: add to it, or take something.",
            "%(name)s owns the builds of %(values)s: add to one, or take something.",
            number,
            **facts,
        ),
    ),
    Reason.NO_LAY_WITH_BUILD: Words(
        lazy_gettext("No: you own a build of %(value)s, so you may not just trail a card."),
        lazy_gettext("No: %(name)s owns a build of %(value)s and may not just trail a card."),
        lazy_gettext("You own a build, so you may not just trail a card."),
        lazy_gettext("%(name)s owns a build, so no card is just laid down."),
    ),
    Reason.ONE_BUILD_MAX: Words(
        lazy_gettext("No: you may own just one build when your turn is over."),
        lazy_gettext("No: %(name)s may own just one build when the turn is over."),
    ),
    Reason.LEGAL: Words(lazy_gettext("Yes, that is right.")),
}


def a_card(value: int) -> str:
    """Return the card that is worth so much: "an eight"; an ace is 1 or 14."""
    return str(HELD_RANK[Rank(value) if 1 <= value <= max(Rank) else Rank.ACE])


def fault_text(fault: Fault, name: str | None = None) -> str:
    """Return the sentence of a fault, of the player of that ``name`` or else to them."""
    words, facts = REASONS[fault.nuance or fault.reason], fault.facts()
    text = words.said if name is None else words.named or words.said
    return _filled(
        text,
        cards=cards_text(facts.cards),
        value=build_number(facts.value),
        number=facts.value,
        card=a_card(facts.value),
        name=name,
    )


def duties_text(
    duties: Sequence[Reason], builds: Sequence[Build], name: str | None = None
) -> list[str]:
    """Return what binds the player whose ``builds`` these are before a card is played."""
    values = [build.value for build in builds]
    told = (REASONS[duty] for duty in duties)
    return [
        _filled(
            text,
            len(builds),
            value=build_number(values[0]),
            values=and_(map(build_number, values)),
            cards=and_(map(a_card, dict.fromkeys(values))),
            name=name,
        )
        for words in told
        if (text := words.duty if name is None else words.named_duty)
    ]


def _filled(text: Text, builds: int = 1, **facts: object) -> str:
    return text(builds, **facts) if callable(text) else str(text) % facts
