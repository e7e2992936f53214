// The camera of this phone: opened, held still where the browser can, one picture of it as a JPEG.

/** @typedef {{width: number, height: number}} Size */
/** @typedef {"exposure" | "focus" | "white"} Held */
/** @typedef {"exposureMode" | "focusMode" | "whiteBalanceMode"} Mode */
/** What browsers tell beyond the standard. @typedef {Partial<Record<Mode, string[]>> & {torch?: boolean}} Can */
/** @typedef {Partial<Record<Mode, string>> & Record<string, unknown>} Settings */

const MODES = /** @type {const} */ ({ exposure: "exposureMode", focus: "focusMode", white: "whiteBalanceMode" });

/** Why a browser gives no camera: `insecure`, `denied`, `none`, `busy`, `failed`. @param {{name: string}} error */
export function whyNot(error) {
  if (!globalThis.isSecureContext || !navigator.mediaDevices?.getUserMedia) return "insecure";
  if (["NotAllowedError", "SecurityError"].includes(error.name)) return "denied";
  if (["NotFoundError", "OverconstrainedError"].includes(error.name)) return "none";
  return ["NotReadableError", "AbortError"].includes(error.name) ? "busy" : "failed";
}

/**
 * The camera on the back of the phone, as near to that size as it has; the light of its torch stays off.
 * @param {Size} size
 * @param {number} rate
 */
export async function openLens(size, rate) {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: false,
    video: {
      facingMode: { ideal: "environment" },
      width: { ideal: size.width },
      height: { ideal: size.height },
      frameRate: { ideal: Math.max(15, rate) },
    },
  });
  const [track] = stream.getVideoTracks();
  const can = /** @type {Can} */ (/** @type {unknown} */ (track.getCapabilities?.() ?? {}));
  const apply = (/** @type {Record<string, unknown>} */ wish) =>
    track.applyConstraints({ advanced: [wish] }).catch(() => null);
  if (can.torch) await apply({ torch: false });

  return {
    stream,
    track,
    /** What of its lens this browser can hold still. @returns {Held[]} */
    holdable: () =>
      /** @type {Held[]} */ (Object.keys(MODES)).filter((name) => (can[MODES[name]] ?? []).includes("manual")),
    /** What it holds still now. @returns {Held[]} */
    held: () => {
      const now = /** @type {Settings} */ (/** @type {unknown} */ (track.getSettings()));
      return /** @type {Held[]} */ (Object.keys(MODES)).filter((name) => now[MODES[name]] === "manual");
    },
    /** Hold everything as it is, or let the camera choose again. @param {boolean} still */
    async hold(still) {
      const now = /** @type {Settings} */ (/** @type {unknown} */ (track.getSettings()));
      for (const mode of Object.values(MODES)) {
        const wanted = still ? "manual" : "continuous";
        if (!(can[mode] ?? []).includes(wanted)) continue;
        const values = {
          exposureMode: "exposureTime",
          focusMode: "focusDistance",
          whiteBalanceMode: "colorTemperature",
        };
        const value = now[values[mode]];
        await apply({ [mode]: wanted, ...(still && value !== undefined ? { [values[mode]]: value } : {}) });
      }
    },
    close: () => stream.getTracks().forEach((each) => each.stop()),
  };
}

/**
 * Call back with each new picture of the video and when it was taken, milliseconds of `performance.now()`.
 * @param {HTMLVideoElement} video
 * @param {(captured: number) => void} taken
 * @returns {() => void}   ends it
 */
export function eachPicture(video, taken) {
  let over = false;
  if ("requestVideoFrameCallback" in video) {
    const next = (/** @type {number} */ now, /** @type {{captureTime?: number}} */ about) => {
      if (over) return;
      taken(about.captureTime ?? now);
      video.requestVideoFrameCallback(next);
    };
    video.requestVideoFrameCallback(next);
    return () => void (over = true);
  }
  // Some browsers do not tell: whether time has moved is looked for instead.
  const plain = /** @type {HTMLVideoElement} */ (video);
  let last = -1;
  const timer = setInterval(() => {
    if (plain.currentTime === last) return;
    last = plain.currentTime;
    taken(performance.now());
  }, 50);
  return () => clearInterval(timer);
}

const canvas = document.createElement("canvas");

/**
 * The picture that the video shows now. A phone that lies over a table cannot tell how it is turned: now and then it
 * takes itself for turned, and browsers turn their pictures with it.
 * @param {HTMLVideoElement} video
 * @param {number} quality
 * @param {number} turn   degrees clockwise, of 0, 90, 180 and 270, by which the video is turned back
 * @returns {Promise<Blob>}
 */
export function snapshot(video, quality, turn = 0) {
  const { videoWidth: wide, videoHeight: tall } = video;
  const [width, height] = turn % 180 ? [tall, wide] : [wide, tall];
  if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext("2d", { alpha: false });
  context?.setTransform(1, 0, 0, 1, width / 2, height / 2);
  context?.rotate((turn * Math.PI) / 180);
  context?.drawImage(video, -wide / 2, -tall / 2);
  return new Promise((done, fail) =>
    canvas.toBlob((made) => (made ? done(made) : fail(new Error("no picture"))), "image/jpeg", quality),
  );
}
