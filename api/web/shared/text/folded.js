// Normalise typed text to the form of the search keys in the fault catalogue.
const SMALL_KANA = /[\u30a1-\u30f6]/g;
const TO_HIRAGANA = 0x60;

/**
 * Convert to hiragana and lower case, without spaces and long-vowel marks.
 * @param {string} text
 */
export const folded = (text) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(SMALL_KANA, (kana) => String.fromCharCode(kana.charCodeAt(0) - TO_HIRAGANA))
    .replace(/[\sー・\-']/g, "");
