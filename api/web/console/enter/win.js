// Entry of a round's result by hand: a win by tiles, by han and fu or as text, prefilled with the reading; or a draw.
import { h } from "../../shared/dom.js";
import { keptDraft, emptyDraft } from "../../shared/entry/draft.js";
import { openEntry } from "../../shared/entry/entry.js";
import { language, words } from "../../shared/words.js";
import { address, table } from "../claims.js";
import { toggle } from "../../shared/ask/choices.js";
import { dialog } from "../../shared/ask/dialog.js";
import { claimAfter, foreseen } from "../foreseen.js";
import { said, seatName } from "../words.js";
/** @import { MeldView, TableView, WinView } from "jantaku/api" */

/** @typedef {import("../../shared/entry/draft.js").Draft} Draft */
/** @typedef {import("../../shared/entry/entry.js").Entry} Entry */

const SIDES = [null, "right", "across", "left"];
const FLAGS = ["ippatsu", "last_tile", "replacement", "robbed_kong", "first_turn"];
const MOST_WINNERS = 3;

/**
 * @param {MeldView} meld
 * @param {number} winner
 */
function meldDraft(meld, winner) {
  const tiles = meld.tiles.map((name) => name ?? meld.tiles[1] ?? "?");
  return {
    kind: meld.kind,
    tiles,
    called: meld.sideways == null ? undefined : tiles[meld.sideways],
    from: meld.source == null ? undefined : (SIDES[(meld.source - winner + 4) % 4] ?? undefined),
  };
}

/**
 * Draft of a win that the camera read.
 * @param {WinView} won
 * @returns {Draft}
 */
const readDraft = (won) =>
  emptyDraft({
    mode: won.hand.length ? "tiles" : "value",
    winner: won.winner,
    loser: won.loser,
    by: won.by === "tsumo" ? "tsumo" : "ron",
    hand: [...won.hand],
    win: won.winning_tile,
    melds: won.melds.map((meld) => meldDraft(meld, won.winner)),
    dora: [...won.dora_indicators],
    ura: [...won.ura_indicators],
    riichi: won.flags.find((/** @type {string} */ flag) => flag in said.riichi) ?? "none",
    flags: won.flags.filter((/** @type {string} */ flag) => FLAGS.includes(flag)),
    ...(won.hand.length ? {} : { han: won.score.han, fu: won.score.fu, yakuman: won.score.yakuman }),
  });

/** @param {TableView} view */
const lastDiscard = (view) =>
  view.seats
    .flatMap((each) => each.river.map((discard) => ({ ...discard, seat: each.seat })))
    .sort((one, two) => two.index - one.index)[0];

/**
 * Draft of a win that was not read: dora and last discard. It starts with tiles, or with the value where some acts are
 * entered by hand.
 * @param {TableView} view
 * @returns {Partial<Draft>}
 */
function guess(view) {
  const last = lastDiscard(view);
  return {
    mode: view.by_hand.length ? "value" : "tiles",
    dora: [...view.dora_indicators],
    loser: last?.seat ?? null,
    win: last?.tile ?? null,
  };
}

/**
 * Known parts of a seat's win: its open hand, and a ron if the last discard seen is another seat's.
 * @param {TableView} view
 * @param {number} seat
 * @returns {Partial<Draft>}
 */
function knownOf(view, seat) {
  const shown = view.seats[seat];
  const last = lastDiscard(view);
  const ron = !shown.apart && last && last.seat !== seat;
  return {
    winner: seat,
    ...(last || shown.apart ? { by: ron ? "ron" : "tsumo", loser: ron ? last.seat : null } : {}),
    hand: [...shown.shown],
    win: shown.apart ?? (ron ? last.tile : null),
    melds: shown.melds.map((meld) => meldDraft(meld, seat)),
    dora: [...view.dora_indicators],
    riichi: shown.riichi ? "riichi" : "none",
  };
}

/** @param {TableView} view @param {number | undefined} round */
const nameOf = (view, round) => `${table} ${round ?? view.round?.ordinal ?? ""}`;

/**
 * True if an entry was begun and not sent, such as before a reload.
 * @param {TableView} view
 */
export const winBegun = (view) => keptDraft(nameOf(view, undefined)) !== null;

/**
 * Enter a win, or correct the one that was read.
 * @param {TableView} view
 * @param {{round?: number, seat?: number}} [about]   ordinal of an earlier round; the winner's seat, if known
 */
export function enterWin(view, { round, seat } = {}) {
  const read = view.result?.wins ?? [];
  const opened = view.seats.find((each) => each.shown.length)?.seat ?? null;
  const seats = view.seats.map((each) => ({
    seat: each.seat,
    name: seatName(each.seat, view.names),
  }));
  const place = h("div.entries");
  /** @type {Entry[]} */
  let entries = [];
  const send = h(
    "button.primary.send",
    {
      id: "enter-result",
      onclick: async () => {
        if (!(await ahead.enter("enter_result", entered()))) return;
        for (const each of entries) each.forget();
        box.close();
      },
    },
    said.enterResult,
  );
  const ahead = foreseen(view.names);
  const entered = () => ({ wins: entries.map((each) => each.request()), ...(round && { round }) });
  let asked = "";
  const settle = () => {
    const whole = entries.length > 0 && entries.every((each) => each.ready());
    const now = whole ? JSON.stringify(entered()) : "";
    if (now && now !== asked) void ahead.ask("enter_result", entered());
    if (!now) ahead.box.replaceChildren();
    asked = now;
    send.setAttribute("aria-disabled", String(!whole));
    const points = entries.map((each) => each.told()?.said?.[language]).filter(Boolean);
    send.textContent = [said.enterResult, ...(whole ? points : [])].join(" · ");
  };
  /** @param {Partial<Draft>} draft */
  const add = (draft) => {
    const number = entries.length;
    const entry = openEntry({
      address: address("/entries"),
      seats,
      draft,
      keep: nameOf(view, round) + (number ? ` ${number}` : ""),
      known: (winner) => knownOf(view, winner),
      openRiichi: view.open_riichi,
      changed: settle,
    });
    entries = [...entries, entry];
    place.append(h("section.win-form", { "data-winner": String(number) }, entry.element));
  };
  const box = dialog(
    read.length ? said.editWin : said.enterWin,
    "result-form",
    place,
    ahead.box,
    h(
      "div.acts.foot",
      {},
      h(
        "button",
        {
          "data-act": "discard-entry",
          onclick: () => {
            for (const each of entries) each.forget();
            box.close();
          },
        },
        said.discardEntry,
      ),
      h(
        "button",
        {
          "data-act": "add-winner",
          onclick: () => {
            const first = entries[0].draft();
            if (entries.length < MOST_WINNERS)
              add({ ...guess(view), mode: first.mode, loser: first.loser, win: first.win });
          },
        },
        said.addWinner,
      ),
      send,
    ),
  );
  // Restore an entry that was begun and not sent.
  const known = seat ?? opened;
  const drafts = read.length
    ? read.map(readDraft)
    : [{ ...guess(view), ...(known == null ? {} : knownOf(view, known)) }];
  for (const draft of drafts) add(draft);
  settle();
}

/**
 * Enter a draw, exhaustive or aborted.
 * @param {TableView} view
 * @param {{round?: number}} [about]   an earlier round's ordinal
 */
export function enterDraw(view, { round } = {}) {
  const about = round ? { round } : {};
  const shown = round ? [] : view.seats.filter((seat) => seat.shown.length);
  /** @type {Set<number>} */
  const tenpai = new Set(shown.map((seat) => seat.seat));
  /** Seats with nagashi mangan; null until edited: then the observed discards decide. @type {Set<number> | null} */
  let nagashi = null;
  /** @param {string} title @param {(seat: number) => boolean} isOn @param {(seat: number, on: boolean) => void} put @param {string} name @param {import("../../shared/dom.js").Children} [more] */
  const chosen = (title, isOn, put, name, more) => [
    h("p", {}, title),
    h(
      "div.choice",
      { role: "group", "aria-label": title },
      view.seats.map(({ seat }) =>
        toggle(
          seatName(seat, view.names),
          isOn(seat),
          (on) => {
            put(seat, on);
            tell();
          },
          `${name}-${seat}`,
        ),
      ),
      more,
    ),
  ];
  const ahead = foreseen(view.names);
  const draw = () => ({ seats: [...tenpai], ...(nagashi && { nagashi: [...nagashi] }), ...about });
  const tell = () => void ahead.ask("confirm_draw", draw());
  const box = dialog(
    said.enterDraw,
    "draw-form",
    ...chosen(
      said.tenpaiWho,
      (seat) => tenpai.has(seat),
      (seat, on) => (on ? tenpai.add(seat) : tenpai.delete(seat)),
      "tenpai",
    ),
    ...(view.nagashi_mangan
      ? chosen(
          said.nagashiWho,
          () => false,
          (seat, on) => {
            nagashi ??= new Set();
            if (on) nagashi.add(seat);
            else nagashi.delete(seat);
          },
          "nagashi",
          toggle(said.nagashiNobody, false, (on) => (nagashi = on ? new Set() : null), "nagashi-nobody"),
        )
      : []),
    h(
      "div.acts",
      {},
      view.abortive_draws.map((/** @type {string} */ kind) =>
        h(
          "button",
          {
            "data-aborts": kind,
            onclick: () =>
              claimAfter(
                words.drawn[kind],
                "confirm_draw",
                { subject: kind, ...about },
                { names: view.names, done: () => box.close() },
              ),
          },
          words.drawn[kind],
        ),
      ),
    ),
    ahead.box,
    ahead.foot(said.confirmDraw, "confirm_draw", draw),
  );
  tell();
}
