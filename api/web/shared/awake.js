// Periodic checks that allow for messages a busy page has not read yet.

/**
 * Call `look` every `ms` milliseconds. If the page itself was suspended (a busy processor, a sleeping machine), delay
 * the call by `ms`, so that messages received meanwhile are read first and no live link is given up.
 * @param {number} ms
 * @param {() => void} look
 */
export function everyWaking(ms, look) {
  let last = Date.now();
  setInterval(() => {
    const stood = Date.now() - last > 2 * ms;
    last = Date.now();
    if (stood) setTimeout(look, ms);
    else look();
  }, ms);
}
