"""Tests of the pages about hosting: settings, commands, options and files exist."""

import json
import re
import shlex
from configparser import ConfigParser
from importlib import import_module
from pathlib import Path

import click
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
    command = main.get_command(click.Context(main), name)
    assert command is not None, name
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


CONTAINER = (FOLDER / "Containerfile").read_text("utf-8").replace("\\\n", "")


def steps(name: str) -> list[str]:
    """Return the arguments of the instructions of this name in the file of the container."""
    return re.findall(rf"^{name} (.*)$", CONTAINER, re.MULTILINE)


def test_the_container_is_made_of_what_is_there() -> None:
    """No daemon builds it here; its steps are those of the page for a small server."""
    for copied in steps("COPY"):
        *sources, _ = [word for word in copied.split() if not word.startswith("--")]
        if "--from" not in copied:
            assert [name for name in sources if not (CHECKOUT / name).exists()] == []
    installs = [step for step in steps("RUN") if "pip install" in step]
    for install in installs:
        named = re.search(r"-r (\S+)", install)
        same = f"pip install --require-hashes -r {named[1]}" if named else "--no-build-isolation ."
        assert same in HOSTING
        assert "--require-hashes" in install or "--no-deps" in install
    assert len(installs) == 3


def test_the_container_serves_as_nobody_and_keeps_the_folder() -> None:
    serve = json.loads(steps("CMD")[-1])
    assert serve[0] == "referee"
    check_call(serve[1:])
    user, (folder,) = steps("USER"), steps("VOLUME")
    assert user == ["referee"]
    assert f"REFEREE_INSTANCE={folder}" in steps("ENV")[-1]
    (health,) = re.findall(r"urlopen\('http://127.0.0.1:(\d+)(/\S+?)'", steps("HEALTHCHECK")[0])
    assert health == (serve[-1], "/healthz")
    compose = (FOLDER / "compose.yaml").read_text("utf-8")
    assert f"- referee:{folder}\n" in compose
    assert f'"127.0.0.1:{serve[-1]}:{serve[-1]}"' in compose
    assert "dockerfile: docs/hosting/Containerfile" in compose
    grace = unit(FOLDER / "referee.service")["Service"]["TimeoutStopSec"]
    assert f"stop_grace_period: {grace}s" in compose
    kept_out = (CHECKOUT / ".dockerignore").read_text("utf-8").split()
    assert {"instance", ".venv", ".git"} <= {*kept_out}


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
