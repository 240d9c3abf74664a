"""Compression of answers: with Brotli where the browser takes it (over https), else gzip.

Answers that are the same for everybody (files, rules, the OpenAPI document) are compressed once at
the best level, and cached by their contents. All others are compressed at each request by
Flask-Compress, at levels that cost a page some twentieth of its time.

**The length of a page does not reveal a key.** Where an answer holds a secret and repeats something
that a stranger chose, it becomes shorter by what they have in common, and whoever can count the
bytes on the line may guess the one by the other (BREACH). A stranger can make a phone ask for a
URL, and every page repeats its URL. So a page that shows a key is compressed only where its URL has
no query: nobody can put a guess into its path. A form of a stranger is refused before anything is
drawn."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from hashlib import sha256

import brotli
from flask import Flask, Response, g, request
from flask_compress import Compress

from .bounded_cache import Cache

SMALLEST = 500
"""Bytes; less than this fits into the packet that goes out anyway."""
KINDS = (
    *("text/html", "text/css", "text/javascript", "text/plain", "text/csv"),
    *("image/svg+xml", "application/json", "application/manifest+json"),
)
ENCODINGS = ("br", "gzip")
"""By their names in ``Accept-Encoding``, the best first."""

_BROTLI_OF_PAGES, _GZIP_OF_PAGES = 5, 4
_MOST_PACKED = 512
_COMPRESSORS: dict[str, Callable[[bytes], bytes]] = {
    "br": brotli.compress,  # at its best
    "gzip": lambda data: gzip.compress(data, mtime=0),
}


def init_app(app: Flask) -> None:
    """Compress answers. To be called before other functions are registered that run after a
    request, since the last registered one runs first."""
    app.config.update(
        COMPRESS_REGISTER=False,
        COMPRESS_ALGORITHM=ENCODINGS,
        COMPRESS_MIMETYPES=KINDS,
        COMPRESS_MIN_SIZE=SMALLEST,
        COMPRESS_BR_LEVEL=_BROTLI_OF_PAGES,
        COMPRESS_LEVEL=_GZIP_OF_PAGES,
        COMPRESS_STREAMS=False,
        COMPRESS_EVALUATE_CONDITIONAL_REQUEST=False,  # pages that know their versions do so
    )
    flask_compress, packed = Compress(app), Cache[bytes](_MOST_PACKED)

    @app.after_request
    def compress(response: Response) -> Response:
        if response.direct_passthrough:  # a file, or the range of one that was asked for
            return response
        if g.get("shows_key") and request.query_string:
            response.cache_control.no_transform = True  # nor may anybody on the way compress it
            return response
        encoding = request.accept_encodings.best_match(ENCODINGS)
        if encoding is None:  # Flask-Compress takes "gzip;q=0" for a wish
            response.vary.add("Accept-Encoding")
            return response
        if not request.query_string and _is_for_all(response):
            data = response.get_data()
            key = encoding, sha256(data).digest()
            response.set_data(packed.get_or_put(key, lambda: _COMPRESSORS[encoding](data)))
            response.content_encoding = encoding
        etag = response.headers.get("ETag")
        response = flask_compress.after_request(response)
        if etag:  # ours are weak, or name a row and not these bytes
            response.headers["ETag"] = etag
        return response


def _is_for_all(response: Response) -> bool:
    """Return whether everybody gets this answer: no key opened it, and it has no form, which would
    have a key of its own."""
    if response.status_code != 200 or response.is_streamed or response.content_encoding:
        return False
    if g.get("private") or response.mimetype not in KINDS:
        return False
    data = response.get_data()
    return len(data) >= SMALLEST and b'<form method="post"' not in data
