// The HTTP interface from its OpenAPI document: every route with its required role, parameters and answers.
import { h } from "../shared/dom.js";
import { problemIn, showPlace } from "../shared/parts/place.js";
import { barred, roleName, who } from "../shared/session.js";
import { pageBar } from "../shared/parts/shell.js";
import { language } from "../shared/words.js";
import { fold } from "../shared/ask/fields.js";

const text = (/** @type {string} */ ja, /** @type {string} */ en) => (language === "ja" ? ja : en);
const answer = await fetch("/openapi.json").catch(() => null);
const api = answer?.ok ? await answer.json() : null;
/** @typedef {Record<string, any>} Part   of the document: JSON Schema of any shape */
const named = (/** @type {Part} */ part) => part.$ref?.split("/").pop();

// Replace references by the schemas that they name; a schema within itself stays a name.
/** @param {any} part @param {string[]} [within] @returns {any} */
function resolved(part, within = []) {
  if (Array.isArray(part)) return part.map((each) => resolved(each, within));
  if (part === null || typeof part !== "object") return part;
  const name = named(part);
  if (name) return within.includes(name) ? name : resolved(api.components.schemas[name], [...within, name]);
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, resolved(value, within)]));
}

const shown = (/** @type {string} */ title, /** @type {Part} */ value) => [
  h("h3", {}, title),
  h("pre", {}, JSON.stringify(resolved(value), null, 2)),
];

function operation(/** @type {string} */ path, /** @type {string} */ method, /** @type {Part} */ told) {
  const body = told.requestBody?.content?.["application/json"]?.schema;
  const role = told["x-least-role"];
  return fold(
    [h("b", {}, method.toUpperCase()), h("code", {}, path), ` ${told.summary ?? ""}`],
    { "data-route": `${method} ${path}` },
    h("p", {}, told.description ?? ""),
    h("p.faint", {}, `${text("必要な権限", "For")}: ${role ? roleName(role) : text("だれでも", "anybody")}`),
    ...(told.parameters?.length ? shown(text("引数", "Parameters"), told.parameters) : []),
    ...(body ? shown(text("本文", "Body"), body) : []),
    ...shown(text("応答", "Answers"), told.responses ?? {}),
  );
}

const METHODS = ["get", "post", "put", "patch", "delete"];
document.body.append(
  pageBar("HTTP", { ways: h("a", { href: "/openapi.json" }, "openapi.json"), account: who() }),
  h(
    "main",
    {},
    api
      ? Object.entries(api.paths).flatMap(([path, operations]) =>
          METHODS.filter((method) => operations[method]).map((method) => operation(path, method, operations[method])),
        )
      : null,
  ),
);
const wrong = barred("viewer") ?? (api ? null : await problemIn(answer));
if (wrong) showPlace(wrong);
