// What the referee does without being asked: enter a fault, end the round, call time, seat the players.
import { h } from "./dom.js";
import { address, choice, claim, dialog, strip, tell, twice } from "./entering.js";
import { enterDraw, enterWin } from "./console_result.js";
import { faultsOf } from "./console_faults.js";
import { said, seatName } from "./console_words.js";
import { language, words } from "./words.js";

// Two taps: the seat, then the fault.
export async function reportFault(view) {
  const { faults } = await faultsOf(view.rulebook_id);
  let seat = null;
  const list = h("ul.catalogue", {});
  const search = h("input", { type: "search", placeholder: said.search, "aria-label": said.search, oninput: () => draw() });
  const enter = async (fault) => {
    if (await claim("report_fault", { subject: fault.code, seat })) { box.close(); tell(fault.name[language]); }
  };
  const draw = () => {
    const wanted = search.value.trim().toLowerCase();
    const hits = faults.filter((fault) => [fault.code, fault.name.ja, fault.name.en].some((text) => text.toLowerCase().includes(wanted)));
    list.replaceChildren(...hits.map((fault) => h("li", {}, h("button", { "data-code": fault.code, onclick: () => enter(fault) }, h("strong", {}, fault.name[language]), h("span.faint", {}, ` ${fault.name[language === "ja" ? "en" : "ja"]}`),
      h("span.clause", {}, `${fault.code} · ${fault.penalty ? fault.penalty.text[language] : fault.remedy.text[language]} · ${fault.remedy.clause.replace(/^unstated: /, "")}`)))));
  };
  const seats = [[null, said.nobody], ...view.seats.map((each) => [each.seat, seatName(each.seat, view.names)])];
  const box = dialog(said.report, "report", h("p.faint", {}, said.pickSeat), choice("", seats, null, (chosen) => { seat = chosen; }), search, list);
  draw();
  search.focus();
}

export function endRound(view) {
  const inRiichi = view.seats.filter((seat) => seat.riichi);
  const box = dialog(said.endRound, "end-round",
    h("div.acts.tall", {},
      h("button", { "data-act": "win", onclick: () => { box.close(); enterWin(view); } }, view.result?.wins.length ? said.editWin : said.enterWin),
      h("button", { "data-act": "draw", onclick: () => { box.close(); enterDraw(view); } }, said.enterDraw),
      twice(said.voidRound, async () => { if (await claim("void_round")) box.close(); }),
      inRiichi.map((seat) => twice(said.cancelRiichi(seatName(seat.seat, view.names)), async () => { if (await claim("cancel_riichi", { seat: seat.seat })) box.close(); })),
      h("button", { "data-act": "declare", onclick: () => { box.close(); declarePoints(view); } }, said.declare),
      twice(said.timeUp, async () => { if (await claim("time_up")) box.close(); }),
      twice(said.endGame, async () => { if (await claim("end_game")) box.close(); })));
}

// What each player says to hold, beside what the record has.
export function declarePoints(view) {
  const rows = view.seats.map((seat) => {
    const input = h("input", { type: "number", step: 100, "data-declare": seat.seat, value: view.declared[seat.seat] ?? "", "aria-label": said.says(seatName(seat.seat, view.names)) });
    const verdict = h("span", {});
    const enter = async () => {
      if (input.value === "" || !(await claim("state_points", { seat: seat.seat, points: +input.value }))) return;
      const agrees = +input.value === seat.score;
      verdict.className = agrees ? "agrees" : "differs";
      verdict.textContent = agrees ? said.holds : said.holdsOther(seat.score);
    };
    return h("p.stated", {}, h("span.label", {}, seatName(seat.seat, view.names)), input, h("button", { onclick: enter }, said.state), verdict);
  });
  dialog(said.declare, "declare", rows);
}

export const declareCard = (view) => h("section.card.question", { id: "points-due" }, h("h2", {}, said.pointsDue), h("div.acts", {}, h("button.primary", { onclick: () => declarePoints(view) }, said.declare)));

export const beforeGame = (view) => view.phase === "waiting_for_set" && view.round?.wind === "E" && view.round.number === 1 && view.round.counters === 0;

// Who sits where and who starts; names and first dealer can be set until the first set is pressed.
export function seatingCard(view) {
  const rows = view.seats.map((seat) => h("tr", { "data-seat": seat.seat }, h("td", {}, `${"ABCD"[seat.seat]}`), h("td", {}, words.winds[seat.wind]), h("td", {}, seat.name), h("td", {}, seat.seat === view.first_dealer ? h("span.chip", {}, said.firstDealer) : "")));
  return h("section.card", { id: "seating" }, h("h2", {}, said.seating), h("table", {}, h("tbody", {}, rows)), h("div.acts", {}, h("button", { onclick: () => seatPlayers(view) }, said.seatHint)));
}

// By tiles and rolls as npm art. 10 and 11 have it, or by drawn winds; what follows from them the service says.
function drawOfSeats(view, names, seated) {
  const places = view.seats.map((seat) => [seat.seat, "ABCD"[seat.seat]]);
  const send = async (body) => {
    const answer = await fetch("/api/v1/seating", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ names: names(), ...body }) });
    const told = await answer.json();
    if (answer.ok) seated(told);
    else tell(told.detail);
  };
  if (view.seating === "winds_drawn") {
    const drawn = ["E", "S", "W", "N"];
    let east = view.first_dealer;
    return [places.map(([place, letter]) => choice(said.drew(letter), Object.entries(words.winds), drawn[place], (wind) => { drawn[place] = wind; })), choice(said.eastPlace, places, east, (place) => { east = place; }),
      h("button", { "data-act": "draw-seats", onclick: () => send({ winds: drawn.join(""), east }) }, said.drawSeats)];
  }
  const row = [], rolls = ["seat1", "seat2", "dealer1", "dealer2"].map((name) => h("input", { type: "number", min: 2, max: 12, "data-roll": name, "aria-label": said.rolls[name] }));
  let roller = 0;
  const tilesRow = h("div", {}, strip(said.row, row, () => {}, { most: 6, name: "row" }));
  const read = async () => {
    const answer = await fetch(`${address("/row")}?audience=staff`);
    const told = await answer.json();
    if (!answer.ok) return tell(told.detail);
    row.splice(0, row.length, ...told.row);
    tilesRow.replaceChildren(strip(said.row, row, () => {}, { most: 6, name: "row" }));
  };
  return [h("div.acts", {}, tilesRow, h("button", { "data-act": "read-row", onclick: read }, said.readRow)), choice(said.roller, places, roller, (place) => { roller = place; }),
    rolls.map((input) => h("p.stated", {}, h("span.label", {}, input.getAttribute("aria-label")), input)),
    h("button", { "data-act": "draw-seats", onclick: () => {
      const [one, two, three, four] = rolls.map((input) => +input.value);
      send({ row: row.join(""), roller, rolls: [one, two], ...(three && four ? { dealer_rolls: [three, four] } : {}) });
    } }, said.drawSeats)];
}

function seatPlayers(view) {
  let first = view.first_dealer;
  const inputs = view.seats.map((seat) => h("input", { "data-name": seat.seat, value: seat.name, maxlength: 40, "aria-label": `${said.name} ${"ABCD"[seat.seat]}` }));
  const firstChoice = h("div", {});
  const drawFirst = () => firstChoice.replaceChildren(choice(said.firstDealer, view.seats.map((seat) => [seat.seat, "ABCD"[seat.seat]]), first, (seat) => { first = seat; }));
  const seated = (told) => {
    told.names.forEach((name, place) => { inputs[place].value = name; });
    first = told.first ?? told.temporary_east;
    drawFirst();
    if (told.first == null) tell(said.temporaryEast("ABCD"[told.temporary_east]));
  };
  drawFirst();
  const drawn = view.seating === "assigned" ? null : h("details", {}, h("summary", {}, `${said.draws[view.seating]} · ${view.rulebook_id} ${view.seating_clause.replace(/^unstated: /, "")}`), h("div.content", {}, drawOfSeats(view, () => inputs.map((input) => input.value), seated)));
  const box = dialog(said.seating, "seats", inputs.map((input, place) => h("p.stated", {}, h("span.label", {}, "ABCD"[place]), input)), drawn, firstChoice,
    h("button.primary", { onclick: async () => { if (await claim("seat_players", { names: inputs.map((input) => input.value), seat: first })) box.close(); } }, said.takeSeats));
}
