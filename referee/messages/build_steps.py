"""Sentences on the steps of a play in games with builds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from ..languages import gettext, ngettext
from ..rules.games.casino.question import BuildQuestion
from ..rules.plays import Capture, MakeBuild, Step, Trail
from ..rules.table_and_builds import Build, cards_of
from ..words import and_, build_number, card_text, sentence, the_card
from .build_legality_grounds import are_text
from .build_names import the_build
from .pile_tops import top_text


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
    items += (top_text(question, top) for top in step.tops)
    return ngettext(
        "%(cards)s joins the build of %(value)s",
        "%(cards)s join the build of %(value)s",
        len(items),
        cards=and_(items),
        value=build_number(old.value),
    )
