// The parts that every seat has: scores, hand with melds, waits, river. Each stands in a slot that never moves.
import { h, signed, tile } from "../shared/dom.js";
import { mark } from "../shared/parts/standing.js";
import { words } from "../shared/words.js";
import { advised } from "./advice.js";
import { fill, layRow, meld, plainTiles, say } from "./pieces.js";
import { said } from "./words.js";

const RIICHI_MOMENT_MS = 4000;
const FULL_WAITS = 3;
const COMPACT_WAITS = 8;

/** The parts of one seat in a slot. */
export class SeatParts {
  /** @param {number} seat @param {number} slot @param {string[]} parts */
  constructor(seat, slot, parts) {
    const part = (name, ...inside) =>
      h(`div.part.${name}`, { "data-part": name, "data-seat": seat, "data-slot": slot }, inside);
    this.parts = parts;
    this.seat = seat;
    this.photo = h("span.photo");
    this.wind = h("span.wind");
    this.name = h("span.name");
    this.team = h("span.team");
    this.moment = h("span.moment");
    this.score = h("span.points.number");
    this.lead = h("span.lead.number");
    this.place = h("span.place");
    this.chanceValue = h("span.value.number");
    this.chance = h("span.chance", {}, h("span.label", {}, said.chance), this.chanceValue);
    this.scores = part(
      "scores",
      ...[this.photo, this.wind, h("span.who", {}, this.name, this.team), this.moment],
      ...[h("span.tally", {}, this.score, this.lead), this.place, this.chance],
    );
    this.row = h("span.row");
    this.age = h("span.age");
    this.melds = h("span.melds");
    this.hands = part("hands", this.row, this.age, this.melds);
    this.state = h("span.state");
    this.chips = h("span.chips");
    this.engine = h("span.engines");
    this.waits = part("waits", this.state, this.chips, this.engine);
    this.discards = h("span.discards");
    this.river = part("river", this.discards);
    this.heldSince = 0;
    this.riichi = false;
  }

  get elements() {
    const all = [this.scores, this.hands, this.waits, this.river];
    return all.filter((element) => this.parts.includes(element.dataset.part ?? ""));
  }

  /** @param {any} view @param {any} look what the venue gives of the seat: colour, photo, the team where the record has none */
  show(view, look) {
    const seat = view.seats[this.seat];
    for (const element of this.elements) {
      element.hidden = !seat;
      element.style.setProperty("--seat-colour", look.colour || "");
      element.toggleAttribute("data-dealer", seat?.seat === view.round?.dealer);
      element.toggleAttribute("data-riichi", Boolean(seat?.riichi));
    }
    if (!seat) return;
    if (this.parts.includes("scores")) this.showScores(seat, view, look);
    if (this.parts.includes("hands")) this.showHand(seat);
    if (this.parts.includes("waits")) this.showWaits(seat.concealed, view.advice);
    if (this.parts.includes("river")) this.showRiver(seat);
  }

  showScores(seat, view, look) {
    fill(this.photo, look.photo, () => [look.photo ? h("img", { src: look.photo, alt: "" }) : null]);
    this.photo.hidden = !look.photo;
    say(this.wind, words.winds[seat.wind]);
    say(this.name, seat.name);
    say(this.team, view.teams?.[this.seat] || look.team || "");
    const { standing } = seat;
    fill(this.score, standing, () => [standing.points.toLocaleString(), mark(standing)]);
    say(this.lead, signed(standing.lead));
    say(this.place, said.place(standing.place));
    this.place.dataset.place = standing.place;
    const first = standing.chances?.[0];
    this.chance.hidden = first == null;
    if (first != null) say(this.chanceValue, `${Math.round(100 * first)}%`);
    this.showMoment(seat, view.result);
  }

  // What has just come about: points that a result moves, else the riichi with its stick and its turn.
  showMoment(seat, result) {
    const change = result ? result.payments[this.seat] : null;
    const declared = seat.river.findIndex((discard) => discard.sideways);
    const shown = change === null ? (seat.riichi ? { turn: declared + 1 } : null) : { change };
    fill(this.moment, shown, () => {
      if (change !== null)
        return [change ? h(`span.change.number.${change > 0 ? "gain" : "loss"}`, {}, signed(change)) : null];
      if (!seat.riichi) return [];
      return [h("span.stick"), h("span.turn", {}, declared < 0 ? said.riichi : said.turn(declared + 1))];
    });
    if (seat.riichi && !this.riichi) {
      this.moment.classList.add("now");
      setTimeout(() => this.moment.classList.remove("now"), RIICHI_MOMENT_MS);
    }
    this.riichi = seat.riichi;
  }

  showHand(seat) {
    const hand = seat.concealed;
    this.hands.toggleAttribute("data-held", Boolean(hand?.held));
    const known = hand ? [...hand.tiles, ...Array(hand.unknown).fill("?")] : seat.shown;
    const drawn = hand ? hand.drawn : seat.apart;
    // A hand that is to be seen and was not yet stands there face down, in its place.
    const rest = !known.length && "concealed" in seat ? Array(seat.tiles_standing).fill(null) : known;
    layRow(this.row, [...plainTiles(rest), ...(drawn ? [{ name: drawn, classes: "apart" }] : [])]);
    fill(this.melds, seat.melds, () => seat.melds.map(meld));
    this.hands.toggleAttribute("data-empty", !rest.length && !seat.melds.length);
    if (!hand?.held) this.heldSince = 0;
    else this.heldSince ||= Date.now();
    this.tick();
  }

  /** How long the row has been held; once a second. */
  tick() {
    say(this.age, this.heldSince ? said.ago(Math.round((Date.now() - this.heldSince) / 1000)) : "");
  }

  showWaits(hand, advice) {
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

  wait({ tile: name, left, ron, tsumo }) {
    const worth = ron ? ron.toLocaleString() : tsumo ? said.byTsumo(tsumo) : left ? said.noYaku : "";
    return h(`span.wait${ron || tsumo ? "" : ".dead"}`, { "data-wait": name, "data-left": left }, [
      tile(name),
      h("span.left.number", {}, said.rest(left)),
      h("span.worth.number", {}, worth),
    ]);
  }

  showRiver({ river }) {
    layRow(
      this.discards,
      river.map(({ tile: name, sideways, called, from_hand: fromHand }) => ({
        name,
        classes: [sideways && "sideways", called && "called", fromHand === false && "drawn"].filter(Boolean).join(" "),
      })),
    );
  }
}
