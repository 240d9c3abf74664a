"""Numbers, names and counting cards in sentences, in each language."""

from datetime import date

import pytest

from referee import languages
from referee.languages import Speech, date_text, in_sentences, speaking
from referee.messages.error_texts import error_text
from referee.messages.irregular_plays import replay_lines
from referee.rules.games import ruleset
from referee.rules.log.game_text import PlaysTwice, Transcript
from referee.rules.notation import UnreadableCard
from referee.rules.scoring import Score
from referee.services import refusals
from referee.words.score_names import items_text, kind_number
from tests.followed_games import followed
from tests.in_each_language import in_each_language

KINDS = [
    # kind, number, English, Swedish, German
    ("ace_of_spades", 1, "one A♠", "ett spader ess", "ein Pik-Ass"),
    ("ace_of_spades", 2, "two A♠", "två spader ess", "zwei Pik-Asse"),
    ("other_aces", 1, "one other ace", "ett annat ess", "ein anderes Ass"),
]


@pytest.mark.parametrize(("kind", "number", "english", "swedish", "german"), KINDS)
def test_kinds(kind: str, number: int, english: str, swedish: str, german: str) -> None:
    assert in_each_language(lambda: kind_number(kind, number)) == (english, swedish, german)


ITEMS = [
    # language, a score without the last capture, one with it, one whose pile is not counted
    ("en", "Own sweeps +5 · set up for Bo −10 · cards +13", "Cards 0 · last capture +1",
     "Own sweeps +5 · set up for the next player −10"),
    ("sv", "Egna tabbar +5 · dukat åt Bo −10 · kort +13", "Kort 0 · tog in sist: +1",
     "Egna tabbar +5 · dukat åt nästa spelare −10"),
    ("de", "Eigene Feger +5 · für Bo vorgelegt −10 · Karten +13",
     "Karten 0 · zuletzt geschlagen +1",
     "Eigene Feger +5 · für den nächsten vorgelegt −10"),
]  # fmt: skip


@pytest.mark.parametrize(("language", "usual", "last", "uncounted"), ITEMS)
def test_what_a_score_is_made_of(language: str, usual: str, last: str, uncounted: str) -> None:
    sheet = ruleset("krypkasino").sheet
    names = ("sweeps", "set_ups", "cards", "last_capture")
    one, other = (
        Score(dict(zip(names, points, strict=True)), sum(points))
        for points in ((5, -10, 13, 0), (0, 0, 0, 1))
    )
    with speaking(Speech(language)):
        assert items_text(sheet, one, after="Bo") == usual
        assert items_text(sheet, other) == last
        assert items_text(sheet, one, counted=False) == uncounted


NUMBERS = [
    # language, minus 12.5 points a game, money, an amount, a day
    ("en", "−12.5", "1,234.50\u00a0€", "0.50", "21 November 2026"),
    ("sv", "−12,5", "1\u00a0234,50\u00a0€", "0,50", "21 november 2026"),
    ("de", "−12,5", "1.234,50\u00a0€", "0,50", "21. November 2026"),
]


@pytest.mark.parametrize(("language", "average", "money", "amount", "day"), NUMBERS)
def test_numbers_and_days(language: str, average: str, money: str, amount: str, day: str) -> None:
    with speaking(Speech(language)):
        assert languages.average(-12.5) == average
        assert languages.money(123450, "€") == money
        assert languages.amount(50) == amount
        assert date_text(date(2026, 11, 21)) == day


NAMES = [
    # as it was typed, as it stands in a sentence
    ("Zoë", "Zoë"),
    ("דוד", "\u2068דוד\u2069"),
    ("عمر B", "\u2068عمر B\u2069"),
    ("Bo\u200f", "\u2068Bo\u200f\u2069"),
    # With controls of their own: what they begin ends, and they end nothing else.
    ("\u202eBo", "\u2068\u202eBo\u202c\u2069"),
    ("Dan\u2069", "\u2068Dan\u2069"),
    ("\u2068Eva\u2069", "\u2068\u2068Eva\u2069\u2069"),
    ("\u2066\u202eFia\u202c", "\u2068\u2066\u202eFia\u202c\u2069\u2069"),
]


@pytest.mark.parametrize(("typed", "shown"), NAMES)
def test_names_keep_their_direction_to_themselves(typed: str, shown: str) -> None:
    assert in_sentences([typed]) == [shown]


TURNING, KEPT = "\u202eBo", "\u2068\u202eBo\u202c\u2069"
REFUSED = [
    # an error, how what was typed stands in its sentence
    (UnreadableCard("\u2067x"), "“\u2068\u2067x\u2069\u2069” is not a card. Write the rank"),
    (refusals.BadName(TURNING * 30, 60), "“\u2068"),
    (refusals.SameName(TURNING), f"“{KEPT}” plays twice."),
    (refusals.TakenName(1, TURNING), f"is called “{KEPT}”."),
    (PlaysTwice("ש"), "“\u2068ש\u2069” plays twice."),
]


@pytest.mark.parametrize(("error", "said"), REFUSED)
def test_what_was_typed_turns_no_sentence_around(error: Exception, said: str) -> None:
    assert said in error_text(error)


def test_names_turn_no_line_of_a_replay_around() -> None:
    record = followed("table 2S 3H 5D JC", "KH -", "8H x 3H 5D")
    lines = replay_lines(Transcript((TURNING, "Bo"), record, ("",) * record.seq))
    assert lines[0] == f"{KEPT} deals."
    assert all(TURNING not in line or KEPT in line for line in lines)
    assert any(line.strip().startswith(f"2  {KEPT}: ") for line in lines)
