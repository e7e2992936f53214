// What the referee enters unasked: a fault, the end of a round, the points that players say to hold.
import { clockChip, clockText } from "../shared/clock.js";
import { h } from "../shared/dom.js";
import { language, other } from "../shared/words.js";
import { claim, tell } from "./claims.js";
import { choice, dialog, twice } from "./controls.js";
import { enterDraw, enterWin } from "./enter_result.js";
import { clauseOf, faultsOf } from "./faults.js";
import { said, seatName } from "./words.js";

const MOST_ROUNDS_AGO = 8;

// Two taps: the seat, then the fault; or with ``manners`` the small act that is noted.
export async function reportFault(view, manners = false) {
  const faults = (await faultsOf(view.rulebook_id)).faults.filter((fault) => fault.manner === manners);
  if (!faults.length) return tell(said.noManners);
  let seat = null;
  let ago = 0;
  const list = h("ul.catalogue", {});
  const search = h("input", {
    type: "search",
    placeholder: said.search,
    "aria-label": said.search,
    oninput: () => draw(),
  });
  const enter = async (fault) => {
    if (
      await claim("report_fault", { subject: fault.code, seat, ...(ago ? { round: view.round.ordinal - ago } : {}) })
    ) {
      box.close();
      tell(fault.name[language]);
    }
  };
  const draw = () => {
    const wanted = search.value.trim().toLowerCase();
    const hits = faults.filter((fault) =>
      [fault.code, fault.name.ja, fault.name.en].some((text) => text.toLowerCase().includes(wanted)),
    );
    list.replaceChildren(
      ...hits.map((fault) =>
        h(
          "li",
          {},
          h(
            "button",
            { "data-code": fault.code, onclick: () => enter(fault) },
            h("strong", {}, fault.name[language]),
            h("span.faint", {}, ` ${fault.name[other]}`),
            h(
              "span.clause",
              {},
              `${fault.code} · ${(fault.penalty ?? fault.remedy).text[language]} · ${clauseOf(fault.remedy)}`,
            ),
          ),
        ),
      ),
    );
  };
  // Noticed later: of a round that another followed.
  const earlier = Array.from({ length: Math.min(view.round.ordinal, MOST_ROUNDS_AGO + 1) }, (_, n) => [
    n,
    said.roundsAgo(n),
  ]);
  const seats = [[null, said.nobody], ...view.seats.map((each) => [each.seat, seatName(each.seat, view.names)])];
  const box = dialog(
    manners ? said.manners : said.report,
    "report",
    h("p.faint", {}, said.pickSeat),
    choice("", seats, null, (chosen) => {
      seat = chosen;
    }),
    earlier.length > 1
      ? h(
          "details",
          {},
          h("summary", {}, said.earlierRound),
          choice("", earlier, ago, (chosen) => {
            ago = chosen;
          }),
        )
      : null,
    search,
    list,
  );
  draw();
  search.focus();
}

export function endRound(view) {
  const inRiichi = view.seats.filter((seat) => seat.riichi);
  const box = dialog(
    said.endRound,
    "end-round",
    h(
      "div.acts.tall",
      {},
      h(
        "button",
        {
          "data-act": "win",
          onclick: () => {
            box.close();
            enterWin(view);
          },
        },
        view.result?.wins.length ? said.editWin : said.enterWin,
      ),
      h(
        "button",
        {
          "data-act": "draw",
          onclick: () => {
            box.close();
            enterDraw(view);
          },
        },
        said.enterDraw,
      ),
      twice(said.voidRound, async () => {
        if (await claim("void_round")) box.close();
      }),
      inRiichi.map((seat) =>
        twice(said.cancelRiichi(seatName(seat.seat, view.names)), async () => {
          if (await claim("cancel_riichi", { seat: seat.seat })) box.close();
        }),
      ),
      h(
        "button",
        {
          "data-act": "declare",
          onclick: () => {
            box.close();
            declarePoints(view);
          },
        },
        said.declare,
      ),
      twice(said.timeUp, async () => {
        if (await claim("time_up")) box.close();
      }),
      view.dealer_asks
        ? twice(said.dealerStops, async () => {
            if (await claim("dealer_stops")) box.close();
          })
        : null,
      twice(said.endGame, async () => {
        if (await claim("end_game")) box.close();
      }),
    ),
  );
}

// What each player says to hold, beside what the record has.
export function declarePoints(view) {
  const rows = view.seats.map((seat) => {
    const input = h("input", {
      type: "number",
      step: 100,
      "data-declare": seat.seat,
      value: view.declared[seat.seat] ?? "",
      "aria-label": said.says(seatName(seat.seat, view.names)),
    });
    const verdict = h("span", {});
    const enter = async () => {
      if (input.value === "" || !(await claim("state_points", { seat: seat.seat, points: +input.value }))) return;
      const agrees = +input.value === seat.score;
      verdict.className = agrees ? "agrees" : "differs";
      verdict.textContent = agrees ? said.holds : said.holdsOther(seat.score);
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

export const declareCard = (view) =>
  h(
    "section.card.question",
    { id: "points-due" },
    h("h2", {}, said.pointsDue, " ", h("span.clause", {}, clauseOf({ clause: view.points_clause }))),
    h("div.acts", {}, h("button.primary", { onclick: () => declarePoints(view) }, said.declare)),
  );

// The game's clock: started, stopped, set, time added, called or taken back.
const MORE = [-5, -1, 1, 5];

// A button in the bar that shows the time and opens what can be done to it.
export function clockButton(read) {
  return clockChip(() => read()?.clock ?? null, "button.chip", { id: "clock", onclick: () => moveClock(read) });
}

function moveClock(read) {
  const { clock } = read();
  const act = (kind, more) => async () => {
    if (await claim(kind, more)) box.close();
  };
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
    h("p", {}, `${clockText(clock)} · ${clauseOf({ clause: clock.clause })}`),
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
          onclick: () => minutes.value !== "" && act("set_clock", { minutes: +minutes.value })(),
        },
        said.clockSet,
      ),
    ),
    h(
      "div.acts",
      {},
      clock.last === "clock"
        ? twice(said.timeBack, act("time_back"), { "data-act": "back" })
        : twice(said.timeUp, act("time_up"), { "data-act": "up" }),
    ),
  );
}
