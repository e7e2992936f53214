// Ask for the PIN, or for a new one if none is set.
import { h } from "../dom.js";
import { json, said } from "../http.js";
import { accessWords } from "../text/access_words.js";
import { language } from "../words.js";
import { dialogBox, show } from "./dialog.js";

/** Attributes of a PIN field. */
export const PIN_FIELD = { type: "password", inputmode: "numeric", autocomplete: "off", maxlength: 12 };

/** @param {boolean} isNew */
export function pinBox(isNew) {
  const field = h("input", { ...PIN_FIELD, required: true, "aria-label": accessWords.pin });
  const wrong = h("p.refused", { role: "alert" });
  const enter = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const pin = field.value;
    const steps = isNew ? [["PUT", "/api/v1/access/secrets"]] : [];
    for (const [method, path] of [...steps, ["POST", "/api/v1/access/pin"]]) {
      const answer = await json(method, path, { pin });
      if (answer.ok) continue;
      wrong.textContent = await said(answer, language);
      field.select();
      return;
    }
    box.close("entered");
  };
  const box = dialogBox(
    isNew ? accessWords.choosePin : accessWords.enterPin,
    "pin",
    h("form", { onsubmit: enter }, field, wrong, h("div.acts", {}, h("button.primary", {}, accessWords.enter))),
  );
  return box;
}

/**
 * Ask for the PIN; resolves to true if it was accepted.
 * @param {boolean} isNew
 * @returns {Promise<boolean>}
 */
export function askPin(isNew) {
  const box = show(pinBox(isNew));
  box.querySelector("input")?.focus();
  return new Promise((done) => box.addEventListener("close", () => done(box.returnValue === "entered")));
}
