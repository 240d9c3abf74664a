// Milliseconds of a processor that a pack takes for pages:
// node phone_pages.mjs FOLDER OFFER < paths > milliseconds

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [folder, offer] = process.argv.slice(2);
const { judge, start } = await import(pathToFileURL(`${folder}/python.js`));
const read = async (name) => Uint8Array.from(readFileSync(`${folder}/${name}`)).buffer;
const ask = judge((await start({ folder: `${folder}/`, read })).python, { assets: "/assets/0", offer });

for await (const path of createInterface({ input: process.stdin })) {
  const begin = process.cpuUsage();
  const { status } = ask(path, "http://localhost", "");
  const { user, system } = process.cpuUsage(begin); // microseconds
  console.log(status === 200 ? (user + system) / 1000 : `${status} for ${path}`);
}
