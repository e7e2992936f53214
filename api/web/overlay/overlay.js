// The streaming overlay: transparent, public and released facts only, styled by address (?lang=ja|en) and by the
// streamer's own CSS; ?late=1 follows the feed that runs behind the table and shows the hands released by then.
import { clockChip } from "../shared/clock.js";
import { h, signed, tile, tiles } from "../shared/dom.js";
import { follow } from "../shared/feed.js";
import { headline, wonHand } from "../shared/result.js";
import { language, words } from "../shared/words.js";

// OBS lays the streamer's own CSS into the page as a style element, which the page's policy silences as it would any
// that an attacker wrote; its text is taken over as a sheet, which may colour and place and fetch nothing from elsewhere.
const adopt = (element) => {
  if (element.localName !== "style") return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(element.textContent);
  document.adoptedStyleSheets.push(sheet);
};
new MutationObserver((changes) => changes.forEach((each) => each.addedNodes.forEach(adopt))).observe(document, {
  childList: true,
  subtree: true,
});

const table = decodeURIComponent(location.pathname.split("/").pop() ?? "");
const corner = h("div.corner", { id: "round", hidden: true });
const strip = h("div.strip");
const win = h("div.win", { id: "win", hidden: true });
const late = h("div.late", { id: "late", hidden: true }, words.stale);
document.body.append(corner, strip, win, late);

// A concealed hand once it is released: nothing of it comes over the feed before.
function hand({ tiles: standing, drawn, shanten, waits }) {
  const wait = (each) =>
    h(
      "span.wait",
      { "data-wait": each.tile },
      tile(each.tile),
      h("span", {}, `${words.rest(each.left)} · ${each.ron ? words.points(each.ron) : words.tsumoOnly(each.tsumo)}`),
    );
  return h(
    "div.hand",
    {},
    h("div.mini", {}, tiles(standing), drawn ? tile(drawn, "apart") : null),
    h("div.prospect", {}, h("span.shanten", {}, words.shanten(shanten)), waits.map(wait)),
  );
}

function player(seat, round) {
  const classes = `${seat.seat === round.dealer ? ".dealer" : ""}${seat.riichi ? ".riichi" : ""}`;
  return h(
    `div.player${classes}`,
    { "data-seat": seat.seat },
    h(
      "div.who",
      {},
      h("span", {}, `${words.winds[seat.wind]} ${seat.name}`),
      h("span.number", {}, seat.score.toLocaleString()),
      seat.provisional === seat.score ? null : h("span.faint.provisional", {}, words.provisional(seat.provisional)),
    ),
    h(
      "div.mini",
      {},
      h(
        "span.tiles",
        {},
        seat.river.map((discard) =>
          tile(
            discard.tile,
            ...(discard.sideways ? ["sideways"] : []),
            ...(discard.called ? ["called"] : []),
            ...(discard.from_hand === false ? ["drawn"] : []),
          ),
        ),
      ),
    ),
    seat.concealed ? hand(seat.concealed) : null,
    h(
      "div.mini",
      {},
      seat.melds.map((meld) => tiles(meld.tiles)),
    ),
  );
}

function banner(result, names) {
  if (result.kind === "draw")
    return [
      h("div.total", {}, words.drawn[result.draw] ?? words.draw),
      h("div", {}, result.payments.map((delta, seat) => `${names[seat]} ${signed(delta)}`).join("   ")),
    ];
  return result.wins.flatMap((won) => [
    h("div", {}, `${names[won.winner]} · ${words[won.by]}`),
    wonHand(won),
    h(
      "ul",
      {},
      won.score.yaku.map((yaku) => h("li", {}, yaku[language])),
    ),
    h("div.total", {}, `${headline(won.score)} · ${words.points(won.score.points)}`),
  ]);
}

let seen = null;
const clock = clockChip(() => seen?.clock ?? null, "div.clock");

follow(
  table,
  "public",
  (view) => {
    const round = view.round;
    seen = view;
    clock.show();
    corner.hidden = !round;
    win.hidden = !view.result;
    if (!round) return strip.replaceChildren();
    corner.replaceChildren(
      h("div.round", {}, words.round(round.wind, round.number)),
      h("div", {}, `${words.counters(round.counters)} · ${words.sticks(round.riichi_sticks)}`),
      h("div", { id: "dora" }, tiles(view.dora_indicators)),
      clock.chip,
    );
    strip.replaceChildren(...view.seats.map((seat) => player(seat, round)));
    if (view.result)
      win.replaceChildren(
        ...banner(
          view.result,
          view.seats.map((seat) => seat.name),
        ),
      );
  },
  (state) => {
    late.hidden = state === "live";
  },
  new URLSearchParams(location.search).has("late"),
);
