"""Explanations of what a camera sees on the table: the one legal play that made it, or a question.

A sighting is what one still frame shows. A play is *sure* only if it is the only legal one that
explains what changed, and if two sightings running show it alike. Everything else is asked, or
waited for: a card that lies there and could capture may be about to, and cards that vanish without
a legal play may lie below a hand.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import reduce
from itertools import accumulate, chain
from operator import and_, or_
from typing import NamedTuple

from ..cards import Card, Cards, Rank, difference
from ..plays import Capture, Dealt, MakeBuild, Play, Played, Table, Trail, cards_of
from ..ruleset import State
from .entries import Entry
from .record import Record, accept_or_none

VERY_SURE = 0.9
"""The probability from which a card counts as read without a question."""
LONG = 4.0
"""Seconds after which a card that lies there and could capture may have been laid to stay."""
MOST_ASKED = 8
"""The largest number of plays that a question lists."""


class SeenFace(NamedTuple):
    """A card in a frame, the probability that it is right, and the ``others`` that it may be."""

    card: Card
    sure: float = 1.0
    others: Cards = ()

    @property
    def faces(self) -> Cards:
        """Return the cards that it may be, the likeliest first."""
        return tuple(dict.fromkeys((self.card, *self.others)))


@dataclass(frozen=True)
class Sighting:
    """The cards in a still frame. ``piles`` are the places in ``faces`` of cards that lie over each
    other, ``at`` is the moment in seconds."""

    faces: tuple[SeenFace, ...] = ()
    piles: tuple[tuple[int, ...], ...] = ()
    at: float = 0.0


class Status(StrEnum):
    """The kinds of what sightings come to.

    ``SAME``: the table is as in the log. ``LOOK``: another frame is needed. ``SURE``: the entry is
    made. ``WAIT``: a card lies there that may be about to capture. ``ASK``: several plays explain
    it, or one that is not sure. ``UNSEEN``: cards were captured by one that was not seen.
    ``COVERED``: cards of the log are not seen, and no play explains that. ``STRANGE``: other cards
    lie there, and no play explains that.
    """

    SAME = "same"
    LOOK = "look"
    SURE = "sure"
    WAIT = "wait"
    ASK = "ask"
    UNSEEN = "unseen"
    COVERED = "covered"
    STRANGE = "strange"


class Explanation(NamedTuple):
    """An explanation of sightings: the ``entries`` that would explain them, one if sure, and the
    ``cards`` that it is about. ``more``: not all entries are listed."""

    status: Status
    entries: tuple[Entry, ...] = ()
    cards: Cards = ()
    more: bool = False


@dataclass(frozen=True)
class _View:
    """A sighting beside the log: cards that lie there and not in the log, surely (``extra``) or
    perhaps (``doubts``, each with what it may be), and those that do not (``missing``). ``piles``
    are the cards that lie over each other."""

    extra: Counter[Card]
    missing: Counter[Card]
    doubts: tuple[Card, ...]
    piles: frozenset[Cards]

    @property
    def is_same(self) -> bool:
        return not (self.extra or self.missing or self.doubts)

    def pile_of(self, card: Card) -> Cards:
        return next((pile for pile in self.piles if card in pile), (card,))


def explain_sightings(record: Record, sightings: Sequence[Sighting]) -> Explanation:
    """Return what the sightings since the latest entry come to, of which the last is the latest."""
    state = record.state
    if state is None:
        return _first_table(record, sightings)
    asides = _lingering(state, sightings)
    views = [_view(record, state, *seen) for seen in zip(sightings, asides, strict=True)]
    if state.turn is None or not views or views[-1].is_same:
        return Explanation(Status.SAME)
    if len(views) < 2 or views[-2] != views[-1]:
        return Explanation(Status.LOOK)
    found = _PlaySearch(record, state, sightings, views).explanation()
    if found.status is Status.SURE and _is_doubtful(record, found.entries, asides):
        return found._replace(status=Status.ASK)
    return found


def _is_doubtful(record: Record, entries: Sequence[Entry], asides: Sequence[Counter[Card]]) -> bool:
    """Return whether an explanation is asked about though it is the only one: which of two equal
    cards was moved cannot be seen, one that was set aside may have been covered for a while, and
    what was undone may have been wrong."""
    return bool(asides[-1]) or any(
        entry in record.timeline.taken_back
        or (isinstance(entry, Played) and asides[0][entry.card] > 0)
        for entry in entries
    )


def _first_table(record: Record, sightings: Sequence[Sighting]) -> Explanation:
    """Return what sightings of the first table come to: its cards, once there are enough."""
    number = sum(record.rules.seating.deal_plan(record.players).table)
    tables = [
        tuple(sorted(face.card for face in sighting.faces if face.sure >= VERY_SURE))
        for sighting in sightings[-2:]
    ]
    cards = tables[-1] if tables else ()
    if len(cards) != number or len(sightings[-1].faces) != number:
        return Explanation(Status.SAME)
    if len(tables) < 2 or tables[0] != tables[1]:
        return Explanation(Status.LOOK)
    accepted = accept_or_none(record, Dealt(cards))
    if accepted is None:
        return Explanation(Status.STRANGE, cards=cards)
    return Explanation(Status.SURE, (accepted.entry,))


def _on_table(state: State) -> Counter[Card]:
    return Counter(Table(state.table, state.builds).cards)


def _lingering(state: State, sightings: Sequence[Sighting]) -> list[Counter[Card]]:
    """Return for each sighting the cards that were set aside (#set-aside) and lie there still: seen
    from the latest entry on, without a break."""
    lying = _on_table(state)
    seen = (Counter(face.card for face in sighting.faces) - lying for sighting in sightings)
    return list(accumulate(seen, and_, initial=Counter(state.set_aside)))[1:]


def _view(record: Record, state: State, sighting: Sighting, aside: Counter[Card]) -> _View:
    """Return a sighting beside the log. A card that was not read surely is one of the log that lies
    there, if it may be. Cards that cannot be played any more lie on piles, and are passed over."""
    left, rest = _on_table(state), aside.copy()
    resolved: dict[int, Card] = {}
    by_sureness = sorted(enumerate(sighting.faces), key=lambda one: -one[1].sure)
    for is_sure in (True, False):
        for place, face in by_sureness:
            if (face.sure >= VERY_SURE) is not is_sure:
                continue
            there = [card for card in face.faces[: 1 if is_sure else None] if left[card] > 0]
            if there:
                resolved[place] = there[0]
                left[there[0]] -= 1
    extra: Counter[Card] = Counter()
    doubts = []
    for place, face in by_sureness:
        if place in resolved:
            continue
        if rest[face.card] > 0:
            rest[face.card] -= 1
        elif _may_be_played(record, state, face.card):
            if face.sure >= VERY_SURE:
                extra[face.card] += 1
                resolved[place] = face.card
            else:
                doubts.append(face.card)
    piles = frozenset(
        tuple(sorted(resolved[place] for place in pile if place in resolved))
        for pile in sighting.piles
    )
    large = frozenset(pile for pile in piles if len(pile) > 1)
    return _View(extra, +left, tuple(sorted(doubts)), large)


def _may_be_played(record: Record, state: State, card: Card) -> bool:
    deck = record.rules.deck
    return card in deck.faces and state.shown.count(card) < deck.copies


class _Candidate(NamedTuple):
    """A legal play, the cards that lie on the table after it, before a next deal, its builds there,
    and those of them that it has ``made``. All are without the cards of piles that it uses: a view
    passes over these."""

    play: Play
    lying: Counter[Card]
    builds: tuple[Cards, ...]
    made: frozenset[Cards]

    def pile_of(self, card: Card) -> Cards:
        return next((build for build in self.builds if card in build), (card,))


def _candidate(state: State, play: Play) -> _Candidate:
    loose = Counter(state.table)
    builds = [tuple(sorted(build.cards)) for build in state.builds]
    for step in play:
        match step:
            case Trail(card):
                loose[card] += 1
            case Capture():
                loose -= Counter(step.cards)
                for captured in step.builds:
                    builds.remove(tuple(sorted(captured.cards)))
            case MakeBuild():
                used = Counter(step.from_table)
                for build in [one for one in builds if Counter(one) <= used]:
                    builds.remove(build)
                    used -= Counter(build)
                loose -= used
                builds.append(tuple(sorted(step.build.cards)))
    steps = [step for step in play if isinstance(step, MakeBuild)]
    made = {tuple(sorted(step.build.cards)) for step in steps}
    of_piles = set(chain.from_iterable(cards_of(step.tops) for step in steps))
    seen = {build: tuple(card for card in build if card not in of_piles) for build in builds}
    lying = +loose + Counter(chain.from_iterable(seen.values()))
    seen_made = frozenset(seen[build] for build in made.intersection(builds))
    return _Candidate(play, lying, tuple(seen.values()), seen_made)


@dataclass(frozen=True)
class _PlaySearch:
    """The search for plays that explain ``views``, the latest two of which are alike."""

    record: Record
    state: State
    sightings: Sequence[Sighting]
    views: Sequence[_View]

    @property
    def now(self) -> _View:
        return self.views[-1]

    def explanation(self) -> Explanation:
        found = self.of_views()
        if found.status is Status.COVERED and self._hidden:
            return self._beside_hidden() or found
        return found

    @property
    def _hidden(self) -> Counter[Card]:
        """The cards that are not seen, and were not before the latest change either: something may
        lie on them, or they are hard to read."""
        before = self.views[:-2]
        seen_away = reduce(or_, (view.missing for view in before), Counter[Card]())
        return self.now.missing & seen_away

    def _beside_hidden(self) -> Explanation | None:
        """Return the plays that explain all but the hidden cards, and those that took these; None
        if none explains the rest."""
        hidden = self._hidden
        views = [replace(view, missing=view.missing - hidden) for view in self.views]
        found = replace(self, views=views).of_views()
        if not found.entries:
            return None
        taken = self._unseen(_on_table(self.state) - hidden)
        entries = tuple(dict.fromkeys((*found.entries, *taken.entries)))
        more = found.more or taken.more or len(entries) > MOST_ASKED
        return Explanation(Status.ASK, entries[:MOST_ASKED], more=more)

    def of_views(self) -> Explanation:
        extra, missing = self.now.extra, self.now.missing
        if self.now.doubts:
            return self._of_doubt()
        if not extra:
            return self._captured()
        if extra.total() > 2:
            return self._unexplained()
        if not missing and extra.total() == 1:
            return self._laid(next(iter(extra)))
        return self._two_plays()

    def _laid(self, card: Card, *, stayed: bool = False) -> Explanation:
        """Return what a new card is, beside which all others lie. One that has ``stayed`` captures
        nothing any more. One that lies over a card with which it makes no build is asked about: it
        may be a part of that card's picture, misread."""
        candidates, whole = self._candidates(card)
        stay = self._staying(card, candidates)
        takes = [] if stayed else [one for one in candidates if card not in one.lying]
        if not stay and not takes:
            return self._unexplained()
        if takes:  # it may be about to
            return self._listed(Status.WAIT, [*stay, *takes], cards=(card,))
        if len(stay) == 1 and whole and _fits(stay[0], self.now, card):
            return self._listed(Status.SURE, stay)
        return self._listed(Status.ASK, stay, cards=(card,))

    def _captured(self) -> Explanation:
        """Return which card captured those that are gone."""
        lying = _on_table(self.state) - self.now.missing
        beside = self._seen_beside()
        if not beside:
            return self._unseen(lying)
        found: list[_Candidate] = []
        complete = True
        for card in beside:
            candidates, whole = self._candidates(card)
            complete = complete and whole
            found += [one for one in candidates if one.lying == lying]
        if len(beside) == 1 and len(found) == 1 and complete:
            (card,) = beside
            stay = self._staying(card, self._candidates(card)[0])
            if not (stay and beside[card] >= LONG):
                return self._listed(Status.SURE, found)
            return self._listed(Status.ASK, [*found, *stay])
        found = found or self._in_part(beside, lying)
        return self._listed(Status.ASK, found) if found else self._unexplained()

    def _in_part(self, cards: Iterable[Card], lying: Counter[Card]) -> list[_Candidate]:
        """Return the plays of cards that take just what is gone where they could take more, which
        may go a moment later."""
        using = self.record.engine.using
        options = [using(self.state, card, self._gone).plays for card in cards]
        return [one for plays in options for one in self._legal(plays) if one.lying == lying]

    def _unseen(self, lying: Counter[Card]) -> Explanation:
        found = []
        fruitless: set[Rank] = set()
        for card in self.record.rules.deck.faces:
            if card.rank in fruitless or not _may_be_played(self.record, self.state, card):
                continue
            plays = [one for one in self._candidates(card)[0] if one.lying == lying]
            if not plays:
                fruitless.add(card.rank)
            found += plays
        if found:
            return self._listed(Status.UNSEEN, found, cards=self._gone)
        return self._unexplained()

    def _two_plays(self) -> Explanation:
        """Return the first of two plays: that of the card that was seen before the other one."""
        extra, missing = self.now.extra, self.now.missing
        earlier = [card for card in self._seen_beside() if not self._is_new(card)]
        if len(earlier) != 1:
            return self._unexplained()
        (card,) = earlier
        was_alone = Counter([card]) in [view.extra for view in self.views if not view.missing]
        if was_alone and card in extra:  # it stayed while the next one came, or captured
            laid = self._laid(card, stayed=True)
            return laid._replace(status=Status.ASK) if missing and laid.entries else laid
        if missing and card not in extra and extra.total() == 1:  # it captured, then one came
            candidates, whole = self._candidates(card)
            lying = _on_table(self.state) - missing
            found = [one for one in candidates if one.lying == lying]
            if found:
                return self._listed(Status.SURE if len(found) == 1 and whole else Status.ASK, found)
        return self._unexplained()

    def _unexplained(self) -> Explanation:
        if self.now.missing:
            return Explanation(Status.COVERED, cards=self._gone)
        return Explanation(Status.STRANGE, cards=tuple(sorted(self.now.extra.elements())))

    def _of_doubt(self) -> Explanation:
        """Return the plays of the only card that was not read surely."""
        faces = {face for face in self.sightings[-1].faces if face.card in self.now.doubts}
        if self.now.extra or len(self.now.doubts) > 1 or len(faces) != 1:
            return Explanation(Status.STRANGE, cards=self.now.doubts)
        (face,) = faces
        lying = _on_table(self.state) - self.now.missing
        found = [
            one
            for card in face.faces
            if _may_be_played(self.record, self.state, card)
            for one in self._candidates(card)[0]
            if one.lying == lying + Counter([card])
        ]
        return self._listed(Status.ASK, found, cards=(face.card,))

    @property
    def _gone(self) -> Cards:
        return tuple(sorted(self.now.missing.elements()))

    def _is_new(self, card: Card) -> bool:
        """Return whether a card was seen in the latest two sightings only."""
        return not any(card in view.extra for view in self.views[:-2])

    def _seen_beside(self) -> dict[Card, float]:
        """Return the cards that were seen at least twice beside those of the log, and for how many
        seconds."""
        moments: dict[Card, list[float]] = {}
        for view, sighting in zip(self.views, self.sightings, strict=True):
            for card in view.extra:
                moments.setdefault(card, []).append(sighting.at)
        return {card: at[-1] - at[0] for card, at in moments.items() if len(at) > 1}

    def _staying(self, card: Card, candidates: Sequence[_Candidate]) -> list[_Candidate]:
        """Return the plays that lay a card down to stay there: those that fit what it lies over, if
        there are any."""
        lying = _on_table(self.state) + Counter([card])
        alone = [view for view in self.views if view.extra == Counter([card])]
        pile = alone[-1].pile_of(card) if alone else (card,)
        if len(pile) > 1:
            options = self.record.engine.using(self.state, card, difference(pile, (card,)))
            candidates = [*candidates, *self._legal(options.plays)]
        stay = list({one.play: one for one in candidates if one.lying == lying}.values())
        fitting = [one for one in stay for view in alone[-1:] if _fits(one, view, card)]
        return stay if len(stay) == 1 else fitting or stay

    def _candidates(self, card: Card) -> tuple[list[_Candidate], bool]:
        """Return the legal plays of a card, and whether these are all."""
        options = self.record.engine.listed(self.state, card)
        return self._legal(options.plays), options.options_total == len(options.plays)

    def _legal(self, plays: Iterable[Play]) -> list[_Candidate]:
        engine, seat = self.record.engine, self.state.turn
        assert seat is not None
        legal = [play for play in plays if engine.judge(self.state, seat, play).legal is not False]
        return [_candidate(self.state, play) for play in legal]

    def _listed(
        self, status: Status, candidates: Iterable[_Candidate], cards: Cards = ()
    ) -> Explanation:
        """Return an explanation by the plays that can be entered. One that uses the top of a pile
        is never sure: nobody sees there what is gone."""
        plays = list(candidates)
        entries = tuple(dict.fromkeys(self._entries(plays)))
        if not entries or (status is Status.SURE and len(entries) != 1):
            return Explanation(Status.STRANGE, cards=cards)
        if status is Status.SURE and any(map(_uses_piles, plays)):
            status = Status.ASK
        more = len(entries) > MOST_ASKED
        return Explanation(status, entries[:MOST_ASKED], cards, more)

    def _entries(self, candidates: Iterable[_Candidate]) -> Iterator[Entry]:
        for candidate in candidates:
            accepted = accept_or_none(self.record, Played(candidate.play))
            if accepted is not None:
                yield accepted.entry


def _uses_piles(candidate: _Candidate) -> bool:
    return any(not isinstance(step, Trail) and step.tops for step in candidate.play)


def _fits(candidate: _Candidate, view: _View, card: Card) -> bool:
    """Return whether the cards that lie over each other are the builds that a play makes."""
    if candidate.pile_of(card) != view.pile_of(card):
        return False
    return all(
        build in view.piles for build in candidate.made if card not in build and len(build) > 1
    )
