// Card of one table of the venue: the round, the players, waiting matters, the state of its machine.
import { clockText, isNearlyOver, leftOf, minutes } from "../shared/clock.js";
import { h } from "../shared/dom.js";
import { may } from "../shared/session.js";
import { icon } from "../shared/parts/icons.js";
import { points, sticks } from "../shared/parts/standing.js";
import { language, words } from "../shared/words.js";
import { goalButtons, goalProgress, health, otherBoard, refusal } from "./machine.js";
import { age, callAct, isPressing, needsOf, needText } from "./needs.js";
import { playerName, venueWords } from "./words.js";
import { card as matter } from "../shared/tell/card.js";
/** @import { CardRoundView, CardSeatView, ClockView } from "jantaku/api" */

/** True before a game, while its players can still be seated. @param {import("./needs.js").Card} card */
const isFresh = ({ phase, round }) =>
  phase === "waiting_for_set" && round?.wind === "E" && round.number === 1 && round.counters === 0;

/** @param {CardRoundView | null} round */
const roundText = (round) =>
  round
    ? [
        h("b", {}, words.round(round.wind, round.number)),
        round.counters ? ` ${words.counters(round.counters)}` : "",
        ...(round.riichi_sticks || round.sticks_open ? [" · ", sticks(round)] : []),
      ]
    : [h("b", {}, venueWords.waiting)];

/**
 * @param {ClockView | null} clock
 * @param {boolean} short   show only the time
 */
function clockLine(clock, short) {
  if (!clock) return null;
  const state = clock.last === "clock" ? "up" : isNearlyOver(clock) ? "called" : "going";
  const text = short ? minutes(Math.ceil(leftOf(clock))) : clockText(clock);
  return h("span.chip.time", { "data-clock": "", "data-state": state }, state === "up" ? words.lastRound : text);
}

/**
 * The players in the order of their seats; before a round only their names.
 * @param {import("./needs.js").Card} card
 * @param {readonly string[]} teams   teams in the venue's file, used if the record has none
 */
export function players(card, teams) {
  const teamOf = (/** @type {number} */ seat) => card.teams?.[seat] || teams[seat];
  /** @type {(Omit<Partial<CardSeatView>, "seat" | "name"> & {seat: number, name: string})[]} */
  const seats = card.seats.length ? card.seats : card.names.map((name, seat) => ({ seat, name }));
  return h(
    "ul.players",
    { "data-key": "players" },
    seats.map((each) =>
      h(
        "li",
        { "data-key": each.seat, "data-seat": "ABCD"[each.seat], class: each.wind === "E" ? "dealer" : "" },
        h("span.wind", {}, each.wind ? words.winds[each.wind] : "ABCD"[each.seat]),
        h(
          "span.name",
          {},
          playerName(each.name),
          teamOf(each.seat) ? h("span.faint.team", {}, ` ${teamOf(each.seat)}`) : null,
        ),
        each.riichi ? h("span.chip.riichi", {}, venueWords.riichi) : null,
        each.standing ? points(each.standing) : null,
        each.standing?.place ? h("span.place.faint", {}, venueWords.place(each.standing.place)) : null,
      ),
    ),
  );
}

/**
 * Heading of a table: name, round, time.
 * @param {import("./needs.js").Place} place
 * @param {boolean} [short]
 * @param {Node | null} [stands]   shown instead of the round, if the felt shows the round
 */
export function heading({ table, stand, card }, short = false, stands = null) {
  const state = stand.running
    ? null
    : h("span.chip.stale", {}, stand.trouble ? venueWords.stopped : venueWords.opening);
  const silent = stand.silent_since == null ? null : age(stand.silent_since, "silent");
  return h(
    "header.top",
    { "data-key": "top" },
    h("h2", {}, venueWords.table(table)),
    card ? (stands ?? h("span.round", {}, roundText(card.round))) : null,
    card?.game_over ? h("span.chip", {}, venueWords.over) : null,
    card ? clockLine(card.clock, short) : null,
    state,
    silent ? h("span.chip.stale", { "data-silent": "" }, silent) : null,
  );
}

/**
 * The table as in the room: four players around the felt, the round in the middle.
 * @param {import("./needs.js").Card} card
 * @param {readonly string[]} teams
 */
const felt = (card, teams) =>
  h(
    card.round && !card.game_over ? "div.felt" : "div.felt.idle",
    { "data-key": "felt" },
    players(card, teams),
    h(
      "p.middle",
      { "data-key": "middle" },
      h("span.round", {}, roundText(card.round)),
      card.round && card.tiles_left != null ? h("span.left", {}, venueWords.tilesLeft(card.tiles_left)) : null,
    ),
  );

/** True if the table has ever had a board: a missing board is a trouble, no board is not. @param {import("./needs.js").Card} card */
const hasBoard = ({ machine }) =>
  Boolean(machine) && machine?.link.id !== "none" && !(machine?.link.id === "offline" && !machine.board);

/**
 * @param {import("./needs.js").Card} card
 * @param {number} books   number of rulebooks in use; a single one is not shown on every card
 */
function times(card, books) {
  const told = [
    h("span", { "data-phase": card.phase }, words.phases[card.phase] ?? card.phase),
    card.round ? age(card.round.began, "round") : null,
    card.game_over || card.clock ? null : age(card.began, "gameAge"),
    books > 1 ? card.rulebook[language] : null,
  ].filter((each) => each != null);
  return h(
    "p.faint.times",
    { "data-key": "times" },
    told.map((each, place) => [place ? " · " : "", each]),
  );
}

/**
 * @param {import("./needs.js").Place} place
 * @param {(trouble: string) => void} told
 * @param {() => void} redraw
 */
function needs(place, told, redraw) {
  // The clock in the heading shows its own warning.
  const all = needsOf(place).filter(({ kind }) => kind !== "clock");
  if (!all.length) return null;
  return h(
    "ul.needs",
    { "data-key": "needs" },
    all.map((need) =>
      h(
        "li",
        {
          "data-kind": need.kind,
          "data-trouble": need.code || null,
          "data-key": `${need.kind} ${need.seat ?? ""} ${need.since ?? ""} ${need.code}`,
        },
        h(
          "p",
          {},
          h("b", {}, needText(need, place.card?.names ?? [])),
          " ",
          age(need.since),
          need.detail?.[language] ? h("span.faint", {}, ` ${need.detail[language]}`) : null,
        ),
        need.cure ? h("p.cure", {}, `${venueWords.cure}: ${need.cure[language]}`) : null,
        callAct(place.table, need, told),
        need.code === "board-other" && place.card?.machine ? otherBoard(place.table, place.card.machine, redraw) : null,
      ),
    ),
  );
}

/**
 * @param {import("./needs.js").Place} place
 * @param {{told: (trouble: string) => void, redraw: () => void, seats: (table: string) => void, few: boolean,
 *   books: number, past?: (table: string, card: import("./needs.js").Card, redraw: () => void) => Node}} act
 */
export function tableCard(place, { told, redraw, seats, few, books, past }) {
  const { table, stand, card } = place;
  const path = encodeURIComponent(table);
  const sit = (/** @type {Event} */ pressed) => {
    /** @type {HTMLElement} */ (pressed.currentTarget).closest("details")?.removeAttribute("open");
    seats(table);
  };
  const pressing = needsOf(place).find(isPressing);
  // Before a game the main link is to seat the players, otherwise to the referee's console.
  const isDue = may("referee") && card?.phase && (card.game_over || isFresh(card));
  return matter(
    null,
    {
      "data-table": table,
      "data-key": `table ${table}`,
      "data-need": pressing?.kind ?? null,
      "aria-label": venueWords.table(table),
      class: `table${stand.silent_since == null ? "" : " silent"}`,
    },
    heading(place, false, card ? times(card, books) : null),
    card ? null : h("p.trouble", { "data-key": "trouble" }, stand.trouble?.[language] ?? ""),
    stand.pending?.length
      ? h("p.faint", { "data-key": "pending" }, venueWords.pending(stand.pending.join(", ")))
      : null,
    card ? felt(card, stand.teams ?? []) : null,
    h(
      "div.act-row",
      { "data-key": "act-row" },
      h(
        "nav.links",
        { "data-key": "links", "aria-label": venueWords.table(table) },
        isDue
          ? h("a.primary", { href: `/tables/${path}#seats`, "data-key": "seating" }, venueWords.seating)
          : h("a.primary", { href: `/tables/${path}`, "data-key": "console" }, words.console),
        h(
          "details.more",
          { "data-key": "more" },
          h("summary", { "aria-label": `${venueWords.table(table)} · ${venueWords.others}` }, icon("more")),
          h(
            "div.menu",
            {},
            isDue ? h("a", { href: `/tables/${path}`, "data-key": "console" }, words.console) : null,
            h("a", { href: `/tables/${path}/replay`, "data-key": "replay" }, venueWords.replay),
            h("a", { href: `/tables/${path}/report`, "data-key": "report" }, venueWords.report),
            h("a", { href: `/overlay/${path}/preview`, "data-key": "overlay" }, venueWords.overlay),
            may("referee")
              ? h("a", { href: `/tables/${path}/troubles`, "data-key": "troubles" }, venueWords.troubles)
              : null,
            may("staff")
              ? h("button.link", { "data-key": "seats", "data-act": "seats", onclick: sit }, venueWords.sits)
              : null,
          ),
        ),
      ),
      card?.machine?.goals.length
        ? h(
            "details.operate",
            { "data-key": "operate", open: few || Boolean(card.machine.last && !card.machine.last.ended) },
            h("summary", {}, venueWords.operate),
            goalButtons(table, card.machine, redraw),
            h("p.faint", { "data-key": "once" }, venueWords.once),
          )
        : null,
      card?.game && past ? past(table, card, redraw) : null,
    ),
    card ? needs(place, told, redraw) : null,
    card?.machine && hasBoard(card) ? health(card) : null,
    card?.machine && !card.machine.goals.length ? refusal(table, redraw) : null,
    card?.machine ? goalProgress(card.machine.last) : null,
  );
}
