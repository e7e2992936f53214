// The bar at the foot of the console: matters due now, each with a one-tap action, and the entries always available.
import { h } from "../shared/dom.js";
import { dueRow } from "../shared/tell/due.js";
import { icon } from "../shared/parts/icons.js";
import { json, said as told } from "../shared/http.js";
import { tell } from "../shared/tell/notice.js";
import { patch } from "../shared/patch.js";
import { language, words } from "../shared/words.js";
import { upheldBy, upholding } from "./cards/faults.js";
import { earlier, isMissing, troubleActs } from "./cards/troubles.js";
import { waitingResults } from "./cards/waiting.js";
import { address } from "./claims.js";
import { endRound, nextRound } from "./enter/actions.js";
import { reportFault } from "./enter/report.js";
import { enterWin } from "./enter/win.js";
import { aheadInShort, atOnce } from "./foreseen.js";
import { resultText, said, seatName } from "./words.js";
/** @import { SummonsView, TableView } from "jantaku/api" */

export const due = h("div", { id: "due", role: "status", "aria-live": "polite" });
export const acts = h("div.acts", { id: "acts", role: "toolbar" });
export const foot = h("footer.foot-bar", { id: "foot" }, due, acts);
new ResizeObserver(() => document.body.style.setProperty("--foot", `${foot.offsetHeight}px`)).observe(foot);

/**
 * @param {string} id
 * @param {boolean} [stays]   keep the focus, as the next button takes the place of the pressed one
 */
const goTo = (id, stays) => () => {
  const card = document.querySelector(id);
  card?.scrollIntoView({ block: "start", behavior: "smooth" });
  if (card instanceof HTMLElement && !stays) {
    card.tabIndex = -1;
    card.focus({ preventScroll: true });
  }
};

/** Tolerance in pixels for the rounding of scroll positions. */
const NEAR = 2;

/**
 * True if the result card is visible above the bar; for a card higher than the page, if its payments are visible.
 * @param {string} card
 */
function isInView(card) {
  const box = document.querySelector(card);
  const pays = box?.querySelector(".payments");
  if (!box || !pays) return false;
  // Where there is room, the cards scroll within the desk; on a phone with the page.
  const above = Math.max(0, box.closest("#desk")?.getBoundingClientRect().top ?? 0);
  const below = foot.getBoundingClientRect().top;
  const { top, bottom } = pays.getBoundingClientRect();
  const begins = box.getBoundingClientRect().top;
  return bottom <= below + NEAR && (begins >= above - NEAR || (bottom - begins > below - above && top >= above));
}

/** Result cards by selector, with whether each was visible at the last check. @type {Map<string, boolean>} */
const looked = new Map();

/**
 * The button that confirms a result; a button that scrolls to the card while the card is not visible.
 * @param {string} card
 * @param {Node} confirm
 */
function onceSeen(card, confirm) {
  looked.set(card, isInView(card));
  return looked.get(card) ? confirm : look(card);
}

/** @param {string} card */
const look = (card) =>
  h("button.primary", { "data-key": "look", "data-act": "look", onclick: goTo(card, true) }, said.look);

/** Call `draw` if a result card has become visible or hidden since the last check. @param {() => void} draw */
export function lookAgain(draw) {
  if ([...looked].some(([card, was]) => isInView(card) !== was)) draw();
}

/**
 * @param {string} key
 * @param {string} text
 * @param {string} target
 * @param {Node | null} [ahead]   what the button beside it would change
 */
const line = (key, text, target, ahead = null) =>
  h("button.due-text", { "data-key": `${key}-text`, onclick: goTo(target) }, text, ahead && [" ", ahead]);

/**
 * Row of a seat that calls the referee: one button to answer the call, another to close it.
 * @param {SummonsView & {names: string[]}} each
 */
function callRow(each) {
  const letter = "ABCD"[each.seat];
  const answered = each.answered_at != null;
  const act = (/** @type {string} */ method) => async () => {
    const answer = await json(method, address(`/calls?seat=${letter}`)).catch(() => null);
    // A 404 means that somebody else has closed the call; the feed reports it.
    if (answer?.status !== 404 && !answer?.ok) tell(answer ? await told(answer, language) : said.failed);
  };
  return dueRow(
    answered ? "answered" : "call",
    "alarm",
    [
      h("span.due-text.plain", {}, [
        words.called(seatName(each.seat, each.names)),
        h("span.faint", {}, ` ${answered ? words.answeredBy(each.answered_by) : ""}`),
      ]),
      answered
        ? h(
            "button",
            { "data-key": `settle-${letter}`, "data-act": "settle-call", onclick: act("DELETE") },
            words.settled,
          )
        : h(
            "button.primary",
            { "data-key": `go-${letter}`, "data-act": "answer-call", onclick: act("PUT") },
            icon("bell"),
            words.going,
          ),
    ],
    `call-${letter}`,
  );
}

/**
 * Rows of matters due, the most urgent first: a question, an open fault, a result, a pending result.
 * @param {TableView} view
 */
function dueNow(view) {
  const question = view.questions.find((each) => each.answer == null);
  const faults = view.faults.filter(
    (each) => each.decision === "open" && each.severity === "referee" && !isMissing(view, each),
  );
  const rows = view.summons.map((each) => callRow({ ...each, names: view.names }));
  const [lacks] = view.missing;
  if (lacks)
    rows.push(
      dueRow("missing", "alarm", [
        line("missing", `${said.missing} · ${lacks.name[language]}`, `#missing-${lacks.round}`),
        troubleActs(lacks.acts.slice(0, 1), { view, fault: null, round: earlier(view, lacks.round) }),
      ]),
    );
  if (question)
    rows.push(
      dueRow("question", "", [
        line("question", `${said.question} ${seatName(question.seat, view.names)}`, `[data-question="${question.id}"]`),
      ]),
    );
  if (faults.length) {
    const [fault] = faults;
    const more = faults.length > 1 ? ` (+${faults.length - 1})` : "";
    const who = fault.seat == null ? "" : `${seatName(fault.seat, view.names)} `;
    rows.push(
      dueRow("fault", "alarm", [
        line(
          "fault",
          `${who}${fault.name[language]}${more}`,
          `[data-id="${fault.id}"]`,
          upheldBy(fault).map(([, kind, about]) => aheadInShort(view, kind, about))[0],
        ),
        upholding(fault, view.names),
      ]),
    );
  }
  if (view.result && !view.result.confirmed)
    rows.push(
      dueRow("result", "good", [
        line("result", resultText(view.result, view.names), "#result"),
        onceSeen(
          "#result",
          h(
            "button.primary",
            { "data-key": "confirm", "data-act": "confirm", ...atOnce("confirm_settlement") },
            said.confirmShort,
          ),
        ),
      ]),
    );
  // A pending result does not block the next round; while a result is shown, its confirmation comes first.
  else if (view.by_hand.includes("next_round"))
    rows.push(
      dueRow("next", "", [line("next", view.game_over ? said.gameOver : said.roundOver, "#result"), nextRound(view)]),
    );
  const waiting = waitingResults(view);
  const [waits] = waiting;
  if (waits)
    rows.push(
      dueRow("pending", "", [
        line(
          "pending",
          `${said.waits(words.round(waits.wind, waits.number))}${waiting.length > 1 ? ` (+${waiting.length - 1})` : ""}`,
          waiting.length > 1 ? "#waiting" : `#pending-${waits.ordinal}`,
        ),
        waiting.length > 1
          ? // Several pending results are confirmed in the table that lists them.
            look("#waiting")
          : onceSeen(
              `#pending-${waits.ordinal}`,
              h(
                "button.primary",
                {
                  "data-key": "confirm",
                  "data-act": "confirm-pending",
                  ...atOnce("confirm_settlement", { round: waits.ordinal }),
                },
                said.confirmShort,
              ),
            ),
      ]),
    );
  return rows;
}

/**
 * @param {TableView} view   null before the first
 */
export function showBar(view) {
  acts.setAttribute("aria-label", said.acts);
  const ready = Boolean(view?.round);
  /** @param {string} id @param {string} text @param {() => unknown} act */
  const button = (id, text, act) =>
    h("button", { id, "aria-disabled": String(!ready), onclick: () => ready && act() }, text);
  patch(acts, [
    button("win", said.winShort, () => enterWin({ ...view, result: null })),
    button("report-fault", said.faultShort, () => reportFault(view)),
    button("end", said.endRound, () => endRound(view)),
    button("report-manner", said.manners, () => reportFault(view, { manners: true })),
  ]);
  const calls = view?.summons.length ?? 0;
  looked.clear();
  const rows = view ? dueNow(view).slice(0, calls + (ready ? 2 : 0)) : [];
  patch(due, rows);
}
