"""Rulings in games with builds: headline, lines, conditions and other house rules."""

from collections.abc import Iterable, Iterator

from ..languages import build_number, gettext, ngettext, sentence
from ..rules.cards import Cards
from ..rules.games.casino.analysis import BuildRuling, by_other_rules
from ..rules.games.casino.followed.play_choices import Choice
from ..rules.games.casino.judge.play_rules import BuildRules, build_rules
from ..rules.games.casino.judge.verdict import Verdict
from ..rules.games.casino.options.builds import BuildOption
from ..rules.games.casino.options.captures import CaptureOption
from ..rules.games.casino.options.hand import PlayRuling
from ..rules.games.casino.options.selection import SelectionOption
from ..rules.games.casino.question import BuildQuestion
from ..rules.house_rules import ByOtherRules
from ..rules.plays import Build, Capture, MakeBuild, Step, Table
from ..words.card_names import card_text, span_text, the_card
from ..words.game_names import preset_name
from ..words.house_rule_words import HOUSE_RULES
from .build_page import demand_text, duty_texts, hand_row_text, may_text
from .build_verdicts import build_verdict_text, cards_held, tops_text, unheld_text
from .dealing import first_cards_text


def deciding_text() -> str:
    """Return the heading of the house rules that would change the verdict."""
    return gettext("It depends on the house rules:")


def preset_texts(game: str, others: ByOtherRules) -> list[str]:
    """Return the presets on each side of a verdict: by which a play is legal, illegal, or depends
    on the hand; empty where all agree with it."""
    headings = {
        True: gettext("Allowed:"),
        False: gettext("Not allowed:"),
        None: gettext("It depends on the hand:"),
    }
    return [
        f"{headings[legal]} {' · '.join(preset_name(game, preset) for preset in presets)}"
        for legal, presets in others.sides
    ]


def other_rules_lines(game: str, others: ByOtherRules) -> Iterator[str]:
    """Yield the house rules that would change a verdict, and the presets on each side; nothing
    where all presets agree with it."""
    if others.presets:
        names = (str(HOUSE_RULES[name].name) for name in others.switches)
        yield f"{deciding_text()} {' · '.join(names)}"
        yield from preset_texts(game, others)


def build_lines(question: BuildQuestion, ruling: BuildRuling) -> list[str]:
    """Return the answer to a question as lines: the verdict, or else what may be played."""
    lines = list(_verdict_lines(question, ruling)) if ruling.verdict else []
    if ruling.ways is not None:
        lines += _selection_lines(ruling.ways)
    is_decided = ruling.verdict is not None and ruling.verdict.legal is not False
    if ruling.play is not None and not is_decided:
        builds = build_rules(question.rules).makes_builds
        lines.append(play_headline(ruling.play, builds=builds))
        lines += (f"  {line}" for line in play_lines(ruling.play))
    first = question.first_cards
    lines_on_first_cards = [first_cards_text(first)] if first and not lines else []
    return [*lines_on_first_cards, *(lines or _duty_and_hand_lines(ruling))]


def ruled_text(ruling: BuildRuling) -> str:
    """Return the verdict of a ruling, with the builds that lacked a card before this play."""
    text = build_verdict_text(ruling.verdict) if ruling.verdict else ""
    return " ".join((text, *map(unheld_text, ruling.broken_before)))


def _verdict_lines(question: BuildQuestion, ruling: BuildRuling) -> Iterator[str]:
    verdict = ruling.verdict
    yield ruled_text(ruling)
    if verdict is None:
        return
    others = by_other_rules(question, verdict)
    yield from other_rules_lines(question.rules.key, others)
    if verdict.after is None:
        return
    yield after_text(verdict.after)
    if tops := tops_text(question, verdict.piles):
        yield gettext("On top of the piles then: %(cards)s", cards=tops)
    for demand in verdict.demands:
        yield gettext("An opponent may insist: %(demand)s", demand=demand_text(question, demand))


def after_text(table: Table) -> str:
    """Return what lies on the table after a play."""
    items = [*map(card_text, table.loose), *map(build_text, table.builds)]
    if not items:
        return gettext("The table is then empty.")
    return gettext("On the table then: %(cards)s", cards=" ".join(items))


def build_text(build: Build) -> str:
    """Return a build in the notation in which people type it: "5♠+3♣=8"."""
    return f"{'='.join(map(_sum_text, build.sets))}={build.value}"


def _sum_text(cards: Cards) -> str:
    return "+".join(map(card_text, cards))


# --- what a card may do -------------------------------------------------------------------------


def play_headline(play: PlayRuling, *, builds: bool = True) -> str:
    """Return the heading above the options of a card, or that it can only be trailed; ``builds``:
    the game has builds."""
    card = the_card(play.card)
    if play.takes or play.forms or play.with_tops:
        return sentence(gettext("%(card)s may do this:", card=card))
    if not builds:
        return f"{may_text(play)}."
    return sentence(gettext("%(card)s takes nothing, and no build can be made with it.", card=card))


def play_lines(play: PlayRuling) -> list[str]:
    """Return all options of a card, a line each, and at the end whether it may be trailed."""
    lines = [capture_option_text(taking) for taking in play.takes]
    lines += map(build_option_text, (*play.forms, *play.with_tops))
    lines += map(_table_build_text, play.beside)
    if not play.complete:
        lines.append(gettext("and there are more ways than these"))
    return [*lines, trail_text(play.lay)]


def capture_option_text(option: CaptureOption) -> str:
    """Return a capture as a line: "take: 8♠ | 6♣+2♦ | 5♠+3♣=8 · 1 point · nothing is left"."""
    step = option.step
    items = [*map(_sum_text, option.sets), *map(build_text, step.builds)]
    parts = [
        gettext("take: %(cards)s", cards=" | ".join(items)),
        span_text(option.points, option.points_most),
        *_conditions(option.verdict.holds),
    ]
    after = option.verdict.after
    if after is not None and not after.cards:
        parts.append(gettext("nothing is left"))
    return " · ".join(parts)


def build_option_text(option: BuildOption) -> str:
    """Return a build option as a line: "raise the build of 5 to 8: A♠+4♥+3♣"."""
    text = _build_text(option.kind, option.step.build, option.of)
    return " · ".join([text, *_conditions(option.verdict.holds)])


def _table_build_text(option: BuildOption) -> str:
    text = _build_text("new", option.step.build)
    return " · ".join(
        [gettext("trail it and %(build)s", build=text), *_conditions(option.verdict.holds)]
    )


def _build_text(kind: str, build: Build, raised: Build | None = None) -> str:
    """Return a build option of a ``kind`` without its condition; ``raised`` is the build
    whose value changes."""
    cards, value = " | ".join(map(_sum_text, build.sets)), build_number(build.value)
    if kind == "augment":
        return gettext("add to the build of %(value)s: %(cards)s", value=value, cards=cards)
    if kind == "new":
        return gettext("build %(value)s: %(cards)s", value=value, cards=cards)
    if raised is None:
        return gettext("raise a build to %(value)d: %(cards)s", value=build.value, cards=cards)
    return gettext(
        "raise the build of %(of)s to %(value)d: %(cards)s",
        of=build_number(raised.value),
        value=build.value,
        cards=cards,
    )


def _conditions(cards: Cards) -> list[str]:
    """Return the condition of an option as a list of one text, or an empty list if it has none."""
    return [gettext("if you still hold %(cards)s", cards=cards_held(cards))] if cards else []


def trail_text(verdict: Verdict) -> str:
    """Return whether the card may be trailed: "trail it", or the reason against it."""
    if verdict.legal is False:
        return gettext("trail it? %(verdict)s", verdict=build_verdict_text(verdict))
    return " · ".join([gettext("trail it"), *_conditions(verdict.holds)])


# --- what was pointed at, what binds, and the hand ----------------------------------------------


def _selection_lines(options: Iterable[SelectionOption]) -> list[str]:
    lines = [
        f"{_selection_text(option)} · {build_verdict_text(option.verdict)}" for option in options
    ]
    return lines or [gettext("Nothing can be made of just these.")]


def _selection_text(option: SelectionOption) -> str:
    step = option.step
    if isinstance(step, MakeBuild):
        return sentence(_build_text(option.kind, step.build))
    items = [*map(card_text, step.cards), *map(build_text, step.builds)]
    return sentence(gettext("take: %(cards)s", cards=" ".join(items)))


def _duty_and_hand_lines(ruling: BuildRuling) -> list[str]:
    free = gettext("No build on the table is yours: you may do anything with a card.")
    rows = (
        f"  {card_text(row.card)}: {hand_row_text(row, sure=ruling.sure)}"
        for row in ruling.hand or ()
    )
    return [*(duty_texts(ruling) or [free]), *rows]


def players_text(players: int, *, pairs: bool = False) -> str:
    """Return how many play: "4 players, pairs"."""
    text = ngettext("%(num)d player", "%(num)d players", players)
    return gettext("%(players)s, pairs", players=text) if pairs else text


def then_players_text(players: int, *, pairs: bool = False) -> str:
    """Return how many players a house rule is for, where another number plays now."""
    return gettext("then %(players)s", players=players_text(players, pairs=pairs))


def seated_before_text(players_now: str, players_before: str) -> str:
    """Return that a house rule has changed the number of players, with both numbers as texts."""
    return gettext(
        "These house rules are for %(now)s. Without them: %(before)s.",
        now=players_now,
        before=players_before,
    )


def in_pairs_text() -> str:
    """Return the condition that four play as two pairs."""
    return gettext("In pairs")


def hands_text(deal: int) -> str:
    """Return which of the two deals of a game is played."""
    return gettext("First of two deals") if deal == 1 else gettext("Second of two deals")


def stock_text(stock: int) -> str:
    """Return whether the stock has cards left."""
    return gettext("Stock: cards left") if stock else gettext("Stock: none left")


def partner_holds_text() -> str:
    """Return the label of the field for what the partner is known to hold."""
    return gettext("Partner holds …")


def house_rules_text(number: int, *, of_deal: bool) -> str:
    """Return how many house rules are on; ``of_deal``: switches of the deal stand beside them."""
    if not number:
        return gettext("Deal, house rules") if of_deal else gettext("House rules")
    return ngettext("%(num)d house rule", "%(num)d house rules", number)


def house_rule_chip(name: str) -> str:
    """Return the short name of a house rule, or else its name."""
    rule = HOUSE_RULES[name]
    return str(rule.in_a_word or rule.name)


def deal_texts() -> dict[str, tuple[str, str]]:
    """Return the texts of each condition of the deal, by its field: in short, and as a choice."""
    return {
        "dealt": (gettext("Just dealt"), gettext("The cards were just dealt: set aside first")),
        "last_of_deal": (gettext("Last of the deal"), gettext("After this play cards are dealt")),
    }


def choice_text(choice: Choice) -> str:
    """Return the text of a button for a choice: "takes", "builds 8, then trails"."""
    kinds = choice.verdict.done[choice.begun :] or ("",) * (len(choice.steps) - 1) + (choice.kind,)
    text = ""
    for step, kind in zip(choice.steps, kinds, strict=True):
        step_text = _step_text(kind, step)
        if isinstance(step, MakeBuild) and step.card is None and len(choice.steps) > 1:
            step_text = gettext("%(build)s from the table", build=step_text)
        text = (
            gettext("%(first)s, then %(next)s", first=text, next=step_text) if text else step_text
        )
    return text


def choice_points_text(choice: Choice, rules: BuildRules) -> str:
    """Return the points of the cards that a choice captures: "2 points"; nothing where there are
    none."""
    captures = [step for step in choice.steps if isinstance(step, Capture)]
    cards = [card for step in captures for card in (step.card, *step.captured) if card]
    points = sum(rules.worth[card] for card in cards)
    return span_text(points, points) if points else ""


def _step_text(kind: str, step: Step) -> str:
    if not isinstance(step, MakeBuild):
        return gettext("takes") if isinstance(step, Capture) else gettext("trails")
    value = step.build.value
    if kind == "augment":
        text = gettext("adds to the build of %(value)s", value=build_number(value))
    elif kind == "raise":
        text = gettext("raises a build to %(value)d", value=value)
    else:
        text = gettext("builds %(value)d", value=value)
    if step.build.owner is not None:
        return gettext("%(build)s for the partner", build=text)
    return text
