// Icons: line drawings on a 24 by 24 grid, in the colour of the text beside them, which states the meaning.
const SVG = "http://www.w3.org/2000/svg";

/** SVG path of each icon. */
const PATHS = {
  add: "M12 5v14M5 12h14",
  back: "M15 5l-7 7 7 7",
  bell: "M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 21h4",
  camera: "M3 8h4l2-3h6l2 3h4v11H3zM12 10a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z",
  check: "M4 12.5l5.5 5.5L20 7",
  clock: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 7.5V12l3 2.5",
  close: "M6 6l12 12M18 6L6 18",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  first: "M18 5l-7 7 7 7M6 5v14",
  go: "M4 12h15M13 6l6 6-6 6",
  hand: "M3 6h5v12H3zM9.5 6h5v12h-5zM16 6h5v12h-5z",
  info: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 11v5M12 7.8v.2",
  last: "M6 5l7 7-7 7M18 5v14",
  link: "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.6-5.6L12 7.2M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.6 5.6L12 16.8",
  more: "M5 11v2M12 11v2M19 11v2",
  mute: "M4 9.5v5h4l5 4v-13l-5 4zM17 9.5l4.5 5M21.5 9.5l-4.5 5",
  on: "M9 5l7 7-7 7",
  pause: "M8 5v14M16 5v14",
  play: "M7 4.5v15l12-7.5z",
  print: "M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z",
  save: "M12 4v11M7 10.5l5 5 5-5M4 20h16",
  share: "M12 15V4M7 8.5L12 4l5 4.5M5 12v8h14v-8",
  search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5L20 20",
  skip: "M6 12h12",
  sound: "M4 9.5v5h4l5 4v-13l-5 4zM16.5 9a4 4 0 0 1 0 6M19 6.5a8 8 0 0 1 0 11",
  table: "M4 4h16v16H4zM9 9h6v6H9z",
  undo: "M8 5L3.5 9.5 8 14M4 9.5h10a5.5 5.5 0 0 1 0 11H9",
  warning: "M12 4l9 16H3zM12 10v4.5M12 17.3v.2",
};

/** @typedef {keyof typeof PATHS} Icon */

export const ICONS = /** @type {Icon[]} */ (Object.keys(PATHS));

/**
 * An icon, hidden from screen readers, which read the text beside it.
 * @param {Icon} name
 */
export function icon(name) {
  const drawing = document.createElementNS(SVG, "svg");
  for (const [key, value] of Object.entries({ class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }))
    drawing.setAttribute(key, value);
  drawing.dataset.icon = name;
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name]);
  drawing.append(path);
  return drawing;
}
