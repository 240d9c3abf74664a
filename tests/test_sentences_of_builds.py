"""Sentences about builds, in each language, in a sentence and in a row."""

import pytest

from referee.languages import Speech, speaking
from referee.messages.build_page import may_text
from referee.messages.build_verdicts import (
    build_verdict_text,
    named_verdict_text,
    step_of_play_text,
)
from referee.rules.cards import AS_WRITTEN, Card
from referee.rules.games.ask import ask, build_question
from referee.rules.games.casino.question import BuildQuestion
from referee.rules.games.casino.ruling import consult
from referee.rules.notation import read_cards, read_table
from referee.rules.plays import Capture
from referee.web.referee.build_pieces import draw_steps
from tests.in_each_language import in_each_language


def asked(game: str = "casino", **more: str) -> BuildQuestion:
    return build_question(game, more)


ALONE = asked()


def test_builds_that_are_taken() -> None:
    (card,) = read_cards("8")
    lying = read_table("8S 5S+3C=8 6D+2H=8", AS_WRITTEN)
    taken = Capture(Card(card.rank), lying.loose, lying.builds)
    assert in_each_language(lambda: step_of_play_text(taken, ALONE)) == (
        "The 8 takes 8♠, the build of 8 (3♣ and 5♠) and the build of 8 (2♥ and 6♦)",
        "Åttan tar in 8♠, åttabygget (3♣ och 5♠) och åttabygget (2♥ och 6♦)",
        "Die Acht schlägt 8♠, den 8er-Bau (3♣ und 5♠) und den 8er-Bau (2♥ und 6♦)",
    )


JOINED = [
    # players, the turn so far, English, Swedish, German
    ("2", "6S+2D^1+3C+5S=8", "6♠ and the opponent’s 2♦ join the build of 8",
     "6♠ och motståndarens 2♦ läggs till åttabygget",
     "6♠ und 2♦ vom Gegner kommen zum 8er-Bau"),
    ("3", "6S+2D^1+3C+5S=8", "6♠ and next player’s 2♦ join the build of 8",
     "6♠ och nästa spelares 2♦ läggs till åttabygget",
     "6♠ und 2♦ vom Spieler nach dir kommen zum 8er-Bau"),
    ("2", "6S+AC+7H=8", "6♠, A♣ and 7♥ are 8", "6♠, E♣ och 7♥ blir 8", "6♠, A♣ und 7♥ ergeben 8"),
]  # fmt: skip


@pytest.mark.parametrize(("players", "turn", "english", "swedish", "german"), JOINED)
def test_what_joins_a_build(
    players: str, turn: str, english: str, swedish: str, german: str
) -> None:
    question = asked(
        "swazi-casino", players=players, table="6S AC 7H 8C 3C+5S=8@0", piles="2D@1", turn=turn
    )
    assert question.turn is not None
    for language, text in (("en", english), ("sv", swedish), ("de", german)):
        with speaking(Speech(language)):
            (step,) = draw_steps(question, question.turn, None, str)
        assert step.text.replace("\ufe0e", "") == text


def test_what_was_added_to_an_opponents_build_must_be_taken() -> None:
    """The card may do nothing else in this turn, whatever other steps there are."""
    question = asked(
        "swazi-casino", table="6S KD 3C+5S=8@1", piles="2D@1", played="8H", turn="6S+2D^1+3C+5S=8"
    )
    play = consult(question, with_tops=True).play
    assert play is not None
    for language, text in (
        ("en", "The 8♥ must take"), ("sv", "8♥ måste ta in"), ("de", "8♥ muss schlagen")
    ):  # fmt: skip
        with speaking(Speech(language)):
            assert may_text(play, sure=False).replace("\ufe0e", "") == text


REFUSED = [
    # the game, the position, the turn, English, Swedish, German
    ("casino", {"table": "5 J"}, "4 4+5+J=12",
     "No: pictures have no number here. They neither add up nor build.",
     ("Nej: klädda kort har inget talvärde här. "
     "Man kan varken räkna ihop dem eller bygga med dem."),
     ("Nein: Bildkarten haben hier keinen Zahlenwert. "
     "Man kann mit ihnen weder Summen bilden noch bauen.")),
    ("swazi-casino", {"players": "4", "table": "9H=9D=4C+5C=9@0 9C"}, "9S 9S=9H=9D=4C+5C=9@2",
     "No: all cards that could take the build of 9 lie in sight, so your partner holds none.",
     "Nej: alla kort som kan ta in niobygget ligger synliga, så din partner har inget.",
     ("Nein: Alle Karten, die den 9er-Bau schlagen könnten, liegen offen, "
     "also hat dein Partner keine.")),
    ("swazi-casino", {"players": "3", "table": "6D AC+5C=6@1", "hand": "9S"}, "6D=AC+5C=6",
     "No: to an opponent’s build of 6 you only add if you take it in the same turn.",
     "Nej: en motståndares sexbygge får du bara bygga ut om du tar in det i samma drag.",
     ("Nein: Den gegnerischen 6er-Bau darfst du nur erweitern, "
     "wenn du ihn im selben Zug schlägst.")),
    ("south-african-casino", {"table": "7H", "piles": "4C@1", "house": "top_needs_base"},
     "4H x 4C^1", "No: the table must give a four too, before you may take the top card.",
     "Nej: bordet måste också ge en fyra innan du får ta in det översta kortet.",
     "Nein: Der Tisch muss auch eine Vier hergeben, bevor du die oberste Karte schlagen darfst."),
    ("south-african-casino", {"table": "7H", "piles": "AC@1", "house": "no_top_sums"},
     "8H x 7H AC^1", "No: by your house rules the top card of a pile makes no sums.",
     "Nej: enligt era husregler räknas det översta kortet i en hög inte in i någon summa.",
     "Nein: Nach euren Hausregeln bildet die oberste Karte eines Stapels keine Summen."),
    ("south-african-casino",
     {"players": "3", "table": "3S+5H=8@0 2C", "house": "lay_in_one_deal"}, "2H 2H+2C=4",
     "No: you own a build of 8, so you may not make or raise another.",
     "Nej: du har ett eget åttabygge och får därför varken börja ett till eller höja ett annat.",
     "Nein: Dir gehört ein 8er-Bau, also darfst du keinen weiteren beginnen oder erhöhen."),
]  # fmt: skip


@pytest.mark.parametrize(("game", "lies", "turn", "english", "swedish", "german"), REFUSED)
def test_builds_that_are_refused(
    game: str, lies: dict[str, str], turn: str, english: str, swedish: str, german: str
) -> None:
    verdict = ask(game, lies | {"turn": turn}).ruling.verdict
    assert verdict is not None
    assert in_each_language(lambda: build_verdict_text(verdict)) == (english, swedish, german)


def test_nobody_is_told_to_take_a_build_to_which_nobody_adds() -> None:
    """In a followed game of South African Casino."""
    asked = {"table": "3S+5H=8@1 6C", "turn": "2C 3S+5H=6C+2C=8"}
    verdict = ask("south-african-casino", asked).ruling.verdict
    assert verdict is not None
    assert named_verdict_text(verdict, "Ada") == "No: to an opponent’s build of 8 nobody adds."
