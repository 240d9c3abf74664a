"""Link from the referee back to the game that somebody came from."""

from __future__ import annotations

import re
from typing import NamedTuple

from ...languages import gettext as _
from ...urls import root
from ..key_cookies import is_strange

FROM = "from"
"""The field of the referee's address that says where somebody came from: a page below ``/g/``."""

GROUPS = "/g/"

_ID = "[0-9a-z]{12}"  # as ids are made; the other pages of a group have shorter names
_NUMBER = "[0-9]{1,9}"
_PAGES = re.compile(f"{_ID}(/{_ID}(?:/({_NUMBER})(?:/table(?:/replay/{_NUMBER})?)?)?)?", re.ASCII)
"""Pages that lead to the referee, and to which it leads back: of a group, a session or a game."""


class WayBack(NamedTuple):
    """The URL of a group, session or game, its name, and the text of the link."""

    address: str
    name: str
    text: str

    @property
    def within_groups(self) -> str:
        """Return the path below ``/g/``, as the field :data:`FROM` has it."""
        return self.address.removeprefix(root() + GROUPS)


def way_back(text: str) -> WayBack | None:
    """Return the link to the group, session or game in a field, None for any other text and for
    groups that this phone never opened."""
    path = GROUPS + text
    match = _PAGES.fullmatch(text)
    if match is None or is_strange(path):
        return None
    if match[1] is None:
        return WayBack(root() + path, _("Group"), _("Back to the group"))
    if match[2] is None:
        return WayBack(root() + path, _("Session"), _("Back to the session"))
    number = int(match[2])
    name = _("Game %(number)d", number=number)
    return WayBack(root() + path, name, _("Back to game %(number)d", number=number))
