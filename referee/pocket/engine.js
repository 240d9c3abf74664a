// The referee of the server, in Python, on this phone. Runs in browsers and in Node.

import createModule from "./pyodide.asm.mjs";
import { loadPyodide } from "./pyodide.mjs";

const EMPTY = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0); // a module with nothing in it
const SITE = "/site";
const RUNTIME = { info: { abi_version: "2026_0" }, packages: {} }; // nothing else is ever loaded

const APP = `
import sys
sys.path.insert(0, SITE)
from json import loads
from pathlib import Path
from werkzeug.test import Client
from referee.pocket.offer import Offer
from referee.storeless import create_app

app = create_app(Path(SITE), ASSETS, Offer(**loads(OFFER)))
client = Client(app, use_cookies=False)
KEPT = ("Content-Type", "Content-Security-Policy", "Location")

def ask(path, origin, cookies):
    answer = client.get(path, base_url=origin, headers={"Cookie": cookies})
    headers = {name: answer.headers[name] for name in KEPT if name in answer.headers}
    return answer.status_code, headers, answer.headers.get("Set-Cookie", ""), answer.text
`;

/** Start Python. `folder` is where the pack lies, with a slash at its end, and `read(name)` gives the
 * bytes of one of its files. `assets` is where pages find their styles and scripts, and `offer`, as
 * JSON, what they say about the pack. Gives a function: path, origin and cookies to what the server
 * would answer. */
export async function start({ folder, read, assets, offer }) {
  new WebAssembly.Module(EMPTY); // where wasm is forbidden, say so: loadPyodide would never answer
  const site = read("site.zip");
  const python = await loadPyodide({
    indexURL: folder,
    stdLibURL: `${folder}std.zip`,
    createPyodideModule: createModule,
    lockFileContents: RUNTIME,
    packageBaseUrl: folder,
  });
  python.unpackArchive(await site, "zip", { extractDir: SITE });
  for (const [name, text] of Object.entries({ SITE, ASSETS: assets, OFFER: offer })) {
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
