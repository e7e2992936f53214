// One scored hand or draw, explained line by line with its clauses.
import { hand } from "./hand.js";
import { h, signed, tile, tiles } from "../dom.js";
import { language, words } from "../words.js";
/** @import { DefaultLine, PublicResultView, PublicWinView, NoWinJson, Score, ScoreJson } from "jantaku/api" */

/**
 * Name of a score: 3翻 40符, 4翻 30符 満貫, 役満.
 * @param {Score | ScoreJson} score
 */
export function headline(score) {
  if (score.yakuman > 0) return `${words.limits.yakuman}${score.yakuman > 1 ? ` ×${score.yakuman}` : ""}`;
  const limit = score.limit ? ` ${words.limits[score.limit] ?? score.limit}` : "";
  const fu = score.fu ? ` ${words.fu(score.fu)}` : "";
  return `${words.han(score.han)}${fu}${limit}`;
}

/**
 * The tiles of a win; a win that was entered by han and fu has only its winning tile, if known.
 * @param {PublicWinView} win
 */
export function wonHand(win) {
  if (!win.hand.length && !win.melds.length)
    return h("span.tiles", {}, win.winning_tile ? tile(win.winning_tile, "apart") : null);
  return hand(win.hand, win.winning_tile, win.melds);
}

/** @typedef {Record<string, import("../words.js").Text>} Cited clauses in both languages, by their names in an answer */

/**
 * A line of the han or fu count with its clause, cited in the page's language.
 * @param {string} text
 * @param {string} amount
 * @param {import("../words.js").Text} [cited]
 */
const line = (text, amount, cited) =>
  h("tr", {}, h("td", {}, text), h("td.number", {}, amount), h("td.clause", {}, cited?.[language] ?? ""));
/**
 * @param {Score | ScoreJson} score
 * @param {Cited} cited
 */
const hanLines = (score, cited) =>
  [...score.yaku, ...score.dora_lines].map((part) =>
    line(part[language], "yakuman" in part && part.yakuman ? words.yakuman : words.han(part.han), cited[part.clause]),
  );
/**
 * @param {Score | ScoreJson} score
 * @param {Cited} cited
 */
const fuLines = (score, cited) => score.fu_lines.map((fu) => line(fu[language], words.fu(fu.fu), cited[fu.clause]));

/**
 * Answer of `/api/v1/scores`.
 * @typedef {(Score & {ok?: true, cited: Cited}) | ScoreJson | NoWinJson} Scored
 */
/**
 * A score line by line with its clauses, or the reason why there is none. `said`: the points as players announce them.
 * @param {Scored} score
 * @param {import("../words.js").Text} [said]
 */
export function explained(score, said) {
  if (score.ok === false) return h("div", {}, h("p.total", {}, words.noWin), h("p", {}, score.reason[language]));
  return h(
    "div",
    {},
    h("p.total", {}, `${headline(score)} · ${said?.[language] ?? words.points(score.points)}`),
    h("table", {}, h("tbody", {}, hanLines(score, score.cited), fuLines(score, score.cited))),
    score.default_lines.map(doubtLine),
  );
}

/**
 * A field that the rulebook leaves unstated and on which the result depends, with the reason for the assumed value.
 * @param {DefaultLine} rest
 */
export const doubtLine = (rest) =>
  h("p.clause", { "data-rests": rest.id }, `† ${words.unstated}: ${rest[language]} (${rest[`reason_${language}`]})`);

/**
 * Payments of a result: a chip per seat that receives or pays, with its points afterwards.
 * @param {PublicResultView} result
 * @param {string[]} names
 */
const payments = (result, names) =>
  h(
    "ul.payments",
    {},
    result.payments.map((delta, seat) =>
      h(
        `li${delta > 0 ? ".gets" : ".gives"}`,
        { "data-key": `paid-${seat}`, hidden: !delta },
        h("span.name", {}, names[seat]),
        h("b.delta.number", {}, signed(delta)),
        h("span.then", {}, result.after[seat].points.toLocaleString()),
      ),
    ),
  );

/**
 * One win: winner, kind and loser, points and payments first, then the hand and yaku; fu are folded.
 * @param {PublicWinView} win
 * @param {string[]} names
 */
const winLines = (win, names) => {
  const { score } = win;
  return [
    h("h2", {}, `${words.result} · ${names[win.winner]} · ${words.by[win.by]}`),
    h(
      "p.worth",
      {},
      h("b.total", {}, win.said?.[language] ?? words.points(score.points)),
      h("span.value", {}, headline(score)),
      win.loser == null ? null : h("span.payer", {}, words.paidBy(names[win.loser])),
    ),
    wonHand(win),
    win.ura_indicators.length ? h("p", {}, `${words.ura} `, tiles(win.ura_indicators)) : null,
    h("table.yaku", {}, h("tbody", {}, hanLines(score, win.cited))),
    score.fu_lines.length
      ? h(
          "details.fu",
          {},
          h("summary", {}, words.fu(score.fu)),
          h("table", {}, h("tbody", {}, fuLines(score, win.cited))),
        )
      : null,
    score.default_lines.map(doubtLine),
  ];
};

/**
 * Card of a round's result with its payments, and a button to confirm it if `confirm` is given and it is unconfirmed.
 * @param {PublicResultView | null} result
 * @param {string[]} names
 * @param {(() => unknown) | null} confirm
 */
export function resultCard(result, names, confirm) {
  if (!result) return null;
  const button =
    result.confirmed || !confirm ? null : h("button.primary", { id: "confirm", onclick: confirm }, words.confirm);
  const ending =
    result.kind === "draw"
      ? [
          h("h2", {}, words.drawn[result.draw ?? ""] ?? words.draw),
          h("p", {}, `${words.tenpai}: ${result.tenpai.map((seat) => names[seat]).join(", ") || "–"}`),
        ]
      : result.wins.map((win) => winLines(win, names));
  const beside = result.kind === "win" && result.penalized.length > 0;
  const penalized = beside
    ? h("p.doubt", {}, `${words.penalized}: ${result.penalized.map((seat) => names[seat]).join(", ")}`)
    : null;
  const told = new Set(result.wins.flatMap((win) => win.score.default_lines.map((each) => each.id)));
  const besides = result.rests_on.filter((each) => !told.has(each.id)).map(doubtLine);
  const known = result.known_by.map((each) =>
    h(each.seen === "patchy" ? "p.doubt" : "p.clause", { "data-known": each.matter }, each.text[language]),
  );
  const lost = result.vanished.map((each) => h("p.clause", { "data-lost": each.id }, each[language]));
  return h(
    "section.card.of-result",
    { id: "result" },
    ending,
    penalized,
    known,
    payments(result, names),
    lost,
    besides,
    button,
  );
}
