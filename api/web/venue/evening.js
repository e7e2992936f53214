// The evening's event: standings for each rulebook in use, and the seating of the next game.
import { h } from "../shared/dom.js";
import { postJson, said } from "../shared/http.js";
import { may } from "../shared/session.js";
import { language, words } from "../shared/words.js";
import { addressOf } from "./needs.js";
import { venueWords } from "./words.js";
import { card } from "../shared/tell/card.js";
/** @import { EveningJson, StandingsJson } from "jantaku/api" */

/** @type {EveningJson[]} */
let groups = [];
let games = "";

/** Key of the standings; they are requested when it changes, by a game's end or a later ruling. @param {import("./needs.js").Place[]} places */
const gamesOf = (places) => places.map(({ card: now }) => `${now?.points_mark}${now?.game_over}`).join();

/**
 * Request the standings if a game or ruling has changed them, then call `redraw`.
 * @param {import("./needs.js").Place[]} places
 * @param {() => void} redraw
 */
export async function lookUp(places, redraw) {
  const now = gamesOf(places);
  if (now === games) return;
  games = now;
  const answer = await fetch("/api/v1/board/standings").catch(() => null);
  if (answer?.ok) {
    groups = await answer.json();
    redraw();
  }
}

/** True if there are standings to show. */
export const hasStandings = () => groups.some((each) => each.event);

/** Players in the order E, S, W, N, which is the seat order from the first dealer on. @param {Record<string, string>} seats */
const inOrder = (seats) => ["E", "S", "W", "N"].map((wind) => seats[wind]);

/**
 * @param {string} table
 * @param {string[]} names
 * @param {(trouble: string) => void} told
 */
const seatThem = (table, names, told) => async () => {
  const body = { kind: "seat_players", names, seat: 0 };
  const answer = await postJson(`${addressOf(table)}/claims`, body).catch(() => null);
  told(answer?.ok ? venueWords.seated : answer ? await said(answer, language) : venueWords.failed);
};

/**
 * @param {EveningJson} group
 * @param {StandingsJson} event
 * @param {(trouble: string) => void} told
 */
function nextGame(group, event, told) {
  const { next_seats: seats, next_tables: tables } = event;
  if (seats.length)
    return h(
      "div.next",
      { "data-key": "next" },
      h("h3", {}, venueWords.nextSeats),
      h(
        "ul.marked",
        {},
        seats.map((each, /** @type {number} */ number) => {
          const [names, table] = [inOrder(each), group.tables[number]];
          return h(
            "li",
            { "data-next": table ?? number + 1 },
            h("b", {}, venueWords.table(table ?? number + 1)),
            ` ${["E", "S", "W", "N"].map((wind, place) => `${words.winds[wind]} ${names[place]}`).join("　")} `,
            table && may("referee")
              ? h("button", { onclick: seatThem(table, names, told) }, venueWords.seatThem)
              : null,
          );
        }),
      ),
    );
  if (!tables.length) return null;
  return h(
    "div.next",
    { "data-key": "next" },
    h("h3", {}, venueWords.nextTables),
    h(
      "ul.marked",
      {},
      tables.map((/** @type {string[]} */ each, /** @type {number} */ number) =>
        h("li", {}, h("b", {}, venueWords.table(group.tables[number] ?? number + 1)), ` ${each.join("　")}`),
      ),
    ),
  );
}

/**
 * @param {(trouble: string) => void} told
 * @param {number} most   maximum number of rows of a table of standings
 */
export function standings(told, most = Infinity) {
  return groups.map((group) => {
    const { event } = group;
    return card(
      `${venueWords.standings} · ${group[language]}`,
      { class: "standings", "data-key": `standings ${group.rulebook}`, "data-standings": group.rulebook },
      event
        ? [
            h("p.faint", { "data-key": "played" }, venueWords.games(event.played)),
            h(
              "table",
              { "data-key": "table" },
              h(
                "thead",
                {},
                h(
                  "tr",
                  {},
                  [venueWords.rank, venueWords.player, venueWords.points, venueWords.played].map((text) =>
                    h("th", { scope: "col" }, text),
                  ),
                ),
              ),
              h(
                "tbody",
                {},
                event.standings
                  .slice(0, most)
                  .map((each) =>
                    h(
                      "tr",
                      { "data-key": each.player },
                      h("td", {}, each.rank),
                      h(
                        "td",
                        {},
                        h("b", {}, each.player),
                        each.qualifies ? h("span.chip", {}, venueWords.through) : null,
                      ),
                      h("td.number", {}, each.points.toLocaleString()),
                      h("td.number", {}, each.games.length),
                    ),
                  ),
              ),
            ),
            nextGame(group, event, told),
            event.notes.map((note) => h("p.faint", {}, `${note.subject} ${note[language]} (${note.cited[language]})`)),
          ]
        : h("p.faint", { "data-key": "none" }, group.why?.[language] ?? venueWords.noGames),
    );
  });
}
