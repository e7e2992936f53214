// The parts of the overlay in one container, for the page on air and for each sample of the preview.
import { SeatParts } from "./seats.js";
import { DoraPart, ResultPart, RoundPart } from "./table.js";
/** @import { PublicTableView } from "jantaku/api" */

const KINDS = { round: RoundPart, dora: DoraPart, result: ResultPart };

/**
 * Create the requested parts in the element `ground`.
 * @param {HTMLElement} ground
 * @param {{parts: string[], seats: number[], theme: string}} asked
 */
export function airOf(ground, asked) {
  ground.classList.add("air");
  ground.dataset.theme = asked.theme;
  const seats = asked.seats.map((seat, slot) => new SeatParts(seat, slot, asked.parts));
  const others = Object.entries(KINDS).flatMap(([name, Part]) =>
    asked.parts.includes(name) ? [new Part(asked.seats)] : [],
  );
  ground.append(...seats.flatMap((seat) => seat.elements), ...others.map((part) => part.element));
  return {
    /** @param {PublicTableView} view @param {import("./seats.js").Look[]} looks what the venue gives of each seat: colour, photo, team */
    show(view, looks = []) {
      looks.forEach(({ colour }, seat) => ground.style.setProperty(`--seat-${"abcd"[seat]}`, colour || null));
      for (const seat of seats) seat.show(view, looks[seat.seat] ?? {});
      for (const part of others) part.show(view);
    },
    /** Call once per second. */
    tick() {
      for (const seat of seats) seat.tick();
      for (const part of others) part.tick();
    },
  };
}
