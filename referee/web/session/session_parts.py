"""Parts of a session's page: standings, chart, stake, links of its game, who joins or leaves."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import NamedTuple

from flask import url_for
from werkzeug.datastructures import MultiDict
from wtforms import Form, StringField

from ...languages import amount, balanced, gettext, in_sentences, isolated, or_, signed
from ...messages.session_results import (
    dearest_play_text,
    games_in_night_text,
    most_swept_text,
    sweep_of_evening_text,
)
from ...rules.games import ruleset
from ...rules.seating import Dealing
from ...rules.standings import PersonStanding, Standing
from ...services import groups
from ...services.access import Access
from ...services.archive import CURRENCY_LENGTH, MOST_STAKE
from ...services.evening_moments import read_moments
from ...services.names import GameId, check_seen, normal
from ...services.session_views import GameScore, SessionView
from ...words.score_names import sides_text
from ..requests import InvalidInput, places, read_decimal


class StandingLine(NamedTuple):
    """A line of the standings: the name at a place, 0 for none, with the points, the ``people`` of
    that name, the face-up cards that the running game has brought so far, and of a night the number
    of games."""

    place: int
    name: str
    points: str
    leads: bool
    people: Sequence[str]
    markers: int = 0
    games: str = ""


def side_lines(
    session_view: SessionView, markers: Sequence[int] = (), longest: int | None = None
) -> list[StandingLine]:
    """Return the standings by side. ``markers`` are the face-up cards of the running game in seat
    order; names have at most ``longest`` letters."""
    players = [shortened(name, longest) for name in session_view.players]
    names = sides_text(session_view.sides, players)
    leading = session_view.leading if session_view.finished else ()
    return [
        StandingLine(
            line.place,
            names[line.side],
            signed(line.total),
            line.side in leading,
            session_view.named(session_view.sides[line.side]),
            sum(markers[seat] for seat in session_view.sides[line.side]) if markers else 0,
        )
        for line in session_view.standings
    ]


def night_lines(session_view: SessionView, longest: int | None = None) -> list[StandingLine]:
    """Return the standings of a night by person; none where a session is no part of one."""
    night = session_view.night
    if night is None:
        return []
    return [
        StandingLine(
            line.place,
            isolated(shortened(line.name, longest)),
            signed(line.total) if night.points.adds_up else str(line.won),
            line.name in night.leaders,
            [line.name],
            games=games_in_night_text(night, line),
        )
        for line in (*night.placed, *night.unplaced)
    ]


def shortened(text: str, longest: int | None) -> str:
    """Return a text that is cut where it would be too long, with what its controls begin ended."""
    if longest is None or len(text) <= longest:
        return text
    return balanced(f"{text[: longest - 1].rstrip()}…")


class StakeForm(Form):
    """The form of the stake: the price of a point, and its currency."""

    stake = StringField()
    currency = StringField()

    def hundredths(self) -> int | None:
        """Return the stake in hundredths; None for no stake. Raises :class:`InvalidInput`."""
        text = (self.stake.data or "").strip()
        if not text:
            return None
        stake, quoted = read_decimal(text), text[:20]
        if stake is None or places(stake) > 2:
            raise InvalidInput(
                gettext("“%(text)s” is not an amount: write 0.50, say, or nothing.", text=quoted)
            )
        if stake < 0:
            raise InvalidInput(gettext("“%(text)s”: this number cannot be below 0.", text=quoted))
        if stake > MOST_STAKE / 100:
            most = amount(MOST_STAKE)
            raise InvalidInput(gettext("“%(text)s”: at most %(most)s.", text=quoted, most=most))
        return int(stake * 100) or None

    def unit(self) -> str:
        """Return the currency. Raises :class:`InvalidInput`, and refuses invisible characters."""
        text = normal(self.currency.data or "")
        if len(text) > CURRENCY_LENGTH:
            most = CURRENCY_LENGTH
            raise InvalidInput(gettext("The currency has at most %(most)d characters.", most=most))
        check_seen(text, "currency")
        return text


class GameLink(NamedTuple):
    """A link to a page of a game."""

    address: str
    label: str


def game_links(session_view: SessionView, *, may_write: bool) -> list[GameLink]:
    """Return where an unfinished game is entered, the page that it was last entered on first; none
    if no game is being played."""
    game = session_view.unfinished
    if game is None:
        return []
    sheet = _step("sheet.page", game, gettext("Score sheet"))
    if not game.seq:
        counts = may_write and session_view.rules.sheet.markers
        label = gettext("Count sweeps") if counts else gettext("See the game")
        other = _step("counter.page", game, label)
    else:
        other = _step("table.page", game, gettext("Live table"))
    return [sheet, other] if game.counting else [other, sheet]


def _step(endpoint: str, game: GameScore, label: str) -> GameLink:
    return GameLink(url_for(endpoint, number=game.number), label)


MOST_ON_PODIUM = 3


def podium_class(standings: Sequence[Standing | PersonStanding | StandingLine]) -> str:
    """Return the class of a list of standings, with a space before it, that puts the first three
    places on a podium; "" where no three of several people are on it."""
    on_podium = sum(0 < standing.place <= MOST_ON_PODIUM for standing in standings)
    return " podium" if on_podium == MOST_ON_PODIUM else ""


class DealBatch(NamedTuple):
    """Cards that a deal gives out at once, in its picture: to each player or on the table."""

    cards: int
    on_table: bool

    @property
    def step(self) -> int:
        """Return the distance of the cards: those of a hand overlap."""
        return 11 if self.on_table else 4

    @property
    def width(self) -> int:
        """Return the width with the space after the batch."""
        return 17 + self.step * (self.cards - 1)


def deal_batches(session_view: SessionView) -> list[DealBatch]:
    """Return the batches of a game's first deal in order; none where the table deals as it
    likes."""
    seating, players = session_view.rules.seating, len(session_view.players)
    if not seating.deals_to(players):
        return []
    plan = seating.deal_plan(players)
    if seating.dealing is Dealing.DRAWN:
        batches = [DealBatch(sum(plan.table), True), DealBatch(plan.hand_size(1), False)]
    else:
        pairs = zip(plan.first_hand, plan.table, strict=True)
        batches = [
            b for hand, table in pairs for b in (DealBatch(hand, False), DealBatch(table, True))
        ]
    return [batch for batch in batches if batch.cards]


class EveningMoment(NamedTuple):
    """A sentence about an evening, with the URL of what it is about, if there is one."""

    text: str
    address: str = ""


def moments(opened: Access, session_view: SessionView) -> list[EveningMoment]:
    """Return what is told of an evening that is over; nothing while it goes on."""
    night = session_view.night
    if not (night.over if night else session_view.over) or session_view.continued_by:
        return []
    parts = night.parts if night else (session_view,)
    numbers = {part.id: number for number, part in enumerate(parts, 1)}
    players = {part.id: in_sentences(part.players) for part in parts}

    def named(game_id: GameId) -> str:
        game = gettext("Game %(number)d", number=game_id.number)
        part = gettext("Part %(number)d", number=numbers[game_id.session_id])
        return f"{part} · {game}" if len(parts) > 1 else game

    sweep, swept, dearest = read_moments(opened, parts)
    told = []
    if sweep is not None:
        text = sweep_of_evening_text(sweep, named(sweep.game_id), players[sweep.game_id.session_id])
        address = url_for("table.replay", index=sweep.at, **sweep.game_id._asdict())
        told.append(EveningMoment(text, address))
    elif text := most_swept_text(swept, paid=session_view.rules.sheet.sweeps_are_paid):
        told.append(EveningMoment(text))
    if dearest is not None:
        index = dearest.game.record.index(dearest.finding.seq)
        page = url_for("afterwards.page", **dearest.game_id._asdict())
        text = dearest_play_text(dearest, named(dearest.game_id))
        told.append(EveningMoment(text, f"{page}#play-{index}"))
    return told


MOST_OFFERED = 24
"""People offered with a tick at most; any other name is typed."""


class PeopleForm(NamedTuple):
    """The form of who is here now: who ``was`` there when it was drawn, who is ticked, and a new
    name."""

    was: tuple[str, ...]
    here: tuple[str, ...]
    new: str

    @classmethod
    def read(cls, form: MultiDict[str, str]) -> PeopleForm:
        """Return the form as it was sent."""
        was, here = (tuple(dict.fromkeys(form.getlist(name))) for name in ("was", "here"))
        return cls(was, here, form.get("new", "").strip())

    @property
    def joins(self) -> list[str]:
        """Return the names of those who come, as they were ticked and typed."""
        ticked = [name for name in self.here if name not in self.was]
        return [*ticked, self.new] if self.new else ticked

    @property
    def leaves(self) -> list[str]:
        """Return the names of those who go."""
        return [name for name in self.was if name not in self.here]


def people_facts(opened: Access, session_view: SessionView) -> dict[str, object]:
    """Return who is offered to be here now, those of the evening first, and what follows."""
    players, seating = session_view.players, ruleset(session_view.rules.key).seating
    may_change = (
        opened.may_write
        and not session_view.single
        and not session_view.set_aside
        and session_view.continued_by is None
        and bool(session_view.games or session_view.night)
    )
    of_evening = session_view.night.people if session_view.night else players
    everybody = dict.fromkeys((*players, *of_evening, *groups.known_names(opened)))
    return {
        "may_change_people": may_change,
        "offered": list(everybody)[:MOST_OFFERED],
        "not_offered": list(everybody)[MOST_OFFERED:],
        "people": PeopleForm(players, players, ""),
        "numbers": or_(map(str, seating.counted_numbers)),
        "people_key": secrets.token_urlsafe(12),
    }
