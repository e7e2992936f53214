// Replay of a round, act by act; the address always names table, round and step.
import { h, tile } from "../shared/dom.js";
import { icon } from "../shared/parts/icons.js";
import { said as told } from "../shared/http.js";
import { resultCard } from "../shared/parts/result.js";
import { reached, shared } from "../shared/reach/links.js";
import { problemIn, showPlace } from "../shared/parts/place.js";
import { barred, may, who } from "../shared/session.js";
import { pageBar } from "../shared/parts/shell.js";
import { language, words } from "../shared/words.js";
import { tableAt } from "./table.js";
import { said, time } from "./words.js";
/** @import { RoundEntryView, TableView } from "jantaku/api" */

/** @typedef {{at: number, act: string, seat: number|null, tile: string|null, subject?: string, matter?: import("../shared/words.js").Text | null, changes: object}} Step */

const PACE_MS = 900;
const table = decodeURIComponent(location.pathname.split("/")[2]);
const api = `/api/v1/tables/${encodeURIComponent(table)}`;
const audience = may("referee") ? "staff" : "public";
const asked = new URLSearchParams(location.search);

/** @type {RoundEntryView[]} */
let rounds = [];
/** @type {Step[]} */
let steps = [];
/** One view per step. @type {TableView[]} */
let views = [];
let ordinal = Number(asked.get("round")) || 0;
let place = 0;
let playing = 0;

/** @type {HTMLSelectElement} */
const chooser = h("select", { id: "round", "aria-label": said.rounds, onchange: () => open(Number(chooser.value), 0) });
const stage = h("div", { id: "stage" });
const label = h("p.act", { id: "act", role: "status" });
/** @type {HTMLInputElement} */
const slider = h("input", { id: "step", type: "range", min: 0, value: 0, oninput: () => go(Number(slider.value)) });
/** @param {"play" | "first" | "back" | "on" | "last"} name @param {import("../shared/parts/icons.js").Icon} mark @param {() => unknown} act */
const button = (name, mark, act) =>
  h("button", { id: name, title: said[name], "aria-label": said[name], onclick: act }, icon(mark));
const player = button("play", "play", () => (playing ? stop() : play()));
const acts = h("ol", { id: "acts", "aria-label": said.acts });
const pictures = h("section.pictures", { id: "pictures", hidden: true });
const trouble = h("p.refused", { id: "trouble", role: "alert", hidden: true });
const sharer = h("button", { id: "share", onclick: share }, icon("share"), said.share);
const report = h("a", { id: "report", href: `/tables/${encodeURIComponent(table)}/report` }, said.report);
const saves = Object.entries(words.recordForms).map(([form, name]) =>
  h("a.save", { "data-form": form, download: "" }, name),
);

document.title = `${table} · ${said.replay}`;
document.body.append(
  pageBar(`${table} · ${said.replay}`, { ways: report, account: who() }),
  h(
    "main",
    {},
    h("div.head", {}, chooser, sharer, h("span.saves", {}, h("span.faint", {}, said.saved), saves)),
    trouble,
    h(
      "section.show",
      {},
      stage,
      h(
        "div.controls",
        {},
        label,
        button("first", "first", () => go(0)),
        button("back", "back", () => go(place - 1)),
        slider,
        button("on", "on", () => go(place + 1)),
        button("last", "last", () => go(steps.length - 1)),
        player,
      ),
      pictures,
    ),
    h("section.list", {}, h("h2", {}, said.acts), acts),
  ),
);
player.replaceChildren(icon("play"), said.play);
slider.setAttribute("aria-label", said.acts);

const roundName = (/** @type {RoundEntryView} */ each) =>
  `${words.round(each.wind, each.number)} ${words.counters(each.counters)}`;

function complain(/** @type {string} */ text) {
  trouble.textContent = text;
  trouble.hidden = !text;
}

async function ask(/** @type {string} */ path) {
  const answer = await fetch(`${api}${path}${path.includes("?") ? "&" : "?"}audience=${audience}`).catch(() => null);
  if (answer === null) complain(said.lost);
  else if (!answer.ok) complain(await told(answer, language));
  else {
    complain("");
    return answer.json();
  }
  return null;
}

function actName(/** @type {Step} */ step) {
  if (step.matter) return step.matter[language];
  return said.act[step.act] ?? said.act[""];
}

function line(/** @type {Step} */ step) {
  const seat = step.seat == null ? null : views[0]?.seats[step.seat];
  const name = seat ? `${words.winds[seat.wind]} ${seat.name} ` : "";
  return [h("span", {}, `${name}${actName(step)}`), step.tile ? tile(step.tile, "small") : null];
}

async function open(/** @type {number} */ which, /** @type {number} */ at) {
  stop();
  const found = await ask(`/rounds/${which}`);
  if (!found?.length) return;
  ordinal = which;
  steps = found;
  views = [];
  for (const step of steps) views.push(/** @type {TableView} */ ({ ...views.at(-1), ...step.changes }));
  chooser.value = String(which);
  slider.max = String(steps.length - 1);
  const game = rounds.find((each) => each.ordinal === which)?.game ?? 1;
  report.href = `/tables/${encodeURIComponent(table)}/report?game=${game}`;
  for (const save of saves)
    save.href = `${api}/record?format=${save.dataset.form}&game=${game}${audience === "staff" ? "&hands=released" : ""}`;
  acts.replaceChildren(
    ...steps.map((step, number) =>
      h("li", {}, h("button", { onclick: () => go(number), "data-act": step.act }, line(step))),
    ),
  );
  go(at);
}

function go(/** @type {number} */ to) {
  if (!steps.length) return;
  place = Math.max(0, Math.min(to, steps.length - 1));
  const step = steps[place];
  const view = views[place];
  stage.replaceChildren(
    tableAt(view, step),
    resultCard(view.result && { ...view.result, confirmed: true }, view.names, stop) ?? "",
  );
  label.replaceChildren(
    h("strong", {}, said.stepOf(place + 1, steps.length)),
    " ",
    h("span", {}, line(step)),
    h("span.faint", {}, ` ${time(step.at)}`),
  );
  slider.value = String(place);
  slider.setAttribute("aria-valuetext", label.textContent ?? "");
  acts.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const here = acts.children[place]?.firstElementChild;
  here?.setAttribute("aria-current", "step");
  if (here && acts.scrollHeight > acts.clientHeight)
    acts.scrollTop = (here.parentElement?.offsetTop ?? 0) - acts.clientHeight / 2;
  const address = new URL(location.href);
  address.searchParams.set("round", String(ordinal));
  address.searchParams.set("step", String(place + 1));
  history.replaceState(null, "", address);
  showPictures(step.subject ?? "");
}

// Only staff may see frames: the service refuses everybody else, so other readers do not ask.
async function showPictures(/** @type {string} */ subject) {
  pictures.hidden = !subject || audience !== "staff";
  if (pictures.hidden) return pictures.replaceChildren();
  const shown = place;
  const answer = await fetch(`${api}/evidence/${subject}`).catch(() => null);
  const kept = answer?.ok ? await answer.json() : { frames: [], frame: null };
  if (shown !== place) return;
  const source = (/** @type {number} */ number) => `${api}/evidence/${subject}/frames/${number}`;
  const image = h("img.frame", { alt: said.pictures });
  const choose = (/** @type {number} */ number) => {
    image.src = source(number);
    image.alt = said.frame(number);
    for (const each of pictures.querySelectorAll("button"))
      each.setAttribute("aria-pressed", each.dataset.frame === String(number) ? "true" : "false");
  };
  pictures.replaceChildren(
    h("h2", {}, said.pictures),
    ...(kept.frames.length
      ? [
          image,
          h(
            "div.frames",
            {},
            kept.frames.map((/** @type {number} */ number) =>
              h("button", { "data-frame": number, onclick: () => choose(number) }, said.frame(number)),
            ),
          ),
        ]
      : [h("p.faint", {}, said.noPictures)]),
  );
  if (kept.frames.length) choose(kept.frame ?? kept.frames[0]);
}

function play() {
  if (place === steps.length - 1) go(0);
  player.replaceChildren(icon("pause"), said.stop);
  playing = setInterval(() => (place < steps.length - 1 ? go(place + 1) : stop()), PACE_MS);
}

function stop() {
  clearInterval(playing);
  playing = 0;
  player.replaceChildren(icon("play"), said.play);
}

// Requested in advance: sharing must follow the user gesture immediately.
const others = reached();
async function share() {
  const link = { title: document.title, url: shared(location.href, await others) };
  if (navigator.share) return navigator.share(link).catch(() => null);
  await navigator.clipboard?.writeText(link.url).catch(() => null);
  sharer.textContent = said.shared;
  setTimeout(() => (sharer.textContent = said.share), 2000);
}

addEventListener("keydown", (event) => {
  if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
  const act = {
    ArrowLeft: () => go(place - 1),
    ArrowRight: () => go(place + 1),
    Home: () => go(0),
    End: () => go(steps.length - 1),
  }[event.key];
  if (!act || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  stop();
  act();
});

/** Load the rounds of this table; show why if there are none. */
async function begin() {
  const barrier = barred("viewer");
  if (barrier) return showPlace(barrier);
  const answer = await fetch(`${api}/rounds?audience=${audience}`).catch(() => null);
  if (!answer?.ok) return showPlace(await problemIn(answer));
  rounds = await answer.json();
  if (!rounds.length) return showPlace({ code: "nothing-played" });
  if (ordinal && !rounds.some((each) => each.ordinal === ordinal)) return showPlace({ code: "round-unknown" });
  /** @type {Map<number, RoundEntryView[]>} */
  const games = new Map();
  for (const each of rounds) games.set(each.game, [...(games.get(each.game) ?? []), each]);
  chooser.append(
    ...[...games].map(([game, inside]) =>
      h(
        "optgroup",
        { label: said.wholeGame(game) },
        inside.map((each) => h("option", { value: each.ordinal }, roundName(each))),
      ),
    ),
  );
  return open(ordinal || rounds[rounds.length - 1].ordinal, (Number(asked.get("step")) || 1) - 1);
}

await begin();
