// A photo of a hand: taken or dropped, made small, read by the service, every tile to be looked at and corrected.
import { h, tile } from "../shared/dom.js";
import { icon } from "../shared/parts/icons.js";
import { said as told } from "../shared/http.js";
import { tileName } from "../shared/text/tile_names.js";
import { language } from "../shared/words.js";
import { said } from "./words.js";

/**
 * @typedef {object} ReadTile
 * @property {string | null} tile
 * @property {number} x
 * @property {number} y
 * @property {number} width
 * @property {number} height
 * @property {number} angle
 * @property {number} confidence
 * @property {string} face
 */
/** @typedef {{size: number[], tiles: ReadTile[], doubtful: ReadTile[], check_below: number, lost: {ja: string, en: string}[], hand: any, why: string}} Reading */

const LONGEST_PX = 2000;
const QUALITY = 0.9;
const WAITS = "jantaku-score-photo";
const FACES = ["m", "p", "s"]
  .flatMap((suit) => "1234567890".split("").map((rank) => rank + suit))
  .concat("1234567".split("").map((rank) => `${rank}z`));

/** The photo as a JPEG of a size that is sent in a moment; turned as it was held. @param {Blob} file */
async function smaller(file) {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, LONGEST_PX / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)];
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((/** @type {(made: Blob) => void} */ done, fail) =>
    canvas.toBlob((made) => (made ? done(made) : fail(new Error("no picture"))), "image/jpeg", QUALITY),
  );
}

/**
 * @param {(reading: Reading) => void} read     tiles were read
 * @param {(was: string | null, is: string) => void} corrected   one of them is another
 */
export function photoCard(read, corrected) {
  const status = h("p.status", { id: "photo-status", role: "status" });
  const shown = h("div.shown", { id: "photo", hidden: true });
  /** @param {Event} event */
  const picked = (event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    if (input.files?.[0]) void take(input.files[0]);
    input.value = "";
  };
  const input = (/** @type {string} */ id, /** @type {Record<string, any>} */ more) =>
    h("input.out", { id, type: "file", accept: "image/*", onchange: picked, ...more });
  const element = h(
    "section.card.photo",
    {},
    h(
      "div.takes",
      {},
      h("label.primary.take", { for: "camera" }, icon("camera"), said.take),
      input("camera", { capture: "environment" }),
      h("label.take", { for: "file" }, said.choose),
      input("file", {}),
    ),
    status,
    shown,
  );
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    const file = [...(event.dataTransfer?.files ?? [])].find((each) => each.type.startsWith("image/"));
    if (file) void take(file);
  });
  addEventListener("paste", (event) => {
    const file = [...(event.clipboardData?.files ?? [])].find((each) => each.type.startsWith("image/"));
    if (file) void take(file);
  });
  addEventListener("online", () => void again());

  /** @param {Blob} file */
  async function take(file) {
    status.textContent = said.reading;
    // What this browser cannot open, HEIC in most, the service may.
    await send(await smaller(file).catch(() => file));
  }

  /** @param {Blob} small */
  async function send(small) {
    const kept = globalThis.caches ? await caches.open(WAITS).catch(() => null) : null;
    let answer;
    try {
      answer = await fetch("/api/v1/photos", {
        method: "POST",
        headers: { "content-type": small.type || "image/heic" },
        body: small,
      });
    } catch {
      status.textContent = said.waiting;
      await kept?.put("/photo", new Response(small)).catch(() => null);
      return;
    }
    await kept?.delete("/photo");
    if (!answer.ok) {
      status.textContent = `${said.refused}: ${await told(answer, language)}`;
      return;
    }
    show(small, await answer.json());
  }

  /** A picture of this service, such as the sample of a demonstration. @param {string} address */
  async function takeFrom(address) {
    const wanted = new URL(address, location.origin);
    const answer = wanted.origin === location.origin ? await fetch(wanted).catch(() => null) : null;
    if (answer?.ok) await take(await answer.blob());
    else status.textContent = said.refused;
  }

  // A photo that could not be sent goes once there is a link again, even after the page was closed.
  async function again() {
    const kept = globalThis.caches ? await caches.open(WAITS).catch(() => null) : null;
    const waiting = await kept?.match("/photo");
    if (!waiting) return;
    status.textContent = said.reading;
    await send(await waiting.blob());
  }

  /** @param {Blob} small @param {Reading} reading */
  function show(small, reading) {
    const [wide, high] = reading.size;
    const faces = reading.tiles.filter((each) => each.face === "up" && each.tile);
    const unsure = faces.filter((each) => each.confidence < reading.check_below).length;
    status.textContent = faces.length
      ? `${said.read(faces.length, unsure)}${reading.hand ? "" : ` · ${said.noHand}`}`
      : said.none;
    for (const each of reading.lost) status.textContent += ` · ${each[language]}`;
    const picture = h("img", {
      alt: "",
      src: URL.createObjectURL(small),
      onload: () => URL.revokeObjectURL(picture.src),
    });
    const outlines = faces.map((each) => outline(each, wide, high, reading.check_below));
    const frame = h("div.frame", { "data-size": `${wide}x${high}` }, picture, outlines);
    const marks = faces.map((each, place) => mark(each, outlines[place], reading.check_below));
    shown.replaceChildren(frame, h("p.faint", {}, faces.length ? said.fix : ""), h("div.marks", {}, marks));
    shown.hidden = false;
    read(reading);
  }

  /** Where a tile lies in the photo. @param {ReadTile} each @param {number} wide @param {number} high @param {number} below */
  function outline(each, wide, high, below) {
    const box = h(each.confidence < below ? "span.outline.unsure" : "span.outline");
    box.style.left = `${(100 * each.x) / wide}%`;
    box.style.top = `${(100 * each.y) / high}%`;
    box.style.width = `${(100 * each.width) / wide}%`;
    box.style.height = `${(100 * each.height) / high}%`;
    box.style.rotate = `${each.angle}deg`;
    return box;
  }

  /** A tile as it was read, to be corrected by a tap. @param {ReadTile} each @param {Element} box @param {number} below */
  function mark(each, box, below) {
    const button = h("button.mark", { type: "button" });
    const name = () => {
      const doubt = each.confidence < below;
      button.classList.toggle("unsure", doubt);
      box.classList.toggle("unsure", doubt);
      button.setAttribute("aria-label", `${tileName(each.tile ?? "")}${doubt ? ` · ${said.unsure}` : ""}`);
      button.dataset.read = each.tile ?? "";
      button.replaceChildren(tile(each.tile), doubt ? "?" : "");
    };
    button.addEventListener("click", () =>
      pick((face) => {
        corrected(each.tile, face);
        Object.assign(each, { tile: face, confidence: 1 });
        name();
      }),
    );
    for (const [event, on] of /** @type {const} */ ([
      ["focus", true],
      ["blur", false],
      ["pointerenter", true],
      ["pointerleave", false],
    ]))
      button.addEventListener(event, () => box.classList.toggle("meant", on));
    name();
    return button;
  }

  return { element, again, takeFrom };
}

/** Which tile it is. @param {(face: string) => void} chosen */
function pick(chosen) {
  const box = h(
    "dialog.which",
    { id: "pick", "aria-label": said.which },
    h("h2", {}, said.which),
    h(
      "div.faces",
      {},
      FACES.map((face) =>
        h(
          "button.face",
          {
            type: "button",
            "data-face": face,
            "aria-label": tileName(face),
            onclick: () => {
              chosen(face);
              box.close();
            },
          },
          tile(face),
        ),
      ),
    ),
    h("button", { type: "button", onclick: () => box.close() }, said.close),
  );
  box.addEventListener("close", () => box.remove());
  document.body.append(box);
  box.showModal();
}
