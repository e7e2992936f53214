// The bar at the top of every page: product name with a link to the tables, title, login.
import { h } from "../dom.js";
import { language, languageButton, onLanguage } from "../words.js";

const WORDS = { ja: { name: "雀卓", tables: "卓一覧" }, en: { name: "jantaku", tables: "Tables" } };

/** Link to the list of tables, in the page's language. */
function home() {
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

/** @typedef {import("../dom.js").Children} Children */

/**
 * The bar of a page: product, title (`place`) and links (`ways`) on the left; state (`stands`), account and language
 * button on the right.
 * @param {string | Node} place
 * @param {{ways?: Children, stands?: Children, account?: Node | null}} [more]
 */
export const pageBar = (place, { ways = null, stands = null, account = null } = {}) =>
  h(
    "header.bar",
    {},
    home(),
    place instanceof Node ? place : h("h1", {}, place),
    ways,
    h("div.push", {}, stands, account, languageButton()),
  );
