// The way to the service: one socket, one picture under way at a time, so that a slow link loses pictures and queues none.
import { everyWaking } from "../shared/awake.js";
/** @import { AdviceTold } from "jantaku/api" */

const STALE_MS = 4000;
const LOOK_MS = 500;
const LONGEST_WAIT_MS = 8000;
/** The service closes a socket so when another phone has become this camera. */
const REPLACED = 4409;
const HEAD = 2;

/** @typedef {AdviceTold & {kind: string, pause: number, journey_ms: number | null}} Heard */
/** @typedef {"off" | "opening" | "live" | "stale" | "replaced" | "refused"} LinkState */

/**
 * @param {string} address   of the socket, without a ticket
 * @param {() => Promise<string | null>} pass   a ticket, null where a cookie lets in; fails where nobody may come in
 * @param {(heard: Heard) => void} heard   what the service says, but for what the link itself needs
 * @param {(state: LinkState) => void} changed
 */
export function openLink(address, pass, heard, changed) {
  /** @type {WebSocket | null} */
  let socket = null;
  /** @type {LinkState} */
  let state = "off";
  let wanted = false;
  let wait = 500;
  let number = 0;
  /** Since when a picture is under way, milliseconds; 0 for none. */
  let under = 0;
  let taken = 0;
  let opened = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let again;

  const tell = (/** @type {LinkState} */ next) => {
    if (state !== next) changed((state = next));
  };

  async function open() {
    clearTimeout(again);
    tell("opening");
    opened = performance.now();
    let ticket;
    try {
      ticket = await pass();
    } catch (error) {
      if (/** @type {{refused?: boolean}} */ (error).refused) {
        wanted = false;
        return tell("refused");
      }
      return later();
    }
    if (!wanted) return;
    const url = new URL(address, location.href);
    url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    if (ticket) url.searchParams.set("ticket", ticket);
    const mine = new WebSocket(url);
    mine.binaryType = "arraybuffer";
    socket = mine;
    mine.onmessage = ({ data }) => {
      if (socket !== mine) return;
      const said = JSON.parse(data);
      if (said.kind === "taken") {
        mine.send(JSON.stringify({ kind: "time", ask: said.ask, now: performance.now() }));
        taken = performance.now();
      }
      if (said.kind === "taken" || said.kind === "refused") under = 0;
      if (said.kind === "welcome") under = 0;
      if (said.kind !== "refused") {
        wait = 500;
        tell("live");
      }
      heard(said);
    };
    mine.onclose = ({ code }) => {
      if (socket !== mine) return;
      socket = null;
      if (code === REPLACED) {
        wanted = false;
        return tell("replaced");
      }
      if (wanted) later();
    };
  }

  function later() {
    tell("stale");
    clearTimeout(again);
    again = setTimeout(() => wanted && open(), wait);
    wait = Math.min(2 * wait, LONGEST_WAIT_MS);
  }

  everyWaking(LOOK_MS, () => {
    if (!wanted || !socket) return;
    const now = performance.now();
    const silent = (under && now - under > STALE_MS) || (state === "opening" && now - opened > 2 * STALE_MS);
    if (!silent) return;
    // What was under way is given up: the next picture is worth more.
    const gone = socket;
    socket = null;
    gone.close();
    later();
  });
  addEventListener("online", () => wanted && !socket && open());

  return {
    start() {
      wanted = true;
      wait = 500;
      void open();
    },
    stop() {
      wanted = false;
      clearTimeout(again);
      socket?.close();
      socket = null;
      tell("off");
    },
    /** Whether a picture can go out now: none is under way and nothing waits to be sent. */
    free: () => state === "live" && socket?.readyState === WebSocket.OPEN && !under && !socket.bufferedAmount,
    /** Keep the place of a picture that is being made. */
    begin: () => void (under = performance.now()),
    giveUp: () => void (under = 0),
    /** @param {Blob} jpeg @param {number} captured   milliseconds of `performance.now()` */
    async send(jpeg, captured) {
      const head = new TextEncoder().encode(JSON.stringify({ number: number++, captured: Math.max(0, captured) }));
      const length = new DataView(new ArrayBuffer(HEAD));
      length.setUint16(0, head.length);
      const message = await new Blob([length.buffer, head, jpeg]).arrayBuffer();
      if (socket?.readyState === WebSocket.OPEN) socket.send(message);
    },
    /** @param {object} told */
    say(told) {
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(told));
    },
    /** Milliseconds since a picture was taken; null before the first. */
    age: () => (taken ? performance.now() - taken : null),
  };
}
