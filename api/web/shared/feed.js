// The numbered feed of one table: a snapshot at N, then N+1, N+2 …; a gap or a break starts again from a snapshot.
import { showHalted } from "./halted.js";
import { me, ticket } from "./session.js";

export function follow(table, audience, show, status, late = false) {
  let view = null;
  let number = -1;
  let wait = 500;
  const base = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/v1/tables`;
  const address = `${base}/${encodeURIComponent(table)}/feed?audience=${audience}${late ? "&late=1" : ""}`;
  const open = async () => {
    const pass = await ticket().catch(() => null);
    const socket = new WebSocket(pass ? `${address}&ticket=${pass}` : address);
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.type === "beat") return status("live", number);
      if (message.type === "snapshot") view = message.view;
      else if (message.number === number + 1) view = { ...view, ...message.changes };
      else return socket.close();
      number = message.number;
      wait = 500;
      show(view, message);
      showHalted(table, view.halted);
      status("live", number);
    };
    socket.onclose = async () => {
      status("stale", number);
      // Whoever was logged out, or shut out, is told so by the page itself.
      const now = me.name ? await fetch("/api/v1/access/me").catch(() => null) : null;
      if (now?.status === 401 || (now?.ok && (await now.json()).name !== me.name)) return location.reload();
      setTimeout(open, wait);
      wait = Math.min(wait * 2, 10000);
    };
  };
  open();
}
