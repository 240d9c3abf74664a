// One question, one answer. The response that this file comes in has a policy of its own: nothing else
// of ours may compile wasm.

import { judge, start } from "./python.js";

const folder = new URL("./", location.href).href;
const { pathname: root } = new URL("../../", location.href); // "/", or the path that the app stands below
const { assets, offer } = Object.fromEntries(new URL(location.href).searchParams);
const read = async (name) => {
  const answer = await fetch(folder + name);
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer.arrayBuffer();
};
const started = start({ folder, read }).then(({ python }) => judge(python, { assets, offer }));
started.catch(() => {}); // each question tells it

self.onmessage = async ({ data: { id, path, cookies } }) => {
  try {
    const ask = await started;
    postMessage({ id, answer: ask(path.slice(root.length - 1), location.origin + root, cookies) });
  } catch (error) {
    postMessage({ id, failed: String(error) });
  }
};
