"""Pieces, piles and owners of builds on the referee's page of a game with builds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ....messages.build_verdicts import owner_text, pile_owner_text
from ....rules.card_notation import write_card
from ....rules.cards import Card, difference
from ....rules.games.casino.all_answers_to_question import Analysis
from ....rules.games.casino.judge.position import MOVER
from ....rules.table_and_builds import Build, Selection, Table, Top
from ....rules.table_notation import write_build, write_top
from ...tappable_position import TappablePiece
from ..condition_chips import Chip
from .tap_urls import Edits


def draw_loose(analysis: Analysis, edits: Edits) -> list[TappablePiece]:
    """Return the loose cards in card order. Of equal cards as many are tapped, or blamed, as are
    chosen or at fault, from the first on."""
    pieces = []
    chosen, blamed = analysis.chosen.table.loose, analysis.blamed.loose
    for card in sorted(analysis.table.loose):
        is_chosen, is_blamed = card in chosen, card in blamed
        address = edits.toggle_card(card, is_chosen=is_chosen)
        pieces.append(
            TappablePiece(write_card(card), card, None, "", is_chosen, address, is_blamed)
        )
        chosen, blamed = difference(chosen, [card]), difference(blamed, [card])
    return pieces


def draw_builds(analysis: Analysis, edits: Edits, *, pairs: bool) -> list[TappablePiece]:
    """Return the builds as pieces, each with the words for its owner."""
    chosen, blamed = analysis.chosen.table.builds, analysis.blamed.builds
    return [
        TappablePiece(
            write_build(build),
            None,
            build,
            owner_text(analysis.question, build.owner, pairs=pairs),
            build in chosen,
            edits.toggle_build(build),
            build in blamed,
        )
        for build in analysis.table.builds
    ]


class DrawnPile(NamedTuple):
    """A pile and the card that is known to lie on top. ``used`` is the number of its cards that the
    steps so far have captured. ``use`` is the URL that selects the top, or no longer; "" where the
    pile is ``closed`` or no top is known. ``forget`` is the URL in which the remaining cards are
    not known."""

    seat: int
    whose: str
    top: Card | None
    used: int
    closed: bool
    chosen: bool
    use: str
    forget: str
    blamed: bool


def draw_piles(analysis: Analysis, edits: Edits) -> list[DrawnPile]:
    """Return the open piles after the steps so far, the mover's own last; [] in games with closed
    piles. The mover's own pile is closed unless a claim is judged, since somebody may claim to have
    used it."""
    if not analysis.rules.open_piles:
        return []
    position = analysis.question.position
    own, start, tops = position.pile_seats[MOVER], position.piles, analysis.chosen.tops
    piles = []
    for seat in sorted(set(position.pile_seats), key=lambda seat: (seat == own, seat)):
        pile = analysis.piles[seat]
        top = Top(pile[0], seat) if pile else None
        closed = seat == own and analysis.claim is None
        others = tuple(other for other in tops if other != top)
        used = max(0, len(start[seat]) - len(pile))
        chosen = others if top is None or top in tops else (*others, top)
        remaining = tuple(cards[:used] if at == seat else cards for at, cards in enumerate(start))
        whose = pile_owner_text(analysis.question, seat)
        use = "" if top is None or closed else edits.with_tops(chosen)
        blamed = any(fault.seat == seat for fault in analysis.blamed.tops)
        card = top.card if top else None
        forget, is_chosen = edits.with_piles(remaining), top in tops
        piles.append(DrawnPile(seat, whose, card, used, closed, is_chosen, use, forget, blamed))
    return piles


class BuildOwners(NamedTuple):
    """A build that lies on the table, or may be made of loose cards there, with a link for each
    possible owner. ``take_apart`` is the URL in which its cards are loose, "" where they are."""

    value: int
    seats: Sequence[Chip]
    take_apart: str = ""


def draw_chosen_builds(analysis: Analysis, edits: Edits, *, pairs: bool) -> list[BuildOwners]:
    """Return the selected builds with links that change their owner or take them apart; [] once a
    play has begun or a claim is judged."""
    if analysis.begun or analysis.claim:
        return []
    table = analysis.question.table
    return [
        BuildOwners(
            build.value,
            _owner_links(analysis, edits, table, build, pairs=pairs),
            edits.with_table(table.without_build(build)),
        )
        for build in analysis.chosen.table.builds
    ]


def draw_possible_builds(analysis: Analysis, edits: Edits, *, pairs: bool) -> list[BuildOwners]:
    """Return the builds that the selected loose cards may be, with a link for each possible
    owner."""
    table = analysis.question.table
    return [
        BuildOwners(
            build.value, _owner_links(analysis, edits, table.with_build(build), build, pairs=pairs)
        )
        for build in analysis.may_lie
    ]


def _owner_links(
    analysis: Analysis, edits: Edits, table: Table, build: Build, *, pairs: bool
) -> list[Chip]:
    """Return a link for each seat to the position in which that seat owns the build, the mover's
    first. ``table`` must hold the build."""
    question = analysis.question
    return [
        Chip(
            f"keeper-{seat}",
            owner_text(question, seat, pairs=pairs),
            edits.with_table(table.with_owner(build, seat)),
            seat == build.owner,
        )
        for seat in range(question.players)
    ]


class ValueLink(NamedTuple):
    """A value of a build that somebody may have declared: the URL that declares it, and whether the
    claim does so."""

    value: int
    address: str
    is_said: bool


def draw_claimable_pieces(analysis: Analysis) -> list[TappablePiece]:
    """Return the cards, tops and builds that a claim may name; tapped are those that the claim says
    were used."""
    used, table = analysis.used or Selection(), analysis.table
    used_cards = used.table.loose
    pieces = []
    for card in sorted(table.loose):
        pieces.append(TappablePiece(write_card(card), card, None, "", card in used_cards))
        used_cards = difference(used_cards, [card])
    own = analysis.question.position.pile_seats[MOVER]
    seats = enumerate(analysis.piles if analysis.rules.open_piles else ())
    tops = [Top(pile[0], seat) for seat, pile in seats if pile]
    tops.sort(key=lambda top: (top.seat == own, top.seat))
    pieces += [TappablePiece(write_top(top), top.card, None, "", top in used.tops) for top in tops]
    for build in table.builds:
        is_used = any(build.is_same(other) for other in used.table.builds)
        pieces.append(TappablePiece(write_build(build), None, build, "", is_used))
    return pieces
