"""A phone that keeps evenings by itself, asked as its scripts ask: every request through
:mod:`referee.offline.bridge`, and what changed kept before anybody hears of it."""

import json
import os
from pathlib import Path
from typing import Any

from werkzeug.test import EnvironBuilder, TestResponse
from werkzeug.wrappers import Request, Response

from referee.config import resources
from referee.offline.bridge import Answer, OwnApp
from referee.web.setup import keep_compiled
from tests.page_client import HOME, Phone

SECRET = "of this very phone"


class Cabin(Phone):
    """The pages of the phone's own app, by links, fields and buttons."""

    def __init__(self, folder: Path, base_url: str = HOME, **begun: str) -> None:
        self.file, self.base_url = folder / "referee.db", base_url
        self.here = OwnApp(resources("templates").parent, self.file)
        self.begun = {"assets": "/assets/0"} | begun
        self.tables = self.here.begin(SECRET, **self.begun)
        self.app = self.here.app
        keep_compiled(self.app, Path(os.environ["REFEREE_TEMPLATE_CACHE"]))
        self.keep()

    def keep(self) -> None:
        """Keep the database and the cookies: the phone's durable record."""
        self.kept = (self.file.read_bytes(), self.here.export_cookies())

    def put_back(self) -> None:
        """Begin anew from what was kept, as after a kill."""
        self.here.forget_phone()
        self.file.write_bytes(self.kept[0])
        self.here.begin(SECRET, self.kept[1], **self.begun)

    def ask(self, path: str, method: str = "GET", **options: Any) -> TestResponse:
        request = EnvironBuilder(path, self.base_url, method=method, **options).get_request()
        body = request.get_data() if method == "POST" else None
        headers = [("Sec-Fetch-Site", "same-origin"), *request.headers]
        answer = self.here.ask(method, path, self.base_url, headers, body)
        if answer[3]:
            self.keep()
        return response_of(answer, request)

    def cookies(self) -> list[str]:
        return [name for _, _, name, _ in json.loads(self.here.export_cookies())]


def response_of(answer: Answer, request: Request) -> TestResponse:
    status, headers, body, _ = answer
    made = Response(body, status, headers)
    return TestResponse([body], str(made.status), made.headers, request)
