// Clauses as people cite them: npm-2008's art. 13 ni is 第13条ニ, teikoku's art. 4-1 第4章第1条.
import { language } from "../words.js";
import { CLAUSES } from "./clause_words.js";

let page = "";

/**
 * Name the rulebook whose clauses this page cites where a call names none.
 * @param {string} book
 */
export const citeBy = (book) => {
  page = book;
};

/**
 * A clause without the mark of one that the rulebook does not state, as the page's language cites it.
 * @param {string} clause
 */
export function clauseText(clause, book = page) {
  const plain = clause.replace(/^unstated: /, "");
  return language === "ja" ? (CLAUSES[book]?.[clause] ?? CLAUSES[""][clause] ?? plain) : plain;
}
