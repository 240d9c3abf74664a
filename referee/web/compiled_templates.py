"""Compiled templates, cached in a folder."""

from __future__ import annotations

from pathlib import Path

from flask import Flask
from jinja2 import FileSystemBytecodeCache


def keep_compiled(app: Flask, folder: Path) -> None:
    """Cache compiled templates in a folder, and use those that are there."""
    app.jinja_env.bytecode_cache = FileSystemBytecodeCache(str(folder))
