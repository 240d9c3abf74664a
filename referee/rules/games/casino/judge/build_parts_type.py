"""The parts that a step makes a build of."""

from __future__ import annotations

from typing import NamedTuple

from ....cards import Card, Cards
from ....table_and_builds import Build, Top, cards_of


class BuildAttempt(NamedTuple):
    """Parts that a step makes a build of: a card from the hand, loose cards, builds and tops.
    ``seat`` is the seat that it is made for, None where that was not entered."""

    card: Card | None
    value: int
    loose: Cards
    builds: tuple[Build, ...] = ()
    tops: tuple[Top, ...] = ()
    seat: int | None = None

    @property
    def fresh(self) -> Cards:
        """The loose cards and the card from the hand that come to the build; no tops."""
        return self.loose if self.card is None else (self.card, *self.loose)

    @property
    def changed(self) -> tuple[Build, ...]:
        """The builds among the parts whose value is another than that of the new build."""
        return tuple([build for build in self.builds if build.value != self.value])

    @property
    def unchanged(self) -> tuple[Build, ...]:
        """The builds among the parts that have the value of the new build already."""
        return tuple([build for build in self.builds if build.value == self.value])

    @property
    def kind(self) -> str:
        """The kind of the step: ``new``, ``raise`` or ``augment``."""
        if self.changed:
            return "raise"
        return "augment" if self.unchanged else "new"

    @property
    def cards(self) -> Cards:
        """The cards of the new build, those of its tops and builds among them."""
        build_cards = (card for build in self.builds for card in build.cards)
        return (*self.fresh, *cards_of(self.tops), *build_cards)
