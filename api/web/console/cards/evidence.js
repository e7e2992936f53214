// Evidence of a fault or a question: the crop of the picture, and the frames around it one by one.
import { h } from "../../shared/dom.js";
import { address } from "../claims.js";
import { dialog } from "../../shared/ask/dialog.js";
import { said } from "../words.js";

const FRAME_MS = 200;
const staff = (/** @type {string} */ path) => `${address(path)}?audience=staff`;

/** Available frames by evidence id. @type {Map<string, Promise<{frame: number | null, frames: number[]}>>} */
const answers = new Map();

/** Available frames; cached while the figure is on the page, which is redrawn at every update. @param {string} id */
function framesOf(id) {
  const known = document.querySelector(`figure.evidence[data-keep="${id}"]`) ? answers.get(id) : undefined;
  const answer = known ?? fetch(staff(`/evidence/${id}`)).then((told) => told.json());
  answers.set(id, answer);
  return answer;
}

/**
 * @param {string} id
 * @param {string} label
 */
export function evidence(id, label) {
  const place = h("figure.evidence", { "data-key": "evidence", "data-keep": id });
  framesOf(id)
    .then(({ frame, frames }) => {
      if (frame == null) return;
      const picture = h("img", {
        src: staff(`/evidence/${id}/crop`),
        alt: `${said.evidence}: ${label}`,
        loading: "lazy",
      });
      place.replaceChildren(
        picture,
        h("figcaption", {}, h("button", { onclick: () => film(id, label, frame, frames) }, said.clip)),
      );
    })
    .catch(() => {});
  return place;
}

function film(
  /** @type {string} */ id,
  /** @type {string} */ label,
  /** @type {number | null} */ frame,
  /** @type {number[]} */ frames,
) {
  const show = (/** @type {number} */ place) => {
    picture.src = staff(`/evidence/${id}/frames/${frames[place]}`);
    caption.textContent = `${said.frame(frames[place])} · ${place + 1} / ${frames.length}`;
    slider.value = String(place);
  };
  const picture = h("img", { alt: label });
  const caption = h("p", {});
  /** @type {HTMLInputElement} */
  const slider = h("input", {
    type: "range",
    min: 0,
    max: frames.length - 1,
    "aria-label": said.clip,
    oninput: () => show(+slider.value),
  });
  const box = dialog(
    label,
    "film",
    picture,
    h("div.acts", {}, h("button", { onclick: () => play(0) }, said.play), slider),
    caption,
  );
  const play = (/** @type {number} */ place) => {
    if (!box.open || place >= frames.length) return;
    show(place);
    setTimeout(() => play(place + 1), FRAME_MS);
  };
  show(Math.max(0, frame === null ? 0 : frames.indexOf(frame)));
}
