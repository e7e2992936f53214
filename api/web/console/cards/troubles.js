// A trouble of the machine is no ruling: the acts that help, as its row of the catalogue names them; and what is missing.
import { h } from "../../shared/dom.js";
import { language, words } from "../../shared/words.js";
import { card } from "../../shared/tell/card.js";
import { claim } from "../claims.js";
import { claimAfter, holdClaim } from "../foreseen.js";
import { enterDraw, enterWin } from "../enter/win.js";
import { said, seatName } from "../words.js";
import { evidence } from "./evidence.js";
/** @import { FaultView, MissingView, PendingView, TableView } from "jantaku/api" */

/** @typedef {{view: TableView, fault: FaultView | null | undefined, round: number | undefined}} Case */

/** @type {Record<string, (about: Case, style: string) => HTMLElement>} */
const ACTS = {
  enter_result: ({ view, round }, style) =>
    h(
      style,
      {
        "data-act": "enter_result",
        onclick: () => enterWin(round ? { ...view, result: null } : view, { round }),
      },
      said.enterResultOf,
    ),
  confirm_draw: ({ view, round }) =>
    h("button", { "data-act": "confirm_draw", onclick: () => enterDraw(view, { round }) }, words.draw),
  void_round: ({ view, round }) =>
    holdClaim(said.voidShort, "void_round", { round }, { names: view.names, attributes: { "data-act": "void_round" } }),
  accept_board: (_, style) => h(`a.${style}`, { href: "/", "data-act": "accept_board" }, said.acceptBoard),
  report_fault: ({ view }, style) =>
    h(
      style,
      {
        "data-act": "report_fault",
        onclick: async () => (await import("../enter/report.js")).reportFault(view, { manners: true }),
      },
      said.manners,
    ),
  correct_fault: ({ fault }, style) =>
    h(
      style,
      {
        "data-act": "correct_fault",
        onclick: () => claimAfter(said.handled, "correct_fault", { subject: fault?.id }),
      },
      said.handled,
    ),
};

/**
 * What helps against a trouble, the first act foremost; `round`: of an earlier one, else of the one in play.
 * @param {string[]} acts
 * @param {Case} about
 */
export const troubleActs = (acts, about) =>
  h(
    "div.acts",
    {},
    acts.map((act, place) => ACTS[act]?.(about, place ? "button" : "button.primary")),
  );

/**
 * An ordinal as an entry names its round: nothing for the one in play.
 * @param {TableView} view
 * @param {number} ordinal
 */
export const earlier = (view, ordinal) => (ordinal === view.round?.ordinal ? undefined : ordinal);

/**
 * Whether a fault is told by the card of what is missing.
 * @param {TableView} view
 * @param {FaultView} fault
 */
export const isMissing = (view, fault) =>
  fault.acts.includes("enter_result") && view.missing.some((each) => each.round === fault.round);

/**
 * A round whose end nobody saw: what is missing, the acts that supply it, and how many results wait for it.
 * @param {TableView} view
 * @param {MissingView} each
 */
export function missingCard(view, each) {
  const fault = view.faults.find((one) => one.decision === "open" && one.round === each.round && isMissing(view, one));
  const waits = view.pending.find((one) => one.ordinal === each.round);
  return card(
    `${said.missing} · ${each.name[language]}`,
    { class: "trouble", id: `missing-${each.round}`, "data-key": `missing-${each.round}`, "data-missing": each.round },
    h("p", {}, each.text[language]),
    each.holds.length ? h("p.faint", { "data-holds": each.holds.length }, said.heldUp(each.holds.length)) : null,
    fault ? evidence(fault.id, each.text[language]) : null,
    waits ? unseenRiichi(view, waits) : null,
    troubleActs(each.acts, { view, fault, round: earlier(view, each.round) }),
  );
}

/**
 * Whose riichi stood in a round whose end nobody saw: told before its result, as the winner takes the sticks.
 * @param {TableView} view
 * @param {PendingView} each
 */
function unseenRiichi(view, each) {
  return h(
    "div.choice",
    { role: "group", "aria-label": said.riichiWho },
    h("p", {}, said.riichiWho),
    each.riichi.map((stands, seat) =>
      h(
        "button",
        {
          "data-riichi": seat,
          "aria-pressed": String(stands),
          disabled: stands,
          onclick: () => claim("state_riichi", { seat, round: each.ordinal }),
        },
        seatName(seat, view.names),
      ),
    ),
  );
}
