// Page of an address that does not exist: shows the problem document that the service wrote into the page.
import { placeOf } from "./place.js";
import { who } from "../session.js";
import { pageBar } from "./shell.js";

const problem = JSON.parse(document.getElementById("problem")?.dataset.problem ?? "{}");
const main = document.querySelector("main");
main?.replaceChildren(placeOf(problem));
document.body.prepend(pageBar("", { account: problem.status === 421 ? null : who() }));
