"""Worked examples of scoring on the pages of rules."""

from __future__ import annotations

from typing import NamedTuple, NotRequired, TypedDict

from ..rules.ruleset import Ruleset
from ..rules.scoring import Score, Sheet, TeamScore, score
from ..rules.sheet_plan import RowCounts


class ScoringData(TypedDict):
    """A worked example in a game's data file: ``piles`` are the counted piles, with the sweeps that
    were ``swept``; or ``sweeps`` are paid alone. ``last`` captured last."""

    players: list[str]
    teams: NotRequired[list[int]]
    piles: NotRequired[list[dict[str, int]]]
    swept: NotRequired[list[int]]
    sweeps: NotRequired[list[int]]
    last: NotRequired[int]


class ScoredExample(NamedTuple):
    """A worked example of scoring, or of paying sweeps, with the counts of each player."""

    id: str
    names: list[str]
    rows: list[RowCounts]
    sheet: Sheet

    @property
    def sides(self) -> list[tuple[list[str], Score | TeamScore]]:
        """Return each side: the names in it, and its score."""
        if self.sheet.teams is None:
            return [
                ([name], result) for name, result in zip(self.names, self.sheet.scores, strict=True)
            ]
        return [
            ([self.names[seat] for seat in result.players], result) for result in self.sheet.teams
        ]


def score_example(rules: Ruleset, name: str, scoring: ScoringData) -> ScoredExample:
    """Return the example of a data file, scored by these rules."""
    rows = _rows(scoring)
    sheet = score(rules, rows, scoring.get("teams"), scoring.get("last"))
    return ScoredExample(name, scoring["players"], rows, sheet)


def _rows(scoring: ScoringData) -> list[RowCounts]:
    """Return the counts of each player: sweeps alone, or a counted pile, with the sweeps that were
    made."""
    if "sweeps" in scoring:
        return [RowCounts(markers, 0) for markers in scoring["sweeps"]]
    piles = scoring["piles"]
    swept = scoring.get("swept", [0] * len(piles))
    return [RowCounts(markers, pile) for markers, pile in zip(swept, piles, strict=True)]
