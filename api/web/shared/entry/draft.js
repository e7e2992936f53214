// A win as far as it is entered: what the service is asked with, and where it is kept while the page stands.

/**
 * @typedef {object} MeldDraft
 * @property {string} kind    chii, pon, kan_open, kan_added or kan_concealed
 * @property {string[]} tiles
 * @property {string} [called]
 * @property {string} [from]  left, across or right
 */

/**
 * A win that is being entered. Every field has a beginning; nothing in it is checked here.
 * @typedef {object} Draft
 * @property {"tiles" | "value" | "text"} mode
 * @property {number | null} winner   seat 0-3, null until somebody says it
 * @property {number | null} loser    null for a tsumo, or while nobody has said it
 * @property {"ron" | "tsumo"} by
 * @property {string[]} hand          concealed tiles without the winning one
 * @property {string | null} win
 * @property {MeldDraft[]} melds
 * @property {string} riichi
 * @property {string[]} flags         circumstances that hold
 * @property {string[]} dora
 * @property {string[]} ura
 * @property {boolean} apart          the drawn tile was shown apart
 * @property {number} han
 * @property {number} fu
 * @property {number} yakuman
 * @property {Record<string, number> | null} liable   seats that answer for yakuman, by its id; null: as the calls tell
 * @property {string} text            what is typed in the field, not taken yet
 * @property {string} prevailing      wind of the round, where no table tells it
 */

const SUITS = "mpsz";

/** @param {string} name */
const place = (name) => SUITS.indexOf(name[1]) * 20 + (name[0] === "0" ? 9 : Number(name[0]) * 2);

/**
 * Tiles in the order in which a hand is shown.
 * @param {string[]} names
 */
export const sorted = (names) => [...names].sort((one, two) => place(one) - place(two));

/**
 * @param {Partial<Draft>} [known]
 * @returns {Draft}
 */
export const emptyDraft = (known = {}) => ({
  mode: "tiles",
  winner: null,
  loser: null,
  by: "ron",
  hand: [],
  win: null,
  melds: [],
  riichi: "none",
  flags: [],
  dora: [],
  ura: [],
  apart: true,
  han: 0,
  fu: 0,
  yakuman: 0,
  liable: null,
  text: "",
  prevailing: "E",
  ...known,
});

/** @param {MeldDraft} meld */
const meldRequest = ({ kind, tiles, called, from }) => ({
  kind,
  tiles: tiles.join(""),
  ...(kind === "kan_concealed" ? {} : { called: called ?? tiles[0], from: from ?? "left" }),
});

/**
 * The win as `/api/v1/scores` and `enter_result` take it, without the rulebook.
 * @param {Draft} draft
 * @returns {Record<string, unknown>}
 */
export function winRequest(draft) {
  const told = draft.mode === "value";
  return {
    winner: draft.winner ?? 0,
    by: draft.by,
    ...(draft.by === "ron" && draft.loser != null ? { loser: draft.loser } : {}),
    hand: told ? "" : draft.hand.join(""),
    win: told ? "" : (draft.win ?? ""),
    melds: told ? [] : draft.melds.map(meldRequest),
    riichi: draft.riichi,
    ...(told ? {} : Object.fromEntries(draft.flags.map((flag) => [flag, true]))),
    dora_indicators: draft.dora.join(""),
    ura_indicators: draft.ura.join(""),
    tile_shown_apart: draft.apart,
    ...(told ? { han: draft.han, fu: draft.fu, yakuman: draft.yakuman } : {}),
    ...(draft.liable && (!told || draft.yakuman) && { liable: draft.liable }),
  };
}

/**
 * A draft kept under a name while the tab is open; null where there is none.
 * @param {string} name
 * @returns {Draft | null}
 */
export function keptDraft(name) {
  try {
    const kept = sessionStorage.getItem(`entry ${name}`);
    return kept ? emptyDraft(JSON.parse(kept)) : null;
  } catch {
    return null;
  }
}

/**
 * @param {string} name
 * @param {Draft | null} draft   null forgets it
 */
export function keepDraft(name, draft) {
  try {
    if (draft) sessionStorage.setItem(`entry ${name}`, JSON.stringify(draft));
    else sessionStorage.removeItem(`entry ${name}`);
  } catch {
    // A browser that keeps nothing still enters.
  }
}
