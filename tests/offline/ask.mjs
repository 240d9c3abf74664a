// Asks a pack, as a phone would: node ask.mjs FOLDER OFFER ASSETS < questions > answers
//
// Each line is a question [path, cookies] or an answer, in JSON. The first line has the modules of the
// Python that answers, as they are when a phone writes down its memory.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [folder, offer, assets] = process.argv.slice(2);
const { judge, start } = await import(pathToFileURL(`${folder}/python.js`));
const read = async (name) => Uint8Array.from(readFileSync(`${folder}/${name}`)).buffer;
const { python } = await start({ folder: `${folder}/`, read, mayBeSnapped: true });
const modules = python.runPython(`
import json, sys
from referee.offline.bridge import own_app

phone = own_app()
phone.begin("of no phone")
phone.warm_up()
json.dumps([module.__spec__.origin for module in sys.modules.values() if module.__spec__])
`);
console.log(modules);
const ask = judge(python, { assets, offer });

for await (const line of createInterface({ input: process.stdin })) {
  const [path, cookies] = JSON.parse(line);
  console.log(JSON.stringify(ask(path, "http://localhost", cookies)));
}
