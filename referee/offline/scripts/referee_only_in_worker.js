// The referee alone, for browsers whose service workers take no modules: it judges, and keeps nothing.

const APP = `
from json import loads
from pathlib import Path
from werkzeug.test import Client
from referee.offline.pack import PackOffer
from referee.offline.referee_only_app import create_app

app = create_app(Path("/site"), ASSETS, PackOffer(**loads(OFFER)))
client = Client(app, use_cookies=False)
KEPT = ("Content-Type", "Content-Security-Policy", "Location")

def ask(path, origin, cookies):
    answer = client.get(path, base_url=origin, headers={"Cookie": cookies})
    headers = {name: answer.headers[name] for name in KEPT if name in answer.headers}
    return answer.status_code, headers, answer.headers.get("Set-Cookie", ""), answer.text
`;

/** Start it in Python, which start_python.js gives. `assets` is where pages find their styles and scripts, and
 * `offer`, as JSON, what they say about the pack. Gives a function: path, origin and cookies to what the
 * server would answer. */
export function judge(python, { assets, offer }) {
  for (const [name, text] of Object.entries({ ASSETS: assets, OFFER: offer })) {
    python.globals.set(name, text);
  }
  python.runPython(APP);
  const ask = python.globals.get("ask");
  return (path, origin, cookies) => {
    const answer = ask(path, origin, cookies);
    const [status, headers, cookie, text] = answer.toJs({ dict_converter: Object.fromEntries });
    answer.destroy();
    return { status, headers, cookie, text };
  };
}
