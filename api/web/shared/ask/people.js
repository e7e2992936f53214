// Suggestions for player names: players who have sat at the tables before.
import { h } from "../dom.js";

/**
 * A datalist for name fields, which refer to it by `list`; the names are fetched when the first such field is focused.
 * @param {string} id
 * @param {HTMLElement} around   ancestor of the fields, present or future
 */
export function knownPlayers(id, around) {
  const list = h("datalist", { id });
  const fill = async () => {
    const answer = await fetch("/api/v1/players").catch(() => null);
    /** @type {string[]} */
    const names = answer?.ok ? await answer.json() : [];
    list.replaceChildren(...names.map((name) => h("option", { value: name })));
  };
  around.addEventListener("focusin", fill, { once: true });
  return list;
}
