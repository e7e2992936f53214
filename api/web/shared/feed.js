// The numbered feed of one table: a snapshot at N, then N+1, N+2 …; a gap or a break starts again from a snapshot.
import { showHalted } from "./parts/halted.js";
import { me, ticket } from "./session.js";

/** Seconds between two beats of a feed where nothing happens, as the service sends them. */
const BEAT_S = 5;
/** After so long without a word the link is not believed any more: two missed beats and a second's grace. */
export const STALE_MS = 1000 * (2 * BEAT_S + 1);
const LOOK_MS = 1000;
/** A link that does not open within this is tried again. */
const OPENING_MS = 8000;

/**
 * Follow a table.
 * @param {string} table
 * @param {"public" | "staff"} audience
 * @param {(view: any, message: any) => void} show
 * @param {(state: "live" | "stale", number: number, heard: number) => void} status   `heard`: when anything came last,
 *   milliseconds since the epoch; told again and again
 * @param {boolean} [late]
 */
export function follow(table, audience, show, status, late = false) {
  const path = `/api/v1/tables/${encodeURIComponent(table)}/feed?audience=${audience}${late ? "&late=1" : ""}`;
  const told = (/** @type {any} */ view, /** @type {any} */ message) => {
    show(view, message);
    showHalted(table, view.halted);
  };
  followPath(path, told, status);
}

/**
 * Follow a feed of any kind.
 * @param {string} path   with its query
 * @param {(view: any, message: any) => void} show
 * @param {(state: "live" | "stale", number: number, heard: number) => void} status
 */
export function followPath(path, show, status) {
  /** @type {any} */
  let view = null;
  let number = -1;
  let wait = 500;
  let heard = 0;
  let opened = 0;
  /** @type {WebSocket | null} */
  let socket = null;
  const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`;

  const open = async () => {
    opened = Date.now();
    const pass = await ticket().catch(() => null);
    const mine = new WebSocket(pass ? `${address}&ticket=${pass}` : address);
    socket = mine;
    mine.onmessage = ({ data }) => {
      if (socket !== mine) return;
      heard = Date.now();
      const message = JSON.parse(data);
      if (message.type === "beat") return status("live", number, heard);
      if (message.type === "snapshot") view = message.view;
      else if (message.number === number + 1) view = { ...view, ...message.changes };
      else return mine.close();
      number = message.number;
      wait = 500;
      show(view, message);
      status("live", number, heard);
    };
    mine.onclose = () => {
      if (socket === mine) lost();
    };
  };

  const lost = async () => {
    const gone = socket;
    socket = null;
    gone?.close();
    status("stale", number, heard);
    // Whoever was logged out, or shut out, is told so by the page itself.
    const signal = AbortSignal.timeout(OPENING_MS);
    const now = me.name ? await fetch("/api/v1/access/me", { signal }).catch(() => null) : null;
    if (now?.status === 401 || (now?.ok && (await now.json()).name !== me.name)) return location.reload();
    setTimeout(open, wait);
    wait = Math.min(wait * 2, 10000);
  };

  // A service that is frozen, or a cable that is out, closes nothing: silence tells.
  setInterval(() => {
    if (!socket) return status("stale", number, heard);
    const since = Date.now() - Math.max(heard, opened);
    if (since > (socket.readyState === WebSocket.OPEN ? STALE_MS : OPENING_MS)) void lost();
    else if (heard < opened || Date.now() - heard > STALE_MS) status("stale", number, heard);
  }, LOOK_MS);
  void open();
}
