// Cards of faults (clause, penalty, effect, evidence, decisions) and of questions that the camera cannot answer.
import { h, tile } from "../../shared/dom.js";
import { tileName } from "../../shared/text/tile_names.js";
import { timesChip } from "../../shared/parts/counted.js";
import { doubtLine } from "../../shared/parts/result.js";
import { language, other, words } from "../../shared/words.js";
import { choice } from "../../shared/ask/choices.js";
import { dialog } from "../../shared/ask/dialog.js";
import { field } from "../../shared/ask/fields.js";
import { hold } from "../../shared/ask/hold.js";
import { pickTile } from "../../shared/ask/pick.js";
import { card } from "../../shared/tell/card.js";
import { ahead, atOnce, claimAfter, claimShown, foreseen } from "../foreseen.js";
import { role, said, seatName } from "../words.js";
import { evidence } from "./evidence.js";
import { earlier, troubleActs } from "./troubles.js";
/** @import { FaultView, FaultsJson, QuestionView, RulingView, TableView, Tile } from "jantaku/api" */

/** @type {Map<string, Promise<FaultsJson>>} */
const catalogues = new Map();

/**
 * Catalogue of a rulebook: faults ordered by likelihood in the phase, penalties and what follows them. Cached.
 * @param {string} rulebook
 * @param {string} [phase]
 * @returns {Promise<FaultsJson>}
 */
export function faultsOf(rulebook, phase = "play") {
  const key = `${rulebook} ${phase}`;
  const known = catalogues.get(key);
  if (known) return known;
  const asked = fetch(`/api/v1/faults?rulebook=${encodeURIComponent(rulebook)}&phase=${phase}`).then((answer) => {
    if (!answer.ok) throw new Error(String(answer.status));
    return answer.json();
  });
  asked.catch(() => catalogues.delete(key));
  catalogues.set(key, asked);
  return asked;
}

const clock = (/** @type {number} */ seconds) =>
  seconds > 1e9 ? new Date(seconds * 1000).toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit" }) : "";

// Dialog for a ruling other than the rulebook's, or for a new ruling on a decided fault, with a reason.
async function rule(/** @type {FaultView} */ fault, /** @type {string[]} */ names) {
  const { penalties, after, beside_win: ways } = await faultsOf(fault.rulebook);
  /** @type {{penalty: string, after: string, beside_win: string, seat?: number}} */
  const decided = { penalty: fault.imposed ?? fault.penalty?.id ?? "", after: "", beside_win: "" };
  if (fault.seat != null) decided.seat = fault.seat;
  const anew = fault.decision !== "open";
  const coming = foreseen(names);
  /** @param {string} verdict @returns {[string, Record<string, unknown>]} */
  const entry = (verdict) => {
    const more = { subject: fault.id, ...decided, reason: reason.value };
    return anew ? ["review_fault", { ...more, decision: verdict }] : [said.claimsOf[verdict], more];
  };
  const beside = fault.beside_win;
  // If the rulebook does not say whether a win or a penalty takes precedence, the referee must choose.
  const asks = () =>
    beside?.unstated && !decided.beside_win && penalties.find((each) => each.id === decided.penalty)?.ends_round;
  const reason = h("input", { type: "text", maxlength: 400, "aria-label": said.reason });
  const decide = (/** @type {string} */ verdict, /** @type {"button" | "button.primary"} */ style) =>
    h(
      style,
      {
        "data-verdict": verdict,
        onclick: async () => {
          const [kind, more] = entry(verdict);
          const done = () => box.close();
          if (verdict !== "upheld") await claimAfter(said.verdicts[verdict], kind, more, { names, done });
          else if (await coming.enter(kind, more)) done();
        },
      },
      said.verdicts[verdict],
    );
  const uphold = decide("upheld", "button.primary");
  const effect = h("p.faint", {});
  const tell = () => {
    effect.textContent = penalties.find((each) => each.id === decided.penalty)?.effect[language] ?? "";
    uphold.disabled = Boolean(asks());
    silent.hidden = !asks();
    const [kind, more] = entry("upheld");
    void coming.ask(kind, more);
  };
  const silent = h("p.doubt", { role: "status", hidden: true }, said.silentChoose);
  const box = dialog(
    `${anew ? said.review : said.ruling} · ${fault.name[language]}`,
    "ruling",
    choice(
      said.onSeat,
      [
        ["", said.nobody],
        ...names.map((_, seat) => /** @type {[string, string]} */ ([String(seat), seatName(seat, names)])),
      ],
      String(decided.seat ?? ""),
      (value) => {
        if (value === "") delete decided.seat;
        else decided.seat = +value;
        tell();
      },
    ),
    choice(
      said.penalty,
      penalties.map((each) => [each.id, each[language]]),
      decided.penalty,
      (value) => {
        decided.penalty = value;
        tell();
      },
    ),
    effect,
    choice(
      said.then,
      [["", said.asBook], ...after.map((each) => /** @type {[string, string]} */ ([each.id, each[language]]))],
      "",
      (value) => {
        decided.after = value;
        tell();
      },
    ),
    beside
      ? choice(
          `${said.besideWin} ${beside.cited[language]}`,
          [
            .../** @type {[string, string][]} */ (
              beside.unstated ? [] : [["", `${said.asBook} · ${beside.due[language]}`]]
            ),
            ...ways
              .filter((each) => each.id !== "forgiven")
              .map((each) => /** @type {[string, string]} */ ([each.id, each[language]])),
          ],
          decided.beside_win,
          (value) => {
            decided.beside_win = value;
            tell();
          },
        )
      : null,
    silent,
    field(said.reason, reason),
    coming.box,
    h("div.acts.foot", {}, uphold, anew ? decide("dismissed", "button") : null),
  );
  tell();
}

/** True if upholding a fault needs more input: its seat, or a choice that the rulebook leaves open. @param {FaultView} fault */
const asksMore = (fault) => fault.needs_seat || Boolean(fault.beside_win?.unstated && fault.penalty?.ends_round);

/**
 * The entry that upholds a fault, for its preview; empty if upholding needs more input.
 * @param {FaultView} fault
 * @returns {import("../foreseen.js").Offer[]}
 */
export const upheldBy = (fault) => (asksMore(fault) ? [] : [[said.uphold, "uphold_fault", { subject: fault.id }]]);

/**
 * Button that upholds a fault: on a tap, or held if the penalty is costly; opens the ruling dialog if more input is
 * needed.
 * @param {FaultView} fault
 * @param {string[]} names
 */
export function upholding(fault, names) {
  const attributes = { "data-act": "uphold", "data-key": `uphold-${fault.id}`, class: "primary" };
  if (asksMore(fault)) return h("button", { ...attributes, onclick: () => rule(fault, names) }, said.uphold);
  const made = atOnce("uphold_fault", { subject: fault.id });
  if (!fault.penalty?.costly) return h("button", { ...attributes, ...made }, said.uphold);
  const held = () => claimShown("uphold_fault", { subject: fault.id });
  return hold(said.uphold, held, { ...attributes, class: "primary", disabled: made.disabled });
}

const imposed = (/** @type {RulingView} */ { imposed_text: penalty }) =>
  penalty ? ` · ${said.imposed}: ${penalty[language]}` : "";

// Every ruling on the fault, the one in force first.
function history(/** @type {FaultView} */ fault, /** @type {[string, string, string, string]} */ names) {
  return [...fault.rulings]
    .reverse()
    .map((each, place) =>
      h(
        place ? "p.decision.faint.past" : "p.decision",
        {},
        said.decided(words.decisions[each.decision], role(each.by), clock(each.at)),
        each.seat == null ? "" : ` · ${seatName(each.seat, names)}`,
        imposed(each),
        each.why ? ` · ${each.why}` : "",
        each.without_effect ? ` · ${each.without_effect[language]}` : "",
      ),
    );
}

function decision(/** @type {FaultView} */ fault, /** @type {TableView} */ view) {
  const { names, consent } = view;
  if (fault.decision === "cleared") return h("div", {}, history(fault, names));
  if (fault.decision !== "open")
    return h(
      "div",
      {},
      history(fault, names),
      fault.acts.length
        ? null
        : h("div.acts", {}, h("button", { "data-act": "review", onclick: () => rule(fault, names) }, said.review)),
    );
  if (fault.acts.length) return troubleActs(fault.acts, { view, fault, round: earlier(view, fault.round) });
  const subject = { subject: fault.id };
  /** @type {import("../foreseen.js").Offer[]} */
  const others = [
    [said.dismiss, "dismiss_fault", subject],
    [said.correct, "correct_fault", subject],
    .../** @type {import("../foreseen.js").Offer[]} */ (
      consent.allowed ? [[said.settle, "settle_fault", subject]] : []
    ),
  ];
  return [
    h(
      "div.acts",
      {},
      upholding(fault, names),
      others.map(([text, kind, more]) => h("button", atOnce(kind, more), text)),
      h("button", { onclick: () => rule(fault, names) }, said.ruling),
    ),
    ahead(view, [...upheldBy(fault), ...others]),
  ];
}

/** Name of the rulebook under which a fault was found; its id if another rulebook is in force now. @param {TableView} view @param {FaultView} fault */
const bookOf = (view, fault) => (fault.rulebook === view.rulebook_id ? view.rulebook[language] : fault.rulebook);

/** Grouping key: equal for notes with the same text, player and decision; unique for other faults. */
export const sayingOf = (/** @type {FaultView} */ fault) =>
  fault.severity === "note"
    ? JSON.stringify([fault.code, fault.seat, fault.detail.en, fault.decision, fault.decided_by])
    : fault.id;

/**
 * Card of a fault, or of `times` equal notes.
 * @param {FaultView} fault
 * @param {TableView} view
 * @param {number} [times]
 */
export function faultCard(fault, view, times = 1) {
  const { names } = view;
  const open = fault.decision === "open";
  const note = fault.severity === "note";
  const trouble = fault.acts.length > 0;
  const due = fault.penalty;
  return card(
    [
      fault.name[language],
      " ",
      timesChip(times),
      h("span.chip", {}, trouble ? said.trouble : said.severities[fault.severity]),
      fault.seat == null ? null : h("span.chip", {}, seatName(fault.seat, names)),
    ],
    {
      "data-key": fault.id,
      "data-fault": fault.code,
      "data-id": fault.id,
      "data-decision": fault.decision,
      class: `fault${open ? "" : " closed"}${note ? " note" : ""}${trouble ? " trouble" : ""}`,
    },
    h("p.faint", { lang: other }, fault.name[other]),
    evidence(fault.id, fault.name[language]),
    h("p", {}, fault.detail[language]),
    due?.text[language] === fault.remedy[language]
      ? null
      : h("p.remedy", {}, `${words.remedy}: ${fault.remedy[language]}`),
    due
      ? h(
          "p.penalty",
          {},
          h("strong", {}, `${said.penalty}: ${due.text[language]}`),
          due.effect[language] ? h("span.faint", {}, ` — ${due.effect[language]}`) : null,
        )
      : null,
    trouble ? null : h("p.clause", {}, `${bookOf(view, fault)} · ${fault.cited[language]}`),
    fault.rests_on.map(doubtLine),
    decision(fault, view),
  );
}

/** @param {QuestionView} question @param {TableView} view */
export function questionCard(question, view) {
  const { names } = view;
  const answered = (/** @type {Tile | string} */ face) => ({ subject: question.id, tiles: face });
  const title = `${seatName(question.seat, names)} · ${said.asked[question.asks](question.index + 1)}`;
  return card(
    [said.question, " ", h("span.chip", {}, title)],
    { class: "question", "data-key": question.id, "data-question": question.id },
    evidence(question.id, title),
    h(
      "div.acts",
      {},
      question.choices.map((face) =>
        h(
          "button.answer",
          { "data-face": face, "aria-label": tileName(face), ...atOnce("answer_question", answered(face)) },
          tile(face),
          face === question.taken ? h("span.faint", {}, said.taken) : null,
        ),
      ),
      h(
        "button",
        {
          onclick: () =>
            pickTile(title, (face) => claimAfter(tileName(face), "answer_question", answered(face), { names })),
        },
        said.otherTile,
      ),
    ),
    ahead(
      view,
      question.choices.map((face) => [tileName(face), "answer_question", answered(face)]),
    ),
  );
}
