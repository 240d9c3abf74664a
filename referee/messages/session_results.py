"""Winners and settlements, for the page of a session."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from ..languages import gettext, ngettext
from ..words import (
    FIELDS,
    SETTLEMENT_NAMES,
    and_,
    in_sentences,
    isolated,
    money,
    sides_text,
)

if TYPE_CHECKING:  # the pages without a database need none of this
    from ..services.night_view import NightView
    from ..services.session_views import SessionView


def winner_text(session_view: SessionView) -> str:
    """Return who has won, or else has the best total, once a game is finished."""
    sides = sides_text(session_view.sides, session_view.players)
    names = [sides[side] for side in session_view.leading]
    if len(names) > 1:
        return gettext("%(names)s share the win", names=and_(names))
    return ngettext("%(names)s wins", "%(names)s win", len(session_view.leaders), names=names[0])


def night_winner_text(night: NightView) -> str:
    """Return who has won a night that is over; that it is over where nobody has."""
    names = in_sentences(night.leaders)
    if not names:
        return gettext("The evening is over")
    if len(names) > 1:
        return gettext("%(names)s share the win of the evening", names=and_(names))
    return gettext("%(name)s wins the evening", name=names[0])


def how_won_text(session_view: SessionView) -> str:
    """Return why a side has won whose total need not be the highest; empty for other sessions."""
    claimant = session_view.claimed_by
    if claimant is not None:
        name = isolated(session_view.players[claimant])
        return gettext("%(name)s claimed the target, and had it.", name=name)
    if not session_view.highest_has_lost:
        return ""
    names, tie_break = named_sides(session_view, session_view.winners), session_view.tie_break
    if tie_break is not None:
        most = FIELDS[tie_break].most
        return gettext(
            "Level at the top, %(names)s had %(most)s in the last game.", names=names, most=most
        )
    return gettext(
        "Counted in order, %(names)s came to %(target)d first.",
        names=names,
        target=session_view.target,
    )


def won_earlier_text(session_view: SessionView) -> str:
    """Return who had won before the last game; empty if nobody had.

    That can be so where people played on, or where an older game was corrected.
    """
    earlier = session_view.won_earlier
    if earlier is None:
        return ""
    return ngettext(
        "As it is counted now, %(names)s had %(target)d after game %(number)d."
        " The games after it count too.",
        "As it is counted now, %(names)s had %(target)d after game %(number)d."
        " The games after it count too.",
        len(earlier.winners),
        names=named_sides(session_view, earlier.winners),
        target=session_view.target,
        number=earlier.number,
    )


def beyond_text(session_view: SessionView) -> str:
    """Return which games are kept and do not count; empty where all count."""
    beyond = session_view.beyond
    if not beyond or session_view.ends_with is None:
        return ""
    return ngettext(
        "It ends with game %(number)d, as you chose. The game after it is kept and does not count.",
        "It ends with game %(number)d, as you chose. The games after it are kept and do not count.",
        len(beyond),
        number=session_view.ends_with,
    )


def named_sides(session_view: SessionView, sides: Iterable[int]) -> str:
    """Return the names of some sides of a session, as a list in a sentence."""
    names = sides_text(session_view.sides, session_view.players)
    return and_(names[side] for side in sides)


def payees(session_view: SessionView) -> Mapping[int, str]:
    """Return the names of those who pay and are paid, by side; of a night by place in its
    people."""
    if session_view.night is not None:
        return dict(enumerate(in_sentences(session_view.night.people)))
    return sides_text(session_view.sides, session_view.players)


def due_text(owing: SessionView | NightView, amount: int) -> str:
    """Return an amount that is paid: money where there is a stake, else points."""
    return money(amount, owing.currency) if owing.stake else str(amount)


class PayeeDues(NamedTuple):
    """The payments of a person or side: ``in_all`` in words, and each payment that is made, as the
    receiver's name with the amount."""

    name: str
    in_all: str
    payments: list[tuple[str, str]]


def dues_by_payee(session_view: SessionView) -> list[PayeeDues]:
    """Return for each of those who pay or are paid the sum of all payments, and to whom they go."""
    owing, names = session_view.night or session_view, payees(session_view)
    sides = {} if session_view.night is not None else session_view.sides
    members = {side: len(seats) for side, seats in sides.items()}
    balances = dict.fromkeys(names, 0)
    for payer, receiver, amount in owing.payments_due:
        balances[payer] -= amount
        balances[receiver] += amount
    return [
        PayeeDues(
            name,
            _in_all_text(balances[at], due_text(owing, abs(balances[at])), members.get(at, 1)),
            [
                (names[receiver], due_text(owing, amount))
                for payer, receiver, amount in owing.payments_due
                if payer == at
            ],
        )
        for at, name in names.items()
    ]


def _in_all_text(balance: int, amount: str, people: int) -> str:
    """Return what people get or pay in all."""
    if not balance:
        return ngettext("comes out even", "come out even", people)
    if balance > 0:
        return ngettext("gets %(amount)s in all", "get %(amount)s in all", people, amount=amount)
    return ngettext("pays %(amount)s in all", "pay %(amount)s in all", people, amount=amount)


def settlement_text(session_view: SessionView) -> str:
    """Return the name of the way in which people settle; empty where two sides leave one way only.

    Where the highest total has lost, it names the highest total, not the winner.
    """
    way = session_view.settlement
    if session_view.night is not None:
        return str(SETTLEMENT_NAMES[way])
    if way == "to_winner" and session_view.highest_has_lost:
        return gettext("To the highest total")
    if len(session_view.sides) == 2:
        return ""
    return str(SETTLEMENT_NAMES[way])


def settlement_hint(session_view: SessionView) -> str:
    """Return the meaning of the way in which people settle."""
    if session_view.settlement == "pairwise":
        return gettext("Everybody settles the difference with everybody else.")
    if session_view.settlement == "fewest":
        return gettext("Everybody comes out as if all had settled with everybody else.")
    if session_view.night is not None:
        return gettext("In each part everybody pays its winner the difference.")
    if session_view.highest_has_lost:
        return gettext("Everybody pays the difference to the highest total.")
    return gettext("Everybody pays the winner the difference.")
