"""Plays of a followed game with builds, as people at the table say them.

"Bo takes 5♥ + 3♠ with 8♦", "Anna builds 8 of 5♥ and 3♠", "Cy adds 8♣ to Bo’s build of 8", "Dan
trails K♦".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..languages import gettext, pgettext
from ..rules.cards import Card, Cards, difference
from ..rules.division_into_sums import divide_cards
from ..rules.games.casino.followed.followed_game import BuildGameEngine
from ..rules.games.casino.followed.game_state import BuildGameState
from ..rules.plays import Capture, MakeBuild, Play, Step, Trail
from ..rules.table_and_builds import Build, Top, cards_of
from ..words import and_, build_number, card_text, taken_text, with_card
from .build_and_pile_owners import whose_pile


def build_play_text(
    engine: BuildGameEngine, state: BuildGameState, play: Play, seat: int, names: Sequence[str]
) -> str:
    """Return what a seat plays in a ``state``, without its name: "takes 5♥ + 3♠ with 8♦"."""
    wording = _PlayWording(engine, state, seat, names)
    builds, text = state.builds, ""
    for step in play:
        step_text = wording.step(step, builds)
        text = (
            gettext("%(first)s, then %(next)s", first=text, next=step_text) if text else step_text
        )
        builds = _builds_after(builds, step, seat)
    return text


def _builds_after(builds: Sequence[Build], step: Step, seat: int) -> tuple[Build, ...]:
    """Return the builds on the table after a step of a seat."""
    touched = set(step.named)
    others = tuple(build for build in builds if not touched.intersection(build.cards))
    if not isinstance(step, MakeBuild):
        return others
    owner = next(
        (build.owner for build in builds if _is_part_of(build, step, step.build.value)), seat
    )
    return (*others, step.build._replace(owner=owner))


def _is_part_of(build: Build, step: MakeBuild, value: int) -> bool:
    """Return whether a build of this value is a part of the build that the step makes."""
    return build.value == value and set(build.cards) <= set(step.build.cards)


class _PlayWording(NamedTuple):
    """The words for a play of one seat in a state."""

    engine: BuildGameEngine
    state: BuildGameState
    seat: int
    names: Sequence[str]

    def step(self, step: Step, builds: Sequence[Build]) -> str:
        """Return a step in words, without its player: "trails 4♠"; ``builds`` are those on the
        table before it."""
        match step:
            case Trail(card):
                return gettext("trails %(card)s", card=taken_text([card]))
            case Capture():
                return self.take(step, builds)
            case MakeBuild():
                return self.form(step, builds)

    def take(self, step: Capture, builds: Sequence[Build]) -> str:
        """Return a capture: the builds first, then the other cards in sets of the card's value."""
        loose = (*step.cards, *cards_of(step.tops))
        values = self.engine.rules.hand_values(step.card)
        divisions = (divide_cards(loose, value, self.engine.rules.values) for value in values)
        sets = next(filter(None, divisions), tuple((card,) for card in sorted(loose)))
        # A notation may leave the owner of a build out: it is taken from the table.
        by_cards = {frozenset(build.cards): build for build in builds}
        captured = [by_cards.get(frozenset(build.cards), build) for build in step.builds]
        items = [*map(self.taken, captured), *(self.group(cards, step.tops) for cards in sets)]
        return gettext(
            "takes %(cards)s with %(card)s", cards=and_(items), card=with_card(step.card)
        )

    def form(self, step: MakeBuild, builds: Sequence[Build]) -> str:
        """Return a build step: raising, adding to, or making a build."""
        changed = [build for build in builds if set(build.cards) <= set(step.build.cards)]
        same = [build for build in changed if build.value == step.build.value]
        raised = [build for build in changed if build.value != step.build.value]
        if raised:
            text = self.raised(step, raised[0], [*same, *raised[1:]])
        elif same:
            text = self.added(step, same[0], same[1:])
        else:
            text = self.new(step)
        if step.build.owner in (None, self.seat):
            return text
        return gettext("%(build)s for %(name)s", build=text, name=self.names[step.build.owner])

    def new(self, step: MakeBuild) -> str:
        """Return the making of a build: "builds 8 of 5♥ and 3♠"."""
        sets = self.divided(step.build.cards, step)
        if len(sets) == 1:
            text = and_(self.card(card, step.tops) for card in sets[0])
        else:
            text = and_(self.group(cards, step.tops) for cards in sets)
        value = step.build.value
        if step.card is None and not step.tops:
            return gettext("builds %(value)d of %(cards)s from the table", value=value, cards=text)
        return gettext("builds %(value)d of %(cards)s", value=value, cards=text)

    def added(self, step: MakeBuild, build: Build, others: Sequence[Build]) -> str:
        """Return the adding to a build, which other builds of its value join."""
        cards = difference(step.build.cards, build.cards)
        for other in others:
            cards = difference(cards, other.cards)
        items = [*map(self.taken, others), *self.groups(cards, step)]
        return gettext("adds %(cards)s to %(build)s", cards=and_(items), build=self.added_to(build))

    def raised(self, step: MakeBuild, build: Build, joined: Sequence[Build]) -> str:
        """Return the raising of a build, which then joins other builds of the new value."""
        cards = difference(step.build.cards, build.cards)
        for other in joined:
            cards = difference(cards, other.cards)
        # The card from the hand alone, where it makes up the difference.
        values = self.engine.rules.values[step.card.rank] if step.card else ()
        if step.card and step.build.value - build.value in values:
            beside = self.groups(difference(cards, (step.card,)), step._replace(card=None))
            with_text = with_card(step.card)
        else:
            beside = []
            (sorted_cards,) = self.hand_last((tuple(sorted(cards)),), step.card)
            with_text = self.group(sorted_cards, step.tops)
        text = gettext(
            "raises %(build)s to %(value)d with %(cards)s",
            build=self.taken(build),
            value=step.build.value,
            cards=with_text,
        )
        for other in joined:
            text = gettext(
                "%(raises)s and joins it to %(build)s", raises=text, build=self.added_to(other)
            )
        if beside:
            text = gettext("%(raises)s and adds %(cards)s", raises=text, cards=and_(beside))
        return text

    def groups(self, cards: Cards, step: MakeBuild) -> list[str]:
        """Return cards that come to a build, each set of the build's value by itself."""
        groups = self.divided(cards, step) if cards else []
        return [self.group(group, step.tops) for group in groups]

    def divided(self, cards: Cards, step: MakeBuild) -> list[Cards]:
        """Return cards in sets of a build's value; in a single set if they make none."""
        sets = divide_cards(cards, step.build.value, self.engine.rules.values)
        return self.hand_last(sets or (tuple(sorted(cards)),), step.card)

    def hand_last(self, sets: Sequence[Cards], played: Card | None) -> list[Cards]:
        """Return sets in the order in which they are told, the card from the hand at the end."""
        with_played = [cards for cards in sets if played in cards]
        others = [cards for cards in sets if played not in cards]
        return [
            *others,
            *((*difference(cards, (played,)), played) for cards in with_played if played),
        ]

    def group(self, cards: Cards, tops: Sequence[Top]) -> str:
        return " + ".join(self.card(card, tops) for card in cards)

    def card(self, card: Card, tops: Sequence[Top]) -> str:
        """Return a card, and for a top the pile that it came from."""
        pile = next((top.seat for top in tops if top.card == card), None)
        if pile is None:
            return card_text(card)
        name = whose_pile(self.state, pile, self.names)
        return gettext("%(card)s from %(name)s’s pile", card=card_text(card), name=name)

    def taken(self, build: Build) -> str:
        """Return a build that is taken or raised, with its owner if that is another player."""
        if build.owner in (None, self.seat):
            text = pgettext("what is taken or raised", "the build of %(value)s")
        else:
            text = pgettext("what is taken or raised", "%(name)s’s build of %(value)s")
        return text % self.facts(build)

    def added_to(self, build: Build) -> str:
        """Return a build to which cards are added, with its owner if that is another player."""
        if build.owner in (None, self.seat):
            text = pgettext("what is added to", "the build of %(value)s")
        else:
            text = pgettext("what is added to", "%(name)s’s build of %(value)s")
        return text % self.facts(build)

    def facts(self, build: Build) -> dict[str, str]:
        name = "" if build.owner is None else self.names[build.owner]
        return {"name": name, "value": build_number(build.value)}
