"""``python -m tests.browser.served serve …``: ``referee serve``, with templates that the run has
compiled before. How it starts on its own is seen in ``tests/test_serve.py``."""

import sys

from referee import cli
from tests.compiled import share_with_tests

if __name__ == "__main__":
    share_with_tests()
    sys.exit(cli.main())
