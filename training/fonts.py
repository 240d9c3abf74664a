"""Fonts of indices and of printed matter: Debian packages with free fonts, an eighth held out."""

from __future__ import annotations

import hashlib
import os
import subprocess
from functools import cache
from pathlib import Path

from fontTools.ttLib import TTFont
from PIL import ImageFont

FOLDER = Path(os.environ.get("FONTS", "/usr/share/fonts"))
PACKAGES = Path(__file__).with_name("fonts.txt").read_text("utf-8").split()
"""Debian packages whose fonts the shipped models were trained with."""

_NO_TEXT = ("symbol", "math", "dingbat", "emoji", "d050000l", "opensymbol")
_PIP_FONTS = (
    "DejaVuSans.ttf DejaVuSans-Bold.ttf DejaVuSerif.ttf FreeSerif.ttf FreeSans.ttf FreeMono.ttf "
    "LinLibertine_R.otf LiberationSans-Regular.ttf LiberationSerif-Bold.ttf "
    "NotoSansSymbols2-Regular.ttf NotoSansMath-Regular.ttf"
).split()
SUIT_SIGNS = "♣♦♥♠"


def missing_packages() -> list[str]:
    """Return the packages of fonts that are not installed; none if FONTS names a folder."""
    if "FONTS" in os.environ:
        return []
    query = ["dpkg-query", "-W", "-f", "${Package} ${db:Status-Status}\n"]
    answer = subprocess.run(query, capture_output=True, text=True, check=True).stdout
    installed = {line.split()[0] for line in answer.splitlines() if line.endswith(" installed")}
    return [package for package in PACKAGES if package not in installed]


@cache
def text_fonts(*, held_out: bool) -> tuple[str, ...]:
    """Return the files of fonts with digits and capitals: those of the test, or all others."""
    files = sorted(path for path in FOLDER.rglob("*.[to]tf") if _is_text(path.name.lower()))
    return tuple(str(path) for path in files if _is_held_out(path) == held_out and _has_ranks(path))


@cache
def pip_fonts() -> tuple[str, ...]:
    """Return the files of fonts that have the signs of all suits."""
    files = [path for name in _PIP_FONTS for path in sorted(FOLDER.rglob(name))]
    return tuple(str(path) for path in files if _has_suits(path))


@cache
def face(file: str, size: int) -> ImageFont.FreeTypeFont:
    """Return a font in a size."""
    return ImageFont.truetype(file, size)


def _is_held_out(path: Path) -> bool:
    """Say whether a font is kept for the test; all fonts of a family are, or none."""
    family = path.stem.lower().split("-")[0].split("_")[0][:9]
    return int(hashlib.md5(family.encode()).hexdigest(), 16) % 8 == 0


def _is_text(name: str) -> bool:
    noto = ("notosans-", "notoserif-", "notosansdisplay", "notoserifdisplay", "notosansmono")
    return not any(word in name for word in _NO_TEXT) and (
        "noto" not in name or name.startswith(noto)
    )


def _has_ranks(path: Path) -> bool:
    try:
        masks = [ImageFont.truetype(str(path), 40).getmask(sign) for sign in "AQ78K"]
    except (OSError, ValueError):
        return False
    return len({bytes(mask) for mask in masks}) == 5 and min(m.size[1] for m in masks) >= 14


def _has_suits(path: Path) -> bool:
    signs = TTFont(path, fontNumber=0).getBestCmap()
    return all(ord(sign) in signs for sign in SUIT_SIGNS)
