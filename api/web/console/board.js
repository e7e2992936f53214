// The table as the eyes read it; while tiles are being corrected, a tap on one asks what it is.
import { h, tile } from "../shared/dom.js";
import { words } from "../shared/words.js";
import { claim } from "./claims.js";
import { pickTile } from "./controls.js";
import { said } from "./words.js";

let fixing = false;
export const board = h("div.felt", { id: "board" });
export const fixButton = h(
  "button",
  {
    id: "fix",
    "aria-pressed": "false",
    onclick: () => {
      fixing = !fixing;
      fixButton.setAttribute("aria-pressed", fixing ? "true" : "false");
      fixButton.textContent = fixing ? said.fixing : said.fix;
      board.classList.toggle("fixing", fixing);
    },
  },
  said.fix,
);

// A tile that can be corrected: out of the way of the keyboard until it may be.
function fixable(element, name, act) {
  element.tabIndex = -1;
  element.addEventListener("click", () => {
    if (fixing) pickTile(name, act);
  });
  return element;
}

function river(seat) {
  const rows = [];
  seat.river.forEach((discard, place) => {
    if (place % 6 === 0) rows.push(h("div.row"));
    const shown = tile(discard.tile, ...(discard.sideways ? ["sideways"] : []), ...(discard.called ? ["called"] : []));
    rows
      .at(-1)
      .append(
        fixable(shown, said.asked.discard(discard.index + 1), (face) =>
          claim("correct_discard", { index: discard.index, tiles: face }),
        ),
      );
  });
  return h("div.river", {}, rows);
}

function hand(seat) {
  if (!seat.shown.length)
    return h(
      "span.tiles",
      {},
      Array.from({ length: seat.standing }, () => tile(null)),
    );
  const all = [...seat.shown, ...(seat.apart ? [seat.apart] : [])];
  return h(
    "span.tiles",
    {},
    all.map((name, place) =>
      fixable(
        tile(name, ...(seat.apart && place === all.length - 1 ? ["apart"] : [])),
        said.asked.hand(place + 1),
        (face) => claim("correct_hand", { seat: seat.seat, tiles: all.with(place, face).join("") }),
      ),
    ),
  );
}

function seatView(seat, view) {
  const melds = seat.melds.map((meld) =>
    h(
      "span.tiles",
      {},
      meld.tiles.map((name, place) => tile(name, ...(place === meld.sideways ? ["sideways"] : []))),
    ),
  );
  return h(
    "div.seat",
    { "data-seat": seat.seat },
    river(seat),
    seat.riichi ? h("div.stick") : null,
    h("div.hand", {}, hand(seat)),
    h("div.melds", {}, melds),
    h(
      seat.seat === view.round.dealer ? "div.name.dealer" : "div.name",
      {},
      `${words.winds[seat.wind]} ${seat.name} ${seat.score.toLocaleString()}`,
      seat.provisional === seat.score ? "" : ` ${words.provisional(seat.provisional)}`,
    ),
  );
}

export function showBoard(view) {
  const round = view.round;
  const dora = view.dora_indicators.map((name, place) =>
    fixable(tile(name), said.asked.dora(place + 1), (face) =>
      claim("correct_indicator", { subject: "dora", index: place, tiles: face }),
    ),
  );
  board.replaceChildren(
    ...view.seats.map((seat) => seatView(seat, view)),
    h(
      "div.plate",
      {},
      h(
        "div",
        {},
        h("div.round", { id: "round" }, words.round(round.wind, round.number)),
        h("div", {}, `${words.counters(round.counters)} · ${words.sticks(round.riichi_sticks)}`),
        h("div", { id: "dice" }, round.dice.length ? `${words.dice} ${round.dice.join(" + ")}` : ""),
        h("div", { id: "dora" }, h("span.tiles", {}, dora)),
        h("div.faint", {}, view.tiles_left == null ? "" : words.left(view.tiles_left)),
      ),
    ),
  );
}
