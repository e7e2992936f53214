// Connection to the service: one socket with one picture in flight, so that a slow link drops pictures and queues none.
import { everyWaking } from "../shared/awake.js";
/** @import { AdviceJson } from "jantaku/api" */

const STALE_MS = 4000;
const LOOK_MS = 500;
const LONGEST_WAIT_MS = 8000;
/** Close code of the service when another phone has become this camera. */
const REPLACED = 4409;
const HEAD = 2;

/** @typedef {AdviceJson & {kind: string, pause: number, journey_ms: number | null}} Heard */
/** @typedef {"off" | "opening" | "live" | "stale" | "replaced" | "refused"} LinkState */

/**
 * @param {string} address   of the socket, without a ticket
 * @param {() => Promise<string | null>} pass   a ticket, or null if the cookie authorises; rejects if access is refused
 * @param {(heard: Heard) => void} heard   called with each message of the service
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
  /** Time in milliseconds since which a picture is in flight; 0 for none. */
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
    // Give up the picture in flight: a newer one is more useful.
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
    /** True if a picture can be sent now: none is in flight and the send buffer is empty. */
    free: () => state === "live" && socket?.readyState === WebSocket.OPEN && !under && !socket.bufferedAmount,
    /** Reserve the slot in flight for a picture that is being encoded. */
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
    /** Milliseconds since the service last accepted a picture; null before the first. */
    age: () => (taken ? performance.now() - taken : null),
  };
}
