"""Sentences about cards, in each language, with ranks and numbers of every kind."""

from dataclasses import replace

import pytest

from referee.languages import Speech, speaking
from referee.messages.capture_verdicts import (
    cost_text,
    hand_play_text,
    headline,
    price_text,
    stand_text,
    sweep_for,
    verdict_text,
)
from referee.messages.dealing import set_aside_text
from referee.messages.error_texts import error_text
from referee.messages.irregular_plays import irregularities_text, mended_text
from referee.messages.table_events import marker_text, step_text
from referee.rules.cards import AS_WRITTEN, Card, Rank, RulesError, Suit, SuitMissing, TooManyCopies
from referee.rules.games import ruleset
from referee.rules.games.krypkasino.captures import capture_rules
from referee.rules.games.krypkasino.question import Question, SuitNeeded, consult
from referee.rules.games.krypkasino.verdict import Ruling
from referee.rules.log.corrections import suggest_repairs
from referee.rules.notation import read_cards, read_table
from referee.rules.ruleset import Ruleset
from tests.followed_games import followed
from tests.in_each_language import in_each_language

RULES = ruleset("krypkasino")

ANNOUNCED = [
    # ranks, English, Swedish, German
    ("A", "Sweep for an ace", "Tabbe på ess", "Fegen mit einem Ass"),
    ("6 Q", "Sweep for a six or a queen", "Tabbe på sex eller dam",
     "Fegen mit einer Sechs oder einer Dame"),
]  # fmt: skip


@pytest.mark.parametrize(("ranks", "english", "swedish", "german"), ANNOUNCED)
def test_announcements(ranks: str, english: str, swedish: str, german: str) -> None:
    told = in_each_language(lambda: sweep_for(card.rank for card in read_cards(ranks)))
    assert told == (english, swedish, german)


def judged(table: str, played: str = "", **more: str) -> Ruling:
    return consult(capture_rules(RULES), Question.read({"table": table, "played": played} | more))


def said(ruling: Ruling) -> str:
    text = verdict_text(ruling.verdict) if ruling.verdict else headline(ruling)
    return text.replace("\ufe0e", "")


NOT_HELD, CREPT = {"hand": "2"}, {"captured": "-"}
RULED = [
    # table, played, what else is known, English, Swedish, German
    ("9", "KH", {}, "Nothing to take: the K♥ creeps", "Inget att ta in: K♥ kryper",
     "Nichts zu schlagen, K♥ kriecht"),
    ("5S", "5S", {}, "Double sweep: the 5♠ takes the whole table",
     "Dubbeltabbe: 5♠ tar in hela bordet", "Doppelfeger – 5♠ schlägt den ganzen Tisch"),
    ("9", "K", NOT_HELD, "No: the king is not in the hand.", "Nej: kungen finns inte på handen.",
     "Nein – der König ist nicht auf der Hand."),
    ("Q 9 3", "Q", CREPT, "No: the queen cannot creep; it must take the 3, the 9 and the queen.",
     "Nej: damen får inte krypa utan måste ta in trean, nian och damen.",
     "Nein – die Dame darf nicht kriechen, sondern muss die Drei, die Neun und die Dame schlagen."),
    ("8 8 3", "8", CREPT, "No: the 8 cannot creep; it must take two eights.",
     "Nej: åttan får inte krypa utan måste ta in två åttor.",
     "Nein – die Acht darf nicht kriechen, sondern muss zwei Achten schlagen."),
    ("8 8 8", "8", {"captured": "8"}, "No: it must also take two other eights.",
     "Nej: två andra åttor måste också tas in.",
     "Nein – die Karte muss auch zwei andere Achten schlagen."),
    ("3 5", "K", CREPT, "Yes, unless an eight was in the hand.",
     "Ja, om inte en åtta fanns på handen.",
     "Ja, es sei denn, man hatte eine Acht auf der Hand."),
    ("A 2 5 6 8", "8", CREPT,
     ("No: the 8 cannot creep; it must take the 2 and the 8, and either the 6, or the ace and the "
      "5."),
     ("Nej: åttan får inte krypa utan måste ta in tvåan och åttan och antingen sexan, eller esset "
      "och femman."),
     ("Nein – die Acht darf nicht kriechen, sondern muss die Zwei und die Acht und entweder die "
      "Sechs oder aber das Ass und die Fünf schlagen.")),
    ("9 5S 5H 5D 5C", "A", CREPT,
     ("No: the ace cannot creep; it must take the 9, and either the 5♥, or the 5♦, or the 5♣. "
      "There are more ways."),
     ("Nej: esset får inte krypa utan måste ta in nian och antingen 5♥, eller 5♦, eller 5♣. Det "
      "finns fler sätt."),
     ("Nein – das Ass darf nicht kriechen, sondern muss die Neun und entweder 5♥ oder aber 5♦ oder "
      "aber 5♣ schlagen. Es gibt noch mehr Möglichkeiten.")),
    ("9 3 K", "K", {"captured": "9 3"}, "No: these cards do not make groups of 13.",
     "Nej: de här korten blir inte grupper på 13.",
     "Nein – diese Karten ergeben keine Gruppen mit Wert 13."),
    ("3 4 7", "7", {"captured": "3"},
     "No: the 3 alone does not make 7. Something is missing, such as 4.",
     "Nej: bara trean blir inte 7. Något fattas, till exempel 4.",
     "Nein – die Drei allein ergibt nicht 7. Es fehlt noch etwas, zum Beispiel 4."),
    ("9 K", "K", {"captured": "9"}, "No: the 9 belongs to no group that makes 13.",
     "Nej: nian ingår inte i någon grupp som blir 13.",
     "Nein – die Neun gehört zu keiner Gruppe, die 13 ergibt."),
    ("8 9", "8", {"captured": "8 8 J"},
     "No: not all of these cards lie on the table: the 8 and the jack are missing.",
     "Nej: på bordet saknas åttan och knekten.",
     "Nein – auf dem Tisch fehlen die Acht und der Bube."),
    ("2 2 2 2 2 2", "3", {"hand": "3 2 4 4H Q"},
     "No: a sweep is forced. Play the 2, the 4 or the queen; any of them takes the whole table.",
     "Nej: det är tvångstabbe. Här måste tvåan, fyran eller damen spelas och ta in hela bordet.",
     ("Nein – Zwangsfeger: Hier muss man die Zwei, die Vier oder die Dame spielen und den "
      "ganzen Tisch schlagen.")),
]  # fmt: skip


@pytest.mark.parametrize(("table", "played", "more", "english", "swedish", "german"), RULED)
def test_rulings(
    table: str, played: str, more: dict[str, str], english: str, swedish: str, german: str
) -> None:
    told = in_each_language(lambda: said(judged(table, played, **more)))
    assert told == (english, swedish, german)


LET_STAND = [
    # the card that should not have been played, English, Swedish, German
    ("3", "If you let the 3 stand:", "Om ni låter trean gälla:", "Wenn ihr die Drei gelten lasst:"),
]  # fmt: skip


@pytest.mark.parametrize(("played", "english", "swedish", "german"), LET_STAND)
def test_what_should_not_have_been_played(
    played: str, english: str, swedish: str, german: str
) -> None:
    ruling = judged("8 K 5", played, hand=f"K {played}")
    assert in_each_language(lambda: stand_text(ruling)) == (english, swedish, german)


IN_HAND = [
    # the table, a card that sweeps it, English, Swedish, German
    ("3 5", "8", "sweep", "tabbe", "Feger"),
    ("5", "5", "sweep, perhaps double", "tabbe, kanske dubbel", "Feger, vielleicht doppelt"),
]


@pytest.mark.parametrize(("table", "card", "english", "swedish", "german"), IN_HAND)
def test_what_a_card_of_the_hand_does(
    table: str, card: str, english: str, swedish: str, german: str
) -> None:
    hand = judged(table, hand=card).hand
    assert in_each_language(lambda: hand_play_text(hand.plays[0])) == (english, swedish, german)


SWEPT = [
    # plays, English, Swedish, German
    (["5D"], "Double sweep: Bo +10, Ada −10", "Dubbeltabbe: Bo +10, Ada −10",
     "Doppelfeger: Bo +10, Ada −10"),
    # Ada is the one before Bo, Cia the one before Ada.
    (["5D", "2H", "2C"], "Sweep: Ada +5, Cia −5", "Tabbe: Ada +5, Cia −5", "Feger: Ada +5, Cia −5"),
]  # fmt: skip


@pytest.mark.parametrize(("plays", "english", "swedish", "german"), SWEPT)
def test_what_a_sweep_is_worth(plays: list[str], english: str, swedish: str, german: str) -> None:
    """To both whom it scores for: the player before pays (#set-up)."""
    record = followed("table 5D KH KD QC QD", *plays, players=3)
    assert in_each_language(
        lambda: marker_text(record.events[-1], RULES, ["Ada", "Bo", "Cia"])
    ) == (english, swedish, german)


IRREGULAR = [
    (1, "1 thing to talk about: Bo’s 5♥", "1 sak att prata om: 5♥ (Bo)",
     "1 Sache zu besprechen: 5♥ (Bo)"),
    (2, "2 things to talk about: Bo’s 5♥ and Ada’s 5♠",
     "2 saker att prata om: 5♥ (Bo) och 5♠ (Ada)",
     "2 Sachen zu besprechen: 5♥ (Bo) und 5♠ (Ada)"),
]  # fmt: skip


@pytest.mark.parametrize(("number", "english", "swedish", "german"), IRREGULAR)
def test_how_much_was_irregular(number: int, english: str, swedish: str, german: str) -> None:
    record = followed("table 5D KH KD QC", *["5H - !", "5S - !"][:number])
    told = in_each_language(lambda: irregularities_text(record, ["Ada", "Bo"]))
    assert told == (english, swedish, german)


def test_what_a_play_most_likely_was() -> None:
    record = followed("table 2D 5H 8S 9C", "8H", "9H", "replace 2 9D x 9C")
    ((entry, _),) = suggest_repairs(record)
    assert in_each_language(lambda: mended_text(entry, record, ["Ada", "Bo"])) == (
        "Play 2, Ada: 9♥ creeps (it said: 9♥ takes 9♣)",
        "Drag 2, Ada: 9♥ kryper (där stod: 9♥ tar in 9♣)",
        "Zug 2, Ada: 9♥ kriecht (bisher: 9♥ schlägt 9♣)",
    )


DEALT = [
    # what was dealt, English, Swedish, German
    ("2D 5H 8S 9C", "Dealt to the table: 2♦, 5♥, 8♠ and 9♣",
     "Utdelat på bordet: 2♦, 5♥, 8♠ och 9♣", "Auf den Tisch gegeben: 2♦, 5♥, 8♠ und 9♣"),
    ("2D 5H 8S KD", "Dealt to the table: 2♦, 5♥, 8♠ and K♦. Set aside: K♦",
     "Utdelat på bordet: 2♦, 5♥, 8♠ och K♦. Undanlagt: K♦",
     "Auf den Tisch gegeben: 2♦, 5♥, 8♠ und K♦. Beiseitegelegt: K♦"),
]  # fmt: skip


@pytest.mark.parametrize(("dealt", "english", "swedish", "german"), DEALT)
def test_what_was_dealt(dealt: str, english: str, swedish: str, german: str) -> None:
    (step,) = followed(f"table {dealt}").events
    assert in_each_language(lambda: step_text(step, RULES, ["Ada", "Bo"])) == (
        english,
        swedish,
        german,
    )


REFUSED: list[tuple[RulesError, str, str, str]] = [
    # error, English, Swedish, German
    (SuitMissing(Card(Rank.KING)), "What suit is the king?",
     "Vilken färg har kungen? Ange den.", "Welche Farbe hat der König? Gib sie an."),
    (SuitNeeded(Card(Rank.ACE)), "Enter the suit of the ace: spades are set aside.",
     "Ange färgen på esset: spader läggs undan.",
     "Welche Farbe hat das Ass? Pik wird beiseitegelegt."),
    (TooManyCopies(Card(Rank.TEN), 9, 8), "Nine tens: there are only eight in the game.",
     "Nio tior: det finns bara åtta i spelet.", "Neun Zehnen: Im Spiel gibt es nur acht."),
    (TooManyCopies(Card(Rank.QUEEN, Suit.HEARTS), 3, 2), "3 × Q♥: there are only 2 in the game.",
     "3 × D♥: det finns bara 2 i spelet.", "3 × D♥: Im Spiel gibt es nur 2."),
    (TooManyCopies(Card(Rank.QUEEN, Suit.HEARTS), 2, 1), "2 × Q♥: there is only one in the game.",
     "2 × D♥: det finns bara ett i spelet.", "2 × D♥: Im Spiel gibt es sie nur einmal."),
]  # fmt: skip


@pytest.mark.parametrize(("error", "english", "swedish", "german"), REFUSED)
def test_refusals(error: RulesError, english: str, swedish: str, german: str) -> None:
    assert in_each_language(lambda: error_text(error)) == (english, swedish, german)


SET_ASIDE = [
    # house rules, language, international letters, what is said
    ([], "sv", False, "Lägg sedan undan Kn, D och K från bordet."),
    ([], "sv", True, "Lägg sedan undan J, Q och K från bordet."),
    ([], "de", False, "Danach alle B, D und K vom Tisch beiseitelegen."),
    (["set_aside_spades"], "sv", False, "Lägg sedan undan alla spader från bordet."),
    (["set_aside_spades"], "de", False, "Danach alle Pikkarten vom Tisch beiseitelegen."),
]


@pytest.mark.parametrize(("house", "language", "international", "text"), SET_ASIDE)
def test_what_is_set_aside(house: list[str], language: str, international: bool, text: str) -> None:
    with speaking(Speech(language, international)):
        assert set_aside_text(ruleset("krypkasino", house)) == text


BUILDS = [
    # a table, what is wrong with it
    ("5S+3C=", "en", "“5S+3C=” is not a build. Write its cards and then its value: 5S+3C=8."),
    ("QS=12", "sv", "D♠: ett bygge har minst två kort."),
    ("5S+3C=9", "sv", "5♠ och 3♣ går inte att dela upp i grupper som var för sig blir 9."),
    ("5S+3C=9", "de", "5♠ und 3♣ lassen sich nicht in Gruppen aufteilen, die jeweils 9 ergeben."),
]  # fmt: skip


@pytest.mark.parametrize(("table", "language", "text"), BUILDS)
def test_builds_that_cannot_be(table: str, language: str, text: str) -> None:
    with pytest.raises(RulesError) as refusal:
        read_table(table, AS_WRITTEN)
    with speaking(Speech(language)):
        said = error_text(refusal.value).replace("\ufe0e", "")
    assert said.startswith(text)


SINGLE = "You +5 and the cards, the player before you −5."
DOUBLE = "You +10 and the cards, the player before you −10."
UNSURE = "You +5 (double: +10) and the cards, the player before you −5 (double: −10)."


def ruled(table: str, rules: Ruleset = RULES, **more: str) -> Ruling:
    return consult(capture_rules(rules), Question.read({"table": table} | more))


PRICES = [
    # the table, what else is known, the price
    ("3 5", {"played": "8"}, SINGLE),
    ("5S", {"played": "5S"}, DOUBLE),
    ("5", {"played": "5"}, UNSURE),
    ("3 5", {"played": "8", "captured": "3 5"}, f"Sweep: y{SINGLE[1:]}"),
    ("5S", {"played": "5S", "captured": "5S"}, f"Double sweep: y{DOUBLE[1:]}"),
    ("3 5", {"played": "9"}, ""),
]


@pytest.mark.parametrize(("table", "more", "price"), PRICES)
def test_the_price_of_a_sweep(table: str, more: dict[str, str], price: str) -> None:
    ruling = ruled(table, **more)
    assert price_text(ruling, ruling.verdict) == price


def test_the_price_is_that_of_the_game() -> None:
    dearer = replace(RULES, referee=replace(capture_rules(RULES), sweep_points=7))
    assert "+7 (double: +14)" in price_text(ruled("5", dearer, played="5"))


COSTS = [
    # the table, the card played, English, Swedish, German
    ("3H 5H", "8S", "sweep +5, cards 1 point", "tabbe +5, korten 1 poäng",
     "Feger +5, Karten 1 Punkt"),
    ("5H", "5H", "sweep +10, cards 0 points", "tabbe +10, korten 0 poäng",
     "Feger +10, Karten 0 Punkte"),
    ("5", "5", "sweep +5 (double: +10), cards up to 2 points",
     "tabbe +5 (dubbel: +10), korten högst 2 poäng",
     "Feger +5 (doppelt: +10), Karten höchstens 2 Punkte"),
]  # fmt: skip


@pytest.mark.parametrize(("table", "played", "english", "swedish", "german"), COSTS)
def test_what_an_option_costs(
    table: str, played: str, english: str, swedish: str, german: str
) -> None:
    """The points of the cards alone, beside a double sweep, would mislead."""
    ruling = ruled(table, played=played)
    told = in_each_language(lambda: cost_text(ruling.play.outcomes[0], ruling.sweep_points))
    assert told == (english, swedish, german)
