"""Names that look alike are alike: which characters they may hold."""

import pytest

from referee.languages import Speech, speaking
from referee.messages.error_texts import error_text
from referee.services.names import alike, clean_name, clean_names, group_name
from referee.services.refusals import BadName, HiddenCharacter, SameName

TAKEN = [
    # typed, kept
    ("Jose\u0301", "José"), (" Åsa ", "Åsa"), ("Anna-Lena O’Brien", "Anna-Lena O’Brien"),
    ("👨‍👩‍👧‍👦 👵🏽", "👨‍👩‍👧‍👦 👵🏽"), ("👩🏽‍⚕️ Bo", "👩🏽‍⚕️ Bo"),
    ("\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",) * 2,  # Scotland
    ("علی\u200cرضا",) * 2, ("ශ\u0dca\u200dරී",) * 2, ("क\u094d\u200dष",) * 2, ("שרה عليّ",) * 2,
    ("葛\U000e0100",) * 2]  # fmt: skip


@pytest.mark.parametrize(("typed", "kept"), TAKEN)
def test_names_are_kept(typed: str, kept: str) -> None:
    assert clean_name(typed) == kept


def test_a_name_that_is_cut_can_be_kept() -> None:
    cut = group_name(["A" * 54, "می\u200cر" * 3])
    assert clean_name(cut) == cut == "A" * 54 + ", می…"


HIDDEN = [
    # typed, the character that is blamed
    *((character, character) for character in "\u3164\u115f\u1160\uffa0\u2800\u034f\u200b\u2060"),
    *((f"A{character}B", character) for character in "\u200b\u200c\u200d\u00ad\ufeff\u200e\u061c"),
    *((f"{character}Bo", character) for character in "\u202a\u202b\u202c\u202d\u202e\u2066\u2069"),
    ("A\ufe0f", "\ufe0f"), ("A\U000e0041", "\U000e0041"), ("👵\u200d", "\u200d"),
    ("\u200d👵", "\u200d"), ("\uffff",) * 2, ("ا\u200c", "\u200c"), ("\u0301", "\u0301"),
    ("Bo\u180e", "\u180e")]  # fmt: skip


@pytest.mark.parametrize(("typed", "blamed"), HIDDEN)
def test_what_cannot_be_seen_is_refused(typed: str, blamed: str) -> None:
    with pytest.raises(HiddenCharacter) as refused:
        clean_name(typed, "players")
    assert (refused.value.character, refused.value.field) == (blamed, "players")


@pytest.mark.parametrize("typed", ["", " ", "\u00a0", "\n", "A\nB", "x" * 61, "A\x00"])
def test_what_is_no_line_is_refused(typed: str) -> None:
    with pytest.raises(BadName):
        clean_name(typed)


SENTENCES = [
    ("en", "\u3164", "“\u3164” has a character that cannot be seen (U+3164). Leave it out."),
    ("en", "Bo\u202e", "has a character that turns the writing around (U+202E). Leave it out."),
    ("de", "A\u200bB", "hat ein Zeichen, das man nicht sieht (U+200B). Lass es weg.")]  # fmt: skip


@pytest.mark.parametrize(("language", "typed", "said"), SENTENCES)
def test_what_is_said_of_it(language: str, typed: str, said: str) -> None:
    with speaking(Speech(language)), pytest.raises(HiddenCharacter) as refused:
        clean_name(typed)
    with speaking(Speech(language)):
        assert said in error_text(refused.value)


def test_two_ways_to_write_one_name() -> None:
    with pytest.raises(SameName):
        clean_names(["José", "Jose\u0301"])
    assert alike(["BO", "Jose\u0301"]) == alike(["Bo", "josé"]) != alike(["Bo", "Jose"])
