// The referee console: the table as the eyes read it, faults with clause and remedy, the result with its lines.
import { h, tile, tiles } from "./dom.js";
import { follow } from "./feed.js";
import { resultCard } from "./result.js";
import { language, other, switchLanguage, words } from "./words.js";

const table = decodeURIComponent(location.pathname.split("/").pop());
const link = h("span.chip.stale", { id: "link" }, words.stale);
const bar = h("div", { id: "bar" });
const board = h("div.felt", { id: "board" });
const side = h("div", { id: "side" });
document.body.append(
  h("header.bar", {}, h("h1", {}, `${words.console} · ${table}`), bar, h("span.push"), link, h("button", { onclick: switchLanguage, lang: other }, other === "ja" ? "日本語" : "English")),
  h("main", {}, board, side));

async function claim(kind, subject = "") {
  await fetch(`/api/v1/tables/${encodeURIComponent(table)}/claims`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ kind, subject }) });
}

function river(seat) {
  const rows = [];
  seat.river.forEach((discard, index) => {
    if (index % 6 === 0) rows.push(h("div.row"));
    rows.at(-1).append(tile(discard.tile, ...(discard.sideways ? ["sideways"] : []), ...(discard.called ? ["called"] : [])));
  });
  return h("div.river", {}, rows);
}

function seatView(seat, view) {
  const shown = seat.shown.length ? h("span.tiles", {}, seat.shown.map((name) => tile(name)), seat.apart ? tile(seat.apart, "apart") : null) : h("span.tiles", {}, Array.from({ length: seat.standing }, () => tile(null)));
  const melds = seat.melds.map((meld) => h("span.tiles", {}, meld.tiles.map((name, place) => tile(name, ...(place === meld.sideways ? ["sideways"] : [])))));
  return h("div.seat", { "data-seat": seat.seat }, river(seat), seat.riichi ? h("div.stick") : null, h("div.hand", {}, shown), h("div.melds", {}, melds),
    h(seat.seat === view.round.dealer ? "div.name.dealer" : "div.name", {}, `${words.winds[seat.wind]} ${seat.name} ${seat.score.toLocaleString()}`));
}

function faultCard(fault) {
  const open = fault.decision === "open";
  return h(`section.card.fault${open ? "" : ".closed"}${fault.severity === "note" ? ".note" : ""}`, { "data-fault": fault.code, "data-id": fault.id },
    h("h2", {}, fault.name[language]), h("p", {}, fault.detail[language]),
    h("p.remedy", {}, `${words.remedy}: ${fault.remedy[language]}`), h("p.clause", {}, `${fault.code} · ${fault.rulebook} ${fault.clause}`),
    open ? h("div.acts", {}, h("button.primary", { onclick: () => claim("uphold_fault", fault.id) }, words.uphold), h("button", { onclick: () => claim("dismiss_fault", fault.id) }, words.dismiss)) : h("p", {}, words.decisions[fault.decision]));
}

function show(view) {
  const round = view.round;
  bar.replaceChildren(h("span.chip", { id: "phase", "data-phase": view.phase }, words.phases[view.phase] ?? view.phase), " ", h("span.chip", {}, view.rulebook[language]));
  if (!round) return side.replaceChildren(h("section.card", {}, words.noRound));
  const names = view.seats.map((seat) => seat.name);
  board.replaceChildren(...view.seats.map((seat) => seatView(seat, view)),
    h("div.plate", {}, h("div", {}, h("div.round", { id: "round" }, words.round(round.wind, round.number)), h("div", {}, `${words.counters(round.counters)} · ${words.sticks(round.riichi_sticks)}`),
      h("div", { id: "dice" }, round.dice.length ? `${words.dice} ${round.dice.join(" + ")}` : ""), h("div", { id: "dora" }, tiles(view.dora_indicators)), h("div.faint", {}, view.tiles_left == null ? "" : words.left(view.tiles_left)))));
  const faults = view.faults.length ? view.faults.map(faultCard) : [h("section.card", { id: "no-fault" }, words.none)];
  side.replaceChildren(...[resultCard(view.result, names, () => claim("confirm_settlement")), h("h2", {}, words.faults), ...faults].filter(Boolean));
}

follow(table, "staff", show, (state) => {
  link.className = `chip ${state}`;
  link.textContent = words[state];
});
