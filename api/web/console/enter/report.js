// Report of a fault by hand: search in the referee's own words, likely faults first, machine troubles listed apart.
import { h } from "../../shared/dom.js";
import { patch } from "../../shared/patch.js";
import { folded } from "../../shared/text/folded.js";
import { language, other } from "../../shared/words.js";
import { tell } from "../../shared/tell/notice.js";
import { claim } from "../claims.js";
import { faultsOf } from "../cards/faults.js";
import { choice } from "../../shared/ask/choices.js";
import { dialog } from "../../shared/ask/dialog.js";
import { fold } from "../../shared/ask/fields.js";
import { said, seatName } from "../words.js";
/** @import { KnownFault, TableView } from "jantaku/api" */

const MOST_ROUNDS_AGO = 8;
/**
 * @param {TableView} view
 * @param {{manners?: boolean, seat?: number | null}} [about]   list only faults of manners; the seat, if known
 */
export async function reportFault(view, { manners = false, seat: known = null } = {}) {
  const { faults: all } = await faultsOf(view.rulebook_id, view.phase).catch(() => ({ faults: null }));
  if (!all) return tell(said.failed);
  const faults = all.filter((fault) => fault.manner === manners);
  if (!faults.length) return tell(said.noManners);
  let seat = known;
  let ago = 0;
  const list = h("div.catalogue", {});
  const search = h("input", {
    type: "search",
    placeholder: said.search,
    "aria-label": said.search,
    autocomplete: "off",
    enterkeyhint: "search",
    oninput: () => draw(),
  });
  /** @param {KnownFault} fault @param {number | null} whose @returns {Promise<void>} */
  const enter = async (fault, whose) => {
    if (fault.needs_seat && whose == null) return ask(fault);
    const round = ago ? { round: (view.round?.ordinal ?? 0) - ago } : {};
    if (!(await claim("report_fault", { subject: fault.code, seat: whose, ...round }))) return;
    box.close();
    tell(fault.name[language]);
  };
  // Ask for the seat if the fault belongs to a seat and none was chosen.
  /** @param {KnownFault} fault */
  const ask = (fault) =>
    patch(list, [
      h("div.ask-seat", { "data-key": "ask", role: "group", "aria-label": said.onSeat }, [
        h("p", {}, `${fault.name[language]} · ${said.onSeat}`),
        view.seats.map((each) =>
          h(
            "button",
            { "data-ask-seat": each.seat, onclick: () => enter(fault, each.seat) },
            seatName(each.seat, view.names),
          ),
        ),
        h("button", { onclick: () => draw() }, said.back),
      ]),
    ]);
  /** @param {KnownFault} fault */
  const line = (fault) =>
    h(
      "li",
      { "data-key": fault.code },
      h(
        "button",
        { "data-code": fault.code, onclick: () => enter(fault, seat) },
        h("strong", {}, fault.name[language]),
        h("span.faint", { lang: other }, ` ${fault.name[other]}`),
        h(
          "span.clause",
          {},
          `${(fault.penalty ?? fault.remedy).text[language]} · ${(fault.penalty ?? fault.remedy).cited[language]}`,
        ),
      ),
    );
  const draw = () => {
    const wanted = folded(search.value);
    const hits = faults.filter((fault) => fault.keys.some((/** @type {string} */ key) => key.includes(wanted)));
    // Matches at the start of a key come before matches inside it.
    if (wanted)
      hits.sort(
        (one, two) =>
          Number(two.keys.some((/** @type {string} */ key) => key.startsWith(wanted))) -
          Number(one.keys.some((/** @type {string} */ key) => key.startsWith(wanted))),
      );
    const machine = hits.filter((fault) => fault.machine);
    const game = hits.filter((fault) => !fault.machine);
    patch(list, [
      game.length
        ? h("ul", { "data-key": "game" }, game.map(line))
        : h("p.faint", { "data-key": "none" }, said.nothingFound),
      machine.length
        ? fold(
            `${said.machineTroubles} (${machine.length})`,
            { "data-key": "machine", open: Boolean(wanted) && !game.length },
            h("ul", {}, machine.map(line)),
          )
        : null,
    ]);
  };
  // A fault noticed later can be entered for an earlier round.
  /** @type {[number, string][]} */
  const earlier = Array.from({ length: Math.min(view.round?.ordinal ?? 0, MOST_ROUNDS_AGO + 1) }, (_, n) => [
    n,
    said.roundsAgo(n),
  ]);
  /** @type {[number | null, string][]} */
  const seats = [
    [null, said.nobody],
    ...view.seats.map((each) => /** @type {[number, string]} */ ([each.seat, seatName(each.seat, view.names)])),
  ];
  const box = dialog(
    manners ? said.manners : said.report,
    "report",
    search,
    choice(said.seatFirst, seats, seat, (chosen) => {
      seat = chosen;
    }),
    earlier.length > 1
      ? fold(
          said.earlierRound,
          { class: "earlier" },
          choice(
            "",
            earlier,
            ago,
            (chosen) => {
              ago = chosen;
            },
            said.earlierRound,
          ),
        )
      : null,
    list,
  );
  draw();
  search.focus();
}
