// Card of one trouble: what is wrong, since when, what to do; and formatting of ages.
import { h } from "../shared/dom.js";
import { language } from "../shared/words.js";
import { said } from "./words.js";

/** @typedef {{ja: string, en: string}} Both */
/**
 * @typedef {{key: string, code: string, title: Both, of: string, since: number, cure: Both, watched: boolean,
 *   detail?: string}} Wrong
 */

/** @param {number} seconds   since the epoch */
export const clock = (seconds) =>
  new Date(seconds * 1000).toLocaleString(language, { dateStyle: "short", timeStyle: "medium" });

/** Format a duration in its largest unit. @param {number} seconds */
function age(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  if (whole < 60) return said.seconds(whole);
  if (whole < 3600) return said.minutes(Math.floor(whole / 60));
  return whole < 86400 ? said.hours(Math.floor(whole / 3600)) : said.days(Math.floor(whole / 86400));
}

/** @param {number} seconds   since the epoch */
const since = (seconds) => said.since(clock(seconds), age(Date.now() / 1000 - seconds));

/**
 * @param {Wrong} wrong
 * @param {(HTMLElement | null)[]} acts   buttons for what can be done here
 */
export const wrongCard = ({ key, code, title, of, since: at, cure, watched, detail }, ...acts) =>
  h(
    "article.card.trouble",
    { "data-key": key, "data-code": code, "data-watched": String(watched) },
    h("h2", {}, title[language]),
    h("p.faint", {}, `${of} · `, since(at)),
    h("p.cure", {}, h("b", {}, `${said.todo}: `), cure[language]),
    detail ? h("p.faint.detail", {}, `${said.detail}: `, h("code", {}, detail)) : null,
    ...acts,
  );
