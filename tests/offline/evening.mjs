// An evening on the Python of a pack, as a phone has it: node evening.mjs FOLDER < requests > answers
//
// Each line is a request [method, path, headers, body] or an answer [status, headers, body, changed], in
// JSON. A line "kill" puts back what was kept last, as a phone does that begins anew.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(2);
const DATABASE = "/data/referee.db";
const ORIGIN = "http://localhost";
const SECRET = "of this phone";

const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
const python = await loadPyodide({
  indexURL: `${folder}/`,
  stdLibURL: `${folder}/std.zip`,
  lockFileContents: { info: { abi_version: "2026_0" }, packages: {} },
  packageBaseUrl: `${folder}/`,
});
for (const name of ["modules.zip", "site.zip"]) {
  python.unpackArchive(Uint8Array.from(readFileSync(`${folder}/${name}`)).buffer, "zip", { extractDir: "/site" });
}
python.runPython("import sys; sys.path.insert(0, '/site')");
const phone = python.pyimport("referee.offline.bridge").here();

let kept = null;
let took = [];
begin();

function begin() {
  phone.let_go();
  if (kept) python.FS.writeFile(DATABASE, kept.file);
  const tables = phone.begin(SECRET, kept?.cookies ?? "[]", "/assets/0");
  if (!kept && tables !== "updated") throw new Error(tables);
  keep();
}

function keep() {
  kept = { file: python.FS.readFile(DATABASE), cookies: phone.cookies_out() };
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  if (request === "kill") {
    begin();
    console.log(JSON.stringify({ took, size: kept.file.length }));
    took = [];
    continue;
  }
  const [method, path, headers, body] = request;
  const sent = body === null ? undefined : new TextEncoder().encode(body);
  const asked = performance.now();
  const answer = phone.ask(method, path, ORIGIN, headers, sent);
  const [status, told, bytes, changed] = answer.toJs();
  answer.destroy();
  if (changed) keep();
  took.push(Math.round(performance.now() - asked));
  console.log(JSON.stringify([status, told, new TextDecoder().decode(bytes), changed]));
}
