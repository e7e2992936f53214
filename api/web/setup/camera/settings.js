// Settings of a camera on this machine: size, rate, format, focus, exposure, mains frequency; stored after the # of its
// address.
import { h } from "../../shared/dom.js";
import { field, select } from "../../shared/ask/fields.js";
import { doing, toldNow } from "../kept.js";
import { said } from "../words.js";

const MAINS = ["50", "60"];
const HELD = /** @type {const} */ (["focus", "exposure"]);

/** @param {string} address */
export const plain = (address) => address.split("#")[0];

/** Settings in an address, by name. @param {string} address */
const told = (address) => new URLSearchParams(address.split("#")[1] ?? "");

/** The address with one setting changed; "" removes it. @param {string} address @param {string} name @param {string} value */
function changed(address, name, value) {
  const settings = told(address);
  if (value) settings.set(name, value);
  else settings.delete(name);
  const all = [...settings].map(([key, each]) => `${key}=${encodeURIComponent(each)}`).join("&");
  return all ? `${plain(address)}#${all}` : plain(address);
}

/** The form, if the chosen camera is connected to this machine; else "". @param {(address: string) => void} take */
export function settingsForm(take) {
  const { camera_can: can, values } = toldNow();
  if (!can) return "";
  const address = values.camera ?? "";
  const settings = told(address);
  const set = (/** @type {string} */ name) => (/** @type {import("../../shared/dom.js").Heard} */ event) =>
    take(changed(address, name, event.target.value.trim()));
  /** @param {string} name @param {string[]} offered */
  const list = (name, offered) => {
    const own = settings.get(name) ?? "";
    const all = own && !offered.includes(own) ? [...offered, own] : offered;
    return named(
      name,
      select([["", said.asCamera], ...all.map((each) => /** @type {[string, string]} */ ([each, each]))], own, {
        id: `camera-${name}`,
        disabled: Boolean(doing()),
        onchange: set(name),
      }),
    );
  };
  /** @param {typeof HELD[number]} name */
  const held = (name) => {
    const own = settings.get(name) ?? "";
    const [least, most] = can[name] ?? [0, 0];
    const isHeld = own !== "" && own !== "auto";
    return named(
      name,
      select(
        [
          ["", said.asCamera],
          ["auto", said.bySelf],
          ["held", said.held],
        ],
        isHeld ? "held" : own,
        {
          id: `camera-${name}`,
          disabled: Boolean(doing()),
          onchange: (event) =>
            take(changed(address, name, event.target.value === "held" ? String(least) : event.target.value)),
        },
      ),
      isHeld
        ? h("input", {
            id: `camera-${name}-value`,
            type: "number",
            min: least,
            max: most,
            value: own,
            disabled: Boolean(doing()),
            "aria-label": said.cameraSettings[name],
            onchange: set(name),
          })
        : "",
    );
  };
  return h(
    "fieldset.card",
    { id: "camera-settings" },
    h("legend", {}, said.cameraHow),
    can.sizes.length ? "" : h("p.faint", {}, said.cameraSilent),
    h(
      "div.two",
      {},
      list(
        "size",
        can.sizes.map((/** @type {number[]} */ size) => size.join("x")),
      ),
      list("format", can.formats),
      named(
        "rate",
        h("input", {
          id: "camera-rate",
          type: "number",
          min: 1,
          max: can.rate || 120,
          value: settings.get("rate") ?? "",
          placeholder: said.asCamera,
          disabled: Boolean(doing()),
          onchange: set("rate"),
        }),
      ),
      HELD.map((name) => (can[name] ? held(name) : "")),
      can.mains ? list("mains", MAINS) : "",
    ),
    can.autofocus && !settings.get("focus") ? h("p.note", { id: "camera-hunts" }, said.cameraHunts) : "",
  );
}

/** @param {string} name @param {import("../../shared/dom.js").Children[]} controls */
const named = (name, ...controls) => field(said.cameraSettings[name], controls, { "data-key": name });
