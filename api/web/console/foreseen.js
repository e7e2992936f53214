// What an entry would change, side by side, before it is made: the service takes it on trial and tells every difference.
import { h } from "../shared/dom.js";
import { postJson } from "../shared/http.js";
import { refusalIn } from "../shared/parts/refusal.js";
import { language } from "../shared/words.js";
import { address, claim } from "./claims.js";
import { dialog, hold } from "./controls.js";
import { said, seatName } from "./words.js";

const PATIENCE_MS = 8000;

/** A seat's payment says the same as its points where both change. @param {any[]} changes */
const worthTelling = (changes) =>
  changes.filter(
    ({ about, seat }) => about !== "payment" || !changes.some((each) => each.about === "points" && each.seat === seat),
  );

/** @param {any} told @param {string[]} names */
function sideBySide({ changes, refused }, names) {
  const rows = worthTelling(changes).map((each) =>
    h(
      "tr",
      { "data-about": each.about },
      h("th", { scope: "row" }, each.seat == null ? null : `${seatName(each.seat, names)} `, each.name[language]),
      h("td", {}, each.before?.[language] ?? "–"),
      h("td", {}, each.after?.[language] ?? "–"),
    ),
  );
  const head = ["", said.before, said.after].map((text) => h("th", { scope: "col" }, text));
  return [
    rows.length
      ? h("table", {}, h("thead", {}, h("tr", {}, head)), h("tbody", {}, rows))
      : h("p.faint", {}, said.nothingChanges),
    refused.map((/** @type {any} */ each) => h("p.doubt", {}, each.text[language])),
  ];
}

/**
 * A place for what an entry would change, and how to ask for it; the last question counts.
 * @param {string[]} names
 */
export function foreseen(names) {
  const box = h("section.foreseen", { role: "status", "aria-label": said.whatChanges });
  let newest = 0;
  /** @param {string} kind @param {Record<string, any>} [more] */
  const ask = async (kind, more = {}) => {
    const mine = ++newest;
    const answer = await postJson(
      address("/claims?dry_run=true"),
      { kind, ...more },
      AbortSignal.timeout(PATIENCE_MS),
    ).catch(() => null);
    const told = answer?.ok ? await answer.json() : null;
    const content = told ? sideBySide(told, names) : h("p.doubt", {}, (await refusalIn(answer, said.failed)).text);
    if (mine === newest)
      box.replaceChildren(h("h3", {}, said.whatChanges), .../** @type {any[]} */ ([content]).flat(Infinity));
  };
  return { box, ask };
}

/**
 * A held button for an entry; a tap alone shows what it would change, with the button once more.
 * @param {string} text
 * @param {string} kind
 * @param {Record<string, any>} [more]
 * @param {{names?: string[], done?: () => void, attributes?: Record<string, any>}} [how]
 */
export function holdClaim(text, kind, more = {}, { names = [], done = () => {}, attributes = {} } = {}) {
  const act = async () => (await claim(kind, more)) && done();
  const show = () => {
    const { box, ask } = foreseen(names);
    const enter = async () => {
      if (!(await claim(kind, more))) return;
      sheet.close();
      done();
    };
    const sheet = dialog(text, "foreseen", box, h("div.acts", {}, hold(text, enter, { "data-act": kind })));
    return ask(kind, more);
  };
  return hold(text, act, attributes, show);
}
