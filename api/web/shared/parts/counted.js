// Group equal notes and show their number: ×14.
import { h } from "../dom.js";

/**
 * Group notes by `saying`: the first note of each group with its count, in order of first occurrence.
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
 * Chip with the number of equal notes; null for one.
 * @param {number} times
 */
export const timesChip = (times) => (times > 1 ? h("span.chip.times", { "data-times": times }, `×${times}`) : null);
