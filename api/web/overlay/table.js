// The parts of the table: round, dora, and the result card, which appears line by line.
import { h, signed, tile } from "../shared/dom.js";
import { clockText, isNearlyOver } from "../shared/clock.js";
import { headline } from "../shared/parts/result.js";
import { mark } from "../shared/parts/standing.js";
import { language, words } from "../shared/words.js";
import { countTo, fill, meld, say } from "./pieces.js";
import { said } from "./words.js";
/**
 * @import {
 *   PublicResultView,
 *   PublicTableView,
 *   PublicWinView,
 *   RoundView,
 *   Seat,
 *   SeatView,
 *   StandingView,
 * } from "jantaku/api"
 */

const LINE_MS = 700;
const CARD_MS = 4000;
/** Number of indicators from which the label is omitted. */
const MANY_DORA = 4;

/** Content of a card, and the number of lines that appear one after another. @typedef {[Node[], number]} Card */

/** Round, counters, sticks, tiles left, clock, and each seat's chance to finish first. */
export class RoundPart {
  /** @param {number[]} seats the order of the colours */
  constructor(seats) {
    this.round = h("span.name");
    this.counters = h("span.counters");
    this.sticks = h("span.sticks");
    this.left = h("span.tiles-left");
    this.clock = h("span.clock");
    this.shares = seats.map((seat) => h("span.share", { "data-seat": seat }));
    this.chance = h("span.chance", { role: "img" }, this.shares);
    this.element = h("div.part.round", { "data-part": "round" }, [
      this.round,
      h("span.stakes", {}, this.counters, this.sticks),
      h("span.stakes", {}, this.left, this.clock),
      this.chance,
    ]);
  }

  show(/** @type {PublicTableView} */ { round, tiles_left: left, clock, seats }) {
    this.element.hidden = !round;
    this.clockNow = clock;
    if (!round) return;
    say(this.round, words.round(round.wind, round.number));
    say(this.counters, words.counters(round.counters));
    say(this.sticks, said.sticks(round));
    say(this.left, left === null ? "" : words.left(left));
    this.showChances(seats.map(({ standing }) => standing));
    this.tick();
  }

  // Hide the chances while nobody leads: four equal parts carry no information.
  showChances(/** @type {StandingView[]} */ standings) {
    const chances = standings.map((standing) => standing.chances?.[0] ?? 0);
    this.chance.hidden = !chances.some(Boolean) || !standings.some(({ lead }) => lead > 0);
    for (const share of this.shares) share.style.flexGrow = String(chances[Number(share.dataset.seat)] ?? 0);
    const told = chances.map((chance) => `${Math.round(100 * chance)}%`).join(" ");
    this.chance.setAttribute("aria-label", `${said.chance} ${told}`);
  }

  tick() {
    const now = this.clockNow;
    say(this.clock, now?.at == null ? "" : now.last === "clock" ? words.lastRound : clockText(now));
    this.clock.classList.toggle("called", now?.last === "clock" || isNearlyOver(now));
  }
}

/** Each indicator, small, beside its dora tile; indicators of kongs are marked. */
export class DoraPart {
  /** Nothing of it changes by time alone. */
  tick() {}

  constructor() {
    this.row = h("span.row");
    this.element = h("div.part.dora", { "data-part": "dora" }, h("span.label", {}, said.dora), this.row);
  }

  show(/** @type {PublicTableView} */ { round, dora_indicators: shown, dora }) {
    this.element.hidden = !round || !shown.length;
    this.element.toggleAttribute("data-many", shown.length >= MANY_DORA);
    fill(this.row, shown, () =>
      shown.map((name, place) => h(`span.pair${place ? ".kong" : ""}`, {}, tile(name, "indicator"), tile(dora[place]))),
    );
  }
}

/** Display time of a whole result. */
export const cardMs = (/** @type {PublicResultView} */ result) =>
  result.wins.reduce((ms, { score }) => ms + lineMs(score.yaku.length + score.dora_lines.length + 1), 0) || CARD_MS;
const lineMs = (/** @type {number} */ lines) => lines * LINE_MS + CARD_MS;

/** The card of a win or a draw; several winners are shown one after another. */
export class ResultPart {
  constructor() {
    this.element = h("div.part.result", { "data-part": "result", hidden: true });
    this.timer = 0;
    /** Standings before the result. @type {StandingView[]} */
    this.before = [];
  }

  /** Nothing of it changes by time alone. */
  tick() {}

  show(/** @type {PublicTableView} */ { result, seats, round }) {
    this.element.hidden = !result;
    if (!result || !round) {
      this.before = seats.map(({ standing }) => standing);
      return clearTimeout(this.timer);
    }
    const key = [round.ordinal, result.kind, result.draw, result.wins, result.payments, result.after];
    if (!fill(this.element, key, () => [])) return undefined;
    clearTimeout(this.timer);
    this.element.dataset.kind = result.wins.length ? "win" : "draw";
    const cards = result.wins.length
      ? result.wins.map((win) => () => winCard(win, seats, round))
      : [() => drawCard(result, seats, round)];
    return this.turn(cards, 0, paid(result, seats, this.before));
  }

  turn(/** @type {(() => Card)[]} */ cards, /** @type {number} */ place, /** @type {HTMLElement} */ footer) {
    const [card, lines] = cards[place]();
    this.element.replaceChildren(...card, footer);
    if (cards.length > 1)
      this.timer = setTimeout(() => this.turn(cards, (place + 1) % cards.length, footer), lineMs(lines));
  }
}

const heading = (/** @type {RoundView} */ round, /** @type {(Node | null)[]} */ ...said_) =>
  h(
    "header",
    {},
    h("span.of", {}, `${words.round(round.wind, round.number)} ${words.counters(round.counters)}`),
    said_,
  );

// Delay a line until the lines before it have appeared.
function later(/** @type {number} */ place, /** @type {HTMLLIElement | HTMLDivElement} */ line) {
  line.style.animationDelay = `${place * LINE_MS}ms`;
  return line;
}

/** @returns {Card} */
function winCard(/** @type {PublicWinView} */ win, /** @type {SeatView[]} */ seats, /** @type {RoundView} */ round) {
  const { score } = win;
  const lines = [...score.yaku, ...score.dora_lines];
  const name = (/** @type {Seat} */ seat) => seats[seat].name;
  const yaku = lines.map((line, place) =>
    later(
      place,
      h(
        "li.line",
        {},
        h("span", {}, line[language]),
        h("span.number", {}, "yakuman" in line && line.yakuman ? words.yakuman : words.han(line.han)),
      ),
    ),
  );
  const ura = win.ura_indicators;
  const card = [
    heading(
      round,
      h("span.winner", { "data-seat": win.winner }, name(win.winner)),
      h("span.by", {}, words.by[win.by]),
      win.loser === null ? null : h("span.loser", {}, said.from(name(win.loser))),
      h(
        "span.indicators",
        {},
        h("span.label", {}, said.indicators),
        win.dora_indicators.map((each) => tile(each)),
      ),
      ura.length
        ? h(
            "span.indicators",
            {},
            h("span.label", {}, said.ura),
            ura.map((each) => tile(each)),
          )
        : null,
    ),
    h(
      "div.won",
      {},
      h(
        "span.row",
        {},
        win.hand.map((each) => tile(each)),
        tile(win.winning_tile, "apart"),
      ),
      h("span.melds", {}, win.melds.map(meld)),
    ),
    h(`ul.yaku${lines.length > 8 ? ".many" : lines.length > 4 ? "" : ".few"}`, {}, yaku),
    later(
      lines.length,
      h(
        "div.total.line",
        {},
        h("span.worth", {}, headline(score)),
        h("span.points.number", {}, win.said?.[language] ?? words.points(score.points)),
      ),
    ),
  ];
  return [card, lines.length + 1];
}

/** @returns {Card} */
function drawCard(
  /** @type {PublicResultView} */ result,
  /** @type {SeatView[]} */ seats,
  /** @type {RoundView} */ round,
) {
  const exhaustive = result.draw === "exhaustive";
  const ready = seats.map((seat) =>
    h("li", { "data-tenpai": String(result.tenpai.includes(seat.seat)) }, [
      h("span", {}, seat.name),
      h("span", {}, result.tenpai.includes(seat.seat) ? said.tenpai : said.noten),
    ]),
  );
  const card = [
    heading(round, h("span.by", {}, words.drawn[result.draw ?? ""] ?? words.draw)),
    exhaustive ? h("ul.yaku.tenpai", {}, ready) : null,
  ];
  return [card.filter((each) => each !== null), 1];
}

// Payment, new standing and change of place of each seat.
const paid = (
  /** @type {PublicResultView} */ result,
  /** @type {SeatView[]} */ seats,
  /** @type {StandingView[]} */ before,
) =>
  h(
    "footer",
    {},
    seats.map((seat, place) => {
      const after = result.after[place];
      const change = result.payments[place];
      const moved = before[place]?.place ? Math.sign(before[place].place - after.place) : 0;
      const score = h("span");
      countTo(score, after.points, after.points - change);
      return h(
        "span.paid",
        { "data-place": after.place, "data-seat": place },
        h("span.name", {}, seat.name),
        h("span.place", { "data-moved": moved }, said.place(after.place)),
        h(`span.number.change${change > 0 ? ".gain" : change < 0 ? ".loss" : ""}`, {}, change ? signed(change) : "±0"),
        h("span.number.score", {}, score, mark(after)),
      );
    }),
  );
