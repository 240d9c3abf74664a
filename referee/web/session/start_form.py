"""Form that starts a session, with its presets."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from werkzeug.datastructures import MultiDict
from wtforms import FieldList, Form, StringField

from ...languages import gettext
from ...messages.error_texts import error_text
from ...rules.cards import RulesError
from ...rules.games import RULESETS, ruleset
from ...rules.games.ask import NamedRules
from ...rules.ruleset import Ruleset
from ...rules.session_end import (
    LEAST_TARGET,
    MOST_GAMES,
    MOST_TARGET,
    FirstToTarget,
    SessionLength,
    WrongSessionLength,
)
from ...services.sessions import SessionPlan
from ...words.game_names import PRESETS, preset_name, preset_source
from ..forms import request_key
from ..requests import InvalidInput, read_whole


class PresetChoice(NamedTuple):
    """A preset to be chosen. ``house_rules`` are in the order of the game. ``source`` is empty for
    one of a group's own."""

    key: str
    name: str
    house_rules: tuple[str, ...]
    target: int | None = None
    source: str = ""
    note: str = ""

    def is_exactly(self, house_rules: Collection[str]) -> bool:
        """Return whether these house rules are on, and no other ones."""
        return set(self.house_rules) == set(house_rules)


def preset_choices(game: str, own: Sequence[NamedRules] = ()) -> tuple[PresetChoice, ...]:
    """Return the presets that are offered for a game: its own, and those that a group keeps for
    it."""
    order = RULESETS[game].house_rules.names()
    choices = []
    for preset in RULESETS[game].presets:
        on = tuple(sorted(preset.house_rules, key=order.index))
        choices.append(
            PresetChoice(
                preset.key,
                preset_name(game, preset),
                on,
                preset.target,
                preset_source(game, preset),
                str(PRESETS[game][preset.key].note),
            )
        )
    for named in own:
        if named.game == game:
            key = own_key(named.name)
            choices.append(PresetChoice(key, named.name, named.house_rules, named.target))
    return tuple(choices)


def own_key(name: str) -> str:
    """Return the key of a group's own preset. No preset of a game has such a key."""
    return f"own {name}"


def chosen_preset(
    choices: Sequence[PresetChoice], house_rules: Collection[str], key: str = ""
) -> PresetChoice | None:
    """Return the preset that house rules are, or else the one with this ``key``, of which single
    rules were changed; None if there is neither. Of several equal ones it is the one with the
    key."""
    by_key = next((choice for choice in choices if choice.key == key), None)
    if by_key is not None and by_key.is_exactly(house_rules):
        return by_key
    return next((choice for choice in choices if choice.is_exactly(house_rules)), by_key)


def preset_played(
    choices: Sequence[PresetChoice],
    house_rules: Collection[str],
    target: int | None,
    usual: int | None,
) -> PresetChoice | None:
    """Return the preset that a session to a ``target`` was played by; None if its house rules are
    none. Of several equal ones it is the one with this target, where ``usual`` is that of the
    game."""
    exact = [choice for choice in choices if choice.is_exactly(house_rules)]
    to_target = [choice for choice in exact if (choice.target or usual) == target]
    return next(iter((*to_target, *exact)), None)


SEATS = max(max(ruleset(key).seating.deal_plans) for key in RULESETS)
BY_LOT = "lot"
TARGETS = (11, 21, 50)


class StartForm(Form):
    """A session to be started: players in seat order, empty seats left out.

    ``rounds`` is how often everybody deals, ``games`` another number of games; or ``target`` is how
    many points win, ``points`` another number of them, and ``usual`` the one that was offered
    first. ``teams`` into how many teams, none as long as nobody has said so; ``dealer`` a seat, or
    by lot. ``preset`` is the one that was chosen, of which single house rules may be changed;
    ``keep_as`` the name under which a group keeps them. ``key`` keeps a double tap from starting
    two.
    """

    player = FieldList(StringField(), max_entries=SEATS)
    rounds = StringField(default="1")
    games = StringField()
    target = StringField()
    points = StringField()
    usual = StringField()
    teams = StringField()
    dealer = StringField(default=BY_LOT)
    house = FieldList(StringField())
    preset = StringField()
    keep_as = StringField()
    key = StringField()
    presets: tuple[PresetChoice, ...] = ()
    """The presets that are offered."""

    @classmethod
    def of(
        cls, sent: MultiDict[str, str], rules: Ruleset, presets: Sequence[PresetChoice] = ()
    ) -> StartForm:
        """Return the form as it was sent; ``player`` and ``house`` come once for each, and
        ``choose`` is the key of one of the ``presets``. After a switch to another game it keeps
        what that game has too."""
        texts = (
            "rounds",
            "games",
            "target",
            "points",
            "usual",
            "dealer",
            "preset",
            "keep_as",
            "key",
        )
        data = {name: sent.get(name, "") for name in texts}
        house = sent.getlist("house")
        if "switch" in sent:
            house = _known(house, rules)
            to_target = isinstance(rules.session, FirstToTarget)
            data["games" if to_target else "points"] = ""  # what is not usual was for one game
        for preset in presets:
            if preset.key == sent.get("choose"):
                data["preset"], house = preset.key, list(preset.house_rules)
        chosen = chosen_preset(presets, house, data["preset"])
        usual = usual_target(rules, house, chosen)
        if usual is not None and data["target"] in ("", data["usual"]):
            data["target"] = str(usual)  # nobody has chosen another one
        data["usual"] = "" if usual is None else str(usual)
        seated = _seated(sent.getlist("player")[:SEATS], data["dealer"], rules)
        form = cls(data={**data, "teams": sent.get("teams"), "house": house, **seated})
        form.presets = tuple(presets)
        return form

    @classmethod
    def like(
        cls,
        plan: SessionPlan | None,
        rules: Ruleset,
        presets: Sequence[PresetChoice] = (),
        dealer: str = BY_LOT,
    ) -> StartForm:
        """Return a new form, filled in like an earlier session of this game or another."""
        data: dict[str, object] = {"key": secrets.token_urlsafe(12)}
        names: Sequence[str] = ()
        house: list[str] = []
        target = None
        if plan is not None:
            names, house = plan.players, _known(plan.house_rules, rules)
            data |= {"house": house, "teams": _said_teams(plan)}
            data |= _rounds(plan, rules)
            if plan.target != usual_target(ruleset(plan.game), plan.house_rules):
                target = plan.target  # somebody chose it, or a preset has it
        usual = usual_target(rules, house)
        target = target or usual
        chosen = preset_played(presets, house, target, usual)
        if chosen is not None:
            data["preset"], usual = chosen.key, usual_target(rules, house, chosen)
        if usual is not None:
            offered = target in targets(rules, usual, presets)
            data |= {"usual": str(usual), "target" if offered else "points": str(target)}
        elif target is not None and plan is not None and plan.game == rules.key:
            data |= {"rounds": "", "games": "", "points": str(target)}
        form = cls(data=data | _seated(names, dealer, rules))
        form.presets = tuple(presets)
        return form

    @property
    def names(self) -> list[str]:
        texts = [(entry.data or "").strip() for entry in self.player]
        return [text for text in texts if text]

    @property
    def names_of_house(self) -> list[str]:
        return [entry.data or "" for entry in self.house]

    @property
    def chosen_preset(self) -> PresetChoice | None:
        """The preset that was chosen, or that the house rules are."""
        return chosen_preset(self.presets, self.names_of_house, self.preset.data or "")

    def named_rules(self, rules: Ruleset) -> NamedRules:
        """Return the house rules under the name that was typed for them, with a target that is not
        the game's own. Raises :class:`InvalidInput`."""
        house, target = self.names_of_house, None
        if isinstance(rules.session, FirstToTarget) and not (self.games.data or "").strip():
            target = self._target()
        if target == usual_target(rules, house):
            target = None
        return NamedRules(self.keep_as.data or "", rules.key, tuple(house), target)

    @property
    def next_place(self) -> int | None:
        """The first place that nobody has taken."""
        return next(
            (at for at, entry in enumerate(self.player) if not (entry.data or "").strip()), None
        )

    def move(self, step: str) -> None:
        """``2-up``: a player changes places with the neighbour."""
        if not re.fullmatch(r"[0-9]-(up|down)", step):
            return
        seat, way = step.split("-")
        old, new = int(seat), int(seat) + (1 if way == "down" else -1)
        entries = self.player.entries
        if min(old, new) >= 0 and max(old, new) < len(entries):
            entries[old].data, entries[new].data = entries[new].data, entries[old].data
            moved = {str(old): str(new), str(new): str(old)}  # the deal goes with its player
            self.dealer.data = moved.get(self.dealer.data or "", self.dealer.data)

    def plan(self, rules: Ruleset) -> SessionPlan:
        """Return the plan of the session. Raises :class:`InvalidInput`."""
        names = self.names
        if len(names) < 2:
            raise InvalidInput(gettext("Enter at least two names."))
        teams = None
        if self.teams.data:
            choices = {str(len(set(t))): t for t in rules.seating.team_choices(len(names))}
            teams = choices.get(self.teams.data)
            if teams is None:
                raise InvalidInput(
                    gettext("This many players cannot form these teams: choose again, or none.")
                )
        length = self._length(rules, len(names))
        plan = SessionPlan(
            rules.key,
            names,
            teams,
            self.names_of_house,
            length.games_planned,
            self._first_dealer(),
            length.target,
        )
        if self.teams.data is None and asks_for_pairs(rules, len(names)):
            raise InvalidInput(gettext("Do you play in pairs, or everyone alone?"))
        return plan

    def _length(self, rules: Ruleset, players: int) -> SessionLength:
        """Return the length that was chosen: what was typed, or else a choice of the kind that is
        usual in the game. Raises :class:`InvalidInput`."""
        games, points = ((entry.data or "").strip() for entry in (self.games, self.points))
        if games and points:
            raise InvalidInput(error_text(WrongSessionLength("target", 0)))
        usual_is_target = isinstance(rules.session, FirstToTarget)
        if points or (usual_is_target and not games):
            return SessionLength(None, self._target())
        return SessionLength(self._games_planned(players), None)

    def _target(self) -> int | None:
        text = (self.points.data or "").strip() or self.target.data
        if not text:
            return None
        number = read_whole(text)
        if number is None or not LEAST_TARGET <= number <= MOST_TARGET:
            raise InvalidInput(
                gettext(
                    "The number of points must be from %(least)d to %(most)d.",
                    least=LEAST_TARGET,
                    most=MOST_TARGET,
                )
            )
        return number

    def _games_planned(self, players: int) -> int:
        text = (self.games.data or "").strip()
        if text:
            number = read_whole(text)
            if number is None or not 1 <= number <= MOST_GAMES:
                raise InvalidInput(
                    gettext("The number of games must be from 1 to %(most)d.", most=MOST_GAMES)
                )
            return number
        rounds = self.rounds.data
        return players * (int(rounds) if rounds in ("1", "2", "3") else 1)

    def _first_dealer(self) -> int:
        taken = [str(at) for at, entry in enumerate(self.player) if (entry.data or "").strip()]
        if self.dealer.data in taken:
            return taken.index(self.dealer.data)
        # By lot; the same form sent twice draws the same.
        drawn = hashlib.sha256(f"lot {self.key.data}".encode()).digest()
        return int.from_bytes(drawn) % len(taken)

    def key_for(self, plan: SessionPlan) -> str:
        """Return a key of the request: equal for a form that is sent twice, another for one that
        is sent again with something else in it."""
        return request_key(self.key.data or "", plan)


def asks_for_pairs(rules: Ruleset, players: int | None = None) -> bool:
    """Return whether people must say if they are partners: where a side has one score, that changes
    the game."""
    seating = rules.seating
    numbers = seating.deal_plans if players is None else (players,)
    return rules.sheet.by_side and any(
        number not in seating.pairs_only and seating.team_choices(number) for number in numbers
    )


def _said_teams(plan: SessionPlan) -> str | None:
    """Return the number of teams that the people of a session chose, as the field has it; None
    where they had no choice."""
    if plan.teams is not None:
        return str(len(set(plan.teams)))
    alone = ruleset(plan.game).seating.team_choices(len(plan.players))
    return "" if alone else None


def usual_target(
    rules: Ruleset, house: Iterable[str] = (), preset: PresetChoice | None = None
) -> int | None:
    """Return the number of points that the game is played to with these house rules, or by a
    ``preset`` that has its own; None without a target."""
    session = with_house(rules, house).session
    if not isinstance(session, FirstToTarget):
        return None
    return session.target if preset is None or preset.target is None else preset.target


def with_house(rules: Ruleset, house: Iterable[str]) -> Ruleset:
    """Return the game with those of these house rules that it has; without any where they do not go
    together, which the start refuses."""
    try:
        return ruleset(rules.key, _known(house, rules))
    except RulesError:
        return rules


def targets(
    rules: Ruleset, usual: int | None = None, presets: Sequence[PresetChoice] = ()
) -> list[int]:
    """Return the targets that are offered, those of ``presets`` too; none where a number of games
    is agreed."""
    numbers = [usual_target(rules), usual, *(preset.target for preset in presets)]
    offered = {number for number in numbers if number is not None}
    return sorted(offered.union(TARGETS)) if usual_target(rules) is not None else []


def _known(house: Iterable[str], rules: Ruleset) -> list[str]:
    return [name for name in house if name in rules.house_rules.names()]


def _rounds(plan: SessionPlan, rules: Ruleset) -> dict[str, str]:
    """Return the fields for the number of games of a session like this one, in rounds where these
    are offered and fit. A number that is not usual in its game is not taken along to another."""
    players = len(plan.players)
    if isinstance(rules.session, FirstToTarget):
        kept = plan.games_planned if plan.game == rules.key else None
        return {"games": "" if kept is None else str(kept)}
    planned = plan.games_planned or players
    # Who scored a single game, and plays again, plays as others do.
    rounds, rest = divmod(players if planned == 1 else planned, players)
    if not rest and rounds <= 3:
        return {"rounds": str(rounds), "games": ""}
    return {"rounds": "", "games": str(plan.games_planned)}


def _seated(names: Sequence[str], dealer: str, rules: Ruleset) -> dict[str, object]:
    """Return the fields of as many places as the game has, and the dealer's. If somebody sits
    beyond them, free places are dropped first; nobody with a name is dropped, and that they are too
    many is said at the start."""
    places = max((*rules.seating.deal_plans, *rules.seating.only_counted))
    taken = [at for at, name in enumerate(names) if name.strip()]
    if taken and taken[-1] >= places:
        dealer = str(taken.index(int(dealer))) if dealer in map(str, taken) else BY_LOT
        names = [names[at] for at in taken]
    named = list(names)[: max(places, len(taken))]
    return {"player": named + [""] * (places - len(named)), "dealer": dealer}
