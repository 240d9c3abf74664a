"""The words for a house rule: its name, its explanation, and what pages add to them."""

from __future__ import annotations

from typing import NamedTuple


class HouseRuleWords(NamedTuple):
    """The words for a house rule.

    ``name`` is its heading; on the page of rules ``rule`` explains it, ``reading`` is Referee's
    reading where sources are silent, and ``clause`` leads to more. ``hint`` explains a name that is
    not clear by itself, ``in_a_word`` is the short name that players use.
    """

    name: str
    rule: str
    reading: str = ""
    clause: str = ""
    hint: str = ""
    in_a_word: str = ""
