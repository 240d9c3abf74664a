"""Memory of a server that has read many large photos, each sent by another thread."""

import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from .bounded_figure import Figure

# Not what getrusage says: it counts the process that has started this one, too.
_SERVER = textwrap.dedent(
    """
    import sys
    from pathlib import Path
    from concurrent.futures import ThreadPoolExecutor
    from referee import create_app

    photo = Path(sys.argv[1]).read_bytes()
    app = create_app({"SQLALCHEMY_DATABASE_URI": "sqlite://"})

    def send(_):
        answer = app.test_client().post("/api/v1/photo", data=photo, content_type="image/jpeg")
        return answer.status_code

    with ThreadPoolExecutor(3) as threads:
        assert set(threads.map(send, range(60))) == {200}
    status = Path("/proc/self/status").read_text().splitlines()
    print(*(line.split()[1] for line in status if line.startswith("VmHWM")))
    """
)


def figures() -> Iterator[Figure]:
    """Measure it where photos can be read, in a process of its own."""
    if not find_spec("onnxruntime"):
        print("memory for photos: not measured, the extra photo is not installed")
        return
    from tests.drawn_photos import drawn_photo  # noqa: PLC0415 - it needs what reads photos

    cards = [("3S", 400, 300), ("QH", 1500, 900), ("10D", 2600, 1700)]
    with tempfile.TemporaryDirectory() as folder:
        photo = Path(folder) / "photo.jpg"
        photo.write_bytes(drawn_photo(cards, size=(4000, 3000)))
        command = [sys.executable, "-c", _SERVER, str(photo)]
        memory = float(subprocess.check_output(command, text=True)) / 1024
    yield Figure("most memory, a server that reads 60 photos of 12 megapixels", memory, "MB", 300)
