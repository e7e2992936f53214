// Events of many games: standings and seating, for players with a phone; below them the organisers' desk.
import { h, signed } from "../shared/dom.js";
import { patch } from "../shared/patch.js";
import { problemIn, showPlace } from "../shared/parts/place.js";
import { codes } from "../shared/reach/card.js";
import { barred, bearer, may, who } from "../shared/session.js";
import { pageBar } from "../shared/parts/shell.js";
import { language, words } from "../shared/words.js";
import { fold, select } from "../shared/ask/fields.js";
import { card } from "../shared/tell/card.js";
import { eventWords as said } from "./words.js";
/** @import { BesideJson, EventSummaryJson, EventJson, LinkedEventJson, SeatedTableJson, SeatedJson } from "jantaku/api" */

const AGAIN_MS = 15_000;
const event = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const api = `/api/v1/events${event ? `/${encodeURIComponent(event)}` : ""}`;
const mine = `jantaku event ${event}`;
const main = h("main");
const title = h("h1", {}, said.events);
document.body.append(
  pageBar(title, { ways: event ? h("a", { href: "/events" }, said.events) : null, account: who() }),
  main,
);

let chosen = new URLSearchParams(location.search).get("player") ?? localStorage.getItem(mine) ?? "";

/** Shared with the organisers' desk. @type {{shown: EventJson & Partial<LinkedEventJson>, tools: HTMLElement | null}} */
const state = { shown: /** @type {EventJson} */ ({}), tools: null };

const points = (/** @type {number} */ value) => signed(value);
const cells = (/** @type {string[]} */ texts) =>
  h(
    "tr",
    {},
    texts.map((text) => h("th", { scope: "col" }, text)),
  );

/** @param {BesideJson[]} beside */
const extras = (beside) =>
  beside.map((each) =>
    h("div.faint", {}, `${said.kinds[each.kind]} ${points(each.points)}${each.why ? ` (${each.why})` : ""}`),
  );

function standings() {
  const { standings: rows, teams } = state.shown;
  return card(
    said.standings,
    { "data-key": "standings", id: "standings" },
    h(
      "table",
      {},
      h("thead", {}, cells([said.rank, said.player, said.points, said.games])),
      h(
        "tbody",
        {},
        rows.map((row) =>
          h(
            `tr${row.player === chosen ? ".me" : ""}`,
            { "data-key": row.player, "data-player": row.player },
            h("td", {}, row.rank || "–"),
            h(
              "td",
              {},
              h("b", {}, row.player),
              row.team ? h("div.faint", {}, row.team) : null,
              row.why ? h("div.faint", {}, row.why[language]) : null,
              extras(row.beside),
            ),
            h("td.number", {}, points(row.points)),
            h("td.number", {}, row.games.length),
          ),
        ),
      ),
    ),
    teams.length
      ? [
          h("h2", {}, said.teams),
          h(
            "table",
            { id: "teams" },
            h("thead", {}, cells([said.rank, said.team, said.points])),
            h(
              "tbody",
              {},
              teams.map((each) =>
                h(
                  "tr",
                  {},
                  h("td", {}, each.rank),
                  h(
                    "td",
                    {},
                    h("b", {}, each.team),
                    h("div.faint", {}, each.players.join(language === "ja" ? "・" : ", ")),
                    extras(each.beside),
                  ),
                  h("td.number", {}, points(each.points)),
                ),
              ),
            ),
          ),
        ]
      : null,
  );
}

/** @param {SeatedJson} seat */
const player = (seat) => (seat.plays === seat.player ? seat.player : `${seat.plays} (${said.substitute(seat.player)})`);

/** @param {SeatedTableJson} table */
function played(table) {
  const { game } = table;
  return h(
    "div",
    { "data-key": table.table },
    h("h3", {}, said.table(table.table), game ? null : h("span.faint", {}, ` ${said.waits}`)),
    h(
      "table",
      {},
      h(
        "tbody",
        {},
        table.seats.map((seat) => {
          const place = game ? game.players.findIndex((name) => name === seat.player || name === seat.plays) : -1;
          return h(
            `tr${[seat.player, seat.plays].includes(chosen) ? ".me" : ""}`,
            {},
            h("td", {}, words.winds[seat.wind]),
            h("td", {}, player(seat)),
            h("td.number", {}, !game || place < 0 ? "" : game.scores[place].toLocaleString()),
            h("td.number", {}, !game || place < 0 ? "" : points(game.points[place])),
          );
        }),
      ),
    ),
  );
}

function rounds() {
  const every = [...state.shown.seating].reverse();
  return card(
    said.rounds,
    { class: "plays", "data-key": "rounds", id: "rounds" },
    every.map((each, at) =>
      fold(
        `${said.round(each.round)} · ${said.rules[each.rule]}`,
        { "data-key": `round ${each.round}`, open: at === 0 },
        each.resting.length ? h("p.faint", {}, said.resters(each.resting.join(language === "ja" ? "、" : ", "))) : null,
        each.tables.map(played),
      ),
    ),
  );
}

/** Next seat of the chosen player: in the first round without their result, else their last seat. */
function nextSeat() {
  /** @type {Found | null} */
  let last = null;
  for (const each of state.shown.seating) {
    if (each.resting.includes(chosen)) last = { round: each.round };
    for (const table of each.tables)
      for (const seat of table.seats)
        if (seat.plays === chosen) {
          last = { round: each.round, at: { table, seat } };
          if (!table.game) return where(last);
        }
  }
  return last && !last.at?.table.game ? where(last) : h("p", {}, said.noSeat);
}

/** Table and seat of a player in a round; no `at` for a resting player. @typedef {{round: number, at?: {table: SeatedTableJson, seat: SeatedJson}}} Found */

/** @param {Found} found */
const where = ({ round, at }) =>
  !at
    ? h("p.where", {}, `${said.round(round)} ${said.resting}`)
    : [
        h("p.where", {}, `${said.round(round)} ${said.table(at.table.table)} ${said.seat(at.seat.wind)}`),
        h(
          "ul.list.marked",
          {},
          at.table.seats.map((seat) => h("li", {}, `${said.seat(seat.wind)} ${player(seat)}`)),
        ),
      ];

function me() {
  const names = state.shown.standings.map((row) => row.player).sort();
  const own = state.shown.standings.find((row) => row.player === chosen);
  return card(
    said.me,
    { "data-key": "me", id: "me" },
    select([["", said.choose], ...names.map((name) => /** @type {const} */ ([name, name]))], chosen, {
      id: "who-am-i",
      "aria-label": said.choose,
      onchange: (/** @type {Event} */ changed) => {
        chosen = /** @type {HTMLSelectElement} */ (changed.target).value;
        localStorage.setItem(mine, chosen);
        draw();
      },
    }),
    own ? [own.rank ? h("p", {}, `${said.place(own.rank)} ${points(own.points)}`) : null, nextSeat()] : null,
  );
}

function more() {
  const { link, notes, open_tables: open } = state.shown;
  const lacking = open.map((each) => `${said.round(each.round)} ${said.table(each.table)}`);
  return card(
    null,
    { "data-key": "more" },
    lacking.length || notes.length
      ? [
          h("h2", {}, said.notes),
          h(
            "ul.list.marked",
            { id: "notes" },
            lacking.length ? h("li", {}, said.open(lacking.join(language === "ja" ? "、" : ", "))) : null,
            notes.map((note) => h("li", {}, `${note.subject} ${note[language]}`)),
          ),
        ]
      : null,
    h("div", { "data-key": "link", id: "share" }, link ? codes(link, said.share, { id: "event-link" }) : null),
    h(
      "div.files",
      {},
      Object.entries(said.save).map(([part, text]) => h("a.button", { href: `${api}/sheets/${part}` }, text)),
    ),
  );
}

function draw() {
  title.textContent = state.shown.name;
  document.title = `${state.shown.name} · ${said.events}`;
  patch(main, [me(), standings(), rounds(), more(), state.tools]);
}

/** @param {EventJson} shown */
function show(shown) {
  state.shown = { ...state.shown, ...shown };
  draw();
}

async function look() {
  const answer = await fetch(api, { headers: bearer }).catch(() => null);
  if (!answer?.ok) return problemIn(answer);
  /** @type {LinkedEventJson} */
  const shown = await answer.json();
  if (shown.version !== state.shown.version) show(shown);
  return null;
}

/** Every event of the venue. */
async function list() {
  const answer = await fetch(api, { headers: bearer }).catch(() => null);
  if (!answer?.ok) return problemIn(answer);
  /** @type {EventSummaryJson[]} */
  const every = await answer.json();
  patch(main, [
    card(
      said.events,
      { "data-key": "events" },
      every.length
        ? h(
            "ul.list.marked",
            {},
            every.map((each) =>
              h(
                "li",
                {},
                h("a", { href: `/events/${encodeURIComponent(each.event)}` }, each.name),
                h("div.faint", {}, said.counts(each)),
              ),
            ),
          )
        : h("p.faint", {}, said.none),
    ),
    state.tools,
  ]);
  return null;
}

let wrong = barred("viewer");
if (!wrong && may("referee")) {
  const { eventTools, newEvent } = await import("./desk.js");
  if (event) {
    wrong = await look();
    state.tools = wrong ? null : await eventTools(api, () => state.shown, show);
    if (!wrong) draw();
  } else {
    state.tools = may("staff") ? await newEvent() : null;
    wrong = await list();
  }
} else wrong ??= await (event ? look() : list());
if (wrong) showPlace(wrong);
else if (event)
  setInterval(() => {
    if (!document.hidden) void look();
  }, AGAIN_MS);
