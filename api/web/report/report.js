// Report of a game, as a record sheet to sign: places and points, round by round, on one page of paper.
import { h, signed } from "../shared/dom.js";
import { icon } from "../shared/parts/icons.js";
import { headline, wonHand } from "../shared/parts/result.js";
import { inOrder, points } from "../shared/parts/standing.js";
import { problemIn, showPlace } from "../shared/parts/place.js";
import { barred, who } from "../shared/session.js";
import { pageBar } from "../shared/parts/shell.js";
import { language, words } from "../shared/words.js";
import { select } from "../shared/ask/fields.js";
import { said, time } from "../replay/words.js";
import { chart } from "./chart.js";
/** @import { GameSheetJson, RoundEntryView, TableView } from "jantaku/api" */

/** @typedef {import("../shared/parts/standing.js").Standing} Standing */

const table = decodeURIComponent(location.pathname.split("/")[2]);
const api = `/api/v1/tables/${encodeURIComponent(table)}`;
const asked = Number(new URLSearchParams(location.search).get("game")) || 0;
const replay = (/** @type {number} */ ordinal) => `/tables/${encodeURIComponent(table)}/replay?round=${ordinal}`;

const json = (/** @type {string} */ path) =>
  fetch(path)
    .then((found) => (found.ok ? found.json() : null))
    .catch(() => null);
/** @type {[Response | null, TableView | null, GameSheetJson | null]} */
const [answer, now, sheet] = await Promise.all([
  fetch(`${api}/rounds`).catch(() => null),
  json(api),
  json(`${api}/sheet${asked ? `?game=${asked}` : ""}`),
]);
/** @type {RoundEntryView[]} */
const all = answer?.ok ? await answer.json() : [];
const game = asked || (all.at(-1)?.game ?? 0);
const rounds = all.filter((each) => each.game === game);
const isWon = rounds.some((each) => each.result?.wins.length);
const games = [...new Set(all.map((each) => each.game))];

const roundName = (/** @type {RoundEntryView} */ each) =>
  `${words.round(each.wind, each.number)}${each.counters ? ` ${words.counters(each.counters)}` : ""}`;

/** Table cell with the end of a round. */
function ending(/** @type {RoundEntryView} */ round) {
  const result = round.result;
  if (!result) return said.noResult;
  if (result.kind === "draw")
    return [
      h("strong", {}, words.drawn[result.draw ?? ""] ?? words.draw),
      result.tenpai.length
        ? h(
            "span.faint",
            {},
            ` ${words.tenpai}: ${result.tenpai.map((/** @type {number} */ seat) => round.names[seat]).join(", ")}`,
          )
        : null,
    ];
  return result.wins.map((win) =>
    h(
      "div",
      {},
      h("strong", {}, `${round.names[win.winner]} ${words.by[win.by]}`),
      win.loser == null ? "" : ` (${said.from} ${round.names[win.loser]})`,
      " ",
      h("span.faint", {}, `${headline(win.score)} · ${words.points(win.score.points)}`),
    ),
  );
}

/** All wins of a round with tiles and yaku. */
function hands(/** @type {RoundEntryView} */ round) {
  return (round.result?.wins ?? []).map((win) =>
    h(
      "article.hand",
      {},
      h("h3", {}, `${roundName(round)} · ${round.names[win.winner]} ${words.by[win.by]}`),
      wonHand(win),
      h(
        "p",
        {},
        [...win.score.yaku, ...win.score.dora_lines]
          .map((part) => `${part[language]} ${"yakuman" in part && part.yakuman ? words.yakuman : part.han}`)
          .join(language === "ja" ? "・" : ", "),
      ),
      h("p.total", {}, `${headline(win.score)} · ${words.points(win.score.points)}`),
    ),
  );
}

/** @param {...string} cells */
const headRow = (...cells) =>
  h(
    "thead",
    {},
    h(
      "tr",
      {},
      cells.map((each, place) => h(place ? "th.number" : "th", { scope: "col" }, each)),
    ),
  );

/** Table of place, player, points, the amount of each line of the record, and the sum, as on a club's sheet. */
function standingTable(/** @type {RoundEntryView} */ last, /** @type {number[]} */ order) {
  const closed = sheet?.result;
  const teams = last.teams.some(Boolean);
  // The first line of a record is the points minus the return.
  const lines = closed?.lines ?? [];
  const at = (/** @type {number} */ seat) => closed?.seats.indexOf(seat) ?? -1;
  return h(
    "table.standing",
    {},
    headRow(
      said.place,
      said.player,
      ...(teams ? [said.team] : []),
      said.points,
      ...lines.map((each) => each[language]),
      ...(closed ? [said.total] : []),
    ),
    h(
      "tbody",
      {},
      order.map((seat) =>
        h(
          "tr",
          { "data-seat": "ABCD"[seat] },
          h("td.place", {}, String(last.after[seat].place)),
          h("th.name", { scope: "row" }, last.names[seat]),
          teams ? h("td", {}, last.teams[seat]) : null,
          h("td.number", {}, points(last.after[seat])),
          lines.map((each) => h("td.number", {}, signed(each.amounts[at(seat)]))),
          closed ? h("td.number.sum", {}, signed(closed.points[at(seat)])) : null,
        ),
      ),
    ),
  );
}

/** Signature lines of the players and the referee. @param {string[]} names */
const signatures = (names) =>
  h(
    "ul.signatures",
    { "aria-label": said.signatures },
    [...names, said.referee].map((name) => h("li", {}, h("span", {}, name), h("span.line", {}))),
  );

/** QR code of the replay; if no other device can open it, the switch for access from the network. */
function code() {
  if (!sheet?.replay) return null;
  if (sheet.replay.picture)
    return h(
      "figure.code",
      {},
      h("img", { src: sheet.replay.picture, alt: said.scan }),
      h("figcaption", {}, said.replay),
    );
  const inside = h("div", {});
  const open = async () => {
    const { reachCard } = await import("../shared/reach/card.js");
    inside.replaceChildren(reachCard(() => location.reload()));
  };
  return h("details.no-code", { ontoggle: open }, h("summary", {}, said.noCode), inside);
}

function told() {
  const last = rounds[rounds.length - 1];
  const names = last.names;
  const stood = [rounds[0].before, ...rounds.map((each) => each.after)];
  const course = stood.map((each) => each.map((/** @type {Standing} */ standing) => standing.points));
  const order = inOrder(last.after);
  const seats = [...order].sort((a, b) => a - b);
  const date = new Date(rounds[0].began * 1000).toLocaleDateString(language, { dateStyle: "long" });
  const hour = (/** @type {number} */ at) => new Date(at * 1000).toLocaleTimeString(language, { timeStyle: "short" });
  /** @type {[string, string][]} */
  const facts = [
    [said.date, date],
    [said.table, table],
    [said.gameNumber, String(game)],
    [said.rulebook, now?.rulebook[language] ?? "–"],
    [said.time, `${hour(rounds[0].began)} – ${last.ended ? hour(last.ended) : said.playing}`],
  ];
  return [
    h(
      "header.cover",
      {},
      h(
        "div",
        {},
        h("h1", {}, said.report),
        h(
          "dl",
          {},
          facts.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))),
        ),
      ),
      code(),
    ),
    standingTable(last, order),
    h(
      "table.rounds",
      {},
      headRow(said.round, said.ending, ...seats.map((seat) => names[seat])),
      h(
        "tbody",
        {},
        rounds.map((each) =>
          h(
            "tr",
            {},
            h("td", {}, h("a", { href: replay(each.ordinal) }, roundName(each))),
            h("td.ending", {}, ending(each)),
            seats.map((seat) =>
              h(
                "td.number",
                {},
                each.result ? h("span.delta", {}, signed(each.result.payments[seat])) : null,
                points(each.after[seat]),
              ),
            ),
          ),
        ),
      ),
    ),
    h(
      "figure.course",
      {},
      chart(said.pointsOverRounds, names, course, [
        said.start,
        ...rounds.map((each) => words.round(each.wind, each.number)),
      ]),
    ),
    signatures(seats.map((seat) => names[seat])),
    h("p.faint.made", {}, said.made(time(Date.now() / 1000))),
    isWon ? h("section.of-hands", {}, h("h2", {}, said.hands), h("div.hands", {}, rounds.map(hands))) : null,
  ];
}

document.title = `${table} · ${said.report}`;
document.body.append(
  pageBar(`${table} · ${said.report}`, {
    ways: [
      rounds.length ? h("a", { href: replay(rounds[rounds.length - 1].ordinal) }, said.replay) : null,
      games.length > 1
        ? select(
            games.map((each) => [each, said.wholeGame(each)]),
            game,
            {
              "aria-label": said.report,
              onchange: (/** @type {Event} */ event) => {
                const address = new URL(location.href);
                address.searchParams.set("game", /** @type {HTMLSelectElement} */ (event.target).value);
                location.href = address.href;
              },
            },
          )
        : null,
    ],
    stands: [
      isWon
        ? h(
            "label.with-hands",
            {},
            h("input", {
              type: "checkbox",
              id: "with-hands",
              onchange: (/** @type {Event} */ event) =>
                document.body.classList.toggle("hands-too", /** @type {HTMLInputElement} */ (event.target).checked),
            }),
            said.withHands,
          )
        : null,
      h("button.primary", { id: "print", onclick: () => print() }, icon("print"), h("span.word", {}, said.print)),
    ],
    account: who(),
  }),
  h("main", { id: "report" }, rounds.length ? told() : null),
);
/** @type {import("../shared/parts/place.js").Problem | null} */
let wrong = barred("viewer");
if (!answer?.ok) wrong ??= await problemIn(answer);
if (!rounds.length) wrong ??= { code: all.length ? "game-unknown" : "nothing-played" };
if (wrong) showPlace(wrong);
