// Faults with clause, penalty, effect and evidence, the decisions on them, and what cannot be settled by the eyes.
import { h, tile } from "../../shared/dom.js";
import { tileName } from "../../shared/text/tile_names.js";
import { clauseText } from "../../shared/text/clauses.js";
import { timesChip } from "../../shared/parts/counted.js";
import { doubtLine } from "../../shared/parts/result.js";
import { language, other, words } from "../../shared/words.js";
import { claim } from "../claims.js";
import { choice, dialog, pickTile } from "../controls.js";
import { foreseen, holdClaim } from "../foreseen.js";
import { role, said, seatName } from "../words.js";
import { evidence } from "./evidence.js";
import { earlier, troubleActs } from "./troubles.js";

/** @type {Map<string, Promise<any>>} */
const catalogues = new Map();

/**
 * Faults in the order of what is likely in the phase, penalties and sequels as a rulebook has them; asked for once.
 * @param {string} rulebook
 * @param {string} [phase]
 * @returns {Promise<any>}
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

const clock = (seconds) =>
  seconds > 1e9 ? new Date(seconds * 1000).toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit" }) : "";

// Another ruling than the book's, or one anew on a decided fault, with its reason.
async function rule(fault, names) {
  const { penalties, after, beside_win: ways } = await faultsOf(fault.rulebook);
  const decided = { penalty: fault.imposed ?? fault.penalty?.id ?? "", after: "", beside_win: "" };
  if (fault.seat != null) decided.seat = fault.seat;
  const anew = fault.decision !== "open";
  const ahead = foreseen(names);
  /** @param {string} verdict */
  const entry = (verdict) => {
    const more = { subject: fault.id, ...decided, reason: reason.value };
    return anew ? ["review_fault", { ...more, decision: verdict }] : [said.claimsOf[verdict], more];
  };
  const beside = fault.beside_win;
  // Where the book does not say which of a win and a penalty stands, nobody but the referee does.
  const asks = () =>
    beside?.unstated && !decided.beside_win && penalties.find((each) => each.id === decided.penalty)?.ends_round;
  const reason = h("input", { type: "text", maxlength: 400, "aria-label": said.reason });
  const decide = (verdict, style) =>
    h(
      style,
      {
        "data-verdict": verdict,
        onclick: async () => {
          const [kind, more] = entry(verdict);
          if (await claim(kind, more)) box.close();
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
    void ahead.ask(kind, more);
  };
  const silent = h("p.doubt", { role: "status", hidden: true }, said.silentChoose);
  const box = dialog(
    `${anew ? said.review : said.ruling} · ${fault.name[language]}`,
    "ruling",
    choice(
      said.onSeat,
      [["", said.nobody], ...names.map((_, seat) => [String(seat), seatName(seat, names)])],
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
    choice(said.then, [["", said.asBook], ...after.map((each) => [each.id, each[language]])], "", (value) => {
      decided.after = value;
      tell();
    }),
    beside
      ? choice(
          `${said.besideWin} ${clauseText(beside.clause, fault.rulebook)}`,
          [
            ...(beside.unstated ? [] : [["", `${said.asBook} · ${beside.due[language]}`]]),
            ...ways.filter((each) => each.id !== "forgiven").map((each) => [each.id, each[language]]),
          ],
          decided.beside_win,
          (value) => {
            decided.beside_win = value;
            tell();
          },
        )
      : null,
    silent,
    h("label.field", {}, said.reason, " ", reason),
    ahead.box,
    h("div.acts", {}, uphold, anew ? decide("dismissed", "button") : null),
  );
  tell();
}

/**
 * One tap that upholds the fault; held where it costs a player something, which a tap alone shows; with its seat asked
 * for where one is needed.
 * @param {any} fault
 * @param {string[]} names
 */
export function upholding(fault, names) {
  const attributes = { "data-act": "uphold", "data-key": "uphold", class: "primary" };
  if (fault.needs_seat) return h("button", { ...attributes, onclick: () => rule(fault, names) }, said.uphold);
  const more = { subject: fault.id };
  if (fault.penalty?.costly)
    return holdClaim(said.uphold, "uphold_fault", more, {
      names,
      attributes: { ...attributes, class: "hold primary" },
    });
  return h("button", { ...attributes, onclick: () => claim("uphold_fault", more) }, said.uphold);
}

const imposed = ({ imposed_text: penalty }) => (penalty ? ` · ${said.imposed}: ${penalty[language]}` : "");

// Every ruling on the fault, the one that stands first.
function history(fault, names) {
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

function decision(fault, view) {
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
  const act = (kind, text, style = "button") => h(style, { onclick: () => claim(kind, { subject: fault.id }) }, text);
  return h(
    "div.acts",
    {},
    upholding(fault, names),
    act("dismiss_fault", said.dismiss),
    act("correct_fault", said.correct),
    consent.allowed ? act("settle_fault", said.settle) : null,
    h("button", { onclick: () => rule(fault, names) }, said.ruling),
  );
}

/** What two faults have in common that say the same of the same player, and stand the same. */
export const sayingOf = (fault) =>
  fault.severity === "note"
    ? JSON.stringify([fault.code, fault.seat, fault.detail.en, fault.decision, fault.decided_by])
    : fault.id;

/**
 * A fault, or so many of which each says the same.
 * @param {any} fault
 * @param {any} view
 * @param {number} [times]
 */
export function faultCard(fault, view, times = 1) {
  const { names } = view;
  const open = fault.decision === "open";
  const note = fault.severity === "note";
  const trouble = fault.acts.length > 0;
  const due = fault.penalty;
  return h(
    `section.card.fault${open ? "" : ".closed"}${note ? ".note" : ""}${trouble ? ".trouble" : ""}`,
    { "data-key": fault.id, "data-fault": fault.code, "data-id": fault.id, "data-decision": fault.decision },
    h(
      "h2",
      {},
      fault.name[language],
      " ",
      timesChip(times),
      h("span.chip", {}, trouble ? said.trouble : said.severities[fault.severity]),
      fault.seat == null ? null : h("span.chip", {}, seatName(fault.seat, names)),
    ),
    h("p.faint", {}, fault.name[other]),
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
    trouble ? null : h("p.clause", {}, `${fault.rulebook} ${clauseText(fault.clause, fault.rulebook)}`),
    fault.rests_on.map(doubtLine),
    decision(fault, view),
  );
}

export function questionCard(question, names) {
  const answer = (face) => claim("answer_question", { subject: question.id, tiles: face });
  const title = `${seatName(question.seat, names)} · ${said.asked[question.asks](question.index + 1)}`;
  return h(
    "section.card.question",
    { "data-key": question.id, "data-question": question.id },
    h("h2", {}, said.question, " ", h("span.chip", {}, title)),
    evidence(question.id, title),
    h(
      "div.acts",
      {},
      question.choices.map((face) =>
        h(
          "button.answer",
          { "data-face": face, "aria-label": tileName(face), onclick: () => answer(face) },
          tile(face),
          face === question.taken ? h("span.faint", {}, said.taken) : null,
        ),
      ),
      h("button", { onclick: () => pickTile(title, answer) }, said.otherTile),
    ),
  );
}
