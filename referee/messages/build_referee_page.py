"""Sentences of the referee’s page on what cards may do where there are builds, besides its
verdicts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..languages import gettext, lazy_gettext
from ..rules.cards import Rank
from ..rules.games.casino.judge.position import MOVER
from ..rules.games.casino.judge.verdict_reasons import Reason
from ..rules.games.casino.options.hand_card_options import HandRow, PlayRuling
from ..rules.games.casino.ruling import BuildRuling
from ..words import build_number, or_, sentence, the_card
from .build_reasons import duties_text
from .build_verdicts import cards_held

_MAY = {
    (True, True, True): lazy_gettext("%(card)s may take, build or be trailed"),
    (True, True, False): lazy_gettext("%(card)s may take or build"),
    (True, False, True): lazy_gettext("%(card)s may take or be trailed"),
    (True, False, False): lazy_gettext("%(card)s must take"),
    (False, True, True): lazy_gettext("%(card)s may build or be trailed"),
    (False, True, False): lazy_gettext("%(card)s must build"),
    (False, False, True): lazy_gettext("%(card)s can only be trailed"),
    (False, False, False): lazy_gettext("%(card)s may not be played now"),
}


_MAY_AS_FAR_AS_LISTED = _MAY | {
    (True, False, False): lazy_gettext("%(card)s may take"),
    (False, True, False): lazy_gettext("%(card)s may build"),
    (False, False, True): lazy_gettext("%(card)s may be trailed"),
    (False, False, False): lazy_gettext("%(card)s may not be played before another step"),
}
"""For a list that is not complete: tops of piles and other steps may allow more."""


def may_text(play: PlayRuling, *, sure: bool = True) -> str:
    """Return what the played card may do: "The 8 may take or be trailed".

    ``sure``: the listed options are all that there are.
    """
    builds = bool(play.forms or play.with_tops)
    may = bool(play.takes), builds, play.lay.legal is not False
    # What was added to an opponent's build is to be taken in this turn: no step changes that.
    bound = play.lay.reason is Reason.AUGMENT_NOT_YOURS
    texts = _MAY if sure or bound else _MAY_AS_FAR_AS_LISTED
    return sentence(str(texts[may]) % {"card": the_card(play.card)})


_PLAY_LABELS = {
    "take": lazy_gettext("Take"),
    "new": lazy_gettext("Build %(value)d"),
    "raise": lazy_gettext("Raise to %(value)d"),
    "augment": lazy_gettext("Add to %(value)s"),
    "beside": lazy_gettext("Trail it, build %(value)d"),
    "first-new": lazy_gettext("First build %(value)d"),
    "first-augment": lazy_gettext("First add to %(value)s"),
}


def play_label(kind: str, value: int) -> str:
    """Return the text of a button that plays in this way, with a build of this value: "Raise to
    9"."""
    with_number = kind in ("augment", "first-augment")
    return str(_PLAY_LABELS[kind]) % {"value": build_number(value) if with_number else value}


def duty_texts(ruling: BuildRuling) -> list[str]:
    """Return the duties of the mover before a card is played, as sentences."""
    owned = [build for build in ruling.table.builds if build.owner == MOVER]
    return duties_text(ruling.duties, owned)


def if_held_text(holds: Iterable[Rank]) -> str:
    """Return the ranks that an option depends on, as a condition: "If you still hold a nine"."""
    return gettext("If you still hold %(cards)s", cards=cards_held(holds))


def not_held_text(values: Sequence[int]) -> str:
    """Return why builds of these values are not listed: "No build of 8 or 9: …"."""
    return gettext(
        "No build of %(values)s: a card that takes it would have to stay in your hand.",
        values=or_(map(build_number, values)),
    )


def for_partner_text() -> str:
    """Return the remark that a build becomes that of a partner who is proven to hold its card."""
    return gettext("For your partner")


def asked_for_text() -> str:
    """Return the remark that a build is for a partner who asked for it (#asking)."""
    return gettext("For your partner, who asked for it")


def held_text(holds: Iterable[Rank]) -> str:
    """Return the confirmation that the player holds the ranks that a build needs."""
    return gettext("You hold %(cards)s. That is what your build needs.", cards=cards_held(holds))


_ROWS = {
    (True, True, True): lazy_gettext("may take, build or be trailed"),
    (True, True, False): lazy_gettext("may take or build"),
    (True, False, True): lazy_gettext("may take or be trailed"),
    (True, False, False): lazy_gettext("must take"),
    (False, True, True): lazy_gettext("may build or be trailed"),
    (False, True, False): lazy_gettext("must build"),
    (False, False, True): lazy_gettext("can only be trailed"),
    (False, False, False): lazy_gettext("may not be played now"),
}


_ROWS_AS_FAR_AS_LISTED = _ROWS | {
    (True, False, False): lazy_gettext("may take"),
    (False, True, False): lazy_gettext("may build"),
    (False, False, True): lazy_gettext("may be trailed"),
    (False, False, False): lazy_gettext("may not be played before another step"),
}


def hand_row_text(row: HandRow, *, sure: bool = True) -> str:
    """Return what a card of the hand may do: "may take or be trailed".

    ``sure``: the listed options are all that there are.
    """
    texts = _ROWS if sure else _ROWS_AS_FAR_AS_LISTED
    return str(texts[bool(row.takes), bool(row.forms or row.with_tops), row.lay])
