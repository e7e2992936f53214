// The camera of this phone: open it, lock its settings where the browser can, take one picture as a JPEG.

/** @typedef {{width: number, height: number}} Size */
/** @typedef {"exposure" | "focus" | "white"} Held */
/** @typedef {"exposureMode" | "focusMode" | "whiteBalanceMode"} Mode */
/** Capabilities beyond the standard types. @typedef {Partial<Record<Mode, string[]>> & {torch?: boolean}} Can */
/** @typedef {Partial<Record<Mode, string>> & Record<string, unknown>} Settings */

const MODES = /** @type {const} */ ({ exposure: "exposureMode", focus: "focusMode", white: "whiteBalanceMode" });

/** Why the camera cannot be opened: `insecure`, `denied`, `none`, `busy` or `failed`. @param {{name: string}} error */
export function whyNot(error) {
  if (!globalThis.isSecureContext || !navigator.mediaDevices?.getUserMedia) return "insecure";
  if (["NotAllowedError", "SecurityError"].includes(error.name)) return "denied";
  if (["NotFoundError", "OverconstrainedError"].includes(error.name)) return "none";
  return ["NotReadableError", "AbortError"].includes(error.name) ? "busy" : "failed";
}

/**
 * Open the rear camera of the phone with the size nearest to `size`, and keep its torch off.
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
    /** Settings that this browser can lock. @returns {Held[]} */
    holdable: () =>
      /** @type {Held[]} */ (Object.keys(MODES)).filter((name) => (can[MODES[name]] ?? []).includes("manual")),
    /** Settings that are locked now. @returns {Held[]} */
    held: () => {
      const now = /** @type {Settings} */ (/** @type {unknown} */ (track.getSettings()));
      return /** @type {Held[]} */ (Object.keys(MODES)).filter((name) => now[MODES[name]] === "manual");
    },
    /** Lock all settings at their current values, or return them to automatic. @param {boolean} still */
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
 * Call `taken` for each new picture of the video with its capture time in milliseconds of `performance.now()`.
 * @param {HTMLVideoElement} video
 * @param {(captured: number) => void} taken
 * @returns {() => void}   stops the calls
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
  // Some browsers have no callback for video frames: poll the current time of the video instead.
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
 * Return the current video picture as a JPEG. A phone that lies flat above a table cannot sense its orientation: at
 * times it reports a wrong one, and the browser rotates the video with it.
 * @param {HTMLVideoElement} video
 * @param {number} quality
 * @param {number} turn   degrees clockwise, of 0, 90, 180 and 270, by which the picture is rotated to undo that
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
