// Shown in place of a page without content (not found, not allowed, no data yet): the problem and links to go on, in
// the page's language.
import { h } from "../dom.js";
import { accessWords } from "../text/access_words.js";
import { placeWords } from "../text/place_words.js";
import { language, onLanguage } from "../words.js";

/**
 * A problem document of the service, or a problem that a page detects itself, with the same codes.
 * @typedef {{code?: string, status?: number, title?: string, detail?: string, reason?: {ja: string, en: string},
 *   titles?: {ja: string, en: string}, role?: string}} Problem
 */

const [, head = "", table = "", tail = ""] =
  location.pathname.match(/\/(tables|seat|overlay|camera)\/([^/]+)(?:\/([^/]+))?/) ?? [];
const here = () => encodeURIComponent(location.pathname + location.search);
const board = { href: "/", name: "board" };
const again = { href: location.pathname + location.search, name: "again" };
const logIn = (/** @type {boolean} */ other) => ({
  href: `/login?next=${here()}${other ? "&other=1" : ""}`,
  name: other ? "logInAs" : "logIn",
});
const seats = () =>
  [..."ABCD"].map((seat) => ({ href: `/${head}/${table}/${seat}${location.search}`, name: "seat", of: seat }));

/** Links by code of the problem, the most useful first. @type {Record<string, () => {href: string, name: string, of?: string}[]>} */
const WAYS = {
  "log-in": () => [logIn(false)],
  "session-over": () => [logIn(false)],
  "link-spent": () => [logIn(false), board],
  "role-too-low": () => [logIn(true), board],
  "token-unknown": () => [logIn(false), board],
  "camera-only": () => [logIn(false)],
  "seat-unknown": () => [...seats(), board],
  "part-unknown": () => [{ href: `/${head}/${table}/preview`, name: "preview" }, board],
  "round-unknown": () => [{ href: `/tables/${table}/replay`, name: "newestRound" }, board],
  "game-unknown": () => [{ href: `/tables/${table}/report`, name: "newestGame" }, board],
  "hands-never": () => [{ href: `/${head}/${table}/preview`, name: "preview" }, board],
  "nothing-played": () => [{ href: `/tables/${table}`, name: "console" }, board],
  "event-unknown": () => [{ href: "/events", name: "events" }, board],
  "rulebook-unknown": () => [{ href: "/rules", name: "rules" }, board],
  away: () => [again],
  waiting: () => [again, board],
};

/** Codes of problems without a code, by HTTP status. @type {Record<number, string>} */
const BARE = { 401: "log-in", 404: "nothing-here" };

/** @param {Problem} problem */
export const codeOf = (problem) => problem.code ?? BARE[problem.status ?? 0] ?? "";

/**
 * The element for a problem.
 * @param {Problem} problem
 * @returns {HTMLElement}
 */
export function placeOf(problem) {
  const code = codeOf(problem);
  const element = h("section.card.empty-state", { "data-place": code || "fault", role: "status" });
  const fill = () => {
    const known = code in placeWords.kinds ? placeWords.kinds[code] : null;
    const named = {
      table: decodeURIComponent(table),
      tail: decodeURIComponent(tail),
      role: accessWords.roles[problem.role ?? ""] ?? "",
    };
    const [title, text] = known
      ? known(named)
      : [problem.titles?.[language] ?? problem.title ?? placeWords.fault, problem.reason?.[language] ?? ""];
    const ways = (WAYS[code] ?? (() => [board, ...(Number(problem.status) >= 500 ? [again] : [])]))();
    element.replaceChildren(
      h("h2", {}, title),
      text ? h("p", {}, text) : "",
      h(
        "nav.acts",
        { "aria-label": placeWords.ways },
        // Do not link to the current page, except to load it again.
        ways
          .filter((way) => way === again || way.href !== location.pathname)
          .map(({ href, name, of }, at) => h(`a.way${at ? "" : ".primary"}`, { href }, placeWords.to[name](of ?? ""))),
      ),
    );
  };
  fill();
  onLanguage(fill);
  return element;
}

/** The problem in an answer; null: there was no answer. @param {Response | null} answer @returns {Promise<Problem>} */
export async function problemIn(answer) {
  if (!answer) return { code: "away" };
  const told = await answer.json().catch(() => ({}));
  return { ...told, status: answer.status };
}

/** Banner that the link to the feed is lost and the page shows an old view. @param {number} seconds */
export const lostBox = (seconds) =>
  h(
    "div",
    { id: "lost", role: "alert" },
    placeWords.lost(seconds),
    " ",
    h("a", { href: again.href }, placeWords.to.again("")),
  );
const lost = lostBox(0);
lost.hidden = true;

/** @param {number} heard   when anything came last, milliseconds since the epoch; 0: the page is as new as can be */
export function showLost(heard) {
  lost.hidden = !heard;
  document.body.classList.toggle("is-stale", Boolean(heard));
  if (!lost.isConnected) document.querySelector("body > header")?.after(lost);
  if (heard) lost.replaceChildren(...lostBox(Math.max(0, Math.round((Date.now() - heard) / 1000))).childNodes);
}

const box = h("main", { id: "place", hidden: true });
let shown = "";

/**
 * Show a problem in place of the page below the bar; null shows the page again.
 * @param {Problem | null} problem
 */
export function showPlace(problem) {
  const what = JSON.stringify(problem);
  if (what === shown) return;
  shown = what;
  box.hidden = !problem;
  document.body.classList.toggle("elsewhere", Boolean(problem));
  box.replaceChildren(...(problem ? [placeOf(problem)] : []));
  if (!box.isConnected) document.body.append(box);
}
