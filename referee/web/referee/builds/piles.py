"""Open piles as the page with builds draws them, and as addresses write them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from .... import messages
from ....rules.cards import Card
from ....rules.games.casino.arranging import Piles
from ....rules.games.casino.judge.building import build_rules
from ....rules.games.casino.judge.position import MOVER
from ....rules.games.casino.question import BuildQuestion
from ....rules.table import Top


class DrawnPile(NamedTuple):
    """A pile and what is known to lie on top. ``used`` of its cards are in steps that are done;
    ``use`` is the address in which the top is chosen or no longer, if it is not ``closed``, and
    ``forget`` the one in which nothing is known of what lies there now; is it to blame?"""

    seat: int
    whose: str
    top: Card | None
    used: int
    closed: bool
    chosen: bool
    use: str
    forget: str
    blamed: bool


def draw_piles(
    question: BuildQuestion,
    now: Piles,
    chosen: Sequence[Top],
    blamed: Sequence[Top],
    *,
    claiming: bool,
    use: Callable[[tuple[Top, ...]], str],
    knowing: Callable[[Piles], str],
) -> list[DrawnPile]:
    """The piles as they lie after the steps so far, the mover's last, which is closed; but somebody
    may claim that it was used."""
    if not build_rules(question.rules).open_piles:
        return []
    own = question.position.pile_seats[MOVER]
    start = question.position.piles
    drawn = []
    for seat in sorted(pile_owners(question), key=lambda seat: (seat == own, seat)):
        top = Top(now[seat][0], seat) if now[seat] else None
        closed = seat == own and not claiming
        is_chosen = top in chosen
        others = tuple(one for one in chosen if one != top)
        used = max(0, len(start[seat]) - len(now[seat]))
        forgotten = tuple(pile[:used] if at == seat else pile for at, pile in enumerate(start))
        drawn.append(
            DrawnPile(
                seat,
                messages.pile_owner_text(question, seat),
                top.card if top else None,
                used,
                closed,
                is_chosen,
                "" if top is None or closed else use(others if is_chosen else (*others, top)),
                knowing(forgotten),
                any(one.seat == seat for one in blamed),
            )
        )
    return drawn


def pile_owners(question: BuildQuestion) -> set[int]:
    """The seats that piles lie at."""
    return set(question.position.pile_seats)
