// Players to pick from where a name is typed: those who have sat at the tables before.
import { h } from "../dom.js";

/**
 * A list for inputs of names, which name it by `list`; who is on it is asked for when the first of them is focused.
 * @param {string} id
 * @param {HTMLElement} around   in which the inputs stand, or will
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
