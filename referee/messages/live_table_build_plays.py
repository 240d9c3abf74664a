"""A turn of a followed game with builds, as people at the table say it: "Bo takes 5♥ + 3♠ with 8♦",
"Anna builds 8 of 5♥ and 3♠", "Cy adds 8♣ to Bo’s build of 8", "Dan trails K♦"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..languages import gettext, pgettext
from ..rules.cards import Card, Cards, difference
from ..rules.games.casino.followed.followed_game import BuildGameEngine
from ..rules.games.casino.followed.game_state import BuildGameState
from ..rules.plays import Capture, MakeBuild, Play, Step, Trail
from ..rules.table_and_builds import Build, Top, cards_of, divided
from ..words import and_, build_number, card_text, taken_text, with_card


def build_play_text(
    live: BuildGameEngine, state: BuildGameState, turn: Play, seat: int, names: Sequence[str]
) -> str:
    """What a seat did on the table as it lay, without its name: "takes 5♥ + 3♠ with 8♦"."""
    teller = _Teller(live, state, seat, names)
    lies, told = state.builds, ""
    for step in turn:
        text = teller.step(step, lies)
        told = gettext("%(first)s, then %(next)s", first=told, next=text) if told else text
        lies = _left(lies, step, seat)
    return told


def _left(lies: Sequence[Build], step: Step, seat: int) -> tuple[Build, ...]:
    """The builds that lie there after a step."""
    gone = set(step.named)
    left = tuple(build for build in lies if not gone.intersection(build.cards))
    if not isinstance(step, MakeBuild):
        return left
    kept = next((build.owner for build in lies if _within(build, step, step.build.value)), seat)
    return (*left, step.build._replace(owner=kept))


def _within(build: Build, step: MakeBuild, value: int) -> bool:
    return build.value == value and set(build.cards) <= set(step.build.cards)


def whose_pile(state: BuildGameState, seat: int, names: Sequence[str]) -> str:
    """Whose a pile is: "Bo", or of those who share it "Ada and Cia"."""
    own = state.pile_seats[seat]
    return and_(name for name, of in zip(names, state.pile_seats, strict=True) if of == own)


def whose_build_text(build: Build, names: Sequence[str]) -> str:
    """A build by itself: "Bo’s build of 8 (3♠ and 5♥)"."""
    groups = [group_text(group) for group in build.groups]
    cards = and_(groups) if build.multiple else and_(map(card_text, build.cards))
    assert build.owner is not None  # on a table somebody's
    name, value = names[build.owner], build_number(build.value)
    return gettext("%(name)s’s build of %(value)s (%(cards)s)", name=name, value=value, cards=cards)


def group_text(cards: Iterable[Card]) -> str:
    """Cards that make a value together: "3♦ + 5♣"."""
    return " + ".join(map(card_text, cards))


class _Teller(NamedTuple):
    """Tells what a seat did on a table."""

    live: BuildGameEngine
    state: BuildGameState
    seat: int
    names: Sequence[str]

    def step(self, step: Step, lies: Sequence[Build]) -> str:
        match step:
            case Trail(card):
                return gettext("trails %(card)s", card=taken_text([card]))
            case Capture():
                return self.take(step, lies)
            case MakeBuild():
                return self.form(step, lies)

    def take(self, step: Capture, lies: Sequence[Build]) -> str:
        """Builds first, then what was taken with them, as it makes the card's value."""
        loose = (*step.cards, *cards_of(step.tops))
        values = self.live.rules.values[step.card.rank]
        tried = (divided(loose, value, self.live.rules.values) for value in values)
        groups = next(filter(None, tried), tuple((card,) for card in sorted(loose)))
        # Named without a word about whose it is: the table knows.
        kept = {frozenset(build.cards): build for build in lies}
        builds = [kept.get(frozenset(build.cards), build) for build in step.builds]
        items = [*map(self.taken, builds), *(self.group(group, step.tops) for group in groups)]
        return gettext(
            "takes %(cards)s with %(card)s", cards=and_(items), card=with_card(step.card)
        )

    def form(self, step: MakeBuild, lies: Sequence[Build]) -> str:
        used = [build for build in lies if set(build.cards) <= set(step.build.cards)]
        same = [build for build in used if build.value == step.build.value]
        raised = [build for build in used if build.value != step.build.value]
        if raised:
            told = self.raised(step, raised[0], [*same, *raised[1:]])
        elif same:
            told = self.added(step, same[0], same[1:])
        else:
            told = self.new(step)
        if step.build.owner in (None, self.seat):
            return told
        return gettext("%(build)s for %(name)s", build=told, name=self.names[step.build.owner])

    def new(self, step: MakeBuild) -> str:
        groups = self.divided(step.build.cards, step)
        if len(groups) == 1:
            cards = and_(self.card(card, step.tops) for card in groups[0])
        else:
            cards = and_(self.group(group, step.tops) for group in groups)
        value = step.build.value
        if step.card is None and not step.tops:
            return gettext("builds %(value)d of %(cards)s from the table", value=value, cards=cards)
        return gettext("builds %(value)d of %(cards)s", value=value, cards=cards)

    def added(self, step: MakeBuild, build: Build, others: Sequence[Build]) -> str:
        came = difference(step.build.cards, build.cards)
        for other in others:
            came = difference(came, other.cards)
        items = [*map(self.taken, others), *self.groups(came, step)]
        return gettext("adds %(cards)s to %(build)s", cards=and_(items), build=self.added_to(build))

    def raised(self, step: MakeBuild, build: Build, joined: Sequence[Build]) -> str:
        came = difference(step.build.cards, build.cards)
        for other in joined:
            came = difference(came, other.cards)
        # The card from the hand alone, where it makes up the difference.
        values = self.live.rules.values[step.card.rank] if step.card else ()
        if step.card and step.build.value - build.value in values:
            beside = self.groups(difference(came, (step.card,)), step._replace(card=None))
            cards = with_card(step.card)
        else:
            beside = []
            (sorted_cards,) = self.hand_last((tuple(sorted(came)),), step.card)
            cards = self.group(sorted_cards, step.tops)
        told = gettext(
            "raises %(build)s to %(value)d with %(cards)s",
            build=self.taken(build),
            value=step.build.value,
            cards=cards,
        )
        for other in joined:
            told = gettext(
                "%(raises)s and joins it to %(build)s", raises=told, build=self.added_to(other)
            )
        if beside:
            told = gettext("%(raises)s and adds %(cards)s", raises=told, cards=and_(beside))
        return told

    def groups(self, cards: Cards, step: MakeBuild) -> list[str]:
        """Cards that came to a build of their value, each group by itself."""
        groups = self.divided(cards, step) if cards else []
        return [self.group(group, step.tops) for group in groups]

    def divided(self, cards: Cards, step: MakeBuild) -> list[Cards]:
        """Cards in groups of a build's value, or as one if they make none."""
        found = divided(cards, step.build.value, self.live.rules.values)
        return self.hand_last(found or (tuple(sorted(cards)),), step.card)

    def hand_last(self, groups: Sequence[Cards], played: Card | None) -> list[Cards]:
        """The card from the hand comes to those of the table."""
        own = [group for group in groups if played in group]
        others = [group for group in groups if played not in group]
        return [*others, *((*difference(group, (played,)), played) for group in own if played)]

    def group(self, cards: Cards, tops: Sequence[Top]) -> str:
        return " + ".join(self.card(card, tops) for card in cards)

    def card(self, card: Card, tops: Sequence[Top]) -> str:
        """A card, and from whose pile it came if it did."""
        pile = next((top.seat for top in tops if top.card == card), None)
        if pile is None:
            return card_text(card)
        name = whose_pile(self.state, pile, self.names)
        return gettext("%(card)s from %(name)s’s pile", card=card_text(card), name=name)

    def taken(self, build: Build) -> str:
        """A build that is taken or raised; whose it is, if it is another's."""
        if build.owner in (None, self.seat):
            text = pgettext("what is taken or raised", "the build of %(value)s")
        else:
            text = pgettext("what is taken or raised", "%(name)s’s build of %(value)s")
        return text % self.facts(build)

    def added_to(self, build: Build) -> str:
        """A build to which something is added; whose it is, if it is another's."""
        if build.owner in (None, self.seat):
            text = pgettext("what is added to", "the build of %(value)s")
        else:
            text = pgettext("what is added to", "%(name)s’s build of %(value)s")
        return text % self.facts(build)

    def facts(self, build: Build) -> dict[str, str]:
        name = "" if build.owner is None else self.names[build.owner]
        return {"name": name, "value": build_number(build.value)}
