// Setup of the board: find and pin it, assign its inputs while a person presses, write its settings, test one goal.
import { h } from "../shared/dom.js";
import { card } from "../shared/tell/card.js";
import { language } from "../shared/words.js";
import { fold, input } from "../shared/ask/fields.js";
import { icon } from "../shared/parts/icons.js";
import { good } from "../shared/tell/marks.js";
import { ask, choose, doing, kept, look, news, own, toldNow, takeTold } from "./kept.js";
import { said } from "./words.js";
/** @import { BenchJson, CycleJson, FoundBoardJson, FoundCameraJson, SetupJson, ValuesJson } from "jantaku/api" */

/** Search for connected devices once; repeat the search with `again`. @param {boolean} [again] */
export async function find(again = false) {
  if (kept.found && !again) return;
  kept.found ??= { boards: null, cameras: null };
  if (again) kept.found = { boards: null, cameras: null };
  news();
  kept.found = (await look("/api/v1/setup/found")) ?? { boards: [], cameras: [] };
  news();
}

/**
 * A list of devices to choose from, and a field for a device that is not listed.
 * @param {{id: string, title: string, none: string, hint: string, rows: (FoundCameraJson & Partial<FoundBoardJson>)[] | null, chosen: string, take: (address: string) => unknown}} what
 */
export function chooser({ id, title, none, hint, rows, chosen, take }) {
  return h(
    "div.fields",
    {},
    card(
      [title, " ", h("button.quiet", { id: `${id}-again`, onclick: () => find(true) }, said.refresh)],
      {},
      rows === null
        ? h("p.faint", { role: "status" }, said.finding)
        : rows.length
          ? h(
              "ul.devices",
              {},
              rows.map((row) =>
                h(
                  "li",
                  { "data-key": row.path },
                  h(
                    "button.device",
                    {
                      "aria-pressed": String(row.address === chosen.split("#")[0]),
                      // Choosing the same device again keeps its settings.
                      onclick: () => take(row.address === chosen.split("#")[0] ? chosen : row.address),
                    },
                    h("b", {}, row.name),
                    h("span.faint", {}, [row.path, row.usb, row.likely ? said.likely : ""].filter(Boolean).join(" · ")),
                  ),
                ),
              ),
            )
          : h("p.faint", {}, none),
    ),
    h(
      "form.typed",
      {
        onsubmit: (event) => {
          event.preventDefault();
          const value = String(
            new FormData(/** @type {HTMLFormElement} */ (/** @type {Element} */ (event.currentTarget))).get("address"),
          );
          if (value.trim()) void take(value.trim());
        },
      },
      input("address", said.typed, {
        id: `${id}-address`,
        placeholder: hint,
        autocomplete: "off",
        spellcheck: "false",
      }),
      h("button", { id: `${id}-try`, disabled: Boolean(doing()) }, said.tryIt),
    ),
    chosen ? h("p", {}, said.chosen, ": ", h("code", {}, chosen)) : "",
  );
}

/** @param {string} act @param {string} [fault] */
async function withBoard(act, fault = "") {
  await ask(act, "POST", own("/board"), { act, fault }, takeTold);
}

export function boardStep() {
  void find();
  const { board, values } = toldNow();
  return h(
    "div.fields",
    {},
    chooser({
      id: "board",
      title: said.boardsFound,
      none: said.noBoards,
      hint: said.portHint,
      rows: kept.found?.boards ?? null,
      chosen: values.serial ?? "",
      take: async (serial) => {
        if (await choose("serial", serial)) await withBoard("try");
      },
    }),
    doing() === "try" ? h("p.faint", { role: "status" }, said.finding) : "",
    board ? identity(board, values) : values.serial ? connect() : "",
  );
}

const connect = () =>
  h("button", { id: "connect", disabled: Boolean(doing()), onclick: () => withBoard("try") }, said.open);

/** @param {string} code */
const cureOf = (code) => toldNow().items.find((item) => item.code === code)?.cure?.[language] ?? "";

/** @param {BenchJson} told @param {ValuesJson} values */
function identity({ board, faults, current }, values) {
  const pinned = values.board === board.uid;
  return card(
    said.boardIs,
    { class: "identity", "aria-live": "polite" },
    h("p", {}, h("code", { id: "uid" }, board.uid), ` · ${board.version} · ${board.build}`),
    values.board && !pinned ? h("p.refused", {}, said.other) : "",
    current ? "" : h("p.faint", {}, `${said.otherProgram}: ${cureOf("firmware")}`),
    pinned
      ? good(said.pinned)
      : h("button.primary", { id: "pin", disabled: Boolean(doing()), onclick: () => withBoard("pin") }, said.pin),
    faults.length
      ? h(
          "p",
          {},
          said.faults,
          ": ",
          faults.map((fault) =>
            h(
              "span",
              { "data-key": fault },
              h("code", {}, fault),
              " ",
              h("button", { onclick: () => withBoard("clear", fault) }, said.clear),
              " ",
            ),
          ),
        )
      : "",
  );
}

/** Multiplexed lamps of the panel: the share of time that each is lit, and the settings it needs. @param {BenchJson} board */
function drivenLamps({ lamps }) {
  if (!lamps.length) return "";
  return card(
    said.driven,
    { id: "driven" },
    h(
      "ul",
      {},
      lamps.map((lamp) =>
        h(
          lamp.needs ? "li.refused" : "li",
          { "data-key": lamp.input, "data-lamp": lamp.input },
          h("b", {}, lamp.input),
          ` ${said.dark} ${lamp.dark} % · ${said.lit} ${lamp.lit} %`,
          lamp.needs ? ` · ${said.needs}: ${lamp.needs[language]}` : "",
        ),
      ),
    ),
    lamps.some((lamp) => !lamp.needs) ? h("p.faint", {}, said.drivenHow) : "",
  );
}

/** Measured durations of the machine's operations. @param {BenchJson} board */
function timedWorks({ timed }) {
  if (!timed.length) return "";
  return card(
    said.timed,
    { id: "timed" },
    h(
      "ul",
      {},
      timed.map((each) =>
        h(
          "li",
          { "data-key": each.work, "data-work": each.work },
          `${each[language]}: ${each.last} s (${Math.min(each.times, each.of)}/${each.of})`,
        ),
      ),
    ),
  );
}

async function ownProfile() {
  await ask("profile", "POST", own("/profile"), {}, takeTold);
}

/** Values of the table's own profile that are still those of its family. @param {SetupJson} told */
function stillGuessed({ values, guessed }) {
  if (!values.profile.endsWith(".toml")) return h("p.faint", {}, said.ownWhat);
  return fold(
    [icon("check"), `${values.profile} · ${said.guessed}: ${guessed.length}`],
    { id: "guessed" },
    h(
      "ul",
      {},
      guessed.map((each) => h("li", { "data-key": each.key }, h("code", {}, each.key), ` ${each[language]}`)),
    ),
  );
}

export function wiresStep() {
  const { board, values } = toldNow();
  if (!values.serial) return h("p.note", {}, cureOf("board"));
  if (!board) return connect();
  const buttons = board.wires.filter((wire) => /^(SET|DICE)_/.test(wire.input));
  const next = buttons.find((wire) => !wire.seen);
  return h(
    "div.fields",
    {},
    card(
      null,
      { class: "now", "aria-live": "polite", "data-next": next?.input ?? "none" },
      next ? [h("span.faint", {}, said.pressNow), h("b", {}, next[language])] : good(said.allSeen, {}, "b"),
    ),
    h(
      "ul.wires",
      {},
      board.wires.map((wire) =>
        h(
          "li",
          {
            "data-key": wire.input,
            "data-wire": wire.input,
            "data-seen": String(wire.seen),
            "data-on": String(wire.on),
          },
          h("code", {}, wire.at),
          h("span.name", {}, h("b", {}, wire[language]), h("code", {}, wire.input)),
          h("span.state", {}, wire.on ? said.isOn : wire.seen ? [icon("check"), said.moved] : said.rest),
          wire.flickers ? h("span.refused", {}, said.flickers) : "",
        ),
      ),
    ),
    drivenLamps(board),
    timedWorks(board),
    board.others.length
      ? h(
          "p.refused",
          { role: "alert" },
          `${said.others}: ${board.others.map((each) => `${each.at} ${each.input}`).join(", ")}`,
        )
      : "",
    h(
      "div.acts",
      {},
      h("button", { id: "write", disabled: Boolean(doing()), onclick: () => withBoard("write") }, said.write),
      h(
        "button",
        { id: "own-profile", disabled: Boolean(doing()), onclick: ownProfile },
        values.profile.endsWith(".toml") ? said.goOnOwn : said.beginOwn,
      ),
      h("button", { id: "selftest", disabled: Boolean(doing()), onclick: () => withBoard("selftest") }, said.selftest),
    ),
    stillGuessed(toldNow()),
    board.written ? fold([icon("check"), said.written], {}, h("pre", { tabindex: "0" }, board.written.join("\n"))) : "",
    board.selftest
      ? h(
          board.selftest.well ? "p.good" : "p.refused",
          { role: "status" },
          `${said.selftest}: ${board.selftest.well ? said.sound : `${said.ailing} ${board.selftest.detail} ${board.selftest.faults.join(" ")}`}`,
        )
      : "",
  );
}

let looked = false;

export function testStep() {
  const { board, values, goals, by_camera: seen, cycle, running } = toldNow();
  if (running) return h("p.note", {}, said.liveTable, " ", h("a", { href: "/" }, said.home));
  if (!values.serial) return h("p.note", {}, cureOf("board"));
  if (!goals.length) return h("p.note", {}, said.noGoals);
  if (!board && doing() !== "goal") return connect();
  return h(
    "div.fields",
    {},
    seen.length
      ? h("p.note", { id: "by-camera" }, `${said.byCamera}: ${seen.map((verb) => said.goals[verb] ?? verb).join(", ")}`)
      : "",
    h("p", {}, said.once, " ", board && !board.armed ? said.keySwitch : ""),
    h(
      "label.check",
      {},
      h("input", { type: "checkbox", id: "looked", onchange: (event) => ((looked = event.target.checked), news()) }),
      h("span", {}, said.clearHands),
    ),
    h(
      "div.acts",
      {},
      goals.map((verb) =>
        h(
          "button",
          {
            "data-goal": verb,
            "data-key": verb,
            disabled: Boolean(doing()) || !looked,
            onclick: () => {
              const body = { verb, hands_clear: looked, why: "setup page" };
              const take = (/** @type {CycleJson} */ ended) => takeTold({ ...toldNow(), cycle: ended });
              return ask("goal", "POST", own("/goal"), body, take);
            },
          },
          said.goals[verb] ?? verb,
        ),
      ),
    ),
    doing() === "goal" ? h("p.faint", { role: "status" }, said.moving) : "",
    cycle
      ? h(
          ["done", "already"].includes(cycle.step) ? "p.good" : "p.refused",
          { role: "status", "data-step": cycle.step, id: "cycle" },
          `${said.goals[cycle.verb] ?? cycle.verb}: ${said.ended[cycle.step] ?? cycle.step}`,
          cycle.reason ? ` (${cycle.reason[language]})` : "",
        )
      : "",
  );
}
