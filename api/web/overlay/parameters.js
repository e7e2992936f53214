// Parameters in an overlay's address: table, parts, size, theme, seats; docs/overlay.md lists them.
export const PARTS = ["scores", "hands", "waits", "river", "round", "dora", "result"];
export const THEMES = ["dark", "light", "clear"];
const SEATS = "ABCD";

/** @typedef {{table: string, parts: string[], scale: number, theme: string, seats: number[], status: boolean,
 *   hints: boolean, late: boolean}} OverlayParameters */

/** True if the page is a tab in a person's browser: not in OBS, which sets `obsstudio`, and not in a frame. */
const isReadByPerson = () => globalThis.window?.self === globalThis.window?.top && !("obsstudio" in globalThis);

/**
 * Parse an address; invalid parameters are ignored.
 * @param {string} path @param {URLSearchParams} query @returns {OverlayParameters}
 */
export function parametersOf(path, query) {
  const [, , table, part] = path.split("/");
  const asked = part ? [part] : (query.get("show") ?? "").split(",").filter((name) => PARTS.includes(name));
  const scale = Number(query.get("scale") ?? 1);
  const seats = [...new Set((query.get("seats") ?? "").toUpperCase())].map((letter) => SEATS.indexOf(letter));
  const known = seats.filter((seat) => seat >= 0);
  const no = ["0", "false", "no", "off", ""];
  return {
    table: decodeURIComponent(table),
    parts: asked.length ? PARTS.filter((name) => asked.includes(name)) : PARTS,
    scale: scale >= 0.25 && scale <= 4 ? scale : 1,
    theme: THEMES.find((name) => name === query.get("theme")) ?? THEMES[0],
    seats: known.length ? known : [0, 1, 2, 3],
    status: query.has("status") && !no.includes(query.get("status") ?? ""),
    hints: query.has("status") ? !no.includes(query.get("status") ?? "") : isReadByPerson(),
    late: query.has("late") && !no.includes(query.get("late") ?? ""),
  };
}
