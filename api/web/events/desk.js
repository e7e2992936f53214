// The organisers' desk: referees enter games, staff everything else; each entry is stored as a fact with the author.
import { h } from "../shared/dom.js";
import { postJson, said as why } from "../shared/http.js";
import { may } from "../shared/session.js";
import { language, words } from "../shared/words.js";
import { field, fold, input, select } from "../shared/ask/fields.js";
import { card } from "../shared/tell/card.js";
import { eventWords as said } from "./words.js";
/** @import { BookJson, EventJson, FactJson, SheetTakenJson } from "jantaku/api" */

const WINDS = ["E", "S", "W", "N"];

/** @param {string} name @param {string} label @param {import("../shared/dom.js").Attributes} [more] */
const typed = (name, label, more = {}) => input(name, label, { autocomplete: "off", ...more });
/** @param {string} name @param {string} label @param {number} value @param {import("../shared/dom.js").Attributes} [more] */
const number = (name, label, value, more = {}) =>
  typed(name, label, { type: "number", value: String(value), required: true, ...more });
/** @param {string} name @param {string} label @param {[string, string][]} choices */
const choice = (name, label, choices) => field(label, select(choices, null, { name }));

/** @param {FormData} form @param {string} name */
const whole = (form, name) => Math.round(Number(form.get(name)));

/**
 * A form in a foldable drawer; ``send`` makes the request from the form data, ``taken`` handles a successful answer.
 * @param {string} id
 * @param {string} title
 * @param {import("../shared/dom.js").Children[]} fields
 * @param {(form: FormData) => Promise<Response | null>} send
 * @param {(answer: T, told: HTMLElement) => void} taken
 * @template T
 */
function drawer(id, title, fields, send, taken) {
  const told = h("p", { role: "status" });
  const form = h(
    "form.told",
    {
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        told.className = "";
        told.textContent = "";
        const answer = await send(new FormData(form)).catch(() => null);
        if (answer?.ok) {
          told.textContent = said.done;
          taken(await answer.json(), told);
          form.reset();
        } else {
          told.className = "refused";
          told.textContent = answer ? await why(answer, language) : said.failed;
        }
      },
    },
    fields,
    h("button.primary", {}, said.enter),
    told,
  );
  return fold(title, { id: `tell-${id}` }, form);
}

/** The drawer with the form to create an event. */
export async function newEvent() {
  const answer = await fetch("/api/v1/rulebooks").catch(() => null);
  /** @type {BookJson[]} */
  const books = answer?.ok ? await answer.json() : [];
  return card(
    null,
    { "data-key": "new", "data-keep": "new" },
    drawer(
      "open",
      said.newEvent,
      [
        typed("id", said.id, { required: true, pattern: "[A-Za-z0-9_\\-]{1,40}" }),
        typed("name", said.name, { required: true, maxlength: 80 }),
        choice(
          "rulebook",
          said.rulebook,
          books.map((each) => [each.id, each[language]]),
        ),
        number("rounds", said.roundCount, 0, { min: 0 }),
        number("least_games", said.least, 0, { min: 0 }),
        choice("substitutes", said.substitutes, Object.entries(said.substituteRules)),
        number("fixed_points", said.fixedPoints, -15000),
      ],
      (form) =>
        postJson(`/api/v1/events/${encodeURIComponent(String(form.get("id")))}/facts`, {
          kind: "open",
          name: form.get("name"),
          rulebook: form.get("rulebook"),
          rounds: whole(form, "rounds"),
          least_games: whole(form, "least_games"),
          substitutes: form.get("substitutes"),
          fixed_points: whole(form, "fixed_points"),
        }),
      (/** @type {EventJson} */ shown) => location.assign(`/events/${encodeURIComponent(shown.event)}`),
    ),
  );
}

/**
 * The organisers' card.
 * @param {string} api   address of the event
 * @param {() => EventJson} shown   the event as shown by the page
 * @param {(event: EventJson) => void} show
 */
export async function eventTools(api, shown, show) {
  const tell = (/** @type {Record<string, unknown>} */ body) => postJson(`${api}/facts`, body);
  const taken = show;
  const [names, tables] = ["event-players", "event-tables"].map((id) => h("datalist", { id }));
  const who = (/** @type {string} */ name, /** @type {string} */ label) =>
    typed(name, label, { list: names.id, required: true, maxlength: 80 });
  const fill = () => {
    const { standings, teams, seating } = shown();
    const every = [...standings.map((row) => row.player), ...teams.map((each) => each.team)];
    names.replaceChildren(...every.map((name) => h("option", { value: name })));
    const all = seating.flatMap((each) => each.tables.map((one) => one.table));
    tables.replaceChildren(...[...new Set(all)].map((name) => h("option", { value: name })));
  };
  const desk = card(
    said.desk,
    { "data-key": "desk", "data-keep": "desk", id: "desk", onfocusin: fill },
    names,
    tables,
    ofGames(api, shown, who, tables.id, taken),
  );
  if (may("staff"))
    desk.append(
      drawer(
        "draw",
        said.draw,
        [
          choice(
            "rule",
            said.rule,
            Object.entries(said.rules).filter(([rule]) => rule !== "prescribed"),
          ),
          number("rounds", said.count, 1, { min: 1, max: 100 }),
        ],
        (form) => postJson(`${api}/draws`, { rule: form.get("rule"), rounds: whole(form, "rounds") }),
        taken,
      ),
      drawer(
        "player",
        said.addPlayer,
        [
          typed("player", said.player, { required: true, maxlength: 80 }),
          typed("team", said.team, { maxlength: 80 }),
          input("substitute", said.isSubstitute, { type: "checkbox" }),
        ],
        (form) =>
          tell({ kind: "player", player: form.get("player"), team: form.get("team"), ranked: !form.get("substitute") }),
        taken,
      ),
      drawer(
        "substitute",
        said.addSubstitute,
        [
          who("player", said.player),
          who("by", said.by),
          number("round", said.from, 1, { min: 1 }),
          number("last", said.to, 0, { min: 0 }),
        ],
        (form) =>
          tell({
            kind: "substitute",
            player: form.get("player"),
            by: form.get("by"),
            round: whole(form, "round"),
            last: whole(form, "last"),
          }),
        taken,
      ),
      drawer(
        "points",
        said.give,
        [
          who("player", `${said.player} / ${said.team}`),
          number("points", said.amount(shown().unit), 0, { step: "any" }),
          number("round", said.byRound, 0, { min: 0 }),
          typed("why", said.why, { maxlength: 400 }),
        ],
        (form) =>
          tell({
            kind: "points",
            player: form.get("player"),
            points: Math.round(Number(form.get("points")) * shown().unit),
            round: whole(form, "round"),
            why: form.get("why"),
          }),
        taken,
      ),
      drawer(
        "disqualify",
        said.disqualify,
        [who("player", said.player), typed("why", said.why, { maxlength: 400 })],
        (form) => tell({ kind: "disqualify", player: form.get("player"), why: form.get("why") }),
        taken,
      ),
      drawer(
        "rename",
        said.rename,
        [who("player", said.player), typed("name", said.newName, { required: true, maxlength: 80 })],
        (form) => tell({ kind: "rename", player: form.get("player"), name: form.get("name") }),
        taken,
      ),
      drawer(
        "carry",
        said.carry,
        [typed("event", said.earlier, { required: true }), number("percent", said.percent, 100, { min: 1, max: 100 })],
        (form) => postJson(`${api}/carried`, { event: form.get("event"), percent: whole(form, "percent") }),
        taken,
      ),
      ofSheets(api, taken),
    );
  desk.append(ofFacts(api, tell, taken));
  return desk;
}

/**
 * @param {string} api
 * @param {() => EventJson} shown
 * @param {(name: string, label: string) => HTMLElement} who
 * @param {string} tables
 * @param {(answer: EventJson) => void} taken
 */
function ofGames(api, shown, who, tables, taken) {
  const { open_tables: open, seating } = shown();
  const first = open[0] ?? { round: seating.at(-1)?.round ?? 1, table: "1" };
  /** @param {Event} event */
  const seated = (event) => {
    const form = /** @type {HTMLInputElement} */ (event.target).form;
    if (!form) return;
    const at = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
    const round = shown().seating.find((each) => each.round === Number(at("round").value));
    const table = round?.tables.find((each) => each.table === at("table").value);
    for (const [place, wind] of WINDS.entries()) if (table) at(wind).value = table.seats[place].plays;
  };
  return drawer(
    "game",
    said.enterGame,
    [
      number("round", said.byRound, first.round, { min: 1, onchange: seated }),
      typed("table", said.table(""), { list: tables, value: first.table, required: true, onchange: seated }),
      WINDS.map((wind) => [
        who(wind, `${words.winds[wind]} ${said.player}`),
        number(`score ${wind}`, `${words.winds[wind]} ${said.scores}`, 25000),
      ]),
      number("sticks", said.sticks, 0, { min: 0 }),
    ],
    (form) =>
      postJson(`${api}/games`, {
        kind: "game",
        round: whole(form, "round"),
        table: form.get("table"),
        players: WINDS.map((wind) => form.get(wind)),
        scores: WINDS.map((wind) => whole(form, `score ${wind}`)),
        left_sticks: whole(form, "sticks"),
      }),
    taken,
  );
}

/** @param {string} api @param {(answer: EventJson) => void} taken */
function ofSheets(api, taken) {
  return drawer(
    "sheet",
    said.sheet,
    [input("file", "CSV", { type: "file", required: true })],
    (form) =>
      fetch(`${api}/sheets`, {
        method: "POST",
        headers: { "content-type": "text/csv" },
        body: /** @type {File} */ (form.get("file")),
      }),
    (/** @type {SheetTakenJson} */ answer, told) => {
      taken(answer);
      const doubts = answer.doubts.map((each) => h("li", {}, `${each.where}: ${each[language]}`));
      told.replaceChildren(said.taken(answer.taken), doubts.length ? h("ul.list.marked", {}, doubts) : "");
    },
  );
}

/** @param {string} api @param {(body: Record<string, unknown>) => Promise<Response>} tell @param {(answer: EventJson) => void} taken */
function ofFacts(api, tell, taken) {
  const list = h("ul.list.marked");
  const told = h("p.refused", { role: "status" });
  const look = async () => {
    const answer = await fetch(`${api}/facts`).catch(() => null);
    if (!answer?.ok) return;
    /** @type {FactJson[]} */
    const facts = await answer.json();
    list.replaceChildren(
      ...facts.slice(0, 200).map((fact) =>
        h(
          "li",
          {},
          `${fact.number} ${said.told[fact.tells]} ${summary(fact)} `,
          may("staff") && !["LeagueOpened", "FactWithdrawn"].includes(fact.tells)
            ? h(
                "button",
                {
                  onclick: async () => {
                    const done = await tell({ kind: "withdraw", number: fact.number }).catch(() => null);
                    told.textContent = done?.ok ? "" : done ? await why(done, language) : said.failed;
                    if (done?.ok) taken(await done.json());
                    await look();
                  },
                },
                said.withdraw,
              )
            : null,
        ),
      ),
    );
  };
  return fold(said.facts, { id: "facts", ontoggle: look }, told, list);
}

/** Short summary of a fact. @param {FactJson} fact */
function summary(fact) {
  const parts = [fact.round ? said.round(fact.round) : "", fact.table ?? "", fact.player ?? fact.to ?? ""];
  const rest = [
    fact.name ?? fact.by ?? "",
    fact.players?.join(" ") ?? "",
    fact.scores?.join(" ") ?? "",
    fact.points ?? "",
  ];
  return [...parts, ...rest, fact.why ?? ""].filter((part) => part !== "").join(" · ");
}
