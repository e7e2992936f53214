// State and durations of a table's machine, and the goals that it can be asked for, with their outcome.
import { h } from "../shared/dom.js";
import { postJson } from "../shared/http.js";
import { refusalIn, refusalLine } from "../shared/parts/refusal.js";
import { may, surely } from "../shared/session.js";
import { language } from "../shared/words.js";
import { addressOf } from "./needs.js";
import { venueWords } from "./words.js";
/** @import { GoalView, MachineView, OfferedGoalView, WorkView } from "jantaku/api" */

/** @type {("link" | "centre" | "build")[]} */
const PARTS = ["link", "centre", "build"];
/** States of a link without a device that answers. */
const SILENT = new Set(["none", "offline"]);
/** The operation whose time and count the card shows: one set built is one cycle. */
const CYCLE = "build";

/**
 * Chips of the link, centre and set, the board, the cycle time, and operations due.
 * @param {import("./needs.js").Card} card
 */
export function health({ machine, works = [] }) {
  if (!machine) return null;
  const cycle = works.find((each) => each.work === CYCLE);
  const due = works.filter((each) => each.due);
  /** @param {string} part @param {import("../shared/dom.js").Attributes} more @param {string} text */
  const chip = (part, more, text) => h("span.chip", { "data-part": part, "data-key": part, ...more }, text);
  return [
    h(
      "p.machine",
      { "data-key": "machine" },
      // While no device answers, only the state of the link is known.
      (SILENT.has(machine.link.id) ? PARTS.slice(0, 1) : PARTS).map((part) =>
        chip(
          part,
          { "data-state": machine[part].id },
          `${venueWords[part === "link" ? "line" : part]}: ${machine[part][language]}`,
        ),
      ),
      // Show that the board is pinned with the end of its number; the full number is in the tooltip.
      machine.board
        ? chip("board", { title: machine.board }, venueWords.pinned(machine.board.slice(-BOARD_TAIL)))
        : SILENT.has(machine.link.id)
          ? null
          : chip("board", { "data-state": "unknown" }, venueWords.unpinned),
      cycle ? chip("cycle", {}, venueWords.cycle(cycle.now_s, cycle.times)) : null,
      due.map((each) => chip(`due-${each.work}`, { "data-state": "due" }, venueWords.due(each.name[language]))),
    ),
    works.length ? fares(works) : null,
  ];
}

/** Table of all timed operations. @param {WorkView[]} works */
const fares = (works) =>
  h(
    "details.fares",
    { "data-key": "fares" },
    h("summary", {}, venueWords.fares),
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          [venueWords.work, venueWords.now, venueWords.usual, venueWords.times].map((text, place) =>
            h(place ? "th.number" : "th", { scope: "col" }, text),
          ),
        ),
      ),
      h(
        "tbody",
        {},
        works.map((each) =>
          h(
            "tr",
            { "data-key": each.work, "data-work": each.work, "data-due": each.due || null },
            h("td", {}, each.name[language], each.due ? h("div.faint", {}, each.standing[language]) : null),
            h("td.number", {}, venueWords.seconds(each.now_s)),
            h("td.number", {}, each.usual_s ? venueWords.seconds(each.usual_s) : "–"),
            h("td.number", {}, each.times.toLocaleString()),
          ),
        ),
      ),
    ),
  );

/** Number of final characters of a board's number that identify it among its neighbours. */
const BOARD_TAIL = 4;

/** @typedef {import("../shared/parts/refusal.js").Refusal} Refusal */
/** Per table, the goal being requested and the last refusal. @type {Map<string, {asking: OfferedGoalView | null, refused: Refusal | null}>} */
const asked = new Map();

/** @param {string} table */
const of = (table) => asked.get(table) ?? { asking: null, refused: null };

/**
 * @param {string} table
 * @param {OfferedGoalView} goal
 * @param {() => void} redraw
 */
async function ask(table, goal, redraw) {
  asked.delete(table);
  const { verb, hands_clear } = goal;
  const body = { verb, hands_clear, why: venueWords.why };
  const request = () => postJson(`${addressOf(table)}/goals?audience=staff`, body);
  const answer = await surely(request).catch(() => null);
  if (!answer?.ok) asked.set(table, { asking: null, refused: await refusalIn(answer, venueWords.failed) });
  redraw();
}

/**
 * @param {string} table
 * @param {MachineView} machine
 * @param {() => void} redraw
 */
export function goalButtons(table, machine, redraw) {
  const { asking } = of(table);
  if (asking) {
    const back = () => {
      asked.delete(table);
      redraw();
    };
    return [
      h(
        "div.asking",
        { role: "alertdialog", "data-key": "asking", "aria-label": asking[language] },
        h("p", {}, (asking.hands_clear ? venueWords.confirm : venueWords.careful)(asking[language])),
        h("button.primary", { onclick: () => ask(table, asking, redraw) }, venueWords.press),
        h("button", { onclick: back }, venueWords.back),
      ),
    ];
  }
  const busy = machine.last && !machine.last.ended;
  return [
    h(
      "div.goals",
      { "data-key": "goals" },
      machine.goals.map((each) =>
        h(
          "button",
          {
            "data-goal": each.verb,
            "data-key": each.verb,
            disabled: busy || !may("staff"),
            onclick: () => {
              if (!each.presses) return ask(table, each, redraw);
              asked.set(table, { asking: each, refused: null });
              return redraw();
            },
          },
          each[language],
        ),
      ),
      busy
        ? h(
            "button.primary",
            {
              "data-key": "call-off",
              onclick: () => fetch(`${addressOf(table)}/goals?audience=staff`, { method: "DELETE" }),
            },
            venueWords.callOff,
          )
        : null,
    ),
    refusal(table, redraw),
  ];
}

/** Boards that a person is about to accept, by table. @type {Map<string, string>} */
const taking = new Map();

/**
 * Another board answers on the link: after checking, a person accepts it by its number.
 * @param {string} table
 * @param {MachineView} machine
 * @param {() => void} redraw
 */
export function otherBoard(table, machine, redraw) {
  const board = machine?.other;
  if (!board || !may("staff")) return null;
  if (taking.get(table) !== board) {
    const begin = () => {
      taking.set(table, board);
      redraw();
    };
    return h("button", { "data-take": board, onclick: begin }, venueWords.take(board));
  }
  const back = () => {
    taking.delete(table);
    redraw();
  };
  const take = async () => {
    taking.delete(table);
    const body = { board, why: venueWords.taken };
    const answer = await surely(() => postJson(`${addressOf(table)}/board?audience=staff`, body)).catch(() => null);
    asked.delete(table);
    if (!answer?.ok) asked.set(table, { asking: null, refused: await refusalIn(answer, venueWords.failed) });
    redraw();
  };
  return h(
    "div.asking",
    { role: "alertdialog", "aria-label": venueWords.take(board) },
    h("p", {}, venueWords.taking(board)),
    h("button.primary", { "data-took": board, onclick: take }, venueWords.same),
    h("button", { onclick: back }, venueWords.back),
  );
}

/**
 * The last refusal, with the act that must come first.
 * @param {string} table
 * @param {() => void} redraw
 */
export function refusal(table, redraw) {
  const { refused } = of(table);
  if (!refused) return null;
  const done = (/** @type {Refusal | null} */ next) => {
    if (next) asked.set(table, { asking: null, refused: next });
    else asked.delete(table);
    redraw();
  };
  return refusalLine(refused, table, done, { "data-key": "refused" });
}

/** @param {GoalView | null} goal */
export function goalProgress(goal) {
  if (!goal) return null;
  return h(
    "p.progress",
    { "data-key": "progress", "data-step": goal.step, "aria-live": "polite" },
    h("b", {}, goal.name[language]),
    ` ${goal.text[language]}`,
    goal.reason ? h("span.reason", {}, ` ${goal.reason[language]}`) : null,
    h("span.faint", {}, ` ${venueWords.asked(goal.by, goal.why)}`),
  );
}
