"""Tests of the pages about hosting: settings, commands, options and files exist."""

import re
import shlex
from configparser import ConfigParser
from importlib import import_module
from pathlib import Path

import pytest

from referee.cli import main
from referee.config import Defaults

CHECKOUT = Path(__file__).parents[2]
FOLDER = CHECKOUT / "docs" / "hosting"
FILES = sorted(FOLDER.iterdir())
PAGES = [*sorted(CHECKOUT.glob("*.md")), *sorted(CHECKOUT.glob("docs/*.md")), *FILES]
HOSTING = (CHECKOUT / "docs" / "hosting.md").read_text("utf-8")
UNITS = [file for file in FILES if file.suffix == ".service"]

SETTINGS = {f"REFEREE_{name}" for name in vars(Defaults) if name.isupper()} | {"REFEREE_INSTANCE"}
PROGRAM = "/opt/referee/.venv/bin/referee"


def unit(file: Path) -> ConfigParser:
    """Return a unit; of what stands there several times the last."""
    parser = ConfigParser(interpolation=None, strict=False)
    parser.optionxform = str  # its way to keep case
    parser.read(file, "utf-8")
    return parser


def check_call(call: list[str]) -> None:
    """Check that such a command exists, with these options and as many arguments."""
    name, *rest = call
    command = main.commands[name]
    command.make_context(name, rest).close()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_settings_that_are_named_exist(page: Path) -> None:
    named = set(re.findall(r"\bREFEREE_[A-Z][A-Z_]+", page.read_text("utf-8")))
    assert named <= SETTINGS


def test_the_table_of_settings_is_complete() -> None:
    ours = {name for name in SETTINGS if "COOKIE" not in name and "CONTENT" not in name}
    table = HOSTING.partition("\n## Settings\n")[2]
    assert set(re.findall(r"^\| `(REFEREE_\w+)`", table, re.MULTILINE)) == ours


@pytest.mark.parametrize("file", UNITS, ids=lambda file: file.name)
def test_units_call_commands_that_exist(file: Path) -> None:
    start = unit(file)["Service"]["ExecStart"]
    assert PROGRAM in start
    check_call(shlex.split(start.partition(PROGRAM)[2].rstrip("'")))


def test_the_units_agree() -> None:
    """The backup sees the same settings, and is shut in as well as the service."""
    service, backup = (
        unit(FOLDER / f"referee{name}.service")["Service"] for name in ("", "-backup")
    )
    same = [key for key in service if key.startswith(("Protect", "Private", "Restrict", "System"))]
    same += ["User", "EnvironmentFile", "CapabilityBoundingSet", "IPAddressAllow", "IPAddressDeny"]
    assert len(same) > 20
    assert {key: backup[key] for key in same} == {key: service[key] for key in same}


def test_commands_on_the_page_exist() -> None:
    calls = re.findall(r"^(?:as_referee|referee) ([a-z].*)$", HOSTING, re.MULTILINE)
    assert len(calls) >= 4
    for call in calls:
        check_call(shlex.split(call))


def test_proxies_pass_on_what_the_app_believes() -> None:
    nginx = (FOLDER / "nginx.conf").read_text("utf-8")
    for name in ("For", "Host", "Proto"):
        assert f"proxy_set_header X-Forwarded-{name}" in re.sub(" +", " ", nginx)
    port = unit(FOLDER / "referee.service")["Service"]["ExecStart"].split()[-1]
    assert nginx.count(f"proxy_pass http://127.0.0.1:{port};") == nginx.count("proxy_pass") == 4
    assert f"reverse_proxy 127.0.0.1:{port}" in (FOLDER / "Caddyfile").read_text("utf-8")
    keys = nginx.partition("location /k/ {")[2].partition("}")[0]
    assert "access_log off;" in keys
    assert "error_log /dev/null;" in keys


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_every_file_is_on_the_page(file: Path) -> None:
    assert f"(hosting/{file.name})" in HOSTING or f"docs/hosting/{file.name} " in HOSTING


def test_the_application_is_where_gunicorn_looks() -> None:
    ((module, factory),) = set(re.findall(r"'(\w+):(\w+)\(\)'", HOSTING))
    assert callable(getattr(import_module(module), factory))
