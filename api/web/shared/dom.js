// Build elements from plain values; every text goes in as text, never as markup.
export function h(tag, attributes = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const element = document.createElement(name);
  if (classes.length) element.className = classes.join(" ");
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value != null) element.setAttribute(key, value);
  }
  element.append(...children.flat(Infinity).filter((child) => child != null && child !== false));
  return element;
}

export function tile(name, ...classes) {
  if (!name) return h(["span.tile.back", ...classes].join("."));
  if (name === "?") return h(["span.tile.unknown", ...classes].join("."));
  return h(
    ["span.tile", ...classes].join("."),
    { "data-tile": name },
    h("img", { src: `/static/tiles/${name}.svg`, alt: name }),
  );
}

export function tiles(names, ...classes) {
  return h(
    ["span.tiles", ...classes].join("."),
    {},
    names.map((name) => tile(name)),
  );
}

export const signed = (value) => (value > 0 ? `+${value.toLocaleString()}` : value.toLocaleString());
