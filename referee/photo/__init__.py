"""Recognition of cards in a photo: bytes and known facts in, cards out.

Nothing is stored. Importing this package needs the standard library only; :func:`read` needs the
extra ``photo``.
"""

from functools import cache
from importlib.util import find_spec

from .reading import (
    LETTERS,
    MOST_BYTES,
    MOST_PIXELS,
    SURE_ENOUGH,
    KnownFacts,
    NotAPicture,
    OtherType,
    PhotoError,
    PhotoReading,
    SeenCard,
    TooLarge,
)

__all__ = [
    "LETTERS",
    "MOST_BYTES",
    "MOST_PIXELS",
    "SURE_ENOUGH",
    "KnownFacts",
    "NotAPicture",
    "OtherType",
    "PhotoError",
    "PhotoReading",
    "SeenCard",
    "TooLarge",
    "available",
    "read",
]

_RUNTIME = ("PIL", "numpy", "onnxruntime")


@cache  # every page asks
def available() -> bool:
    """Return whether the libraries that read photos are installed."""
    return all(find_spec(module) for module in _RUNTIME)


def read(data: bytes, knowledge: KnownFacts) -> PhotoReading:
    """Return the cards in a photo.

    Raises a :class:`PhotoError` for a file that is no photo, or is too large.
    """
    from .assignment import assign  # noqa: PLC0415 - the runtime may be missing
    from .images import open_photo  # noqa: PLC0415
    from .networks import find_indices, read_indices  # noqa: PLC0415

    image, size = open_photo(data)
    indices = read_indices(image, find_indices(image))
    reading = assign(indices, knowledge, *image.size)
    return reading if size == image.size else reading.scaled(*size)
