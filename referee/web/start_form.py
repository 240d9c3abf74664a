"""The form of a session to be started: it holds what was typed, and checks its shape."""

from __future__ import annotations

import hashlib
import re
import secrets
from typing import Any

from werkzeug.datastructures import MultiDict
from wtforms import FieldList, Form, StringField

from ..languages import gettext
from ..rules.ruleset import Ruleset
from ..services.names import is_secret
from ..services.sessions import Plan
from .forms import Mistyped, is_number

SEATS = 6
BY_LOT = "lot"
MOST_GAMES = 1000


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
            choices = {str(len(set(t))): t for t in rules.seating.team_choices(len(names))}
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
            if not is_number(text) or not 1 <= int(text) <= MOST_GAMES:
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


def request_key(drawn: str, content: object) -> str:
    """A name for a request from what was drawn for its form and what the form holds. A form
    without a key that was drawn gets one now: nobody else's request may have the same name."""
    drawn = drawn if is_secret(drawn) else secrets.token_urlsafe(12)
    return hashlib.sha256(f"{drawn} {content}".encode("utf-8", "replace")).hexdigest()[:40]
