// Each part in each of its states, without motion.
import { h, tile } from "../shared/dom.js";
import { card } from "../shared/tell/card.js";
import { choice, toggle } from "../shared/ask/choices.js";
import { timesChip } from "../shared/parts/counted.js";
import { dialogBox } from "../shared/ask/dialog.js";
import { dueRow } from "../shared/tell/due.js";
import { field, fold, input, select } from "../shared/ask/fields.js";
import { hand } from "../shared/parts/hand.js";
import { hold } from "../shared/ask/hold.js";
import { icon, ICONS } from "../shared/parts/icons.js";
import { good, mark } from "../shared/tell/marks.js";
import { palette } from "../shared/ask/pick.js";
import { pinBox } from "../shared/ask/pin.js";
import { haltedBox } from "../shared/parts/halted.js";
import { lostBox, placeOf } from "../shared/parts/place.js";
import { refusalLine } from "../shared/parts/refusal.js";
import { explained, resultCard } from "../shared/parts/result.js";
import { pageBar } from "../shared/parts/shell.js";
import { inOrder, points, sticks } from "../shared/parts/standing.js";
import { chip, group } from "../shared/entry/chips.js";
import { emptyDraft } from "../shared/entry/draft.js";
import { openEntry } from "../shared/entry/entry.js";
import { circumstances, liability, typing, values, verdict } from "../shared/entry/panels.js";
import { codes, reachTold } from "../shared/reach/card.js";
import { noticeBox } from "../shared/tell/notice.js";
import { undoRow } from "../shared/tell/undo.js";
import { words } from "../shared/words.js";
import { said } from "./words.js";
/** @import { ResultView, TableView } from "jantaku/api" */

const { sample, states } = said;
const nothing = () => {};

/** @param {import("../shared/dom.js").Attributes} [attributes] @param {import("../shared/dom.js").Children} [content] */
const button = (attributes = {}, content = sample.act) => h("button", { ...attributes }, content);

/** @param {HTMLDialogElement} box */
function open(box) {
  box.setAttribute("open", "");
  return box;
}

/** @param {string} told */
function heldBefore(told) {
  const box = hold(sample.act, nothing, { class: "primary" });
  if (told === "hinted") box.dataset.hint = words.holdIt;
  else /** @type {HTMLElement} */ (box.firstChild).textContent = words.sure;
  return box;
}

const NETWORK = "http://192.0.2.10:8000";
const CODE = "/static/gallery/code.svg";
/** @type {import("../shared/reach/links.js").Reached} */
const REACHED = {
  ...{ open: false, addresses: [], link: NETWORK, tls: "off", secure: false, public: false },
  ...{ file: "venue.toml", changes: true },
};
const [HERE, SCANNED] = [null, CODE].map((picture) => ({ address: `${NETWORK}/events`, picture, trust: null }));
const TRUST = { address: `${NETWORK}/authority`, picture: CODE };
/** @type {import("../shared/entry/entry.js").Told} */
const TOLD = {
  ...{ hand: ["1m", "2m", "3m"], win: "3m", melds: [], missing: 0, left: {}, taps: {}, meld_taps: {}, indicator: true },
  ...{ waits: [], barred: { ippatsu: sample.barred }, liability: [{ id: "big", name: sample.yakuman }] },
  ...{ problems: [], contradictions: [], score: null, said: null, why_not: null },
  values: [1, 2, 3].map((han) => ({ han, fu: 30, yakuman: 0, name: sample.worth, said: sample.article })),
};

/**
 * Every part with the name and content of each of its states.
 * @param {TableView & {result: ResultView}} won   the view of a table at a win
 * @returns {[keyof typeof said.parts, [string, import("../shared/dom.js").Children][]][]}
 */
export function specimens(won) {
  const { names, seats } = won;
  const cited = { "art. 54-2": sample.article, "art. 54-1": sample.article };
  const win = { ...won.result.wins[0], cited };
  /** @type {ResultView} */
  const result = { ...won.result, wins: [win] };
  const waits = { ...result, confirmed: false };
  /** @type {ResultView} */
  const draw = { ...result, kind: "draw", draw: "exhaustive", wins: [], tenpai: [0, 2] };
  const places = seats.map((seat) => seat.standing);
  const melds = [
    { tiles: ["7z", "7z", "7z"], sideways: 1 },
    { tiles: [null, "3p", "3p", null], sideways: null },
  ];
  const named = /** @type {[string, string][]} */ (Object.entries(words.winds));
  return [
    ["bar", [["", pageBar(sample.field, { ways: h("span.chip", {}, words.phases.play) })]]],
    [
      "button",
      [
        [states.plain, button()],
        [states.primary, button({ class: "primary" })],
        [states.off, button({ disabled: true })],
        [states.withIcon, button({}, [icon("copy"), sample.act])],
      ],
    ],
    [
      "hold",
      [
        [states.plain, hold(sample.act, nothing)],
        [states.primary, hold(sample.act, nothing, { class: "primary" })],
        [states.hinted, heldBefore("hinted")],
        [states.armed, heldBefore("armed")],
      ],
    ],
    [
      "icon",
      [
        [
          "",
          h(
            "ul.icons",
            {},
            ICONS.map((name) => h("li", {}, icon(name), h("code", {}, name))),
          ),
        ],
      ],
    ],
    [
      "chip",
      [
        [states.plain, h("span.chip", {}, words.phases.play)],
        [states.live, h("span.chip.live", {}, words.live)],
        [states.stale, h("span.chip.stale", {}, words.stale)],
        [states.times, timesChip(14)],
      ],
    ],
    [
      "mark",
      [
        [states.well, [mark("well"), good(states.well)]],
        [states.todo, mark("todo", 3)],
        [states.advice, mark("advice")],
        [states.wrong, mark("wrong")],
        [states.out, mark("out")],
      ],
    ],
    [
      "card",
      [
        [states.titled, card(sample.field, {}, h("p", {}, sample.text))],
        [states.bare, card(null, {}, h("p.faint", {}, sample.text))],
      ],
    ],
    [
      "due",
      [
        [states.due, dueRow("one", "", [h("span.due-text", {}, sample.due), button()])],
        [states.alarm, dueRow("two", "alarm", [h("span.due-text", {}, sample.due), button({ class: "primary" })])],
        [states.good, dueRow("three", "good", [h("span.due-text", {}, sample.due), button({ class: "primary" })])],
      ],
    ],
    ["undo", [["", undoRow(sample.decided, 13, {})]]],
    ["notice", [[states.times, noticeBox(sample.due, 2, button({ class: "primary" }))]]],
    [
      "choice",
      [
        [states.chosen, choice(sample.seat, named, "S", nothing)],
        [states.none, choice("", named, /** @type {string | null} */ (null), nothing, sample.seat)],
        [states.on, toggle(words.tenpai, true, nothing, "tenpai")],
        [states.plain, toggle(words.tenpai, false, nothing, "noten")],
      ],
    ],
    [
      "field",
      [
        [states.typed, input("typed", sample.field, { value: sample.typed })],
        [states.empty, input("empty", sample.field)],
        [states.list, field(sample.seat, select(named, "W"))],
        [states.off, input("off", sample.field, { value: sample.typed, disabled: true })],
      ],
    ],
    [
      "fold",
      [
        [states.closed, fold(sample.more, {}, h("p", {}, sample.text))],
        [states.open, fold(sample.more, { open: true }, h("p", {}, sample.text))],
      ],
    ],
    [
      "tile",
      [
        [states.faces, ["1m", "5p", "0s", "1z", "7z"].map((name) => tile(name))],
        [states.back, tile(null)],
        [states.unknown, tile("?")],
        [states.sideways, tile("3p", "sideways")],
        [states.called, tile("3p", "called")],
      ],
    ],
    [
      "hand",
      [
        [states.concealed, hand(win.hand, win.winning_tile)],
        [states.melds, hand(win.hand.slice(0, 7), win.winning_tile, melds)],
      ],
    ],
    ["palette", [["", palette(nothing)]]],
    [
      "picks",
      [
        [
          "",
          group("picks", sample.seat, [
            chip("on", states.chosen, true, nothing),
            chip("plain", states.plain, false, nothing),
            chip("barred", states.off, false, nothing, sample.text),
          ]),
        ],
      ],
    ],
    [
      "entry",
      [
        [states.empty, openEntry({ address: "/api/v1/entries" }).element],
        [states.list, values(emptyDraft({ han: 2, fu: 30 }), TOLD, nothing)],
        [states.typed, typing(emptyDraft({ text: "123m3m" }), TOLD, nothing)],
        [states.chosen, circumstances(emptyDraft({ riichi: "riichi" }), TOLD, nothing, true)],
        [states.named, liability(emptyDraft({ winner: 0 }), TOLD, nothing, [{ seat: 1, name: names[1] }])],
        [states.told, verdict({ ...TOLD, problems: [sample.barred], why_not: sample.barred }, true, true)],
        [states.wrong, verdict({ ...TOLD, contradictions: [sample.barred] }, false, true)],
        [states.well, verdict({ ...TOLD, score: { ...win.score, ok: true, cited }, said: win.said }, false, true)],
      ],
    ],
    ["score", [["", explained({ ...win.score, cited }, win.said)]]],
    [
      "result",
      [
        [states.waiting, resultCard(waits, names, nothing)],
        [states.fixed, resultCard(result, names, null)],
        [states.draw, resultCard(draw, names, null)],
      ],
    ],
    [
      "standing",
      [
        [states.settled, points(places[0])],
        [states.provisional, points({ ...places[0], provisional: true })],
        [states.sticks, won.round && sticks(won.round)],
        [
          states.first,
          h(
            "ol.marked",
            {},
            inOrder(places).map((seat) => h("li", {}, `${names[seat]} `, points(places[seat]))),
          ),
        ],
      ],
    ],
    [
      "empty",
      [
        [states.missing, placeOf({ code: "nothing-here" })],
        [states.nothing, placeOf({ code: "nothing-played" })],
        [states.away, placeOf({ code: "away" })],
      ],
    ],
    [
      "refusal",
      [
        [states.told, refusalLine({ text: sample.due, act: null }, "1", nothing)],
        [states.act, h("p.refused", {}, sample.due, " ", button({ class: "primary" }))],
      ],
    ],
    [
      "dialog",
      [
        [
          states.open,
          open(
            dialogBox(
              sample.field,
              "shown",
              h("p", {}, sample.text),
              h("div.acts", {}, button({ class: "primary" }), button({}, sample.other)),
            ),
          ),
        ],
      ],
    ],
    ["pin", [[states.ask, open(pinBox(false))]]],
    [
      "reach",
      [
        [states.closed, h("section.card.reach", {}, reachTold(REACHED))],
        [
          states.open,
          h("section.card.reach", {}, reachTold({ ...REACHED, open: true, addresses: [NETWORK], tls: "local" })),
        ],
        [
          states.wrong,
          h(
            "section.card.reach",
            {},
            reachTold({ ...REACHED, open: true, public: true }, { busy: true, trouble: sample.due }),
          ),
        ],
      ],
    ],
    [
      "codes",
      [
        [states.away, codes(HERE, sample.field, {})],
        [states.plain, codes(SCANNED, sample.field, {})],
        [states.trust, codes({ ...SCANNED, trust: TRUST }, sample.field, {})],
      ],
    ],
    ["lost", [["", lostBox(12)]]],
    ["halted", [["", haltedBox([["1", sample.halted]])]]],
  ];
}
