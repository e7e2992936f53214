// Records of other programs: list the games in a file, score their wins by a rulebook, convert to other formats.
import { h } from "../shared/dom.js";
import { said as told } from "../shared/http.js";
import { explained, headline } from "../shared/parts/result.js";
import { problemIn, showPlace } from "../shared/parts/place.js";
import { barred, bearer, who } from "../shared/session.js";
import { pageBar } from "../shared/parts/shell.js";
import { language, redrawsItself, words } from "../shared/words.js";
import { fold } from "../shared/ask/fields.js";
import { said } from "./words.js";
import { card } from "../shared/tell/card.js";
/** @import { BookJson, LoggedGameJson, LoggedGamesJson, LoggedRoundJson, LoggedRoundsJson, LoggedWinJson } from "jantaku/api" */

const SEATS = ["A", "B", "C", "D"];
const MANY = 12;
const api = "/api/v1/records";

/** The file being read. @type {Blob | null} */
let file = null;
/** The service's latest answer about the file. @type {(LoggedGamesJson & Partial<LoggedRoundsJson>) | null} */
let known = null;
let asked = 0;

const answered = await fetch("/api/v1/rulebooks", { headers: bearer }).catch(() => null);
/** @type {BookJson[]} */
const books = answered?.ok ? await answered.json() : [];
const status = h("p", { id: "status", role: "status" });
const trouble = h("p.refused", { id: "trouble", role: "alert", hidden: true });
const games = h("section", { id: "games" });
const shown = h("section", { id: "shown" });
const text = h("textarea", { id: "text", rows: 3, spellcheck: "false" });
/** @type {HTMLInputElement} */
const picker = h("input.out", { id: "file", type: "file", onchange: () => picked(picker.files) });
const book = h("select", { id: "book", onchange: () => open(known?.game ?? 1) });
const main = h("main");
const heading = h("h1");

function draw() {
  document.title = `jantaku · ${said.title}`;
  text.placeholder = said.paste;
  text.setAttribute("aria-label", said.paste);
  const chosen = book.value;
  book.replaceChildren(
    h("option", { value: "" }, said.own),
    ...books.map((each) => h("option", { value: each.id }, each[language])),
  );
  book.value = chosen;
  main.replaceChildren(
    card(
      null,
      { class: "give" },
      h("label.drop", { for: "file" }, h("strong", {}, said.drop), h("span.faint", {}, said.kinds)),
      picker,
      h("div.pasted", {}, text, h("button.primary", { id: "read", onclick: pasted }, said.read)),
      h("label.book", {}, `${said.book} `, book),
    ),
    status,
    trouble,
    games,
    shown,
  );
  heading.textContent = said.title;
  tell();
}

document.body.append(pageBar(heading, { account: who() }), main);
redrawsItself(draw);
draw();
const wrong = barred("viewer") ?? (answered?.ok ? null : await problemIn(answered));
if (wrong) showPlace(wrong);
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  picked(event.dataTransfer?.files);
});

/** @param {FileList | null | undefined} files */
function picked(files) {
  if (files?.[0]) take(files[0]);
  picker.value = "";
}

function pasted() {
  if (text.value.trim()) take(new Blob([text.value]));
}

/** @param {Blob} given */
function take(given) {
  file = given;
  known = null;
  tell();
  void open(1);
}

/**
 * Send the file to `path`; null if another file was chosen meanwhile or the file is refused.
 * @param {string} path
 */
async function sent(path) {
  const mine = ++asked;
  status.textContent = said.reading;
  trouble.hidden = true;
  const headers = { "content-type": "application/octet-stream", ...bearer };
  const answer = await fetch(path, { method: "POST", headers, body: file }).catch(() => null);
  if (mine !== asked) return null;
  status.textContent = "";
  if (answer?.ok) return answer;
  trouble.textContent = answer ? await told(answer, language) : words.stale;
  trouble.hidden = false;
  return null;
}

/** @param {number} game */
async function open(game) {
  if (!file || !game) return;
  const query = new URLSearchParams({ rulebook: book.value });
  const answer = await sent(`${api}?${query}&game=${game}`);
  if (!answer) return;
  known = await answer.json();
  tell();
}

/** Show the contents of the file. */
function tell() {
  games.replaceChildren();
  shown.replaceChildren();
  if (!known) return;
  list(known.games, known.refused, known.game ?? 0);
  games.append(notes("passed-over", said.passedOver, known.passed_over) ?? "");
  if (known.game) show(known.games[known.game - 1], known.rounds ?? []);
}

/**
 * @param {LoggedGameJson[]} all
 * @param {string[]} refused
 * @param {number} chosen
 */
function list(all, refused, chosen) {
  games.replaceChildren(
    h(
      "div.head",
      {},
      h("h2", {}, all.length ? said.games(all.length) : said.noGame),
      all.length > 1 ? saves(said.all, "") : null,
    ),
    h(
      "ul.games",
      {},
      all.map((one) =>
        h(
          "li",
          {},
          h(
            "button",
            { "aria-pressed": one.game === chosen ? "true" : "false", onclick: () => open(one.game) },
            h("strong", {}, one.title || one.member || said.game(one.game)),
            h("span", {}, one.names.filter(Boolean).join(" · ")),
            h("span.faint", {}, said.rounds(one.rounds)),
          ),
        ),
      ),
    ),
    notes("refused", said.refused, refused) ?? "",
  );
}

/**
 * @param {string} id
 * @param {string} title
 * @param {string[]} lines
 */
const notes = (id, title, lines) =>
  lines.length
    ? fold(
        `${title} (${lines.length})`,
        { id, open: lines.length < MANY },
        h(
          "ul.marked",
          {},
          lines.map((line) => h("li", {}, line)),
        ),
      )
    : null;

/**
 * @param {string} title
 * @param {string} query
 */
const saves = (title, query) =>
  h(
    "span.saves",
    {},
    h("span.faint", {}, title),
    Object.keys(words.recordForms).map((form) =>
      h("button.save", { "data-form": form, onclick: () => save(form, query) }, form),
    ),
  );

/**
 * @param {string} form
 * @param {string} query
 */
async function save(form, query) {
  const answer = await sent(`${api}/${form}${query}`);
  if (!answer) return;
  const name = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1] ?? form;
  const address = URL.createObjectURL(await answer.blob());
  h("a", { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}

/**
 * @param {LoggedGameJson} game
 * @param {LoggedRoundJson[]} rounds
 */
function show(game, rounds) {
  const name = (/** @type {string} */ seat) => game.names[SEATS.indexOf(seat)] || seat;
  const wins = rounds.flatMap((round) => round.wins);
  const right = wins.filter((win) => win.agrees).length;
  shown.replaceChildren(
    h(
      "div.head",
      {},
      h("h2", {}, game.title || said.game(game.game)),
      h(
        "span.chip",
        { id: "checked", class: right === wins.length ? "chip live" : "chip stale" },
        said.checked(right, wins.length),
      ),
      saves(said.save, `?game=${game.game}`),
    ),
    notes(
      "assumed",
      said.assumed,
      game.assumed.map((one) => one[language]),
    ) ?? "",
    ...rounds.map((round) => roundCard(round, name)),
    game.final
      ? h(
          "p.final",
          {},
          h("strong", {}, `${said.final} `),
          SEATS.map((seat, place) => h("span.end", {}, `${name(seat)} ${game.final?.[place].toLocaleString()} `)),
        )
      : "",
  );
}

/**
 * @param {LoggedRoundJson} round
 * @param {(seat: string) => string} name
 */
function roundCard(round, name) {
  const gained = SEATS.map((seat) => [seat, round.after[seat] - round.scores[seat]]).filter(([, points]) => points);
  return h(
    "article.card.round",
    { "data-round": round.name },
    h(
      "header",
      {},
      h("h3", {}, `${words.round(round.wind, round.number)} ${words.counters(round.counters)}`),
      round.draw ? h("span", {}, round.draw.said || said.drawn[round.draw.name]) : null,
      h(
        "span.gained.faint",
        {},
        gained.map(([seat, points]) =>
          h(
            "span",
            {},
            `${name(String(seat))} ${Number(points) > 0 ? "+" : "−"}${Math.abs(Number(points)).toLocaleString()}`,
          ),
        ),
      ),
      round.address ? h("a.viewer", { href: round.address, rel: "noreferrer", target: "_blank" }, said.open) : null,
    ),
    round.wins.map((win) => winLine(win, name)),
  );
}

/**
 * @param {LoggedWinJson} win
 * @param {(seat: string) => string} name
 */
function winLine(win, name) {
  const winner = name(win.winner);
  const verdict = win.agrees ? said.agrees : win.score ? said.differs : said.unscored;
  return h(
    "details.win",
    { "data-agrees": String(win.agrees), open: !win.agrees },
    h(
      "summary",
      {},
      h("strong", {}, win.loser ? said.ron(winner, name(win.loser)) : said.tsumo(winner)),
      win.score?.ok ? h("span", {}, `${headline(win.score)} · ${words.points(win.score.points)}`) : null,
      h(win.agrees ? "span.chip.live" : "span.chip.stale", {}, verdict),
    ),
    win.unknown ? h("p.refused", {}, win.unknown[language]) : null,
    win.differences.length
      ? h(
          "ul.differences.marked",
          {},
          win.differences.map((each) =>
            h(
              "li",
              {},
              `${said.about[each.about] ?? each.about}: ${said.written} ${each.written} / ${said.scored} ${each.scored}`,
            ),
          ),
        )
      : null,
    win.score ? explained(win.score) : null,
  );
}
