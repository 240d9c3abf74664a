"""An evening through a client that openapi-python-client made; prints what it saw as JSON."""

# It runs in an environment of its own, beside the client that was made there.
import json
import sys
import time
from io import BytesIO
from pathlib import Path
from uuid import uuid4

from client.api.api_game import read_game_rules
from client.api.api_games import begin_game, close_game, count_sweep, put_row
from client.api.api_live import analyse_game, enter_play, read_game
from client.api.api_photo import read_photo
from client.api.api_players import analyse_log
from client.api.api_referee import ask_krypkasino
from client.api.api_sessions import read_session, start_session
from client.client import AuthenticatedClient, Client
from client.models.analyse_log_game import AnalyseLogGame
from client.models.ask_krypkasino_dealt import AskKrypkasinoDealt
from client.models.begin import Begin
from client.models.close import Close
from client.models.counted import Counted
from client.models.entry import Entry
from client.models.log_entry import LogEntry
from client.models.read_game_rules_game import ReadGameRulesGame
from client.models.read_photo_files_body import ReadPhotoFilesBody
from client.models.read_photo_indices import ReadPhotoIndices
from client.models.session import Session
from client.models.session_game import SessionGame
from client.models.sweep import Sweep
from client.models.whole_game import WholeGame
from client.types import File

server, folder = sys.argv[1], Path(sys.argv[2])
game = json.loads((folder / "game.json").read_text("utf-8"))
anybody = Client(base_url=server, raise_on_unexpected_status=True)

rules = read_game_rules.sync(ReadGameRulesGame.KRYPKASINO, client=anybody)
ruling = ask_krypkasino.sync(
    client=anybody, table="8S 9C JD", played="8H", dealt=AskKrypkasinoDealt.OFF, limit=2
)
begun = Session(game=SessionGame.KRYPKASINO, players=game["players"], key=str(uuid4()))
started = start_session.sync(client=anybody, body=begun)
ours = AuthenticatedClient(base_url=server, token=started.edit_key, raise_on_unexpected_status=True)

counted = begin_game.sync(started.id, client=ours, body=Begin())
count_sweep.sync(started.id, counted.number, client=ours, body=Sweep(seat=0, key="one"))
for seat, points in enumerate((20, 22)):
    row = Counted(card_points=points, markers=int(seat == 0))
    put_row.sync(started.id, counted.number, seat, client=ours, body=row, if_match="*")
closed = close_game.sync(started.id, counted.number, client=ours, body=Close(accept_imbalance=True))

followed = begin_game.sync(started.id, client=ours, body=Begin(key="two"))
entries = [{"table": game["table"]}, *game["plays"]]
state = None
for after, entry in enumerate(entries):
    body = Entry(key=f"entry {after}", after=after, **entry)
    state = enter_play.sync(started.id, followed.number, client=ours, body=body)
assert state.state == read_game.sync(started.id, followed.number, client=ours).state
analysis = analyse_game.sync(started.id, followed.number, client=ours, from_=0, limit=2)
log = WholeGame(
    players=2, dealer=state.dealer, log=[LogEntry(**entry) for entry in entries], limit=1
)
while (of_log := analyse_log.sync(AnalyseLogGame.KRYPKASINO, client=anybody, body=log)) is None:
    time.sleep(1)

photo = File(BytesIO((folder / "photo.jpg").read_bytes()), "photo.jpg", "image/jpeg")
read = read_photo.sync(client=anybody, body=ReadPhotoFilesBody(photo), indices=ReadPhotoIndices.TWO)
session = read_session.sync(started.id, client=ours)
sys.stdout.write(
    json.dumps(
        {
            "rules": rules.game,
            "verdict": ruling.play.options[0].captured,
            "scores": [player.total for player in closed.players],
            "followed": [state.state, state.seq, state.bg_stats_url is not None],
            "analysed": [len(analysis.plays), len(of_log.plays)],
            "photo": [seen.card for seen in read.cards],
            "games": [each.scores for each in session.games],
        }
    )
)
