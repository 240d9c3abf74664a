"""Entry point of ``python -m referee``, which is the ``referee`` command."""

from .cli import main

main()
