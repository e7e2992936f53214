// Troubles of a table from every source that reports or stores them: what is wrong, since when, and what to do.
import { h } from "../shared/dom.js";
import { patch } from "../shared/patch.js";
import { problemIn, showPlace } from "../shared/parts/place.js";
import { barred, bearer, who } from "../shared/session.js";
import { pageBar } from "../shared/parts/shell.js";
import { language } from "../shared/words.js";
import { card } from "../shared/tell/card.js";
import { clock, wrongCard } from "./card.js";
import { said } from "./words.js";

/** @typedef {{ja: string, en: string}} Both */
/** @typedef {{source: string, name: Both, well: boolean}} Standing */
/**
 * @typedef {{source: string, source_name: Both, code: string, seat: string | null, since: number, what: Both, do: Both,
 *   watched: boolean, detail?: string}} Trouble
 */
/** @typedef {{table: string, watched: boolean, sources: Standing[], troubles: Trouble[]}} Health */

const LOOK_MS = 2000;
const table = decodeURIComponent(location.pathname.split("/")[2]);
const path = encodeURIComponent(table);
const main = h("main", { id: "troubles" });

/** @param {Trouble} each */
const told = (each) =>
  wrongCard({
    key: `${each.code} ${each.seat ?? ""}`,
    code: each.code,
    title: each.what,
    of: each.source_name[language],
    since: each.since,
    cure: each.do,
    watched: each.watched,
    detail: each.detail,
  });

/** @param {Health} health */
const shown = (health) => [
  h(
    "p.verdict",
    { "data-key": "verdict", role: "status", "data-watched": String(health.watched) },
    health.watched ? said.watched : said.unwatched,
  ),
  ...health.troubles.map(told),
  health.troubles.length
    ? null
    : h("p.faint", { "data-key": "nothing" }, health.watched ? said.nothing : said.unexplained),
  health.sources.length
    ? card(
        said.sources,
        { "data-key": "sources" },
        h(
          "ul.sources",
          {},
          health.sources.map((each) =>
            h(
              "li",
              { "data-key": each.source, "data-source": each.source, "data-well": String(each.well) },
              h("span", {}, each.name[language]),
              h(`span.chip${each.well ? "" : ".stale"}`, {}, each.well ? said.well : said.down),
            ),
          ),
        ),
      )
    : null,
  h("p.faint", { "data-key": "asked" }, said.asked(clock(Date.now() / 1000))),
];

const ask = () => fetch(`/api/v1/tables/${path}/troubles`, { headers: bearer }).catch(() => null);
const lost = h("p", { id: "lost", role: "alert", hidden: true }, said.away);

async function look() {
  const answer = await ask();
  lost.hidden = answer !== null;
  if (answer?.ok) patch(main, shown(await answer.json()));
}

document.title = `${table} · ${said.title}`;
document.body.append(
  pageBar(`${table} · ${said.title}`, { ways: h("a", { href: `/tables/${path}` }, said.console), account: who() }),
  lost,
  main,
);
const wrong = barred("referee");
const first = wrong ? null : await ask();
if (wrong) showPlace(wrong);
else if (!first?.ok) showPlace(await problemIn(first));
else {
  patch(main, shown(await first.json()));
  setInterval(look, LOOK_MS);
}
