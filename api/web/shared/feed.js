// The numbered feed of one table: a snapshot at N, then N+1, N+2 …; a gap or a break starts again from a snapshot.
import { everyWaking } from "./awake.js";
import { showHalted } from "./parts/halted.js";
import { problemIn, showLost, showPlace } from "./parts/place.js";
import { barred, bearer, may, me, ticket, whoAmI } from "./session.js";
/** @import { PublicTableView } from "jantaku/api" */

/** Seconds between two beats of a feed where nothing happens, as the service sends them. */
const BEAT_S = 5;
/** After so long without a word the link is not believed any more: two missed beats and a second's grace. */
export const STALE_MS = 1000 * (2 * BEAT_S + 1);
const LOOK_MS = 1000;
/** A link that does not open within this is tried again. */
const OPENING_MS = 8000;
/** After so long without a first word the page says that it waits. */
const WAITS_MS = 1000;
/** How the service closes a feed that is not there. */
const NO_FEED = 4404;
const REFUSED = [401, 403, 404];

/**
 * What brings the newest view: all of it, or what has changed.
 * @template V
 * @typedef {{type: "snapshot", number: number, view: V} | {type: "delta", number: number, changes: Partial<V>}} Message
 */
/**
 * Where it is shown that there is nothing to show, and why; that what is shown is old (`heard` 0: it is not).
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
 * @param {(state: "live" | "stale", number: number, heard: number) => void} status   `heard`: when anything came last,
 *   milliseconds since the epoch; told again and again
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
  // Where the service did not say who asks, it is asked again.
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

  /** Why nothing comes, by what the same address answers over HTTP. @param {boolean} noFeed */
  const why = async (noFeed) => {
    const signal = AbortSignal.timeout(OPENING_MS);
    const now = me.name ? await whoAmI(signal) : null;
    // Whoever was logged out, or shut out, is told so by the page itself.
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
    // An answer that breaks off, or whose time is up, tells as little as none.
    await why(noFeed).catch(() => (view ? null : place({ code: "away" })));
    setTimeout(open, wait);
    wait = Math.min(wait * 2, 10000);
  };

  setTimeout(() => !view && socket?.readyState === WebSocket.OPEN && place({ code: "waiting" }), WAITS_MS);
  // A service that is frozen, or a cable that is out, closes nothing: silence tells.
  everyWaking(LOOK_MS, () => {
    if (!socket) return status("stale", number, heard);
    const since = Date.now() - Math.max(heard, opened);
    if (since > (socket.readyState === WebSocket.OPEN ? STALE_MS : OPENING_MS)) void lost();
    else if (heard < opened || Date.now() - heard > STALE_MS) status("stale", number, heard);
  });
  void open();
}
