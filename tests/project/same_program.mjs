// Says which scripts and styles are not the same program without comments and spaces: of `minified`, each with its
// `source` and as it is `sent`. Of `scripts` it says which cannot be read.

import { readFileSync } from "node:fs";
import { SourceTextModule } from "node:vm";
import { generate, parse as parseStyle } from "css-tree";
import ts from "typescript";

const { minified, scripts } = JSON.parse(readFileSync(0, "utf-8"));

/** The tree of a script as text: kinds of nodes, and what stands at its leaves. */
function outline(text) {
  const file = ts.createSourceFile("script.js", text, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const words = [];
  function visit(node) {
    words.push(node.kind);
    const children = node.getChildren(file).filter(({ kind }) => kind !== ts.SyntaxKind.JSDoc);
    if (!children.length) words.push(node.getText(file));
    children.forEach(visit);
  }
  visit(file);
  return JSON.stringify(words);
}

/** Values of variables, and what stands for one that is missing, are left as they are: but for spaces. */
const styleOutline = (text) =>
  generate(parseStyle(text))
    .replace(/([:,(])\s+/g, "$1")
    .replace(/\s+\)/g, ")");

for (const [path, { source, sent }] of Object.entries(minified)) {
  const read = path.endsWith(".css") ? styleOutline : outline;
  if (read(source) !== read(sent)) console.log(path);
}
for (const [path, text] of Object.entries(scripts)) {
  try {
    new SourceTextModule(text);
  } catch (error) {
    console.log(path, error.message);
  }
}
