"""How fast one sender may make groups, with new people or from a file.

What a group's key opens, reading, and the referee have no such bound.
"""

from __future__ import annotations

import math
import sqlite3

from flask import current_app

from ..households import HERE, household
from ..store import pace
from .refusals import TooFast

AT_ONCE_MINUTES = 2
"""A club that begins its evening makes many at once."""
OWN_TIMES = 20
"""The machine itself is its owner's, and gets so many times as much; not all there is, since a
proxy that does not say who asks looks the same."""


def one_more_group(address: str | None) -> None:
    """Before a group is made, for the address that asks for it. Raises
    :class:`~referee.services.refusals.TooFast`."""
    per_minute: int = current_app.config["GROUPS_PER_MINUTE"]
    if not per_minute:
        return
    sender = household(address or "")
    if sender == HERE:
        per_minute *= OWN_TIMES
    try:
        wait = pace.seconds_to_wait(sender, 60 / per_minute, per_minute * AT_ONCE_MINUTES)
    except sqlite3.Error as error:  # without it the house stands open, as others are open too
        current_app.logger.warning("pace: nobody is counted: %s", error)
        return
    if wait:
        raise TooFast(math.ceil(wait))
