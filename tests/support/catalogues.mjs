// The catalogues of words of the pages: keys of each language, those that no page uses, those that a page asks for and no
// catalogue has, and those on buttons with the ends of their Japanese; as JSON.
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve } from "node:path";

const web = resolve(process.argv[2]);
const { parse } = createRequire(join(web, "package.json"))("acorn");
const files = readdirSync(web, { recursive: true })
  .map(String)
  .filter((name) => name.endsWith(".js") && !name.includes("node_modules") && !name.startsWith("eslint"));
const trees = new Map();
for (const name of files) {
  const tree = parse(readFileSync(join(web, name), "utf-8"), { ecmaVersion: 2024, sourceType: "module" });
  // Every node with the one that holds it.
  const held = new Map([[tree, null]]);
  for (const [node] of held)
    for (const value of Object.values(node))
      for (const each of Array.isArray(value) ? value : [value]) if (each?.type) held.set(each, node);
  trees.set(join(web, name), { body: tree.body, held });
}
const named = (property) => property.key?.name ?? property.key?.value;
function* keys(object, path = "") {
  for (const property of object.properties) {
    if (property.type !== "Property") continue;
    const at = path ? `${path}.${named(property)}` : String(named(property));
    yield at;
    if (property.value.type === "ObjectExpression") yield* keys(property.value, at);
  }
}

/** The object with a part for each language, and what the module calls the part of the page's language. */
function catalogue(tree) {
  const declared = tree.body
    .map((node) => node.declaration ?? node)
    .flatMap((node) => (node.type === "VariableDeclaration" ? node.declarations : []));
  for (const { id, init } of declared) {
    const parts = init?.type === "ObjectExpression" ? init.properties : [];
    const [ja, en] = ["ja", "en"].map((name) => parts.find((part) => named(part) === name)?.value);
    if (ja?.type !== "ObjectExpression" || en?.type !== "ObjectExpression") continue;
    const picked = ({ init: from }) => (from?.type === "LogicalExpression" ? from.left : from)?.object?.name === id.name;
    return { name: declared.find(picked)?.id.name, ja, en };
  }
  return null;
}

/** What a module takes from a catalogue: the first key, the second where it is written out, "*" where it is not known. */
function* taken(tree, local) {
  for (const [node, parent] of tree.held) {
    if (node.type !== "Identifier" || node.name !== local) continue;
    if (/^(Import|Export)/.test(parent.type) || (parent.type === "Property" && parent.key === node && parent.value !== node))
      continue;
    if (parent.type === "VariableDeclarator" && parent.init === node && parent.id.type === "ObjectPattern") {
      for (const property of parent.id.properties) yield [named(property), "*"];
    } else if (parent.type === "MemberExpression" && parent.object === node && !parent.computed) {
      const above = tree.held.get(parent);
      const next = above.type === "MemberExpression" && above.object === parent && !above.computed;
      yield [parent.property.name, next ? above.property.name : "*"];
    } else if (!(parent.type === "AssignmentExpression" && parent.left === node)) {
      if (!(parent.type === "VariableDeclarator" && parent.id === node)) yield ["*", "*"];
    }
  }
}

// Of what is passed on or asked by a name that is made up, whatever is named anywhere counts.
const mentioned = (tree) =>
  [...tree.held.keys()].flatMap((node) =>
    node.type === "MemberExpression" && !node.computed
      ? [node.property.name]
      : node.type === "Literal" && typeof node.value === "string"
        ? [node.value]
        : [],
  );
/** The parts of a text: a choice has each, a list all of its own; other elements within are no words of the button. */
function* parts(node) {
  if (node?.type === "ConditionalExpression") yield* [...parts(node.consequent), ...parts(node.alternate)];
  else if (node?.type === "LogicalExpression") yield* [...parts(node.left), ...parts(node.right)];
  else if (node?.type === "ArrayExpression") for (const each of node.elements) yield* parts(each);
  else if (node?.type === "CallExpression" && node.callee.name !== "h") yield* parts(node.callee);
  else if (node) yield node;
}

/** What makes a button, by the places of its words: `h` of a button, and every function that passes one on to it. */
const makers = new Map();
const isButton = (node) => node.callee.name === "h" && /^button\b/.test(node.arguments[0]?.value ?? "");
const wordsOf = (node) =>
  (isButton(node) ? node.arguments.slice(2) : (makers.get(node.callee.name) ?? []).map((place) => node.arguments[place]))
    .flatMap((each) => [...parts(each)]);
function makerOf(tree, node, name) {
  for (let each = tree.held.get(node); each; each = tree.held.get(each)) {
    const place = each.params?.findIndex((param) => (param.left ?? param).name === name) ?? -1;
    const called = each.id?.name ?? tree.held.get(each)?.id?.name;
    if (place >= 0) return called && called !== "h" ? [called, place] : null;
  }
  return null;
}
const onButtons = new Set();
for (let known = -1; known < makers.size; ) {
  known = makers.size;
  for (const [, tree] of trees)
    for (const [node] of tree.held)
      for (const word of node.type === "CallExpression" ? wordsOf(node) : []) {
        if (word.type === "MemberExpression") onButtons.add(word);
        const maker = word.type === "Identifier" ? makerOf(tree, node, word.name) : null;
        if (maker) makers.set(maker[0], [...new Set([...(makers.get(maker[0]) ?? []), maker[1]])]);
      }
}

/** How a text of a catalogue ends: a sentence with a part filled in by its last words. */
function* ends(node) {
  if (node.type === "Literal") yield node.value;
  else if (node.type === "TemplateLiteral") yield node.quasis.at(-1).value.cooked;
  else if (node.type === "ArrowFunctionExpression") yield* ends(node.body);
  else if (node.type === "BinaryExpression") yield* ends(node.right);
  else if (node.type === "ConditionalExpression") yield* [...ends(node.consequent), ...ends(node.alternate)];
}
const valueOf = (object, name) => object.properties.find((each) => named(each) === name)?.value;

const found = {};
for (const [path, tree] of trees) {
  const words = catalogue(tree);
  if (!words) continue;
  const used = new Set();
  const loose = new Set();
  const buttons = {};
  for (const [other, from] of trees) {
    const locals = from.body
      .filter((node) => node.type === "ImportDeclaration" && resolve(dirname(other), node.source.value) === path)
      .flatMap((node) => node.specifiers.filter((each) => each.imported?.name === words.name).map((each) => each.local.name));
    for (const node of onButtons)
      if (from.held.has(node) && locals.includes(node.object.name) && !node.computed) {
        const value = valueOf(words.ja, node.property.name);
        if (value) buttons[node.property.name] = [...ends(value)];
      }
    for (const local of other === path ? [words.name] : locals)
      for (const [first, second] of taken(from, local)) {
        if (first === "*") for (const name of mentioned(from)) loose.add(name);
        used.add(first).add(`${first}.${second}`);
      }
  }
  if (used.has("*")) for (const [, from] of trees) for (const name of mentioned(from)) loose.add(name);
  const asked = [...new Set([...used].map((key) => key.replace(/\.\*$/, "")))].filter((key) => key !== "*" && !key.startsWith("*."));
  const isUsed = (key) => {
    const [first, second] = key.split(".");
    if (!used.has(first) && !loose.has(first)) return false;
    return !second || used.has(`${first}.*`) || used.has(key) || !used.has(first);
  };
  const [ja, en] = [[...keys(words.ja)], [...keys(words.en)]];
  // Of a second key that follows a function's call or a text nothing is known here.
  const tables = new Set(ja.filter((key) => key.includes(".")).map((key) => key.split(".")[0]));
  const missing = asked.filter((key) => !ja.includes(key) && (!key.includes(".") || tables.has(key.split(".")[0])));
  found[relative(web, path)] = { ja, en, missing, buttons, unused: words.name ? ja.filter((key) => !isUsed(key)) : [] };
}
console.log(JSON.stringify(found));
