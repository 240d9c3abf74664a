"""Forms of sessions and score sheets: they hold what was typed, and check its shape."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from typing import Any

from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, Field, FieldList, Form, IntegerField, StringField
from wtforms.validators import ValidationError

from ..languages import gettext
from ..rules.ruleset import Ruleset
from ..rules.scoring import Row, card_points
from ..rules.standings import team_choices
from ..services.names import is_secret
from ..services.sessions import Plan

SEATS = 6
BY_LOT = "lot"
MOST_GAMES = 1000
MOST_OF_ANYTHING = 104
LARGEST_STAKE = Decimal(10000)
CURRENCY_LENGTH = 8


class Mistyped(Exception):
    """What was typed cannot be meant; the argument is a sentence about it."""


class StartForm(Form):
    """A session to be started: players in seat order, empty seats left out.

    ``rounds`` is how often everybody deals, ``games`` another number of games; ``teams`` into how
    many teams; ``dealer`` a seat, or by lot. ``key`` keeps a double tap from starting two.
    """

    player = FieldList(StringField(), min_entries=SEATS, max_entries=SEATS)
    rounds = StringField(default="1")
    games = StringField()
    teams = StringField()
    dealer = StringField(default=BY_LOT)
    house = FieldList(StringField())
    key = StringField()

    @classmethod
    def of(cls, sent: MultiDict[str, str]) -> StartForm:
        """The form as it was sent; ``player`` and ``house`` come once for each."""
        names = sent.getlist("player")[:SEATS]
        data = {name: sent.get(name, "") for name in ("rounds", "games", "teams", "dealer", "key")}
        return cls(data=data | {"player": names, "house": sent.getlist("house")})

    @classmethod
    def like(cls, plan: Plan | None) -> StartForm:
        """A new form, filled in like a session that was played before."""
        data: dict[str, Any] = {"key": secrets.token_urlsafe(12)}
        if plan is not None:
            players = len(plan.players)
            planned = plan.games_planned or players
            # Who scored a single game, and plays again, plays as others do.
            rounds, rest = divmod(players if planned == 1 else planned, players)
            data |= {
                "player": list(plan.players),
                "house": list(plan.house),
                "teams": "" if plan.teams is None else str(len(set(plan.teams))),
                "rounds": str(rounds) if not rest and rounds <= 3 else "",
                "games": "" if not rest and rounds <= 3 else str(plan.games_planned),
            }
        return cls(data=data)

    @property
    def names(self) -> list[str]:
        texts = [(entry.data or "").strip() for entry in self.player]
        return [text for text in texts if text]

    @property
    def next_place(self) -> int | None:
        """The first place that nobody has taken."""
        return next(
            (at for at, one in enumerate(self.player) if not (one.data or "").strip()), None
        )

    def move(self, step: str) -> None:
        """``2-up``: a player changes places with the neighbour."""
        if not re.fullmatch(r"[0-5]-(up|down)", step):
            return
        seat, way = step.split("-")
        one, other = int(seat), int(seat) + (1 if way == "down" else -1)
        if 0 <= other < SEATS:
            entries = self.player.entries
            entries[one].data, entries[other].data = entries[other].data, entries[one].data
            moved = {str(one): str(other), str(other): str(one)}  # the deal goes with its player
            self.dealer.data = moved.get(self.dealer.data or "", self.dealer.data)

    def plan(self, game: str, rules: Ruleset) -> Plan:
        """What the form asks for. Raises :class:`Mistyped`."""
        names = self.names
        if len(names) < 2:
            raise Mistyped(gettext("Enter at least two names."))
        teams = None
        if self.teams.data:
            choices = {str(len(set(t))): t for t in team_choices(rules, len(names))}
            teams = choices.get(self.teams.data)
            if teams is None:
                raise Mistyped(
                    gettext("This many players cannot form these teams: choose again, or none.")
                )
        return Plan(
            game,
            names,
            teams,
            [entry.data or "" for entry in self.house],
            self._games_planned(len(names)),
            self._first_dealer(),
        )

    def _games_planned(self, players: int) -> int:
        text = (self.games.data or "").strip()
        if text:
            if not _is_number(text) or not 1 <= int(text) <= MOST_GAMES:
                raise Mistyped(
                    gettext("The number of games must be from 1 to %(most)d.", most=MOST_GAMES)
                )
            return int(text)
        rounds = self.rounds.data
        return players * (int(rounds) if rounds in ("1", "2", "3") else 1)

    def _first_dealer(self) -> int:
        """The dealer's seat among those that are taken."""
        taken = [str(at) for at, entry in enumerate(self.player) if (entry.data or "").strip()]
        if self.dealer.data in taken:
            return taken.index(self.dealer.data)
        # By lot; the same form sent twice draws the same.
        drawn = hashlib.sha256(f"lot {self.key.data}".encode()).digest()
        return int.from_bytes(drawn) % len(taken)

    def key_for(self, plan: Plan) -> str:
        """The form sent twice is one request; sent again with something else in it, another."""
        return request_key(self.key.data or "", plan)


def _is_number(text: str) -> bool:
    """Plain digits, and no more than any number here can have."""
    return text.isascii() and text.isdecimal() and len(text) <= 9


def request_key(drawn: str, content: object) -> str:
    """A name for a request from what was drawn for its form and what the form holds. A form
    without a key that was drawn gets one now: nobody else's request may have the same name."""
    drawn = drawn if is_secret(drawn) else secrets.token_urlsafe(12)
    return hashlib.sha256(f"{drawn} {content}".encode("utf-8", "replace")).hexdigest()[:40]


class WholeField(IntegerField):
    """A number of cards or points; nothing at all is allowed."""

    def process_formdata(self, valuelist: list[str]) -> None:
        text = valuelist[0].strip() if valuelist else ""
        self.data = None
        if not text:
            return
        if not _is_number(text):
            raise ValidationError(gettext("“%(text)s” is not a whole number.", text=text[:20]))
        if int(text) > MOST_OF_ANYTHING:
            raise ValidationError(
                gettext("This number must be from 0 to %(most)d.", most=MOST_OF_ANYTHING)
            )
        self.data = int(text)


class RowForm(Form):
    """One player's row; its fields are called ``0-points``, after the seat, so that the rows of a
    sheet are one form. ``mode`` says how the cards are counted, as points or by kind; without it
    what differs from the row as it stands says it. ``step`` is a tap on + or −: ``storan+1``.
    ``etag`` is the version that the player saw, and ``shown`` the numbers in it."""

    POINTS, KINDS = "points", "kinds"

    etag = StringField()
    shown = StringField()
    mode = StringField()
    step = StringField()
    markers = WholeField()
    points = WholeField()

    @classmethod
    def of(cls, rules: Ruleset, sent: MultiDict[str, str], seat: int, stands: Row) -> RowForm:
        """The form with a field for each kind of the game, its taps counted in."""
        kinds = {kind.key: WholeField() for kind in rules.kinds}
        form: RowForm = type("RowForm", (cls,), dict(kinds))(sent, prefix=f"{seat}-")
        form.kinds = tuple(kinds)
        form.fits = form.validate()
        points = None if stands.counted is None else card_points(rules, stands.counted)
        form.mode.data = form.take_step() or form.mode.data or form.changed(stands, points)
        form.stands = stands
        return form

    @classmethod
    def showing(cls, rules: Ruleset, seat: int, row: Row, version: int) -> RowForm:
        """The form as it is drawn for a row that stands, or that somebody wants to stand."""
        by_kind = isinstance(row.counted, Mapping)
        drawn: dict[str, object] = {"markers": row.markers, "etag": version}
        if row.counted is not None:
            drawn |= {"points": card_points(rules, row.counted)}
            drawn |= {"mode": cls.KINDS if by_kind else cls.POINTS}
        if isinstance(row.counted, Mapping):
            drawn |= row.counted
        sent = MultiDict({f"{seat}-{name}": str(value) for name, value in drawn.items()})
        return cls.of(rules, sent, seat, row)

    @property
    def by_kind(self) -> bool:
        """Does any kind say something?"""
        return any(self.text(kind) for kind in self.kinds)

    kinds: tuple[str, ...] = ()
    fits = False
    stands: Row

    def text(self, name: str) -> str:
        """What a field says, whether it can be read or not."""
        sent = self[name].raw_data
        return str(sent[0]) if sent else ""

    @property
    def numbers(self) -> str:
        """All that is typed in the row, to be compared with what was ``shown``."""
        names = ("markers", "points", *self.kinds)
        return " ".join(self.text(name).strip() or "-" for name in names)

    @property
    def touched(self) -> bool:
        """Has somebody typed here since the row was drawn?"""
        return bool(self.shown.data) and self.numbers != self.shown.data

    def take_step(self) -> str | None:
        """Count a tap on + or −; answers how the cards are counted from now on, if it says so."""
        found = re.fullmatch(r"([a-z_]+)([+-]1)", self.step.data or "")
        if not found or found[1] not in ("markers", *self.kinds):
            return None
        field: Field = self[found[1]]
        field.data = min(max((field.data or 0) + int(found[2]), 0), MOST_OF_ANYTHING)
        return None if found[1] == "markers" else self.KINDS

    def changed(self, stands: Row, points: int | None) -> str | None:
        """How the cards are counted, from what somebody has typed over."""
        counted = stands.counted if isinstance(stands.counted, Mapping) else {}
        if any(self[kind].data != counted.get(kind) for kind in self.kinds):
            return self.KINDS
        return None if self.points.data == points else self.POINTS

    @property
    def version(self) -> int:
        text = self.etag.data or ""
        return int(text) if _is_number(text) else -1

    def row(self) -> Row:
        """What was entered."""
        counted = self.stands.counted
        if self.mode.data == self.KINDS:
            counted = {kind: self[kind].data or 0 for kind in self.kinds}
        elif self.mode.data == self.POINTS:
            counted = self.points.data
        return Row(self.markers.data or 0, counted)

    @property
    def complaints(self) -> list[str]:
        return [str(error) for errors in self.errors.values() for error in errors]


class StakeForm(Form):
    """What a point is worth, and in which currency."""

    stake = StringField()
    currency = StringField()

    def hundredths(self) -> int | None:
        """The stake in hundredths; None for no stake. Raises :class:`Mistyped`."""
        text = (self.stake.data or "").strip()
        if not text:
            return None
        try:
            stake = Decimal(text.replace(",", "."))
        except InvalidOperation:
            stake = Decimal("NaN")
        if not (stake.is_finite() and 0 <= stake <= LARGEST_STAKE and stake == round(stake, 2)):
            raise Mistyped(
                gettext("“%(text)s” is not an amount: write 0.50, say, or nothing.", text=text[:20])
            )
        return int(stake * 100) or None

    @property
    def unit(self) -> str:
        """The currency, without what cannot be shown."""
        text = (self.currency.data or "").strip()[:CURRENCY_LENGTH]
        return "".join(character for character in text if character.isprintable())


class NameForm(Form):
    """A name, of a player or a group."""

    name = StringField()
    merge = BooleanField()
