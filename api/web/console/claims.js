// Claims to the service: what a person enters at the console; a refusal is shown in one line.
import { h } from "../shared/dom.js";
import { postJson } from "../shared/http.js";
import { language } from "../shared/words.js";
import { said } from "./words.js";

export const table = decodeURIComponent(location.pathname.split("/").pop());
export const address = (path) => `/api/v1/tables/${encodeURIComponent(table)}${path}`;
const notice = h("div", { id: "notice", role: "status", "aria-live": "polite", popover: "manual" });
document.body.append(notice);
let hiding = 0;

export function tell(text) {
  notice.textContent = text;
  // Shown anew each time, so that it lies above whatever dialog is open.
  notice.hidePopover();
  notice.showPopover();
  clearTimeout(hiding);
  hiding = setTimeout(() => notice.hidePopover(), 8000);
}

// True where the entry was taken; the reason of a refusal is shown.
export async function claim(kind, more = {}) {
  try {
    const answer = await postJson(address("/claims"), { kind, ...more });
    if (answer.ok) return true;
    const problem = await answer.json();
    tell(problem.reason?.[language] ?? problem.detail);
  } catch {
    tell(said.failed);
  }
  return false;
}
