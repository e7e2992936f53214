// Entry of a win: tile by tile (a rack, a palette of legal tiles, circumstances by tap), by value, or by pasted text.
// The service decides what is legal: each change sends one request, never two at the same time.
import { h, tile } from "../dom.js";
import { postJson } from "../http.js";
import { patch } from "../patch.js";
import { tileName } from "../text/tile_names.js";
import { emptyDraft, keepDraft, keptDraft, sorted, winRequest } from "./draft.js";
import { chip, group } from "./chips.js";
import { circumstances, liability, typing, values, verdict } from "./panels.js";
import { entryWords } from "./words.js";
/** @import { NoWinJson, ScoreJson } from "jantaku/api" */

/** @typedef {import("./draft.js").Draft} Draft */
/** @typedef {import("../words.js").Text} Text */

/**
 * Answer of the service to `POST /api/v1/entries` or `…/tables/{table}/entries`.
 * @typedef {object} Told
 * @property {string[]} hand
 * @property {string | null} win
 * @property {import("./draft.js").MeldDraft[]} melds
 * @property {number} missing                               tiles that the hand lacks, without the winning tile
 * @property {Record<string, number>} left                  copies of each face that can still be added
 * @property {Record<string, Record<string, string[]>>} taps        tiles that a tap adds, by shape and face
 * @property {Record<string, Record<string, string[]>>} meld_taps   tiles that a tap adds, by kind of meld and face
 * @property {boolean} indicator                            true if one more indicator is possible
 * @property {string[]} waits
 * @property {Record<string, Text>} barred                  impossible circumstances, with the reason
 * @property {{id: string, name: Text}[]} liability         yakuman for which a seat may be liable
 * @property {Text[]} problems                              what is impossible in the entry
 * @property {Text[]} contradictions                        readings that contradict the entry
 * @property {{han: number, fu: number, yakuman: number, name: Text, said: Text}[]} values   values that one tap can enter
 * @property {ScoreJson | NoWinJson | null} score                                    as `/api/v1/scores` answers; null if incomplete
 * @property {Text | null} said                             the points as players announce them
 * @property {Text | null} why_not                          why the hand is not a win
 */

/**
 * @typedef {object} EntryOptions
 * @property {string} address      address of the check at the service
 * @property {() => Record<string, unknown>} [context]   fields of every request: rulebook, and without a table dealer,
 *   prevailing_wind, counters, riichi_sticks
 * @property {{seat: number, name: string}[] | null} [seats]   players to choose from; null: seat and round wind instead
 * @property {Partial<Draft>} [draft]   values known at the start
 * @property {string} [keep]       name under which the draft survives a reload; a stored one replaces `draft`
 * @property {(seat: number) => Partial<Draft>} [known]   known values of a seat's win, used while nothing is entered
 * @property {boolean} [openRiichi]  true if the rulebook has open riichi
 * @property {boolean} [compact]   the palette is hidden while the hand is complete, and the page itself shows the score
 * @property {(entry: Entry) => void} [changed]   after each change and each answer
 */

/**
 * @typedef {object} Entry
 * @property {HTMLElement} element
 * @property {() => Draft} draft
 * @property {() => Told | null} told    the latest answer, null before the first
 * @property {() => boolean} ready       true if the latest draft was answered and is a win
 * @property {() => Record<string, unknown>} request   the win as a request of `enter_result` and `/scores`
 * @property {(known: Partial<Draft>) => void} set  set other values, such as tiles read from a photo
 * @property {() => void} redraw         after a change of language
 * @property {() => void} forget         delete the stored draft: it was sent or discarded
 */

const ROWS = ["m", "p", "s", "z"].map((suit) =>
  suit === "z" ? "1234567".split("").map((rank) => `${rank}z`) : "1234567890".split("").map((rank) => `${rank}${suit}`),
);
const WINDS = ["E", "S", "W", "N"];
const AGAIN_MS = 1500;
/** Winner where no table supplies it: South, a non-dealer, so that nobody gets a dealer's points by mistake. */
const ALONE = 1;

/**
 * @param {EntryOptions} options
 * @returns {Entry}
 */
export function openEntry({
  address,
  context = () => ({}),
  seats = null,
  draft: begin,
  known,
  keep,
  openRiichi,
  compact = false,
  changed,
}) {
  const draft = (keep && keptDraft(keep)) || emptyDraft({ ...(seats ? {} : { winner: ALONE }), ...begin });
  /** @type {Told | null} */
  let told = null;
  let target = "hand";
  let shape = "tile";
  let kind = "pon";
  let source = "left";
  // True if a person wants to add tiles although the hand is complete.
  let adding = false;
  let asking = false;
  let asked = true;
  let cutOff = false;
  const element = h(compact ? "section.entry.compact" : "section.entry", { "data-entry": "" });

  /** @type {Entry} */
  const entry = {
    element,
    draft: () => draft,
    told: () => told,
    ready: () => asked && !cutOff && told?.score?.ok === true && (seats === null || draft.winner !== null),
    request: () => winRequest(draft),
    set: (more) => {
      adding = false;
      change(() => Object.assign(draft, more));
    },
    redraw: draw,
    forget: () => keep && keepDraft(keep, null),
  };

  /** @param {() => void} act */
  function change(act) {
    act();
    asked = false;
    if (keep) keepDraft(keep, draft);
    draw();
    void ask();
  }

  async function ask() {
    if (asking) return;
    asking = true;
    while (!asked) {
      asked = true;
      const text = draft.mode === "text" ? draft.text : "";
      const body = { ...context(), ...winRequest(draft), ...prevailing(), text, values: draft.mode === "value" };
      try {
        const answer = await postJson(address, body);
        if (!answer.ok) throw new Error(String(answer.status));
        told = await answer.json();
        cutOff = false;
      } catch {
        asked = false;
        cutOff = true;
        draw();
        await new Promise((done) => setTimeout(done, AGAIN_MS));
        if (!element.isConnected) break;
      }
    }
    asking = false;
    draw();
  }

  /** @param {number} seat */
  function pickWinner(seat) {
    Object.assign(draft, { winner: seat, liable: null });
    if (!draft.hand.length && !draft.melds.length && known) Object.assign(draft, known(seat));
    if (draft.loser === seat) Object.assign(draft, { by: "tsumo", loser: null });
  }

  // A tsumo has no discarder.
  const byTsumo = () => Object.assign(draft, { by: "tsumo", loser: null, win: draft.hand.length ? draft.win : null });

  const prevailing = () => (seats ? {} : { prevailing_wind: draft.prevailing, dealer: 0 });

  // A tap adds the tiles that the latest answer names for it; the next answer can correct that.
  /** @param {string} face */
  function tap(face) {
    const adds = target === "meld" ? told?.meld_taps[kind]?.[face] : told?.taps[shape]?.[face];
    change(() => {
      if (target === "dora" || target === "ura") draft[target].push(face);
      else if (!adds) return;
      else if (target === "meld") {
        draft.melds.push({
          kind,
          tiles: adds,
          ...(kind === "kan_concealed" ? {} : { called: adds[0], from: kind === "chii" ? "left" : source }),
        });
      } else if ((told?.missing ?? 0) - pending() > 0) draft.hand = sorted([...draft.hand, ...adds]);
      else draft.win = face;
    });
  }

  const whole = () => compact && draft.win !== null && (told?.missing ?? 13) - pending() <= 0;

  // Number of tiles tapped since the latest answer.
  const pending = () => (told ? draft.hand.length - told.hand.length : 0);

  /** @param {string} face */
  function may(face) {
    if (target === "dora" || target === "ura") return (told?.left[face] ?? 0) > 0 && draft[target].length < 5;
    return Boolean(target === "meld" ? told?.meld_taps[kind]?.[face] : told?.taps[shape]?.[face]);
  }

  function draw() {
    const entered =
      draft.mode === "text"
        ? typing(draft, told, change)
        : draft.mode === "value"
          ? values(draft, told, change)
          : tilesEntry();
    patch(element, [
      modes(),
      ...(compact ? [entered, who()] : [who(), entered]),
      draft.mode === "value" ? null : circumstances(draft, told, change, openRiichi),
      seats ? liability(draft, told, change, seats) : null,
      verdict(told, cutOff, !compact),
    ]);
    changed?.(entry);
  }

  const modes = () =>
    group(
      "modes",
      entryWords.mode,
      /** @type {const} */ (["tiles", "value", "text"]).map((mode) =>
        chip(`mode-${mode}`, entryWords.modes[mode], draft.mode === mode, () => change(() => (draft.mode = mode))),
      ),
    );

  function who() {
    const by = (/** @type {"ron" | "tsumo"} */ how) =>
      chip(`by-${how}`, entryWords.by[how], draft.by === how, () =>
        change(() => Object.assign(draft, { by: how, loser: null })),
      );
    if (!seats)
      return h("div.entry-who", { "data-key": "who" }, [
        group("by", entryWords.how, [by("ron"), by("tsumo")]),
        group(
          "seat-wind",
          entryWords.seatWind,
          WINDS.map((wind, seat) =>
            chip(
              `seat-${wind}`,
              h("abbr", { title: entryWords.winds[wind] }, entryWords.letters[wind]),
              draft.winner === seat,
              () => change(() => (draft.winner = seat)),
            ),
          ),
        ),
        roundWind(),
      ]);
    return h("div.entry-who", { "data-key": "who" }, [
      group(
        "winner",
        entryWords.winner,
        seats.map(({ seat, name }) =>
          chip(`winner-${seat}`, name, draft.winner === seat, () => change(() => pickWinner(seat))),
        ),
      ),
      group("from", entryWords.from, [
        chip("from-tsumo", entryWords.by.tsumo, draft.by === "tsumo", () => change(() => byTsumo())),
        seats
          .filter(({ seat }) => seat !== draft.winner)
          .map(({ seat, name }) =>
            chip(`from-${seat}`, name, draft.by === "ron" && draft.loser === seat, () =>
              change(() => Object.assign(draft, { by: "ron", loser: seat })),
            ),
          ),
      ]),
    ]);
  }

  // The round wind rarely changes: one button that cycles through the winds.
  const roundWind = () =>
    h(
      "button.pick.round-wind",
      {
        "data-key": "round",
        "data-pick": "round",
        onclick: () => change(() => (draft.prevailing = WINDS[(WINDS.indexOf(draft.prevailing) + 1) % WINDS.length])),
      },
      h("span.faint", {}, entryWords.prevailing),
      h("b", {}, entryWords.winds[draft.prevailing]),
    );

  function rack() {
    const lacks = Math.max(0, (told?.missing ?? 13) - pending());
    return h("div.rack", { "data-key": "rack", role: "group", "aria-label": entryWords.hand }, [
      draft.hand.map((face, place) => taken(`hand-${place}`, [face], () => draft.hand.splice(place, 1))),
      Array.from({ length: lacks }, () => h("span.slot")),
      h("span.rack-win", { "data-key": "rack-win" }, [
        h("span.rack-name", {}, entryWords.winning),
        draft.win
          ? taken("win", [draft.win], () => (draft.win = null))
          : h("span.slot.win", { title: entryWords.winning }),
      ]),
      draft.melds.map((meld, place) =>
        h("span.rack-meld", { "data-key": `of-meld-${place}` }, [
          h("span.rack-name", {}, entryWords.kinds[meld.kind]),
          taken(
            `meld-${place}`,
            meld.kind === "kan_concealed" ? [null, meld.tiles[1], meld.tiles[2], null] : meld.tiles,
            () => draft.melds.splice(place, 1),
          ),
        ]),
      ),
      h("span.faint", { "data-key": "lacks" }, lacks ? entryWords.lacks(lacks) : ""),
    ]);
  }

  const indicators = () =>
    draft.dora.length + draft.ura.length
      ? h("div.rack.indicators", { "data-key": "indicators" }, [
          /** @type {const} */ (["dora", "ura"]).map((row) =>
            draft[row].length
              ? h("span", { "data-key": row }, [
                  h("span.faint", {}, entryWords.targets[row], " "),
                  draft[row].map((face, place) => taken(`${row}-${place}`, [face], () => draft[row].splice(place, 1))),
                ])
              : null,
          ),
        ])
      : null;

  /**
   * Button of tiles that a tap removes.
   * @param {string} key
   * @param {(string | null)[]} faces
   * @param {() => unknown} remove
   */
  const taken = (key, faces, remove) =>
    h(
      "button.taken",
      {
        "data-key": key,
        "aria-label": entryWords.remove(
          faces
            .map((face) => (face ? tileName(face) : ""))
            .join(" ")
            .trim(),
        ),
        onclick: () => change(() => void remove()),
      },
      faces.map((face) => tile(face)),
    );

  function tilesEntry() {
    const shut = whole() && !adding;
    return h("div.entry-tiles", { "data-key": "tiles" }, [
      rack(),
      indicators(),
      group(
        "target",
        entryWords.target,
        /** @type {const} */ (["hand", "meld", "dora", "ura"]).map((each) =>
          chip(`target-${each}`, entryWords.targets[each], !shut && target === each, () => {
            adding = !(adding && target === each);
            target = each;
            draw();
          }),
        ),
      ),
      shut ? null : palettes(),
    ]);
  }

  function palettes() {
    const shapes = /** @type {const} */ (["tile", "chow", "pung", "pair"]);
    const kinds = /** @type {const} */ (["chii", "pon", "kan_open", "kan_added", "kan_concealed"]);
    const calls = target === "meld" && kind !== "chii" && kind !== "kan_concealed";
    return [
      target === "hand"
        ? group(
            "shape",
            entryWords.shape,
            shapes.map((each) =>
              chip(`shape-${each}`, entryWords.shapes[each], shape === each, () => {
                shape = each;
                draw();
              }),
            ),
          )
        : null,
      target === "meld"
        ? group(
            "kind",
            entryWords.targets.meld,
            kinds.map((each) =>
              chip(`kind-${each}`, entryWords.kinds[each], kind === each, () => {
                kind = each;
                draw();
              }),
            ),
          )
        : null,
      calls
        ? group(
            "source",
            entryWords.source,
            /** @type {const} */ (["left", "across", "right"]).map((each) =>
              chip(`source-${each}`, entryWords.sources[each], source === each, () => {
                source = each;
                draw();
              }),
            ),
          )
        : null,
      palette(),
    ];
  }

  const palette = () =>
    h(
      "div.entry-palette",
      { "data-key": "palette", role: "group", "aria-label": entryWords.palette },
      ROWS.map((row) =>
        h(
          "div.palette-row",
          {},
          row
            .filter((face) => face[0] !== "0" || told === null || told.left[face] > 0 || used(face))
            .map((face) => {
              const waits = told?.waits.includes(face) && !draft.win && target === "hand";
              return h(
                `button.face${waits ? ".waits" : ""}`,
                {
                  "data-key": `face-${face}`,
                  "data-face": face,
                  "aria-label": tileName(face) + (waits ? ` · ${entryWords.waits}` : ""),
                  // Not `disabled`: the button stays in the tab order, so that the keyboard focus is not lost.
                  "aria-disabled": may(face) ? "false" : "true",
                  onclick: () => may(face) && tap(face),
                },
                tile(face),
              );
            }),
        ),
      ),
    );

  /** @param {string} face */
  const used = (face) => [...draft.hand, draft.win, ...draft.melds.flatMap((meld) => meld.tiles)].includes(face);

  asked = false;
  draw();
  void ask();
  return entry;
}
