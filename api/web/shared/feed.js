// The numbered feed of one table: a snapshot at N, then N+1, N+2 …; a gap or a break starts again from a snapshot.
export function follow(table, audience, show, status, late = false) {
  let view = null;
  let number = -1;
  let wait = 500;
  const base = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/v1/tables`;
  const address = `${base}/${encodeURIComponent(table)}/feed?audience=${audience}${late ? "&late=1" : ""}`;
  const open = () => {
    const socket = new WebSocket(address);
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.type === "beat") return status("live", number);
      if (message.type === "snapshot") view = message.view;
      else if (message.number === number + 1) view = { ...view, ...message.changes };
      else return socket.close();
      number = message.number;
      wait = 500;
      show(view, message);
      status("live", number);
    };
    socket.onclose = () => {
      status("stale", number);
      setTimeout(open, wait);
      wait = Math.min(wait * 2, 10000);
    };
  };
  open();
}
