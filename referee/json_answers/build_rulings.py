"""JSON of rulings in games with builds."""

from __future__ import annotations

from ..json_schema_base import Code, ListOf, ObjectOf, Shape, Switch, Text, Whole, With
from ..messages.build_rulings import ruled_text
from ..rules.cards import Card
from ..rules.games import refereed_by
from ..rules.games.casino.judge.fault import Fault
from ..rules.games.casino.judge.play_rules_base import BuildRules, build_rules
from ..rules.games.casino.judge.verdict import Verdict
from ..rules.games.casino.judge.verdict_reasons import Reason
from ..rules.games.casino.question import BuildQuestion
from ..rules.games.casino.ruling import BuildRuling
from ..rules.play_notation import write_items
from ..rules.table_notation import write_build, write_groups
from .notation_fields import (
    Builds,
    BuildText,
    Cards,
    CardText,
    Items,
    NotationList,
    Ranks,
    StepText,
)


class BuildSchema(Shape):
    value = Whole()
    groups = ListOf(Cards(), attribute="sets")
    multiple = Switch()
    keeper = Whole(attribute="owner", allow_none=True)
    text = Text(read=write_build)


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
    captured = Items(read=lambda demand: write_items(demand.loose, demand.tops))
    builds = Builds()


class TakeSchema(Shape):
    turn = StepText(attribute="step")
    captured = Items(read=lambda option: write_items(option.step.cards, option.step.tops))
    builds = Builds(attribute="step.builds")
    groups = ListOf(Items(), read=lambda option: write_groups(option.groups, option.step.tops))
    value = Whole(allow_none=True)
    holds = Ranks(attribute="verdict.holds")
    after = ObjectOf(LiesSchema)
    sweep = Switch(read=lambda option: not option.after.loose and not option.after.builds)
    points = Whole()
    points_most = Whole()


class FormSchema(Shape):
    turn = StepText(attribute="step")
    build = BuildText(read=lambda option: option.step.build._replace(owner=option.owner))
    kind = Code(["new", "raise", "augment"])
    of = BuildText(allow_none=True)
    value = Whole(attribute="step.build.value")
    holds = Ranks(attribute="verdict.holds")


class LaySchema(Shape):
    legal = Switch(allow_none=True)
    reason = Code(Reason)
    holds = Ranks()


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
    holds = Ranks(attribute="verdict.holds")


class BuildVerdictSchema(LaySchema):
    step = Whole(allow_none=True)
    cards = Cards(attribute="fault.cards")
    build = BuildText(attribute="fault.build", allow_none=True)
    value = Whole(allow_none=True)
    demands = ListOf(ObjectOf(DemandSchema))
    rule = Text(attribute="clause", allow_none=True)
    message = Text()


class BuildRulingSchema(Shape):
    game = Code(refereed_by(BuildRules))
    players = Whole()
    table = Cards(attribute="table.loose")
    builds = ListOf(ObjectOf(BuildSchema), attribute="table.builds")
    duties = NotationList(str, "3S+5H=8@0")
    hand = ListOf(ObjectOf(BuildHandSchema), allow_none=True)
    play = ObjectOf(BuildPlaySchema, allow_none=True)
    ways = ListOf(ObjectOf(WaySchema), data_key="with", allow_none=True)
    verdict = ObjectOf(BuildVerdictSchema, allow_none=True)
    after = ObjectOf(LiesSchema, allow_none=True)


def build_ruling_of(question: BuildQuestion, ruling: BuildRuling) -> With:
    """Return a ruling in the shape of :class:`BuildRulingSchema`. The message of its verdict
    includes what was broken before, and each play has the position after it."""

    def after(verdict: Verdict) -> With | None:
        if verdict.after is None:
            return None
        return With(verdict.after, piles=_piles(question, verdict))

    play, verdict = ruling.play, ruling.verdict
    return With(
        ruling,
        game=question.rules.key,
        play=play
        and With(play, takes=[With(take, after=after(take.verdict)) for take in play.takes]),
        verdict=verdict and build_verdict_of(verdict, ruled_text(ruling)),
        after=verdict and after(verdict),
    )


def build_verdict_of(verdict: Verdict, message: str) -> With:
    """Return a verdict in the shape of :class:`BuildVerdictSchema`."""
    return With(verdict, fault=verdict.fault or Fault(verdict.reason), message=message)


def _piles(question: BuildQuestion, verdict: Verdict) -> list[dict[str, int | Card | None]] | None:
    """Return the top of each pile after a play, None where piles are closed."""
    if not build_rules(question.rules).open_piles:
        return None
    seats = sorted(set(question.position.pile_seats))
    return [{"seat": seat, "top": next(iter(verdict.piles[seat]), None)} for seat in seats]
