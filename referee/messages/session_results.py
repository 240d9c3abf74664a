"""Sentences about a session: its heading, its progress, its result, its statistics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..languages import (
    and_,
    average,
    date_text,
    gettext,
    in_sentences,
    isolated,
    money,
    ngettext,
    signed,
)
from ..rules.plays import Played
from ..rules.standings import PersonStanding
from ..words.game_names import GAME_NAMES, SETTLEMENT_NAMES
from ..words.score_names import FIELDS, sides_text
from .play_analysis import loss_text
from .table_events import step_text

if TYPE_CHECKING:
    from ..services.evening_moments import DearestPlay, EveningSweep
    from ..services.followed_games import GameView
    from ..services.groups import FollowedGamesSummary
    from ..services.nights import NightView
    from ..services.session_views import GameScore, SessionView


def winner_text(session_view: SessionView) -> str:
    """Return who has won, or else has the best total, once a game is finished."""
    sides = sides_text(session_view.sides, session_view.players)
    names = [sides[side] for side in session_view.leading]
    if len(names) > 1:
        return gettext("%(names)s share the win", names=and_(names))
    return ngettext("%(names)s wins", "%(names)s win", len(session_view.leaders), names=names[0])


def night_winner_text(night: NightView) -> str:
    """Return who has won a night that is over; where nobody has, who has the best points a game,
    or only that it is over."""
    names = in_sentences(night.leaders)
    if not names:
        places = night.points.places_by_average
        best = in_sentences(name for name, place in places.items() if place == 1)
        if not best:
            return gettext("The evening is over")
        return gettext("Ahead by points a game: %(names)s", names=and_(best))
    if len(names) > 1:
        return gettext("%(names)s share the win of the evening", names=and_(names))
    return gettext("%(name)s wins the evening", name=names[0])


def how_won_text(session_view: SessionView) -> str:
    """Return why a side has won whose total need not be the highest; empty for other sessions."""
    claimant = session_view.claimed_by
    if claimant is not None:
        name = isolated(session_view.players[claimant])
        return gettext("%(name)s claimed the target, and had it.", name=name)
    if not session_view.highest_has_lost:
        return ""
    names, tie_break = named_sides(session_view, session_view.winners), session_view.tie_break
    if tie_break is not None:
        most = FIELDS[tie_break].most
        return gettext(
            "Level at the top, %(names)s had %(most)s in the last game.", names=names, most=most
        )
    return gettext(
        "Counted in order, %(names)s came to %(target)d first.",
        names=names,
        target=session_view.target,
    )


def won_earlier_text(session_view: SessionView) -> str:
    """Return who had won before the last game; empty if nobody had.

    That can be so where people played on, or where an older game was corrected.
    """
    earlier = session_view.won_earlier
    if earlier is None:
        return ""
    if session_view.lowest_wins:
        return gettext(
            "As it is counted now, %(names)s had won after game %(number)d."
            " The games after it count too.",
            names=named_sides(session_view, earlier.winners),
            number=earlier.number,
        )
    return ngettext(
        "As it is counted now, %(names)s had %(target)d after game %(number)d."
        " The games after it count too.",
        "As it is counted now, %(names)s had %(target)d after game %(number)d."
        " The games after it count too.",
        len(earlier.winners),
        names=named_sides(session_view, earlier.winners),
        target=session_view.target,
        number=earlier.number,
    )


def beyond_text(session_view: SessionView) -> str:
    """Return which games are kept and do not count; empty where all count."""
    beyond = session_view.beyond
    if not beyond or session_view.ends_with is None:
        return ""
    return ngettext(
        "It ends with game %(number)d, as you chose. The game after it is kept and does not count.",
        "It ends with game %(number)d, as you chose. The games after it are kept and do not count.",
        len(beyond),
        number=session_view.ends_with,
    )


def named_sides(session_view: SessionView, sides: Iterable[int]) -> str:
    """Return the names of some sides of a session, as a list in a sentence."""
    names = sides_text(session_view.sides, session_view.players)
    return and_(names[side] for side in sides)


def payees(session_view: SessionView) -> Mapping[int, str]:
    """Return the names of those who pay and are paid, by side; of a night by place in its
    people."""
    if session_view.night is not None:
        return dict(enumerate(in_sentences(session_view.night.people)))
    return sides_text(session_view.sides, session_view.players)


def due_text(owing: SessionView | NightView, amount: int) -> str:
    """Return an amount that is paid: money where there is a stake, else points."""
    return money(amount, owing.currency) if owing.stake else str(amount)


class PayeeDues(NamedTuple):
    """The payments of a person or side: the ``balance`` with its sign and ``in_all`` in words, and
    each payment that is made, as the receiver's name with the amount."""

    name: str
    balance: str
    in_all: str
    payments: list[tuple[str, str]]


def dues_by_payee(session_view: SessionView) -> list[PayeeDues]:
    """Return for each of those who pay or are paid the sum of all payments, and to whom they go."""
    owing, names = session_view.night or session_view, payees(session_view)
    sides = {} if session_view.night is not None else session_view.sides
    members = {side: len(seats) for side, seats in sides.items()}
    balances = dict.fromkeys(names, 0)
    for payer, receiver, amount in owing.payments_due:
        balances[payer] -= amount
        balances[receiver] += amount
    return [
        PayeeDues(
            name,
            _sign(balances[at]) + due_text(owing, abs(balances[at])),
            _in_all_text(balances[at], due_text(owing, abs(balances[at])), members.get(at, 1)),
            [
                (names[receiver], due_text(owing, amount))
                for payer, receiver, amount in owing.payments_due
                if payer == at
            ],
        )
        for at, name in names.items()
    ]


def _sign(balance: int) -> str:
    return "+" if balance > 0 else "−" if balance else ""


def _in_all_text(balance: int, amount: str, people: int) -> str:
    if not balance:
        return ngettext("comes out even", "come out even", people)
    if balance > 0:
        return ngettext("gets %(amount)s in all", "get %(amount)s in all", people, amount=amount)
    return ngettext("pays %(amount)s in all", "pay %(amount)s in all", people, amount=amount)


def settlement_text(session_view: SessionView) -> str:
    """Return the name of the way in which people settle; empty where two sides leave one way only.

    Where the highest total has lost, it names the highest total, not the winner.
    """
    way = session_view.settlement
    if session_view.night is not None:
        return str(SETTLEMENT_NAMES[way])
    if way == "to_winner" and session_view.highest_has_lost:
        return gettext("To the highest total")
    if len(session_view.sides) == 2:
        return ""
    return str(SETTLEMENT_NAMES[way])


def settlement_hint(session_view: SessionView) -> str:
    """Return the meaning of the way in which people settle."""
    if session_view.settlement == "pairwise":
        return gettext("Everybody settles the difference with everybody else.")
    if session_view.settlement == "fewest":
        return gettext("Everybody comes out as if all had settled with everybody else.")
    if session_view.night is not None:
        return gettext("In each part everybody pays its winner the difference.")
    if session_view.highest_has_lost:
        return gettext("Everybody pays the difference to the highest total.")
    return gettext("Everybody pays the winner the difference.")


def ended_early_text(session_view: SessionView) -> str:
    """Return how much was played of a session that was ended early, or of a night that is over;
    empty for others."""
    played = len(session_view.finished)
    if session_view.night is not None:
        return _played_in_night_text(session_view, session_view.night)
    if not (session_view.closed and played):
        return ""
    if session_view.games_left:
        planned = session_view.games_planned
        text = gettext(
            "Ended after %(played)d of %(planned)d games", played=played, planned=planned
        )
        return str(text)
    if session_view.decided:
        return ""
    return ngettext(
        "Ended after %(num)d game, before anybody had won",
        "Ended after %(num)d games, before anybody had won",
        played,
    )


def _played_in_night_text(session_view: SessionView, night: NightView) -> str:
    """Return how much was played of a night that is over, or of a part that another one follows;
    empty while it goes on."""
    if not session_view.over:
        return ""
    if session_view.continued_by is not None:
        played = len(session_view.finished)
        return ngettext("%(num)d game was played", "%(num)d games were played", played)
    parts = len(night.parts)
    return ngettext(
        "%(num)d game in %(parts)d parts",
        "%(num)d games in %(parts)d parts",
        night.games,
        parts=parts,
    )


def won_text(session_view: SessionView) -> str:
    """Return how an ended session was won; empty for others."""
    return how_won_text(session_view) if session_view.over else ""


def in_question_text(session_view: SessionView) -> str:
    """Return what must be decided about the end of a session; empty if nothing must."""
    if session_view.won_earlier or session_view.beyond:
        return won_earlier_text(session_view) or beyond_text(session_view)
    return ""


def entered_so_far_text(game: GameView) -> str:
    """Return what was entered in an unfinished game: "12 plays and 1 pile"; empty for nothing."""
    plays = sum(isinstance(applied.event, Played) for applied in game.record.events)
    sweeps = len(game.sweeps)
    piles = sum(row.counted is not None for row in game.sheet.rows)
    texts = (
        ngettext("%(num)d play", "%(num)d plays", plays) if plays else "",
        ngettext("%(num)d sweep", "%(num)d sweeps", sweeps) if sweeps else "",
        ngettext("%(num)d pile", "%(num)d piles", piles) if piles else "",
    )
    return and_(text for text in texts if text)


def course_text(session_view: SessionView) -> str:
    """Return how a session is won, and how much is still needed; empty after its end."""
    if session_view.target is not None:
        return "" if session_view.over else _course_to_target(session_view, session_view.target)
    if session_view.closed or not session_view.games_left:
        return ""
    if session_view.night is not None:
        return ngettext(
            "%(num)d game left in this part.",
            "%(num)d games left in this part.",
            session_view.games_left,
        )
    if not session_view.lowest_wins:
        return ngettext(
            "%(num)d game left. The highest total wins.",
            "%(num)d games left. The highest total wins.",
            session_view.games_left,
        )
    return ngettext(
        "%(num)d game left. The lowest total wins.",
        "%(num)d games left. The lowest total wins.",
        session_view.games_left,
    )


def _course_to_target(session_view: SessionView, target: int) -> str:
    if session_view.lowest_wins:
        rule = gettext(
            "Until somebody has %(target)d points. The lowest total wins.", target=target
        )
        at_target = max(session_view.totals.values()) >= target
        return f"{rule} {_lacking_text(session_view, target) if at_target else ''}".strip()
    rule = gettext("To %(target)d points. The highest total wins.", target=target)
    return f"{rule} {_lacking_text(session_view, target)}".strip()


def _lacking_text(session_view: SessionView, target: int) -> str:
    """Return how many points the leaders need, or why play goes on at the target."""
    if not session_view.finished:
        return ""
    leading = session_view.leading
    names, people = named_sides(session_view, leading), len(session_view.leaders)
    total = session_view.totals[leading[0]]
    if session_view.decided:
        return ngettext(
            "%(names)s has won already; you play on.",
            "%(names)s have won already; you play on.",
            people,
            names=names,
        )
    if total < target and not session_view.lowest_wins:
        return ngettext(
            "%(names)s needs %(more)d more.",
            "%(names)s need %(more)d more.",
            people,
            names=names,
            more=target - total,
        )
    if len(leading) > 1:
        return gettext(
            "%(names)s are level at %(total)d, so play goes on.", names=names, total=total
        )
    return gettext(
        "Several came to %(target)d at once with the same total, so play goes on.", target=target
    )


def session_heading(session_view: SessionView) -> str:
    """Return the heading of a session: its winner, the game that is played, or the next dealer.

    A part that is over has the winner of the whole night; its number while others play on.
    """
    if session_view.over and session_view.night is not None:
        if session_view.continued_by is not None:
            return gettext("Part %(number)d of the evening", number=_part_number(session_view))
        return night_winner_text(session_view.night)
    if session_view.over and session_view.finished:
        return winner_text(session_view)
    if session_view.unfinished:
        return _heading_of_game(session_view, session_view.unfinished)
    if session_view.over:
        return gettext("Ended before the first game")
    return _heading_before_game(session_view)


def _heading_of_game(session_view: SessionView, game: GameScore) -> str:
    number, target = game.number, session_view.target
    if session_view.night is not None:
        part = _part_number(session_view)
        return gettext("Part %(part)d, game %(number)d", part=part, number=number)
    if session_view.single:
        return gettext("Game %(number)d", number=number)
    if target:
        text = gettext("Game %(number)d of an evening to %(target)d", number=number, target=target)
        return str(text)
    planned = max(session_view.games_planned or 0, number)
    return gettext("Game %(number)d of %(planned)d", number=number, planned=planned)


def _heading_before_game(session_view: SessionView) -> str:
    name = in_sentences(session_view.players)[session_view.next_dealer]
    number, planned = len(session_view.games) + 1, session_view.games_planned
    if session_view.night is not None:
        return gettext(
            "Part %(part)d: %(name)s deals game %(number)d",
            part=_part_number(session_view),
            name=name,
            number=number,
        )
    if session_view.target:
        return gettext("%(name)s deals game %(number)d", name=name, number=number)
    text = gettext(
        "%(name)s deals game %(number)d of %(planned)d", name=name, number=number, planned=planned
    )
    return str(text)


def _part_number(session_view: SessionView) -> int:
    parts = session_view.night.parts if session_view.night is not None else ()
    return 1 + [part.id for part in parts].index(session_view.id)


def result_text(session_view: SessionView) -> str:
    """Return an evening in a few lines, to be sent to its players.

    It has no link, since a text may be passed on to people who shall not see the group.
    """
    if session_view.night is not None:
        return _night_text(session_view, session_view.night)
    names = sides_text(session_view.sides, session_view.players)
    played = len(session_view.counted)
    if session_view.target is None or session_view.single:
        games = ngettext("%(num)d game", "%(num)d games", played)
    else:
        games = ngettext(
            "%(num)d game of an evening to %(target)d",
            "%(num)d games of an evening to %(target)d",
            played,
            target=session_view.target,
        )
    lines = [
        winner_text(session_view),
        *filter(None, [how_won_text(session_view)]),
        f"{GAME_NAMES[session_view.rules.key]}, {date_text(session_view.date)}, {games}",
        "",
        *(
            f"{standing.place}. {names[standing.side]} {signed(standing.total)}"
            for standing in session_view.standings
        ),
    ]
    return "\n".join([*lines, *_due_lines(session_view)])


def _due_lines(session_view: SessionView) -> list[str]:
    lines = [
        f"{dues.name} → {', '.join(f'{name} {amount}' for name, amount in dues.payments)}"
        for dues in dues_by_payee(session_view)
        if dues.payments
    ]
    heading = f"{settlement_text(session_view) or gettext('Who pays whom')}:"
    return ["", heading, *lines] if lines else []


def _night_text(session_view: SessionView, night: NightView) -> str:
    games = ngettext("%(num)d game", "%(num)d games", night.games)
    lines = [
        *([night_winner_text(night)] if night.over else []),
        f"{GAME_NAMES[session_view.rules.key]}, {date_text(session_view.date)}, {games}",
        "",
        *(f"{standing.place}. {_person_text(night, standing)}" for standing in night.placed),
    ]
    if night.unplaced:
        lines += ["", *([unplaced_text()] if night.points.adds_up else [])]
        lines += [_person_text(night, standing) for standing in night.unplaced]
    return "\n".join([*lines, *_due_lines(session_view)])


def _person_text(night: NightView, standing: PersonStanding) -> str:
    """Return a person's name and result after a night: points, or the number of parts won."""
    result = (
        signed(standing.total)
        if night.points.adds_up
        else ngettext("won %(num)d part", "won %(num)d parts", standing.won)
    )
    return f"{isolated(standing.name)} {result} ({games_in_night_text(night, standing)})"


def sweep_of_evening_text(sweep: EveningSweep, game: str, names: Sequence[str]) -> str:
    """Return the sweep of an evening; ``game`` names its game, ``names`` its players by seat."""
    play = step_text(sweep.event, sweep.record.rules, names)
    return gettext("The sweep of the evening: %(play)s (%(game)s)", play=play, game=game)


def most_swept_text(swept: Counter[str], *, paid: bool) -> str:
    """Return who has most sweeps of an evening, or where sweeps are ``paid`` most cards face up;
    empty where nobody swept."""
    if not swept:
        return ""
    most = max(swept.values())
    names = and_(in_sentences(name for name, number in swept.items() if number == most))
    if paid:
        return gettext("Most cards face up: %(names)s, %(num)d", names=names, num=most)
    return gettext("Most sweeps: %(names)s, %(num)d", names=names, num=most)


def dearest_play_text(dearest: DearestPlay, game: str) -> str:
    """Return what the dearest play of an evening cost, and whose it was where the group names
    people; ``game`` names its game."""
    points, analysed = loss_text(dearest.finding), dearest.game
    if not analysed.blames:
        return gettext("The dearest play cost %(points)s (%(game)s)", points=points, game=game)
    return gettext(
        "The dearest play: %(name)s, %(points)s (%(game)s)",
        name=isolated(analysed.players[dearest.finding.seat]),
        points=points,
        game=game,
    )


def unplaced_text() -> str:
    """Return why people who have played fewer games than others stand by themselves."""
    return gettext(
        "Totals can be compared only after the same number of games. "
        "These people have a place by points a game:"
    )


def games_in_night_text(night: NightView, standing: PersonStanding) -> str:
    """Return how many games a person has played in a night, and where points add up, how many
    points a game that makes; also the place by them, where the total gives none."""
    games = ngettext("%(num)d game", "%(num)d games", standing.games)
    if standing.average is None or not night.points.adds_up:
        return games
    points, places = average(float(standing.average)), night.points.places_by_average
    if standing.place:
        text = gettext("%(points)s points a game", points=points)
    else:
        text = gettext(
            "%(points)s points a game: place %(place)d of %(people)d",
            points=points,
            place=places[standing.name],
            people=len(places),
        )
    return f"{games} · {text}"


def followed_text(followed: FollowedGamesSummary) -> str:
    """Return the statistics of followed games in sentences; bluffs without the names of the
    players."""
    games = ngettext(
        "%(num)d game was followed to its end.",
        "%(num)d games were followed to their end.",
        followed.games,
    )
    lost = ngettext(
        "Opponents took %(lost)d of %(num)d build.",
        "Opponents took %(lost)d of %(num)d builds.",
        followed.built,
        lost=followed.lost,
    )
    if not followed.built:
        return games
    if not followed.bluffs:
        return f"{games} {lost}"
    bluffs = ngettext("%(num)d bluff came out.", "%(num)d bluffs came out.", followed.bluffs)
    return f"{games} {lost} {bluffs}"
