// What somebody types, as the keys of the catalogue of faults are written.
const SMALL_KANA = /[\u30a1-\u30f6]/g;
const TO_HIRAGANA = 0x60;

/**
 * Hiragana and small letters without spaces or long marks.
 * @param {string} text
 */
export const folded = (text) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(SMALL_KANA, (kana) => String.fromCharCode(kana.charCodeAt(0) - TO_HIRAGANA))
    .replace(/[\sー・\-']/g, "");
