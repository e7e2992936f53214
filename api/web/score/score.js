// Score a hand typed in notation under any rulebook.
import { h } from "../shared/dom.js";
import { postJson } from "../shared/http.js";
import { explained } from "../shared/result.js";
import { who } from "../shared/session.js";
import { language, languageButton } from "../shared/words.js";

const text = (ja, en) => (language === "ja" ? ja : en);
const books = await (await fetch("/api/v1/rulebooks")).json();
const field = (label, control) => h("label", {}, h("span.faint", {}, label), control);
const choice = (name, options) =>
  h(
    "select",
    { name },
    options.map(([value, label]) => h("option", { value }, label)),
  );
const winds = [
  ["E", "東 E"],
  ["S", "南 S"],
  ["W", "西 W"],
  ["N", "北 N"],
];
const answer = h("section.card", { id: "answer", hidden: true });
const form = h(
  "form.card",
  { id: "form", onsubmit: send },
  field(
    text("規定", "Rulebook"),
    choice(
      "rulebook",
      books.map((book) => [book.id, book[language]]),
    ),
  ),
  field(
    text("手牌（和了牌を除く）", "Concealed tiles without the winning tile"),
    h("input", { name: "hand", value: "234m234567p2267s", required: true }),
  ),
  field(text("和了牌", "Winning tile"), h("input", { name: "win", value: "8s", required: true })),
  field(
    text("和了り方", "By"),
    choice("by", [
      ["ron", text("ロン", "Ron")],
      ["tsumo", text("ツモ", "Tsumo")],
    ]),
  ),
  field(text("自風", "Seat wind"), choice("seat_wind", winds)),
  field(text("場風", "Prevailing wind"), choice("prevailing_wind", winds)),
  field(
    text("立直", "Riichi"),
    choice("riichi", [
      ["none", "–"],
      ["riichi", text("立直", "Riichi")],
      ["double", text("両立直", "Double riichi")],
    ]),
  ),
  field(text("ドラ表示牌", "Dora indicators"), h("input", { name: "dora_indicators", value: "" })),
  h("button.primary", {}, text("計算", "Score")),
);
document.body.append(
  h(
    "header.bar",
    {},
    h("h1", {}, text("点数計算", "Score a hand")),
    h("a", { href: "/" }, text("卓一覧", "Tables")),
    h("span.push"),
    who(),
    languageButton(),
  ),
  h("main", {}, form, answer),
);

async function send(event) {
  event.preventDefault();
  const response = await postJson("/api/v1/scores", Object.fromEntries(new FormData(form)));
  answer.replaceChildren(explained(await response.json()));
  answer.hidden = false;
}
