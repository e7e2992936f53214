// The game's clock as reported by the service; the time left is counted down here while the clock runs.
import { h } from "./dom.js";
import { words } from "./words.js";
/** @import { ClockView } from "jantaku/api" */

export const leftOf = (/** @type {ClockView} */ clock) =>
  Math.max(0, clock.left_s - (clock.running ? Math.max(0, Date.now() / 1000 - (clock.at ?? 0)) : 0));

/** True once the warning time of the rulebook, or else of the service, is reached. */
export const isNearlyOver = (/** @type {ClockView | null | undefined} */ clock) =>
  clock?.at ? leftOf(clock) <= clock.warn_s : false;

/** Format seconds as m:ss, or h:mm:ss from one hour on. @param {number} seconds */
export function minutes(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, rest] = [Math.floor(whole / 3600), String(whole % 60).padStart(2, "0")];
  const between = Math.floor(whole / 60) % 60;
  return hours ? `${hours}:${String(between).padStart(2, "0")}:${rest}` : `${between}:${rest}`;
}

export function clockText(/** @type {ClockView} */ clock) {
  const time = minutes(Math.ceil(leftOf(clock)));
  return `${words.clock} ${time}${clock.running ? "" : ` ${clock.at == null ? words.clockWaits : words.clockStands}`}`;
}

// A chip that counts down by itself; ``read`` returns the current clock, or null if the rulebook has none.
export function clockChip(/** @type {() => ClockView | null | undefined} */ read, tag = "span.chip", attributes = {}) {
  const chip = h(tag, { "data-clock": "", ...attributes });
  const show = () => {
    const clock = read();
    chip.hidden = !clock;
    if (!clock) return;
    chip.textContent = clock.last === "clock" ? words.lastRound : clockText(clock);
    chip.dataset.state =
      clock.last === "clock" ? "up" : isNearlyOver(clock) || clock.points_called ? "called" : "going";
  };
  setInterval(show, 500);
  show();
  return { chip, show };
}
