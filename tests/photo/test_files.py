"""Files of photos: of each kind that cameras and attackers send, what becomes of them."""

import io
import random
import struct
import zlib
from collections.abc import Callable

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
    file = io.BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


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


@pytest.mark.parametrize(
    "data",
    [
        saved(quarters(), "JPEG", quality=95),
        saved(quarters(), "JPEG", progressive=True),
        saved(quarters("CMYK"), "JPEG", quality=95),
        saved(quarters(), "PNG"),
        saved(quarters("RGBA"), "PNG"),
        saved(quarters("P"), "PNG"),
        saved(quarters("P"), "PNG", transparency=0),
        saved(quarters(), "PNG", save_all=True, append_images=[Image.new("RGB", (WIDE, TALL))]),
        saved(quarters(), "PNG", icc_profile=bytes(1000)),
        saved(quarters(), "JPEG", comment=b"x" * 60_000),
        saved(quarters(), "JPEG", quality=95) + b"more after its end",
        saved(quarters(), "HEIF"),
        saved(quarters("RGBA"), "HEIF"),
        saved(quarters(), "AVIF"),
    ],
    ids=(
        "jpeg progressive cmyk png alpha palette transparent animated icc comment longer heic"
        " heic-alpha avif"
    ).split(),
)
def test_pictures(data: bytes) -> None:
    image, size = open_photo(data)
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


JPEG, PNG = saved(quarters(), "JPEG"), saved(quarters(), "PNG")
HEIC, AVIF = saved(quarters(), "HEIF"), saved(quarters(), "AVIF")
BOMB = zlib.compress(bytes(60_000_000))
TEXT = chunk(b"zTXt", b"Comment\0\0" + BOMB)
PROFILE = chunk(b"iCCP", b"icc\0\0" + BOMB)


@pytest.mark.parametrize(
    ("data", "refusal"),
    [
        (JPEG + bytes(MOST_BYTES), TooLarge),
        (png(10_000, 6_401), TooLarge),
        (png(100_000, 100_000), TooLarge),  # Pillow warns, and refuses larger ones
        (png(2**31 - 1, 2**31 - 1), TooLarge),
        (png(64_000_001, 1), TooLarge),
        (jpeg(65_535, 65_535), TooLarge),
        (jpeg(10_000, 6_401), TooLarge),
        (png(5_000, 5_000, rows=bytes(100)), NotAPicture),
        (png(0, 10), NotAPicture),
        (png(WIDE, TALL, TEXT), NotAPicture),
        (b"", NotAPicture),
        (b"text", NotAPicture),
        (JPEG[: len(JPEG) // 2], NotAPicture),
        (JPEG[:30], NotAPicture),
        (PNG[: len(PNG) // 2], NotAPicture),
        (PNG[:8], NotAPicture),
        (b"\xff\xd8\xff" + bytes(100), NotAPicture),
        (saved(quarters("P"), "GIF"), OtherType),
        (saved(quarters(), "BMP"), OtherType),
        (saved(quarters(), "TIFF"), OtherType),
        (b"\0\0\0\x1cftypheic\0\0\0\0mif1heic", NotAPicture),
        (b"\0\0\0\x1cftypavif", NotAPicture),
        (HEIC[: len(HEIC) // 2], NotAPicture),
        (AVIF[: len(AVIF) // 2], NotAPicture),
        (saved(Image.new("L", (8_001, 8_001)), "HEIF"), TooLarge),
        (b"RIFF\x24\0\0\0WEBPVP8 ", OtherType),
        (b"%PDF-1.7", OtherType),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", OtherType),
    ],
)
def test_files_that_are_refused(data: bytes, refusal: type[PhotoError]) -> None:
    with pytest.raises(refusal):
        open_photo(data)


def test_a_colour_profile_that_grows_is_not_read() -> None:
    try:
        image, _ = open_photo(png(WIDE, TALL, PROFILE, rows=bytes((3 * WIDE + 1) * TALL)))
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
@pytest.mark.parametrize(
    "data",
    [JPEG, PNG, saved(quarters("P"), "PNG"), saved(quarters(), progressive=True), HEIC, AVIF],
)
def test_damaged_files_are_pictures_or_refused(
    data: bytes, damage: Callable[[bytes, random.Random], bytes]
) -> None:
    rnd = random.Random(damage.__name__)
    for _ in range(300):
        broken = damage(data, rnd)
        try:
            image, _ = open_photo(broken)
        except PhotoError:
            continue
        assert image.mode == "RGB"
