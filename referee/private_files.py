"""Files that are nobody else's, and that a loss of power leaves whole.

On Windows modes say nothing and folders cannot be synced; what lies in a user's folder is private
there.
"""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from pathlib import Path

FILE, FOLDER = 0o600, 0o700
OTHERS = 0o077


def make_folder(folder: Path) -> None:
    """A folder for one's own things. One that is there already stays as it is."""
    folder.mkdir(mode=FOLDER, parents=True, exist_ok=True)


def make_file(file: Path, *, exist_ok: bool = True) -> None:
    """A file that is private from its first moment on; one that others may read is closed.

    Raises :class:`FileExistsError` where none may be there.
    """
    only_new = 0 if exist_ok else os.O_EXCL
    os.close(os.open(file, os.O_CREAT | os.O_WRONLY | only_new, FILE))
    close_to_others(file)


def close_to_others(file: Path) -> None:
    """Take from others what they may do with a file, if it is there and ours."""
    with contextlib.suppress(OSError):
        mode = stat.S_IMODE(file.stat().st_mode)
        if mode & OTHERS:
            file.chmod(mode & ~OTHERS)


def sync_folder(folder: Path) -> None:
    """Names of new files survive a loss of power from here on."""
    if sys.platform != "win32":
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
