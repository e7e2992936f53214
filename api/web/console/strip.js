// A row of tiles at the console, filled from the tile picker.
import { h, tile } from "../shared/dom.js";
import { palette } from "../shared/ask/pick.js";
import { tileName } from "../shared/text/tile_names.js";
import { said } from "./words.js";

/**
 * A row of tiles: a tap on one replaces or removes it, the plus adds one.
 * @param {string} label
 * @param {string[]} faces
 * @param {{most: number, name: string}} how
 */
export function strip(label, faces, { most, name }) {
  const row = h("div.strip-row", {});
  const picking = h("div", {});
  const draw = () => {
    row.replaceChildren(
      ...faces.map((face, place) =>
        h(
          "button.face",
          { "aria-label": `${label} ${place + 1}: ${tileName(face)}`, onclick: () => open(place) },
          tile(face),
        ),
      ),
      ...(faces.length < most
        ? [h("button.plus", { "aria-label": `${label}: ${said.add}`, onclick: () => open(faces.length) }, "+")]
        : []),
    );
  };
  const done = () => {
    picking.replaceChildren();
    draw();
  };
  /** @param {number} place */
  const open = (place) =>
    picking.replaceChildren(
      palette((face) => {
        faces[place] = face;
        done();
      }),
      place < faces.length
        ? h(
            "button",
            {
              onclick: () => {
                faces.splice(place, 1);
                done();
              },
            },
            said.remove,
          )
        : "",
    );
  draw();
  return h("div.strip", { "data-strip": name }, h("span.label", {}, label), row, picking);
}
