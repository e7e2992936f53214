// Modal dialogs: a window, on a phone a sheet from the bottom; closed by Escape or its button.
import { h } from "../dom.js";
import { words } from "../words.js";
import { icon } from "../parts/icons.js";

/**
 * A dialog with a heading, not shown yet; it is removed when it is closed.
 * @param {string} title
 * @param {string} id
 * @param {...import("../dom.js").Children} content
 */
export function dialogBox(title, id, ...content) {
  /** @type {HTMLDialogElement} */
  const box = h(
    "dialog",
    { id, "aria-label": title },
    h(
      "header",
      {},
      h("h2", {}, title),
      h("button", { "data-act": "close", onclick: () => box.close() }, icon("close"), words.close),
    ),
    h("div.content", {}, content),
  );
  box.addEventListener("close", () => box.remove());
  return box;
}

/** @param {HTMLDialogElement} box */
export function show(box) {
  document.body.append(box);
  box.showModal();
  return box;
}

/** @param {Parameters<typeof dialogBox>} what */
export const dialog = (...what) => show(dialogBox(...what));
