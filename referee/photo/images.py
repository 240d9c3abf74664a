"""Image files: their decoding, upright and no larger than is needed."""

import io
import warnings
from importlib.util import find_spec

import numpy as np
from PIL import ExifTags, Image, features

from .reading import MOST_BYTES, MOST_PIXELS, NotAPicture, OtherType, PhotoError, TooLarge

ENOUGH = 4000
"""Pixels of the long side that are enough: a larger JPEG is decoded at a half or a quarter."""

_TURNED = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
"""Turns that make a photo upright, by the orientation that EXIF gives."""

_STARTS = {
    b"\xff\xd8\xff": "JPEG",
    b"\x89PNG\r\n\x1a\n": "PNG",
    b"GIF8": "GIF",
    b"BM": "BMP",
    b"II*\0": "TIFF",
    b"MM\0*": "TIFF",
    b"%PDF": "PDF",
    b"RIFF": "WebP",
    b"<svg": "SVG",
}
_BRANDS = {
    **dict.fromkeys((b"heic", b"heix", b"heim", b"heis", b"mif1", b"msf1"), "HEIC"),
    **dict.fromkeys((b"avif", b"avis"), "AVIF"),
}
"""Types of files that begin with a box ``ftyp``, by its main brand."""


def _formats() -> dict[str, str]:
    """Return Pillow's names of the formats that this machine decodes, by the name of the type."""
    formats = {"JPEG": "JPEG", "PNG": "PNG"}
    if features.check("avif"):
        formats["AVIF"] = "AVIF"
    if find_spec("pillow_heif"):
        from pillow_heif import register_heif_opener  # noqa: PLC0415 - it may be missing

        register_heif_opener(thumbnails=False)
        formats["HEIC"] = "HEIF"
    return formats


_FORMATS = _formats()

# Pillow documents none but OSError; damaged files raise these too.
_BROKEN = (
    OSError,
    ValueError,
    SyntaxError,
    EOFError,
    LookupError,
    TypeError,
    ArithmeticError,
    RuntimeError,
    MemoryError,
)


def open_photo(data: bytes) -> tuple[Image.Image, tuple[int, int]]:
    """Return the picture in a file as RGB, turned upright, and its size before it was reduced.

    Raises :class:`~.reading.TooLarge`, :class:`~.reading.OtherType` or
    :class:`~.reading.NotAPicture`.
    """
    if len(data) > MOST_BYTES:
        raise TooLarge("bytes", MOST_BYTES)
    kind = _type_of(data)
    if kind is None:
        raise NotAPicture
    if kind not in _FORMATS:
        raise OtherType(kind)
    try:
        # Warnings would put facts of the photo into a log.
        with warnings.catch_warnings(action="ignore"):
            return _decoded(data)
    except Image.DecompressionBombError as error:
        raise TooLarge("pixels", MOST_PIXELS) from error
    except PhotoError:
        raise
    except _BROKEN as error:
        raise NotAPicture from error


def _type_of(data: bytes) -> str | None:
    """Return the type of a file by its first bytes, None if it is unknown."""
    if data[4:8] == b"ftyp":
        return _BRANDS.get(data[8:12])
    return next((name for start, name in _STARTS.items() if data.startswith(start)), None)


def _decoded(data: bytes) -> tuple[Image.Image, tuple[int, int]]:
    """Return the decoded picture, turned upright, and its size before it was reduced."""
    with Image.open(io.BytesIO(data), formats=list(_FORMATS.values())) as picture:
        size = picture.size  # from the header, before anything is decoded
        if size[0] * size[1] > MOST_PIXELS:
            raise TooLarge("pixels", MOST_PIXELS)
        turn = _TURNED.get(_orientation(picture))
        shrink = max(1, max(size) // ENOUGH)
        picture.draft("RGB", (size[0] // shrink, size[1] // shrink))  # a JPEG alone
        image = _as_rgb(picture)
        if shrink > 1 and image.size == size:
            image = image.reduce(shrink)
    if turn is not None:
        image = image.transpose(turn)
        if turn >= Image.Transpose.ROTATE_90 and turn != Image.Transpose.ROTATE_180:
            size = size[::-1]
    return image, size


def _orientation(picture: Image.Image) -> int:
    try:
        orientation = picture.getexif().get(ExifTags.Base.Orientation, 1)
    except _BROKEN:  # damaged metadata does not make a photo unreadable
        return 1
    return orientation if isinstance(orientation, int) else 1


def _as_rgb(picture: Image.Image) -> Image.Image:
    if picture.mode.startswith("I"):  # Pillow cuts 16 bits off at 255 instead of scaling them
        return Image.fromarray((np.asarray(picture) >> 8).astype(np.uint8)).convert("RGB")
    if picture.mode == "RGB":
        picture.load()
        return picture  # convert would copy it
    return picture.convert("RGB")
