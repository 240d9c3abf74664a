"""Files of photos: of each kind that cameras and attackers send, what becomes of them."""

import io
import random
import struct
import zlib
from collections.abc import Callable
from functools import cache

import pytest

pytest.importorskip("PIL", reason="the extra photo is not installed")

from PIL import Image

from referee.photo import MOST_BYTES, NotAPicture, OtherType, PhotoError, TooLarge
from referee.photo.images import ENOUGH, open_photo

# A picture whose corners are red, green, blue and white, clockwise from the upper left.
WIDE, TALL = 64, 48
CORNERS = {(0, 0): "red", (1, 0): "lime", (1, 1): "blue", (0, 1): "white"}


def quarters(mode: str = "RGB") -> Image.Image:
    image = Image.new("RGB", (WIDE, TALL))
    for (right, down), colour in CORNERS.items():
        half = WIDE // 2, TALL // 2
        image.paste(colour, (right * half[0], down * half[1], *_end(right, down)))
    return image.convert(mode)


def _end(right: int, down: int) -> tuple[int, int]:
    return (right + 1) * WIDE // 2, (down + 1) * TALL // 2


def saved(image: Image.Image, kind: str = "JPEG", **options: object) -> bytes:
    """Return a file; it takes seconds for some kinds, so tables hold functions that make them."""
    file = io.BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


@cache
def heic() -> bytes:
    return saved(quarters(), "HEIF")


@cache
def avif() -> bytes:
    return saved(quarters(), "AVIF")


def corners(image: Image.Image) -> list[str]:
    """Return the colours near the corners, clockwise from the upper left."""
    names = {(255, 0, 0): "red", (0, 255, 0): "lime", (0, 0, 255): "blue", (255,) * 3: "white"}
    width, height = image.size
    spots = [(5, 5), (width - 6, 5), (width - 6, height - 6), (5, height - 6)]
    found = []
    for spot in spots:
        pixel = image.getpixel(spot)
        assert isinstance(pixel, tuple)
        nearest = min(
            names, key=lambda one: sum(abs(a - b) for a, b in zip(one, pixel, strict=True))
        )
        found.append(names[nearest])
    return found


UPRIGHT = ["red", "lime", "blue", "white"]


PICTURES: dict[str, Callable[[], bytes]] = {
    "jpeg": lambda: saved(quarters(), "JPEG", quality=95),
    "progressive": lambda: saved(quarters(), "JPEG", progressive=True),
    "cmyk": lambda: saved(quarters("CMYK"), "JPEG", quality=95),
    "png": lambda: saved(quarters(), "PNG"),
    "alpha": lambda: saved(quarters("RGBA"), "PNG"),
    "palette": lambda: saved(quarters("P"), "PNG"),
    "transparent": lambda: saved(quarters("P"), "PNG", transparency=0),
    "animated": lambda: saved(
        quarters(), "PNG", save_all=True, append_images=[Image.new("RGB", (WIDE, TALL))]
    ),
    "icc": lambda: saved(quarters(), "PNG", icc_profile=bytes(1000)),
    "comment": lambda: saved(quarters(), "JPEG", comment=b"x" * 60_000),
    "longer": lambda: saved(quarters(), "JPEG", quality=95) + b"more after its end",
    "heic": heic,
    "heic-alpha": lambda: saved(quarters("RGBA"), "HEIF"),
    "avif": avif,
}


@pytest.mark.parametrize("name", PICTURES)
def test_pictures(name: str) -> None:
    image, size = open_photo(PICTURES[name]())
    assert (image.mode, image.size, size) == ("RGB", (WIDE, TALL), (WIDE, TALL))
    assert corners(image) == UPRIGHT


@pytest.mark.parametrize("mode", ["L", "1", "LA", "I;16"])
def test_grey_pictures(mode: str) -> None:
    """Half of it is white; 16 bits are scaled, not cut off."""
    image = Image.new("L", (WIDE, TALL), 100)
    image.paste(255, (0, 0, WIDE // 2, TALL))
    if mode == "I;16":
        image = Image.frombytes(
            "I;16", image.size, b"".join(bytes([v, v]) for v in image.tobytes())
        )
    else:
        image = image.convert(mode)
    read, _ = open_photo(saved(image, "PNG"))
    assert read.mode == "RGB"
    assert read.getpixel((5, 5)) == (255, 255, 255)
    right = read.getpixel((WIDE - 5, 5))
    assert right == (100, 100, 100) or mode == "1"


# How the corners of the stored picture lie, by its orientation, clockwise in the upright one.
TURNED = {
    1: "red lime blue white", 2: "lime red white blue", 3: "blue white red lime",
    4: "white blue lime red", 5: "red white blue lime", 6: "white red lime blue",
    7: "blue lime red white", 8: "lime blue white red", 9: "red lime blue white",
    0: "red lime blue white",
}  # fmt: skip


@pytest.mark.parametrize("orientation", TURNED)
def test_photos_are_turned_upright(orientation: int) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    image, size = open_photo(saved(quarters(), "JPEG", quality=95, exif=exif))
    assert corners(image) == TURNED[orientation].split()
    assert size == image.size == ((TALL, WIDE) if 5 <= orientation <= 8 else (WIDE, TALL))


@pytest.mark.parametrize("exif", [b"Exif\0\0", b"Exif\0\0MM\0*\0\0\0\x08\xff\xff", b"Exif\0\0" * 9])
def test_odd_remarks_are_no_matter(exif: bytes) -> None:
    data = saved(quarters(), "JPEG", quality=95, exif=exif)
    assert corners(open_photo(data)[0]) == UPRIGHT


def test_large_photos_are_decoded_smaller() -> None:
    image, size = open_photo(saved(Image.new("RGB", (2 * ENOUGH, 2 * ENOUGH - 2000)), "JPEG"))
    assert size == (2 * ENOUGH, 2 * ENOUGH - 2000)
    assert max(image.size) == ENOUGH


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width: int, height: int, *more: bytes, rows: bytes = b"") -> bytes:
    """Return a PNG of the size that its header gives, whatever is in it."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = chunk(b"IHDR", header) + b"".join(more) + chunk(b"IDAT", zlib.compress(rows))
    return b"\x89PNG\r\n\x1a\n" + body + chunk(b"IEND", b"")


def jpeg(width: int, height: int) -> bytes:
    """Return a JPEG whose header gives another size than it has."""
    data = saved(quarters(), "JPEG")
    at = data.index(b"\xff\xc0") + 5
    return data[:at] + struct.pack(">HH", height, width) + data[at + 4 :]


def heic_of(width: int, height: int) -> bytes:
    """Return a HEIC whose header gives another size than it has."""
    data = saved(Image.new("L", (64, 64)), "HEIF")  # of whole blocks, so that nothing is cut off
    size = struct.pack(">II", 64, 64)
    assert data.count(size) == 1
    return data.replace(size, struct.pack(">II", width, height))


JPEG, PNG = saved(quarters(), "JPEG"), saved(quarters(), "PNG")


def bomb(kind: bytes, name: bytes) -> bytes:
    """Return a part of a PNG that grows to 60 megabytes."""
    return chunk(kind, name + b"\0\0" + zlib.compress(bytes(60_000_000)))


REFUSED: dict[str, tuple[Callable[[], bytes], type[PhotoError]]] = {
    "too many bytes": (lambda: JPEG + bytes(MOST_BYTES), TooLarge),
    "png of too many pixels": (lambda: png(10_000, 6_401), TooLarge),
    "png that Pillow warns of": (lambda: png(100_000, 100_000), TooLarge),
    "png that Pillow refuses": (lambda: png(2**31 - 1, 2**31 - 1), TooLarge),
    "png of one line": (lambda: png(64_000_001, 1), TooLarge),
    "jpeg of the largest size": (lambda: jpeg(65_535, 65_535), TooLarge),
    "jpeg of too many pixels": (lambda: jpeg(10_000, 6_401), TooLarge),
    "png of too few rows": (lambda: png(5_000, 5_000, rows=bytes(100)), NotAPicture),
    "png without width": (lambda: png(0, 10), NotAPicture),
    "png with a text that grows": (lambda: png(WIDE, TALL, bomb(b"zTXt", b"Comment")), NotAPicture),
    "nothing": (lambda: b"", NotAPicture),
    "text": (lambda: b"text", NotAPicture),
    "half a jpeg": (lambda: JPEG[: len(JPEG) // 2], NotAPicture),
    "head of a jpeg": (lambda: JPEG[:30], NotAPicture),
    "half a png": (lambda: PNG[: len(PNG) // 2], NotAPicture),
    "signature of a png": (lambda: PNG[:8], NotAPicture),
    "signature of a jpeg": (lambda: b"\xff\xd8\xff" + bytes(100), NotAPicture),
    "gif": (lambda: saved(quarters("P"), "GIF"), OtherType),
    "bmp": (lambda: saved(quarters(), "BMP"), OtherType),
    "tiff": (lambda: saved(quarters(), "TIFF"), OtherType),
    "head of a heic": (lambda: b"\0\0\0\x1cftypheic\0\0\0\0mif1heic", NotAPicture),
    "head of an avif": (lambda: b"\0\0\0\x1cftypavif", NotAPicture),
    "half a heic": (lambda: heic()[: len(heic()) // 2], NotAPicture),
    "half an avif": (lambda: avif()[: len(avif()) // 2], NotAPicture),
    "heic of too many pixels": (lambda: heic_of(8_001, 8_001), TooLarge),
    "webp": (lambda: b"RIFF\x24\0\0\0WEBPVP8 ", OtherType),
    "pdf": (lambda: b"%PDF-1.7", OtherType),
    "svg": (lambda: b"<svg xmlns='http://www.w3.org/2000/svg'/>", OtherType),
}


@pytest.mark.parametrize("name", REFUSED)
def test_files_that_are_refused(name: str) -> None:
    data, refusal = REFUSED[name]
    with pytest.raises(refusal):
        open_photo(data())


def test_a_colour_profile_that_grows_is_not_read() -> None:
    profile = bomb(b"iCCP", b"icc")
    try:
        image, _ = open_photo(png(WIDE, TALL, profile, rows=bytes((3 * WIDE + 1) * TALL)))
    except NotAPicture:
        return
    assert image.size == (WIDE, TALL)


def _cut(data: bytes, rnd: random.Random) -> bytes:
    return data[: rnd.randrange(len(data))]


def _flipped(data: bytes, rnd: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(rnd.randint(1, 20)):
        changed[rnd.randrange(len(changed))] = rnd.randrange(256)
    return bytes(changed)


def _spliced(data: bytes, rnd: random.Random) -> bytes:
    start, end = sorted(rnd.randrange(len(data)) for _ in range(2))
    return data[:start] + rnd.randbytes(rnd.randint(0, 40)) + data[end:]


@pytest.mark.parametrize("damage", [_cut, _flipped, _spliced])
@pytest.mark.parametrize("name", "jpeg png palette progressive heic avif".split())
def test_damaged_files_are_pictures_or_refused(
    name: str, damage: Callable[[bytes, random.Random], bytes]
) -> None:
    rnd, data = random.Random(damage.__name__), PICTURES[name]()
    for _ in range(300):
        broken = damage(data, rnd)
        try:
            image, _ = open_photo(broken)
        except PhotoError:
            continue
        assert image.mode == "RGB"
