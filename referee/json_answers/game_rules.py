"""JSON of a game: its switches and presets."""

from __future__ import annotations

from ..json_schema_base import Code, ListOf, MapOf, ObjectOf, Shape, Switch, Text, Whole, With
from ..rules.games import RULESETS
from ..rules.ruleset import Ruleset
from ..rules.session_end import FirstToTarget
from ..words.card_names import without_style
from ..words.game_names import preset_names
from ..words.house_rule_words import HOUSE_RULES


class HouseRuleSchema(Shape):
    """A switch. ``during_play``: a ruling can depend on it; ``excludes`` are the switches that
    cannot be on with it."""

    key = Text()
    name = Text()
    during_play = Switch()
    exclusions = ListOf(Text(), data_key="excludes")


class PresetSchema(Shape):
    """A named set of house rules; ``target`` is null where the game's own by these rules holds."""

    key = Text()
    name = MapOf(Text())
    house = ListOf(Text(), attribute="house_rules")
    target = Whole(allow_none=True)
    source = Text()


class GameRulesSchema(Shape):
    """A game without house rules, its switches, and its presets."""

    game = Code(RULESETS)
    players = ListOf(Whole())
    target = Whole(allow_none=True)
    house = ListOf(ObjectOf(HouseRuleSchema))
    presets = ListOf(ObjectOf(PresetSchema))


def game_rules_of(rules: Ruleset) -> With:
    """Return a game in the shape of :class:`GameRulesSchema`, from its ruleset without house
    rules."""
    session = rules.session
    return With(
        rules,
        game=rules.key,
        players=rules.seating.numbers,
        target=session.target if isinstance(session, FirstToTarget) else None,
        house=[_switch(rules, name) for name in rules.house_rules.names()],
        presets=[
            With(preset, name=preset_names(rules.key, preset))
            for preset in RULESETS[rules.key].presets
        ],
    )


def _switch(rules: Ruleset, name: str) -> With:
    """Return the values of :class:`HouseRuleSchema`, with the name in the reader's language."""
    return With(
        HOUSE_RULES[name],
        key=name,
        name=without_style(str(HOUSE_RULES[name].name)),
        during_play=name in rules.house_rules.names_during_play(),
        exclusions=rules.house_rules.exclusions()[name],
    )
