// The referee console: the table as the camera reads it, questions, faults and decisions, the result and its lines.
import { alertFor, showSound, soundButton, stayAwake } from "../shared/alerts.js";
import { isNearlyOver } from "../shared/clock.js";
import { h } from "../shared/dom.js";
import { follow } from "../shared/feed.js";
import { counted } from "../shared/parts/counted.js";
import { icon } from "../shared/parts/icons.js";
import { patch, UPDATED } from "../shared/patch.js";
import { showPlace } from "../shared/parts/place.js";
import { askedFirst } from "../shared/parts/refusal.js";
import { barred, who } from "../shared/session.js";
import { pageBar } from "../shared/parts/shell.js";
import { language, redrawsItself, words } from "../shared/words.js";
import { card } from "../shared/tell/card.js";
import { foot, lookAgain, showBar } from "./bar.js";
import { board, players, showBoard, turns } from "./board.js";
import { diceCard, diceDue } from "./cards/dice.js";
import { faultCard, questionCard, sayingOf } from "./cards/faults.js";
import { refusedCard, resultNow, unsentCard, voicesCard, voicesDue } from "./cards/results.js";
import { beforeGame, seatingCard, seatPlayers } from "./cards/seating.js";
import { isMissing, missingCard } from "./cards/troubles.js";
import { waitingCards } from "./cards/waiting.js";
import { table, watchForms, watchUnsent } from "./claims.js";
import { clockButton, declareCard, endRound, seatMenu } from "./enter/actions.js";
import { enterWin, winBegun } from "./enter/win.js";
import { offersAnew, watchForeseen } from "./foreseen.js";
import { cardsWithUndo, countDown, elsewhere, isJustDecided } from "./undo.js";
import { said } from "./words.js";
/** @import { FaultView, TableView } from "jantaku/api" */

const UNDO_LOOK_MS = 500;
/** Interval of alert checks: the feed reports neither a clock that runs out nor a call left unanswered. */
const ALERT_LOOK_MS = 1000;
/** Undefined before the first message of the feed. @type {TableView} */
let view;
let link = "stale";
/** The venue's board links here with #seats to seat players. */
let asksSeats = location.hash === "#seats";
/** The form that a refusal on another page asked this page to open. */
let asksFirst = askedFirst();
let showsResult = false;
const title = h("h1", {});
const linkChip = h("span.chip.stale", { id: "link", role: "status" }, words.stale);
const bar = h("div", { id: "bar" });
const clock = clockButton(() => view);
const undoBar = h("div", { id: "undo-bar" });
const side = h("div", { id: "side" });
const main = h(
  "main",
  {},
  // Due matters come first in reading order, and are placed beside the table where there is room.
  h("div", { id: "desk" }, undoBar, side),
  h("div.stage", {}, h("div.table-side", {}, board), h("div.seats", {}, players, turns)),
);
const troubles = h("a", { id: "troubles", href: `/tables/${encodeURIComponent(table)}/troubles` });
const header = pageBar(title, { ways: [bar, clock.chip], stands: [linkChip, soundButton, troubles], account: who() });
document.body.prepend(header, main, foot);

/** Count down the time left for undo, and redraw once it has run out. */
function lookAtUndo() {
  if (view && countDown(view)) draw();
}

// Show the state of the link; while it is lost, the page keeps the last view and says that it is old.
function showLink() {
  const live = link === "live";
  linkChip.className = `chip ${link}`;
  linkChip.textContent = live ? words.live : words.stale;
}

function cards() {
  const told = (/** @type {FaultView[]} */ list) =>
    counted(list, sayingOf).map(({ note, times }) => faultCard(note, view, times));
  // A fault just decided keeps its place until the time for undo is over.
  const stays = (/** @type {FaultView} */ each) => each.decision === "open" || isJustDecided(view, `fault ${each.id}`);
  const newest = [...view.faults].reverse();
  const open = newest.filter((each) => stays(each) && !isMissing(view, each)).reverse();
  // Notes are not urgent: they come after the faults to be decided.
  const pressing = open.filter(({ severity }) => severity !== "note");
  const notes = open.filter(({ severity }) => severity === "note");
  const decided = newest.filter((each) => !stays(each));
  const questions = view.questions.filter((each) => each.answer == null);
  return [
    unsentCard(link === "live"),
    begun() ? begunCard() : null,
    ...view.missing.map((each) => missingCard(view, each)),
    ...questions.map((each) => questionCard(each, view)),
    view.points_due ? declareCard(view) : null,
    beforeGame(view) ? seatingCard(view) : null,
    voicesDue(view) ? voicesCard(view) : null,
    ...told(pressing),
    resultNow(view),
    ...waitingCards(view, draw),
    ...told(notes),
    diceDue(view) ? diceCard(view) : null,
    open.length || view.missing.length || view.result ? null : card(null, { id: "no-fault" }, words.none),
    decided.length ? h("h2.faint", { "data-key": "closed" }, said.closed(decided.length)) : null,
    ...told(decided),
    refusedCard(view),
    view.unverified ? h("p.doubt", { id: "unverified" }, said.unverified(view.unverified)) : null,
  ];
}

/**
 * Open the form that a refusal asks a person to fill in first.
 * @param {{kind: string, subject?: string, round?: number}} act
 */
function openForm({ kind, subject, round }) {
  if (kind === "set_clock") return clock.chip.click();
  if (kind === "enter_result" && round == null) return endRound(view);
  const place = document.querySelector(round == null ? `[data-id="${subject}"]` : `#pending-${round}`);
  if (place) return place.scrollIntoView({ block: "start", behavior: "smooth" });
  return enterWin(view, { round });
}

const begun = () => winBegun(view) && !document.querySelector("#result-form");
const begunCard = () =>
  card(
    said.begun,
    { class: "question", id: "begun" },
    h(
      "div.acts",
      {},
      h("button.primary", { "data-act": "go-on", onclick: () => enterWin({ ...view, result: null }) }, said.goOn),
    ),
  );

function draw() {
  title.textContent = `${words.console} · ${table}`;
  patch(troubles, [icon("warning"), h("span.word", {}, said.troubles)]);
  showSound();
  showLink();
  offersAnew(view);
  showBar(view);
  if (!view) return;
  patch(bar, [
    h("span.chip", { id: "phase", "data-phase": view.phase }, words.phases[view.phase] ?? view.phase),
    h("span.chip", { "data-key": "book" }, view.rulebook[language] ?? view.rulebook.en),
  ]);
  clock.show();
  patch(undoBar, [elsewhere(view)]);
  alertNow();
  if (!view.round) return patch(side, [card(null, {}, words.noRound)]);
  showBoard(view, (seat) => seatMenu(view, seat));
  patch(side, cardsWithUndo(view, cards()));
  if (showsResult && view.result && !document.querySelector("dialog[open]")) {
    document.querySelector("#result")?.scrollIntoView({ block: "start" });
    showsResult = false;
  }
  lookAgain(() => showBar(view));
  if (asksSeats && beforeGame(view)) seatPlayers(view);
  asksSeats = false;
  if (asksFirst) openForm(asksFirst);
  asksFirst = null;
}

/** After the form of a result is closed, scroll to the result. @param {Event} event */
function closed(event) {
  if (!(event.target instanceof HTMLDialogElement)) return;
  showsResult ||= event.target.matches("#result-form, #draw-form");
  draw();
}

/** Matters that wait for a person, the most urgent first, as keys and alarms. @returns {[string, import("../shared/alerts.js").Alarm][]} */
function waiting() {
  /** @type {[string, import("../shared/alerts.js").Alarm][]} */
  const found = [];
  for (const each of view.summons) if (each.answered_at == null) found.push([`call ${each.seat} ${each.at}`, "call"]);
  for (const each of view.questions) if (each.answer == null) found.push([`question ${each.id}`, "due"]);
  for (const each of view.faults)
    if (each.decision === "open" && each.severity !== "note") found.push([`fault ${each.id}`, "fault"]);
  if (view.result && !view.result.confirmed) found.push([`result ${view.round?.ordinal}`, "due"]);
  for (const each of view.pending) found.push([`result ${each.ordinal}`, "due"]);
  if (view.points_due) found.push(["points", "due"]);
  if (!view.game_over && isNearlyOver(view.clock)) found.push([`clock ${view.game}`, "clock"]);
  return found;
}

const alertNow = () => view && alertFor(waiting(), `${words.console} · ${table}`);

const barrier = barred("referee");
if (!barrier) {
  setInterval(lookAtUndo, UNDO_LOOK_MS);
  setInterval(alertNow, ALERT_LOOK_MS);
  watchUnsent(draw, () => link === "live");
  watchForms(openForm);
  watchForeseen(draw);
  for (const turned of ["scroll", "resize", UPDATED])
    // Captured, as the scrolling of an element reaches only its ancestors that capture.
    addEventListener(turned, () => requestAnimationFrame(() => lookAgain(() => showBar(view))), {
      passive: true,
      capture: true,
    });
  document.addEventListener("close", closed, true);
  // Load the palette in advance: letters typed while it loads would be lost.
  const palette = () => import("./palette.js");
  palette().catch(() => undefined);
  addEventListener("keydown", async (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "k") return;
    event.preventDefault();
    (await palette()).openPalette();
  });
  redrawsItself(draw);
  stayAwake();
  follow(
    table,
    "staff",
    (/** @type {TableView} */ news) => {
      view = news;
      draw();
    },
    (state) => {
      const turned = state !== link;
      link = state;
      if (turned) draw();
      else showLink();
    },
  );
  draw();
} else {
  title.textContent = `${words.console} · ${table}`;
  troubles.remove();
  showSound();
  showPlace(barrier);
}
