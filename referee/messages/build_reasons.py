"""Reasons why a play is illegal or legal in games with builds."""

from collections.abc import Mapping, Sequence
from inspect import isfunction
from typing import NamedTuple, Protocol

from ..languages import and_, build_number, gettext, lazy_gettext, ngettext, pgettext, sentence
from ..rules.cards import NUMBERS, Card, Cards, Rank
from ..rules.games.casino.family import FACE_VALUES
from ..rules.games.casino.judge.verdict import Fault, FaultDetail, Reason
from ..rules.games.casino.options.hand import Ground, LegalityGround
from ..rules.plays import Build
from ..words.card_names import card_text, cards_text, held_card, taken_text, the_card, the_rank


class CountedText(Protocol):
    """A function that returns a text for a number of builds, with its facts."""

    def __call__(self, builds: int, **facts: object) -> str: ...


Text = str | CountedText


class ReasonWords(NamedTuple):
    """Sentences of a reason.

    ``text`` addresses the player with "you". ``named`` names the player, for a phone that all at
    the table look at. ``duty`` and ``named_duty`` are used before a card is played. Facts: the
    ``cards`` at fault, the ``value`` of a build, a ``number`` that cards should make, the ``card``
    of that value, the player's ``name``; of a duty also the ``values`` of several builds and their
    ``cards``.
    """

    text: Text
    named: Text | None = None
    duty: Text | None = None
    named_duty: Text | None = None


REASONS: Mapping[Reason | FaultDetail, ReasonWords] = {
    Reason.NOT_IN_HAND: ReasonWords(lazy_gettext("No: this is not in the hand: %(cards)s.")),
    Reason.ONE_HAND_CARD: ReasonWords(
        lazy_gettext("No: one card from the hand is played in a turn.")
    ),
    Reason.NEED_HAND_CARD: ReasonWords(
        lazy_gettext("No: the card that is played must be in the build.")
    ),
    Reason.NO_BUILDS: ReasonWords(lazy_gettext("No: Kasino has no builds: take, or lay the card.")),
    Reason.EMPTY_TABLE: ReasonWords(
        lazy_gettext("No: nothing lies there. A card can only be trailed.")
    ),
    Reason.NOT_ON_TABLE: ReasonWords(lazy_gettext("No: this is not on the table: %(cards)s.")),
    FaultDetail.NO_SUCH_BUILD: ReasonWords(
        lazy_gettext("No: there is no such build on the table.")
    ),
    Reason.BUILD_AS_UNIT: ReasonWords(
        lazy_gettext("No: in a build, which goes only as a whole: %(cards)s.")
    ),
    Reason.PILE_OWN: ReasonWords(
        lazy_gettext("No: the pile of your own side is closed to you."),
        lazy_gettext("No: the pile of %(name)s’s own side is closed."),
    ),
    Reason.PILE_TOP_ONLY: ReasonWords(
        lazy_gettext("No: of a pile only the card on top can be used.")
    ),
    Reason.PILE_AUGMENT_ONLY: ReasonWords(
        lazy_gettext("No: a card from a pile can only be added to a build, in a whole group.")
    ),
    Reason.PILE_TWO_IN_SET: ReasonWords(
        lazy_gettext(
            "No: two cards from piles cannot be added in this way. Of one pile a group has one "
            "card."
        )
    ),
    Reason.NO_BASE: ReasonWords(
        lazy_gettext("No: a card from a pile is only added to a build that is there without it.")
    ),
    FaultDetail.TAKEN_WITHOUT_BASE: ReasonWords(
        lazy_gettext("No: the table must give %(card)s too, before you may take the top card."),
        lazy_gettext(
            "No: the table must give %(card)s too, before %(name)s may take the top card."
        ),
    ),
    Reason.PICTURE_NO_NUMBER: ReasonWords(
        lazy_gettext("No: pictures have no number here. They neither add up nor build.")
    ),
    FaultDetail.OWN_RANK: ReasonWords(lazy_gettext("No: a picture takes only its own rank.")),
    Reason.NO_MATCH: ReasonWords(lazy_gettext("No: the card cannot take this: %(cards)s.")),
    Reason.PICTURE_ONE: ReasonWords(lazy_gettext("No: a picture takes just one card of its rank.")),
    FaultDetail.ONE_OR_THREE: ReasonWords(
        lazy_gettext("No: a picture takes one card of its rank, or three.")
    ),
    Reason.BUILD_VALUE: ReasonWords(
        lazy_gettext("No: only %(card)s takes the build of %(value)s.")
    ),
    Reason.NO_MERGE: ReasonWords(lazy_gettext("No: builds are never joined.")),
    Reason.RAISE_MULTIPLE: ReasonWords(
        lazy_gettext("No: a build of several groups keeps its value.")
    ),
    Reason.NO_RAISE: ReasonWords(
        lazy_gettext("No: by your house rules the value of a build never changes.")
    ),
    Reason.RAISE_OWN_SIDE: ReasonWords(
        lazy_gettext("No: only an opponent’s build can be raised, not one of your own side.")
    ),
    FaultDetail.RAISES_OWN: ReasonWords(
        lazy_gettext("No: this build is yours: only others may raise it."),
        lazy_gettext("No: %(name)s owns this build: only others may raise it."),
    ),
    Reason.AUGMENT_NOT_YOURS: ReasonWords(
        lazy_gettext(
            "No: to an opponent’s build of %(value)s you only add if you take it in the same turn."
        ),
        lazy_gettext(
            "No: %(name)s may add to an opponent’s build of %(value)s only to take it in the same "
            "turn."
        ),
    ),
    FaultDetail.NEVER_ADDED: ReasonWords(
        lazy_gettext("No: to an opponent’s build of %(value)s nobody adds.")
    ),
    Reason.RAISE_TABLE_CARD: ReasonWords(
        lazy_gettext("No: only the card from the hand may change the value of a build.")
    ),
    Reason.RAISE_PLAYED_MUST_CHANGE: ReasonWords(
        lazy_gettext("No: the card from the hand must itself help to raise the build.")
    ),
    Reason.BAD_SUM: ReasonWords(lazy_gettext("No: these cards do not make groups of %(number)d.")),
    FaultDetail.TOP_IN_SUM: ReasonWords(
        lazy_gettext("No: by your house rules the top card of a pile makes no sums.")
    ),
    Reason.NO_HOLDER: ReasonWords(
        lazy_gettext("No: %(card)s must stay in your hand to take your build of %(value)s."),
        lazy_gettext("No: %(name)s must keep %(card)s to take the build of %(value)s."),
    ),
    FaultDetail.WORTH_OF_NONE: ReasonWords(lazy_gettext("No: no card is worth %(number)d.")),
    FaultDetail.PARTNER_LACKS: ReasonWords(
        lazy_gettext(
            "No: all cards that could take the build of %(value)s lie in sight, so your partner "
            "holds none."
        ),
        lazy_gettext(
            "No: all cards that could take the build of %(value)s lie in sight, so %(name)s’s "
            "partner holds none."
        ),
    ),
    Reason.NOT_PROVEN: ReasonWords(
        lazy_gettext(
            "No: nothing shows that your partner holds %(card)s to take a build of %(value)s."
        ),
        lazy_gettext(
            "No: nothing shows that %(name)s’s partner holds %(card)s to take a build of %(value)s."
        ),
    ),
    Reason.DUP_VALUE: ReasonWords(
        lazy_gettext("No: an opponent already has a build of %(value)s.")
    ),
    FaultDetail.LIES_ALREADY: ReasonWords(
        lazy_gettext("No: a build of %(value)s lies there already.")
    ),
    Reason.MUST_MERGE: ReasonWords(
        lazy_gettext("No: your side already has a build of %(value)s. Add these cards to it."),
        lazy_gettext(
            "No: the side of %(name)s already has a build of %(value)s. Add these cards to it."
        ),
    ),
    Reason.UNFINISHED: ReasonWords(
        lazy_gettext("Not yet: a card from the hand must still be played.")
    ),
    Reason.KEEP_CARD: ReasonWords(
        lazy_gettext("No: %(card)s must stay in your hand to take your build of %(value)s."),
        lazy_gettext("No: %(name)s must keep %(card)s to take the build of %(value)s."),
        lambda builds, **facts: ngettext(
            "Keep %(cards)s for your build.", "Keep %(cards)s for your builds.", builds, **facts
        ),
        lambda builds, **facts: ngettext(
            "%(name)s must keep a card for the build of %(values)s.",
            "%(name)s must keep cards for the builds of %(values)s.",
            builds,
            **facts,
        ),
    ),
    Reason.MUST_ACT_ON_BUILD: ReasonWords(
        lazy_gettext(
            "No: you were the last to add to the build of %(value)s. Take something, build or add."
        ),
        lazy_gettext(
            "No: %(name)s was the last to add to the build of %(value)s. Take something, build or "
            "add."
        ),
        lazy_gettext("You were the last to add to the build of %(value)s: take, build or add."),
        lambda builds, **facts: ngettext(
            "%(name)s may not trail while owning the build of %(values)s: take something, build "
            "or add.",
            "%(name)s may not trail while owning the builds of %(values)s: take something, build "
            "or add.",
            builds,
            **facts,
        ),
    ),
    Reason.OWNER_ADD_OR_TAKE: ReasonWords(
        lazy_gettext("No: you own a build of %(value)s. Add to it, or take something."),
        lazy_gettext("No: %(name)s owns a build of %(value)s. Add to it, or take something."),
        lazy_gettext("You own a build of %(value)s: add to it, or take something."),
        lambda builds, **facts: ngettext(
            "%(name)s owns the build of %(values)s: add to it, or take something.",
            "%(name)s owns the builds of %(values)s: add to one, or take something.",
            builds,
            **facts,
        ),
    ),
    FaultDetail.ONE_OWN_BUILD: ReasonWords(
        lazy_gettext("No: you own a build of %(value)s, so you may not make or raise another."),
        lazy_gettext("No: %(name)s owns a build of %(value)s and may not make or raise another."),
    ),
    Reason.NO_LAY_WITH_BUILD: ReasonWords(
        lazy_gettext("No: you own a build of %(value)s, so you may not just trail a card."),
        lazy_gettext("No: %(name)s owns a build of %(value)s and may not just trail a card."),
        lazy_gettext("You own a build, so you may not just trail a card."),
        lazy_gettext("%(name)s owns a build, so no card is just laid down."),
    ),
    Reason.ONE_BUILD_MAX: ReasonWords(
        lazy_gettext("No: you may own just one build when your turn is over."),
        lazy_gettext("No: %(name)s may own just one build when the turn is over."),
    ),
    Reason.COULD_TAKE: ReasonWords(
        lazy_gettext("No: %(played)s could take %(taken)s, so you may not lay it."),
        lazy_gettext("No: %(played)s could take %(taken)s, so %(name)s may not lay it."),
    ),
    FaultDetail.LEAVES_EQUAL: ReasonWords(
        lazy_gettext("No: a card takes all loose cards of its own value: %(taken)s too.")
    ),
    Reason.LEGAL: ReasonWords(lazy_gettext("Yes, that is right.")),
}


def a_card(value: int) -> str:
    """Return a card of this value with its article: "an eight", "the 2♠"; 1 and 14 are an ace."""
    faces = (face for face, values in FACE_VALUES.items() if value in values[1:])
    return held_card(next(faces, Card(Rank(value) if value in NUMBERS else Rank.ACE)))


def fault_text(fault: Fault, name: str | None = None) -> str:
    """Return the sentence of a fault: with the player's ``name``, or addressed to the player
    without."""
    wording, facts = REASONS[fault.detail or fault.reason], fault.facts()
    text = wording.text if name is None else wording.named or wording.text
    return _filled(
        text,
        played=the_rank(fault.played.rank) if fault.played else "",
        taken=_taken_text(fault),
        cards=cards_text(facts.cards),
        value=build_number(facts.value),
        number=facts.value,
        card=a_card(facts.value),
        name=name,
    )


def _taken_text(fault: Fault) -> str:
    """Return the cards of a fault, and its build, as what a card takes: "5♠ and 3♥"; of equal
    cards that were left with their article: "the 10♣"."""
    if fault.detail is FaultDetail.LEAVES_EQUAL:
        return taken_text(fault.cards)
    cards = list(map(card_text, fault.cards))
    if fault.build is not None:
        build = pgettext("what is taken or raised", "the build of %(value)s")
        cards.append(build % {"value": build_number(fault.build.value)})
    return and_(cards)


def duties_text(
    duties: Sequence[Reason], builds: Sequence[Build], name: str | None = None
) -> list[str]:
    """Return the duties of the owner of these ``builds`` before a card is played, as sentences.

    With a ``name`` they name the player, else they say "you".
    """
    values = [build.value for build in builds]
    wordings = (REASONS[duty] for duty in duties)
    return [
        _filled(
            text,
            len(builds),
            value=build_number(values[0]),
            values=and_(map(build_number, values)),
            cards=and_(map(a_card, dict.fromkeys(values))),
            name=name,
        )
        for wording in wordings
        if (text := wording.duty if name is None else wording.named_duty)
    ]


def _filled(text: Text, builds: int = 1, **facts: object) -> str:
    """Return a text with its facts; ``builds`` is the number that decides between singular and
    plural."""
    return text(builds, **facts) if isfunction(text) else str(text) % facts


def live_duty_texts(duties: Sequence[Reason], builds: Sequence[Build], name: str) -> list[str]:
    """Return the duties of the next player, each a sentence with the player's ``name``."""
    others = [duty for duty in duties if duty is not Reason.KEEP_CARD]
    return duties_text(others or duties, builds, name)


GROUNDS: Mapping[Ground, str | None] = {
    Ground.EQUAL: lazy_gettext("A card takes cards of the same value."),
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
    if not because.sets:
        return gettext("What it takes comes to %(value)d.", value=because.value)
    return f"{are_text(because.sets, because.value)}."


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
