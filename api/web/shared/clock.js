// A game's clock as the service tells it: what is left now, counted on here while it runs.
import { h } from "./dom.js";
import { words } from "./words.js";

export const leftOf = (clock) =>
  Math.max(0, clock.left_s - (clock.running ? Math.max(0, Date.now() / 1000 - clock.at) : 0));

export function clockText(clock) {
  const left = Math.ceil(leftOf(clock));
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  return `${words.clock} ${time}${clock.running ? "" : ` ${clock.at == null ? words.clockWaits : words.clockStands}`}`;
}

// A chip that counts down by itself; ``read`` gives the newest clock, null where the book has none.
export function clockChip(read, tag = "span.chip", attributes = {}) {
  const chip = h(tag, { "data-clock": "", ...attributes });
  const show = () => {
    const clock = read();
    chip.hidden = !clock;
    if (!clock) return;
    chip.textContent = clock.last === "clock" ? words.lastRound : clockText(clock);
    chip.dataset.state = clock.last === "clock" ? "up" : clock.points_called ? "called" : "going";
  };
  setInterval(show, 500);
  show();
  return { chip, show };
}
