"""Errors of files that are no photo, with their facts."""

from __future__ import annotations

MOST_BYTES = 12_000_000
MOST_PIXELS = 50_000_000


class PhotoError(ValueError):
    """Base class of all refusals of a file."""


class NotAPicture(PhotoError):
    """A file that is no picture, or a damaged or truncated one."""


class OtherType(PhotoError):
    """A file of another type than JPEG and PNG; ``type`` names it, if it is known."""

    def __init__(self, type_: str) -> None:
        super().__init__(f"neither JPEG nor PNG: {type_!r}")
        self.type = type_


class TooLarge(PhotoError):
    """A file above a limit of ``most`` of a ``unit``, ``bytes`` or ``pixels``."""

    def __init__(self, unit: str, most: int) -> None:
        super().__init__(f"more than {most} {unit}")
        self.unit, self.most = unit, most
