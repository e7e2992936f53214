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
const LETTER = Object.keys(IROHA)
  .sort((one, two) => two.length - one.length)
  .join("|");
const ARTICLE = new RegExp(`(?:(ch\\.) )?(?:(art\\.) )?(\\d+)((?:-\\d+)*)(?: (${LETTER})\\b((?:-\\d+)*))?`, "y");
const AGAIN = new RegExp(`(${LETTER})\\b((?:-\\d+)*)`, "y");

/**
 * A clause without the mark of one that the rulebook does not state, as the page's language cites it.
 * @param {string} clause
 */
export function clauseText(clause) {
  const plain = clause.replace(/^unstated: /, "");
  return language === "ja" && /^(ch\.|art\.) \d/.test(plain) ? inJapanese(plain) : plain;
}

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
      const [whole, chapter, , number, parts, letter, rest] = article;
      told += `第${number}${chapter ? "章" : "条"}${parts.replace(/^-/, "の").replaceAll("-", "の")}`;
      if (letter) told += IROHA[letter] + (rest ?? "");
      place += whole.length;
    } else if (again) {
      told += IROHA[again[1]] + (again[2] ?? "");
      place += again[0].length;
    } else return told + head.replace(", ", "") + clause.slice(place);
  }
  return told;
}
