// Asks a pack, as a phone would: node ask.mjs FOLDER OFFER ASSETS < questions > answers
//
// Each line is a question [path, cookies] or an answer, in JSON.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [folder, offer, assets] = process.argv.slice(2);
const { judge } = await import(pathToFileURL(`${folder}/referee_only_in_worker.js`));
const read = async (name) => Uint8Array.from(readFileSync(`${folder}/${name}`)).buffer;
const ask = await judge({ folder: `${folder}/`, read, assets, offer });

for await (const line of createInterface({ input: process.stdin })) {
  const [path, cookies] = JSON.parse(line);
  console.log(JSON.stringify(ask(path, "http://localhost", cookies)));
}
