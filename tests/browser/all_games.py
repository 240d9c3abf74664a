"""``python -m tests.browser.all_games serve …``: the app with all games in the list that people
see, also those that have no page of rules yet."""

import sys

from referee import cli
from referee.rules import games
from tests.listing import all_listed

if __name__ == "__main__":
    games.RULESETS = all_listed()
    sys.exit(cli.main())
