from pathlib import Path

import pytest

from tests.cabin import Cabin


@pytest.fixture
def cabin(tmp_path: Path) -> Cabin:
    return Cabin(tmp_path)
