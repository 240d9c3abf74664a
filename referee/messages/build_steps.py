"""Sentences on the steps of a play, and on what is known of piles, hands and the stock."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from ..languages import gettext, ngettext, pgettext
from ..rules.cards import Card, Cards
from ..rules.games.casino.judge.build_rules_base import Demand
from ..rules.games.casino.judge.position import MOVER
from ..rules.games.casino.options.plays_of_selection import SelectionOption
from ..rules.games.casino.question import BuildQuestion
from ..rules.plays import Capture, MakeBuild, Step, Trail
from ..rules.table_and_builds import Build, Top, cards_of
from ..words import and_, build_number, card_text, cards_text, sentence, the_card
from .build_legality_grounds import are_text
from .build_referee_page import seat_owner_text, the_build

# --- steps ----------------------------------------------------------------------------------------


def step_of_play_text(step: Step, question: BuildQuestion, builds: Sequence[Build] = ()) -> str:
    """Return a step as a sentence: "5, 3 and 2 are 10", "The 7 is trailed".

    Adding to one of the ``builds`` on the table: "6 and the opponent’s 2 join the build of 8".
    """
    match step:
        case Trail(card):
            return sentence(gettext("%(card)s is trailed", card=the_card(card)))
        case Capture(card, loose, builds, tops):
            items = [*map(card_text, sorted((*loose, *cards_of(tops)))), *map(the_build, builds)]
            text = gettext("%(card)s takes %(cards)s", card=the_card(card), cards=and_(items))
            return sentence(text)
        case MakeBuild(_, build) if (joined := added_to(build, builds)) is not None:
            return sentence(_joining_text(question, step, joined))
        case MakeBuild(None, build):
            return are_text(build.sets, build.value)
        case MakeBuild(card, build):
            assert card is not None
            sets_text = are_text(build.sets, build.value)
            return sentence(
                gettext("with %(card)s: %(cards)s", card=the_card(card), cards=sets_text)
            )


def added_to(build: Build, builds: Iterable[Build]) -> Build | None:
    """Return the build of the same value that is a proper part of this build; None without one."""
    cards = Counter(build.cards)
    larger = (
        old for old in builds if old.value == build.value and len(old.cards) < len(build.cards)
    )
    return next((old for old in larger if not Counter(old.cards) - cards), None)


def _joining_text(question: BuildQuestion, step: MakeBuild, old: Build) -> str:
    """Return which cards of a step come to the ``old`` build: "6 and 2 join the build of 8"."""
    new = Counter(step.build.cards) - Counter(old.cards) - Counter(cards_of(step.tops))
    items = [card_text(card) for card in sorted(new.elements())]
    items += (_top_text(question, top) for top in step.tops)
    return ngettext(
        "%(cards)s joins the build of %(value)s",
        "%(cards)s join the build of %(value)s",
        len(items),
        cards=and_(items),
        value=build_number(old.value),
    )


def _top_text(question: BuildQuestion, top: Top) -> str:
    """Return the top card of a pile with the owner of the pile: "the opponent’s 9"."""
    owner = pile_owner_text(question, top.seat)
    return gettext("%(owner)s %(card)s", owner=owner, card=card_text(top.card))


def way_text(way: SelectionOption, played: Card | None, *, plain: bool) -> str:
    """Return the text of a button for an option of the tapped cards: "Add to 8 with the 7".

    ``plain`` leaves the card out. Before the card ``played``: "Build 8 first, the 7 later".
    """
    step = way.step
    if isinstance(step, Capture):
        if step.builds:
            build_value = build_number(step.builds[0].value)
            return gettext("Take, and the build of %(value)s", value=build_value)
        return gettext("Take")
    value = step.build.value
    if way.kind == "new":
        text = gettext("Build %(value)d", value=value)
    elif way.kind == "raise":
        text = gettext("Raise to %(value)d", value=value)
    else:
        text = gettext("Add to %(value)s", value=build_number(value))
    if step.build.owner:
        text = gettext("%(build)s for your partner", build=text)
    if plain or (step.card is None and played is None):
        return text
    if step.card is None and played is not None:
        return gettext("%(build)s first, %(card)s later", build=text, card=the_card(played))
    assert step.card is not None
    return gettext("%(build)s with %(card)s", build=text, card=the_card(step.card))


def demand_text(question: BuildQuestion, demand: Demand) -> str:
    """Return what opponents may insist on: "take 5 and 2 as well"."""
    loose = map(card_text, sorted(demand.loose))
    tops = (_top_text(question, top) for top in demand.tops)
    items = and_([*loose, *tops, *map(the_build, demand.builds)])
    if demand.build is None:
        return gettext("take %(cards)s as well", cards=items)
    value = build_number(demand.build.value)
    if demand.build.owner == question.position.partner:
        return gettext(
            "add %(cards)s to your partner’s build of %(value)s", cards=items, value=value
        )
    return gettext("add %(cards)s to your build of %(value)s", cards=items, value=value)


def more_demands_text(number: int) -> str:
    """Return how many demands are not listed."""
    return ngettext("one more thing like that", "%(num)d more things like that", number)


# --- who, and what is known -----------------------------------------------------------------------


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


def with_tops_text(cards: Cards) -> str:
    """Return which cards of a build come from piles: "with 2♠ of a pile"."""
    return ngettext(
        "with %(cards)s of a pile", "with %(cards)s of piles", len(cards), cards=cards_text(cards)
    )


def tops_text(question: BuildQuestion, piles: tuple[Cards, ...]) -> str:
    """Return the known tops of the piles: "yours 8♦"; empty if none is known."""
    texts: list[str] = []
    for seat, pile in enumerate(piles):
        if pile:
            texts.append(f"{pile_owner_text(question, seat)} {_pile(pile)}")
    return ", ".join(texts)


def _pile(pile: tuple[Card, ...]) -> str:
    return " > ".join(map(card_text, pile))
