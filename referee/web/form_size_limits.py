"""Size limits of forms that send a group or a photo."""

from __future__ import annotations

from flask import Flask, request

LARGEST_IMPORT = 8 * 1024 * 1024
_LARGE = ("archives.read_in", "copies.copy", "handing.take")
LARGEST_WITH_PHOTO = 24 * 1024 * 1024
"""Bytes of a form with a photo: more than a photo may have, so that its page can refuse one."""
_WITH_PHOTO = ("sheets.read_pile", "table_actions.read_first_table", "table_differs.read_photo")


def init_app(app: Flask) -> None:
    @app.before_request
    def allow_large_files() -> None:
        """Raise the size limits of forms that send a group or a photo."""
        if request.endpoint in _LARGE:
            request.max_content_length = request.max_form_memory_size = LARGEST_IMPORT
        elif request.endpoint in _WITH_PHOTO:
            request.max_content_length = LARGEST_WITH_PHOTO
