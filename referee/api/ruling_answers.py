"""JSON of rulings, of a game's switches and presets, and of cards read in a photo."""

import math

from marshmallow import fields

from ..messages.build_rulings import ruled_text
from ..messages.capture_verdicts import ruling_text
from ..photo import LETTERS, PhotoReading
from ..rules.cards import Card
from ..rules.games import RULESETS, refereed_by
from ..rules.games.casino.analysis import BuildRuling
from ..rules.games.casino.judge.play_rules import BuildRules, build_rules
from ..rules.games.casino.judge.verdict import Reason, Verdict
from ..rules.games.casino.question import BuildQuestion
from ..rules.games.krypkasino.captures import CaptureRules
from ..rules.games.krypkasino.verdict import CaptureReason, Ruling, Sweep
from ..rules.notation import write_build, write_groups, write_items
from ..rules.ruleset import Ruleset
from ..rules.session_end import FirstToTarget
from ..services.photo_reader import builds_in
from ..shapes import (
    Builds,
    BuildText,
    Cards,
    CardText,
    Code,
    Items,
    JsonField,
    ListOf,
    MapOf,
    ObjectOf,
    Ranks,
    Shape,
    StepText,
    Switch,
    Text,
    Values,
    Whole,
)
from ..words.card_names import without_style
from ..words.game_names import preset_names
from ..words.house_rule_words import HOUSE_RULES


class BuildSchema(Shape):
    value = Whole()
    groups = ListOf(Cards(), attribute="sets")
    multiple = Switch()
    keeper = Whole(attribute="owner", allow_none=True)
    text = Text().read_by(write_build)


class BuildHandSchema(Shape):
    card = CardText()
    takes = Whole()
    forms = Whole()
    lay = Switch()


class TopSchema(Shape):
    seat = Whole()
    top = CardText(allow_none=True)


class LiesSchema(Shape):
    table = Cards(attribute="loose")
    builds = Builds()
    piles = ListOf(ObjectOf(TopSchema), allow_none=True)


class DemandSchema(Shape):
    """Something that an opponent may insist on after a play."""

    kind = Code(["complete_take", "complete_build"])
    of = BuildText(attribute="build", allow_none=True)
    captured = Items().read_by(lambda demand: write_items(demand.loose, demand.tops))
    builds = Builds()


class TakeSchema(Shape):
    turn = StepText(attribute="step")
    captured = Items().read_by(lambda option: write_items(option.step.cards, option.step.tops))
    builds = Builds(attribute="step.builds")
    groups = ListOf(Items()).read_by(lambda option: write_groups(option.sets, option.step.tops))
    value = Whole(allow_none=True)
    holds = Cards(attribute="verdict.holds")
    after = ObjectOf(LiesSchema)
    sweep = Switch().read_by(
        lambda option: not option.verdict.after.loose and not option.verdict.after.builds
    )
    points = Whole()
    points_most = Whole()


class FormSchema(Shape):
    turn = StepText(attribute="step")
    build = BuildText().read_by(lambda option: option.step.build._replace(owner=option.owner))
    kind = Code(["new", "raise", "augment"])
    of = BuildText(allow_none=True)
    value = Whole(attribute="step.build.value")
    holds = Cards(attribute="verdict.holds")


class LaySchema(Shape):
    legal = Switch(allow_none=True)
    reason = Code(Reason)
    holds = Cards()


class BuildPlaySchema(Shape):
    card = CardText()
    takes = ListOf(ObjectOf(TakeSchema))
    takes_complete = Switch()
    forms = ListOf(ObjectOf(FormSchema))
    forms_complete = Switch()
    lay = ObjectOf(LaySchema)


class WaySchema(Shape):
    turn = StepText(attribute="step")
    kind = Code(["take", "new", "raise", "augment"])
    value = Whole(allow_none=True)
    legal = Switch(attribute="verdict.legal", allow_none=True)
    reason = Code(Reason, attribute="verdict.reason")
    holds = Cards(attribute="verdict.holds")


class BuildVerdictSchema(LaySchema):
    step = Whole(allow_none=True)
    cards = Cards().read_by(lambda verdict: verdict.fault.cards if verdict.fault else ())
    build = BuildText(allow_none=True).read_by(
        lambda verdict: verdict.fault and verdict.fault.build
    )
    value = Whole(allow_none=True)
    demands = ListOf(ObjectOf(DemandSchema))
    rule = Text(attribute="clause", allow_none=True)
    message = Text()


class BuildRulingSchema(Shape):
    game = Code(refereed_by(BuildRules))
    players = Whole()
    table = Cards(attribute="table.loose")
    builds = ListOf(ObjectOf(BuildSchema), attribute="table.builds")
    duties = ListOf(Text(metadata={"example": "3S+5H=8@0"}))
    hand = ListOf(ObjectOf(BuildHandSchema), allow_none=True)
    play = ObjectOf(BuildPlaySchema, allow_none=True)
    ways = ListOf(ObjectOf(WaySchema), data_key="with", allow_none=True)
    verdict = ObjectOf(BuildVerdictSchema, allow_none=True)
    after = ObjectOf(LiesSchema, allow_none=True)


def build_ruling_of(question: BuildQuestion, ruling: BuildRuling) -> Values:
    """Return a ruling in the shape of :class:`BuildRulingSchema`. The message of its verdict
    includes what was broken before, and each play has the position after it."""

    def after(verdict: Verdict) -> Values | None:
        if verdict.after is None:
            return None
        return LiesSchema.values(verdict.after, piles=_piles(question, verdict))

    play, verdict = ruling.play, ruling.verdict
    takes = play and [TakeSchema.values(take, after=after(take.verdict)) for take in play.takes]
    return BuildRulingSchema.values(
        ruling,
        game=question.rules.key,
        play=play and BuildPlaySchema.values(play, takes=takes),
        verdict=verdict and build_verdict_of(verdict, ruled_text(ruling)),
        after=verdict and after(verdict),
    )


def build_verdict_of(verdict: Verdict, message: str) -> Values:
    """Return a verdict in the shape of :class:`BuildVerdictSchema`."""
    return BuildVerdictSchema.values(verdict, message=message)


def _piles(question: BuildQuestion, verdict: Verdict) -> list[dict[str, int | Card | None]] | None:
    """Return the top of each pile after a play, None where piles are closed."""
    if not build_rules(question.rules).open_piles:
        return None
    seats = sorted(set(question.position.pile_seats))
    return [{"seat": seat, "top": next(iter(verdict.piles[seat]), None)} for seat in seats]


class HandPlaySchema(Shape):
    card = CardText()
    sweep = Code(Sweep)
    options_total = Whole(allow_none=True)
    points_least = Whole()


class HandSchema(Shape):
    must_play = Cards()
    plays = ListOf(ObjectOf(HandPlaySchema))


class OptionSchema(Shape):
    """A capture that a card may make."""

    captured = Cards(attribute="option.captured")
    groups = ListOf(Cards(), attribute="option.sets")
    left = Cards()
    set_aside = Cards()
    sweep = Code(Sweep)
    points = Whole(attribute="option.points")
    points_most = Whole(attribute="option.points_most")
    sets_up = Ranks()


class PlaySchema(Shape):
    card = CardText()
    value = Whole()
    creeps = Switch()
    options_total = Whole(allow_none=True)
    options_complete = Switch().read_by(lambda play: play.options_total is not None)
    options = ListOf(ObjectOf(OptionSchema), attribute="outcomes")


class VerdictSchema(Shape):
    """A verdict. ``legal`` is null where that depends on a hand that nobody showed: the play was
    legal unless a card of a rank in ``unless`` was in it."""

    legal = Switch(allow_none=True)
    reason = Code(CaptureReason)
    message = Text()
    rule = Text(attribute="clause", allow_none=True)
    missed = Cards()
    missing = ListOf(Cards())
    unless = Ranks()


class RulingSchema(Shape):
    game = Code(refereed_by(CaptureRules))
    table = Cards()
    set_aside = Cards()
    sweeps_for = Ranks()
    hand = ObjectOf(HandSchema, allow_none=True)
    play = ObjectOf(PlaySchema, allow_none=True)
    verdict = ObjectOf(VerdictSchema, allow_none=True)


def ruling_of(game: str, ruling: Ruling) -> Values:
    """Return a ruling in the shape of :class:`RulingSchema`. The message of its verdict includes
    the price of a sweep."""
    verdict = ruling.verdict and VerdictSchema.values(ruling.verdict, message=ruling_text(ruling))
    return RulingSchema.values(ruling, game=game, verdict=verdict)


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


def game_rules_of(rules: Ruleset) -> Values:
    """Return a game in the shape of :class:`GameRulesSchema`, from its ruleset without house
    rules."""
    session = rules.session
    return {
        "game": rules.key,
        "players": rules.seating.numbers,
        "target": session.target if isinstance(session, FirstToTarget) else None,
        "house": [_switch(rules, name) for name in rules.house_rules.names()],
        "presets": [
            PresetSchema.values(preset, name=preset_names(rules.key, preset))
            for preset in RULESETS[rules.key].presets
        ],
    }


def _switch(rules: Ruleset, name: str) -> Values:
    """Return the values of :class:`HouseRuleSchema`, with the name in the reader's language."""
    return HouseRuleSchema.values(
        HOUSE_RULES[name],
        key=name,
        name=without_style(str(HOUSE_RULES[name].name)),
        during_play=name in rules.house_rules.names_during_play(),
        exclusions=rules.house_rules.exclusions()[name],
    )


class Confidence(JsonField, fields.Float):
    """A probability from 0 to 1, rounded down, so that an unsure card never looks sure."""

    def write(self, value: float) -> object:
        return math.floor(value * 1000) / 1000


class Pixel(Whole):
    """A coordinate in a photo, to the nearest pixel."""

    def write(self, value: float) -> object:
        return round(value)


class PhotoAlternativeSchema(Shape):
    card = CardText()
    sure = Confidence()


class PhotoCardSchema(PhotoAlternativeSchema):
    """A card that was seen. ``x`` and ``y`` are its middle, ``corners`` the middles of its indices
    and ``outline`` its four corners, in pixels of the photo turned upright."""

    alternatives = ListOf(ObjectOf(PhotoAlternativeSchema)).read_by(
        lambda seen: [{"card": card, "sure": sure} for card, sure in seen.alternatives]
    )
    x = Pixel()
    y = Pixel()
    corners = ListOf(ListOf(Pixel()))
    outline = ListOf(ListOf(Pixel()))


class PhotoSchema(Shape):
    """The cards in a photo. ``unsure``: number of those with ``sure`` below 0.7. ``doubtful``:
    number of marks like an index that belong to no card of the packs. ``surplus``: cards that are
    there more often than the packs have them. ``builds``: cards that lie
    over each other, by their number in ``cards``."""

    cards = ListOf(ObjectOf(PhotoCardSchema))
    unsure = Whole().read_by(lambda reading: len(reading.unsure))
    letters = Code(LETTERS)
    width = Whole()
    height = Whole()
    doubtful = Whole()
    surplus = Cards()
    builds = ListOf(ListOf(Whole()))


def reading_of(reading: PhotoReading, rules: Ruleset) -> Values:
    """Return the reading of a photo of this game's cards in the shape of :class:`PhotoSchema`."""
    builds = builds_in(reading, rules)
    numbers = [[reading.cards.index(seen) for seen in lies] for lies in builds]
    return PhotoSchema.values(reading, builds=numbers)
