// Features that scripts and styles use and that the oldest browsers in question lack, by the data of MDN.
//
//   node tests/project/floor.mjs '{"safari_ios": "15.4", …}' FILE…
//
// prints one line of JSON for each: its file, line, feature and what it needs. A feature that the file
// asks for before it uses it is none: `a.b?.()`, `if (a.b)`, `"b" in a`, `@supports`, a declaration of the same
// property before it.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const data = require("@mdn/browser-compat-data");
const csstree = require("css-tree");
const ts = require("typescript");

const floor = JSON.parse(process.argv[2]);
const files = process.argv.slice(3);

// --- the data -----------------------------------------------------------------------------------

const at = (path) => path.reduce((node, name) => (node && Object.hasOwn(node, name) ? node[name] : undefined), data);

/** A version as a number that can be compared. */
const number = (version) =>
  version
    .replace("≤", "")
    .split(".")
    .reduce((sum, part, place) => sum + Number(part) / 1000 ** place, 0);

/** The browsers of the floor that lack a feature, and since when they have it. */
function lacking(node) {
  const needs = {};
  for (const [browser, version] of Object.entries(floor)) {
    const stated = [node.__compat.support[browser] ?? []].flat();
    const plain = stated.filter(({ prefix, alternative_name: other, flags }) => !prefix && !other && !flags);
    const is = plain.some(
      ({ version_added: since, version_removed: until }) =>
        typeof since === "string" &&
        since !== "preview" &&
        number(since) <= number(version) &&
        !(until && number(until) <= number(version)),
    );
    if (!is) needs[browser] = plain[0]?.version_added || "none";
  }
  return Object.keys(needs).length ? needs : null;
}

/** The first of these places in the data that is one, as [name, what lacks it]. */
function lookUp(...paths) {
  const path = paths.find((one) => at(one)?.__compat);
  return path && [path.join("."), lacking(at(path))];
}

const named = new Map(); // by the name of a member: every interface that has it
for (const root of [data.api, data.javascript.builtins]) {
  for (const [owner, members] of Object.entries(root)) {
    for (const [name, node] of Object.entries(members)) {
      const plain = name.replace(/_static$/, "");
      if (name !== owner && node.__compat) named.set(plain, [...(named.get(plain) ?? []), [`${owner}.${name}`, node]]);
    }
  }
}

/** Of a member whose owner nobody knows: it is missing where every owner lacks it. Names of data of our own
 * are many, so only what is called counts, and attributes. */
function lookUpName(node, name) {
  const isCalled = ts.isCallExpression(node.parent) && node.parent.expression === node;
  if (!(isCalled || /^aria[A-Z]/.test(name)) || at(["api", name])?.__compat) return undefined;
  const all = named.get(name) ?? [];
  return all.length && all.every(([, node]) => lacking(node)) ? [all[0][0], lacking(all[0][1])] : undefined;
}

const found = [];
function report(file, line, [feature, needs] = []) {
  if (needs) found.push({ file, line, feature, needs });
}

// --- scripts ------------------------------------------------------------------------------------

const scripts = files.filter((file) => /\.m?js$/.test(file));
const program = ts.createProgram(scripts, {
  allowJs: true,
  checkJs: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ["lib.esnext.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts", "lib.dom.asynciterable.d.ts"],
});
const checker = program.getTypeChecker();

/** The interface that declares a member, if it is one of the browser's. */
function ownerOf(symbol) {
  const declaration = symbol?.declarations?.[0];
  if (!declaration || !/lib\.[\w.]+\.d\.ts$/.test(declaration.getSourceFile().fileName)) return null;
  let { parent } = declaration;
  while (parent && !parent.name) parent = parent.parent;
  return parent?.name?.text?.replace(/^Readonly(?=Array)|Constructor$/g, "") ?? "";
}

function memberOf(node, symbol, name) {
  const owner = ownerOf(symbol);
  const isOurs = symbol?.declarations && owner === null;
  if (isOurs) return undefined;
  const isStatic = symbol?.declarations && ts.isTypeLiteralNode(symbol.declarations[0].parent);
  const names = isStatic ? [`${name}_static`, name] : [name, `${name}_static`];
  const exact =
    owner &&
    lookUp(
      ...names.flatMap((one) => [
        ["api", owner, one],
        ["javascript", "builtins", owner, one],
      ]),
    );
  return exact ?? lookUpName(node, name);
}

const isGlobal = (symbol) =>
  symbol?.declarations?.some((one) => /lib\.[\w.]+\.d\.ts$/.test(one.getSourceFile().fileName));

const SYNTAX = new Map([
  [ts.SyntaxKind.ClassStaticBlockDeclaration, ["javascript", "classes", "static", "initialization_blocks"]],
  [ts.SyntaxKind.ImportAttributes, ["javascript", "statements", "import", "import_attributes"]],
]);
const PATTERNS = [
  [/\(\?<[=!]/, ["javascript", "regular_expressions", "lookbehind_assertion"]],
  [/\(\?[ims-]+:/, ["javascript", "regular_expressions", "modifier"]],
  [/\/\w*v\w*$/, ["javascript", "builtins", "RegExp", "unicodeSets"]],
];

/** Return whether a node only asks if something is there. */
function isQuestion(node) {
  const { parent } = node;
  if (ts.isCallExpression(parent) && parent.expression.getText() === "Boolean") return true;
  if ((ts.isCallExpression(parent) || ts.isPropertyAccessExpression(parent)) && parent.expression === node)
    return Boolean(parent.questionDotToken);
  if (ts.isPrefixUnaryExpression(parent)) return parent.operator === ts.SyntaxKind.ExclamationToken;
  if (ts.isIfStatement(parent) || ts.isConditionalExpression(parent))
    return [parent.expression, parent.condition].includes(node);
  return (
    ts.isBinaryExpression(parent) && parent.left === node && /^(&&|\|\||\?\?)$/.test(parent.operatorToken.getText())
  );
}

function lookThrough(source) {
  const asked = new Set(); // features that this file asks for
  const used = [];
  const use = (node, entry) => entry?.[1] && used.push([node, entry]);

  function visit(node) {
    if (SYNTAX.has(node.kind)) use(node, lookUp(SYNTAX.get(node.kind)));
    else if (ts.isRegularExpressionLiteral(node)) {
      for (const [pattern, path] of PATTERNS) if (pattern.test(node.text)) use(node, lookUp(path));
    } else if (ts.isPropertyAccessExpression(node)) member(node);
    else if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent)) {
      const name = (node.propertyName ?? node.name).text;
      const type = checker.getTypeAtLocation(node.parent);
      if (name) use(node, memberOf(node, type.getProperty(name), name));
    } else if (
      ts.isIdentifier(node) &&
      isGlobal(checker.getSymbolAtLocation(node)) &&
      !ts.isPropertyAccessExpression(node.parent)
    ) {
      use(node, lookUp(["api", node.text], ["api", "Window", node.text], ["javascript", "builtins", node.text]));
    }
    if (
      ts.isBinaryExpression(node) &&
      node.operatorToken.kind === ts.SyntaxKind.InKeyword &&
      ts.isStringLiteral(node.left)
    ) {
      asked.add(node.left.text);
    }
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) callOf(node);
    ts.forEachChild(node, visit);
  }

  function member(node) {
    const name = node.name.text;
    const symbol = checker.getSymbolAtLocation(node.name);
    const entry = memberOf(node, symbol, name);
    if (!entry?.[1]) return;
    if (isQuestion(node)) asked.add(name);
    const owner = ownerOf(symbol);
    const isAsked = owner && node.questionDotToken && lookUp(["api", owner])?.[1]; // of something that may be missing
    if (!isAsked) used.push([node, entry, name]);
  }

  /** Parameters, and options, that came later. */
  function callOf(node) {
    const signature = checker.getResolvedSignature(node);
    const { declaration } = signature ?? {};
    if (!declaration || !isGlobal({ declarations: [declaration] })) return;
    let owner = declaration.parent;
    while (owner && !owner.name) owner = owner.parent;
    const interfaceName = owner?.name?.text?.replace(/Constructor$/, "");
    const name = ts.isNewExpression(node) ? interfaceName : declaration.name?.text;
    const path = [
      ["api", interfaceName, name],
      ["api", interfaceName, `${name}_static`],
    ].find((one) => at(one));
    for (const [place, argument] of (path ? (node.arguments ?? []) : []).entries()) {
      const parameter = signature.parameters[place]?.name;
      if (!parameter || parameter === "unused") continue;
      use(node, lookUp([...path, parameter], [...path, `${parameter}_parameter`]));
      if (!ts.isObjectLiteralExpression(argument)) continue;
      for (const { name: option } of argument.properties) {
        use(
          node,
          lookUp(
            [...path, `${parameter}_${option?.text}_parameter`],
            [...path, `${parameter}_parameter`, `${option?.text}_property`],
          ),
        );
      }
    }
  }

  visit(source);
  for (const [node, entry, name] of used) {
    const of = entry[0].toLowerCase().replace("_static", "").split(".");
    if ([...asked].some((one) => one === name || of.includes(one.toLowerCase()))) continue;
    report(source.fileName, source.getLineAndCharacterOfPosition(node.getStart()).line + 1, entry);
  }
}

for (const file of scripts) lookThrough(program.getSourceFile(file));

// --- styles -------------------------------------------------------------------------------------

const functions = new Map(); // by name, since the data has them below their types
(function gather(node, path) {
  for (const [name, child] of Object.entries(node)) {
    if (name === "__compat") continue;
    if (child.__compat && !functions.has(name)) functions.set(name, [...path, name]);
    gather(child, [...path, name]);
  }
})(data.css.types, ["css", "types"]);

const UNITS = [
  [/^[dls]v(h|w|i|b|min|max)$/, ["css", "types", "length", "viewport_percentage_units_dynamic"]],
  [/^cq/, ["css", "types", "length", "container_query_length_units"]],
];

/** All that a declaration needs. */
function* needsOf(declaration) {
  const { property, value } = declaration;
  const path = ["css", "properties", property];
  const known = !property.startsWith("-");
  if (known) yield lookUp(path);
  const nodes = [];
  csstree.walk(value, (node) => void nodes.push(node));
  for (const node of nodes) {
    if (node.type === "Identifier" && known) yield lookUp([...path, node.name]);
    if (node.type === "Function") yield lookUp([...path, node.name], functions.get(node.name) ?? []);
    if (node.type === "Operator" && node.value === "/" && property === "content") yield lookUp([...path, "alt_text"]);
    const unit = node.type === "Dimension" && UNITS.find(([pattern]) => pattern.test(node.unit));
    if (unit) yield lookUp(unit[1]);
  }
}

const isMissing = (entry) => Boolean(entry?.[1]);

function lookThroughStyles(file) {
  const parsed = csstree.parse(readFileSync(file, "utf8"), { positions: true, parseCustomProperty: true });
  const say = (node, entry) => report(file, node.loc.start.line, entry);
  csstree.walk(parsed, function (node) {
    if (this.atrule?.name === "supports" || (this.rule && this.atrule && this.atrule.name === "supports")) return;
    if (node.type === "Raw" && this.block && node.value.includes("{"))
      say(node, lookUp(["css", "selectors", "nesting"]));
    if (node.type === "Atrule" && node.name !== "supports") {
      say(node, lookUp(["css", "at-rules", node.name]));
    } else if (node.type === "Feature")
      say(node, lookUp(["css", "at-rules", node.kind ?? "media", node.name.replace(/^(min|max)-/, "")]));
    else if (node.type === "FeatureRange") say(node, lookUp(["css", "at-rules", "media", "range_syntax"]));
    else if (node.type === "NestingSelector") say(node, lookUp(["css", "selectors", "nesting"]));
    else if (node.type === "PseudoClassSelector" || node.type === "PseudoElementSelector")
      say(node, lookUp(["css", "selectors", node.name]));
    else if (node.type === "Declaration") {
      const missing = [...needsOf(node)].filter(isMissing);
      const others = this.block.children.toArray().filter((one) => one.type === "Declaration" && one !== node);
      const isFallback = (one) =>
        one.property.replace(/^-\w+-/, "") === node.property && ![...needsOf(one)].some(isMissing);
      if (!others.some(isFallback)) for (const entry of missing) say(node, entry);
    }
  });
}

for (const file of files) if (file.endsWith(".css")) lookThroughStyles(file);

for (const one of found) console.log(JSON.stringify(one));
