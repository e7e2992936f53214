// The code of a link, out of the address: spent once, and not lost where the page is loaded anew before its answer came.
const KEPT = "link";
const BUSY = [429, 503];

/** @typedef {{ code: string, attempt: string, path: string }} LinkCode */

/** What is kept of the code, in this tab alone; null where there is nothing, or the browser keeps nothing. */
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
    // A framed page may keep nothing: then a code is lost with its page.
  }
}

/** What stands behind the # of the address, which is taken off at once; else what was about to be spent. */
function given() {
  const code = new URLSearchParams(location.hash.slice(1)).get("code");
  if (!code) return kept();
  // Only who knows this may open the link again; it is made here, since the code may have been seen.
  const attempt = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0"));
  const link = { code, attempt: attempt.join(""), path: location.pathname };
  keep(link);
  // A code is no part of the address any more once it was read.
  history.replaceState(null, "", location.pathname + location.search);
  return link;
}

const link = given();

/**
 * Spend it, where there is one. The code is forgotten once ``taken`` has made use of the answer.
 * @param {(link: { code: string, attempt: string }) => Promise<Response>} request
 * @param {(answer: Response) => Promise<void>} taken
 */
export async function spend(request, taken) {
  if (!link) return;
  const answer = await request({ code: link.code, attempt: link.attempt });
  await taken(answer);
  if (!BUSY.includes(answer.status)) keep(null);
}
