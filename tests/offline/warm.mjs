// The modules that Python has when a phone writes down its memory, a line each: node warm.mjs FOLDER

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(2);
const { start } = await import(pathToFileURL(`${folder}/start_python.js`));
const read = async (name) => Uint8Array.from(readFileSync(`${folder}/${name}`)).buffer;
const { python } = await start({ folder: `${folder}/`, read, mayBeSnapped: true });
python.runPython(`
import sys
from referee.offline.bridge import own_app

phone = own_app()
phone.begin("of no phone")
phone.warm_up()
print(*(module.__spec__.origin for module in sys.modules.values() if module.__spec__), sep="\\n")
`);
