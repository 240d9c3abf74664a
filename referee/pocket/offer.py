"""A pack that was built: what it takes, and its parts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

FOLDER = "pocket"
"""Where a pack lies in the instance folder."""

LIST = "files.json"
LICENCES = "licences.txt"
PARTS = "parts"
MEGABYTE = 1_000_000


class Offer(NamedTuple):
    """What pages say about a pack: its ``version``, and how many bytes are sent and kept."""

    version: str
    sent: int
    size: int

    @property
    def megabytes_sent(self) -> int:
        return round(self.sent / MEGABYTE)

    @property
    def megabytes_kept(self) -> int:
        return round(self.size / MEGABYTE)


class Pack(NamedTuple):
    """The folder of a pack, and its list: ``files`` with their parts, the ``version``, the bytes
    ``sent`` and kept (``size``), and the fingerprint of the app that it was ``made_for``."""

    folder: Path
    listed: dict[str, Any]

    @classmethod
    def read(cls, folder: Path) -> Pack | None:
        """The pack in a folder; None if there is none. Raises :class:`OSError`."""
        try:
            return cls(folder, json.loads((folder / LIST).read_bytes()))
        except (FileNotFoundError, ValueError):
            return None

    @property
    def offer(self) -> Offer:
        return Offer(*(self.listed[name] for name in Offer._fields))

    @property
    def made_for(self) -> str:
        return str(self.listed["made_for"])

    def part(self, sha256: str) -> bytes | None:
        """A part, compressed with gzip."""
        known = {part["sha256"] for file in self.listed["files"] for part in file["parts"]}
        if sha256 not in known:
            return None
        try:
            return (self.folder / PARTS / f"{sha256}.gz").read_bytes()
        except FileNotFoundError:  # a new pack was built meanwhile
            return None

    @property
    def licences(self) -> str:
        return (self.folder / LICENCES).read_text("utf-8")
