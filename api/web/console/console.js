// The referee console: the table as the eyes read it, what is asked, faults and decisions, the result and its lines.
import { h } from "../shared/dom.js";
import { follow } from "../shared/feed.js";
import { resultCard } from "../shared/result.js";
import { closed, may, who } from "../shared/session.js";
import { language, languageButton, words } from "../shared/words.js";
import { clockButton, declareCard, endRound, reportFault } from "./actions.js";
import { board, fixButton, showBoard } from "./board.js";
import { claim, table } from "./claims.js";
import { twice } from "./controls.js";
import { diceCard, diceDue } from "./dice.js";
import { enterWin, statedPoints, voicesCard, voicesDue } from "./enter_result.js";
import { clauseOf, faultCard, questionCard } from "./faults.js";
import { beforeGame, seatingCard } from "./seating.js";
import { role, said } from "./words.js";

let view = null;
const link = h("span.chip.stale", { id: "link" }, words.stale);
const bar = h("div", { id: "bar" });
const clock = clockButton(() => view);
const undoBar = h("div", { id: "undo", hidden: true });
const side = h("div", { id: "side" });
const acts = h(
  "div.acts",
  { id: "acts", role: "toolbar", "aria-label": said.acts },
  h("button", { id: "report-fault", onclick: () => view?.round && reportFault(view) }, said.report),
  h("button", { id: "report-manner", onclick: () => view?.round && reportFault(view, true) }, said.manners),
  h("button", { id: "end", onclick: () => view?.round && endRound(view) }, said.endRound),
  fixButton,
);
document.body.prepend(
  h(
    "header.bar",
    {},
    h("h1", {}, `${words.console} · ${table}`),
    bar,
    clock.chip,
    h("span.push"),
    link,
    who(),
    languageButton(),
  ),
  h("main", {}, board, h("div", { id: "desk" }, acts, undoBar, side)),
);

// A card stays as it is, pictures and all, until what it shows changes.
const drawn = new Map();
function card(key, shown, make) {
  const told = JSON.stringify(shown);
  const old = drawn.get(key);
  if (old?.told === told) return old.element;
  const element = make();
  drawn.set(key, { told, element });
  return element;
}

function showUndo() {
  const undo = view?.undo;
  const left = undo ? Math.min(undo.until - undo.at, Math.ceil(undo.until - Date.now() / 1000)) : 0;
  undoBar.hidden = !undo || left <= 0;
  if (undoBar.hidden) return undoBar.replaceChildren();
  const text = said.undoing(
    `${said.kindsOfClaim[undo.what] ?? undo.what}${undo.subject ? ` ${undo.subject}` : ""}`,
    left,
  );
  if (!undoBar.firstChild)
    undoBar.append(h("span", {}), h("button.primary", { onclick: () => claim("undo") }, said.undo));
  undoBar.firstChild.textContent = text;
}

function result(names) {
  const shown = resultCard(view.result, names, () => claim("confirm_settlement"));
  if (!shown) return null;
  if (view.result.by) shown.prepend(h("p.chip", { id: "by-hand" }, said.byHand(role(view.result.by))));
  if (!view.result.confirmed)
    shown.append(
      ...statedPoints(view),
      h("div.acts", {}, h("button", { id: "correct-result", onclick: () => enterWin(view) }, said.editWin)),
    );
  else
    shown.append(h("p.faint", {}, said.paymentsOpen(view.payments_open.text[language], clauseOf(view.payments_open))));
  return shown;
}

// Results that wait while play goes on: confirmed, corrected or voided after all.
function pendingCard(each, names) {
  const name = `${words.winds[each.wind]}${each.number} · ${each.counters}`;
  const shown = resultCard(each.result, names, () => claim("confirm_settlement", { round: each.ordinal }));
  const button = shown.querySelector("#confirm");
  button.removeAttribute("id");
  button.dataset.confirm = each.ordinal;
  shown.id = `pending-${each.ordinal}`;
  shown.prepend(h("p.chip", {}, said.waits(name)));
  shown.append(
    h(
      "div.acts",
      {},
      h("button", { onclick: () => enterWin({ ...view, result: each.result }, each.ordinal) }, said.editWin),
      twice(said.voidRound, () => claim("void_round", { round: each.ordinal })),
    ),
  );
  return shown;
}

function refusedCard() {
  if (!view.refused.length) return null;
  const line = (each) =>
    h(
      "p.faint",
      {},
      `${each.event} · ${words.phases[each.phase] ?? each.phase} · ${each.reason[language] ?? each.reason.en}`,
    );
  return card("refused", view.refused, () =>
    h("section.card", { id: "refused" }, h("h2.faint", {}, said.refused), ...[...view.refused].reverse().map(line)),
  );
}

function show(news) {
  view = news;
  bar.replaceChildren(
    h("span.chip", { id: "phase", "data-phase": view.phase }, words.phases[view.phase] ?? view.phase),
    " ",
    h("span.chip", {}, view.rulebook[language] ?? view.rulebook.en),
  );
  clock.show();
  showUndo();
  if (!view.round) return side.replaceChildren(h("section.card", {}, words.noRound));
  showBoard(view);
  const names = view.seats.map((seat) => seat.name);
  const fault = (each) => card(each.id, [each, names], () => faultCard(each, names, view.consent));
  const open = view.faults.filter((each) => each.decision === "open");
  const decided = view.faults.filter((each) => each.decision !== "open").reverse();
  const questions = view.questions.filter((each) => each.answer == null);
  side.replaceChildren(
    ...[
      ...questions.map((each) => card(each.id, [each, names], () => questionCard(each, names))),
      diceDue(view) ? card("dice-said", [view.round.dice], () => diceCard(view)) : null,
      view.points_due
        ? card("points", [view.points_clause, view.declared, view.seats.map((each) => each.score)], () =>
            declareCard(view),
          )
        : null,
      beforeGame(view) ? card("seating", [view.names, view.first_dealer], () => seatingCard(view)) : null,
      voicesDue(view) ? card("voices", [view.result, view.seats, names], () => voicesCard(view)) : null,
      ...view.pending.map((each) => card(`pending ${each.ordinal}`, [each, names], () => pendingCard(each, names))),
      card("result", [view.result, names], () => result(names) ?? h("span", { hidden: true })),
      h("h2", {}, words.faults),
      ...(open.length ? open.map(fault) : [h("section.card", { id: "no-fault" }, words.none)]),
      ...(decided.length ? [h("h2.faint", {}, said.closed(decided.length)), ...decided.map(fault)] : []),
      refusedCard(),
    ].filter(Boolean),
  );
  for (const key of drawn.keys())
    if (/^[FQ]\d/.test(key) && ![...view.faults, ...view.questions].some((each) => each.id === key)) drawn.delete(key);
}

if (may("referee")) {
  setInterval(showUndo, 500);
  follow(table, "staff", show, (state) => {
    link.className = `chip ${state}`;
    link.textContent = words[state];
  });
} else document.querySelector("main").replaceChildren(closed("referee"));
