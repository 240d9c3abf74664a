"""Files that come with forms, and what a server says that cannot read photos."""

from io import BytesIO

import pytest
from flask import Flask, request

from referee import create_app


@pytest.mark.parametrize("size", [0, 3_000_000])
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
def test_photos_are_offered_where_they_can_be_read(
    monkeypatch: pytest.MonkeyPatch, available: bool
) -> None:
    """The menu says why a photo cannot be taken."""
    for module in ("photo", "web.server_pages"):
        monkeypatch.setattr(f"referee.{module}.available", lambda: available)
    app = create_app({"DATABASE_URL": "sqlite://"})
    page = app.test_client().get("/krypkasino/referee").text
    assert ("Photos cannot be read here" in page) is not available
    assert ("data-camera" in page) == ('type="file"' in page) == available
