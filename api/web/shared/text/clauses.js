// Clauses as people cite them: art. 13 ni is 第13条ニ.
import { language } from "../words.js";

/** @type {Record<string, string>} */
const IROHA = {
  i: "イ",
  ro: "ロ",
  ha: "ハ",
  ni: "ニ",
  ho: "ホ",
  he: "ヘ",
  to: "ト",
  chi: "チ",
  ri: "リ",
  nu: "ヌ",
  ru: "ル",
  wo: "ヲ",
};
/** Lists that a book has beside its articles, and what stands in place of a clause. @type {Record<string, string>} */
const LISTS = {
  appendix: "付録",
  "as usual": "通例どおり",
  basic: "基本",
  chombo: "チョンボ",
  furiten: "フリテン",
  "hand-built": "手積み",
  "hand-stacked tables": "手積み卓",
  kan: "槓",
  "lost right": "権利の喪失",
  manners: "作法",
  pao: "包",
  penalties: "罰則",
  points: "点数",
  rank: "順位",
  records: "記録",
  renchan: "連荘",
  riichi: "立直",
  sanbaiman: "三倍満",
  "secondary source": "二次資料",
  "the rest as usual": "ほかは通例どおり",
  ties: "同点",
  yaku: "役",
};
const LIST = new RegExp(
  `\\b(${Object.keys(LISTS)
    .sort((one, two) => two.length - one.length)
    .join("|")})\\b ?`,
  "g",
);
const LETTER = Object.keys(IROHA)
  .sort((one, two) => two.length - one.length)
  .join("|");
const ARTICLE = new RegExp(
  `(?:(ch\\.) )?(?:(art\\.) )?(\\d+)((?:-\\d+)*)(?: (${LETTER})\\b((?:-\\d+)*)(?:-(${LETTER})\\b)?)?`,
  "y",
);
const AGAIN = new RegExp(`(${LETTER})\\b((?:-\\d+)*)`, "y");

/**
 * A clause without the mark of one that the rulebook does not state, as the page's language cites it.
 * @param {string} clause
 */
export function clauseText(clause) {
  const plain = clause.replace(/^unstated: /, "");
  if (language !== "ja") return plain;
  return withLists(/^(ch\.|art\.) \d/.test(plain) ? inJapanese(plain) : plain);
}

/** @param {string} clause */
const withLists = (clause) =>
  clause
    .replace(LIST, (_, list) => LISTS[list])
    .replaceAll(/, |; /g, "・")
    .replace(/ ?\((.*)\)/, "（$1）")
    .replaceAll(/ to (?=\d)/g, "～")
    .replace(": ", "：");

/** @param {string} clause */
function inJapanese(clause) {
  let told = "";
  let place = 0;
  while (place < clause.length) {
    const [head] = /^(?:, | )?/.exec(clause.slice(place)) ?? [""];
    place += head.length;
    if (head === ", ") told += "・";
    ARTICLE.lastIndex = AGAIN.lastIndex = place;
    const article = ARTICLE.exec(clause);
    const again = article ? null : AGAIN.exec(clause);
    if (article) {
      const [whole, chapter, , number, parts, letter, rest, last] = article;
      told += `第${number}${chapter ? "章" : "条"}${parts.replace(/^-/, "の").replaceAll("-", "の")}`;
      if (letter) told += IROHA[letter] + (rest ?? "") + (last ? `～${IROHA[last]}` : "");
      place += whole.length;
    } else if (again) {
      told += IROHA[again[1]] + (again[2] ?? "");
      place += again[0].length;
    } else return told + head.replace(", ", "") + clause.slice(place);
  }
  return told;
}
