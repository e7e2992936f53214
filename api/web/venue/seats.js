// Devices of seats: QR codes that open the page of a seat, with its call button, on a tablet or phone.
import { h } from "../shared/dom.js";
import { postJson, said } from "../shared/http.js";
import { dialog } from "../shared/ask/dialog.js";
import { codes, reachCard } from "../shared/reach/card.js";
import { language } from "../shared/words.js";
import { venueWords } from "./words.js";

/** @param {string} table */
export function seatDevices(table) {
  const shown = h("div", { "aria-live": "polite" });
  /** @param {string} letter */
  const pick = (letter) => async () => {
    const name = `${venueWords.table(table)} ${venueWords.seat(letter)}`;
    const body = { name, role: "viewer", seat: `${table}/${letter}/call` };
    const answer = await postJson("/api/v1/access/tokens", body).catch(() => null);
    if (!answer?.ok)
      return shown.replaceChildren(
        h("p.refused", { role: "alert" }, answer ? await said(answer, language) : venueWords.failed),
      );
    const link = await answer.json();
    const text = new URL(link.address).pathname;
    return shown.replaceChildren(
      ...codes(link, name, { "data-seat-link": letter }, text),
      link.picture ? "" : reachCard(pick(letter)),
    );
  };
  dialog(
    `${venueWords.table(table)} · ${venueWords.sits}`,
    "seat-devices",
    h("p.faint", {}, venueWords.sitsHint),
    h(
      "div.goals",
      {},
      [..."ABCD"].map((letter) => h("button", { "data-seat": letter, onclick: pick(letter) }, venueWords.seat(letter))),
    ),
    shown,
  );
}
