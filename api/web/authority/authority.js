// How to make a device trust the venue's certificate authority: fingerprint, certificate file, steps per system.
import { h } from "../shared/dom.js";
import { pageBar } from "../shared/parts/shell.js";
import { card } from "../shared/tell/card.js";
import { said } from "./words.js";
/** @import { AuthorityJson } from "jantaku/api" */

/** @typedef {(typeof said.systems)[number]} System */

const agent = navigator.userAgent;
const here = /iPhone|iPad/.test(agent)
  ? "ios"
  : agent.includes("Android")
    ? "android"
    : agent.includes("Mac OS X")
      ? "mac"
      : "windows";

/** @param {System} system */
const steps = (system) =>
  h(
    "details.card.system.folds",
    { "data-system": system.id, open: system.id === here },
    h("summary", {}, h("h2", {}, system.name)),
    h(
      "ol.marked",
      {},
      system.steps.map((each) => h("li", {}, each)),
    ),
    h("a.button.primary", { href: system.file }, said.download),
  );

async function content() {
  const answer = await fetch("/api/v1/authority").catch(() => null);
  if (!answer?.ok)
    return [card(null, { id: "none" }, h("p", {}, said.none), h("p", {}, h("a", { href: "/setup" }, said.setup)))];
  /** @type {AuthorityJson} */
  const { fingerprint, name, secure } = await answer.json();
  const groups = fingerprint.split(":").reduce((/** @type {string[]} */ lines, byte, place) => {
    if (place % 8) lines[lines.length - 1] += `:${byte}`;
    else lines.push(byte);
    return lines;
  }, []);
  const first = [...said.systems].sort((one, other) => Number(other.id === here) - Number(one.id === here));
  return [
    card(null, {}, h("p", {}, said.why), h("p.faint", {}, said.safe)),
    card(
      said.fingerprint,
      {},
      h("p.faint", {}, name),
      h(
        "p.fingerprint",
        { id: "fingerprint", "aria-label": fingerprint },
        groups.map((each) => h("span", {}, each)),
      ),
      h("p", {}, said.compare),
    ),
    ...first.map(steps),
    secure ? h("a.button", { id: "secure", href: `${secure}/` }, said.secure) : "",
  ];
}

document.body.append(pageBar(said.title), h("main", {}, await content()));
