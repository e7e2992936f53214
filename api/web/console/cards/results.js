// Cards of the result, declared points, first voice, pending results, unsent entries and refused entries.
import { h } from "../../shared/dom.js";
import { counted, timesChip } from "../../shared/parts/counted.js";
import { resultCard } from "../../shared/parts/result.js";
import { language, words } from "../../shared/words.js";
import { card } from "../../shared/tell/card.js";
import { claim, discardUnsent, sendUnsent, unsentClaims } from "../claims.js";
import { enterDraw, enterWin } from "../enter/win.js";
import { ahead, atOnce, claimShown, holdClaim } from "../foreseen.js";
import { role, said, seatName } from "../words.js";
/** @import { PendingView, ResultView, TableView } from "jantaku/api" */

/** @param {TableView} view */
const namesOf = (view) => view.seats.map((seat) => seat.name);

/** Changes that the chips of a result show already. */
const PAID = ["points", "settled", "payment"];

/** Disable the confirm button of a result until its preview is shown. @param {HTMLElement} box @param {string} kind @param {Record<string, unknown>} [more] */
function waits(box, kind, more = {}) {
  const button = box.querySelector("#confirm");
  if (button instanceof HTMLButtonElement) button.disabled = atOnce(kind, more).disabled;
}

/** @param {TableView} view */
export function resultNow(view) {
  // The button to confirm is in the bar below and appears once the card is visible.
  const { result } = view;
  const shown = resultCard(result, namesOf(view), null);
  if (!shown || !result) return null;
  if (!result.confirmed) shown.append(ahead(view, [[said.confirmShort, "confirm_settlement"]], PAID) ?? "");
  if (result.by) shown.prepend(h("p.chip", { id: "by-hand" }, said.byHand(role(result.by))));
  if (!result.confirmed)
    shown.append(
      ...statedPoints(result, view.names),
      h(
        "div.acts",
        {},
        h("button", { id: "correct-result", onclick: () => enterWin(view) }, said.editWin),
        result.kind === "draw"
          ? h("button", { "data-act": "draw", onclick: () => enterDraw(view) }, said.enterDraw)
          : null,
      ),
    );
  else
    shown.append(
      h("p.faint", {}, said.paymentsOpen(view.payments_open.text[language], view.payments_open.cited[language])),
    );
  return shown;
}

/**
 * Card of a pending result, which can be confirmed, corrected or voided while play continues.
 * @param {TableView} view
 * @param {PendingView} each
 * @param {boolean} [own]   the card has its own confirm button (several results); a single one uses the bar
 */
export function pendingCard(view, each, own = false) {
  const here = { round: each.ordinal };
  const confirm = own ? () => claimShown("confirm_settlement", here) : null;
  const shown = resultCard(each.result, namesOf(view), confirm);
  if (!shown) return null;
  shown.append(ahead(view, [[said.confirmShort, "confirm_settlement", here]], PAID) ?? "");
  waits(shown, "confirm_settlement", here);
  const button = shown.querySelector("#confirm");
  if (button instanceof HTMLElement) {
    button.removeAttribute("id");
    button.dataset.confirm = String(each.ordinal);
  }
  shown.id = `pending-${each.ordinal}`;
  shown.prepend(
    h("p.chip", {}, said.waits(`${words.round(each.wind, each.number)} ${words.counters(each.counters)}`)),
    ...each.obstacles.map((why) => h("p.doubt", { "data-obstacle": why.code }, why.text[language])),
  );
  shown.append(
    h(
      "div.acts",
      {},
      h(
        "button",
        { onclick: () => enterWin({ ...view, result: each.result }, { round: each.ordinal }) },
        each.result.wins.length ? said.editWin : said.enterWin,
      ),
      h("button", { "data-act": "draw", onclick: () => enterDraw(view, { round: each.ordinal }) }, said.enterDraw),
      holdClaim(said.voidRound, "void_round", { round: each.ordinal }, { names: view.names }),
    ),
  );
  return shown;
}

/**
 * Fields for the points that each winner declares, beside the scored points.
 * @param {ResultView} result
 * @param {string[]} names
 */
function statedPoints(result, names) {
  return result.wins.map((won) => {
    const stated = result.stated[won.winner];
    const scored = won.score.points;
    const input = h("input", {
      type: "number",
      step: 100,
      min: 0,
      "data-key": `stated-${won.winner}`,
      value: stated ?? scored,
      "aria-label": said.says(seatName(won.winner, names)),
    });
    const verdict =
      stated == null
        ? null
        : h(
            stated === scored ? "span.agrees" : "span.differs",
            {},
            stated === scored ? said.agrees : said.differs(scored),
          );
    const enter = () => {
      const field = /** @type {HTMLInputElement} */ (document.querySelector(`[data-key="stated-${won.winner}"]`));
      return claim("state_points", { seat: won.winner, points: Number(field.value) });
    };
    return h(
      "p.stated",
      {},
      `${said.stated} ${seatName(won.winner, names)} `,
      input,
      h("button", { "data-act": "state", onclick: enter }, said.state),
      " ",
      verdict,
    );
  });
}

/**
 * Seats with an open hand, if more than one may claim the discard that was won by ron; else none.
 * @param {TableView} view
 * @returns {number[]}
 */
function callers(view) {
  const wins = view.result?.confirmed || view.result?.by ? [] : (view.result?.wins ?? []);
  if (!wins.length || wins[0].loser == null) return [];
  const shown = view.seats.filter((seat) => seat.shown.length && seat.seat !== wins[0].loser);
  return shown.length > 1 ? shown.map((seat) => seat.seat) : [];
}

/** @param {TableView} view */
export const voicesDue = (view) => callers(view).length > 0;

/**
 * Card that asks who called ron first when several hands are open: one seat, or all at the same time.
 * @param {TableView} view
 */
export function voicesCard(view) {
  const seats = callers(view);
  return card(
    said.firstVoice,
    { class: "question", id: "voices" },
    h(
      "div.acts",
      {},
      seats.map((seat) =>
        h(
          "button",
          {
            "data-voice": seat,
            ...atOnce("state_voices", { seats: [seat] }),
          },
          seatName(seat, view.names),
        ),
      ),
      h(
        "button",
        {
          "data-voice": "together",
          ...atOnce("state_voices", { subject: "together", seats }),
        },
        said.atOnce,
      ),
    ),
    ahead(view, [
      ...seats.map(
        (seat) =>
          /** @type {import("../foreseen.js").Offer} */ ([
            seatName(seat, view.names),
            "state_voices",
            { seats: [seat] },
          ]),
      ),
      [said.atOnce, "state_voices", { subject: "together", seats }],
    ]),
  );
}

/**
 * Card of entries that did not reach the service, or may not have; the person sends or discards each.
 * @param {boolean} linked
 */
export function unsentCard(linked) {
  const list = unsentClaims();
  if (!list.length) return null;
  return card(
    said.unsent(list.length),
    { class: "question", id: "unsent", role: "alert" },
    h("p.faint", {}, linked ? said.unsentHint : said.unsentWaits),
    list.map((each) =>
      h(
        "p.stated",
        { "data-key": `unsent-${each.id}`, "data-unsent": each.kind },
        h(
          "span",
          {},
          `${said.kindsOfClaim[each.kind] ?? each.kind} · ${new Date(each.at).toLocaleTimeString(language)}`,
        ),
        h("button.primary", { "data-act": "send", disabled: !linked, onclick: () => sendUnsent(each.id) }, said.send),
        h("button", { "data-act": "discard", onclick: () => discardUnsent(each.id) }, said.discard),
      ),
    ),
  );
}

/** @param {TableView} view */
export function refusedCard(view) {
  if (!view.refused.length) return null;
  return card(
    null,
    { id: "refused" },
    h("h2.faint", {}, said.refused),
    counted([...view.refused].reverse(), (each) => each.text[language]).map(({ note, times }) =>
      h("p.faint", {}, note.text[language], " ", timesChip(times)),
    ),
  );
}
