// What stands where an address leads nowhere: the problem document that the service wrote into the page, as a page.
import { h } from "../dom.js";
import { placeOf } from "./place.js";
import { who } from "../session.js";
import { languageButton } from "../words.js";
import { home } from "./shell.js";

const problem = JSON.parse(document.getElementById("problem")?.dataset.problem ?? "{}");
const main = document.querySelector("main");
main?.replaceChildren(placeOf(problem));
document.body.prepend(
  h("header.bar", {}, home(), h("span.push"), problem.status === 421 ? null : who(), languageButton()),
);
