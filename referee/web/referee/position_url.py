"""Positions in URLs and forms, and the way back to where they came from."""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import ClassVar, NamedTuple, Self
from urllib.parse import quote_plus

from markupsafe import Markup, escape
from werkzeug.datastructures import MultiDict

from ...languages import gettext as _
from ...messages.error_texts import error_text, short_error_text
from ...rules.cards import RulesError
from ...rules.question_fields import BadQuestion, split_position
from ...urls import root
from ..key_cookies import is_strange

_MARK = re.compile(r"\{(\w+)\}")


@dataclass
class TypedField:
    """A field of the form, with the sentences about what is wrong in it."""

    name: str
    data: str
    errors: list[str] = field(default_factory=list)


class PositionForm:
    """A position and a play as text; the field names are those of the API's referee call.

    ``SWITCHES`` are fields that are ticked or tapped and not typed, ``LISTS`` fields that hold any
    number of cards or words, in any order."""

    FIELDS: ClassVar[tuple[str, ...]] = ("table", "played", "hand")
    SWITCHES: ClassVar[tuple[str, ...]] = ("house",)
    LISTS: ClassVar[tuple[str, ...]] = ("table", "hand", "house")

    def __init__(self, query: MultiDict[str, str]) -> None:
        """Fill the form with a query; several values of a field become one list."""
        texts = {name: " ".join(values) for name, values in query.lists()}
        self._fields = {name: TypedField(name, texts.get(name, "")) for name in self.FIELDS}
        self._switches = {name: texts.get(name, "") for name in self.SWITCHES}
        self.complaints: list[str] = []

    def __contains__(self, name: str) -> bool:
        return name in self._fields

    def __getitem__(self, name: str) -> TypedField:
        return self._fields[name]

    @classmethod
    @cache
    def of_marks(cls) -> Self:
        """Return a form with a mark in place of the text of each field: ``{table}``."""
        return cls(MultiDict({name: f"{{{name}}}" for name in cls.FIELDS}))

    def filled(self, drawn: Markup) -> Markup:
        """Return fields that were drawn :meth:`of_marks`, with what was typed into each."""
        return Markup(_MARK.sub(lambda mark: escape(self[mark[1]].data), drawn))  # noqa: S704 - it was markup

    @property
    def typed(self) -> dict[str, str]:
        """Return what was typed into each field."""
        return {name: typed.data for name, typed in self._fields.items()}

    def texts(self) -> dict[str, str]:
        """Return the fields as the rules read them. The table may be typed with the played card:
        ``A 2 6 / 8``."""
        texts = self.typed | self._switches
        if "/" in texts["table"] and not texts["played"].strip():
            texts["table"], texts["played"] = split_position(texts["table"])
        return texts

    def blame(self, name: str, error: RulesError) -> None:
        """Add a refusal to its field, and a short one to the complaints above the form."""
        self.complaints.append(short_error_text(error) if name in self else error_text(error))
        if name in self:
            self[name].errors.append(error_text(error))

    def blame_all(self, refusal: BadQuestion) -> None:
        for fault in refusal.faults:
            self.blame(fault.field, fault.error)


class CaptureForm(PositionForm):
    """The form of a question about a capture."""

    FIELDS = (*PositionForm.FIELDS, "captured")
    LISTS = (*PositionForm.LISTS, "captured")
    SWITCHES = ("dealt", "last_of_deal", "house")


class BuildForm(PositionForm):
    """The form of a question in a game with builds."""

    FIELDS = (*PositionForm.FIELDS, "turn", "piles", "proven")
    LISTS = (*PositionForm.LISTS, "with")
    SWITCHES = ("players", "deal", "stock", "with", "house")


class PositionUrl:
    """The URL of a position's page, with the texts of its fields in the notation."""

    def __init__(self, page: str, texts: Mapping[str, str], claim_fields: Collection[str]) -> None:
        """Set the page and the fields; ``claim_fields`` are about a claim, and dropped when the
        cards change."""
        self._page = page
        # As parts of a query: most are the same in all addresses of a page.
        self._fields = {name: _field(name, text) for name, text in texts.items()}
        self._unclaimed = self._fields | dict.fromkeys(claim_fields, "")

    def __call__(self, **changes: str) -> str:
        """Return the URL after changes to fields; an empty text drops a field."""
        return self._page + self.query(**changes)

    def without_claim(self, **changes: str) -> str:
        """Return the URL without the fields of a claim, and then with these changes."""
        return self._page + _query(self._unclaimed, changes)

    def split_after(self, first: Iterable[str]) -> tuple[str, str]:
        """Return the URL as far as these fields, which come first in it, and the rest of its
        query."""
        start = self._page + _query({name: self._fields[name] for name in first}, {})
        return start, self().removeprefix(start)

    def query(self, **changes: str) -> str:
        """Return the query of the URL after changes, question mark included; "" for an empty
        one."""
        return _query(self._fields, changes)


def _query(fields: dict[str, str], changes: Mapping[str, str]) -> str:
    """Return the query of written ``fields`` after ``changes`` to them."""
    written = fields.copy()
    for name, text in changes.items():
        written[name] = _field(name, text)
    query = "&".join(filter(None, written.values()))
    return f"?{query}" if query else ""


@lru_cache(maxsize=2048)
def _field(name: str, text: str) -> str:
    """Return a field as part of a query, "" for an empty text."""
    return f"{name}={quote_plus(text, safe='/')}" if text else ""


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
    if match is None or is_strange(text.partition("/")[0]):
        return None
    if match[1] is None:
        return WayBack(root() + path, _("Group"), _("Back to the group"))
    if match[2] is None:
        return WayBack(root() + path, _("Session"), _("Back to the session"))
    number = int(match[2])
    name = _("Game %(number)d", number=number)
    return WayBack(root() + path, name, _("Back to game %(number)d", number=number))
