"""Sentences about a score sheet: what is missing, what cannot be, and who can have it."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, permutations

from ..languages import and_, gettext, ngettext, or_, sentence
from ..rules.notation import read_card
from ..rules.ruleset import Ruleset
from ..rules.score_items import (
    LAST,
    MARKERS,
    ContestedPoints,
    PointsForMost,
    PointsFromCount,
    PointsPerCard,
    PointsPerCardOver,
    ScoreItem,
)
from ..rules.seating import DealPlan
from ..rules.session_end import FirstToTarget
from ..rules.sheet_check import Check, LeftOver
from ..rules.sheet_plan import Counted, CountedField, SheetPlan, pile_exists, sum_at_tie
from ..words.card_names import card_text
from ..words.score_names import FIELDS, item_text, kind_number, kind_numbers


def balance_text(check: Check) -> str:
    """Return whether a sheet adds up, and what is missing if it does not."""
    return _whole_text(check) if check.possible_totals else _sum_text(check)


def _sum_text(check: Check) -> str:
    """Return how a sheet stands in a game that has a single expected total."""
    if check.too_many:
        return gettext("Too many: %(kinds)s.", kinds=_kinds(check.too_many))
    if check.balanced:
        return gettext("Adds up to %(expected)d", expected=check.sheet.expected)
    if check.nothing_counted:
        return gettext("Nothing counted yet.")
    missing = {key: n for key, n in (check.kinds_missing or {}).items() if n > 0}
    return _missing_text(missing) if missing else _open_sum_text(check)


def _open_sum_text(check: Check) -> str:
    """Return how a sum differs from the expected total, or that somebody has not counted yet."""
    points = check.points_missing or 0
    if check.uncounted and points >= 0:
        return _so_far_text(check)
    if check.left_over:
        return _left_over_text(check.left_over)
    if 0 < points == check.last_capture_missing:
        return gettext("Now say who captured last: it scores a point.")
    return _points_text(points, check.sheet.sum, check.sheet.expected or 0)


def _whole_text(check: Check) -> str:
    """Return how a sheet stands in a game where ties and sweeps decide the expected total."""
    if check.too_many:
        return gettext("Too many: %(kinds)s.", kinds=_kinds(check.too_many))
    if check.mixed:
        return gettext("Some counted and some said points. Let all do the same.")
    if check.no_piles:
        return gettext("Some numbers are impossible: see the rows.")
    if check.left_over and check.left_over.differs and not check.kinds_missing:
        return _left_over_text(check.left_over)
    if check.balanced:
        text = _adds_up_text(check)
        return _tie_text(text, check.shared_most) if check.shared_most else text
    return _lacking_text(check)


def _tie_text(text: str, shared: Sequence[PointsForMost]) -> str:
    return gettext("%(sum)s: a tie for %(most)s", sum=text, most=and_(map(item_text, shared)))


def _lacking_text(check: Check) -> str:
    if check.nothing_counted:
        return gettext("Nothing counted yet.")
    lacking = {key: n for key, n in (check.kinds_missing or {}).items() if n > 0}
    if lacking:
        single = [str(FIELDS[key].the) for key in lacking if FIELDS[key].the]
        several = {key: n for key, n in lacking.items() if not FIELDS[key].the}
        texts = [_missing_text(several)] if several else []
        if single:
            texts.append(gettext("Nobody has %(cards)s.", cards=or_(single)))
        return " ".join(texts)
    if check.uncounted:
        return _so_far_text(check)
    if check.sheet.kinds:
        return gettext("Now say who captured last: it scores a point.")
    totals = or_(map(str, check.possible_totals))
    facts = {"sum": check.sheet.sum - check.beside, "totals": totals}
    if check.beside:
        return gettext("Without sweeps the sum is %(sum)d. It can be %(totals)s.", **facts)
    return gettext("The sum is %(sum)d. It can be %(totals)s.", **facts)


def _so_far_text(check: Check) -> str:
    return ngettext("%(num)d point so far", "%(num)d points so far", check.sheet.sum)


def _left_over_text(left_over: LeftOver) -> str:
    return gettext(
        "One pile was said to make %(said)d, but what is left makes %(scores)d.",
        said=left_over.said,
        scores=left_over.scores,
    )


def _adds_up_text(check: Check) -> str:
    points = check.sheet.sum - check.beside
    if not check.beside:
        return gettext("Adds up to %(expected)d", expected=points)
    return ngettext(
        "Adds up to %(expected)d, and %(num)d for a sweep",
        "Adds up to %(expected)d, and %(num)d for sweeps",
        check.beside,
        expected=points,
    )


def _missing_text(missing: Mapping[str, int]) -> str:
    number = sum(missing.values())
    return ngettext(
        "Still missing: %(kinds)s.",
        "Still missing: %(kinds)s.",
        number,
        kinds=_kinds(missing),
    )


def _points_text(missing: int, total: int, expected: int) -> str:
    if missing < 0:
        return ngettext(
            "%(num)d point too many: the sum is %(sum)d, not %(expected)d.",
            "%(num)d points too many: the sum is %(sum)d, not %(expected)d.",
            -missing,
            sum=total,
            expected=expected,
        )
    return ngettext(
        "%(num)d point is missing: the sum is %(sum)d, not %(expected)d.",
        "%(num)d points are missing: the sum is %(sum)d, not %(expected)d.",
        missing,
        sum=total,
        expected=expected,
    )


def rest_text(name: str, rest: Counted) -> str:
    """Return what the only player who has not counted must have."""
    if isinstance(rest, int):
        return ngettext(
            "%(name)s must have %(num)d point", "%(name)s must have %(num)d points", rest, name=name
        )
    kinds = {key: n for key, n in rest.items() if n}
    if not kinds:
        return gettext("%(name)s can have no counting cards", name=name)
    return gettext("%(name)s must have %(kinds)s", name=name, kinds=_kinds(kinds))


def _kinds(kinds: Mapping[str, int]) -> str:
    """Return numbers of cards by field: "one lillan and two other spades"."""
    return and_(kind_numbers(kinds))


def sweep_worth_text(rules: Ruleset) -> str:
    """Return what a sweep scores: "A sweep scores 1 point." (#sweep)."""
    points = rules.sheet.worths[MARKERS]
    if rules.sheet.sweeps_are_paid:
        return gettext(
            "A sweep costs %(points)d, and the player before gets −%(points)d."
            " For each a card lies face up, for a double one two.",
            points=points,
        )
    worth_text = ngettext("A sweep scores %(num)d point.", "A sweep scores %(num)d points.", points)
    return sweeps_off_text(rules) or worth_text


def sweeps_off_text(rules: Ruleset) -> str:
    """Return that an earlier game has ended the scoring of sweeps; empty if none has (#sweep)."""
    if not rules.carried.sweeps_off or not isinstance(rules.session, FirstToTarget):
        return ""
    text = gettext("A side had %(points)d points before: sweeps score nothing in this game.")
    return text % {"points": rules.session.sweeps_until}


def sweep_limit_texts(rules: Ruleset, plan: DealPlan) -> list[str]:
    """Return which sweeps score nothing by house rules: cancelled ones, and late ones (#sweep)."""
    texts = []
    if rules.sheet.sweeps_cancel:
        example = gettext("Of 3 and 1 sweeps 2 and 0 are left.")
        texts.append(f"{gettext('Sweeps cancel each other')}. {example}")
    if not _counts_late(rules):
        texts.append(
            gettext("Once the stock is used up a sweep counts nothing.")
            if plan.stock
            else gettext("In the last deal a sweep counts nothing.")
        )
    return texts


def no_sweeps_now_text(rules: Ruleset, plan: DealPlan, deal: int) -> str:
    """Return that a ``deal`` is the last one, in which sweeps count nothing; empty for others."""
    if _counts_late(rules) or plan.stock or deal < plan.deals:
        return ""
    return gettext("This is the last deal: a sweep counts nothing.")


def _counts_late(rules: Ruleset) -> bool:
    return rules.referee is None or rules.referee.counts_sweep(last_cards=True)


def at_once_text(rules: Ruleset) -> str:
    """Return what counts at once for a claim: "27 cards = 3 · seven spades = 1"."""
    plan = rules.sheet.for_claims
    at_once = [
        item for item in plan.items if not (isinstance(item, PointsPerCard) and LAST in item.points)
    ]
    return _listed(_worths(plan, at_once))


def worth_text(rules: Ruleset, units: int) -> str:
    """Return what scores among so many sides, in one line: "10♦ = 3 · 2♠ = 2 · … · Other aces =
    1"."""
    items = [
        item
        for item in rules.sheet.items
        if not isinstance(item, ContestedPoints) or item.has_contest(units)
    ]
    worths = _worths(rules.sheet, items)
    if rules.sheet.sweeps_are_paid:
        worths.append((gettext("a card face up"), rules.sheet.worths[MARKERS]))
    kinds = _listed(worths)
    if rules.sheet.whole_score_said:
        return gettext("What counts: %(kinds)s", kinds=kinds)
    return gettext("What a card counts: %(kinds)s", kinds=kinds)


def carried_texts(rules: Ruleset) -> list[str]:
    """Return a sentence for each change that earlier games of the session make to the score of this
    one, which ``rules`` carry: points left by ties, sweeps that no longer score. Empty for none."""
    items = {item.key: item for item in rules.sheet.items}
    texts = [
        ngettext(
            "From a tie before, %(num)d point more for %(most)s.",
            "From ties before, %(num)d points more for %(most)s.",
            points,
            most=item_text(items[key]),
        )
        for key, points in rules.carried.rolled
    ]
    off = sweeps_off_text(rules)
    return [*texts, off] if off else texts


def scoring_table(plan: SheetPlan) -> list[tuple[str, int]]:
    """Return the scoring cards and counts with their points, as rows of the table in the rules."""
    rows = []
    for item in plan.items:
        if isinstance(item, PointsForMost):
            rows.append((item_text(item), item.points))
        elif isinstance(item, PointsFromCount):
            cards = kind_number(item.field, item.least)
            rows.append((gettext("each player with %(cards)s or more", cards=cards), item.points))
        elif isinstance(item, PointsPerCard):
            keys = [field.key for field in plan.fields if field.key in item.points]
            rows += [(str(FIELDS[key].each), item.points[key]) for key in keys]
    return rows


def sums_at_ties(plan: SheetPlan, *sides: int) -> list[tuple[str, list[int | None]]]:
    """Return the expected total at each tie, a row each, with a column for each number of sides.

    The first row is without ties. None stands for a tie that cannot happen with so many sides.
    """
    alone = [item for item in plan.items if isinstance(item, PointsForMost) and not item.tied]
    rows = []
    for number in range(len(alone) + 1):
        for tied in reversed(list(combinations(alone, number))):
            names = [item_text(item) for item in tied]
            name = gettext("both") if number > 1 else names[0] if names else gettext("nothing")
            rows.append((name, [sum_at_tie(plan, tied, units) for units in sides]))
    return rows


def _worths(plan: SheetPlan, items: Iterable[ScoreItem]) -> list[tuple[str, object]]:
    """Return the names of scoring items with their points.

    Sweeps and the last capture are left out where they are entered apart from the cards.
    """
    worths: list[tuple[str, object]] = []
    for item in items:
        if isinstance(item, PointsForMost) and item.tied:
            shared = gettext("%(points)d, shared %(tied)d", points=item.points, tied=item.tied)
            worths.append((item_text(item), shared))
        elif isinstance(item, PointsForMost) and item.tied_two:
            tied = gettext(
                "%(points)d, if two are tied %(tied)d each", points=item.points, tied=item.tied_two
            )
            worths.append((item_text(item), tied))
        elif isinstance(item, PointsForMost | PointsFromCount | PointsPerCardOver):
            worths += [(item_text(item), item.points)] if item.points else []
        elif isinstance(item, PointsPerCard):
            fields = [field for field in plan.fields if field.key in item.points]
            worths += [(_label(field), item.points[field.key]) for field in fields]
            if plan.whole_score_said and not fields and any(item.points.values()):
                worths.append((item_text(item), max(item.points.values())))
    return worths


def _listed(worths: Sequence[tuple[str, object]]) -> str:
    """Return names with their points, side by side: "10♦ = 3 · 2♠ = 2"."""
    nbsp = "\N{NO-BREAK SPACE}"
    return " · ".join(f"{name}{nbsp}={nbsp}{points}" for name, points in worths)


def _label(field: CountedField) -> str:
    return card_text(*field.faces) if len(field.faces) == 1 else str(FIELDS[field.key].each)


def pile_text(plan: SheetPlan, counts: Mapping[str, int]) -> str:
    """Return why no pile can have these numbers: "Three spades, but only two cards." """
    numbers = {field.key: counts[field.key] for field in plan.fields if field.key in counts}
    for first, second in permutations(numbers.items(), 2):
        if pile_exists(plan, dict([first, second])):
            continue
        key, number = second
        most = next(field.total for field in plan.fields if field.key == key)
        if any(
            pile_exists(plan, dict([first, (key, larger)]))
            for larger in range(number + 1, most + 1)
        ):
            facts = dict(zip(("many", "few"), kind_numbers(dict([first, second])), strict=True))
            if number:
                return sentence(gettext("%(many)s, but only %(few)s.", **facts))
            return sentence(gettext("%(many)s, but %(few)s.", **facts))
    kinds = kind_numbers(numbers)
    kinds += [card_text(*field.faces) for field in plan.apart if counts.get(field.key)]
    return gettext("No pile can have %(kinds)s.", kinds=and_(kinds))


def difference_text(names: Sequence[str], counted: Sequence[int], players: int) -> str:
    """Return what two sides score where only the difference counts: "8 to 3: Ada scores 5."

    ``players``: the number of players of a side, for the plural.
    """
    higher, lower = max(counted), min(counted)
    facts = {"higher": higher, "lower": lower, "points": higher - lower}
    if higher == lower:
        return gettext("%(higher)d to %(lower)d: nobody scores.", **facts)
    return ngettext(
        "%(higher)d to %(lower)d: %(name)s scores %(points)d.",
        "%(higher)d to %(lower)d: %(name)s score %(points)d.",
        players,
        name=names[counted.index(higher)],
        **facts,
    )


def holders_asked_text(plan: SheetPlan) -> str:
    """Return that the page asks for the holder of each card of which there is one only; empty where
    there is no such card."""
    if not plan.choices:
        return ""
    cards = and_(card_text(*field.faces) for field in plan.choices)
    return gettext("Below the rows it is asked who has %(cards)s.", cards=cards)


def holder_text(key: str) -> str:
    """Return the question who has a card of which there is one only."""
    card = str(FIELDS[key].the) if key in FIELDS else card_text(read_card(key))
    return gettext("Who has %(card)s?", card=card)


def claim_text(name: str, players: int) -> str:
    """Return how a game ended in which a side of ``players`` players claimed the target."""
    return ngettext(
        "%(name)s claimed the target: only what counts at once is scored.",
        "%(name)s claimed the target: only what counts at once is scored.",
        players,
        name=name,
    )


def claim_taken_back_text() -> str:
    """Return that a correction has undone a claim."""
    return gettext(
        "The claim was taken back: what was corrected does not make the target any more."
        " The game goes on."
    )
