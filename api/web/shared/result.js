// One scored hand or draw, explained line by line with its clauses.
import { h, signed, tile, tiles } from "./dom.js";
import { language, words } from "./words.js";

export function headline(score) {
  if (score.yakuman > 0) return `${words.limits.yakuman}${score.yakuman > 1 ? ` ×${score.yakuman}` : ""}`;
  const limit = score.limit ? ` ${words.limits[score.limit] ?? score.limit}` : "";
  const fu = score.fu ? ` ${score.fu} ${words.fu}` : "";
  return `${score.han} ${words.han}${fu}${limit}`;
}

export function wonHand(win) {
  return h(
    "span.tiles",
    {},
    win.hand.map((name) => tile(name)),
    tile(win.winning_tile, "apart"),
    win.melds.map((meld) =>
      h(
        "span.tiles.called-meld",
        {},
        meld.tiles.map((name, place) => tile(name, ...(place === meld.sideways ? ["sideways"] : []))),
      ),
    ),
  );
}

export function explained(score) {
  if (score.ok === false) return h("div", {}, h("p.total", {}, words.noWin), h("p", {}, score.detail ?? score.error));
  const line = (text, amount, clause) =>
    h("tr", {}, h("td", {}, text), h("td.number", {}, amount), h("td.clause", {}, clause));
  return h(
    "div",
    {},
    h("p.total", {}, `${headline(score)} · ${words.points(score.points)}`),
    h(
      "table",
      {},
      h(
        "tbody",
        {},
        [...score.yaku, ...score.dora_lines].map((part) =>
          line(part[language], part.yakuman ? words.yakuman : `${part.han} ${words.han}`, part.clause),
        ),
        score.ba_zoro ? line(words.baZoro, `+${score.ba_zoro} ${words.han}`, "") : null,
        score.fu_lines.map((fu) => line(fu[language], `${fu.fu} ${words.fu}`, fu.clause)),
      ),
    ),
    score.default_lines.map((rest) =>
      h("p.clause", {}, `† ${words.unstated}: ${rest[language]} (${rest[`reason_${language}`]})`),
    ),
  );
}

export function resultCard(result, names, confirm) {
  if (!result) return null;
  const deltas = h(
    "table",
    {},
    h(
      "tbody",
      {},
      result.payments.map((delta, seat) => h("tr", {}, h("td", {}, names[seat]), h("td.number", {}, signed(delta)))),
    ),
  );
  const button = result.confirmed ? null : h("button.primary", { id: "confirm", onclick: confirm }, words.confirm);
  const ending =
    result.kind === "draw"
      ? [
          h("h2", {}, words.drawn[result.draw] ?? words.draw),
          h("p", {}, `${words.tenpai}: ${result.tenpai.map((seat) => names[seat]).join(", ") || "–"}`),
        ]
      : result.wins.map((win) => [
          h("h2", {}, `${words.result} · ${names[win.winner]} · ${words[win.by]}`),
          wonHand(win),
          win.ura_indicators.length ? h("p", {}, `${words.ura} `, tiles(win.ura_indicators)) : null,
          explained(win.score),
        ]);
  return h("section.card", { id: "result" }, ending, deltas, button);
}
