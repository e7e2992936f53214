// Steps for the table, its family and seats, and the rulebook with its differences in words.
import { h } from "../shared/dom.js";
import { reachCard } from "../shared/reach/card.js";
import { folded } from "../shared/text/folded.js";
import { card } from "../shared/tell/card.js";
import { language } from "../shared/words.js";
import { field, fold, select } from "../shared/ask/fields.js";
import { knownPlayers } from "../shared/ask/people.js";
import {
  ask,
  choose,
  doing,
  go,
  kept,
  leaveOff,
  look,
  news,
  own,
  toldNow,
  refresh,
  takeTold,
  withOne,
} from "./kept.js";
import { said } from "./words.js";
/** @import { BookJson, BriefingJson, KnownFault, NamedJson, SetupJson } from "jantaku/api" */

/** The first number that is not the name of a table yet. */
function freeName() {
  const known = new Set(kept.overview?.tables.map((each) => each.table) ?? []);
  let number = 1;
  while (known.has(String(number))) number += 1;
  return String(number);
}

/** @param {string} table @param {boolean} simulated */
async function begin(table, simulated) {
  kept.table = table;
  const told = await ask("begin", "PUT", own(""), { simulated }, takeTold);
  if (!told) {
    kept.table = null;
    news();
  } else go(table, simulated ? "rules" : "table");
}

export function beginning() {
  // A free name needs the overview. A service of a single table has no venue file, but can still admit phones.
  if (!kept.overview)
    return h(
      "section.begin",
      {},
      kept.refused
        ? [h("p.refused", { role: "alert" }, kept.refused), reach()]
        : h("p.faint", { role: "status" }, said.busy),
    );
  const name = () => /** @type {HTMLInputElement} */ (document.getElementById("name"))?.value.trim() || freeName();
  const tables = kept.overview?.tables ?? [];
  return h(
    "section.begin",
    {},
    h("h2", {}, said.which),
    field(said.name, [
      h("input", {
        id: "name",
        value: freeName(),
        maxlength: 40,
        pattern: "[A-Za-z0-9_\\-]{1,40}",
        autocomplete: "off",
      }),
      h("span.faint", {}, said.nameHint),
    ]),
    h(
      "div.ways",
      {},
      h(
        "button.way",
        { id: "real", onclick: () => begin(name(), false) },
        h("b", {}, said.real),
        h("span", {}, said.realWhat),
      ),
      h(
        "button.way",
        { id: "simulated", onclick: () => begin(name(), true) },
        h("b", {}, said.simulated),
        h("span", {}, said.simulatedWhat),
      ),
    ),
    kept.refused ? h("p.refused", { role: "alert" }, kept.refused) : "",
    tables.length
      ? card(
          said.again,
          {},
          h(
            "ul",
            {},
            tables.map((each) =>
              h(
                "li",
                { "data-key": each.table },
                h(
                  "button",
                  {
                    "data-table": each.table,
                    onclick: () => {
                      go(each.table);
                      void refresh();
                    },
                  },
                  each.table,
                ),
                h("span.faint", {}, ` ${each.running ? said.running : each.known ? said.waits : said.draft}`),
              ),
            ),
          ),
        )
      : "",
    reach(),
  );
}

/** @type {HTMLElement | null} */
let reaching = null;
const reach = () => (reaching ??= reachCard());

const players = knownPlayers("known-players", document.body);

export function tableStep() {
  const { values } = toldNow();
  return h(
    "div.fields",
    {},
    toldNow().simulated ? h("p.note", {}, said.simulatedWhat) : "",
    field(
      said.family,
      select(named(kept.overview?.profiles ?? []), values.profile, {
        id: "profile",
        "data-told": values.profile,
        onchange: (event) => choose("profile", event.target.value),
      }),
    ),
    h(
      "fieldset.seats",
      {},
      h("legend", {}, said.seats),
      values.names.map((name, seat) =>
        h(
          "label",
          { "data-key": `seat-${seat}` },
          h("span", {}, "ABCD"[seat]),
          h("input", {
            value: name,
            "data-told": name,
            list: "known-players",
            maxlength: 60,
            required: true,
            onchange: (event) => {
              const typed = event.target.value.trim();
              const names = (/** @type {SetupJson} */ told) =>
                told.values.names.map((each, place) => (place === seat ? typed : each));
              if (typed) void choose("names", names);
            },
          }),
        ),
      ),
      players,
    ),
    toldNow().pending
      ? h(
          "p.unsaved",
          { role: "status" },
          said.unsaved,
          " ",
          h("button.quiet", { id: "leave-off", disabled: Boolean(doing()), onclick: () => leaveOff() }, said.leaveOff),
        )
      : "",
  );
}

/** @type {BookJson[] | null} */
let books = null;
/** @type {Pick<BriefingJson, "differences" | "parts"> | null} */
let briefing = null;
let against = "";
let asked = "";

async function compare() {
  if (!books) {
    books = [];
    books = (await look("/api/v1/rulebooks")) ?? [];
  }
  const chosen = toldNow().values.rulebook;
  against ||= books.find((book) => book.id !== chosen)?.id ?? "";
  const pair = [chosen, against].map(encodeURIComponent).join("/differences/");
  if (pair === asked || !against) return;
  asked = pair;
  briefing = against === chosen ? { differences: 0, parts: [] } : await look(`/api/v1/rulebooks/${pair}`);
  news();
}

export function rulesStep() {
  void compare();
  const chosen = toldNow().values.rulebook;
  const known = books ?? [];
  const shown = known.some((book) => book.id === chosen) ? known : [{ id: chosen, ja: chosen, en: chosen }, ...known];
  const unread = toldNow().items.find((item) => item.code === "read");
  const misfit = toldNow().items.find((item) => item.code === "fit" && item.stand !== "well");
  return h(
    "div.fields",
    {},
    field(
      said.rulebook,
      select(named(shown), chosen, {
        id: "rulebook",
        "data-told": chosen,
        onchange: (event) => choose("rulebook", event.target.value),
      }),
    ),
    unread
      ? h(
          "label.check",
          {},
          h("input", {
            id: "unverified",
            type: "checkbox",
            checked: toldNow().values.unverified,
            onchange: (event) => choose("unverified", event.target.checked),
          }),
          h("span", {}, h("b", {}, said.unverified), h("span.faint", {}, unread.detail[language])),
        )
      : "",
    misfit ? h("p.refused", { role: "status" }, misfit.detail[language]) : "",
    field(
      said.against,
      select(named(known), against, {
        id: "against",
        onchange: (event) => {
          against = event.target.value;
          news();
        },
      }),
    ),
    briefing
      ? h(
          "div.briefing.folds",
          { "aria-live": "polite" },
          h("p.faint", {}, briefing.differences ? said.differ(briefing.differences) : said.same),
          briefing.parts.map((part) =>
            fold(
              `${part[language]} · ${part.differences.length}`,
              { "data-key": part.id },
              h(
                "ul",
                {},
                part.differences.map((one) =>
                  h(
                    "li",
                    {},
                    h("p", {}, one.first[language], " ", h("span.clause", {}, one.first.cited[language])),
                    h("p.faint", {}, one.second[language]),
                  ),
                ),
              ),
            ),
          ),
        )
      : "",
  );
}

/** Fault catalogue of the chosen rulebook; null while it is loading. @type {KnownFault[] | null} */
let faults = null;
let catalogueOf = "";
let sought = "";

async function catalogue() {
  const book = toldNow().values.rulebook;
  if (catalogueOf === book) return;
  [catalogueOf, faults] = [book, null];
  const answer = await fetch(`/api/v1/faults?rulebook=${encodeURIComponent(book)}`).catch(() => null);
  faults = answer?.ok ? (await answer.json()).faults : [];
  news();
}

/**
 * List of faults with checkboxes, ticked ones first, with the consequence of each in words.
 * @param {"automatic" | "confirmed"} key
 * @param {KnownFault[]} rows
 */
function ticked(key, rows) {
  /** @type {string[]} */
  const chosen = toldNow().values[key];
  const tick = (/** @type {string} */ code, /** @type {boolean} */ on) =>
    choose(key, (told) => withOne(told.values[key], code, on));
  return h(
    "ul.ticks",
    {},
    rows.map((fault) =>
      h(
        "li",
        { "data-key": fault.code },
        h(
          "label.check",
          {},
          h("input", {
            type: "checkbox",
            "data-tick": `${key}-${fault.code}`,
            checked: chosen.includes(fault.code),
            onchange: (event) => tick(fault.code, event.target.checked),
          }),
          h(
            "span",
            {},
            h("b", {}, fault.name[language]),
            h("span.faint", {}, ` ${(fault.penalty ?? fault.remedy).text?.[language] ?? ""} `),
            h("span.clause", {}, (fault.penalty ?? fault.remedy).cited[language]),
          ),
        ),
      ),
    ),
  );
}

export function judgingStep() {
  void catalogue();
  const { values } = toldNow();
  if (!faults) return h("p.faint", { role: "status" }, said.busy);
  const decided = faults.filter((fault) => !fault.machine && !fault.manner && fault.severity === "referee");
  const first = decided.filter((fault) => values.automatic.includes(fault.code));
  const others = decided.filter(
    (fault) =>
      !values.automatic.includes(fault.code) && fault.keys.some((/** @type {string} */ each) => each.includes(sought)),
  );
  const doubtful = decided.filter((fault) => fault.doubtful);
  return h(
    "div.fields",
    {},
    field(said.undo, [
      h("input", {
        id: "undo",
        type: "number",
        min: 0,
        max: 600,
        step: 5,
        value: values.undo_s,
        "data-told": values.undo_s,
        onchange: (event) => event.target.checkValidity() && choose("undo_s", Number(event.target.value)),
      }),
      h("span.faint", {}, said.undoWhat),
    ]),
    h(
      "section.judged",
      { id: "automatic", "data-key": "automatic" },
      h("h3", {}, said.automatic),
      h("p.faint", {}, said.automaticWhat),
      first.length ? ticked("automatic", first) : h("p.note", {}, said.automaticNone),
      fold(
        said.automaticOthers,
        { class: "briefing" },
        h("input", {
          type: "search",
          "aria-label": said.seek,
          placeholder: said.seek,
          autocomplete: "off",
          oninput: (event) => {
            sought = folded(event.target.value);
            news();
          },
        }),
        ticked("automatic", others),
      ),
    ),
    h(
      "section.judged",
      { id: "confirmed", "data-key": "confirmed" },
      h("h3", {}, said.confirmed),
      h("p.faint", {}, said.confirmedWhat),
      doubtful.length ? ticked("confirmed", doubtful) : h("p.note", {}, said.confirmedNone),
    ),
  );
}

/** @param {NamedJson[]} rows @returns {[string, string][]} */
const named = (rows) => rows.map((each) => [each.id, each[language]]);
