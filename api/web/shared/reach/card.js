// How other devices reach the service: the switch for access from the network, and QR codes to scan.
import { h } from "../dom.js";
import { json, said as why } from "../http.js";
import { reached } from "./links.js";
import { may, surely } from "../session.js";
import { reachWords as said } from "../text/reach_words.js";
import { language, onLanguage } from "../words.js";

/** @typedef {import("./links.js").Reached} Reached */

/**
 * Content of the card.
 * @param {Reached | null} told
 * @param {{change?: (wish: {network?: boolean, tls?: boolean}) => void, busy?: boolean, trouble?: string}} [now]
 */
export function reachTold(told, { change = () => {}, busy = false, trouble = "" } = {}) {
  if (!told) return [h("h3", {}, said.title)];
  const { open, addresses, tls, changes, file } = told;
  const isMine = may("owner") && changes;
  const isAway = !/^(localhost|127\.|\[::1\])/.test(location.hostname);
  return [
    h("h3", {}, said.title),
    h(
      "button.switch",
      {
        id: "reach-switch",
        role: "switch",
        "aria-checked": String(open),
        disabled: busy || !isMine,
        onclick: () => change({ network: !open }),
      },
      h("span.knob", { "aria-hidden": "true" }),
      h("span", {}, said.letIn),
    ),
    h("p", { role: "status", id: "reach-state" }, !open ? said.closed : addresses.length ? said.open : said.nowhere),
    addresses.length
      ? h(
          "ul.addresses.marked",
          {},
          addresses.map((each) => h("li", {}, h("a", { href: `${each}/` }, each))),
        )
      : "",
    h("p.note", { id: "reach-warning" }, said.warning),
    told.public ? h("p.refused", {}, said.public) : "",
    open && isMine && isAway ? h("p.note", {}, said.cut) : "",
    tls === "off"
      ? open && isMine
        ? h(
            "p",
            {},
            h("button", { id: "reach-tls", disabled: busy, onclick: () => change({ tls: true }) }, said.tls),
            h("br"),
            h("span.faint", {}, said.tlsWhat),
          )
        : ""
      : open && tls === "local"
        ? h("p", {}, h("a", { id: "reach-trust", href: "/authority" }, said.trust))
        : "",
    h("p.faint", {}, isMine ? (file ? said.kept(file) : said.notKept) : said.owner),
    trouble ? h("p.refused", { role: "alert" }, trouble) : "",
  ];
}

/**
 * The card with the switch; it redraws itself.
 * @param {(told: Reached) => void} [changed]   called after the switch was changed
 */
export function reachCard(changed = () => {}) {
  const card = h("section.card.reach", { id: "reach", "data-key": "reach", "data-keep": "reach" });
  /** @type {Reached | null} */
  let told = null;
  let [trouble, busy] = ["", false];

  /** @param {{network?: boolean, tls?: boolean}} wish */
  async function change(wish) {
    [trouble, busy] = ["", true];
    draw();
    const answer = await surely(() => json("PUT", "/api/v1/reach", wish)).catch(() => null);
    busy = false;
    if (answer?.ok) told = await answer.json();
    else trouble = answer ? await why(answer, language) : said.failed;
    draw();
    if (answer?.ok && told) changed(told);
  }

  const draw = () => card.replaceChildren(...reachTold(told, { change, busy, trouble }));

  draw();
  onLanguage(draw);
  void reached().then((now) => {
    told ??= now;
    draw();
  });
  return card;
}

/**
 * Numbered QR codes that another device scans in order to open a link; only the link itself if no other device can
 * open it.
 * @param {{address: string, picture: string | null, trust: {address: string, picture: string} | null}} link
 * @param {string} title
 * @param {Record<string, string>} attributes   of the link
 * @param {string} [text]   text of the link
 */
export function codes({ address, picture, trust }, title, attributes, text = address) {
  const own = h("a", { ...attributes, href: address }, text);
  if (!picture) return [h("h3", {}, title), h("p.note", {}, said.here), h("p.link", {}, own)];
  const steps = [
    ...(trust
      ? [{ title: said.first, picture: trust.picture, link: h("a", { href: trust.address }, trust.address) }]
      : []),
    { title, picture, link: own },
  ];
  return [
    trust ? h("p", {}, said.apart) : "",
    h(
      "ol.codes",
      {},
      steps.map((each, place) =>
        h(
          "li",
          {},
          h("h3", {}, trust ? h("span.number", {}, String(place + 1)) : "", each.title),
          h("img.code", { src: each.picture, alt: `QR ${place + 1}` }),
          h("p.link", {}, each.link),
        ),
      ),
    ),
  ];
}
