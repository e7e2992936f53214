// Update the page in place: existing elements are changed, so that focus, typed text, scrolling and pictures stay.
// While a control is pressed, updates wait for its release: nothing moves, changes or is disabled under a finger.
import { takeHandlers } from "./dom.js";

/** @param {Node} node */
const keyOf = (node) => (node instanceof HTMLElement ? node.dataset.key || node.id || null : null);

const FIELDS = "input[data-key], select[data-key], textarea[data-key]";
/**
 * What a node is recognised by: its key, or, as typed text must stay, the first field in it; null for neither.
 * @param {Node} node
 */
function identityOf(node) {
  const key = keyOf(node);
  if (key || !(node instanceof HTMLElement)) return key;
  const field = node.querySelector(FIELDS);
  return field && `field ${keyOf(field)}`;
}

/** The element focused last; the browser removes the focus from a disabled button without an event. @type {Element | null} */
let last = null;
addEventListener("focusin", ({ target }) => (last = /** @type {Element} */ (target)));
addEventListener("pointerdown", () => (last = null), true);

const CONTROLS = "button, a, summary, label";
/** Longest wait for a release, which may never be reported; longer than a button must be held. */
const PRESS_MS = 2000;
/** Time from a release to its click, which a touch screen reports later. */
const CLICK_MS = 100;
/** Event of the window after updates that waited. */
export const UPDATED = "updated";
/** Timer that ends the wait; 0: no control is pressed. */
let pressing = 0;
/** Updates that wait, by the element that they change. @type {Map<Element, Parameters<typeof patch>[1]>} */
const waiting = new Map();

/** @param {number} wait */
function holdUpdates(wait) {
  clearTimeout(pressing);
  pressing = window.setTimeout(update, wait);
}

/** End the wait for a release. */
function release() {
  clearTimeout(pressing);
  pressing = 0;
}

/** Make the updates that waited, without waiting any longer. */
export function update() {
  release();
  if (!waiting.size) return;
  for (const [parent, children] of waiting) patch(parent, children);
  dispatchEvent(new Event(UPDATED));
}

for (const kind of ["pointerdown", "keydown"])
  addEventListener(
    kind,
    (event) => {
      const { target, key, repeat } = /** @type {KeyboardEvent} */ (event);
      const presses = key === undefined || ((key === " " || key === "Enter") && !repeat);
      if (presses && target instanceof Element && target.closest(CONTROLS)) holdUpdates(PRESS_MS);
    },
    true,
  );
for (const kind of ["pointerup", "pointercancel", "keyup"])
  addEventListener(kind, () => pressing && holdUpdates(CLICK_MS), true);
// The control acts first, on what the person saw, and shows its own effect at once.
addEventListener("click", () => pressing && (release(), setTimeout(update)), true);

/**
 * Make the children of `parent` equal to `children`. An existing element is reused for a wanted one with the same tag
 * and `data-key` or id, or, without either, for one with the same first field, else for the next one with the same tag.
 * Handlers set by `h` are transferred.
 * @param {Element} parent
 * @param {(Node | string | null | false | undefined)[]} children
 */
export function patch(parent, children) {
  waiting.delete(parent);
  if (pressing) {
    waiting.set(parent, children);
    return;
  }
  const focused = document.activeElement === document.body ? last : document.activeElement;
  if (!(focused instanceof HTMLElement) || !parent.contains(focused)) return put(parent, children);
  const around = [focused];
  for (let each = focused.parentElement; each && each !== document.body; each = each.parentElement) around.push(each);
  put(parent, children);
  const isWaiting = focused.isConnected && focused.matches(":disabled");
  if (focused !== document.activeElement && !isWaiting) focusNearest(around.filter((each) => each.isConnected));
}

/**
 * Focus the nearest remaining ancestor of a removed element; not another button, which a key still held would press.
 * @param {HTMLElement[]} around
 */
function focusNearest(around) {
  for (const each of around) {
    if (each.tabIndex < 0) each.tabIndex = -1;
    each.focus({ preventScroll: true });
    if (each === document.activeElement) return;
  }
}

/**
 * @param {Element} parent
 * @param {(Node | string | null | false | undefined)[]} children
 */
function put(parent, children) {
  const wanted = children
    .filter((child) => child != null && child !== false)
    .map((child) => (child instanceof Node ? child : document.createTextNode(String(child))));
  const kept = new Set(/** @type {Node[]} */ (wanted));
  /** @type {Map<string, HTMLElement>} */
  const keyed = new Map();
  const due = new Set(wanted.map(identityOf));
  for (const child of parent.childNodes) {
    const key = identityOf(child);
    if (key && due.has(key) && !kept.has(child)) keyed.set(key, /** @type {HTMLElement} */ (child));
  }
  let cursor = parent.firstChild;
  for (const child of wanted) {
    const identity = identityOf(child) ?? "";
    const known = child.parentNode === parent ? child : keyed.get(identity);
    const standing = known?.nodeName === child.nodeName ? known : alike(child, cursor, kept, keyed);
    if (!standing) {
      parent.insertBefore(child, cursor);
      continue;
    }
    if (standing !== child) become(standing, child);
    keyed.delete(identity);
    kept.add(standing);
    if (standing === cursor) cursor = cursor.nextSibling;
    else parent.insertBefore(standing, cursor);
  }
  const stays = new Set([...wanted, ...kept]);
  for (const child of [...parent.childNodes]) if (!stays.has(child)) child.remove();
}

/**
 * The next node with the same name as `child` if neither has a key, and no wanted element is due in its place; else null.
 * @param {Node} child
 * @param {Node | null} cursor
 * @param {Set<Node>} kept
 * @param {Map<string, HTMLElement>} keyed
 */
function alike(child, cursor, kept, keyed) {
  if (keyOf(child)) return null;
  const isFree = (/** @type {Node} */ node) =>
    !kept.has(node) && !keyOf(node) && keyed.get(identityOf(node) ?? "") !== node;
  for (let node = cursor; node; node = node.nextSibling)
    if (node.nodeName === child.nodeName && isFree(node)) return node;
  return null;
}

/**
 * @param {Node} standing
 * @param {Node} wanted
 */
function become(standing, wanted) {
  if (!(standing instanceof Element) || !(wanted instanceof Element)) {
    if (standing.nodeValue !== wanted.nodeValue) standing.nodeValue = wanted.nodeValue;
    return;
  }
  const keep = standing.getAttribute("data-keep");
  for (const { name } of [...standing.attributes])
    // Keep elements open that a person opened, and keep the focused element focusable.
    if (!wanted.hasAttribute(name) && name !== "open" && !(name === "tabindex" && standing === document.activeElement))
      standing.removeAttribute(name);
  for (const { name, value } of wanted.attributes)
    if (standing.getAttribute(name) !== value) standing.setAttribute(name, value);
  takeHandlers(standing, wanted);
  // The content of an element is left alone as long as its `data-keep` is unchanged.
  if (keep != null && keep === wanted.getAttribute("data-keep")) return;
  put(standing, [...wanted.childNodes]);
}
