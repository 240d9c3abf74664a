"""Addresses of games against players: the seed of the cards, who plays, and the plays so far."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from flask import url_for
from werkzeug.datastructures import MultiDict

from ...cache import Cache
from ...rules.cards import RulesError
from ...rules.games import ruleset
from ...rules.log.entries import settled_play
from ...rules.notation import read_settled_play, write_settled_play
from ...rules.playing.dealt_game import DealtGame, PlaysDoNotFit, TooManyPlays
from ...rules.playing.dealt_session import DealtSession
from ...rules.playing.players import Level
from ...rules.playing.simulation import SeededRandom
from ...rules.plays import Play
from ...rules.question_fields import UnreadableNumber
from ...rules.seating import NoSuchSeat, Seats

OWN = 0
"""The seat of whoever opens the page."""
DEALS = 60
"""The number of deals that each of the others thinks of: the next tap must not wait for them."""
LONGEST_LOG = 4000
"""Characters: a game of two packs in its longest way of writing has half of that."""
_NUMBER = re.compile("-?[0-9]{1,6}")
_ROLLED = re.compile("([a-z0-9_]{1,40}):([0-9]{1,3})")


@dataclass(frozen=True)
class HandAddress:
    """A game against players: its session, how well they play, and the ``plays`` so far."""

    session: DealtSession
    level: Level
    plays: tuple[Play, ...] = ()

    @classmethod
    def read(cls, game: str, query: MultiDict[str, str]) -> "HandAddress":
        """Return the game in a query. Raises :class:`.RulesError` for what cannot be meant."""
        rules = ruleset(game, " ".join(query.getlist("house")).split())
        players, seed = _number(query, "players", 0), query.get("seed", "")
        rules.seating.deal_plan(players)
        teams = rules.seating.usual_teams(players)
        first = SeededRandom("dealer", seed).below(players)
        dealer = _number(query, "dealer", first)
        if not 0 <= dealer < players:
            raise NoSuchSeat(dealer, players)
        session = DealtSession(
            rules,
            Seats(players, dealer, teams),
            seed,
            _number(query, "games", 0),
            tuple(map(_read_number, query.get("totals", "").split())),
            tuple(map(_read_rolled, query.get("rolled", "").split())),
        )
        return cls(session, level_of(query), read_plays(query.get("log", "")))

    @property
    def game(self) -> str:
        """Return the key of the game."""
        return self.session.base.key

    @property
    def fields(self) -> dict[str, str]:
        """Return the fields of the query; what follows from the others is left out."""
        session, seats = self.session, self.session.seats
        drawn = SeededRandom("dealer", session.seed).below(seats.players)
        fields = {
            **table_fields(seats.players, self.level, session.base.house_rules.on),
            "seed": session.seed,
            "dealer": "" if seats.dealer == drawn else str(seats.dealer),
            "games": str(session.games or ""),
            "totals": " ".join(map(str, session.totals)),
            "rolled": " ".join(f"{key}:{points}" for key, points in session.rolled),
            "log": ";".join(map(write_settled_play, self.plays)),
        }
        return {name: text for name, text in fields.items() if text}

    def __call__(self, **more: str) -> str:
        """Return the URL, with further fields."""
        return page_url(self.game, self.fields | more)

    def afterwards(self, **more: str) -> str:
        """Return the URL of the page that looks at the finished game, with further fields."""
        return _url("play.afterwards", self.game, self.fields | more)

    def with_plays(self, plays: Iterable[Play]) -> "HandAddress":
        """Return the address after other plays."""
        return replace(self, plays=tuple(plays))

    def before_play(self, number: int) -> DealtGame:
        """Return the game before a play, counted from 1. Raises as :meth:`dealt` does."""
        return self.session.deal().replayed(self.plays[: number - 1], OWN)

    def dealt(self) -> DealtGame:
        """Return the game that the address holds, at the turn of its own seat or at its end. Raises
        :class:`.RulesError` where the plays do not fit."""
        return _DEALT.get_or_put(self, self._dealt)

    def _dealt(self) -> DealtGame:
        game = self.session.deal().replayed(self.plays, OWN)
        return game.with_players(OWN, self.level, DEALS)

    def dealt_after(self, play: Play) -> DealtGame:
        """Return the game after one more play of its own seat. Raises as :meth:`dealt` does, and
        :class:`.IllegalPlay`."""
        game = self.dealt().after(play).with_players(OWN, self.level, DEALS)
        return _DEALT.put(self.with_plays(game.plays), game)


_DEALT: Cache[DealtGame] = Cache(64)
"""The latest games by their addresses: the next tap need not replay them."""


def page_url(game: str, fields: Mapping[str, str]) -> str:
    """Return the URL of the page of a game with these fields in its query."""
    return _url("play.page", game, fields)


def _url(endpoint: str, game: str, fields: Mapping[str, str]) -> str:
    return f"{url_for(endpoint, game=game)}?{urlencode(fields, safe=';/')}"


def table_fields(players: int, level: Level, house: Iterable[str]) -> dict[str, str]:
    """Return the fields of a query that say who plays by which rules."""
    others = "" if level is Level.GOOD else level.value
    return {"players": str(players), "level": others, "house": " ".join(house)}


def level_of(query: MultiDict[str, str]) -> Level:
    """Return how well the others play: well, unless the query says otherwise."""
    return Level.SIMPLE if query.get("level") == Level.SIMPLE.value else Level.GOOD


def read_plays(text: str) -> tuple[Play, ...]:
    """Return the plays of a log in a query. Raises :class:`.TooManyPlays`, and
    :class:`.PlaysDoNotFit` for a text that no page writes."""
    if len(text) > LONGEST_LOG:
        raise TooManyPlays
    try:
        return tuple(map(_read_play, filter(None, text.split(";"))))
    except RulesError:
        raise PlaysDoNotFit from None


def _number(query: MultiDict[str, str], name: str, usual: int) -> int:
    """Return the number in a field, a usual one without it. Raises :class:`.UnreadableNumber`."""
    text = query.get(name, "")
    return _read_number(text) if text else usual


def _read_number(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise UnreadableNumber(text)
    return int(text)


def _read_rolled(text: str) -> tuple[str, int]:
    match = _ROLLED.fullmatch(text)
    if match is None:
        raise UnreadableNumber(text)
    return match[1], int(match[2])


def read_place(query: MultiDict[str, str]) -> int:
    """Return the number of the play that is looked at, counted from 1; 0 without one. Raises
    :class:`.UnreadableNumber`."""
    return _number(query, "at", 0)


def read_play_of(query: MultiDict[str, str]) -> Play | None:
    """Return the play that was chosen, None without one. Raises what reading plays raises."""
    text = query.get("play", "")
    return _read_play(text) if text else None


def _read_play(text: str) -> Play:
    return settled_play(read_settled_play(" ".join(text.split())))
