// Looks at regular times, fair to what a busy page has not read yet.

/**
 * Look every so many milliseconds. After the page itself stood still (a busy processor, a sleeping machine) the look
 * comes once more that long afterwards: messages that came meanwhile are read first, so no living link is given up.
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
