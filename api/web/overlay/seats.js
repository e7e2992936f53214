// The parts of each seat: scores, hand with melds, waits, river. Each has a fixed slot.
import { h, signed, tile } from "../shared/dom.js";
import { mark } from "../shared/parts/standing.js";
import { words } from "../shared/words.js";
import { advised } from "./advice.js";
import { countTo, fill, layRow, meld, plainTiles, say } from "./pieces.js";
import { said } from "./words.js";
/**
 * @import {
 *   AdviceView,
 *   HandView,
 *   LookJson,
 *   PublicResultView,
 *   PublicTableView,
 *   SeatView,
 *   WaitView,
 * } from "jantaku/api"
 */
/** The venue's data of a seat, with the address of its photo. @typedef {LookJson & {photo?: string}} Look */

const CALL_MS = 2200;
const FULL_WAITS = 2;
const COMPACT_WAITS = 4;
/** Bounds of the river's three rows of six; further discards go into the third. */
const RIVER = [0, 6, 12, Infinity];

/** The parts of one seat in a slot. */
export class SeatParts {
  /** @param {number} seat @param {number} slot @param {string[]} parts */
  constructor(seat, slot, parts) {
    const part = (/** @type {string} */ name, /** @type {import("../shared/dom.js").Children[]} */ ...inside) =>
      h(`div.part.${name}`, { "data-part": name, "data-seat": seat, "data-slot": slot }, inside);
    this.parts = parts;
    this.seat = seat;
    this.photo = h("span.photo");
    this.wind = h("span.wind");
    this.name = h("span.name");
    this.team = h("span.team");
    this.place = h("span.place");
    this.lead = h("span.lead.number");
    this.change = h("span.change.number");
    this.digits = h("span");
    this.mark = h("span");
    this.moment = h("span.moment", { hidden: true });
    this.scores = part(
      "scores",
      h("span.field", {}, this.photo, this.wind),
      h("span.who", {}, this.name, this.lead, this.change),
      h("span.tally", {}, this.place, this.team, h("span.points.number", {}, this.digits, this.mark)),
      h("span.stick"),
      this.moment,
    );
    this.row = h("span.row");
    this.age = h("span.age");
    this.melds = h("span.melds");
    this.hands = part("hands", this.row, this.melds, this.age);
    this.state = h("span.state");
    this.chips = h("span.chips");
    this.engine = h("span.engines");
    this.waits = part("waits", this.state, this.chips, this.engine);
    this.lines = RIVER.slice(1).map(() => h("span.discards"));
    this.river = part("river", this.lines);
    this.heldSince = 0;
    this.before = /** @type {{melds: string[], riichi: boolean, won: string} | null} */ (null);
    this.timer = 0;
  }

  get elements() {
    const all = [this.scores, this.hands, this.waits, this.river];
    return all.filter((element) => this.parts.includes(element.dataset.part ?? ""));
  }

  /** @param {PublicTableView} view @param {Partial<Look>} look what the venue gives of the seat: colour, photo, the team where the record has none */
  show(view, look) {
    const seat = view.seats[this.seat];
    for (const element of this.elements) {
      element.hidden = !seat;
      element.toggleAttribute("data-dealer", seat?.seat === view.round?.dealer);
      element.toggleAttribute("data-riichi", Boolean(seat?.riichi));
    }
    if (!seat) return;
    if (this.parts.includes("scores")) this.showScores(seat, view, look);
    if (this.parts.includes("hands")) this.showHand(seat);
    if (this.parts.includes("waits")) this.showWaits(seat.concealed, view.advice);
    if (this.parts.includes("river")) this.showRiver(seat);
  }

  showScores(/** @type {SeatView} */ seat, /** @type {PublicTableView} */ view, /** @type {Partial<Look>} */ look) {
    fill(this.photo, look.photo, () => [look.photo ? h("img", { src: look.photo, alt: "" }) : null]);
    this.photo.hidden = !look.photo;
    say(this.wind, words.winds[seat.wind]);
    say(this.name, seat.name);
    say(this.team, view.teams?.[this.seat] || look.team || "");
    const { standing } = seat;
    countTo(this.digits, standing.points);
    fill(this.mark, standing.provisional, () => [mark(standing)]);
    say(this.place, said.place(standing.place));
    // Hide places while all seats are first, as at the start.
    this.place.hidden = view.seats.every((each) => each.standing.place === 1);
    this.place.dataset.place = String(standing.place);
    const change = view.result?.payments[this.seat] ?? 0;
    // Hide a lead of zero, and the lead beside a result's change of points.
    say(this.lead, standing.lead ? signed(standing.lead) : "±0");
    this.lead.hidden = !standing.lead || Boolean(change);
    this.change.className = `change number ${change > 0 ? "gain" : "loss"}`;
    this.change.hidden = !change;
    say(this.change, change ? signed(change) : "");
    this.announce(seat, view.result);
  }

  // Show a call, a riichi or a win at its seat for CALL_MS.
  announce(/** @type {SeatView} */ seat, /** @type {PublicResultView | null} */ result) {
    const won = result?.wins.find(({ winner }) => winner === this.seat)?.by ?? "";
    const now = { melds: seat.melds.map(({ kind }) => kind), riichi: seat.riichi, won };
    const { before } = this;
    this.before = now;
    if (!before) return;
    const called = now.melds.find((kind, place) => kind !== before.melds[place]);
    const call = won !== before.won ? won : now.riichi && !before.riichi ? "riichi" : called;
    if (!call) return;
    const turn = seat.river.findIndex((discard) => discard.sideways) + 1;
    this.moment.replaceChildren(
      h("span.call", {}, said.calls[call] ?? call),
      ...(call === "riichi" && turn ? [h("span.turn", {}, said.turn(turn))] : []),
    );
    this.moment.hidden = false;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.moment.hidden = true), CALL_MS);
  }

  showHand(/** @type {SeatView} */ seat) {
    const hand = seat.concealed;
    this.hands.toggleAttribute("data-held", Boolean(hand?.held));
    const known = hand ? [...hand.tiles, ...Array(hand.unknown).fill("?")] : seat.shown;
    const drawn = hand ? hand.drawn : seat.apart;
    // A hand that is not read yet is shown face down in its place.
    const rest = !known.length && "concealed" in seat ? Array(seat.tiles_standing).fill(null) : known;
    layRow(this.row, [...plainTiles(rest), ...(drawn ? [{ name: drawn, classes: "apart" }] : [])]);
    fill(this.melds, seat.melds, () => seat.melds.map(meld));
    this.hands.toggleAttribute("data-empty", !rest.length && !seat.melds.length);
    if (!hand?.held) this.heldSince = 0;
    else this.heldSince ||= Date.now();
    this.tick();
  }

  /** Update the age of a held row; called once per second. */
  tick() {
    say(this.age, this.heldSince ? said.ago(Math.round((Date.now() - this.heldSince) / 1000)) : "");
  }

  showWaits(/** @type {HandView | null | undefined} */ hand, /** @type {AdviceView[] | undefined} */ advice) {
    const told = advice?.find((each) => each.seat === this.seat);
    fill(this.engine, told, () => (told ? [advised(told)] : []));
    const waits = hand?.waits ?? [];
    this.waits.toggleAttribute("data-empty", !hand || hand.shanten === null);
    this.waits.dataset.size = waits.length <= FULL_WAITS ? "full" : waits.length <= COMPACT_WAITS ? "compact" : "dense";
    this.waits.toggleAttribute("data-furiten", Boolean(hand?.furiten));
    fill(this.state, [hand?.shanten, hand?.furiten, waits.length], () =>
      hand && hand.shanten !== null
        ? [hand.furiten ? said.furiten : words.shanten(waits.length ? 0 : hand.shanten)]
        : [],
    );
    fill(this.chips, waits, () => waits.map((wait) => this.wait(wait)));
  }

  wait(/** @type {WaitView} */ { tile: name, left, ron, tsumo }) {
    const worth = ron ? ron.toLocaleString() : tsumo ? said.byTsumo(tsumo) : left ? said.noYaku : "";
    return h(`span.wait${ron || tsumo ? "" : ".dead"}`, { "data-wait": name, "data-left": left }, [
      tile(name),
      h("span.left.number", {}, said.rest(left)),
      h("span.worth.number", {}, worth),
    ]);
  }

  showRiver(/** @type {SeatView} */ { river }) {
    const laid = river.map(({ tile: name, sideways, called, from_hand: fromHand }) => ({
      name,
      classes: [sideways && "sideways", called && "called", fromHand === false && "drawn"].filter(Boolean).join(" "),
    }));
    this.lines.forEach((line, place) => layRow(line, laid.slice(RIVER[place], RIVER[place + 1])));
  }
}
