// The streaming overlay: transparent, public facts only, styled by address (?lang=ja|en) and by the streamer's own CSS.
import { h, signed, tile, tiles } from "./dom.js";
import { follow } from "./feed.js";
import { headline, wonHand } from "./result.js";
import { language, words } from "./words.js";

const table = decodeURIComponent(location.pathname.split("/").pop());
const corner = h("div.corner", { id: "round", hidden: true });
const strip = h("div.strip");
const win = h("div.win", { id: "win", hidden: true });
const late = h("div.late", { id: "late", hidden: true }, words.stale);
document.body.append(corner, strip, win, late);

function player(seat, round) {
  const classes = `${seat.seat === round.dealer ? ".dealer" : ""}${seat.riichi ? ".riichi" : ""}`;
  return h(`div.player${classes}`, { "data-seat": seat.seat },
    h("div.who", {}, h("span", {}, `${words.winds[seat.wind]} ${seat.name}`), h("span.number", {}, seat.score.toLocaleString())),
    h("div.mini", {}, h("span.tiles", {}, seat.river.map((discard) => tile(discard.tile, ...(discard.sideways ? ["sideways"] : []), ...(discard.called ? ["called"] : []))))),
    h("div.mini", {}, seat.melds.map((meld) => tiles(meld.tiles))));
}

function banner(result, names) {
  if (result.kind === "draw") return [h("div.total", {}, words.draw), h("div", {}, result.payments.map((delta, seat) => `${names[seat]} ${signed(delta)}`).join("   "))];
  return result.wins.map((win) => [h("div", {}, `${names[win.winner]} · ${words[win.by]}`), wonHand(win), h("ul", {}, win.score.yaku.map((yaku) => h("li", {}, yaku[language]))),
    h("div.total", {}, `${headline(win.score)} · ${words.points(win.score.points)}`)]).flat();
}

follow(table, "public", (view) => {
  const round = view.round;
  corner.hidden = !round;
  win.hidden = !view.result;
  if (!round) return strip.replaceChildren();
  corner.replaceChildren(h("div.round", {}, words.round(round.wind, round.number)), h("div", {}, `${words.counters(round.counters)} · ${words.sticks(round.riichi_sticks)}`), h("div", { id: "dora" }, tiles(view.dora_indicators)));
  strip.replaceChildren(...view.seats.map((seat) => player(seat, round)));
  if (view.result) win.replaceChildren(...banner(view.result, view.seats.map((seat) => seat.name)));
}, (state) => { late.hidden = state === "live"; });
