"""The rules of card games, as a library: pure Python, no web, no database, no language, no clock.

Start with :func:`referee.rules.games.ruleset` and
:func:`referee.rules.games.krypkasino.question.consult`.
"""
