// Entries that the referee makes unprompted: the end of a round, the points that players declare, the clock.
import { clockChip, clockText } from "../../shared/clock.js";
import { h } from "../../shared/dom.js";
import { language } from "../../shared/words.js";
import { beforeGame, correctPlayers } from "../cards/seating.js";
import { claim } from "../claims.js";
import { dialog } from "../../shared/ask/dialog.js";
import { holdClaim } from "../foreseen.js";
import { words } from "../../shared/words.js";
import { card } from "../../shared/tell/card.js";
import { said, seatName } from "../words.js";
import { reportFault } from "./report.js";
import { enterDraw, enterWin } from "./win.js";
/** @import { TableView } from "jantaku/api" */

/**
 * Button to start the next round where neither camera nor board detects its start.
 * @param {TableView} view
 * @param {() => void} [done]
 */
export const nextRound = (view, done = () => {}) =>
  h(
    "button",
    {
      "data-key": "next-round",
      "data-act": "next_round",
      onclick: async () => (await claim("next_round")) && done(),
    },
    view.game_over ? said.beginGame : said.nextRound,
  );

/**
 * Button that closes its dialog and opens another one.
 * @param {string} name
 * @param {string} text
 * @param {() => unknown} open
 */
const opens = (name, text, open) =>
  h(
    "button",
    {
      "data-act": name,
      onclick: (/** @type {{target: Element}} */ { target }) => {
        target.closest("dialog")?.close();
        open();
      },
    },
    text,
  );

/** @param {TableView} view */
export function endRound(view) {
  const inRiichi = view.seats.filter((seat) => seat.riichi);
  /** @param {string} kind @param {string} text @param {Record<string, unknown>} [more] */
  const costly = (kind, text, more) =>
    holdClaim(text, kind, more, { names: view.names, done: () => box.close(), attributes: { "data-act": kind } });
  const box = dialog(
    said.endRound,
    "end-round",
    h(
      "div.acts.tall",
      {},
      opens("win", view.result?.wins.length ? said.editWin : said.enterWin, () => enterWin(view)),
      opens("draw", said.enterDraw, () => enterDraw(view)),
      view.by_hand.includes("next_round") ? nextRound(view, () => box.close()) : null,
      opens("declare", said.declare, () => declarePoints(view)),
      opens("manner", said.manners, () => reportFault(view, { manners: true })),
    ),
    h("p.faint", {}, words.holdIt),
    h(
      "div.acts.tall",
      {},
      costly("void_round", said.voidRound),
      inRiichi.map((seat) =>
        costly("cancel_riichi", said.cancelRiichi(seatName(seat.seat, view.names)), { seat: seat.seat }),
      ),
      costly("time_up", said.timeUp),
      view.dealer_asks ? costly("dealer_stops", said.dealerStops) : null,
      costly("end_game", said.endGame),
    ),
  );
}

/**
 * Menu of the entries about one player, opened by a tap on the player.
 * @param {TableView} view
 * @param {number} seat
 */
export function seatMenu(view, seat) {
  const box = dialog(
    seatName(seat, view.names),
    "seat-menu",
    h(
      "div.acts.tall",
      {},
      opens("win", said.enterWin, () => enterWin({ ...view, result: null }, { seat })),
      view.by_hand.includes("state_riichi") && !view.seats[seat].riichi
        ? opens("riichi", said.stateRiichi, () => claim("state_riichi", { seat }))
        : null,
      opens("fault", said.report, () => reportFault(view, { seat })),
      opens("manner", said.manners, () => reportFault(view, { manners: true, seat })),
      opens("declare", said.declare, () => declarePoints(view)),
      beforeGame(view) ? null : opens("players", said.correctPlayers, () => correctPlayers(view)),
    ),
    view.seats[seat].riichi
      ? h(
          "div.acts.tall",
          {},
          holdClaim(
            said.cancelRiichi(seatName(seat, view.names)),
            "cancel_riichi",
            { seat },
            { names: view.names, done: () => box.close() },
          ),
        )
      : null,
  );
}

/**
 * Dialog to enter the points that each player declares, beside the recorded points.
 * @param {TableView} view
 */
export function declarePoints(view) {
  const rows = view.seats.map((seat) => {
    const input = h("input", {
      type: "number",
      step: 100,
      "data-declare": seat.seat,
      value: view.declared[seat.seat] ?? "",
      "aria-label": said.says(seatName(seat.seat, view.names)),
    });
    const verdict = h("span", { role: "status" });
    const enter = async () => {
      if (input.value === "" || !(await claim("state_points", { seat: seat.seat, points: Number(input.value) })))
        return;
      const { points } = seat.standing;
      const agrees = Number(input.value) === points;
      verdict.className = agrees ? "agrees" : "differs";
      verdict.textContent = agrees ? said.holds : said.holdsOther(points);
    };
    return h(
      "p.stated",
      {},
      h("span.label", {}, seatName(seat.seat, view.names)),
      input,
      h("button", { onclick: enter }, said.state),
      verdict,
    );
  });
  dialog(said.declare, "declare", rows);
}

/** @param {TableView} view */
export const declareCard = (view) =>
  card(
    [said.pointsDue, " ", h("span.clause", {}, view.points_cited[language])],
    { class: "question", id: "points-due" },
    h("div.acts", {}, h("button.primary", { onclick: () => declarePoints(view) }, said.declare)),
  );

// The game's clock: start, stop, set, add time, call the last round or revoke that call. Steps in minutes.
const MORE = [-5, -1, 1, 5];

/**
 * Button in the bar that shows the clock and opens its dialog.
 * @param {() => TableView | null} read
 */
export function clockButton(read) {
  return clockChip(() => read()?.clock ?? null, "button.chip", {
    id: "clock",
    onclick: () => moveClock(read),
  });
}

/** @param {() => TableView | null} read */
function moveClock(read) {
  const view = read();
  if (!view?.clock) return;
  const { clock, names } = view;
  /** @param {string} kind @param {Record<string, unknown>} [more] */
  const act = (kind, more) => async () => {
    if (await claim(kind, more)) box.close();
  };
  const done = () => box.close();
  const minutes = h("input", {
    type: "number",
    min: 0,
    max: 600,
    step: 1,
    "data-minutes": "",
    "aria-label": said.clockLeft,
  });
  const box = dialog(
    said.clock,
    "move-clock",
    h("p", {}, `${clockText(clock)} · ${clock.cited[language]}`),
    h(
      "div.acts",
      {},
      clock.running
        ? h("button", { "data-act": "stop", onclick: act("stop_clock") }, said.clockStop)
        : h("button", { "data-act": "start", onclick: act("start_clock") }, said.clockStart),
      MORE.map((more) =>
        h("button", { "data-more": more, onclick: act("add_time", { minutes: more }) }, said.clockMore(more)),
      ),
    ),
    h(
      "p.stated",
      {},
      h("span.label", {}, said.clockLeft),
      minutes,
      h(
        "button",
        {
          "data-act": "set",
          onclick: () => minutes.value !== "" && act("set_clock", { minutes: Number(minutes.value) })(),
        },
        said.clockSet,
      ),
    ),
    h(
      "div.acts",
      {},
      clock.last === "clock"
        ? holdClaim(said.timeBack, "time_back", {}, { names, done, attributes: { "data-act": "back" } })
        : holdClaim(said.timeUp, "time_up", {}, { names, done, attributes: { "data-act": "up" } }),
    ),
  );
}
