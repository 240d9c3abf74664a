"""Irregular plays of a followed game, their repairs, and what was missed."""

from collections.abc import Iterator, Sequence

from ..languages import and_, build_number, gettext, in_sentences, isolated, ngettext, or_, signed
from ..rules.cards import Rank
from ..rules.exercises.exercise import JudgedAnswer
from ..rules.exercises.missed_play_exercises import MissedExercise, MissedTask
from ..rules.games.krypkasino.verdict import CaptureVerdict, ground_of
from ..rules.log.corrections import Differences
from ..rules.log.entries import Entry, Replace
from ..rules.log.game_text import Transcript
from ..rules.log.record import Record
from ..rules.plays import Irregularity, IrregularityKind, Played
from ..rules.ruleset import AppliedEvent
from ..rules.scoring import Sheet
from ..rules.seating import sides
from ..words.card_names import A_RANK, card_name, card_text, cards_text, held_card, the_card
from .build_exercise_texts import fails_on_text
from .capture_exercise_texts import TAKE, ruling_in
from .capture_verdicts import because_text, headline, price_text, reason_text, verdict_text
from .table_events import (
    Names,
    leftovers_text,
    marker_text,
    play_text,
    played_text,
    step_text,
    table_event_text,
)
from .verdict_lines import VerdictLine

_MOST_IN_SENTENCE = 5
"""The largest number of plays or things that a sentence names."""


def irregularity_text(  # noqa: PLR0911 - one sentence a kind
    irregularity: Irregularity, record: Record, names: Names
) -> str:
    """Return an irregularity as a sentence."""
    name = names[irregularity.seat] if irregularity.seat is not None else ""
    card = card_text(irregularity.card) if irregularity.card else ""
    match irregularity.kind:
        case IrregularityKind.MISSED_FORCED_SWEEP:
            assert irregularity.missed_at is not None
            return gettext(
                "%(name)s held %(card)s at play %(play)d, and it would have swept: "
                "a forced sweep was passed over.",
                name=name,
                card=card,
                play=record.index(irregularity.missed_at),
            )
        case IrregularityKind.NO_HOLDER | IrregularityKind.KEEP_CARD:
            return _bluff_text(irregularity, record, name)
        case IrregularityKind.ILLEGAL_CAPTURE | IrregularityKind.ILLEGAL_TURN:
            event = record.events[record.index(irregularity.seq)]
            return gettext(
                "%(play)s: %(verdict)s It was left as it was played.",
                play=_play_with_player(event, record, names),
                verdict=_verdict_reason_text(event, names),
            )
        case IrregularityKind.OUT_OF_TURN:
            return gettext("%(name)s played %(card)s out of turn.", name=name, card=card)
        case IrregularityKind.WRONG_HAND:
            return _wrong_hand_text(irregularity, name, card)
        case IrregularityKind.DOES_NOT_FIT if irregularity.seat is None:
            return gettext("The top of a pile, %(card)s, does not fit any more.", card=card)
        case IrregularityKind.DOES_NOT_FIT:
            event = record.events[record.index(irregularity.seq)]
            return gettext(
                "%(play)s: this does not fit any more. Correct it.",
                play=_play_with_player(event, record, names),
            )
        case IrregularityKind.TABLE_CORRECTED:
            return gettext("The table was corrected. At the end the piles are counted.")


def _wrong_hand_text(irregularity: Irregularity, name: str, card: str) -> str:
    """Return that a hand had more or fewer cards than it should, with the ``card`` that showed
    it."""
    difference = irregularity.difference or 0
    if card:
        return gettext("%(name)s had a card too many, %(card)s.", name=name, card=card)
    if difference > 0:
        return ngettext(
            "%(name)s had a card too many.",
            "%(name)s had %(num)d cards too many.",
            difference,
            name=name,
        )
    return ngettext(
        "%(name)s had a card too few.",
        "%(name)s had %(num)d cards too few.",
        -difference,
        name=name,
    )


def mark_text(irregularity: Irregularity, record: Record, names: Names) -> str:
    """Return what is irregular, for a mark beside the play."""
    if irregularity.kind in (IrregularityKind.ILLEGAL_CAPTURE, IrregularityKind.ILLEGAL_TURN):
        return _verdict_reason_text(record.events[record.index(irregularity.seq)], names)
    return irregularity_text(irregularity, record, names)


def agreed_text(text: str) -> str:
    """Return what the table has agreed on about an irregular play; an empty text lets it stand."""
    if not text:
        return gettext("Agreed: it stands.")
    return gettext("Agreed: %(text)s", text=_with_full_stop(isolated(text)))


def settled_irregularity_texts(record: Record, names: Names) -> list[str]:
    """Return each irregular play of a game as a sentence, with what the table has agreed on."""
    return [settled_irregularity_text(each, record, names) for each in record.irregularities]


def settled_irregularity_text(irregularity: Irregularity, record: Record, names: Names) -> str:
    """Return an irregular play as a sentence, with what the table has agreed on."""
    text = irregularity_text(irregularity, record, names)
    agreed = record.timeline.agreements.get(irregularity.play)
    return text if agreed is None else f"{text} {agreed_text(agreed)}"


def _play_with_player(event: AppliedEvent, record: Record, names: Names) -> str:
    """Return a play with its player: "Ada, 8♥", or in games with builds as a sentence."""
    assert isinstance(event.event, Played)
    assert event.seat is not None  # somebody played
    if record.engine.BY_CARD:
        card = card_text(event.event.card)
        return gettext("%(name)s, %(card)s", name=names[event.seat], card=card)
    return step_text(event, record.rules, names)


def _verdict_reason_text(event: AppliedEvent, names: Names) -> str:
    return _with_full_stop(reason_text(event.verdict, name=names[event.seat or 0]))


def _bluff_text(irregularity: Irregularity, record: Record, name: str) -> str:
    assert irregularity.missed_at is not None
    assert irregularity.build is not None
    assert irregularity.lacked is not None
    facts = {
        "name": name,
        "value": build_number(irregularity.build.value),
        "card": held_card(irregularity.lacked),
        "play": record.index(irregularity.missed_at),
    }
    if irregularity.kind is IrregularityKind.NO_HOLDER:
        return gettext(
            "%(name)s made the build of %(value)s at play %(play)d without %(card)s.", **facts
        )
    return gettext(
        "%(name)s kept the build of %(value)s after play %(play)d without %(card)s.", **facts
    )


def irregularities_text(record: Record, names: Names) -> str:
    """Return how many irregularities wait for a word: "1 thing to talk about: Cleo’s nine".

    Once the table has agreed on each, the text says that.
    """
    agreements = record.timeline.agreements
    waiting = [each for each in record.irregularities if each.play not in agreements]
    if not waiting:
        number = len(record.irregularities)
        return ngettext("%(num)d thing talked about", "%(num)d things talked about", number)
    things = list(dict.fromkeys(_thing_text(irregularity, names) for irregularity in waiting))
    return ngettext(
        "%(num)d thing to talk about: %(things)s",
        "%(num)d things to talk about: %(things)s",
        len(waiting),
        things=and_(first_few(things)),
    )


def first_few(texts: Sequence[str]) -> list[str]:
    """Return texts for a sentence; of many the first ones and how many more there are."""
    if len(texts) <= _MOST_IN_SENTENCE:
        return list(texts)
    shown = texts[: _MOST_IN_SENTENCE - 1]
    return [*shown, gettext("%(num)d more", num=len(texts) - len(shown))]


def _thing_text(irregularity: Irregularity, names: Names) -> str:
    """Return what an irregularity is about: the card that was played, or that was lacking."""
    if irregularity.kind is IrregularityKind.WRONG_HAND and not irregularity.card:
        return gettext("%(name)s’s hand", name=names[irregularity.seat or 0])
    card = irregularity.card or irregularity.lacked
    if card is None:
        return gettext("the table")
    text = card_text(card) if card.suited else card_name(card)
    if irregularity.seat is None:
        return text
    return gettext("%(name)s’s %(card)s", name=names[irregularity.seat], card=text)


def _with_full_stop(text: str) -> str:
    return text if text.endswith((".", "!")) else f"{text}."


def misfits_text(record: Record, misfits: Sequence[Irregularity]) -> str:
    """Return which plays no longer fit after an earlier one was corrected; of many the first
    ones."""
    plays = first_few([str(record.index(misfit.seq)) for misfit in misfits])
    return ngettext(
        "Play %(plays)s needs correcting",
        "Plays %(plays)s need correcting",
        len(plays),
        plays=and_(plays),
    )


def mended_text(entry: Replace, record: Record, names: Names) -> str:
    """Return what a play that no longer fits most likely was.

    "Play 12, Bo: 8♦ creeps (it said: 8♦ takes 8♠)"
    """
    index = record.index(entry.seq)
    event = record.events[index]
    assert event.seat is not None  # somebody played
    assert isinstance(event.event, Played)
    assert isinstance(entry.by, Played)
    return gettext(
        "Play %(play)d, %(name)s: %(told)s (it said: %(was)s)",
        play=index,
        name=names[event.seat],
        told=play_text(record.engine, event.state, entry.by, event.seat, names),
        was=play_text(record.engine, event.state, event.event, event.seat, names),
    )


def explanation_text(entry: Entry, record: Record, names: Names) -> str:
    """Return what may have happened instead of what the log says."""
    if isinstance(entry, Replace):
        index = record.index(entry.seq)
        event = record.events[index]
        if isinstance(entry.by, Played) and event.seat is not None:
            assert isinstance(event.event, Played)  # only a play replaces a play
            return gettext(
                "Play %(play)d was different. %(name)s: %(told)s, not: %(was)s.",
                play=index,
                name=names[event.seat],
                told=play_text(record.engine, event.state, entry.by, event.seat, names),
                was=play_text(record.engine, event.state, event.event, event.seat, names),
            )
        return table_event_text(entry.by, record.state, names)
    assert isinstance(entry, Played)
    assert record.state is not None
    seat = record.state.turn
    assert seat is not None
    text = played_text(record.engine, record.state, entry, seat, names)
    return gettext("A play was not entered. %(told)s.", told=text)


def forgotten_text(ranks: Sequence[Rank], record: Record, names: Names) -> str:
    """Return that the next play was perhaps not entered, with the ranks that it may have had."""
    assert record.state is not None
    assert record.state.turn is not None
    return gettext(
        "Or a play was not entered: %(name)s took exactly that with %(ranks)s. "
        "Then enter that card on the live table.",
        name=names[record.state.turn],
        ranks=or_(str(A_RANK[rank]) for rank in ranks),
    )


def photo_differs_text(differs: Differences) -> str:
    """Return how a photo of the table differs from the log; empty where it does not."""
    extra, lacking = (cards_text(sorted(cards.elements())) for cards in differs)
    if extra and lacking:
        return gettext(
            "The photo has %(extra)s, the log does not; the log has %(gone)s on the table, the"
            " photo does not.",
            extra=extra,
            gone=lacking,
        )
    if extra:
        return gettext("The photo has %(extra)s, the log does not.", extra=extra)
    if lacking:
        return gettext("The log has %(gone)s on the table, the photo does not.", gone=lacking)
    return ""


def no_missed_play_tapped_text(exercise: MissedExercise) -> str:
    """Return the sentence to an answer in which nothing is tapped."""
    if exercise.asks is MissedTask.TAKE:
        return TAKE.unanswered("pieces")
    return gettext("Tap what makes it illegal.")


def answered_text(exercise: MissedExercise, judged: JudgedAnswer) -> str:
    """Return the referee's verdict on an answer, in short."""
    match exercise.asks:
        case MissedTask.FORCED:
            return headline(ruling_in(judged)) or ""
        case MissedTask.TAKE:
            return verdict_text(_claim_verdict(judged), hides=True)
        case MissedTask.FAILS:
            if judged.right:
                return gettext("Right, that is why.")
            return gettext("No, for another reason.")
        case MissedTask.HELD:
            return gettext("Right.") if judged.right else gettext("No, another one.")


def reasons(exercise: MissedExercise, judged: JudgedAnswer, names: Names) -> list[VerdictLine]:
    """Return why an answer is right or wrong, with the clause, and what was done at the table."""
    texts = _reason_texts(exercise, judged, names)
    table_lines = [VerdictLine(text) for text in _table_texts(exercise, names)]
    if texts:
        return [
            *(VerdictLine(text) for text in texts[:-1]),
            VerdictLine(texts[-1], judged.clause),
            *table_lines,
        ]
    return [*table_lines[:-1], *(line._replace(clause=judged.clause) for line in table_lines[-1:])]


def _reason_texts(exercise: MissedExercise, judged: JudgedAnswer, names: Names) -> list[str]:
    record, missed = exercise.record, exercise.missed
    match exercise.asks:
        case MissedTask.FORCED:
            texts = [price_text(ruling_in(judged))]
        case MissedTask.TAKE:
            ground = ground_of(_claim_verdict(judged))
            texts = [because_text(ground) if ground else ""]
        case MissedTask.FAILS:
            pieces = exercise.blame.named if judged.right else ()
            texts = [
                reason_text(judged.found),
                fails_on_text(pieces) if pieces else "",
            ]
        case MissedTask.HELD:
            assert missed.irregularity is not None
            texts = [irregularity_text(missed.irregularity, record, names)]
    return list(filter(None, texts))


def _claim_verdict(judged: JudgedAnswer) -> CaptureVerdict:
    verdict = ruling_in(judged).verdict
    assert verdict is not None
    return verdict


def _table_texts(exercise: MissedExercise, names: Names) -> Sequence[str]:
    """Return what was played at the table; empty for a question about a hand."""
    if exercise.asks is MissedTask.HELD:
        return []
    play = step_text(exercise.missed.event, exercise.record.rules, names)
    if exercise.missed.irregularity is None:
        return [gettext("First entered, and refused: %(play)s.", play=play)]
    return [gettext("What was done: %(play)s.", play=play)]


def nobodys_names(players: int, seat: int) -> list[str]:
    """Return names for players who are not to be named: the player at ``seat`` is the first."""
    return [
        gettext("Player %(number)d", number=(other - seat) % players + 1)
        for other in range(players)
    ]


def asked_text(exercise: MissedExercise, names: Names) -> str:
    """Return the question that is asked about a position."""
    event = exercise.missed.event
    assert isinstance(event.event, Played)
    match exercise.asks:
        case MissedTask.FORCED:
            return gettext("Which card must be played?")
        case MissedTask.TAKE:
            return gettext("What must %(card)s take?", card=the_card(event.event.card))
        case MissedTask.FAILS:
            return gettext("This may not be done. Tap what makes it illegal.")
        case MissedTask.HELD:
            return _held_question(exercise, names)


def _held_question(exercise: MissedExercise, names: Names) -> str:
    irregularity = exercise.missed.irregularity
    assert irregularity is not None
    assert irregularity.seat is not None
    name = names[irregularity.seat]
    return gettext("%(name)s had this build. Which card had to be in the hand?", name=name)


def nothing_missed_text(record: Record) -> str:
    """Return that no rule was broken in a game, with what was looked at."""
    plays = sum(isinstance(applied.event, Played) for applied in record.events)
    text = ngettext(
        "%(num)d play: no rule was broken.", "%(num)d plays: no rule was broken.", plays
    )
    if record.engine.BY_CARD:
        more = gettext("A capture with another card may be passed over, unless it is a sweep.")
    elif record.rules.house_rules.forces_captures:
        more = ""
    else:
        more = gettext("Captures that were passed over are allowed in this game.")
    return f"{text} {more}".strip()


def nothing_missed_in_group_text(games: int) -> str:
    """Return that no rule was broken in the games that were followed, or that there are none."""
    if not games:
        return gettext("No game was followed play by play yet.")
    text = ngettext(
        "%(num)d game was followed: no rule was broken.",
        "%(num)d games were followed: no rule was broken.",
        games,
    )
    more = gettext("Captures that were passed over are no fault where the game allows it.")
    return f"{text} {more}"


def replay_lines(transcript: Transcript) -> list[str]:
    """Return a whole game as lines, with each irregularity where it happened."""
    record, names = transcript.record, in_sentences(transcript.players)
    lines = [gettext("%(name)s deals.", name=names[record.dealer])]
    for number, event in enumerate(record.events):
        line = f"{number:>3}  {step_text(event, record.rules, names)}"
        sweep = marker_text(event, record.rules, names)
        lines.append(f"{line}. {sweep}" if sweep else line)
        lines += (
            f"     ! {settled_irregularity_text(irregularity, record, names)}"
            for irregularity in event.irregularities
        )
    if rest := leftovers_text(record, names):
        lines.append(rest)
    sheet = record.score
    if sheet is not None:
        scores = ", ".join(_score_texts(record, sheet, names))
        lines.append(gettext("%(scores)s. The sum is %(sum)d.", scores=scores, sum=sheet.sum))
    elif record.over:
        lines.append(gettext("The log is not sure of every card: count the piles."))
    else:
        lines.append(gettext("The game was not followed to its end."))
    return lines


def _score_texts(record: Record, sheet: Sheet, names: Names) -> Iterator[str]:
    """Yield the score of each side with its name: "Ada 3", or "Ada & Cia 4" where they share it."""
    seats_of_sides = sides(record.players, record.teams)
    for seats in record.rules.sheet.scored_together(seats_of_sides):
        name = " & ".join(names[seat] for seat in seats)
        yield f"{name} {signed(sheet.scores[seats[0]].total)}"
