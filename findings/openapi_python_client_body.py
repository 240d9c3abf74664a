"""openapi-python-client 0.29.0 leaves out an operation whose body is an image, with status 0.

The document is valid OpenAPI 3.1: one operation takes a body of type ``image/jpeg``, another none.
The generator writes a client without the first, warns on stderr, and ends with status 0, so that a
build does not notice. A body of ``multipart/form-data`` beside the image brings the operation back;
``--fail-on-warning`` makes the status 1.
"""

import json
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

PACKAGE = "openapi-python-client==0.29.0"
IMAGE = {"image/jpeg": {"schema": {"type": "string", "format": "binary"}}}
FIELD = {"photo": {"type": "string", "format": "binary"}}
FORM = {"multipart/form-data": {"schema": {"type": "object", "properties": FIELD}}}


def document(content: dict[str, object]) -> dict[str, object]:
    """Return a document with an operation that takes such a body, and one that takes none."""
    answers = {"204": {"description": "Done."}}
    body = {"required": True, "content": content}
    send = {"operationId": "sendPhoto", "requestBody": body, "responses": answers}
    ping = {"operationId": "ping", "responses": answers}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Photos", "version": "1"},
        "paths": {"/photo": {"post": send}, "/ping": {"get": ping}},
    }


def generate(python: Path, folder: Path, content: dict[str, object], *options: str) -> str:
    """Return the status of the generator and the operations that its client has."""
    folder.mkdir()
    (folder / "openapi.json").write_text(json.dumps(document(content)), "utf-8")
    command = [python, "-m", "openapi_python_client", "generate", "--path", "openapi.json"]
    command += ["--output-path", "client", "--meta", "none", *options]
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    made = sorted(path.stem for path in folder.glob("client/api/*/*.py") if path.stem[0] != "_")
    return f"status {done.returncode}: {', '.join(made)}"


EXPECTED = {
    "image/jpeg": "status 0: ping",
    "image/jpeg, --fail-on-warning": "status 1: ping",
    "image/jpeg and multipart/form-data": "status 0: ping, send_photo",
}


def main() -> int:
    """Return 0 where the package does what is written above."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        venv.create(folder / "venv", with_pip=True)
        python = folder / "venv" / "bin" / "python"
        pip = [python, "-m", "pip", "install", "-q", "--disable-pip-version-check"]
        subprocess.run([*pip, PACKAGE], check=True)
        found = dict(
            zip(
                EXPECTED,
                (
                    generate(python, folder / "image", IMAGE),
                    generate(python, folder / "strict", IMAGE, "--fail-on-warning"),
                    generate(python, folder / "both", FORM | IMAGE),
                ),
                strict=True,
            )
        )
    sys.stdout.write(f"{PACKAGE}\n")
    for body, output in found.items():
        sys.stdout.write(f"  {body}: {output}\n")
    return int(found != EXPECTED)


if __name__ == "__main__":
    sys.exit(main())
