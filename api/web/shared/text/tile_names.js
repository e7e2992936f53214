// Names of tiles for screen readers.
const KANJI = "零一二三四五六七八九";
/** @type {Record<string, string>} */
const SUITS_JA = { m: "萬", p: "筒", s: "索" };
/** @type {Record<string, string>} */
const SUITS_EN = { m: "man", p: "pin", s: "sou" };
const HONOURS_JA = ["東", "南", "西", "北", "白", "發", "中"];
const HONOURS_EN = ["east", "south", "west", "north", "white", "green", "red"];

/**
 * The name of a tile in the page's language: `5p` is 五筒 or 5 pin.
 * @param {string} name
 */
export function tileName(name) {
  const [rank, suit] = [Number(name[0]), name[1]];
  const ja = document.documentElement.lang === "ja";
  if (suit === "z") return (ja ? HONOURS_JA : HONOURS_EN)[rank - 1];
  const red = rank === 0;
  if (ja) return `${red ? "赤" : ""}${KANJI[red ? 5 : rank]}${SUITS_JA[suit]}`;
  return `${red ? "red " : ""}${red ? 5 : rank} ${SUITS_EN[suit]}`;
}
