// Gallery of every shared part in every state, for page authors: use these parts instead of building new ones.
import { h } from "../shared/dom.js";
import { showPlace } from "../shared/parts/place.js";
import { pageBar } from "../shared/parts/shell.js";
import { barred, who } from "../shared/session.js";
import { specimens } from "./specimens.js";
import { said } from "./words.js";

const main = h("main");
document.body.append(pageBar(said.title, { account: who() }), main);
const barrier = barred("viewer");
if (barrier) showPlace(barrier);
else {
  const { won } = await (await fetch("/static/overlay/preview/sample.json")).json();
  main.replaceChildren(
    ...specimens(won).map(([part, shown]) =>
      h(
        "section.specimen",
        { "data-part": part },
        h("h2", {}, said.parts[part]),
        shown.map(([state, what]) =>
          h("div.state", {}, state ? h("p.faint", {}, state) : null, h("div.shown", {}, what)),
        ),
      ),
    ),
  );
}
