"""What is done while a template is compiled: the same is written as before, sooner."""

import pytest
from flask import Flask

FACTS = {"name": "<b>", "one": {"value": 8}, "number": 2, "on": False, "yes": True}


@pytest.mark.parametrize(
    ("language", "template", "written"),
    [
        ("en", "{% trans %}Table{% endtrans %}", "Table"),
        ("sv", "{% trans %}Table{% endtrans %}", "Bord"),
        ("sv", '{{ _("Table") }}', "Bord"),
        ("sv", "{% trans name %}Choose: {{ name }}{% endtrans %}", "Välj: &lt;b&gt;"),
        (
            "de",
            "{% trans build=one.value %}{{ build }} for your partner{% endtrans %}",
            "8 für deinen Partner",
        ),
        # what a script fills in later
        ("sv", "{% trans %}%(games)s games{% endtrans %}", "%(games)s spel"),
        ("en", "{% trans %}100% & {% endtrans %}", "100% & "),
        ("en", '{{ "on" if on }}.{{ "yes" if yes }}', ".yes"),
        ("en", '{{ "on" if on else name }}', "&lt;b&gt;"),
    ],
)
def test_texts(app: Flask, language: str, template: str, written: str) -> None:
    environment = app.extensions["referee-environments"][language]
    with app.test_request_context():
        assert environment.from_string(template).render(FACTS) == written
    assert "gettext" not in environment.compile(template, raw=True)
