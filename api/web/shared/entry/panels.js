// Parts of the entry besides rack and palette: values by one tap, text, circumstances, the verdict.
import { h, tile, withTiles } from "../dom.js";
import { meld } from "../parts/hand.js";
import { explained } from "../parts/result.js";
import { language } from "../words.js";
import { chip, group } from "./chips.js";
import { sorted } from "./draft.js";
import { entryWords } from "./words.js";

/** @typedef {import("./draft.js").Draft} Draft */
/** @typedef {import("./entry.js").Told} Told */
/** @typedef {import("../words.js").Text} Text */
/** @typedef {(act: () => void) => void} Change */

const FLAGS = ["ippatsu", "last_tile", "replacement", "robbed_kong", "first_turn"];

/**
 * Buttons of all possible values of a hand.
 * @param {Draft} draft
 * @param {Told | null} told
 * @param {Change} change
 */
export function values(draft, told, change) {
  const rows = Map.groupBy(told?.values ?? [], ({ fu, yakuman }) => (yakuman ? "y" : String(fu)));
  return h(
    "div.values",
    { "data-key": "values", role: "group", "aria-label": entryWords.modes.value },
    [...rows].map(([fu, cells]) =>
      h("div.values-row", { "data-key": `fu-${fu}` }, [
        cells.map(({ han, fu: counted, yakuman, name, said }) =>
          h(
            "button.value",
            {
              "data-key": `value-${han}-${counted}-${yakuman}`,
              "data-value": `${han}-${counted}-${yakuman}`,
              "aria-pressed": String(draft.han === han && draft.fu === counted && draft.yakuman === yakuman),
              onclick: () => change(() => Object.assign(draft, { han, fu: counted, yakuman })),
            },
            h("span.value-name", {}, name[language]),
            h("span.value-said", {}, said[language]),
          ),
        ),
      ]),
    ),
  );
}

/**
 * Field for pasted or typed text, with the tiles that the service reads in it.
 * @param {Draft} draft
 * @param {Told | null} told
 * @param {Change} change
 */
export function typing(draft, told, change) {
  const take = () =>
    told &&
    change(() => {
      const { hand, win, melds } = /** @type {Told} */ (told);
      Object.assign(draft, { hand: sorted(hand), win, melds, mode: "tiles", text: "" });
    });
  const read = draft.text && told ? [...told.hand, ...(told.win ? [told.win] : [])] : [];
  return h("div.typing", { "data-key": "typing" }, [
    h("label", {}, [
      entryWords.text,
      h("input", {
        type: "text",
        "data-key": "typed",
        value: draft.text,
        autocomplete: "off",
        autocapitalize: "off",
        spellcheck: "false",
        oninput: (/** @type {{target: HTMLInputElement}} */ event) => change(() => (draft.text = event.target.value)),
      }),
    ]),
    h("p.faint", {}, entryWords.hint),
    h("span.tiles", {}, [
      read.map((face) => tile(face)),
      draft.text && told ? told.melds.map((each) => meld({ tiles: each.tiles })) : null,
    ]),
    h(
      "button",
      { "data-key": "take", "data-act": "take-text", disabled: !read.length, onclick: take },
      entryWords.take,
    ),
  ]);
}

/**
 * Chips of the circumstances; impossible ones show the reason.
 * @param {Draft} draft
 * @param {Told | null} told
 * @param {Change} change
 * @param {boolean} [openRiichi]
 */
export function circumstances(draft, told, change, openRiichi) {
  const barred = told?.barred ?? {};
  const why = (/** @type {string} */ name) => barred[name]?.[language];
  const kinds = ["none", "riichi", "double", ...(openRiichi ? ["open", "double_open"] : [])];
  return group("circumstances", entryWords.circumstances, [
    kinds
      .filter((each) => each !== "none")
      .map((each) =>
        chip(
          `riichi-${each}`,
          entryWords.riichi[each],
          draft.riichi === each,
          () => change(() => (draft.riichi = draft.riichi === each ? "none" : each)),
          why(each),
        ),
      ),
    FLAGS.map((flag) =>
      chip(
        `flag-${flag}`,
        entryWords.flags[flag],
        draft.flags.includes(flag),
        () =>
          change(() => {
            draft.flags = draft.flags.includes(flag)
              ? draft.flags.filter((each) => each !== flag)
              : [...draft.flags, flag];
          }),
        why(flag),
      ),
    ),
    chip("flag-mixed", entryWords.apart, !draft.apart, () => change(() => (draft.apart = !draft.apart))),
  ]);
}

/**
 * Choice of the liable seat for a yakuman, if the rulebook has liability; until edited, the observed calls decide.
 * @param {Draft} draft
 * @param {Told | null} told
 * @param {Change} change
 * @param {{seat: number, name: string}[]} seats
 */
export function liability(draft, told, change, seats) {
  const others = seats.filter(({ seat }) => seat !== draft.winner);
  const put = (/** @type {string} */ id, /** @type {number} */ seat) => {
    const { [id]: was, ...rest } = draft.liable ?? {};
    draft.liable = was === seat ? rest : { ...rest, [id]: seat };
  };
  return h(
    "div",
    { "data-key": "liability" },
    (told?.liability ?? []).map(({ id, name }) =>
      group(`liable-${id}`, entryWords.liable(name[language]), [
        others.map(({ seat, name: who }) =>
          chip(`liable-${id}-${seat}`, who, draft.liable?.[id] === seat, () => change(() => put(id, seat))),
        ),
      ]),
    ),
  );
}

/**
 * Problems, contradictory readings, and the score if the page does not show it elsewhere.
 * @param {Told | null} told
 * @param {boolean} cutOff
 * @param {boolean} scored
 */
export function verdict(told, cutOff, scored) {
  const score = scored ? told?.score : null;
  const said = (/** @type {Text[]} */ texts, /** @type {string} */ name) =>
    texts.length
      ? h(
          `div.${name}`,
          { "data-key": name },
          texts.map((text) => h("p", {}, withTiles(text[language]))),
        )
      : null;
  return h("div.verdict", { "data-key": "verdict", role: "status", "aria-live": "polite" }, [
    cutOff ? h("p.differs", { "data-key": "cut" }, entryWords.cutOff) : null,
    said(told?.problems ?? [], "problems"),
    told?.contradictions.length
      ? h("div.contradictions", { "data-key": "contradictions" }, [
          h("strong", {}, entryWords.against),
          told.contradictions.map((text) => h("p", {}, withTiles(text[language]))),
        ])
      : null,
    told?.why_not ? h("p.problems", { "data-key": "why" }, told.why_not[language]) : null,
    score?.ok && told?.said
      ? h("div", { "data-key": "score" }, [
          h("p.total", { "data-said": "" }, told.said[language]),
          score.yaku.length || score.fu_lines.length
            ? h("details", { "data-key": "lines" }, h("summary", {}, entryWords.lines), explained(score))
            : null,
        ])
      : null,
  ]);
}
