// Line chart of four players' points over the rounds of a game, as printable SVG.
const SVG = "http://www.w3.org/2000/svg";
/** Narrower on a phone, so that letters are as large as on a desktop. */
const WIDE = innerWidth < 600 ? 400 : 720;
const HIGH = 240;
const LEFT = 52;
const RIGHT = 90;
/** Width of a label. */
const LABEL = 50;
const EDGE = 14;
const BELOW = 24;
/** Dash pattern of each line, to distinguish the lines without colour. */
const DASHES = ["", "7 3", "2 3", "9 3 2 3"];

/** @param {string} name @param {Record<string, string|number>} attributes @param {...(Node|string)} inside */
function svg(name, attributes, ...inside) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...inside);
  return element;
}

/** Spread the label positions at the line ends by at least one line of text, in order. @param {number[]} ends */
function apart(ends) {
  const order = ends.map((y, place) => ({ y, place })).sort((a, b) => a.y - b.y);
  order.forEach((each, number) => {
    if (number) each.y = Math.max(each.y, order[number - 1].y + 14);
  });
  const over = Math.max(0, (order.at(-1)?.y ?? 0) - (HIGH - BELOW));
  return order.reduce((found, each) => found.with(each.place, each.y - over), ends);
}

/**
 * @param {string} title
 * @param {string[]} names of seats
 * @param {number[][]} points of the seats, one row per round, the first before round one
 * @param {string[]} labels one per row
 */
export function chart(title, names, points, labels) {
  const all = points.flat();
  const least = Math.floor(Math.min(...all, 0) / 10000) * 10000;
  const most = Math.ceil(Math.max(...all) / 10000) * 10000 || 10000;
  const x = (/** @type {number} */ place) => LEFT + (place * (WIDE - LEFT - RIGHT)) / Math.max(1, points.length - 1);
  const y = (/** @type {number} */ value) => EDGE + ((most - value) * (HIGH - EDGE - BELOW)) / (most - least);
  const grid = [];
  for (let value = least; value <= most; value += 10000 * Math.max(1, Math.round((most - least) / 60000)))
    grid.push(
      svg("line", { x1: LEFT, x2: WIDE - RIGHT, y1: y(value), y2: y(value), class: value ? "grid" : "grid zero" }),
      svg("text", { x: LEFT - 6, y: y(value) + 4, "text-anchor": "end" }, value.toLocaleString()),
    );
  const every = Math.ceil((labels.length * LABEL) / (WIDE - LEFT - RIGHT));
  const below = labels.map((text, place) =>
    place % every ? "" : svg("text", { x: x(place), y: HIGH - 6, "text-anchor": "middle" }, text),
  );
  const ends = apart(names.map((_, seat) => y(points[points.length - 1][seat])));
  const lines = names.map((name, seat) => {
    const path = points.map((row, place) => `${place ? "L" : "M"}${x(place).toFixed(1)} ${y(row[seat]).toFixed(1)}`);
    return svg(
      "g",
      { class: `course-of-${"abcd"[seat]}` },
      svg("path", { d: path.join(" "), fill: "none", "stroke-width": 2.5, "stroke-dasharray": DASHES[seat] }),
      svg("text", { x: WIDE - RIGHT + 8, y: ends[seat] + 4, class: "end" }, name),
    );
  });
  return svg(
    "svg",
    { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": title, class: "chart" },
    ...grid,
    ...below,
    ...lines,
  );
}
