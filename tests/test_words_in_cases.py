"""Ranks after prepositions and verbs: in each of them the right case and gender, of every rank."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from referee.languages import Speech, speaking
from referee.messages.build_exercise_texts import play_to_do
from referee.messages.capture_verdicts import stand_text, sweep_for, verdict_text
from referee.messages.error_texts import error_text
from referee.messages.irregular_plays import irregularity_text
from referee.messages.table_events import build_play_text
from referee.rules.cards import Card, Rank, SuitMissing
from referee.rules.exercises.exercise import Difficulty, Exercise
from referee.rules.exercises.registry import TYPES
from referee.rules.games.casino.judge.verdict import Reason, Verdict
from referee.rules.games.krypkasino.verdict import CaptureReason, CaptureVerdict
from referee.rules.notation import write_rank
from referee.rules.plays import Build, Irregularity, IrregularityKind, Trail
from tests.build_game_scenes import CASINO, engine, follow, now


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
        Irregularity(3, kind, 0, missed_at=2, build=EIGHT, rank=rank), LOG, ["Ada"]
    )


def refused(reason: CaptureReason, **of: str) -> Callable[[Rank], str]:
    """Return a verdict of Krypkasino on a card of the rank, with cards of it in some fields."""
    return lambda rank: verdict_text(
        CaptureVerdict(reason, Card(rank), **{name: (Card(rank),) for name in of})
    )


def done(step: Callable[[Card], Any]) -> Callable[[Rank], str]:
    return lambda rank: build_play_text(
        engine(RECORD), now(RECORD), (step(Card(rank)),), 0, ["Ada", "Bo"]
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
        lambda rank: verdict_text(Verdict(None, Reason.LEGAL, (rank,))),
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
        (
            "Nein – erzwungenes Fegen: Hier muss man {the_object} spielen und den ganzen Tisch "
            "schlagen."
        ),
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
