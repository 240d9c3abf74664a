"""``python -m tests.browser.served serve …``: ``referee serve``, with templates that the run has
compiled before. How it starts on its own is seen in ``tests/test_serve.py``."""

import gc
import sys

from referee import cli
from tests.compiled import share_with_tests
from tests.processes import RARELY

if __name__ == "__main__":
    gc.set_threshold(RARELY)
    share_with_tests()
    sys.exit(cli.main())
