"""The OpenAPI document is valid, and what the server answers fits it."""

import re
from typing import Any

import pytest
import schemathesis
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, assume, given, settings
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)

from tests.strategies import SOAK, examples


@pytest.fixture(scope="module")
def document(app: Flask) -> Any:
    return app.test_client().get("/api/v1/openapi.json").json


def test_the_document_is_valid(document: Any) -> None:
    validate(document)
    assert document["openapi"].startswith("3.1")


def test_it_lists_every_call_of_the_api(app: Flask, document: Any) -> None:
    described = {
        (path.replace("{", "<").replace("}", ">"), method.upper())
        for path, methods in document["paths"].items()
        for method in methods
        if method != "parameters"
    }
    served = {
        (re.sub(r"<[a-z]+(\(.*?\))?:", "<", rule.rule), method)
        for rule in app.url_map.iter_rules()
        if str(rule.endpoint).startswith("api_") and rule.endpoint != "api_docs"
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert described == served


def test_random_requests_get_documented_answers(app: Flask) -> None:
    described = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", app)
    for asked in described.get_all_operations():

        @settings(examples(60 if SOAK > 1 else 15), suppress_health_check=list(HealthCheck))
        @given(asked.ok().as_strategy())
        def check(case: schemathesis.Case) -> None:
            # A game called so would stand at the address of another call.
            assume(case.path_parameters.get("game") not in ("groups", "sessions"))
            case.call_and_validate(
                headers={"Accept-Encoding": "identity"},  # Schemathesis reads no Brotli
                checks=[
                    schemathesis.checks.not_a_server_error, status_code_conformance,
                    content_type_conformance, response_schema_conformance],
                excluded_checks=[negative_data_rejection],
            )  # fmt: skip

        check()


def test_an_empty_parameter_is_as_if_it_were_absent(app: Flask, document: Any) -> None:
    """The document says so of each, and takes it."""
    client, found = app.test_client(), 0
    for path, methods in document["paths"].items():
        for one in methods.get("get", {}).get("parameters", ()):
            if one["in"] != "query":
                continue
            found += 1
            assert "Empty: as if it were absent." in one["description"]
            Draft202012Validator(one["schema"]).validate("")
            empty = client.get(path, query_string={"table": "8 9", one["name"]: ""})
            absent = {"table": "8 9"} if one["name"] != "table" else {}
            assert empty.json == client.get(path, query_string=absent).json, (path, one["name"])
    assert found > 50


def test_the_docs_page_loads_nothing_from_elsewhere(client: FlaskClient) -> None:
    page = client.get("/api/v1/docs")
    assert page.status_code == 200
    assert "http" not in page.text.replace("http-equiv", "")
    for name in ("table", "captured", "last_of_deal", "Ruling", "Problem"):
        assert name in page.text
