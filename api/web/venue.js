// All tables of the venue, one card each.
import { h } from "./dom.js";
import { language, other, switchLanguage, words } from "./words.js";

const list = h("main", { id: "tables" });
document.body.append(h("header.bar", {}, h("h1", {}, "jantaku 雀卓"), h("a", { href: "/score" }, language === "ja" ? "点数計算" : "Score"), h("span.push"), h("button", { onclick: switchLanguage }, other === "ja" ? "日本語" : "English")), list);
const tables = await (await fetch("/api/v1/tables")).json();
list.replaceChildren(...tables.map(({ table, phase, rulebook, open_faults }) => h("section.card", {},
  h("h2", {}, table), h("p", {}, `${words.phases[phase] ?? phase} · ${rulebook[language]} · ${words.faults}: ${open_faults}`),
  h("p", {}, h("a", { href: `/tables/${table}` }, words.console), " · ", h("a", { href: `/overlay/${table}` }, "overlay")))));
