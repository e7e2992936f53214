// A photo of a hand: taken or dropped, scaled down, read by the service; every tile can be checked and corrected.
import { h } from "../../shared/dom.js";
import { icon } from "../../shared/parts/icons.js";
import { said as told } from "../../shared/http.js";
import { language } from "../../shared/words.js";
import { facesOver } from "./faces.js";
import { said } from "../words.js";
import { card } from "../../shared/tell/card.js";

/** @import { PhotoJson } from "jantaku/api" */

const LONGEST_PX = 2000;
const QUALITY = 0.9;
const WAITS = "jantaku-score-photo";

/** Scale a photo down to a JPEG that uploads quickly, with its orientation applied. @param {Blob} file */
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
 * @param {(reading: PhotoJson) => void} read     called when tiles were read
 * @param {import("./faces.js").Acts} acts       actions of a tap on a tile
 */
export function photoCard(read, acts) {
  const status = h("p.status", { id: "photo-status", role: "status" });
  const shown = h("div.shown", { id: "photo", hidden: true });
  /** @param {Event} event */
  const picked = (event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    if (input.files?.[0]) void take(input.files[0]);
    input.value = "";
  };
  const input = (/** @type {string} */ id, /** @type {import("../../shared/dom.js").Attributes} */ more) =>
    h("input.out", { id, type: "file", accept: "image/*", onchange: picked, ...more });
  const element = card(
    null,
    { class: "photo" },
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
    // The service may read formats that this browser cannot open, in most browsers HEIC.
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

  /** Load a picture from this service, such as the sample of a demonstration. @param {string} address */
  async function takeFrom(address) {
    const wanted = new URL(address, location.origin);
    const answer = wanted.origin === location.origin ? await fetch(wanted).catch(() => null) : null;
    if (answer?.ok) await take(await answer.blob());
    else status.textContent = said.refused;
  }

  // Send a photo that failed before, once the link is back, even after the page was closed.
  async function again() {
    const kept = globalThis.caches ? await caches.open(WAITS).catch(() => null) : null;
    const waiting = await kept?.match("/photo");
    if (!waiting) return;
    status.textContent = said.reading;
    await send(await waiting.blob());
  }

  /** @param {Blob} small @param {PhotoJson} reading */
  function show(small, reading) {
    const faces = reading.tiles.filter((each) => each.face === "up" && each.tile);
    const unsure = faces.filter((each) => each.confidence < reading.check_below).length;
    status.textContent = faces.length
      ? `${said.read(faces.length, unsure)}${reading.hand ? "" : ` · ${said.noHand}`}`
      : said.none;
    for (const each of reading.lost) status.textContent += ` · ${each[language]}`;
    shown.replaceChildren(
      facesOver(URL.createObjectURL(small), reading, acts),
      h("p.faint", {}, faces.length ? said.fix : ""),
    );
    shown.hidden = false;
    read(reading);
  }

  const forget = () => {
    status.textContent = "";
    shown.hidden = true;
  };

  return { element, again, takeFrom, forget };
}
