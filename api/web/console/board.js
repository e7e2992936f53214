// The table as the camera reads it: rivers round a plate, each tile a 3:4 button to correct it; below, the players.
import { h, tile, tiles } from "../shared/dom.js";
import { patch } from "../shared/patch.js";
import { meld } from "../shared/parts/hand.js";
import { points, sticks } from "../shared/parts/standing.js";
import { tileName } from "../shared/text/tile_names.js";
import { words } from "../shared/words.js";
import { pickTile } from "../shared/ask/pick.js";
import { claimAfter } from "./foreseen.js";
import { panelsWithUndo } from "./undo.js";
import { said, seatName } from "./words.js";
/** @import { SeatView, TableView } from "jantaku/api" */

const ROW = 6;
const ROWS = 3;
export const board = h("div.felt", { id: "board", role: "group" });
export const players = h("div", { id: "players" });
/** Discards in turn order, shown where there is room beside the table; read only, tiles are corrected on the table. */
export const turns = h("table", { id: "turns" });

/** @type {string[]} */
let names = [];

/** @param {string} kind @param {string} face @param {Record<string, unknown>} more */
const correct = (kind, face, more) => claimAfter(tileName(face), kind, more, { names });

/**
 * A tile that a tap corrects. One tile per row is in the tab order; the arrow keys move to the others.
 * @param {string} key
 * @param {string} name
 * @param {string[]} classes
 * @param {string} title
 * @param {(face: string) => unknown} act
 * @param {boolean} first
 */
const fixable = (key, name, classes, title, act, first) =>
  h(
    `button.${["fix", ...classes].join(".")}`,
    {
      "data-key": key,
      "aria-label": `${title}: ${tileName(name)}`,
      tabindex: first ? 0 : -1,
      onclick: () => pickTile(title, act),
    },
    tile(name),
  );

/** @param {KeyboardEvent} event */
function walk(event) {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  const here = /** @type {HTMLElement} */ (event.target);
  const row = here.closest("[data-row]");
  if (!step || !row || !here.matches(".fix")) return;
  event.preventDefault();
  const all = /** @type {HTMLElement[]} */ ([...row.querySelectorAll(".fix")]);
  all[(all.indexOf(here) + step + all.length) % all.length].focus();
}
board.addEventListener("keydown", walk);
players.addEventListener("keydown", walk);

/** @param {SeatView} seat */
function river(seat) {
  const rows = Array.from({ length: ROWS }, (_, number) =>
    seat.river.slice(number * ROW, number === ROWS - 1 ? undefined : (number + 1) * ROW),
  );
  return h(
    "div.river",
    { "data-key": "river", "data-row": "", role: "group", "aria-label": said.riverOf(seatName(seat.seat, names)) },
    rows.map((row, number) =>
      h(
        "div.row",
        {},
        row.map((discard, place) =>
          fixable(
            `d${discard.index}`,
            discard.tile,
            [...(discard.sideways ? ["sideways"] : []), ...(discard.called ? ["called"] : [])],
            said.asked.discard(discard.index + 1),
            (face) => correct("correct_discard", face, { index: discard.index, tiles: face }),
            number + place === 0,
          ),
        ),
      ),
    ),
  );
}

/** @param {SeatView} seat */
function hand(seat) {
  const all = [...seat.shown, ...(seat.apart ? [seat.apart] : [])];
  if (!all.length)
    return seat.tiles_standing
      ? h(
          "span.standing",
          { "data-key": "hand", "aria-label": said.standing(seat.tiles_standing) },
          tiles(Array.from({ length: seat.tiles_standing }, () => null)),
        )
      : null;
  return h(
    "span.tiles.shown",
    { "data-key": "hand", "data-row": "" },
    all.map((name, place) =>
      fixable(
        `h${place}`,
        name,
        seat.apart && place === all.length - 1 ? ["apart"] : [],
        said.asked.hand(place + 1),
        (face) =>
          correct("correct_hand", face, {
            seat: seat.seat,
            tiles: /** @type {string[]} */ (all).with(place, face).join(""),
          }),
        place === 0,
      ),
    ),
  );
}

/**
 * @param {SeatView} seat
 * @param {TableView} view
 * @param {(seat: number) => void} open
 */
function player(seat, view, open) {
  const dealer = seat.seat === view.round?.dealer;
  return h(
    `section.player${dealer ? ".dealer" : ""}${seat.riichi ? ".riichi" : ""}`,
    { "data-key": `seat-${seat.seat}`, "data-player": seat.seat },
    h(
      "button.who-sits",
      { "data-key": "who", "data-seat-menu": seat.seat, onclick: () => open(seat.seat) },
      h(dealer ? "span.name.dealer" : "span.name", {}, `${words.winds[seat.wind]} ${seat.name}`),
      points(seat.standing),
      seat.standing.provisional ? h("span.faint", {}, words.settledPoints(seat.settled.points)) : null,
      seat.riichi ? h("span.chip.riichi-chip", {}, said.inRiichi) : null,
    ),
    seat.shown.length || seat.melds.length
      ? h("div.tiles-row", { "data-key": "tiles" }, hand(seat), seat.melds.map(meld))
      : null,
  );
}

/**
 * Discards in order, one line per go-around, with the dealer in the first column.
 * @param {TableView} view
 */
function byTurn({ seats, round }) {
  const place = (/** @type {number} */ seat) => (seat - (round?.dealer ?? 0) + seats.length) % seats.length;
  const fell = seats.flatMap((seat) => seat.river.map((discard) => ({ ...discard, place: place(seat.seat) })));
  /** @type {(typeof fell)[]} */
  const lines = [];
  let last = Infinity;
  for (const each of fell.sort((one, two) => one.index - two.index)) {
    if (each.place <= last) lines.push([]);
    lines[lines.length - 1][each.place] = each;
    last = each.place;
  }
  return [
    h("caption", { "data-key": "caption" }, said.byTurn),
    h(
      "thead",
      { "data-key": "winds" },
      h(
        "tr",
        {},
        h("th", { scope: "col" }, said.turn),
        [...seats]
          .sort((one, two) => place(one.seat) - place(two.seat))
          .map((seat) => h("th", { scope: "col" }, words.winds[seat.wind])),
      ),
    ),
    h(
      "tbody",
      { "data-key": "lines" },
      lines.map((line, number) =>
        h(
          "tr",
          { "data-key": `turn-${number}` },
          h("th.faint", { scope: "row" }, String(number + 1)),
          seats.map((_, at) =>
            h(
              "td",
              {},
              line[at] &&
                tile(line[at].tile, ...(line[at].called ? ["called"] : []), ...(line[at].declares ? ["declares"] : [])),
            ),
          ),
        ),
      ),
    ),
  ];
}

/**
 * @param {TableView} view
 * @param {(seat: number) => void} open   called by a tap on a player
 */
export function showBoard(view, open) {
  const round = view.round;
  names = view.names;
  board.setAttribute("aria-label", said.tableAsRead);
  const dora = view.dora_indicators.map((/** @type {string} */ name, /** @type {number} */ place) =>
    fixable(
      `i${place}`,
      name,
      [],
      said.asked.dora(place + 1),
      (face) => correct("correct_indicator", face, { subject: "dora", index: place, tiles: face }),
      place === 0,
    ),
  );
  patch(board, [
    ...view.seats.map((seat) =>
      h(
        "div.seat",
        { "data-key": `seat-${seat.seat}`, "data-seat": seat.seat },
        river(seat),
        seat.riichi ? h("div.stick", { "data-key": "stick" }) : null,
        h("div.edge", { "data-key": "edge" }, `${words.winds[seat.wind]} `, points(seat.standing)),
      ),
    ),
    h(
      "div.plate",
      { "data-key": "plate" },
      h("div.round", { id: "round" }, round ? words.round(round.wind, round.number) : ""),
      h("div", {}, round ? [`${words.counters(round.counters)} · `, sticks(round)] : null),
      h("div", { id: "dora", "data-row": "" }, h("span.tiles", {}, dora)),
      h("div.faint", { id: "dice" }, round?.dice.length ? `${words.dice} ${round.dice.join(" + ")}` : ""),
      h("div.faint", {}, view.tiles_left == null ? "" : words.left(view.tiles_left)),
    ),
  ]);
  patch(
    players,
    panelsWithUndo(
      view,
      view.seats.map((seat) => player(seat, view, open)),
    ),
  );
  patch(turns, byTurn(view));
}
