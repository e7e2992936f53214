// What every page of people has first in its bar: the product, which leads to the tables.
import { h } from "../dom.js";
import { language, onLanguage } from "../words.js";

const WORDS = { ja: { name: "雀卓", tables: "卓一覧" }, en: { name: "jantaku", tables: "Tables" } };

/** The way home, in the page's language. */
export function home() {
  const name = h("span.product", {});
  const link = h("a.home", { href: "/", "data-key": "home" }, h("span.tile-back", { "aria-hidden": "true" }), name);
  const show = () => {
    name.textContent = WORDS[language].name;
    link.title = WORDS[language].tables;
    link.setAttribute("aria-label", `${WORDS[language].name} · ${WORDS[language].tables}`);
    if (location.pathname === "/") link.setAttribute("aria-current", "page");
  };
  show();
  onLanguage(show);
  return link;
}
