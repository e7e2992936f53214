// Last step: the checklist with missing items and their cures, saving, and the first hand of the table with its score.
import { h } from "../shared/dom.js";
import { card } from "../shared/tell/card.js";
import { follow } from "../shared/feed.js";
import { resultCard } from "../shared/parts/result.js";
import { may } from "../shared/session.js";
import { language, words } from "../shared/words.js";
import { good, mark } from "../shared/tell/marks.js";
import { ask, doing, go, kept, look, news, own, toldNow, refresh } from "./kept.js";
import { said } from "./words.js";
/** @import { PublicResultView, PublicTableView, ResultView, TableView } from "jantaku/api" */

/** @type {{table: string, view: TableView | PublicTableView | null, result: ResultView | PublicResultView | null, names: string[]}} */
const first = { table: "", view: null, result: null, names: [] };

function watch() {
  if (first.table === kept.table) return;
  Object.assign(first, { table: kept.table, view: null, result: null, names: [] });
  const table = kept.table ?? "";
  follow(
    table,
    "staff",
    (view) => {
      if (first.table !== table) return;
      first.view = view;
      if (view.result && !first.result) {
        first.result = { ...view.result, confirmed: true };
        first.names = view.seats.map((seat) => seat.name);
      }
      news();
    },
    () => {},
  );
}

async function save() {
  const told = await ask("save", "POST", own("/save"));
  if (!told) return;
  kept.overview = await look("/api/v1/setup");
  await refresh();
}

/** True if the table runs with its saved settings. */
const settled = () =>
  toldNow().running && toldNow().items.every((item) => item.code !== "saved" || item.stand === "well");

/** Main button of the last step: save and begin, then the link to the referee's console. */
export function lastAct() {
  if (settled())
    return h(
      "a.button.primary",
      { id: "console", href: `/tables/${encodeURIComponent(kept.table ?? "")}` },
      said.console,
    );
  if (!may("owner")) return "";
  const saving = doing() === "save";
  return h("button.primary", { id: "save", disabled: Boolean(doing()), onclick: save }, saving ? said.busy : said.save);
}

export function readyStep() {
  const { items, running, known } = toldNow();
  const missing = items.filter((item) => ["todo", "wrong"].includes(item.stand) && item.step !== "ready");
  if (running) watch();
  return h(
    "div.fields",
    {},
    running ? hand() : "",
    missing.length
      ? h("p.summary", { role: "status", id: "summary" }, said.readyMissing(missing.length))
      : good(said.readyAll, { role: "status", id: "summary", class: "summary" }),
    h(
      "ul.items",
      {},
      items.map((item) =>
        h(
          "li",
          { "data-key": item.code, "data-item": item.code, "data-stand": item.stand },
          mark(item.stand, "•"),
          h(
            "div",
            {},
            h("b", {}, item.name[language]),
            h("span.out", {}, ` (${said.stands[item.stand]})`),
            item.detail[language] ? h("span.faint", {}, ` ${item.detail[language]}`) : "",
            item.cure ? h("p.cure", {}, `${said.cure}: ${item.cure[language]}`) : "",
          ),
          item.cure && item.step !== kept.step
            ? h("button.quiet", { "data-to": item.step, onclick: () => go(kept.table, item.step) }, said.goStep)
            : "",
        ),
      ),
    ),
    settled() || may("owner") ? "" : h("p.note", {}, said.ownerSaves),
    known && running
      ? h(
          "p.links",
          {},
          h("a", { href: `/overlay/${encodeURIComponent(kept.table ?? "")}/preview` }, said.overlay),
          " · ",
          h("a", { href: "/" }, said.home),
        )
      : "",
  );
}

function hand() {
  const { view, result, names } = first;
  const phase = view ? (words.phases[view.phase] ?? view.phase) : said.busy;
  const round = view?.round ? words.round(view.round.wind, view.round.number) : "";
  return card(
    result ? good(said.scored, {}, "span") : said.firstHand,
    {
      class: "first",
      "data-key": "first",
      id: "first-hand",
      "data-scored": String(Boolean(result)),
      "aria-live": "polite",
    },
    result ? resultCard(result, names, () => {}) : h("p", {}, `${round} ${phase} · ${said.waitingHand}`),
  );
}
