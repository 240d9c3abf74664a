"""Owners of builds and piles: by name, or as the mover says it ("yours", "the opponent’s")."""

from __future__ import annotations

from collections.abc import Sequence

from ..languages import gettext, pgettext
from ..rules.games.casino.followed.game_state import BuildGameState
from ..rules.games.casino.judge.position import MOVER
from ..rules.games.casino.question import BuildQuestion
from ..rules.table_and_builds import Build
from ..words import and_, build_number, card_text
from .build_names import set_text


def owner_text(question: BuildQuestion, seat: int | None, *, pairs: bool = False) -> str:
    """Return the owner of a build, as the mover says it; partners sit opposite.

    ``pairs``: four players who might play alone are pairs.
    """
    partner = question.players // 2 if pairs else question.position.partner
    if seat and seat == partner:
        return gettext("your partner’s")
    return seat_owner_text(seat, question.players)


def pile_owner_text(question: BuildQuestion, seat: int) -> str:
    """Return the owner of a pile, as the mover says it; partners may share one."""
    pile_seats = question.position.pile_seats
    if pile_seats.count(seat) == 1 and seat == MOVER:
        return pgettext("of a pile", "yours")
    if pile_seats.count(seat) == 1:
        return owner_text(question, seat)
    ours = question.position.sides[MOVER] == seat
    return gettext("your side’s") if ours else gettext("theirs")


def seat_owner_text(seat: int | None, players: int) -> str:
    """Return the owner of a build, as the mover says it: "yours", "next player’s"."""
    if seat == MOVER:
        return gettext("yours")
    if players == 2:
        return gettext("the opponent’s")
    if seat == 1:
        return gettext("next player’s")
    if seat == players - 1:
        return gettext("previous player’s")
    return gettext("opposite player’s")


def seats_text(names: Sequence[str]) -> str:
    """Return the number and name of each seat: "0 Ada, 1 Bo"."""
    return ", ".join(f"{seat} {name}" for seat, name in enumerate(names))


def whose_pile(state: BuildGameState, seat: int, names: Sequence[str]) -> str:
    """Return the owner of a pile by name: "Bo", or of a shared pile "Ada and Cia"."""
    pile = state.pile_seats[seat]
    return and_(
        name for name, pile_seat in zip(names, state.pile_seats, strict=True) if pile_seat == pile
    )


def whose_build_text(build: Build, names: Sequence[str]) -> str:
    """Return a build with its owner and cards: "Bo’s build of 8 (3♠ and 5♥)"."""
    sets = [set_text(cards) for cards in build.sets]
    cards = and_(sets) if build.multiple else and_(map(card_text, build.cards))
    assert build.owner is not None  # on a table somebody's
    name, value = names[build.owner], build_number(build.value)
    return gettext("%(name)s’s build of %(value)s (%(cards)s)", name=name, value=value, cards=cards)
