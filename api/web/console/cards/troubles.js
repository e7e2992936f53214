// Cards of machine troubles, which need no ruling: the remedies that the catalogue names, and missing round ends.
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
 * Buttons of the acts that resolve a trouble, the first one primary. `round` names an earlier round.
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
 * The round of an entry: undefined for the round in play, else its ordinal.
 * @param {TableView} view
 * @param {number} ordinal
 */
export const earlier = (view, ordinal) => (ordinal === view.round?.ordinal ? undefined : ordinal);

/**
 * True if the card of a missing round end shows this fault already.
 * @param {TableView} view
 * @param {FaultView} fault
 */
export const isMissing = (view, fault) =>
  fault.acts.includes("enter_result") && view.missing.some((each) => each.round === fault.round);

/**
 * Card of a round whose end was not observed: what is missing, the acts that supply it, the number of results blocked.
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
 * Entry of the riichi declared in a round whose end was not observed; it comes before the result, whose winner takes
 * the sticks.
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
