// Links that are given to others: how the service says that other devices reach it.

/**
 * As the service tells it: see `/api/v1/reach`.
 * @typedef {{open: boolean, addresses: string[], link: string, tls: string, secure: boolean, public: boolean,
 *   file: string, changes: boolean}} Reached
 */

/** @returns {Promise<Reached | null>} */
export async function reached() {
  const answer = await fetch("/api/v1/reach").catch(() => null);
  return answer?.ok ? answer.json() : null;
}

/**
 * A page of this service under an address that other devices open, where there is one.
 * @param {string} path
 * @param {Reached | null} told
 */
export function shared(path, told) {
  const url = new URL(path, location.href);
  return `${told?.link ?? location.origin}${url.pathname}${url.search}${url.hash}`;
}
