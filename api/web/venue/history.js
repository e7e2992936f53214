// History of a table: its games with their points, and the rounds of the latest game.
import { h } from "../shared/dom.js";
import { headline } from "../shared/parts/result.js";
import { moved as gained, inOrder, points } from "../shared/parts/standing.js";
import { language, words } from "../shared/words.js";
import { addressOf } from "./needs.js";
import { playerName, venueWords } from "./words.js";
/** @import { PublicResultView, RoundEntryView } from "jantaku/api" */

/** Cached rounds of each table, with the mark of their state. @type {Map<string, {mark: string, rounds: RoundEntryView[]}>} */
const known = new Map();
/** Tables whose history is unfolded. @type {Set<string>} */
const open = new Set();
/** Maximum number of games shown, the newest first; the report has all. */
const GAMES = 5;

/** Mark of the state of a table's history; changes with every result or ruling. @param {import("./needs.js").Card} card */
const markOf = (card) => `${card.points_mark} ${card.game_over} ${card.round?.ordinal} ${card.phase} ${card.names}`;

/**
 * @param {string} table
 * @param {import("./needs.js").Card} card
 * @param {() => void} redraw
 */
async function look(table, card, redraw) {
  const mark = markOf(card);
  if (known.get(table)?.mark === mark) return;
  known.set(table, { mark, rounds: known.get(table)?.rounds ?? [] });
  const answer = await fetch(`${addressOf(table)}/rounds`).catch(() => null);
  if (!answer?.ok) return;
  known.set(table, { mark, rounds: await answer.json() });
  redraw();
}

/** @param {PublicResultView} result */
const ending = (result) =>
  result.kind === "draw"
    ? (words.drawn[result.draw ?? ""] ?? words.draw)
    : result.wins.map((win) => `${words.by[win.by]} ${headline(win.score)}`).join(" / ");

/** Gains and losses of a round, in one line. @param {RoundEntryView} round */
const moved = (round) =>
  round.names
    .map((/** @type {string} */ name, /** @type {number} */ seat) => ({
      name,
      points: gained(round.before[seat], round.after[seat]),
    }))
    .filter((each) => each.points)
    .sort((one, two) => two.points - one.points)
    .map((each) => `${playerName(each.name)} ${each.points > 0 ? "+" : ""}${each.points.toLocaleString()}`)
    .join(language === "ja" ? "　" : ", ");

/**
 * @param {string} table
 * @param {RoundEntryView[]} rounds   of one game
 */
function gameRow(table, rounds) {
  const last = rounds[rounds.length - 1];
  return h(
    "li",
    { "data-game": last.game, "data-key": `game ${last.game}` },
    h("a", { href: `/tables/${encodeURIComponent(table)}/report?game=${last.game}` }, venueWords.game(last.game)),
    " ",
    inOrder(last.after).map((seat, place) => [
      place ? (language === "ja" ? "　" : ", ") : "",
      `${playerName(last.names[seat])} `,
      points(last.after[seat]),
    ]),
  );
}

/**
 * History of a table, requested when it is unfolded.
 * @param {string} table
 * @param {import("./needs.js").Card} card
 * @param {() => void} redraw
 */
export function pastOf(table, card, redraw) {
  const isOpen = open.has(table);
  if (isOpen) void look(table, card, redraw);
  const flip = (/** @type {Event} */ event) => {
    const shown = /** @type {HTMLDetailsElement} */ (event.currentTarget).open;
    if (shown === open.has(table)) return;
    if (shown) open.add(table);
    else open.delete(table);
    redraw();
  };
  const rounds = isOpen ? (known.get(table)?.rounds ?? []) : [];
  const games = [...new Set(rounds.map((each) => each.game))].reverse();
  const here = rounds.filter((each) => each.game === games[0] && each.result).reverse();
  const path = encodeURIComponent(table);
  return h(
    "details.past",
    { "data-key": "past", open: isOpen, ontoggle: flip },
    h("summary", {}, venueWords.past),
    isOpen && !here.length && games.length < 2 ? h("p.faint", { "data-key": "nothing" }, venueWords.noRounds) : null,
    here.length
      ? h(
          "ol.rounds",
          { "data-key": "rounds" },
          here.map((each) =>
            h(
              "li",
              { "data-key": `round ${each.ordinal}`, "data-round": each.ordinal },
              h(
                "a",
                { href: `/tables/${path}/replay?round=${each.ordinal}` },
                `${words.round(each.wind, each.number)}${each.counters ? ` ${words.counters(each.counters)}` : ""}`,
              ),
              each.result ? ` ${ending(each.result)} ` : " ",
              h("span.faint", {}, moved(each)),
            ),
          ),
        )
      : null,
    games.length > 1
      ? h(
          "ol.games",
          { "data-key": "games" },
          games.slice(1, 1 + GAMES).map((game) =>
            gameRow(
              table,
              rounds.filter((each) => each.game === game),
            ),
          ),
        )
      : null,
  );
}
