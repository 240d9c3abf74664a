"""Sentences about builds and turns in games with builds, in each language."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from referee.languages import Speech, speaking
from referee.messages.build_exercise_texts import play_to_do
from referee.messages.build_page import may_text
from referee.messages.build_verdicts import (
    build_verdict_text,
    named_verdict_text,
    step_of_play_text,
)
from referee.messages.capture_verdicts import stand_text, sweep_for, verdict_text
from referee.messages.error_texts import error_text
from referee.messages.irregular_plays import irregularity_text
from referee.messages.table_events import build_play_text, own_play_text, step_text
from referee.rules.cards import AS_WRITTEN, Card, Rank, SuitMissing
from referee.rules.exercises.exercise import Difficulty, Exercise
from referee.rules.exercises.registry import TYPES
from referee.rules.games.ask import ask, build_question
from referee.rules.games.casino.analysis import consult
from referee.rules.games.casino.judge.verdict import Reason, Verdict
from referee.rules.games.casino.question import BuildQuestion
from referee.rules.games.krypkasino.verdict import CaptureReason, CaptureVerdict
from referee.rules.notation import read_cards, read_table, write_rank
from referee.rules.plays import Build, Capture, Irregularity, IrregularityKind, Played, Trail
from referee.web.referee.build_pieces import draw_steps
from tests.followed_games import CASINO, SWAZI, Scene, engine, follow, state_of_builds
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


NAMES = ["Ada", "Bo", "Cia", "Dan"]
BESIDE = Scene("casino", 2, "trail_and_table_build")


class Told(NamedTuple):
    """A scene, its last entries, and how they are told in each language."""

    scene: Scene
    entries: tuple[str, ...]
    english: str
    swedish: str
    german: str


def told(scene: Scene, *entries: str, en: str, sv: str, de: str) -> Told:
    return Told(scene, entries, en, sv, de)


OPEN = ["table 2C 5S 9H KD", "3C 3C+5S=8", "9D x 9H", "8D x 3C+5S=8", "6H 2C+6H=8", "QC -"]
"""Bo took 3♣ and 5♠, and only he knows which of them lies higher."""
TOLD = [
    told(CASINO, "table 5H 3S 4H QS", "8D x 5H 3S",
         en="Bo takes 3♠ + 5♥ with the 8♦", sv="Bo tar in 3♠ + 5♥ med 8♦",
         de="Bo schlägt 3♠ + 5♥ mit 8♦"),
    told(CASINO, "table 5H 3S 8H QS", "8D 8D=5H+3S=8",
         en="Bo builds 8 of 3♠ + 5♥ and 8♦", sv="Bo bygger 8 av 3♠ + 5♥ och 8♦",
         de="Bo baut 8 aus 3♠ + 5♥ und 8♦"),
    told(CASINO, "table 5H 4S 8H QS", "3D 3D+5H=8", "8C x 3D+5H=8 8H",
         en="Ada takes Bo’s build of 8 and 8♥ with the 8♣",
         sv="Ada tar in åttabygget (Bo) och 8♥ med 8♣",
         de="Ada schlägt den 8er-Bau von Bo und 8♥ mit 8♣"),
    told(CASINO, "table 5H 4S 8H QS", "3D 3D+5H=8", "2C 2C+3D+5H=10",
         en="Ada raises Bo’s build of 8 to 10 with the 2♣",
         sv="Ada höjer åttabygget (Bo) till 10 med 2♣",
         de="Ada erhöht den 8er-Bau von Bo mit 2♣ auf 10"),
    told(BESIDE, "table 5H 3S 9H QS", "KC - / 5H+3S=8",
         en="Bo trails the K♣, then builds 8 of 3♠ and 5♥ from the table",
         sv="Bo lägger ut K♣ och bygger 8 av 3♠ och 5♥ på bordet",
         de="Bo legt K♣ ab und baut 8 aus 3♠ und 5♥ vom Tisch"),
    told(SWAZI, "table 2C 6H 9H KD", "2C+6H=8 / 9D x 9H",
         en="Bo builds 8 of 2♣ and 6♥ from the table, then takes 9♥ with the 9♦",
         sv="Bo bygger 8 av 2♣ och 6♥ på bordet och tar in 9♥ med 9♦",
         de="Bo baut 8 aus 2♣ und 6♥ vom Tisch und schlägt 9♥ mit 9♦"),
    told(SWAZI, *OPEN, "8D^1=2C+6H=8 / QH x QC", "top 5S^1",
         en="5♠ is on top of Bo’s pile", sv="5♠ ligger överst på högen (Bo)",
         de="5♠ liegt oben auf dem Stapel von Bo"),
    told(SWAZI, "table 2C 4H 6H 10D", "4S 4S+6H=10", "4D 4D+4H=8", "2D 4D+4H+2D=4S+6H=10",
         en="Bo raises Ada’s build of 8 to 10 with the 2♦ and joins it to the build of 10",
         sv="Bo höjer åttabygget (Ada) till 10 med 2♦ och slår ihop det med tiobygget",
         de="Bo erhöht den 8er-Bau von Ada mit 2♦ auf 10 und vereinigt ihn mit dem 10er-Bau"),
    told(SWAZI, "table 2C 6H 9H KD", "shows KD 2C+6H=8@0",
         en="The table shows: K♦ and Ada’s build of 8 (2♣ and 6♥)",
         sv="På bordet ligger: K♦ och åttabygget (Ada: 2♣ och 6♥)",
         de="Auf dem Tisch: K♦ und 8er-Bau von Ada (2♣ und 6♥)"),
]  # fmt: skip


def plain(text: str) -> str:
    """Return a text without the marks that keep phones from making pictures of suits."""
    return text.replace("\ufe0e", "")


@pytest.mark.parametrize("one", TOLD, ids=lambda one: " ".join(one.entries[-1:]))
def test_a_turn_is_a_sentence(one: Told) -> None:
    record = follow(one.scene, *one.entries)
    names = NAMES[: record.players]
    texts = in_each_language(lambda: step_text(record.events[-1], record.rules, names))
    assert texts == (one.english, one.swedish, one.german)


@pytest.mark.parametrize(("scene", "entries", "sentence"), [
    (CASINO, ("table 5H 3S 4H QS", "8D x 5H 3S"), "Bo take 3♠ + 5♥ with the 8♦"),
    (CASINO, ("table 5H 3S 8H QS", "8D 8D=5H+3S=8"), "Bo build 8 of 3♠ + 5♥ and 8♦"),
    (CASINO, ("table 5H 3S 8H QS", "2D -"), "Bo trail the 2♦"),
    (SWAZI, ("table 2C 6H 9H KD", "2C+6H=8 / 9D x 9H"),
     "Bo build 8 of 2♣ and 6♥ from the table, then take 9♥ with the 9♦"),
    (SWAZI, ("table 2C 4H 6H 10D", "4S 4S+6H=10", "4D 4D+4H=8", "2D 4D+4H+2D=4S+6H=10"),
     "Bo raise Ada’s build of 8 to 10 with the 2♦ and join it to the build of 10")])  # fmt: skip
def test_a_player_is_told_of_its_own_turn_as_you(
    scene: Scene, entries: tuple[str, ...], sentence: str
) -> None:
    """The name of a reader's seat is *you*."""
    record = follow(scene, *entries)
    event = record.events[-1]
    assert event.before is not None
    assert event.seat is not None
    assert isinstance(event.event, Played)
    names = NAMES[: record.players]
    text = own_play_text(record.engine, event.before, event.event, event.seat, names)
    assert plain(text) == sentence


LEFT = "It was left as it was played."
IRREGULAR = [
    # entries, what is said of the one that is not as the rules want it
    (["table 4C 8H JD QS", "9D x 4C 8H !"],
     "Bo takes 4♣ and 8♥ with the 9♦: These cards do not make groups of 9. " + LEFT),
    (["table 4C 8H JD QS", "@0 9D - !"], "Ada played 9♦ out of turn."),
    (["table 4C 8H JD QS", "8D x 8H", "4H x 4C", "replace 2 4D x 4C"],
     "Ada takes 4♣ with the 4♥: this does not fit any more. Correct it."),
]  # fmt: skip


@pytest.mark.parametrize(("entries", "said"), IRREGULAR)
def test_what_was_irregular_is_told_with_the_turn(entries: list[str], said: str) -> None:
    record = follow(CASINO, *entries)
    with speaking(Speech("en")):
        (found,) = [irregularity_text(one, record, NAMES[:2]) for one in record.irregularities]
    assert plain(found) == said


class Cases(NamedTuple):
    """A rank as sentences have it: "a nine" and "the nine", as the subject, as the object, and
    after *with*."""

    a: str
    a_object: str
    with_a: str
    the: str
    the_object: str
    with_the: str


def masculine(name: str, weak: str) -> Cases:
    return Cases(
        f"ein {name}", f"einen {weak}", f"einem {weak}", f"der {name}", f"den {weak}", f"dem {weak}"
    )


def feminine(name: str) -> Cases:
    a, the = f"eine {name}", f"die {name}"
    return Cases(a, a, f"einer {name}", the, the, f"der {name}")


def neuter(name: str) -> Cases:
    a, the = f"ein {name}", f"das {name}"
    return Cases(a, a, f"einem {name}", the, the, f"dem {name}")


def swedish(bare: str, a: str, the: str) -> Cases:
    """Return the cases of a phrase of which *tabbe på* alone is said with the bare name."""
    return Cases(a, a, bare, the, the, the)


SPOKEN = {
    "de": [neuter("Ass"), *map(feminine, "Zwei Drei Vier Fünf Sechs Sieben Acht Neun Zehn".split()),
     masculine("Bube", "Buben"), feminine("Dame"), masculine("König", "König")],
    "sv": [swedish("ess", "ett ess", "esset"), swedish("två", "en tvåa", "tvåan"),
     swedish("tre", "en trea", "trean"), swedish("fyra", "en fyra", "fyran"), swedish("fem",
     "en femma", "femman"), swedish("sex", "en sexa", "sexan"), swedish("sju", "en sjua", "sjuan"),
     swedish("åtta", "en åtta", "åttan"), swedish("nio", "en nia", "nian"), swedish("tio", "en tia",
     "tian"), swedish("knekt", "en knekt", "knekten"), swedish("dam", "en dam", "damen"),
     swedish("kung", "en kung", "kungen")],
}  # fmt: skip

EIGHT = Build(8, ((Card(Rank.FIVE), Card(Rank.THREE)),), 0)
RECORD = follow(CASINO, "table 4C 8H JD QS")
LOG: Any = SimpleNamespace(index=lambda _: 7, state=SimpleNamespace(turn=0))


def bluff(kind: IrregularityKind) -> Callable[[Rank], str]:
    return lambda rank: irregularity_text(
        Irregularity(3, kind, 0, missed_at=2, build=EIGHT, lacked=Card(rank)), LOG, ["Ada"]
    )


def refused(reason: CaptureReason, **of: str) -> Callable[[Rank], str]:
    """Return a verdict of Krypkasino on a card of the rank, with cards of it in some fields."""
    return lambda rank: verdict_text(
        CaptureVerdict(reason, Card(rank), **{name: (Card(rank),) for name in of})
    )


def done(step: Callable[[Card], Any]) -> Callable[[Rank], str]:
    return lambda rank: build_play_text(
        engine(RECORD), state_of_builds(RECORD), (step(Card(rank)),), 0, ["Ada", "Bo"]
    )


def to_do(turn: str) -> Callable[[Rank], str]:
    return lambda rank: play_to_do(
        Exercise(
            "royal-casino",
            TYPES["may"],
            1,
            Difficulty(0, 0, 0),
            (),
            {"table": "5", "turn": f"{write_rank(rank)} {turn}"},
        )
    )


def stands(rank: Rank) -> str:
    verdict = CaptureVerdict(CaptureReason.MUST_SWEEP, Card(rank))
    return stand_text(SimpleNamespace(verdict=verdict))  # type: ignore[arg-type]  # all it reads


SAID: list[tuple[Callable[[Rank], str], str, str]] = [
    # how, German, Swedish
    (lambda rank: sweep_for([rank]), "Fegen mit {with_a}", "Tabbe på {with_a}"),
    (
        bluff(IrregularityKind.NO_HOLDER),
        "Ada machte bei Zug 7 den 8er-Bau, ohne {a_object} auf der Hand zu haben.",
        "Ada gjorde åttabygget i drag 7 utan {a} på handen.",
    ),
    (
        lambda rank: verdict_text(Verdict(None, Reason.LEGAL, (Card(rank),))),
        "Ja, wenn du noch {a_object} auf der Hand hast.",
        "Ja, om du har {a} kvar på handen.",
    ),
    (done(Trail), "legt {the_object} ab", "lägger ut {the}"),
    (to_do("x 5"), "5 mit {with_the} schlagen", "ta in 5 med {the}"),
    (stands, "Wenn ihr {the_object} gelten lasst:", "Om ni låter {the} gälla:"),
    (
        lambda rank: error_text(SuitMissing(Card(rank))),
        "Welche Farbe hat {the}? Gib sie an.",
        "Vilken färg har {the}? Ange den.",
    ),
    (
        lambda rank: verdict_text(
            CaptureVerdict(CaptureReason.MUST_SWEEP, Card(Rank.KING), unless=(rank,))
        ),
        "Ja, es sei denn, man hatte {a_object} auf der Hand.",
        "Ja, om inte {a} fanns på handen.",
    ),
    (
        refused(CaptureReason.NOT_IN_HAND),
        "Nein – {the} ist nicht auf der Hand.",
        "Nej: {the} finns inte på handen.",
    ),
    (
        refused(CaptureReason.MUST_SWEEP, must_play="rank"),
        ("Nein – Zwangsfeger: Hier muss man {the_object} spielen und den ganzen Tisch schlagen."),
        "Nej: det är tvångstabbe. Här måste {the} spelas och ta in hela bordet.",
    ),
    (
        refused(CaptureReason.NOT_CAPTURABLE, culprits="rank"),
        "Nein – {the} gehört zu keiner Gruppe, die 0 ergibt.",
        "Nej: {the} ingår inte i någon grupp som blir 0.",
    ),
]


@pytest.mark.parametrize("rank", Rank, ids=write_rank)
@pytest.mark.parametrize(("how", "german", "swedish"), SAID)
def test_every_rank_in_every_sentence(
    how: Callable[[Rank], str], german: str, swedish: str, rank: Rank
) -> None:
    for language, text in (("de", german), ("sv", swedish)):
        cases = SPOKEN[language][rank - 1]
        with speaking(Speech(language)):
            said = how(rank)
        assert said == text.format(**cases._asdict())
