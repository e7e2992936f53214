// Command palette (Ctrl+K or ⌘K): find any action of the page or any page of the table by a few letters.
import { h } from "../shared/dom.js";
import { language } from "../shared/words.js";
import { dialog } from "../shared/ask/dialog.js";
import { table } from "./claims.js";

const WORDS = {
  ja: {
    title: "操作を探す",
    none: "見つかりません",
    pages: {
      "/": "卓一覧",
      "/tables/{}/replay": "再生",
      "/tables/{}/report": "対局記録",
      "/tables/{}/troubles": "何が起きているか",
      "/overlay/{}/preview": "配信画面の見本",
      "/setup": "セットアップ",
      "/score": "点数計算",
      "/rules": "ルール比較",
    },
  },
  en: {
    title: "Find an act",
    none: "Nothing found",
    pages: {
      "/": "Tables",
      "/tables/{}/replay": "Replay",
      "/tables/{}/report": "Game report",
      "/tables/{}/troubles": "What goes on",
      "/overlay/{}/preview": "Overlay preview",
      "/setup": "Setup",
      "/score": "Score",
      "/rules": "Compare rules",
    },
  },
};
/** Selector of the buttons that the palette offers; buttons that must be held are excluded below. */
const ACTS = "#foot button, #side button, #players button, header.bar button, #dice-said > summary";

/** @param {Element} element */
const nameOf = (element) =>
  (element.getAttribute("aria-label") ?? element.textContent ?? "").trim().replace(/\s+/g, " ");

/** Buttons that can be pressed on the page now, and the other pages of the table. @returns {{name: string, go: () => void}[]} */
function offers() {
  const buttons = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(ACTS)]).filter(
    (each) => each.checkVisibility() && !each.hasAttribute("disabled") && !each.classList.contains("hold"),
  );
  const acts = buttons.map((each) => ({
    name: nameOf(each),
    go: () => {
      each.scrollIntoView({ block: "center" });
      each.focus();
      each.click();
    },
  }));
  const pages = Object.entries(WORDS[language].pages).map(([path, name]) => ({
    name: `→ ${name}`,
    go: () => location.assign(path.replace("{}", encodeURIComponent(table))),
  }));
  return [...new Map([...acts, ...pages].filter(({ name }) => name).map((each) => [each.name, each])).values()];
}

/** Open the palette; the arrow keys select, Enter activates. */
export function openPalette() {
  if (document.querySelector("dialog[open]")) return;
  const said = WORDS[language];
  const all = offers();
  let found = all;
  let at = 0;
  const list = h("ul.found", { id: "found", role: "listbox", "aria-label": said.title });
  const field = h("input", {
    type: "search",
    autofocus: true,
    role: "combobox",
    "aria-expanded": "true",
    "aria-controls": "found",
    "aria-label": said.title,
    oninput: () => {
      const asked = field.value.toLowerCase().split(/\s+/);
      found = all.filter(({ name }) => asked.every((part) => name.toLowerCase().includes(part)));
      at = 0;
      show();
    },
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step && found.length) at = (at + step + found.length) % found.length;
      else if (event.key === "Enter" && found[at]) take(found[at]);
      else return;
      event.preventDefault();
      show();
    },
  });
  /** @param {{go: () => void}} one */
  const take = (one) => {
    box.close();
    one.go();
  };
  const show = () => {
    list.replaceChildren(
      ...found.map((each, place) =>
        h(
          "li",
          {
            id: `found-${place}`,
            role: "option",
            "aria-selected": String(place === at),
            onclick: () => take(each),
          },
          each.name,
        ),
      ),
      ...(found.length ? [] : [h("li.faint", { role: "option", "aria-selected": "false" }, said.none)]),
    );
    field.setAttribute("aria-activedescendant", found.length ? `found-${at}` : "");
    list.children[at]?.scrollIntoView({ block: "nearest" });
  };
  const box = dialog(said.title, "palette", field, list);
  show();
  field.focus();
}
