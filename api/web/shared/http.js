// JSON over HTTP, as the service takes it.

/**
 * @param {string} method
 * @param {string} path
 * @param {any} [body]
 * @param {number} [patience]   milliseconds after which the request fails; none when left out
 */
export const json = (method, path, body, patience) =>
  fetch(path, {
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    ...(patience ? { signal: AbortSignal.timeout(patience) } : {}),
  });

/**
 * @param {string} path
 * @param {any} [body]
 * @param {number} [patience]
 */
export const postJson = (path, body, patience) => json("POST", path, body, patience);

/**
 * What a problem document says, in the reader's language where it has both.
 * @param {Response} answer
 * @param {string} language
 * @returns {Promise<string>}
 */
export async function said(answer, language) {
  const problem = await answer.json().catch(() => ({}));
  return problem.reason?.[language] ?? problem.detail ?? String(answer.status);
}
