// All tables of the venue, one card each: state, troubles with their cure, and buttons for what the table may be asked.
import { clockChip } from "../shared/clock.js";
import { h } from "../shared/dom.js";
import { follow } from "../shared/feed.js";
import { postJson, said } from "../shared/http.js";
import { closed, entered, may, surely, who } from "../shared/session.js";
import { language, languageButton, words } from "../shared/words.js";
import { venueWords } from "./words.js";

const LOOK_MS = 2000;
const list = h("main", { id: "tables" });
document.body.append(
  h(
    "header.bar",
    {},
    h("h1", {}, "jantaku 雀卓"),
    h("a", { href: "/score" }, venueWords.score),
    h("a", { href: "/rules" }, venueWords.rules),
    h("span.push"),
    who(),
    languageButton(),
  ),
  list,
  h("p.faint.once", {}, venueWords.once),
);

class Card {
  constructor({ table, running }) {
    this.address = `/api/v1/tables/${encodeURIComponent(table)}`;
    this.view = this.machine = null;
    this.asking = null;
    this.refused = "";
    this.link = h("span.chip.stale", {}, venueWords.stale);
    this.clock = clockChip(() => this.view?.clock ?? null);
    this.body = h("div");
    this.element = h(
      "section.card",
      { "data-table": table },
      h(
        "h2",
        {},
        table,
        " ",
        this.link,
        " ",
        this.clock.chip,
        running ? null : h("span.chip.stale", {}, venueWords.stopped),
      ),
      this.body,
      h(
        "p",
        {},
        h("a", { href: `/tables/${encodeURIComponent(table)}` }, words.console),
        " · ",
        h("a", { href: `/tables/${encodeURIComponent(table)}/replay` }, venueWords.replay),
        " · ",
        h("a", { href: `/overlay/${encodeURIComponent(table)}/preview` }, venueWords.overlay),
      ),
    );
    follow(
      table,
      may("referee") ? "staff" : "public",
      (view) => {
        this.view = view;
        this.clock.show();
        this.draw();
        this.look();
      },
      (state) => {
        this.link.className = `chip ${state}`;
        this.link.textContent = venueWords[state];
      },
    );
    if (may("referee")) setInterval(() => this.look(), LOOK_MS);
  }

  async look() {
    if (!may("referee")) return;
    const answer = await fetch(`${this.address}/goals?audience=staff`).catch(() => null);
    const machine = answer?.ok ? await answer.json() : null;
    if (JSON.stringify(machine) === JSON.stringify(this.machine)) return;
    this.machine = machine;
    this.draw();
  }

  async ask(goal) {
    this.asking = null;
    this.refused = "";
    const { verb, hands_clear } = goal;
    const body = { verb, hands_clear, why: venueWords.why };
    const answer = await surely(() => postJson(`${this.address}/goals?audience=staff`, body)).catch(() => null);
    if (!answer?.ok) this.refused = answer ? await said(answer, language) : venueWords.stale;
    this.draw();
  }

  draw() {
    if (!this.view) return;
    const { phase, rulebook, faults = [], goal } = this.view;
    const troubles = faults.filter((fault) => fault.severity === "service" && fault.decision === "open");
    const open = faults.filter((fault) => fault.decision === "open").length;
    this.body.replaceChildren(
      h("p", {}, `${words.phases[phase] ?? phase} · ${rulebook[language]} · ${words.faults}: ${open}`),
      this.machine
        ? h(
            "p.machine",
            {},
            ["link", "centre", "build"].map((part) =>
              h(
                "span.chip",
                { "data-part": part, "data-state": this.machine[part].id },
                `${venueWords[part === "link" ? "line" : part]}: ${this.machine[part][language]}`,
              ),
            ),
          )
        : "",
      troubles.length
        ? h(
            "ul.troubles",
            {},
            troubles.map((fault) =>
              h(
                "li",
                { "data-trouble": fault.code },
                h("b", {}, fault.name[language]),
                " ",
                h("span.faint", {}, fault.detail[language]),
                h("p.cure", {}, `${venueWords.cure}: ${fault.remedy[language]}`),
              ),
            ),
          )
        : h("p.faint", {}, venueWords.none),
      this.goals(goal),
      this.progress(goal),
      this.refused ? h("p.refused", { role: "alert" }, this.refused) : "",
    );
  }

  goals(goal) {
    if (!this.machine) return "";
    if (!this.machine.goals.length) return h("p.faint", {}, venueWords.silent);
    if (this.asking) {
      const { hands_clear: careful } = this.asking;
      return h(
        "div.asking",
        { role: "alertdialog" },
        h("p", {}, (careful ? venueWords.confirm : venueWords.careful)(this.asking[language])),
        h("button.primary", { onclick: () => this.ask(this.asking) }, venueWords.press),
        h(
          "button",
          {
            onclick: () => {
              this.asking = null;
              this.draw();
            },
          },
          venueWords.back,
        ),
      );
    }
    const busy = goal && !goal.ended;
    return h(
      "div.goals",
      {},
      this.machine.goals.map((each) =>
        h(
          "button",
          {
            "data-goal": each.verb,
            disabled: busy || !may("staff"),
            onclick: () => {
              if (!each.presses) return this.ask(each);
              this.asking = each;
              this.draw();
            },
          },
          each[language],
        ),
      ),
      busy
        ? h(
            "button.primary",
            { onclick: () => fetch(`${this.address}/goals?audience=staff`, { method: "DELETE" }) },
            venueWords.callOff,
          )
        : "",
    );
  }

  progress(goal) {
    if (!goal) return "";
    return h(
      "p.progress",
      { "data-step": goal.step, "aria-live": "polite" },
      h("b", {}, goal.name[language]),
      ` ${goal.text[language]}`,
      goal.reason ? h("span.reason", {}, ` ${goal.reason[language]}`) : "",
      h("span.faint", {}, ` ${venueWords.asked(goal.by, goal.why)}`),
    );
  }
}

const answered = await fetch("/api/v1/tables");
const tables = answered.ok ? await answered.json() : [];
list.replaceChildren(
  ...(answered.ok && !entered() ? [] : [closed("viewer")]),
  ...tables.map((table) => new Card(table).element),
);
