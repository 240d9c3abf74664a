"""Numbers as people type them, in each language."""

import pytest

from referee.languages import Speech, speaking
from referee.web.request_fields import read_decimal, read_whole


@pytest.mark.parametrize(("language", "text", "number"), [  # language, what is typed, the number
    ("en", "1,000", "1000"),
    ("en", "10,000.50", "10000.50"),
    ("en", "0.50", "0.50"),
    ("en", "0,5", "0.5"),  # the keys of the phone may have no point
    ("en", "1.000", "1.000"),  # three decimals: no money has them
    ("en", "1.000,50", None),
    ("en", "0,333", None),
    ("en", "1,0000", None),
    ("en", "1,00,000", None),
    ("en", "1 000", None),
    ("de", "1.000", "1000"),
    ("de", "10.000", "10000"),
    ("de", "1.000,50", "1000.50"),
    ("de", "0,5", "0.5"),
    ("de", "0.50", "0.50"),
    ("de", "1,000.50", None),
    ("de", "0.333", None),
    ("sv", "1 000", "1000"),
    ("sv", "1\u00a0000", "1000"),
    ("sv", "1\u202f000,5", "1000.5"),
    ("sv", "0,5", "0.5"),
    ("sv", "0.50", "0.50"),
    ("sv", "1 00", None),
    ("sv", "1.000", "1.000"),
    ("en", "-3", "-3"),
    ("sv", "−1 000", "-1000"),
    ("de", "–3", "-3"),
    ("en", " 12 ", "12"),
    *((language, text, None) for language in ("en", "sv", "de")
      for text in ("", "-", ".", ",", "--1", "+1", "1e3", "NaN", "Infinity", "1_000", "٣", "9" * 41,
                   "1'000", "x", "0,5,0", "1,2.3"))])  # fmt: skip
def test_numbers(language: str, text: str, number: str | None) -> None:
    with speaking(Speech(language)):
        read = read_decimal(text)
    assert (read if read is None else str(read)) == number


@pytest.mark.parametrize(
    ("language", "text", "number"),
    [("en", "1,000", 1000), ("de", "1.000", 1000), ("de", "1,5", None), ("en", "1.000", None),
     ("en", "−5", -5), ("sv", "7", 7), ("en", "7.0", None)],
)  # fmt: skip
def test_whole_numbers(language: str, text: str, number: int | None) -> None:
    with speaking(Speech(language)):
        assert read_whole(text) == number
