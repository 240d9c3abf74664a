"""Files that only their owner can read, and that survive a loss of power.

On Windows modes have no effect and folders cannot be synced; a user's folder is private there."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from pathlib import Path

FILE, FOLDER = 0o600, 0o700
OTHERS = 0o077


def make_folder(folder: Path) -> None:
    """Make a private folder. An existing one is left as it is."""
    folder.mkdir(mode=FOLDER, parents=True, exist_ok=True)


def make_file(file: Path, *, exist_ok: bool = True) -> None:
    """Make a file that is private from the beginning, or close an existing one to others.

    Raises :class:`FileExistsError` for an existing file without ``exist_ok``."""
    only_new = 0 if exist_ok else os.O_EXCL
    os.close(os.open(file, os.O_CREAT | os.O_WRONLY | only_new, FILE))
    close_to_others(file)


def close_to_others(file: Path) -> None:
    """Take all permissions of others from a file, if it exists and belongs to this user."""
    with contextlib.suppress(OSError):
        mode = stat.S_IMODE(file.stat().st_mode)
        if mode & OTHERS:
            file.chmod(mode & ~OTHERS)


def sync_folder(folder: Path) -> None:
    """Write the names in a folder to the disk, so that new files survive a loss of power."""
    if sys.platform != "win32":
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
