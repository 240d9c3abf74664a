// Python with the whole app, on this phone. Runs in browsers and in Node.

import createModule from "./pyodide.asm.mjs";
import { loadPyodide } from "./pyodide.mjs";

const EMPTY = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0); // a module with nothing in it
const SITE = "/site";
const DATA = "/data"; // where referee/offline/bridge.py has its database
const RUNTIME = { info: { abi_version: "2026_0" }, packages: {} }; // nothing else is ever loaded
const GZIP = 0x1f8b; // the first two bytes of what is packed
const NOTHING = () => null; // no object of JavaScript's is in a snapshot

/** Start Python. `folder` is where the pack lies, with a slash at its end, and `read(name)` gives the
 * bytes of one of its files. `snapshot()` gives those of a memory that this very engine has written before,
 * by `snap()`: to take it up is three times as quick. Without one it `mayBeSnapped`, which costs it some
 * of its randomness until it begins. */
export async function start({ folder, read, snapshot = null, mayBeSnapped = false }) {
  new WebAssembly.Module(EMPTY); // where wasm is forbidden, say so: loadPyodide would never answer
  const loading = loadPyodide({
    indexURL: folder,
    stdLibURL: `${folder}std.zip`,
    createPyodideModule: snapshot ? withMemory(snapshot) : createModule,
    lockFileContents: RUNTIME,
    packageBaseUrl: folder,
    ...(snapshot && { _loadSnapshot: new Uint8Array(64), _snapshotDeserializer: NOTHING }),
    _makeSnapshot: mayBeSnapped && !snapshot,
  });
  const names = snapshot ? ["site.zip"] : ["modules.zip", "site.zip"]; // a snapshot has the modules
  const archives = Promise.all(names.map((name) => read(name).then(unpacked))); // after wasm, which must be compiled
  const python = await loading;
  for (const archive of await archives) unzip(python.FS, new Uint8Array(archive), SITE);
  python.FS.mkdirTree(DATA);
  if (!snapshot) python.runPython(`import sys; sys.path.insert(0, "${SITE}")`);
  return {
    python,
    files: python.FS,
    snap: () => python.makeMemorySnapshot({ serializer: NOTHING }),
  };
}

/** A module that begins with the memory of another one, in place of the one that Pyodide was told of:
 * so wasm is compiled while the bytes are read, and the heap may be larger than at the start. */
const withMemory = (snapshot) => async (settings) => {
  const [module, { head, size, fill }] = await Promise.all([createModule(settings), snapshot()]);
  while (module.HEAPU8.length < size) module._malloc(size - module.HEAPU8.length + (1 << 20));
  const { restoreSnapshot } = settings.API;
  settings.API.restoreSnapshot = () => {
    const told = restoreSnapshot(head); // it checks whose it is
    fill(module.HEAPU8);
    return told;
  };
  return module;
};

/** Return the bytes of a file, which phones pack where the next start can do without it (js/offline/pack.js). */
async function unpacked(bytes) {
  if (new DataView(bytes).getUint16(0) !== GZIP) return bytes;
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

// Unpacks an archive without Python, which may have no file system of its own yet.

const END = 0x06054b50; // the end of the directory, as zip files have it
const END_SIZE = 22;
const PLAIN = 0o100644; // a file that all may read

/** Put the files of a zip, `bytes`, in which nothing is packed, below a `folder` of Emscripten's. They
 * are hung into it one by one: to find each by its path takes four times as long. */
function unzip(files, bytes, folder) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const text = new TextDecoder();
  const folders = new Map();
  let end = bytes.length - END_SIZE;
  while (view.getUint32(end, true) !== END) end--;
  let at = view.getUint32(end + 16, true); // the first entry of the directory
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    const [size, head] = [view.getUint32(at + 24, true), view.getUint32(at + 42, true)];
    const [name, extra, comment] = [28, 30, 32].map((field) => view.getUint16(at + field, true));
    const path = `${folder}/${text.decode(bytes.subarray(at + 46, at + 46 + name))}`;
    const begin = head + 30 + view.getUint16(head + 26, true) + view.getUint16(head + 28, true);
    const slash = path.lastIndexOf("/");
    const parent = folderAt(path.slice(0, slash));
    const file = parent.node_ops.mknod(parent, path.slice(slash + 1), PLAIN, 0);
    file.contents = bytes.subarray(begin, begin + size);
    file.usedBytes = size;
    at += 46 + name + extra + comment;
  }

  function folderAt(path) {
    if (!folders.has(path)) {
      files.mkdirTree(path);
      folders.set(path, files.lookupPath(path).node);
    }
    return folders.get(path);
  }
}

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

/** Start it in Python, as `start` gives it. `assets` is where pages find their styles and scripts, and
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
