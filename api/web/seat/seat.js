// Page of one seat, for a tablet at the table or a player's phone: the points, and a button to call the referee.
// It shows only what everybody at the table can see.
import { stayAwake } from "../shared/alerts.js";
import { clockChip, minutes } from "../shared/clock.js";
import { h } from "../shared/dom.js";
import { follow } from "../shared/feed.js";
import { said } from "../shared/http.js";
import { patch } from "../shared/patch.js";
import { points, sticks } from "../shared/parts/standing.js";
import { showPlace } from "../shared/parts/place.js";
import { barred, bearer, may } from "../shared/session.js";
import { pageBar } from "../shared/parts/shell.js";
import { language, redrawsItself, words } from "../shared/words.js";
import { seatWords } from "./words.js";
/** @import { PublicTableView, SeatView } from "jantaku/api" */

const [table, letter] = location.pathname.split("/").slice(-2).map(decodeURIComponent);
const seat = "ABCD".indexOf(letter);
const WANTED = `called ${table} ${letter}`;
const LOOK_MS = 500;
const ANSWER_MS = 6000;
/** @type {PublicTableView | null} */
let view = null;
let number = -1;
let trouble = "";
const title = h("h1", {});
const clock = clockChip(() => view?.clock ?? null);
const main = h("main", {});
document.body.append(pageBar(title, { ways: clock.chip }), main);

const mine = () => view?.summons.find((each) => each.seat === seat) ?? null;

/** @param {"POST" | "DELETE"} method */
async function call(method) {
  trouble = "";
  // Store the wish, so that it survives a reload and a restart of the service.
  if (method === "POST") sessionStorage.setItem(WANTED, "1");
  else sessionStorage.removeItem(WANTED);
  const address = `/api/v1/tables/${encodeURIComponent(table)}/calls?seat=${letter}`;
  const signal = AbortSignal.timeout(ANSWER_MS);
  const answer = await fetch(address, { method, headers: bearer, signal }).catch(() => null);
  if (answer?.ok || (answer?.status === 404 && method === "DELETE")) navigator.vibrate?.(80);
  else trouble = [401, 403].includes(answer?.status ?? 0) ? seatWords.unpaired : await why(answer);
  draw();
}

/** @param {Response | null} answer */
const why = async (answer) => (answer ? `${await said(answer, language)} ${seatWords.notSent}` : seatWords.notSent);

function caller() {
  const standing = mine();
  if (!standing)
    return [
      h("button.primary", { id: "call", onclick: () => call("POST") }, seatWords.call),
      trouble ? h("p.refused", { role: "alert" }, trouble) : null,
    ];
  const coming = standing.answered_at != null;
  return [
    h(
      "div.calling",
      { id: "calling", role: "status", "data-state": coming ? "coming" : "calling" },
      h("b", {}, coming ? seatWords.coming : seatWords.calling),
      coming ? null : h("span", { "aria-hidden": "true" }, seatWords.waits(minutes(Date.now() / 1000 - standing.at))),
    ),
    h("button", { id: "back", onclick: () => call("DELETE") }, coming ? seatWords.solved : seatWords.back),
    trouble ? h("p.refused", { role: "alert" }, trouble) : null,
  ];
}

/** @param {SeatView} each */
const player = (each) =>
  h(
    "li.player",
    {
      "data-key": each.seat,
      "data-seat": "ABCD"[each.seat],
      class: `player${each.seat === seat ? " own" : ""}${each.wind === "E" ? " dealer" : ""}`,
    },
    h("span.wind", {}, words.winds[each.wind]),
    h("span.name", {}, each.name === "ABCD"[each.seat] ? seatWords.seat(each.name) : each.name),
    each.riichi ? h("span.chip.riichi", {}, seatWords.riichi) : null,
    points(each.standing),
    each.standing.place ? h("span.place.faint", {}, seatWords.place(each.standing.place)) : null,
  );

function draw() {
  const round = view?.round;
  title.textContent = `${seatWords.table(table)} · ${seatWords.seat(letter)}`;
  document.title = title.textContent;
  if (!view) return;
  clock.show();
  patch(main, [
    h(
      "p.round",
      { "data-key": "round" },
      round
        ? [h("b", {}, words.round(round.wind, round.number)), ` ${words.counters(round.counters)} · `, sticks(round)]
        : words.noRound,
    ),
    h("ul.players", { "data-key": "players" }, view.seats.map(player)),
    h("section.caller", { "data-key": "caller" }, caller()),
  ]);
}

const barrier = seat < 0 ? { code: "seat-unknown" } : barred("viewer");
if (barrier) showPlace(barrier);
else {
  redrawsItself(draw);
  stayAwake();
  setInterval(draw, LOOK_MS);
  follow(
    table,
    may("referee") ? "staff" : "public",
    (news, message) => {
      const anew = message.type === "snapshot" && message.number < number;
      const called = mine();
      [view, number] = [news, message.number];
      // A restarted service has lost the call: call again if it was open. Without a restart it was settled.
      if (!mine() && sessionStorage.getItem(WANTED)) {
        if (anew) void call("POST");
        else if (called) sessionStorage.removeItem(WANTED);
      }
      draw();
    },
    draw,
  );
  draw();
}
