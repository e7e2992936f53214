// The draft of a win: its fields, its form as a request to the service, and its storage while the tab is open.

/**
 * @typedef {object} MeldDraft
 * @property {string} kind    chii, pon, kan_open, kan_added or kan_concealed
 * @property {string[]} tiles
 * @property {string} [called]
 * @property {string} [from]  left, across or right
 */

/**
 * A win that is being entered. Every field has a default value; nothing is validated here.
 * @typedef {object} Draft
 * @property {"tiles" | "value" | "text"} mode
 * @property {number | null} winner   seat 0-3, null until entered
 * @property {number | null} loser    null for a tsumo, or until entered
 * @property {"ron" | "tsumo"} by
 * @property {string[]} hand          concealed tiles without the winning tile
 * @property {string | null} win
 * @property {MeldDraft[]} melds
 * @property {string} riichi
 * @property {string[]} flags         circumstances that apply
 * @property {string[]} dora
 * @property {string[]} ura
 * @property {boolean} apart          the drawn tile was shown separately
 * @property {number} han
 * @property {number} fu
 * @property {number} yakuman
 * @property {Record<string, number> | null} liable   liable seat by yakuman id; null: as the observed calls imply
 * @property {string} text            text in the field, not applied yet
 * @property {string} prevailing      round wind, where no table supplies it
 */

const SUITS = "mpsz";

/** @param {string} name */
const place = (name) => SUITS.indexOf(name[1]) * 20 + (name[0] === "0" ? 9 : Number(name[0]) * 2);

/**
 * Sort tiles in the display order of a hand.
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
 * The win as a request of `/api/v1/scores` and `enter_result`, without the rulebook.
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
 * The draft stored in this tab under a name; null if there is none.
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
 * @param {Draft | null} draft   null deletes it
 */
export function keepDraft(name, draft) {
  try {
    if (draft) sessionStorage.setItem(`entry ${name}`, JSON.stringify(draft));
    else sessionStorage.removeItem(`entry ${name}`);
  } catch {
    // Without storage, entry still works.
  }
}
