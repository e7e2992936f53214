// The parts that the table has once: round, dora, and the card of a result, told line by line.
import { h, signed, tile } from "../shared/dom.js";
import { clockText, isNearlyOver } from "../shared/clock.js";
import { headline } from "../shared/parts/result.js";
import { mark } from "../shared/parts/standing.js";
import { language, words } from "../shared/words.js";
import { fill, layRow, meld, plainTiles, say } from "./pieces.js";
import { said } from "./words.js";

const LINE_MS = 450;
const CARD_MS = 4000;
const MOST_INDICATORS = 5;
const NOT_TURNED = null;

/** Round, counters, sticks, tiles left, clock. */
export class RoundPart {
  constructor() {
    this.round = h("span.name");
    this.counters = h("span.counters");
    this.sticks = h("span.sticks");
    this.left = h("span.tiles-left");
    this.clock = h("span.clock");
    this.element = h("div.part.round", { "data-part": "round" }, [
      ...[this.round, this.counters, this.sticks, this.left, this.clock],
    ]);
  }

  show({ round, tiles_left: left, clock }) {
    this.element.hidden = !round;
    this.clockNow = clock;
    if (!round) return;
    say(this.round, words.round(round.wind, round.number));
    say(this.counters, words.counters(round.counters));
    say(this.sticks, words.sticks(round));
    say(this.left, left === null ? "" : words.left(left));
    this.tick();
  }

  tick() {
    const now = this.clockNow;
    say(this.clock, now?.at == null ? "" : now.last === "clock" ? words.lastRound : clockText(now));
    this.clock.classList.toggle("called", now?.last === "clock" || isNearlyOver(now));
  }
}

/** Indicators in five places: those of kongs are marked, those not turned lie face down. */
export class DoraPart {
  /** Nothing of it changes by time alone. */
  tick() {}

  constructor() {
    this.row = h("span.row");
    this.element = h("div.part.dora", { "data-part": "dora" }, h("span.label", {}, said.dora), this.row);
  }

  show({ round, dora_indicators: shown }) {
    this.element.hidden = !round;
    const kong = (names) => names.map((name, place) => ({ name, classes: place ? "kong" : "" }));
    const hidden = plainTiles(Array(Math.max(0, MOST_INDICATORS - shown.length)).fill(NOT_TURNED), "resting");
    layRow(this.row, [...kong(shown), ...hidden]);
  }
}

/** How long a result takes to be told to its end. */
export const cardMs = (result) =>
  result.wins.reduce((ms, { score }) => ms + lineMs(score.yaku.length + score.dora_lines.length + 1), 0) || CARD_MS;
const lineMs = (lines) => lines * LINE_MS + CARD_MS;

/** The card of a win or a draw; several winners come one after another. */
export class ResultPart {
  constructor() {
    this.element = h("div.part.result", { "data-part": "result", hidden: true });
    this.timer = 0;
  }

  /** Nothing of it changes by time alone. */
  tick() {}

  show({ result, seats, round }) {
    const key = result ? [round.ordinal, result.kind, result.draw, result.wins, result.payments, result.after] : null;
    const isNew = fill(this.element, key, () => []);
    this.element.hidden = !key;
    if (!isNew) return;
    clearTimeout(this.timer);
    if (!key) return;
    const cards = result.wins.length
      ? result.wins.map((win) => () => winCard(win, seats))
      : [() => drawCard(result, seats)];
    this.turn(cards, 0, paid(result, seats));
  }

  turn(cards, place, footer) {
    const [card, lines] = cards[place]();
    this.element.replaceChildren(...card, footer);
    if (cards.length < 2) return;
    this.timer = setTimeout(() => this.turn(cards, (place + 1) % cards.length, footer), lineMs(lines));
  }
}

// A line that appears when those before it have.
function later(place, line) {
  line.style.animationDelay = `${place * LINE_MS}ms`;
  return line;
}

function winCard(win, seats) {
  const { score } = win;
  const lines = [...score.yaku, ...score.dora_lines];
  const name = (seat) => seats[seat].name;
  const yaku = lines.map((line, place) =>
    later(
      place,
      h(
        "li.line",
        {},
        h("span", {}, line[language]),
        h("span.number", {}, line.yakuman ? words.yakuman : `${line.han}${language === "ja" ? "" : " "}${words.han}`),
      ),
    ),
  );
  const ura = win.ura_indicators;
  const card = [
    h(
      "header",
      {},
      h("span.winner", {}, name(win.winner)),
      h("span.by", {}, words[win.by]),
      win.loser === null ? null : h("span.loser", {}, said.from(name(win.loser))),
      h(
        "span.indicators",
        {},
        h("span.label", {}, said.dora),
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
    h(`ul.yaku${lines.length > 8 ? ".many" : ""}`, {}, yaku),
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

function drawCard(result, seats) {
  const exhaustive = result.draw === "exhaustive";
  const ready = seats.map((seat) =>
    h("li", { "data-tenpai": String(result.tenpai.includes(seat.seat)) }, [
      h("span", {}, seat.name),
      h("span", {}, result.tenpai.includes(seat.seat) ? said.tenpai : said.noten),
    ]),
  );
  const card = [
    h("header", {}, h("span.winner", {}, words.drawn[result.draw] ?? words.draw)),
    exhaustive ? h("ul.yaku.tenpai", {}, ready) : null,
  ];
  return [card.filter(Boolean), 1];
}

// What the result pays each seat, and how they then stand.
const paid = (result, seats) =>
  h(
    "footer",
    {},
    seats.map((seat, place) =>
      h(
        "span.paid",
        { "data-place": result.after[place].place },
        h("span.name", {}, seat.name),
        h(`span.number.change${result.payments[place] < 0 ? ".loss" : ".gain"}`, {}, signed(result.payments[place])),
        h("span.place", {}, said.place(result.after[place].place)),
        h("span.number.score", {}, result.after[place].points.toLocaleString(), mark(result.after[place])),
      ),
    ),
  );
