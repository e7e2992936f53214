// JSON over HTTP, as the service takes it.

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {AbortSignal} [givenUp]   when the request has failed though no answer came
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
 * What a problem document says, in the reader's language where it has both.
 * @param {Response} answer
 * @param {string} language
 * @returns {Promise<string>}
 */
export async function said(answer, language) {
  const problem = await answer.json().catch(() => ({}));
  return problem.reason?.[language] ?? String(answer.status);
}
