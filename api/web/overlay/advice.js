// Advice of an engine that follows a seat: its act, and its values of the alternatives. Only the late feed has it.
import { h, tile } from "../shared/dom.js";
import { language } from "../shared/words.js";
/** @import { AdviceView, ValueView } from "jantaku/api" */

/** Maximum number of values shown, the best first. */
const MOST = 3;

/** Names of mjai acts. */
const ACTS = {
  ja: /** @type {Record<string, string>} */ ({
    dahai: "打",
    reach: "リーチ",
    chi: "チー",
    pon: "ポン",
    daiminkan: "カン",
    kakan: "カン",
    ankan: "カン",
    hora: "アガリ",
    ryukyoku: "流局",
    none: "見送り",
  }),
  en: /** @type {Record<string, string>} */ ({
    dahai: "discard",
    reach: "riichi",
    chi: "chii",
    pon: "pon",
    daiminkan: "kan",
    kakan: "kan",
    ankan: "kan",
    hora: "win",
    ryukyoku: "draw",
    none: "pass",
  }),
};

/**
 * Each value scaled to 0 (the worst) to 1 (the best).
 * @param {{value: number}[]} values the best first
 */
const shares = (values) => {
  const best = values[0].value;
  const worst = values[values.length - 1].value;
  return values.map(({ value }) => (best > worst ? (value - worst) / (best - worst) : 1));
};

/**
 * Elements that show an engine's advice.
 * @param {AdviceView} told one of the view's advice
 */
export function advised(told) {
  const reach = told.values.length ? shares(told.values) : [];
  const value = (/** @type {ValueView} */ each, /** @type {number} */ place) => {
    const weight = h("span.weight");
    weight.style.setProperty("--share", String(reach[place]));
    return h(
      "span.value",
      {},
      each.tile ? tile(each.tile) : h("span", {}, ACTS[language][each.kind] ?? each.kind),
      weight,
    );
  };
  return h(
    `span.advice${told.now ? ".now" : ""}`,
    { "data-engine": told.engine },
    h("span.engine", {}, told.engine),
    h("span.act", {}, ACTS[language][told.kind] ?? told.kind, told.tile ? tile(told.tile) : null),
    told.values.slice(0, MOST).map(value),
  );
}
