// Guessed parts of a photographed hand: its melds and its winning tile. One tap marks the hand as closed.
import { h } from "../../shared/dom.js";
import { chip, group } from "../../shared/entry/chips.js";
import { sorted } from "../../shared/entry/draft.js";
import { said } from "../words.js";

/** @typedef {import("../../shared/entry/draft.js").Draft} Draft */

/** @param {(string | null | undefined)[]} one @param {(string | null | undefined)[]} other */
const same = (one, other) => one.toSorted().join() === other.toSorted().join();

/** @param {(known: Partial<Draft>) => void} set   the hand is that */
export function shapeOf(set) {
  const element = h("div.shape", { id: "shape", role: "status", hidden: true });
  /** @type {import("jantaku/api").StructureJson | null} */
  let guess = null;
  /** @type {Partial<Draft> | null} */
  let closed = null;
  /** The hand before it was marked as closed. @type {Partial<Draft> | null} */
  let open = null;
  /** @type {Draft | null} */
  let draft = null;

  function close() {
    if (!draft || !closed) return;
    const { hand, win, melds } = draft;
    open = { hand, win, melds };
    // Keep corrections made since the photo was read.
    const flat = sorted([...hand, ...melds.flatMap((meld) => meld.tiles)]);
    set(same([...flat, win], [...(closed.hand ?? []), closed.win]) ? closed : { hand: flat, win, melds: [] });
  }

  function draw() {
    const melds = draft?.melds.length ?? 0;
    const called = melds || open?.melds?.length || 0;
    const told = !guess
      ? ""
      : called && closed
        ? guess.clear
          ? said.readCalled
          : said.unclearCalled
        : guess.clear
          ? ""
          : said.unclearClosed;
    const last = guess?.win_told === "last" && !open ? said.readLast : "";
    element.hidden = !told && !last;
    element.classList.toggle("unclear", guess?.clear === false);
    element.replaceChildren(
      called && closed
        ? group("shape", said.shape, [
            chip("shape-called", said.called(called), melds > 0, () => open && set(open)),
            chip("shape-closed", said.closed, melds === 0, close),
          ])
        : "",
      told ? h("p", {}, told) : "",
      last ? h("p", {}, last) : "",
    );
  }

  return {
    element,
    /** @param {import("jantaku/api").StructureJson | null} structure @param {Partial<Draft> | null} other   the hand if it is closed */
    read(structure, other) {
      [guess, closed, open] = [structure, other, null];
    },
    /** @param {Draft} now */
    follow(now) {
      if (now.melds.length) open = null;
      draft = now;
      draw();
    },
    /** The winning tile was chosen by a person. */
    won() {
      if (guess) guess = { ...guess, win_told: "apart" };
    },
    forget() {
      [guess, closed, open] = [null, null, null];
    },
  };
}
