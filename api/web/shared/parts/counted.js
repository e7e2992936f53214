// Equal notes told once, with how many there are: ×14.
import { h } from "../dom.js";

/**
 * The notes of a list by what they say, each kind once, in the order in which it is met first.
 * @template T
 * @param {T[]} notes
 * @param {(note: T) => string} saying
 * @returns {{note: T, times: number}[]}
 */
export function counted(notes, saying) {
  /** @type {Map<string, {note: T, times: number}>} */
  const found = new Map();
  for (const note of notes) {
    const key = saying(note);
    const known = found.get(key);
    if (known) known.times += 1;
    else found.set(key, { note, times: 1 });
  }
  return [...found.values()];
}

/**
 * How many times a note stands there; nothing for one.
 * @param {number} times
 */
export const timesChip = (times) => (times > 1 ? h("span.chip.times", { "data-times": times }, `×${times}`) : null);
