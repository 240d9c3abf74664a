"""Demand of an opponent that a play is completed."""

from __future__ import annotations

from typing import NamedTuple

from ....cards import Cards
from ....table_and_builds import Build, Top


class Demand(NamedTuple):
    """A completion that an opponent may insist on (#insist), with these loose cards, tops and
    builds.

    ``kind`` is ``complete_take``, where ``build`` is None, or ``complete_build``, for this build.
    """

    kind: str
    build: Build | None
    loose: Cards
    tops: tuple[Top, ...] = ()
    builds: tuple[Build, ...] = ()
