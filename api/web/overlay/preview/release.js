// When concealed hands are released: the policy in force, and a form for staff to change it with a reason and the PIN.
import { h } from "../../shared/dom.js";
import { postJson, said as told } from "../../shared/http.js";
import { may, surely } from "../../shared/session.js";
import { language } from "../../shared/words.js";
import { field, select } from "../../shared/ask/fields.js";

const WORDS = {
  ja: {
    when: "手牌の公開",
    policies: /** @type {Record<string, string>} */ ({
      never: "公開しない",
      game: "半荘の終了後",
      round: "局の終了後",
      delayed: "遅らせて公開",
      live: "すぐに公開",
    }),
    seconds: "遅れ（秒）",
    why: "理由",
    set: "変える",
    by: (/** @type {string} */ who, /** @type {string} */ why) => `${who}が変更: ${why}`,
    failed: "届きませんでした。接続を確かめてください。",
  },
  en: {
    when: "Hands come out",
    policies: /** @type {Record<string, string>} */ ({
      never: "never",
      game: "after the game",
      round: "after the round",
      delayed: "late",
      live: "at once",
    }),
    seconds: "Seconds late",
    why: "Why",
    set: "Change",
    by: (/** @type {string} */ who, /** @type {string} */ why) => `Changed by ${who}: ${why}`,
    failed: "It did not get through: check the connection.",
  },
};
const words = WORDS[language];
const DELAYED = "delayed";
const POLICIES = ["never", "game", "round", DELAYED, "live"];

/**
 * @param {string} table
 * @returns {Promise<{policy: string, form: HTMLElement} | null>}   null if the reader has no access
 */
export async function released(table) {
  const address = `/api/v1/tables/${encodeURIComponent(table)}/release`;
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok) return null;
  const now = await answer.json();
  const policy = select(
    POLICIES.map((each) => [each, words.policies[each]]),
    now.policy,
    { "data-policy": "", onchange: () => show() },
  );
  const seconds = h("input", {
    type: "number",
    min: now.floor_s,
    max: 86400,
    value: now.delay_s ?? now.floor_s,
    "data-delay": "",
  });
  const why = h("input", { required: true, maxlength: 200, "data-why": "" });
  const wrong = h("p.refused", { role: "alert" });
  const late = field(words.seconds, seconds);
  const show = () => (late.hidden = policy.value !== DELAYED);
  show();
  const change = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const body = { policy: policy.value === DELAYED ? seconds.value : policy.value, reason: why.value };
    const sent = await surely(() => postJson(`${address}?audience=staff`, body)).catch(() => null);
    if (sent?.ok) return location.reload();
    wrong.textContent = sent ? await told(sent, language) : words.failed;
  };
  const form = h(
    "form.tools",
    { id: "release", onsubmit: change },
    field(words.when, policy),
    late,
    may("staff") ? field(words.why, why) : null,
    may("staff") ? h("button", { "data-act": "set-release" }, words.set) : null,
    now.changed_by ? h("p.faint", {}, words.by(now.changed_by, now.why)) : null,
    wrong,
  );
  return { policy: now.policy, form };
}
