// Preview of an entry: a dry run at the service reports every change, shown as before and after. The entry is sent with
// the outcome that was shown; if the outcome differs by then, the service refuses it and the new changes are shown.
import { h } from "../shared/dom.js";
import { postJson } from "../shared/http.js";
import { refusalIn } from "../shared/parts/refusal.js";
import { language } from "../shared/words.js";
import { address, claim, isLinked, watchMoved } from "./claims.js";
import { dialog } from "../shared/ask/dialog.js";
import { hold } from "../shared/ask/hold.js";
import { said, seatName } from "./words.js";
/** @import { ChangeView, ForeseenView, TableView } from "jantaku/api" */

/** @typedef {Record<string, unknown>} More */
/** @typedef {[string, string, More?]} Offer   words of its button, kind and values of an entry */
/** @typedef {{of: string, at: number, told: ForeseenView | null, why: string}} Shown   `of`: how the table stood when it was asked */

const PATIENCE_MS = 8000;
/** Minimum interval between two previews of the same entry. */
const AGAIN_MS = 250;
/** Maximum number of cached previews; far more than any page offers. */
const MOST = 100;
/** Number of changes shown unfolded: points and place of four seats, and the next step. */
const AT_ONCE = 9;
/** Changes of the decision itself, which every decision has; they do not affect the game. */
const ITSELF = ["fault", "confirmed"];

/** Omit a seat's payment if its points change too: both show the same amount. @param {ChangeView[]} changes */
const worthTelling = (changes) =>
  changes.filter(
    ({ about, seat }) => about !== "payment" || !changes.some((each) => each.about === "points" && each.seat === seat),
  );

/** Distinct texts, repeated ones with their count. @param {string[]} texts */
function counted(texts) {
  const times = new Map();
  for (const text of texts) times.set(text, (times.get(text) ?? 0) + 1);
  return [...times].map(([text, often]) => (often > 1 ? `${text} ×${often}` : text));
}

/** @param {ForeseenView} told @param {string[]} names @param {string[]} [without]   kinds shown already */
function sideBySide({ changes, refused }, names, without = []) {
  const telling = worthTelling(changes).filter(({ about }) => !without.includes(about));
  const rows = telling.map((each) =>
    h(
      "tr",
      { "data-about": each.about },
      h("th", { scope: "row" }, each.seat == null ? null : `${seatName(each.seat, names)} `, each.name[language]),
      h("td", {}, each.before?.[language] ?? "–"),
      h("td", {}, each.after?.[language] ?? "–"),
    ),
  );
  const table = (/** @type {HTMLElement[]} */ some) =>
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, ...["", said.before, said.after].map((text) => h("th", { scope: "col" }, text)))),
      h("tbody", {}, some),
    );
  const rest = rows.slice(AT_ONCE);
  return [
    rows.length ? table(rows.slice(0, AT_ONCE)) : h("p.faint", {}, said.nothingChanges),
    rest.length
      ? h("details", { "data-key": "rest" }, h("summary", {}, said.moreChanges(rest.length)), table(rest))
      : null,
    counted(refused.map((each) => each.text[language])).map((text) => h("p.doubt", {}, text)),
  ];
}

/**
 * Ask the service what an entry would change, or why it would be refused (`told` is null then). An offered entry may
 * have become invalid since the last update of the feed.
 * @param {string} kind
 * @param {More} more
 * @returns {Promise<{told: ForeseenView | null, why: string}>}
 */
async function askService(kind, more) {
  const path = address("/claims?dry_run=true&offered=true");
  const answer = await postJson(path, { kind, ...more }, AbortSignal.timeout(PATIENCE_MS)).catch(() => null);
  if (!answer?.ok) return { told: null, why: (await refusalIn(answer, said.failed)).text };
  const told = await answer.json().catch(() => null);
  if (!told) return { told: null, why: said.failed };
  return told.status === "refused" ? { told: null, why: told.reason[language] } : { told, why: "" };
}

/** The last preview of each entry, by `keyOf`. @type {Map<string, Shown>} */
const shown = new Map();
/** @type {Set<string>} */
const asking = new Set();
/** Keys of the entries that the page offers now. @type {Set<string>} */
const offered = new Set();
let redraw = () => {};

/** Per view, the state that can change the outcome of an entry; discards are not part of it. @type {WeakMap<TableView, string>} */
const stands = new WeakMap();

/** @param {TableView} view */
function standOf(view) {
  let stand = stands.get(view);
  if (stand === undefined) {
    const { phase, game, round, result, pending, faults, questions, undo, seats, clock } = view;
    const players = seats.map((each) => [each.riichi, each.standing, each.melds?.length, each.shown]);
    const matters = faults.map((each) => [each.id, each.decision, each.penalty, each.seat]);
    const asked = questions.map((each) => [each.id, each.answer]);
    const over = [undo?.place, undo?.until, clock?.last];
    stand = JSON.stringify([phase, game, round, result, pending, matters, asked, over, players]);
    stands.set(view, stand);
  }
  return stand;
}

/** State (`standOf`) of the table that the page shows. */
let now = "";

/** Called before a redraw: forget the offered entries and update `now`. @param {TableView} view */
export function offersAnew(view) {
  offered.clear();
  now = view ? standOf(view) : "";
}

/** @param {string} kind @param {More} more */
const keyOf = (kind, more) => JSON.stringify([kind, more]);

/** @param {string} key @param {Shown} what */
function keep(key, what) {
  shown.delete(key);
  shown.set(key, what);
  for (const old of shown.keys()) if (shown.size > MOST) shown.delete(old);
}

/** @param {() => void} draw   redraws the page */
export function watchForeseen(draw) {
  redraw = draw;
  watchMoved((kind, more, told) => {
    keep(keyOf(kind, more), { of: "", at: Date.now(), told, why: "" });
    redraw();
  });
}

/** @param {string} kind @param {More} more */
function askAgain(kind, more) {
  const key = keyOf(kind, more);
  offered.add(key);
  const known = shown.get(key);
  const stand = now;
  if (asking.has(key) || known?.of === stand || !isLinked()) return;
  asking.add(key);
  setTimeout(
    async () => {
      if (offered.has(key)) keep(key, { of: stand, at: Date.now(), ...(await askService(kind, more)) });
      asking.delete(key);
      redraw();
    },
    Math.max(0, (known?.at ?? 0) + AGAIN_MS - Date.now()),
  );
}

/**
 * True if the preview for the current state is shown, or if there is no link to ask for it.
 * @param {string} kind
 * @param {More} more
 */
const isShown = (kind, more) => shown.get(keyOf(kind, more))?.of === now || !isLinked();

/**
 * Send an entry with the outcome that was shown.
 * @param {string} kind
 * @param {More} [more]
 */
export const claimShown = (kind, more = {}) => claim(kind, more, shown.get(keyOf(kind, more))?.told?.outcome);

/**
 * Attributes of a button that sends an entry at once; it is disabled until the preview is shown.
 * @param {string} kind
 * @param {More} [more]
 */
export const atOnce = (kind, more = {}) => ({
  disabled: !isShown(kind, more),
  onclick: () => claimShown(kind, more),
});

/**
 * Previews of the entries that a card offers; entries that do not affect the game share a line.
 * @param {TableView} view
 * @param {Offer[]} offers
 * @param {string[]} [without]   kinds of change that the card shows already
 */
export function ahead(view, offers, without = []) {
  /** @type {[string, string, Shown][]} */
  const told = [];
  const idle = [];
  for (const [text, kind, more = {}] of offers) {
    askAgain(kind, more);
    const known = shown.get(keyOf(kind, more));
    if (!known) continue;
    const changing = known.told?.changes.some((each) => !ITSELF.includes(each.about));
    if (known.told && !changing && !known.told.refused.length) idle.push(text);
    else told.push([text, keyOf(kind, more), known]);
  }
  // With several open decisions, show the points of each; all its changes are folded.
  const open = view.faults.filter(({ decision, severity }) => decision === "open" && severity !== "note");
  const isAlone = told.length < 2 && open.length + view.questions.filter(({ answer }) => answer == null).length < 2;
  /** @type {import("../shared/dom.js").Children[]} */
  const parts = told.map(([text, key, known]) => {
    if (!known.told) return [h("h3", {}, said.changedBy(text)), h("p.faint", {}, known.why)];
    const all = sideBySide(known.told, view.names, without);
    if (isAlone) return [h("h3", {}, said.changedBy(text)), all];
    const short = shortly(known.told.changes, view.names).join(" · ");
    return h("details", { "data-key": key }, h("summary", {}, h("b", {}, text), short ? `: ${short}` : ""), all);
  });
  if (idle.length) parts.push(h("p.faint", {}, `${idle.join(" · ")}: ${said.nothingChanges}`));
  return parts.length ? h("section.foreseen", { "aria-label": said.whatChanges, "data-key": "ahead" }, parts) : null;
}

/** Texts of the points that change and of the next step. @param {ChangeView[]} changes @param {string[]} names */
function shortly(changes, names) {
  const moved = changes.some((each) => each.about === "points") ? "points" : "settled";
  return changes
    .filter((each) => each.about === moved || ["next", "over"].includes(each.about))
    .map((each) => {
      const who = each.seat == null ? each.name[language] : seatName(each.seat, names);
      return `${who} ${each.before?.[language] ?? "–"} → ${each.after?.[language] ?? "–"}`;
    });
}

/**
 * The points that an entry changes, in one line.
 * @param {TableView} view
 * @param {string} kind
 * @param {More} [more]
 */
export function aheadInShort(view, kind, more = {}) {
  askAgain(kind, more);
  const parts = shortly(shown.get(keyOf(kind, more))?.told?.changes ?? [], view.names);
  return parts.length ? h("span.faint", {}, parts.join(" · ")) : null;
}

/**
 * Preview box with functions to ask for a preview and to send the entry; only the newest answer is shown.
 * @param {string[]} names
 */
export function foreseen(names) {
  const box = h("section.foreseen", { role: "status", "aria-label": said.whatChanges });
  let newest = 0;
  /** @type {string | undefined} */
  let outcome;
  /** @param {ForeseenView | null} told @param {string} [why] */
  const put = (told, why = "") => {
    outcome = told?.outcome;
    const content = told ? sideBySide(told, names) : [h("p.doubt", {}, why)];
    box.replaceChildren(h("h3", {}, said.whatChanges), h("div", {}, content));
  };
  /** @param {string} kind @param {More} [more] @returns {Promise<ForeseenView | null>} null if refused */
  const ask = async (kind, more = {}) => {
    const mine = ++newest;
    outcome = undefined;
    const { told, why } = await askService(kind, more);
    if (mine === newest) put(told, why);
    return told;
  };
  /** @param {string} kind @param {More} [more] */
  const enter = async (kind, more = {}) => {
    const before = outcome;
    if (await claim(kind, more, before)) return true;
    const moved = shown.get(keyOf(kind, more))?.told;
    if (before && moved && moved.outcome !== before) put(moved);
    return false;
  };
  /** The button below the box: sends the entry and closes its dialog. @param {string} text @param {string} kind @param {() => More} more */
  const foot = (text, kind, more) =>
    h(
      "div.acts.foot",
      {},
      h("button.primary", { onclick: async () => (await enter(kind, more())) && box.closest("dialog")?.close() }, text),
    );
  return { box, ask, enter, foot };
}

/**
 * Show the preview of an entry with a button to send it; an entry that does not affect the game is sent at once.
 * @param {string} text
 * @param {string} kind
 * @param {More} [more]
 * @param {{names?: string[], done?: () => void, held?: boolean}} [how]
 */
export async function claimAfter(text, kind, more = {}, { names = [], done = () => {}, held = false } = {}) {
  const { box, ask, enter } = foreseen(names);
  const begin = async () => {
    if (!(await enter(kind, more))) return;
    sheet?.close();
    done();
  };
  /** @type {HTMLDialogElement | null} */
  let sheet = null;
  const open = () => {
    const button = held
      ? hold(text, begin, { "data-act": kind })
      : h("button.primary", { "data-act": kind, onclick: begin }, text);
    sheet = dialog(text, "foreseen", box, h("div.acts.foot", {}, button));
  };
  if (held) open();
  const told = await ask(kind, more);
  if (held) return;
  if (told?.changes.some((each) => !ITSELF.includes(each.about)) || told?.refused.length) open();
  else await begin();
}

/**
 * Button for a costly entry: a tap shows the preview with a button that must be held.
 * @param {string} text
 * @param {string} kind
 * @param {More} [more]
 * @param {{names?: string[], done?: () => void, attributes?: import("../shared/dom.js").Attributes}} [how]
 */
export const holdClaim = (text, kind, more = {}, { names = [], done = () => {}, attributes = {} } = {}) =>
  h("button", { ...attributes, onclick: () => claimAfter(text, kind, more, { names, done, held: true }) }, text);
