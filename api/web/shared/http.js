// JSON over HTTP, as the service takes it.
export const json = (method, path, body) =>
  fetch(path, { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
export const postJson = (path, body) => json("POST", path, body);

// What a problem document says, in the reader's language where it has both.
export async function said(answer, language) {
  const problem = await answer.json().catch(() => ({}));
  return problem.reason?.[language] ?? problem.detail ?? String(answer.status);
}
