"""Sentences that a player understands, made of facts, through gettext.

The rules know no language; all their facts are put into words here.
"""
