// Python with the whole app, on this phone. Runs in browsers and in Node.

import { unzip } from "./unzip.js";
import createModule from "./pyodide.asm.mjs";
import { loadPyodide } from "./pyodide.mjs";

const EMPTY = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0); // a module with nothing in it
const SITE = "/site";
const DATA = "/data"; // where referee/offline/bridge.py has its database
const RUNTIME = { info: { abi_version: "2026_0" }, packages: {} }; // nothing else is ever loaded
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
  const archives = Promise.all(names.map(read)); // wasm, which must be compiled, goes first
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
