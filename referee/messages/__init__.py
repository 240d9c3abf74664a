"""Sentences that a player understands, made of facts, through gettext.

The rules know no language; all their facts are put into words here.
"""

from . import error_texts, refusal_texts

__all__ = ["error_texts", "refusal_texts"]
