// Addresses under which other devices reach the service.

/**
 * Answer of `/api/v1/reach`.
 * @typedef {{open: boolean, addresses: string[], link: string, tls: string, secure: boolean, public: boolean,
 *   file: string, changes: boolean}} Reached
 */

/** @returns {Promise<Reached | null>} */
export async function reached() {
  const answer = await fetch("/api/v1/reach").catch(() => null);
  return answer?.ok ? answer.json() : null;
}

/**
 * Address of a page for other devices; this browser's own address if there is no other.
 * @param {string} path
 * @param {Reached | null} told
 */
export function shared(path, told) {
  const url = new URL(path, location.href);
  return `${told?.link ?? location.origin}${url.pathname}${url.search}${url.hash}`;
}
