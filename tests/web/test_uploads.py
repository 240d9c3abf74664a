"""Files that come with forms, and what a server says that cannot read photos."""

from io import BytesIO

import pytest
from flask import Flask, request

from referee import create_app

SENTENCE = "Photos cannot be read here"


@pytest.mark.parametrize("size", [0, 60_000, 3_000_000])
def test_files_of_forms_stay_in_memory(app: Flask, size: int) -> None:
    head = b'--x\r\nContent-Disposition: form-data; name="photo"; filename="table.jpg"\r\n\r\n'
    body = head + bytes(size) + b"\r\n--x--\r\n"
    kind = "multipart/form-data; boundary=x"
    with app.test_request_context("/", method="POST", data=body, content_type=kind):
        request.max_content_length = 4_000_000
        file = request.files["photo"]
        assert isinstance(file.stream, BytesIO)
        assert len(file.read()) == size


@pytest.mark.parametrize("available", [True, False])
def test_the_menu_says_that_photos_cannot_be_read(
    monkeypatch: pytest.MonkeyPatch, available: bool
) -> None:
    monkeypatch.setattr("referee.web.server_pages.available", lambda: available)
    app = create_app({"DATABASE_URL": "sqlite://"})
    page = app.test_client().get("/casino/rules").text
    assert (SENTENCE in page) is not available
