// What the referee does without being asked: enter a fault, end the round, call time, seat the players.
import { h } from "./dom.js";
import { choice, claim, dialog, tell, twice } from "./entering.js";
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
      twice(said.timeUp, async () => { if (await claim("time_up")) box.close(); }),
      twice(said.endGame, async () => { if (await claim("end_game")) box.close(); })));
}

export const beforeGame = (view) => view.phase === "waiting_for_set" && view.round?.wind === "E" && view.round.number === 1 && view.round.counters === 0;

// Who sits where and who starts; names and first dealer can be set until the first set is pressed.
export function seatingCard(view) {
  const rows = view.seats.map((seat) => h("tr", { "data-seat": seat.seat }, h("td", {}, `${"ABCD"[seat.seat]}`), h("td", {}, words.winds[seat.wind]), h("td", {}, seat.name), h("td", {}, seat.seat === view.first_dealer ? h("span.chip", {}, said.firstDealer) : "")));
  return h("section.card", { id: "seating" }, h("h2", {}, said.seating), h("table", {}, h("tbody", {}, rows)), h("div.acts", {}, h("button", { onclick: () => seatPlayers(view) }, said.seatHint)));
}

function seatPlayers(view) {
  let first = view.first_dealer;
  const inputs = view.seats.map((seat) => h("input", { value: seat.name, maxlength: 40, "aria-label": `${said.name} ${"ABCD"[seat.seat]}` }));
  const box = dialog(said.seating, "seats", inputs.map((input, place) => h("p.stated", {}, h("span.label", {}, "ABCD"[place]), input)),
    choice(said.firstDealer, view.seats.map((seat) => [seat.seat, "ABCD"[seat.seat]]), first, (seat) => { first = seat; }),
    h("button.primary", { onclick: async () => { if (await claim("seat_players", { names: inputs.map((input) => input.value), seat: first })) box.close(); } }, said.takeSeats));
}
