// Who sits where and who deals first, before the first set is pressed.
import { doubtLine } from "../../shared/parts/result.js";
import { h } from "../../shared/dom.js";
import { postJson } from "../../shared/http.js";
import { language, words } from "../../shared/words.js";
import { tell } from "../../shared/tell/notice.js";
import { address, claim } from "../claims.js";
import { choice } from "../../shared/ask/choices.js";
import { dialog } from "../../shared/ask/dialog.js";
import { knownPlayers } from "../../shared/ask/people.js";
import { strip } from "../strip.js";
import { foreseen } from "../foreseen.js";
import { fold, select } from "../../shared/ask/fields.js";
import { card } from "../../shared/tell/card.js";
import { said } from "../words.js";
/** @import { RoundEntryView, SeatingJson, TableView } from "jantaku/api" */

export const beforeGame = (/** @type {TableView} */ view) =>
  view.game_over ||
  (view.phase === "waiting_for_set" &&
    view.round?.wind === "E" &&
    view.round.number === 1 &&
    view.round.counters === 0);

// Names and first dealer can be set until the set button is first pressed, and again after a game for the next one.
export function seatingCard(/** @type {TableView} */ view) {
  const rows = view.seats.map((seat) =>
    h(
      "tr",
      { "data-seat": seat.seat },
      h("td", {}, "ABCD"[seat.seat]),
      h("td", {}, words.winds[seat.wind]),
      h("td", {}, seat.name),
      h("td", {}, seat.seat === view.first_dealer ? h("span.chip", {}, said.firstDealer) : ""),
    ),
  );
  return card(
    view.game_over ? said.nextGame : said.seating,
    { id: "seating" },
    h("table", {}, h("tbody", {}, rows)),
    h("div.acts", {}, h("button", { onclick: () => seatPlayers(view) }, said.seatHint)),
  );
}

// The draw of seats: by tiles and rolls (npm art. 10 and 11) or by drawn winds; the service computes the seats.
function drawOfSeats(
  /** @type {TableView} */ view,
  /** @type {() => string[]} */ names,
  /** @type {(told: SeatingJson) => void} */ seated,
) {
  const places = view.seats.map((seat) => /** @type {[number, string]} */ ([seat.seat, "ABCD"[seat.seat]]));
  const send = async (/** @type {Record<string, unknown>} */ body) => {
    const answer = await postJson("/api/v1/seating", { names: names(), ...body });
    const told = await answer.json();
    if (answer.ok) seated(told);
    else tell(told.reason[language]);
  };
  if (view.seating === "winds_drawn") {
    const drawn = ["E", "S", "W", "N"];
    /** @type {number} */
    let east = view.first_dealer;
    return [
      places.map(([place, letter]) =>
        choice(said.drew(letter), Object.entries(words.winds), drawn[place], (wind) => {
          drawn[place] = wind;
        }),
      ),
      choice(said.eastPlace, places, east, (place) => {
        east = place;
      }),
      h("button", { "data-act": "draw-seats", onclick: () => send({ winds: drawn.join(""), east }) }, said.drawSeats),
    ];
  }
  /** @type {string[]} */
  const row = [];
  const rolls = ["seat1", "seat2", "dealer1", "dealer2"].map((name) =>
    h("input", { type: "number", min: 2, max: 12, "data-roll": name, "aria-label": said.rolls[name] }),
  );
  let roller = 0;
  const tilesRow = h("div", {}, strip(said.row, row, { most: 6, name: "row" }));
  const read = async () => {
    const answer = await fetch(`${address("/row")}?audience=staff`);
    const told = await answer.json();
    if (!answer.ok) return tell(told.reason[language]);
    row.splice(0, row.length, ...told.row);
    tilesRow.replaceChildren(strip(said.row, row, { most: 6, name: "row" }));
  };
  return [
    h("div.acts", {}, tilesRow, h("button", { "data-act": "read-row", onclick: read }, said.readRow)),
    choice(said.roller, places, roller, (place) => {
      roller = place;
    }),
    rolls.map((input) => h("p.stated", {}, h("span.label", {}, input.getAttribute("aria-label")), input)),
    h(
      "button",
      {
        "data-act": "draw-seats",
        onclick: () => {
          const [one, two, three, four] = rolls.map((input) => +input.value);
          send({
            row: row.join(""),
            roller,
            rolls: [one, two],
            ...(three && four ? { dealer_rolls: [three, four] } : {}),
          });
        },
      },
      said.drawSeats,
    ),
  ];
}

// True if the tiles are drawn from the left end of the row.
const onTheLeft = (/** @type {SeatingJson} */ { row, drawn_from: end }) =>
  Number.parseInt(row?.[0] ?? "", 10) % 2 === (end === "odd" ? 1 : 0);

/**
 * One text field per seat, for names or teams.
 * @param {"name" | "team"} kind
 * @param {string[]} values
 * @param {() => void} [onchange]
 */
const fields = (kind, values, onchange) =>
  values.map((value, seat) =>
    h("input", {
      value,
      maxlength: 40,
      list: kind === "name" ? "known-players" : null,
      placeholder: said[kind],
      "aria-label": `${said[kind]} ${"ABCD"[seat]}`,
      onchange,
      ...{ [`data-${kind}`]: seat },
    }),
  );

/** @param {HTMLInputElement[]} inputs */
const typed = (inputs) => inputs.map((input) => input.value);

/**
 * Names for an entry, with teams if any team is entered now or was before.
 * @param {HTMLInputElement[]} names
 * @param {HTMLInputElement[]} teams
 * @param {TableView} view
 */
const people = (names, teams, view) => ({
  names: typed(names),
  ...([...typed(teams), ...view.teams].some(Boolean) ? { teams: typed(teams) } : {}),
});

export function seatPlayers(/** @type {TableView} */ view) {
  /** @type {number} */
  let first = view.first_dealer;
  const inputs = fields("name", view.names);
  const teams = fields("team", view.teams);
  const firstChoice = h("div", {});
  const order = h("p", { "data-drawn": "", "aria-live": "polite" });
  const drawFirst = () =>
    firstChoice.replaceChildren(
      choice(
        said.firstDealer,
        view.seats.map((seat) => [seat.seat, "ABCD"[seat.seat]]),
        first,
        (seat) => {
          first = seat;
        },
      ),
    );
  const seated = (/** @type {SeatingJson} */ told) => {
    told.names.forEach((name, place) => {
      inputs[place].value = name;
    });
    first = told.first ?? told.temporary_east ?? first;
    drawFirst();
    order.textContent =
      told.draws_first == null ? "" : said.drawnFrom("ABCD"[told.draws_first], told.drawn_from ?? "", onTheLeft(told));
    if (told.first == null) tell(said.temporaryEast("ABCD"[told.temporary_east ?? 0]));
  };
  drawFirst();
  const drawn =
    view.seating === "assigned"
      ? null
      : fold(
          `${said.draws[view.seating]} · ${view.rulebook[language]} · ${view.seating_cited[language]}`,
          {},
          h(
            "div.content",
            {},
            drawOfSeats(view, () => typed(inputs), seated),
            order,
            view.seating_rests_on.map(doubtLine),
          ),
        );
  const box = dialog(
    said.seating,
    "seats",
    inputs.map((input, place) => h("p.stated", {}, h("span.label", {}, "ABCD"[place]), input, teams[place])),
    drawn,
    firstChoice,
    h(
      "button.primary",
      {
        onclick: async () => {
          if (await claim("seat_players", { ...people(inputs, teams, view), seat: first })) box.close();
        },
      },
      said.takeSeats,
    ),
  );
  box.append(knownPlayers("known-players", box));
}

/** A round in short, such as 東1局2本場. @param {RoundEntryView} each */
const nameOf = (each) => `${words.round(each.wind, each.number)} ${words.counters(each.counters)}`;

/**
 * Correct the seating of a running game from a chosen round on; the changes are shown before the entry is sent.
 * @param {TableView} view
 */
export async function correctPlayers(view) {
  const answer = await fetch(`${address("/rounds")}?game=${view.game}`).catch(() => null);
  /** @type {RoundEntryView[]} */
  const rounds = answer?.ok ? await answer.json() : [];
  const next = (view.round?.ordinal ?? 0) + 1;
  const ahead = foreseen(view.names);
  // The players of the chosen round; the correction consists of the differences from them.
  const sat = () => (since.value ? rounds.find((each) => `${each.ordinal}` === since.value) : rounds[0]) ?? view;
  const inputs = fields("name", (rounds[0] ?? view).names, () => look());
  const teams = fields("team", (rounds[0] ?? view).teams, () => look());
  const since = select(
    [
      ["", said.fromFirst],
      ...rounds.map((each) => /** @type {[number, string]} */ ([each.ordinal, nameOf(each)])),
      [next, said.fromNext],
    ],
    "",
    { "data-since": "", "aria-label": said.since, onchange: () => rename() },
  );
  const told = () => ({
    ...people(inputs, teams, view),
    ...(since.value ? { round: Number(since.value) } : {}),
  });
  const look = () => ahead.ask("seat_players", told());
  const rename = () => {
    const { names, teams: whose } = sat();
    inputs.forEach((input, place) => (input.value = names[place]));
    teams.forEach((input, place) => (input.value = whose[place]));
    look();
  };
  const box = dialog(
    said.correctPlayers,
    "correct-players",
    h("p.stated", {}, h("span.label", {}, said.since), since),
    inputs.map((input, place) =>
      h(
        "p.stated",
        {},
        h("span.label", {}, `${"ABCD"[place]} ${view.seats[place].standing.points.toLocaleString()}`),
        input,
        teams[place],
      ),
    ),
    h("p.faint", {}, said.pointsStay),
    ahead.box,
    ahead.foot(said.correctPlayers, "seat_players", told),
  );
  box.append(knownPlayers("known-players", box));
}
