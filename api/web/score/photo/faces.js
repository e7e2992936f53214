// The photo, cropped to its tiles, with the face read for each tile; a tap corrects it or makes it the winning tile.
import { h, tile } from "../../shared/dom.js";
import { tileName } from "../../shared/text/tile_names.js";
import { pickTile } from "../../shared/ask/pick.js";
import { said } from "../words.js";

/** @typedef {import("jantaku/api").PhotoTileJson} ReadTile */
/** @typedef {import("jantaku/api").PhotoJson} Reading */
/** @typedef {{left: number, top: number, right: number, bottom: number}} Box */
/**
 * @typedef {object} Acts
 * @property {(was: string | null, is: string) => void} corrected   a face is corrected
 * @property {(face: string) => void} wins                          the tile is the winning tile
 */

/** Margin around the tiles, in tile widths. */
const ROOM = 0.25;
/** Height of the face shown below a tile including the gap, in tile widths. */
const BELOW = 1.45;
/** Minimum width of a tile as a touch target; a longer row scrolls sideways. */
const LEAST_PX = 24;

/** Axis-aligned bounding box of a tile. @param {ReadTile} each @returns {Box} */
function boxOf({ x, y, width, height, angle }) {
  const turn = (angle * Math.PI) / 180;
  const [cos, sin] = [Math.abs(Math.cos(turn)), Math.abs(Math.sin(turn))];
  const [across, down] = [(width * cos + height * sin) / 2, (width * sin + height * cos) / 2];
  return { left: x - across, top: y - down, right: x + across, bottom: y + down };
}

/** @param {number[]} values */
const middle = (values) => values.toSorted((one, two) => one - two)[values.length >> 1];

/** Crop of the picture around the tiles; the whole picture if they are not a hand. @param {Box[]} boxes @param {Reading} reading */
function cutOf(boxes, { size: [wide, high], hand }) {
  const narrow = middle(boxes.map((box) => Math.min(box.right - box.left, box.bottom - box.top)));
  if (!hand) return { left: 0, top: 0, wide, high, narrow };
  const left = Math.max(0, Math.min(...boxes.map((box) => box.left)) - ROOM * narrow);
  const top = Math.max(0, Math.min(...boxes.map((box) => box.top)) - ROOM * narrow);
  const right = Math.min(wide, Math.max(...boxes.map((box) => box.right)) + ROOM * narrow);
  const bottom = Math.min(high, Math.max(...boxes.map((box) => box.bottom)) + (BELOW + ROOM) * narrow);
  return { left, top, wide: right - left, high: bottom - top, narrow };
}

/**
 * @param {string} address  of the picture
 * @param {Reading} reading
 * @param {Acts} acts
 */
export function facesOver(address, reading, acts) {
  const faces = reading.tiles.filter((each) => each.face === "up" && each.tile);
  const picture = h("img", { alt: "", src: address, onload: () => URL.revokeObjectURL(address) });
  if (!faces.length) return h("div.frame", {}, h("div.cut", {}, picture));
  const boxes = faces.map(boxOf);
  const cut = cutOf(boxes, reading);
  const [wide, high] = reading.size;
  const inside = h("div.cut", {}, picture);
  inside.style.aspectRatio = `${cut.wide} / ${cut.high}`;
  inside.style.minWidth = `${Math.ceil((LEAST_PX * cut.wide) / cut.narrow)}px`;
  picture.style.width = `${(100 * wide) / cut.wide}%`;
  picture.style.left = `${(-100 * cut.left) / cut.wide}%`;
  picture.style.top = `${(-100 * cut.top) / cut.high}%`;
  faces.forEach((each, place) => {
    const box = boxes[place];
    const under = box.bottom + BELOW * cut.narrow * 0.9;
    const covered = boxes.some(
      (other) =>
        other !== box && other.left < box.right && other.right > box.left && other.top < under && other.bottom > under,
    );
    const button = mark(each, reading.check_below, acts);
    button.classList.toggle("within", covered || under > cut.top + cut.high);
    button.style.left = `${(100 * (box.left - cut.left)) / cut.wide}%`;
    button.style.top = `${(100 * (box.top - cut.top)) / cut.high}%`;
    button.style.width = `${(100 * (box.right - box.left)) / cut.wide}%`;
    button.style.setProperty("--face", `${(90 * cut.narrow) / (box.right - box.left)}%`);
    button.style.height = `${(100 * (box.bottom - box.top)) / cut.high}%`;
    inside.append(button);
  });
  return h("div.frame", { "data-size": `${wide}x${high}` }, inside);
}

/** Button over a tile with the face that was read. @param {ReadTile} each @param {number} below @param {Acts} acts */
function mark(each, below, acts) {
  const button = h("button.mark", {});
  const name = () => {
    const doubt = each.confidence < below;
    button.classList.toggle("unsure", doubt);
    button.setAttribute("aria-label", `${tileName(each.tile ?? "")}${doubt ? ` · ${said.unsure}` : ""}`);
    button.dataset.read = each.tile ?? "";
    button.replaceChildren(h("span.read", {}, tile(each.tile)), doubt ? h("span.doubt-mark", {}, "?") : "");
  };
  button.addEventListener("click", () =>
    pick(
      (face) => {
        acts.corrected(each.tile, face);
        Object.assign(each, { tile: face, confidence: 1 });
        name();
      },
      () => acts.wins(each.tile ?? ""),
    ),
  );
  name();
  return button;
}

/** Dialog to choose the face, or to make the tile the winning one. @param {(face: string) => void} chosen @param {() => void} wins */
function pick(chosen, wins) {
  const won = () => {
    wins();
    box.close();
  };
  const box = pickTile(
    said.which,
    chosen,
    h("div.acts", {}, h("button", { "data-act": "wins", onclick: won }, said.wins)),
  );
}
