"""A built pack of the offline app: its size, files and parts."""

from __future__ import annotations

import gzip
import json
from math import ceil
from pathlib import Path
from typing import NamedTuple, NotRequired, TypedDict

FOLDER = "pocket"
"""Folder of a pack in the instance folder."""

LIST = "files.json"
LICENCES = "licences.txt"
PARTS = "parts"
SCRIPT = "text/javascript"
ENDINGS = {"br": ".br", "gzip": ".gz"}
"""File name endings of a part in each of its codings, the smallest first."""
MEGABYTE = 1_000_000


class PackOffer(NamedTuple):
    """The figures of a pack that pages show: its ``version``, the bytes that are ``sent`` (as
    Brotli, which every browser takes that can store a pack) and its ``size`` on the phone; and the
    same for photos, which a phone may leave out."""

    version: str
    sent: int
    size: int
    photos_sent: int = 0
    photos_size: int = 0

    @property
    def megabytes_sent(self) -> int:
        return ceil(self.sent / MEGABYTE)

    @property
    def megabytes_kept(self) -> int:
        return round(self.size / MEGABYTE)

    @property
    def photo_megabytes_sent(self) -> int:
        return ceil(self.photos_sent / MEGABYTE)

    @property
    def photo_megabytes_kept(self) -> int:
        return round(self.photos_size / MEGABYTE)


class DamagedPack(Exception):
    """The list of a pack that cannot be read, or is none."""


class ListedPart(TypedDict):
    """A part of a file by its SHA-256, with its bytes and those of its codings: ``sent`` with
    Brotli, and ``gzip``."""

    sha256: str
    size: int
    sent: int
    gzip: int


class ListedFile(TypedDict):
    """A file with its parts; phones keep it ``packed`` if so."""

    name: str
    packed: bool
    type: str
    sha256: str
    parts: list[ListedPart]


class PackList(TypedDict):
    """The list of a pack: the figures of its :class:`PackOffer`, the fingerprint of the app that it
    was ``made_for``, its files and those for photos."""

    version: str
    sent: int
    size: int
    photos_sent: NotRequired[int]
    photos_size: NotRequired[int]
    made_for: str
    files: list[ListedFile]
    photos: NotRequired[list[ListedFile]]


class Pack(NamedTuple):
    """A folder with a pack, and its list."""

    folder: Path
    listed: PackList

    @classmethod
    def read(cls, folder: Path) -> Pack | None:
        """Return the pack in a folder, None if there is none. Raises :class:`DamagedPack`."""
        try:
            pack = cls(folder, json.loads((folder / LIST).read_bytes()))
            numbers = (pack.offer.sent, pack.offer.size)
            if all(type(number) is int for number in numbers) and pack.parts and pack.made_for:
                return pack
        except FileNotFoundError:
            return None
        except (OSError, ValueError, LookupError, TypeError, RecursionError) as error:
            raise DamagedPack(f"{folder / LIST}: {type(error).__name__}") from error
        raise DamagedPack(f"{folder / LIST}: not a list of a pack")

    @property
    def offer(self) -> PackOffer:
        return PackOffer(
            self.listed["version"],
            self.listed["sent"],
            self.listed["size"],
            self.listed.get("photos_sent", 0),
            self.listed.get("photos_size", 0),
        )

    @property
    def made_for(self) -> str:
        return str(self.listed["made_for"])

    @property
    def parts(self) -> set[str]:
        """Return the names of all parts, which are the SHA-256 of their contents."""
        files = [*self.listed["files"], *self.listed.get("photos", ())]
        return {part["sha256"] for file in files for part in file["parts"]}

    def part(self, sha256: str, coding: str = "gzip") -> bytes | None:
        """Return a part in one of the codings, None if it is missing: a new pack was built
        meanwhile, or the folder was changed."""
        name = f"{PARTS}/{sha256}{ENDINGS[coding]}"
        return self._read(name) if sha256 in self.parts else None

    def script(self, name: str) -> bytes | None:
        """Return a whole script of the pack, None if it is missing."""
        files = {file["name"]: file for file in self.listed["files"]}
        if name not in files or files[name]["type"] != SCRIPT:
            return None
        pieces = [self.part(part["sha256"]) for part in files[name]["parts"]]
        return (
            b"".join(gzip.decompress(piece) for piece in pieces if piece) if all(pieces) else None
        )

    @property
    def licences(self) -> bytes | None:
        """Return the text of the licences, None if it is missing."""
        return self._read(LICENCES)

    def _read(self, name: str) -> bytes | None:
        try:
            return (self.folder / name).read_bytes()
        except OSError:
            return None
