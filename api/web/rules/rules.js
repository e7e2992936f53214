// Differences between two rulebooks, in the order of play.
import { h } from "../shared/dom.js";
import { problemIn, showPlace } from "../shared/parts/place.js";
import { barred, who } from "../shared/session.js";
import { pageBar } from "../shared/parts/shell.js";
import { language } from "../shared/words.js";
import { select } from "../shared/ask/fields.js";
import { card } from "../shared/tell/card.js";
/** @import { BookJson, BriefingJson, SideJson } from "jantaku/api" */

const text = (/** @type {string} */ ja, /** @type {string} */ en) => (language === "ja" ? ja : en);
const answered = await fetch("/api/v1/rulebooks").catch(() => null);
/** @type {BookJson[]} */
const books = answered?.ok ? await answered.json() : [];
const unread = (/** @type {BookJson} */ book) =>
  book.unverified ? text(`（未確認${book.unverified}項目）`, ` (${book.unverified} fields unverified)`) : "";
const choice = (/** @type {string} */ id, /** @type {string} */ label, /** @type {string | undefined} */ chosen) =>
  select(
    books.map((book) => /** @type {const} */ ([book.id, book[language] + unread(book)])),
    chosen,
    { id, "aria-label": label, onchange: told },
  );
const asked = new URLSearchParams(location.search);
const first = choice("first", text("一方の規定", "One rulebook"), asked.get("first") ?? books[0]?.id);
const second = choice("second", text("他方の規定", "The other rulebook"), asked.get("second") ?? books[1]?.id);
const parts = h("div", { id: "parts" });
document.body.append(
  pageBar(text("ルール比較", "What rulebooks differ in"), { account: who() }),
  h("main", {}, h("section.books", {}, first, second), parts),
);

const side = (/** @type {string} */ name, /** @type {SideJson} */ one) =>
  h(
    "div",
    {},
    h("p.faint.book", {}, name),
    h("p", {}, one[language]),
    one.cited[language] ? h("p.faint", {}, one.cited[language]) : null,
    one.unstated[language] ? h("p.faint", {}, `† ${one.unstated[language]}`) : null,
  );

async function told() {
  const pair = [first.value, second.value];
  const address = new URL(location.href);
  for (const each of [first, second]) address.searchParams.set(each.id, each.value);
  history.replaceState(null, "", address);
  const answer = await fetch(`/api/v1/rulebooks/${pair.map(encodeURIComponent).join("/differences/")}`);
  /** @type {BriefingJson} */
  const briefing = await answer.json();
  if (pair[0] !== first.value || pair[1] !== second.value) return;
  const names = [briefing.first[language], briefing.second[language]];
  parts.replaceChildren(
    h("p.faint", {}, text(`相違 ${briefing.differences}`, `${briefing.differences} differences`)),
    ...briefing.parts.map((part) =>
      card(
        part[language],
        {},
        part.differences.map((one) =>
          h(
            "div.difference",
            {},
            [one.first, one.second].map((each, place) => side(names[place], each)),
          ),
        ),
      ),
    ),
  );
}

const chosen = [asked.get("first"), asked.get("second")].filter((id) => id !== null);
const barrier = barred("viewer");
if (barrier) showPlace(barrier);
else if (!answered?.ok) showPlace(await problemIn(answered));
else if (!chosen.every((id) => books.some((book) => book.id === id))) showPlace({ code: "rulebook-unknown" });
else await told();
