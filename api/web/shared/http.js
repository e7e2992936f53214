// JSON requests to the service.

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {AbortSignal} [givenUp]   aborts the request
 */
export const json = (method, path, body, givenUp) =>
  fetch(path, {
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal: givenUp,
  });

/**
 * @param {string} path
 * @param {unknown} [body]
 * @param {AbortSignal} [givenUp]
 */
export const postJson = (path, body, givenUp) => json("POST", path, body, givenUp);

/**
 * The reason in a problem document in the given language; the HTTP status if there is none.
 * @param {Response} answer
 * @param {string} language
 * @returns {Promise<string>}
 */
export async function said(answer, language) {
  const problem = await answer.json().catch(() => ({}));
  return problem.reason?.[language] ?? String(answer.status);
}
