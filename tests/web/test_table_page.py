"""The live table without a script: cards typed or tapped, questions answered, mistakes mended."""

import re
from itertools import product
from typing import Any

import pytest
from flask import Flask

from referee.rules.games.casino.followed import followed_game as builds
from referee.rules.games.krypkasino import followed_game as captures
from referee.rules.plays import Play, as_play
from referee.services import followed_games
from tests.api_calls import Caller, Live, Table
from tests.databases import dump
from tests.followed_games import body_of
from tests.live_table_taps import Fingers, Followed, begun, plain
from tests.page_client import POLL, Group, Page, Phone, new_group, opened, seen
from tests.playthroughs import Setup
from tests.strategies import some

SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
CHOICE = "3H 3D 5C 9C"
"""An 8 takes the 5 and either three."""
LOW_CARDS = "2H 2D 3H 3D"
"""No picture takes anything of this."""


@pytest.fixture
def table(group: Group) -> Page:
    """Return the live table of Ada and Bo, who plays first; nothing is entered yet."""
    return group.phone.get(f"{group.session}/1/table")


def deal(phone: Phone, table: Page, cards: str) -> Page:
    return phone.press(table, "These lie on the table", dealt=cards)


def play(phone: Phone, table: Page, *cards: str, status: int = 200) -> Page:
    for card in cards:
        table = phone.press(table, SUITS[card[-1]], status, rank=card[:-1])
    return table


def choose(phone: Phone, page: Page, cards: str) -> Page:
    """Press the button of an option."""
    (form,) = (one for one in page.forms if any(b.value == cards for b in one.buttons))
    (button,) = (b for b in form.buttons if (b.name, b.value) == ("option", cards))
    return phone.send(form.action, form.filled(button))


def shown(page: Page) -> str:
    """Return the large lines, and the table."""
    return plain(f"{page.parts['turn']} | {page.parts.get('table', '')}")


def test_a_sweep_that_was_counted_by_hand_stands_at_the_table_too(
    group: Group, table: Page
) -> None:
    counter = group.phone.get(f"{group.session}/1")
    group.phone.press(counter, "Sweep: Bo")
    table = deal(group.phone, group.phone.get(table.path), "5H 8S 9C KD")
    assert "Bo 1 card face up" in " ".join(table.parts["players"].replace("▮", "").split())


def test_cards_are_dealt_and_played(group: Group, table: Page) -> None:
    phone = group.phone
    assert "Which cards lie on the table?" in shown(table)
    table = deal(phone, table, " 5h 8s, 9C  kd")
    assert shown(table) == "Game 1 · Deal 1 of 12 Bo plays | Table 5 ♥ 8 ♠ 9 ♣"
    assert "so far" not in table.parts["players"]
    table = play(phone, table, "8H")
    assert "Points so far: Ada 0, Bo 1" in table.parts["players"]
    assert shown(table) == ("Game 1 · Deal 1 of 12 Ada plays | Table 5 ♥ 9 ♣ Sweep for an ace")
    assert plain(table.parts["last"]) == "Bo: 8♥ takes 8♠"
    table = play(phone, table, "AC")
    assert plain(table.parts["last"]) == "Ada: A♣ takes 5♥ + 9♣ Sweep: Ada +5, Bo −5"
    assert "1 card face up" in table.parts["players"]
    assert "Points so far: Ada 6, Bo −4" in table.parts["players"]
    asked = phone.get(f"{table.path}/shows")
    explained = phone.press(asked, "What explains that?", shows="2H")
    table = phone.press(explained, "Continue from here")
    assert "so far" not in table.parts["players"]  # nobody knows what lies in the piles


def test_undo_and_redo(group: Group, table: Page) -> None:
    phone = group.phone
    table = play(phone, deal(phone, table, LOW_CARDS), "QC", "JD")
    for left in ("Table 2 ♥ 2 ♦ 3 ♥ 3 ♦ Q ♣", "Table 2 ♥ 2 ♦ 3 ♥ 3 ♦ Sweep for a five or a ten"):
        table = phone.press(table, "Undo")
        assert shown(table).endswith(left)
    table = phone.press(table, "Undo")
    assert "Which cards lie on the table?" in shown(table)
    for _ in range(3):
        table = phone.press(table, "Redo")
    assert "Bo plays | Table 2 ♥ 2 ♦ 3 ♥ 3 ♦ J ♦ Q ♣" in shown(table)


def test_an_illegal_capture(group: Group, table: Page) -> None:
    """An illegal capture is corrected, or recorded as it was played."""
    phone = group.phone
    asked = play(phone, deal(phone, table, CHOICE), "8S", status=422)
    refused = phone.press(asked, "These were taken", 422, captured=["9C"])
    assert "the 9♣ belongs to no group that makes 8" in plain(refused.alert())
    table = phone.press(refused, "Record it as it was played")
    assert "It was left as it was played." in table.parts["irregular"]
    assert "Ada plays | Table 3 ♥ 3 ♦ 5 ♣" in shown(table)
    asked = play(phone, phone.press(table, "Undo"), "8S", status=422)
    refused = phone.press(asked, "It crept", 422)
    assert "No: the 8♠ cannot creep" in plain(refused.alert())
    table = phone.press(refused, "These were taken", captured=["3H", "5C"])
    assert "irregular" not in table.parts


@pytest.mark.parametrize(("answer", "turn", "told"), [
    ("Bo played it", "Ada", ""),
    ("Ada did, and it stands", "Bo", "1 thing to talk about: Ada’s K♦ Ada played K♦ out of turn."),
])  # fmt: skip
def test_out_of_turn(group: Group, table: Page, answer: str, turn: str, told: str) -> None:
    phone = group.phone
    table = deal(phone, table, CHOICE)
    form, button = table.form("diamonds")
    sent = form.filled(button, rank="K")
    sent["seat"] = "0"  # this button stands elsewhere, but belongs to the form
    asked = phone.send(form.action, sent, 422)
    assert "It is Bo's turn, not Ada's." in asked.alert()
    table = phone.press(asked, answer)
    assert f"{turn} plays" in shown(table)
    assert plain(table.parts.get("irregular", "")).startswith(told)


def test_an_earlier_play_is_corrected(group: Group, table: Page) -> None:
    phone = group.phone
    table = play(phone, deal(phone, table, "2D 5H 8S 9C"), "8H", "9H")
    page = phone.get(f"{table.path}/entry/2")
    assert "It says: Bo: 8♥ takes 8♠" in plain(page.text)
    table = phone.press(page, "This card was played", rank="9", suit="D")
    assert plain(table.parts["irregular"]) == (
        "1 thing to talk about: Ada’s 9♥ Ada, 9♥: this does not fit any more. Correct it."
    )
    assert table.links.count(f"{table.path}/entry/3") == len(["above", "below", "the last play"])
    watched = opened(phone.app, group.view).get(table.path)
    assert "mend" not in watched.parts
    assert f"{table.path}/entry/3" not in watched.links


def test_the_table_shows_something_else(group: Group, table: Page) -> None:
    phone = group.phone
    play(phone, deal(phone, table, LOW_CARDS), "JD", "QD")
    page = phone.get(f"{table.path}/shows")
    same = phone.press(page, "What explains that?")
    assert "Nothing to correct." in same.text
    left = ["2H", "2D", "3H", "3D", "QD"]
    found = phone.press(page, "What explains that?", lies=left, shows="JC")
    explanation = "Play 1 was different. Bo: J♣ creeps, not: J♦ creeps."
    (label,) = (one.label for form in found.forms for one in form.buttons if "Play 1" in one.label)
    assert plain(label) == explanation
    table = phone.press(found, label)
    assert "J ♣ Q ♦" in shown(table)
    wrong = phone.press(page, "What explains that?", 422, lies=["QD"], shows="7C 7C 7C")
    assert "3 × 7♣: there are only 2 in the game." in plain(wrong.alert())
    unknown = phone.press(page, "What explains that?", lies=["QD"], shows="7C 7c")
    assert "No single entry explains the difference." in unknown.text
    # The page was opened before the correction above.
    table = phone.press(unknown, "Continue from here")
    assert "Bo plays | Table 7 ♣ 7 ♣ Q ♦" in shown(table)
    assert "The table was corrected." in table.parts["irregular"]


WRONG_TABLES = [
    ("", "0 cards on the table: this game begins with four."), ("5H 8S 9C x", "“x” is not a card."),
    ("5H 8S 9C 8", "What suit is the 8?"), ("🎴 <b>&", "“🎴” is not a card.")]  # fmt: skip


def test_wrong_tables(group: Group, table: Page) -> None:
    """The page names what is wrong, keeps what was typed, and changes nothing."""
    before = dump(group.phone.app)
    for typed, told in WRONG_TABLES:
        page = group.phone.press(table, "These lie on the table", 422, dealt=typed)
        assert told in plain(page.alert())
        assert page.form("These lie on the table")[0].value("dealt") == typed
    assert dump(group.phone.app) == before


@pytest.fixture(scope="module")
def judged(app: Flask) -> tuple[Phone, Page]:
    """Return one table for all requests that are refused, and so change nothing."""
    group = new_group(app)
    table = deal(group.phone, group.phone.get(f"{group.session}/1/table"), "2H 2H 3H 3D")
    return group.phone, play(group.phone, play(group.phone, table, "QC"), "QC")


@pytest.mark.parametrize(("sent", "told"), [  # what is sent, what is told
    ({"suit": "S"}, "“S” is not a card."),
    ({"rank": "8"}, "What suit is the 8?"),
    ({"card": "KH", "option": "9C"}, "not all of these cards lie on the table"),
    ({"dealt": "2H 3H 4H 5H"}, "The cards on the table have been entered already."),
    ({"shows": "2H 2H 3H 3D"}, "These are the cards that lie there.")])  # fmt: skip
def test_wrong_plays(judged: tuple[Phone, Page], sent: dict[str, str], told: str) -> None:
    phone, table = judged
    before = dump(phone.app)
    form, _ = table.form("spades")
    page = phone.send(form.action, dict(form.fields) | sent, 422)
    assert told in plain(page.alert())
    assert "Bo plays" in page.parts["turn"]
    assert dump(phone.app) == before


MANGLED = [
    *(("after", text) for text in ("", "x", "-1", "9" * 7)), ("key", ""), ("key", "x" * 200),
    *(("undo", "x"), ("undo", ""), ("replace", "-1"), ("seat", "a"))]  # fmt: skip


def test_what_no_page_of_ours_sends(judged: tuple[Phone, Page]) -> None:
    phone, table = judged
    before = dump(phone.app)
    form, _ = table.form("spades")
    for place, (name, value) in product(("", "/entry/2"), MANGLED):
        fields = dict(form.fields) | {"card": "KH", name: value}
        assert phone.ask(table.path + place, "POST", data=fields).status_code == 400, (name, value)
    for place in ("entry/0", "entry/99", "replay/99", "entry/x", "replay/-1"):
        phone.get(f"{table.path}/{place}", 404)
    assert dump(phone.app) == before


def test_another_phone_was_faster(group: Group, table: Page) -> None:
    phone, other = group.phone, opened(group.phone.app, group.edit)
    table = deal(phone, table, LOW_CARDS)
    stale = other.get(table.path)
    play(phone, table, "QC")
    told = play(other, stale, "QC", status=409)
    assert "Another phone was faster: Bo's Q♣ is in the log already." in plain(told.alert())
    told = play(other, stale, "JD", status=409)
    assert "Your J♦ was not entered." in plain(told.alert())
    assert "Bo plays" in shown(play(other, told, "JD"))


def test_stepping_back(group: Group, table: Page) -> None:
    phone = group.phone
    table = play(phone, deal(phone, table, LOW_CARDS), "QC", "JD", "QC")
    replay = phone.get(f"{table.path}/replay/2")
    back = phone.press(replay, "Go back to before this play")
    assert "Ada plays | Table 2 ♥ 2 ♦ 3 ♥ 3 ♦ Q ♣" in shown(back)
    again = phone.press(replay, "Go back to before this play")
    assert shown(again) == shown(back)
    back = phone.press(phone.press(again, "Redo"), "Redo")
    assert shown(back) == shown(table)


def test_looking_on(group: Group, table: Page) -> None:
    """Everything is seen, and nothing can be sent."""
    table = play(group.phone, deal(group.phone, table, LOW_CARDS), "QC")
    watcher = opened(group.phone.app, group.view)
    for path in (table.path, f"{table.path}/replay/1"):
        page = watcher.get(path)
        assert page.forms == []
    for place in ("/entry/2", "/shows"):
        watcher.get(table.path + place, 403)
        Phone(group.phone.app).get(table.path + place, 404)


FITTING = "8H 9H 5C JD"
"""Bo, Ada, Bo, Ada: the first three take a card each off 2D 5H 8S 9C."""


@pytest.fixture
def table_so_far(group: Group) -> Page:
    """Entries 1 to 5, as above."""
    api = Caller(group.phone.app, group.edit)
    session = Table(api, api, group.session.split("/")[-1], group.id)
    Live(session).all_at_once(["table 2D 5H 8S 9C", *FITTING.split()])
    return group.phone.get(f"{group.session}/1/table")


def correct(phone: Phone, table: Page, seq: int, card: str) -> Page:
    page = phone.get(f"{table.path}/entry/{seq}")
    return phone.press(page, "This card was played", rank=card[:-1], suit=card[-1])


def test_all_are_confirmed_at_once(group: Group, table_so_far: Page) -> None:
    phone = group.phone
    table_so_far = correct(phone, table_so_far, 2, "9D")
    assert plain(table_so_far.parts["mend"]).startswith(
        "Later plays do not fit any more. Were they like this? "
        "Play 2, Ada: 9♥ creeps (it said: 9♥ takes 9♣) "
        "Play 4, Ada: J♦ takes 2♦ + 9♥ (it said: J♦ creeps)"
    )
    mended = phone.press(table_so_far, "Yes, like that")
    assert "Table 8 ♠" in shown(mended)
    assert "mend" not in mended.parts
    assert "irregular" not in mended.parts
    assert shown(phone.press(table_so_far, "Yes, like that")) == shown(mended)  # sent twice
    for left in ("A later play does not", "Later plays do not"):
        mended = phone.press(mended, "Undo: correction")
        assert mended.parts["mend"].startswith(left)
    assert "irregular" not in phone.press(mended, "Undo: correction").parts


def test_a_correction_after_what_came_meanwhile(group: Group, table_so_far: Page) -> None:
    phone, button = group.phone, "This card was played"
    pages = [phone.get(f"{table_so_far.path}/entry/{seq}") for seq in (5, 4)]
    play(phone, table_so_far, "KC")
    after = phone.press(pages[0], button, rank="Q", suit="D")
    assert plain(after.parts["corrected"]) == "Corrected. Play 4: Ada: Q♦ creeps"
    again = phone.press(pages[1], button, 422, rank="Q", suit="H")
    assert "undone or corrected meanwhile" in again.alert()
    assert "Q♥" in plain(phone.press(again, button).parts["corrected"])


def missing(phone: Phone, table: Page, seq: int) -> Page:
    page = phone.get(f"{table.path}/entry/{seq}")
    assert f"{table.path}/entry/{seq}/before" in page.links
    return phone.get(f"{table.path}/entry/{seq}/before")


def test_a_forgotten_play(group: Group, table_so_far: Page) -> None:
    phone = group.phone
    page = missing(phone, table_so_far, 4)
    assert "A play before play 3" in page.text
    assert "It was played by Bo. After it came: 5♣ takes 5♥" in plain(page.text)
    after = phone.press(page, "Bo played it", rank="Q", suit="C")
    assert "Ada plays | Table 2 ♦ J ♦ Q ♣" in shown(after)
    assert plain(after.parts["last"]) == "Bo: J♦ creeps"
    assert shown(phone.press(page, "Bo played it", rank="Q", suit="C")) == shown(after)
    back = phone.press(after, "Undo: correction")
    assert shown(back) == shown(table_so_far)
    assert shown(phone.press(back, "Redo")) == shown(after)


def test_a_forgotten_play_against_the_rules(group: Group, table_so_far: Page) -> None:
    phone = group.phone
    page = missing(phone, table_so_far, 2)
    form, button = page.form("Bo played it")
    sent = form.filled(button, rank="2", suit="H")
    sent["option"] = "-"
    refused = phone.send(form.action, sent, 422)
    assert "No: the 2♥ cannot creep" in plain(refused.alert())
    after = phone.press(refused, "Record it as it was played")
    assert "Bo, 2♥: The 2♥ cannot creep; it must take the 2♦. It was left" in plain(
        after.parts["irregular"]
    )


def test_nothing_is_missing_before_what_is_not_there(group: Group, table_so_far: Page) -> None:
    for seq in (0, 1, 6, 99):
        group.phone.get(f"{table_so_far.path}/entry/{seq}/before", 404)


CASINO = Setup("casino", 2)
SWEEPS = Setup("casino", 2, house=frozenset({"sweeps"}))
SWAZI_OF_FOUR = Setup("swazi-casino", 4)
CRAZY = Setup("swazi-casino", 2, house=frozenset({"crazy"}))
CANCEL = Setup("casino", 2, house=frozenset({"sweeps", "sweeps_cancel"}))
LESOTHO = Setup("lesotho-casino", 4)
SWAZI = "2C 5S 9H KD"


@pytest.mark.parametrize(("setup", "dealt", "turns", "part", "said"), [
    (CASINO, "4C 8H JD QS", ["4D 4D+4C=8"], "table",
     'aria-label="Bo’s build of 8 (four of diamonds and four of clubs)"'),
    (CASINO, "4C 8H JD QS", ["4D 4D+4C=8", "JS x JD"], "turn",
     "Bo may not trail while owning the build of 8"),
    (CASINO, "AS 8H JD QS", ["AC x AS"], "players", "Bo 2</span></p>"),
    (SWEEPS, "AS AH AD AC", ["4S x AS AH AD AC"], "players", "Bo 5</span></p>"),
    (SWEEPS, "AS AH AD AC", ["4S x AS AH AD AC"], "last", ">Sweep: Bo +1<"),
    (CANCEL, "AS AH AD AC", ["4S x AS AH AD AC"], "last", ">Sweep: Bo<"),
    (SWAZI_OF_FOUR, SWAZI, ["3C 3C+5S=8", "9D x 9H", "8D x 3C+5S=8"], "players",
     "has shown: holds an eight"),
    (SWAZI_OF_FOUR, SWAZI, ["9S x 9H"], "table", "Bo and Dan"),
    (LESOTHO, SWAZI, ["9S x 9H"], "table", "<bdi>Dan</bdi>"),
    (CRAZY, SWAZI, ["3C 3C+5S=8"], "turn", "31 cards in the stock"),
    (CRAZY, SWAZI, ["9D -"], "insisted", "Bo’s 9♦ could take the 9♥ too.<")])  # fmt: skip
def test_the_felt_says(app: Flask, setup, dealt, turns, part, said) -> None:
    followed = Followed(app, setup)
    entries = [{"table": dealt.split()}] if dealt else []
    assert len([*followed.enter([*entries, *({"turn": one} for one in turns)])]) == followed.seq
    assert said in drawn(followed, part)


def drawn(followed: Followed, part: str) -> str:
    """Return a part of the page as it is drawn, without the marks that keep suits from being
    pictures."""
    page = seen(followed.phone.ask(followed.table).text)
    found = re.search(rf'<section id="{part}".*?</section>', page, re.DOTALL)
    assert found, part
    return " ".join(found[0].replace("\ufe0e", "").split())


def test_nothing_is_counted_before_somebody_took_a_card(app: Flask) -> None:
    followed = Followed(app, CASINO)
    assert [*followed.enter([{"table": ["4C", "8H", "JD", "QS"]}, {"turn": "KC -"}])]
    assert "Points so far" not in drawn(followed, "players")
    assert "stock" not in drawn(followed, "turn")


CASINO_CHOICE = {"table": ["4C", "8H", "JD", "QS"]}
"""An 8 takes, builds or is trailed."""


def sent(followed: Followed, key: str, after: int, **fields: str) -> str:
    """Return what a phone shows that has entered something, having seen so many entries."""
    data = {"key": key, "after": f"{after}", **fields}
    page = seen(followed.phone.ask(followed.table, "POST", data=data, headers=POLL).text)
    return " ".join(page.replace("\ufe0e", "").split())


@pytest.mark.parametrize("card", [{"card": "JC", "used": "JD"}, {"card": "KC"}])
def test_a_card_whose_answer_got_lost_is_entered_once(app: Flask, card: dict[str, str]) -> None:
    """Though by now that card does nothing any more."""
    followed = Followed(app, CASINO)
    assert [*followed.enter([CASINO_CHOICE])]
    for _ in range(2):
        page = sent(followed, "the-same", 1, **card)
        assert 'data-seq="2"' in page
        assert 'id="ask"' not in page


def test_another_phone_was_faster_with_a_card_that_may_do_several_things(app: Flask) -> None:
    """The slower phone is told so, and not asked what the card does now."""
    followed = Followed(app, CASINO)
    assert [*followed.enter([CASINO_CHOICE, {"turn": "KC -"}])]
    page = sent(followed, "late", 1, card="8C")
    assert "Another phone was faster: Bo trails the K♣. Your 8♣ was not entered." in page
    assert "What does" not in page


FOUR = "table 5H 8S 9C JD"
LOW = "table 4C 2S JD 9H"
PLAYED = f"{FOUR} ; 8H x 8S ; 9H x 9C ; KC -"
BUILT = f"{LOW} ; 2C 2C+4C=6 ; KD - ; 6H x 4C+2C=6"
BY_TAPS = " > "
ENTRIES = [
    # game and how many play it, entries so far, the entry, how many plays are judged
    ("krypkasino 2", FOUR, "8H > ", 1), ("krypkasino 2", FOUR, "8H x 8S", 1),
    ("krypkasino 2", FOUR, "8H - !", 1), ("krypkasino 2", FOUR, "@0 8H x 8S !", 1),
    ("casino 2", LOW, "KD > ", 1), ("casino 2", LOW, "JC > JD", 1),
    ("casino 2", LOW, "9C x 9H", 1), ("casino 2", LOW, "QC x JD !", 1),
    ("royal-casino 3", LOW, "2C 2C+4C=6", 1), ("spade-casino 2", LOW, "9C x 9H", 1),
    ("swazi-casino 2", LOW, "9C x 9H", 1),
    ("swazi-casino 2", "table 2C 6H 9H KD", "2C+6H=8 / 9D x 9H", 1),
    ("lesotho-casino 2", BUILT, "KC x 6H^1 !", 1),
    ("south-african-casino 2", "AD -", "AC x AD", 1),
    # What was corrected, and the plays after it, which are played over again.
    ("krypkasino 2", PLAYED, "replace 4 QC -", 1), ("krypkasino 2", PLAYED, "replace 2 8D x 8S", 3),
    ("krypkasino 2", PLAYED, "before 3 QC -", 3), ("krypkasino 2", PLAYED, "undo 4", 0),
    ("casino 2", BUILT, "replace 2 2D 2D+4C=6", 3), ("casino 2", BUILT, "undo 4", 0),
    ("casino 2", f"{BUILT} ; replace 2 2D 2D+4C=6", "undo 5", 3)]  # fmt: skip


@pytest.fixture
def verdicts(monkeypatch: pytest.MonkeyPatch) -> list[Play]:
    """Return the turns on which a referee gives a verdict. Those that are listed for a card are
    not."""
    turns: list[Play] = []
    judge, judge_play = builds.judge, captures.judge_play

    def of_builds(rules: Any, position: Any, turn: Play) -> Any:
        turns.append(turn)
        return judge(rules, position, turn)

    def of_captures(rules: Any, table: Any, card: Any, captured: Any) -> Any:
        turns.append(as_play(card, captured))
        return judge_play(rules, table, card, captured)

    monkeypatch.setattr(builds, "judge", of_builds)
    monkeypatch.setattr(captures, "judge_play", of_captures)
    return turns


ON_PAGES = [(*entry, "page") for entry in ENTRIES]
BY_API = some([(*entry, "API") for entry in ENTRIES if BY_TAPS not in entry[2]], 3)


@pytest.mark.parametrize(("game", "so_far", "line", "times", "how"), [*ON_PAGES, *BY_API])
def test_a_play_is_judged_once(
    app: Flask, verdicts: list[Play], game: str, so_far: str, line: str, times: int, how: str
) -> None:
    name, players = game.split()
    here = begun(app, name, *so_far.split(" ; "), players=int(players))
    card, tapped, used = line.partition(BY_TAPS)
    body = {"card": card, "used": used} if tapped else body_of(line)
    verdicts.clear()
    if how == "page":
        form = {field: "1" if said is True else str(said) for field, said in body.items()}
        sent = {"key": "k", "after": str(here.seq), **form}
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(
                followed_games, "read_followed", None
            )  # the page has it from who entered it
            answer = here.phone.ask(here.table, "POST", data=sent, headers={"X-Poll": "1"})
        assert answer.status_code == 200, answer.text
        polled = {"X-Poll": "1", "If-None-Match": answer.headers["ETag"]}
        assert here.phone.ask(here.table, headers=polled).status_code == 304
    else:
        assert len(list(here.enter([body]))) == 1
    here.phone.get(here.table)  # whoever looks on has nothing judged again
    stands = [step.event.play for step in Fingers(here).record.events if step.verdict]
    assert sum(turn in stands for turn in verdicts) == times
