// The one-time code in a link's address: stored in the tab until the answer, so that a reload does not lose it.
const KEPT = "link";
const BUSY = [429, 503];

/** @typedef {{ code: string, attempt: string, path: string }} LinkCode */

/** The code stored in this tab for this path; null if there is none, or if the browser has no storage. */
function kept() {
  try {
    const told = /** @type {LinkCode | null} */ (JSON.parse(sessionStorage.getItem(KEPT) ?? "null"));
    return told?.path === location.pathname ? told : null;
  } catch {
    return null;
  }
}

/** @param {LinkCode | null} link */
function keep(link) {
  try {
    if (link) sessionStorage.setItem(KEPT, JSON.stringify(link));
    else sessionStorage.removeItem(KEPT);
  } catch {
    // A framed page may have no storage: then a reload loses the code.
  }
}

/** The code after the # of the address, which is removed at once; else the stored code. */
function given() {
  const code = new URLSearchParams(location.hash.slice(1)).get("code");
  if (!code) return kept();
  // Only this random value allows a retry with the same code; it is made here, as others may have seen the code.
  const attempt = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0"));
  const link = { code, attempt: attempt.join(""), path: location.pathname };
  keep(link);
  // Remove the code from the address bar.
  history.replaceState(null, "", location.pathname + location.search);
  return link;
}

const link = given();

/**
 * Spend the code, if there is one. It is deleted after ``taken`` has processed the answer, unless the service was busy.
 * @param {(link: { code: string, attempt: string }) => Promise<Response>} request
 * @param {(answer: Response) => Promise<void>} taken
 */
export async function spend(request, taken) {
  if (!link) return;
  const answer = await request({ code: link.code, attempt: link.attempt });
  await taken(answer);
  if (!BUSY.includes(answer.status)) keep(null);
}
