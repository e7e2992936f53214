// The numbered feed of one table: a snapshot N, then deltas N+1, N+2 …; after a gap or a lost link a new snapshot.
import { everyWaking } from "./awake.js";
import { showHalted } from "./parts/halted.js";
import { problemIn, showLost, showPlace } from "./parts/place.js";
import { barred, bearer, may, me, ticket, whoAmI } from "./session.js";
/** @import { PublicTableView } from "jantaku/api" */

/** Interval in seconds at which the service sends a beat on an idle feed. */
const BEAT_S = 5;
/** Silence after which the link counts as lost: two missed beats and one second of grace. */
export const STALE_MS = 1000 * (2 * BEAT_S + 1);
const LOOK_MS = 1000;
/** Time after which an attempt to connect is given up and repeated. */
const OPENING_MS = 8000;
/** Time without a first message after which the page says that it waits. */
const WAITS_MS = 1000;
/** Close code of the service for a feed that does not exist. */
const NO_FEED = 4404;
const REFUSED = [401, 403, 404];

/**
 * Message of a feed: the whole view, or the fields that have changed.
 * @template V
 * @typedef {{type: "snapshot", number: number, view: V} | {type: "delta", number: number, changes: Partial<V>}} Message
 */
/**
 * Callbacks for the state of the page: `place` shows why there is no view (null: there is one); `lost` shows that the
 * view is old (time of the last message; 0: it is current).
 * @typedef {{place: (problem: import("./parts/place.js").Problem | null) => void, lost: (heard: number) => void}} Screen
 */
/** @type {Screen} */
const PAGE = { place: showPlace, lost: showLost };

/**
 * Follow a table.
 * @template {PublicTableView} V   `TableView` for the staff
 * @param {string} table
 * @param {"public" | "staff"} audience
 * @param {(view: V, message: Message<V>) => void} show
 * @param {(state: "live" | "stale", number: number, heard: number) => void} status   `heard`: time of the last message,
 *   milliseconds since the epoch; called repeatedly
 * @param {boolean} [late]
 * @param {Screen} [screen]
 */
export function follow(table, audience, show, status, late = false, screen = PAGE) {
  const path = `/api/v1/tables/${encodeURIComponent(table)}/feed?audience=${audience}${late ? "&late=1" : ""}`;
  /** @param {V} view @param {Message<V>} message */
  const told = (view, message) => {
    show(view, message);
    showHalted(table, view.halted);
  };
  const least = late ? "overlay" : "viewer";
  const barrier = may(least) ? null : barred(least);
  // If the service was away when asked for the login, the feed reports it and tries again.
  if (barrier && barrier.code !== "away") return screen.place(barrier);
  return followPath(path, told, status, screen);
}

/**
 * Follow a feed of any kind.
 * @template {object} V
 * @param {string} path   with its query
 * @param {(view: V, message: Message<V>) => void} show
 * @param {(state: "live" | "stale", number: number, heard: number) => void} told
 * @param {Screen} [screen]
 */
export function followPath(path, show, told, screen = PAGE) {
  const { place, lost: old } = screen;
  /** @type {V | null} */
  let view = null;
  let number = -1;
  let wait = 500;
  let heard = 0;
  let opened = 0;
  /** @type {WebSocket | null} */
  let socket = null;
  const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`;

  /** @type {typeof told} */
  const status = (state, last, when) => {
    told(state, last, when);
    old(state === "live" || !view ? 0 : when);
  };

  const open = async () => {
    opened = Date.now();
    const pass = await ticket().catch(() => null);
    const mine = new WebSocket(pass ? `${address}&ticket=${pass}` : address);
    socket = mine;
    mine.onmessage = ({ data }) => {
      if (socket !== mine) return;
      heard = Date.now();
      /** @type {Message<V> | {type: "beat"}} */
      const message = JSON.parse(data);
      if (message.type === "beat") return status("live", number, heard);
      if (message.type === "snapshot") view = message.view;
      else if (view && message.number === number + 1) view = { ...view, ...message.changes };
      else return mine.close();
      number = message.number;
      wait = 500;
      place(null);
      show(view, message);
      status("live", number, heard);
    };
    mine.onclose = ({ code }) => {
      if (socket === mine) lost(code === NO_FEED);
    };
  };

  /** Ask the same address over HTTP why there is no message, and show the reason. @param {boolean} noFeed */
  const why = async (noFeed) => {
    const signal = AbortSignal.timeout(OPENING_MS);
    const now = me.name ? await whoAmI(signal) : null;
    // After a logout or a revoked access, reload: the page then says so itself.
    if (now?.status === 401 || (now?.ok && (await now.json()).name !== me.name)) return location.reload();
    const answer = await fetch(path.replace(/\/feed(?=\?|$)/, ""), { headers: bearer, signal }).catch(() => null);
    if (answer && REFUSED.includes(answer.status)) return place(await problemIn(answer));
    if (answer?.ok && noFeed) return place({ code: "hands-never" });
    return view ? null : place({ code: answer?.ok ? "waiting" : "away" });
  };

  const lost = async (/** @type {boolean} */ noFeed = false) => {
    const gone = socket;
    socket = null;
    gone?.close();
    status("stale", number, heard);
    // An answer that breaks off or times out counts as no answer.
    await why(noFeed).catch(() => (view ? null : place({ code: "away" })));
    setTimeout(open, wait);
    wait = Math.min(wait * 2, 10000);
  };

  setTimeout(() => !view && socket?.readyState === WebSocket.OPEN && place({ code: "waiting" }), WAITS_MS);
  // A frozen service or an unplugged cable does not close the socket: detect it by silence.
  everyWaking(LOOK_MS, () => {
    if (!socket) return status("stale", number, heard);
    const since = Date.now() - Math.max(heard, opened);
    if (since > (socket.readyState === WebSocket.OPEN ? STALE_MS : OPENING_MS)) void lost();
    else if (heard < opened || Date.now() - heard > STALE_MS) status("stale", number, heard);
  });
  void open();
}
