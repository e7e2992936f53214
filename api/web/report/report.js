// What a game came to, round by round, on pages that can be printed.
import { h, signed } from "../shared/dom.js";
import { icon } from "../shared/parts/icons.js";
import { headline, wonHand } from "../shared/parts/result.js";
import { inOrder, points } from "../shared/parts/standing.js";
import { problemIn, showPlace } from "../shared/parts/place.js";
import { barred, who } from "../shared/session.js";
import { language, languageButton, words } from "../shared/words.js";
import { said, time } from "../replay/words.js";
import { chart } from "./chart.js";
import { home } from "../shared/parts/shell.js";

/** @typedef {import("../shared/parts/standing.js").Standing} Standing */

const table = decodeURIComponent(location.pathname.split("/")[2]);
const api = `/api/v1/tables/${encodeURIComponent(table)}`;
const asked = Number(new URLSearchParams(location.search).get("game")) || 0;
const replay = (/** @type {number} */ ordinal) => `/tables/${encodeURIComponent(table)}/replay?round=${ordinal}`;

const [answer, now] = await Promise.all([
  fetch(`${api}/rounds`).catch(() => null),
  fetch(api)
    .then((found) => (found.ok ? found.json() : null))
    .catch(() => null),
]);
/** @type {any[]} */
const all = answer?.ok ? await answer.json() : [];
const game = asked || (all.at(-1)?.game ?? 0);
const rounds = all.filter((each) => each.game === game);
const games = [...new Set(all.map((each) => each.game))];

const roundName = (/** @type {any} */ each) =>
  `${words.round(each.wind, each.number)}${each.counters ? ` ${words.counters(each.counters)}` : ""}`;

/** How a round ended, in one cell. */
function ending(/** @type {any} */ round) {
  const result = round.result;
  if (!result) return said.noResult;
  if (result.kind === "draw")
    return [
      h("strong", {}, words.drawn[result.draw] ?? words.draw),
      result.tenpai.length
        ? h(
            "div.faint",
            {},
            `${words.tenpai}: ${result.tenpai.map((/** @type {number} */ seat) => round.names[seat]).join(", ")}`,
          )
        : null,
    ];
  return result.wins.map((/** @type {any} */ win) =>
    h(
      "div",
      {},
      h("strong", {}, `${round.names[win.winner]} ${words[win.by]}`),
      win.loser == null ? "" : ` (${said.from} ${round.names[win.loser]})`,
      h("div.faint", {}, `${headline(win.score)} · ${words.points(win.score.points)}`),
    ),
  );
}

/** Every win of a round with its tiles and yaku. */
function hands(/** @type {any} */ round) {
  return (round.result?.wins ?? []).map((/** @type {any} */ win) =>
    h(
      "article.hand",
      {},
      h("h3", {}, `${roundName(round)} · ${round.names[win.winner]} ${words[win.by]}`),
      wonHand(win),
      h(
        "p",
        {},
        [...win.score.yaku, ...win.score.dora_lines]
          .map((part) => `${part[language]} ${part.yakuman ? words.yakuman : part.han}`)
          .join(language === "ja" ? "・" : ", "),
      ),
      h("p.total", {}, `${headline(win.score)} · ${words.points(win.score.points)}`),
    ),
  );
}

function told() {
  const last = rounds.at(-1);
  const names = last.names;
  const stood = [rounds[0].before, ...rounds.map((each) => each.after)];
  const course = stood.map((each) => each.map((/** @type {Standing} */ standing) => standing.points));
  const order = inOrder(last.after);
  const seats = [...order].sort((a, b) => a - b);
  return [
    h(
      "header.cover",
      {},
      h("h1", {}, `${table} · ${said.wholeGame(game)}`),
      h("p", {}, `${time(rounds[0].began)} – ${last.ended ? time(last.ended) : said.playing}`),
      now?.rulebook ? h("p", {}, now.rulebook[language]) : null,
    ),
    h(
      "table.standing",
      {},
      h("thead", {}, h("tr", {}, h("th", {}, said.place), h("th", {}, ""), h("th.number", {}, said.points))),
      h(
        "tbody",
        {},
        order.map((seat) =>
          h(
            "tr",
            {},
            h("td", {}, String(last.after[seat].place)),
            h("td", {}, names[seat]),
            h("td.number", {}, points(last.after[seat])),
          ),
        ),
      ),
    ),
    h(
      "figure",
      {},
      chart(said.pointsOverRounds, names, course, [
        said.start,
        ...rounds.map((each) => words.round(each.wind, each.number)),
      ]),
    ),
    h(
      "table.rounds",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", {}, said.round),
          h("th", {}, words.result),
          seats.map((seat) => h("th.number", { scope: "col" }, names[seat])),
        ),
      ),
      h(
        "tbody",
        {},
        rounds.map((each) =>
          h(
            "tr",
            {},
            h("td", {}, h("a", { href: replay(each.ordinal) }, roundName(each))),
            h("td", {}, ending(each)),
            seats.map((seat) =>
              h(
                "td.number",
                {},
                h("div", {}, each.result ? signed(each.result.payments[seat]) : "–"),
                h("div.faint", {}, points(each.after[seat])),
              ),
            ),
          ),
        ),
      ),
    ),
    h("h2", {}, said.hands),
    h("section.hands", {}, rounds.map(hands)),
    h("p.faint", {}, said.made(time(Date.now() / 1000))),
  ];
}

document.title = `${table} · ${said.report}`;
document.body.append(
  h(
    "header.bar",
    {},
    home(),
    h("h1", {}, `${table} · ${said.report}`),
    rounds.length ? h("a", { href: replay(rounds.at(-1).ordinal) }, said.replay) : null,
    games.length > 1
      ? h(
          "select",
          {
            "aria-label": said.report,
            onchange: (/** @type {Event} */ event) => {
              const address = new URL(location.href);
              address.searchParams.set("game", /** @type {HTMLSelectElement} */ (event.target).value);
              location.href = address.href;
            },
          },
          games.map((each) => h("option", { value: each, selected: each === game }, said.wholeGame(each))),
        )
      : null,
    h("span.push"),
    h("button", { id: "print", onclick: () => print() }, icon("print"), said.print),
    who(),
    languageButton(),
  ),
  h("main", { id: "report" }, rounds.length ? told() : null),
);
/** @type {import("../shared/parts/place.js").Problem | null} */
let wrong = barred("viewer");
if (!answer?.ok) wrong ??= await problemIn(answer);
if (!rounds.length) wrong ??= { code: all.length ? "game-unknown" : "nothing-played" };
if (wrong) showPlace(wrong);
