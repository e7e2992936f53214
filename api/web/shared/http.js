// JSON over HTTP, as the service takes it.
export const postJson = (path, body) =>
  fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
