"""The game afterwards: its findings are made in slices and kept, and its pages show them."""

import random
import re
import threading
from collections.abc import Iterator
from dataclasses import replace

import pytest
from flask import Flask

from referee.rules.log.entries import read_entry
from referee.rules.log.record import Record
from referee.rules.notation import write_card
from referee.rules.playing import game_analysis as analysis
from referee.rules.playing.game_analysis import Finding, NotJudged
from referee.rules.plays import played_in
from referee.rules.ruleset import Carried
from referee.services import followed_games, game_findings, log_analysis
from referee.services.access import Access
from referee.services.game_findings import AnalysedGame
from referee.services.group_edits import rename_player
from referee.services.group_missed_plays import name_people
from referee.services.names import GameId
from referee.services.refusals import Cause, Conflict
from referee.store import queries
from referee.store.database import writing
from tests.api_calls import Caller, Live, played_out
from tests.oracle.krypkasino_simulator import simulate
from tests.page_client import POLL, Page, Phone, opened
from tests.pretended_analysis import findings, play_by_play, pretend

GAME = simulate(random.Random(5), 2, 0)


@pytest.fixture(autouse=True)
def _pretended(monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(monkeypatch)


class Finished:
    """A finished game, its group's access, and a phone that looks at it."""

    def __init__(self, live: Live) -> None:
        table = live.table
        self.app, self.live = table.edit.app, live
        self.access = Access(table.group_id, may_write=True)
        self.game_id = GameId(table.id, live.number)
        self.session = f"/g/{table.group_id}/{table.id}"
        self.page = f"{self.session}/{live.number}/afterwards"

    def phone(self) -> Phone:
        assert self.live.table.edit.key is not None
        return opened(self.app, self.live.table.edit.key)

    def advance(self) -> AnalysedGame:
        with self.app.app_context():
            return game_findings.advance(self.access, self.game_id)

    def read(self) -> AnalysedGame:
        with self.app.app_context():
            return game_findings.read(self.access, self.game_id)

    def forget(self) -> None:
        with self.app.app_context(), writing():
            game = queries.game(self.game_id.session_id, self.game_id.number)
            assert game is not None
            queries.forget_findings(game.id)

    def enter(self, line: str) -> None:
        with self.app.app_context():
            seen = followed_games.read_game(self.access, self.game_id).record.seq
            followed_games.enter(
                self.access, self.game_id, read_entry(line), key=f"later {seen}", seen=seen
            )


@pytest.fixture(scope="module")
def on_each(either: Flask) -> Finished:
    return Finished(played_out(Caller(either), GAME))


@pytest.fixture(scope="module")
def shared(app: Flask) -> Finished:
    return Finished(played_out(Caller(app), GAME))


@pytest.fixture
def kept_by_nobody(shared: Finished) -> Finished:
    shared.forget()
    return shared


def test_slices_find_what_one_run_finds(on_each: Finished, monkeypatch: pytest.MonkeyPatch) -> None:
    on_each.forget()
    whole = on_each.advance()
    assert whole.done
    assert on_each.read() == whole
    on_each.forget()
    play_by_play(monkeypatch)
    for number in range(1, whole.plays + 1):
        part = on_each.advance()
        assert part.findings == whole.findings[:number]
        assert part == on_each.read()
    assert part == whole


def test_a_correction_throws_findings_away(app: Flask) -> None:
    game = Finished(played_out(Caller(app), GAME))
    before = game.advance()
    last = before.record.seq
    game.enter(f"undo {last}")
    with pytest.raises(Conflict) as refused:
        game.read()
    assert refused.value.cause is Cause.NOT_OVER
    with app.app_context():
        stored = queries.game(game.game_id.session_id, 1)
        assert stored is not None
        assert queries.findings(stored.id) is None
    game.enter(f"undo {last + 1}")
    assert game.read().findings == ()
    after = game.advance()
    assert [each.play for each in after.findings] == [each.play for each in before.findings]
    assert after.findings != before.findings  # another log, another seed


def test_a_correction_meanwhile_is_not_overwritten(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Finished(played_out(Caller(app), GAME))

    def correct_meanwhile(*facts: object) -> object:
        game.enter(f"undo {game.live.seq}")
        return findings(*facts)  # type: ignore[arg-type]  # as they come

    monkeypatch.setattr(log_analysis, "steps", correct_meanwhile)
    game.advance()
    with app.app_context():
        stored = queries.game(game.game_id.session_id, 1)
        assert stored is not None
        assert queries.findings(stored.id) is None


def test_another_version_of_the_analysis_begins_anew(
    kept_by_nobody: Finished, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept_by_nobody.advance()
    monkeypatch.setattr(analysis, "VERSION", analysis.VERSION + 1)
    assert kept_by_nobody.read().findings == ()
    assert kept_by_nobody.advance().done


def test_a_slice_may_end_within_the_work_on_a_play(
    kept_by_nobody: Finished, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = kept_by_nobody.advance()
    kept_by_nobody.forget()
    begun: list[int] = []

    def laborious(record: Record, seed: str, start: int = 0) -> Iterator[Finding | None]:
        begun.append(start)
        for finding in findings(record, seed, start):
            yield from (None, None, finding)

    monkeypatch.setattr(log_analysis, "steps", laborious)
    play_by_play(monkeypatch)
    numbers = [len(kept_by_nobody.advance().findings) for _ in range(7)]
    assert numbers == [0, 0, 1, 1, 1, 2, 2]
    assert begun == [0]
    kept_by_nobody.forget()  # as where another process has it, the work is done again
    assert len(kept_by_nobody.advance().findings) == 0
    assert begun == [0, 0]
    monkeypatch.setattr(log_analysis, "SLICE_SECONDS", 1000)
    assert kept_by_nobody.advance() == whole


def test_where_enough_wait_nothing_is_looked_at(
    kept_by_nobody: Finished, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_analysis, "_places", threading.BoundedSemaphore(1))
    with log_analysis.working_alone():
        assert kept_by_nobody.advance().findings == ()
    assert kept_by_nobody.advance().done


def test_what_earlier_games_left_makes_another_game(
    shared: Finished, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A log that scores another sum has findings of its own."""
    record = shared.read().record
    later = replace(record, rules=replace(record.rules, carried=Carried((("cards", 3),))))
    monkeypatch.setattr(
        log_analysis, "expected_before", lambda record, _: (float(len(record.rules.carried[0])),)
    )
    assert [log_analysis.advance_log(one, "00").before for one in (record, later)] == [(0,), (1,)]


def test_a_game_stays_in_sight_while_a_slice_is_at_work(
    shared: Finished, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another request sees the findings of earlier slices meanwhile."""
    record, seen = shared.read().record, []
    monkeypatch.setattr(log_analysis, "expected_before", lambda *_: (0.0, 0.0))
    monkeypatch.setattr(log_analysis, "_places", threading.BoundedSemaphore(1))
    play_by_play(monkeypatch)

    def look_meanwhile(*facts: object) -> Iterator[Finding]:
        for finding in findings(*facts):  # type: ignore[arg-type]  # as they come
            seen.append(len(log_analysis.advance_log(record, "01").findings))
            yield finding

    monkeypatch.setattr(log_analysis, "steps", look_meanwhile)
    for _ in range(3):
        log_analysis.advance_log(record, "01")
    assert seen == [0, 1, 2]


# --- pages ----------------------------------------------------------------------------------------


def poll(phone: Phone, path: str, etag: str = "") -> Page:
    headers = POLL | ({"If-None-Match": etag} if etag else {})
    return Page(path, phone.ask(path, headers=headers))


def test_the_page_says_how_far_it_is_and_goes_on(
    kept_by_nobody: Finished, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_by_play(monkeypatch)
    game, phone = kept_by_nobody, kept_by_nobody.phone()
    first = phone.get(game.page)
    plays = game.read().plays
    assert f"1 of {plays} plays looked at" in first.text
    assert game.page in first.links  # Look further, without scripts
    shown = re.search(r'data-etag="([^"]+)"', first.html)
    assert shown
    assert first.headers["ETag"] == f'W/"{shown[1]}"'
    part = poll(phone, game.page, first.headers["ETag"])
    assert f"2 of {plays} plays looked at" in part.text
    game.advance()
    monkeypatch.setattr(log_analysis, "SLICE_SECONDS", 1000)
    done = poll(phone, game.page, part.headers["ETag"])
    assert "looked at." in done.text
    assert "<progress" not in done.html
    assert poll(phone, game.page, done.headers["ETag"]).status == 304


def test_the_dearest_plays_of_each_seat(kept_by_nobody: Finished) -> None:
    game, phone = kept_by_nobody, kept_by_nobody.phone()
    page, found = phone.get(game.page), game.read()
    assert {seat: len(dear) for seat, dear in found.dearest.items()} == {0: 0, 1: 3}
    assert "Player 1 None that was surely worse than another. Player 2" in page.parts["dearest"]
    for seq in found.dearest[1]:
        finding, index = found.finding(seq), found.record.index(seq)
        assert finding
        cost = f"about {finding.loss:.1f} points ({finding.low:.1f} to {finding.high:.1f})"
        assert f"It cost {cost}." in page.parts["dearest"]
        assert f"{game.session}/1/table/replay/{index}" in page.links
        again = phone.get(f"{game.page}/{seq}")
        assert f"{game.page}/{seq}" in page.links
        assert "Player 2 plays: which card?" in again.text
        assert cost not in again.text
    assert "<polygon" in page.html
    assert page.html.count("<polyline") == 2
    assert "Player 1 10.5 at first" in page.parts["expected"]


def test_a_play_is_tried_again(kept_by_nobody: Finished) -> None:
    game, phone = kept_by_nobody, kept_by_nobody.phone()
    found = game.advance()
    finding = found.finding(found.dearest[1][0])
    assert finding
    assert finding.best
    hand = {write_card(card) for card in found.record.hand(found.record.index(finding.seq)) or ()}
    made, best = (write_card(played_in(play)[0]) for play in (finding.play, finding.best))
    page = f"{game.page}/{finding.seq}"
    answers = {
        card: phone.get(f"{page}?pieces={card}").parts.get("answer") for card in (*hand, "ZZ", "")
    }
    others = dict.fromkeys(hand - {made, best}, "Another card is better.")
    assert answers == others | {
        made: "That is what was played.",
        best: "Yes, that is the better card.",
        "ZZ": None,
        "": None,
    }


def test_people_are_named_where_the_group_wants_it(kept_by_nobody: Finished) -> None:
    game, phone = kept_by_nobody, kept_by_nobody.phone()
    assert not {"Ada", "Bo"} & set(phone.get(game.page).text.split())
    with game.app.app_context():
        name_people(game.access, on=True)
    assert {"Ada", "Bo"} <= set(re.findall(r"\w+", phone.get(game.page).text))
    with game.app.app_context():
        name_people(game.access, on=False)


def test_somebody_is_renamed_while_the_plays_are_looked_at(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Finished(played_out(Caller(app), GAME))
    with app.app_context():
        name_people(game.access, on=True)
        person = queries.players(game.access.group_id)[0].id

    def slowly(record: Record, seed: str, start: int = 0) -> Iterator[Finding]:
        with app.app_context():
            rename_player(game.access, person, "Zoe")
        return findings(record, seed, start)

    monkeypatch.setattr(log_analysis, "steps", slowly)
    phone = game.phone()
    assert "Zoe" not in phone.get(game.page).text
    assert "Zoe" in phone.get(game.page).text


def test_what_cannot_be_judged_says_why(
    kept_by_nobody: Finished, monkeypatch: pytest.MonkeyPatch
) -> None:
    def spoiled(record: Record, seed: str, start: int = 0) -> Iterator[Finding]:
        why = {2: NotJudged.UNKNOWN_CARD, 5: NotJudged.IRREGULAR, 6: NotJudged.IRREGULAR}
        for finding in findings(record, seed, start):
            index = record.index(finding.seq)
            yield replace(finding, best=None, why=why[index]) if index in why else finding

    monkeypatch.setattr(log_analysis, "steps", spoiled)
    said = kept_by_nobody.phone().get(kept_by_nobody.page).parts["dearest"]
    assert "Play 2 cannot be judged: not every card of that deal is known." in said
    assert "Plays 5–6 cannot be judged: something in that deal was against the rules." in said


def test_a_play_that_was_not_judged_cannot_be_tried_again(shared: Finished) -> None:
    shared.advance()
    last = shared.read().findings[-1]
    for seq in (last.seq, 1, 4000):
        assert shared.phone().ask(f"{shared.page}/{seq}").status_code == 404


def test_links_lead_to_it(shared: Finished, app: Flask) -> None:
    phone = shared.phone()
    for page in (f"{shared.session}/1/table", f"{shared.session}/1/sheet", shared.session):
        assert shared.page in phone.get(page).links
    missed = phone.get(f"/g/{shared.live.table.group_id}/missed")
    assert shared.page in missed.links
    assert missed.text.index("Plays") < missed.text.index("Rules")


def counted(app: Flask) -> Live:
    """Return a game that was counted."""
    table = Caller(app).start(["Ada", "Bo"])
    table.play({"markers": 0, "card_points": 20}, {"markers": 0, "card_points": 22})
    return Live(table)


def running(app: Flask) -> Live:
    return played_out(Caller(app), GAME, 3)


def closed_by_hand(app: Flask) -> Live:
    """Return a game that was followed at first, and counted at its end."""
    live = played_out(Caller(app), GAME, 3)
    live.table.fill(1, {"markers": 0, "card_points": 20}, {"markers": 0, "card_points": 22})
    assert live.table.close(1, accept_imbalance=True).status_code == 200
    return live


@pytest.mark.parametrize(("made", "sentence"), [
    (counted, "This game was counted and not followed play by play"),
    (running, "This game is not finished yet."),
    (closed_by_hand, "This game was not followed to its last card")])  # fmt: skip
def test_other_games_say_why_there_is_nothing(app: Flask, made, sentence: str) -> None:
    game = Finished(made(app))
    phone = game.phone()
    answer = phone.ask(game.page)
    assert answer.status_code == 409
    assert sentence in Page(game.page, answer).text
    missed = f"/g/{game.live.table.group_id}/missed"
    for page in (f"{game.session}/1/table", f"{game.session}/1/sheet", game.session, missed):
        assert game.page not in phone.get(page).links


def test_a_game_without_players_says_so(shared: Finished, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_findings, "has_players", lambda _: False)
    answer = shared.phone().ask(shared.page)
    assert answer.status_code == 501
    assert "Referee cannot play this game yet" in Page(shared.page, answer).text
