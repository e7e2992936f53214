// Learn the table's own tiles from one photo.
import { h, tiles } from "../shared/dom.js";
import { said as why } from "../shared/http.js";
import { surely } from "../shared/session.js";
import { tileName } from "../shared/text/tile_names.js";
import { language } from "../shared/words.js";
import { good } from "../shared/tell/marks.js";
import { doing, kept, news, own, toldNow, refresh } from "./kept.js";
import { said } from "./words.js";

const ROWS = ["m", "p", "s"].map((suit) => [..."1234567890"].map((rank) => rank + suit));
ROWS.push([..."1234567"].map((rank) => `${rank}z`));

/** @param {Event} event */
async function picked(event) {
  const input = /** @type {HTMLInputElement} */ (event.target);
  const photo = input.files?.[0];
  input.value = "";
  if (!photo) return;
  [kept.busy, kept.refused] = ["tiles", ""];
  news();
  const sent = { method: "POST", headers: { "content-type": photo.type || "image/heic" }, body: photo };
  const answer = await surely(() => fetch(own("/tiles"), sent)).catch(() => null);
  kept.busy = "";
  if (!answer?.ok) kept.refused = answer ? await why(answer, language) : said.lost;
  await refresh();
}

export function tilesStep() {
  const { tiles: learnt } = toldNow();
  return h(
    "div.fields",
    {},
    h("p", {}, said.photoHow),
    h(
      "figure.order",
      {},
      h("figcaption.faint", {}, said.faces),
      ROWS.map((row) => h("p", {}, tiles(row))),
    ),
    h("label.take.primary", { for: "photo" }, said.photo),
    h("input.out", {
      id: "photo",
      type: "file",
      accept: "image/*",
      capture: "environment",
      onchange: picked,
    }),
    doing() === "tiles" ? h("p.faint", { role: "status" }, said.learning) : "",
    learnt
      ? h(
          "div",
          { role: "status" },
          good(said.learnt(learnt.faces), { id: "learnt" }),
          learnt.close.map(({ faces }) => h("p.faint", {}, said.close(tileName(faces[0]), tileName(faces[1])))),
        )
      : "",
  );
}
