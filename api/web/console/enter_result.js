// A round's result entered by hand: the form starts from what was read and shows the score of what stands in it.
import { h } from "../shared/dom.js";
import { postJson } from "../shared/http.js";
import { explained } from "../shared/result.js";
import { words } from "../shared/words.js";
import { claim } from "./claims.js";
import { choice, dialog, strip, toggle } from "./controls.js";
import { said, seatName } from "./words.js";

const SIDES = [null, "right", "across", "left"];
const FLAGS = ["ippatsu", "last_tile", "replacement", "robbed_kong", "first_turn"];
const MOST_WINNERS = 3;

function meldDraft(meld, winner) {
  const tiles = meld.tiles.map((name) => name ?? meld.tiles[1]);
  return {
    kind: meld.kind,
    tiles,
    called: meld.sideways == null ? null : tiles[meld.sideways],
    from: meld.source == null ? null : SIDES[(meld.source - winner + 4) % 4],
  };
}

// A win as it was read, or what a seat shows where none was.
function draft(view, seat, won) {
  const shown = view.seats[seat];
  const last = view.seats
    .flatMap((each) => each.river.map((discard) => ({ ...discard, seat: each.seat })))
    .sort((a, b) => b.index - a.index)[0];
  if (won)
    return {
      winner: seat,
      loser: won.loser,
      hand: [...won.hand],
      win: [won.winning_tile],
      melds: won.melds.map((meld) => meldDraft(meld, seat)),
      dora: [...won.dora_indicators],
      ura: [...won.ura_indicators],
      riichi: won.flags.find((flag) => flag in said.riichi) ?? "none",
      flags: new Set(won.flags.filter((flag) => FLAGS.includes(flag))),
      apart: true,
    };
  return {
    winner: seat,
    loser: shown.apart || !last || last.seat === seat ? null : last.seat,
    hand: [...shown.shown],
    win: shown.apart ? [shown.apart] : last && last.seat !== seat ? [last.tile] : [],
    melds: shown.melds.map((meld) => meldDraft(meld, seat)),
    dora: [...view.dora_indicators],
    ura: [],
    riichi: shown.riichi ? "riichi" : "none",
    flags: new Set(),
    apart: true,
  };
}

const riichiKinds = (view) =>
  Object.entries(said.riichi).filter(([kind]) => view.open_riichi || !kind.endsWith("open"));

const request = (win) => ({
  winner: win.winner,
  ...(win.loser == null ? { by: "tsumo" } : { by: "ron", loser: win.loser }),
  hand: win.hand.join(""),
  win: win.win[0] ?? "",
  melds: win.melds.map((meld) => ({
    kind: meld.kind,
    tiles: meld.tiles.join(""),
    ...(meld.kind === "kan_concealed" ? {} : { called: meld.called ?? meld.tiles[0], from: meld.from ?? "left" }),
  })),
  riichi: win.riichi,
  ...Object.fromEntries(FLAGS.map((flag) => [flag, win.flags.has(flag)])),
  dora_indicators: win.dora.join(""),
  ura_indicators: win.ura.join(""),
  tile_shown_apart: win.apart,
});

function meldForm(win, redraw, changed) {
  return h(
    "div.melds-form",
    {},
    h("span.label", {}, said.melds),
    win.melds.map((meld, place) =>
      h(
        "div.meld-form",
        {},
        choice("", Object.entries(said.kinds), meld.kind, (kind) => {
          meld.kind = kind;
          redraw();
        }),
        strip(
          said.melds,
          meld.tiles,
          () => {
            if (!meld.tiles.includes(meld.called)) meld.called = meld.tiles[0];
            changed();
          },
          { most: 4, name: `meld-${place}` },
        ),
        meld.kind === "kan_concealed"
          ? null
          : choice(said.from, Object.entries(said.sources), meld.from ?? "left", (from) => {
              meld.from = from;
              changed();
            }),
        h(
          "button",
          {
            onclick: () => {
              win.melds.splice(place, 1);
              redraw();
            },
          },
          said.remove,
        ),
      ),
    ),
    h(
      "button",
      {
        "data-act": "add-meld",
        onclick: () => {
          win.melds.push({ kind: "pon", tiles: [], called: null, from: "left" });
          redraw();
        },
      },
      said.addMeld,
    ),
  );
}

function winForm(win, view, redraw) {
  const seats = view.seats.map((each) => [each.seat, seatName(each.seat, view.names)]);
  const preview = h("div.preview", { "aria-live": "polite" });
  let asked = 0;
  const changed = () => {
    const mine = ++asked;
    const table = {
      rulebook: view.rulebook_id,
      dealer: view.round.dealer,
      prevailing_wind: view.round.wind,
      counters: view.round.counters,
      riichi_sticks: view.round.riichi_sticks,
      ...(win.loser != null && { loser_in_riichi: Boolean(view.seats[win.loser].riichi) }),
    };
    postJson("/api/v1/scores", { ...table, ...request(win) })
      .then((answer) => answer.json())
      .then((score) => {
        if (mine === asked) preview.replaceChildren(explained(score));
      })
      .catch(() => {});
  };
  changed();
  return h(
    "section.card.win-form",
    { "data-winner": win.winner },
    choice(said.winner, seats, win.winner, (seat) => {
      win.winner = seat;
      if (win.loser === seat) win.loser = null;
      redraw();
    }),
    choice(said.from, [[null, said.tsumo], ...seats.filter(([seat]) => seat !== win.winner)], win.loser, (seat) => {
      win.loser = seat;
      changed();
    }),
    strip(said.hand, win.hand, changed, { most: 13, name: "hand" }),
    strip(said.winning, win.win, changed, { most: 1, name: "win" }),
    meldForm(win, redraw, changed),
    choice("", riichiKinds(view), win.riichi, (value) => {
      win.riichi = value;
      changed();
    }),
    h(
      "div.choice",
      {},
      FLAGS.map((flag) =>
        toggle(
          said.flags[flag],
          win.flags.has(flag),
          (on) => {
            if (on) win.flags.add(flag);
            else win.flags.delete(flag);
            changed();
          },
          flag,
        ),
      ),
      toggle(
        said.apart,
        win.apart,
        (on) => {
          win.apart = on;
          changed();
        },
        "apart",
      ),
    ),
    strip(said.dora, win.dora, changed, { most: 5, name: "dora" }),
    strip(said.ura, win.ura, changed, { most: 5, name: "ura" }),
    preview,
  );
}

export function enterWin(view, round) {
  const read = view.result?.wins ?? [];
  const opened = view.seats.find((seat) => seat.shown.length)?.seat ?? view.round.dealer;
  const wins = read.length ? read.map((won) => draft(view, won.winner, won)) : [draft(view, opened)];
  const forms = h("div", {});
  const redraw = () => forms.replaceChildren(...wins.map((win) => winForm(win, view, redraw)));
  redraw();
  const box = dialog(
    read.length ? said.editWin : said.enterWin,
    "result-form",
    forms,
    h(
      "div.acts",
      {},
      h(
        "button",
        {
          onclick: () => {
            const next = view.seats.find(
              (seat) => seat.seat !== wins[0].loser && !wins.some((win) => win.winner === seat.seat),
            );
            if (next && wins.length < MOST_WINNERS)
              wins.push({ ...draft(view, next.seat), loser: wins[0].loser, win: [...wins[0].win] });
            redraw();
          },
        },
        said.addWinner,
      ),
      h(
        "button.primary",
        {
          id: "enter-result",
          onclick: async () => {
            if (await claim("enter_result", { wins: wins.map(request), ...(round && { round }) })) box.close();
          },
        },
        said.enterResult,
      ),
    ),
  );
}

export function enterDraw(view) {
  const tenpai = new Set(view.seats.filter((seat) => seat.shown.length).map((seat) => seat.seat));
  const box = dialog(
    said.enterDraw,
    "draw-form",
    h("p", {}, said.tenpaiWho),
    h(
      "div.choice",
      {},
      view.seats.map((seat) =>
        toggle(
          seatName(seat.seat, view.names),
          tenpai.has(seat.seat),
          (on) => {
            if (on) tenpai.add(seat.seat);
            else tenpai.delete(seat.seat);
          },
          `tenpai-${seat.seat}`,
        ),
      ),
    ),
    h(
      "button.primary",
      {
        onclick: async () => {
          if (await claim("confirm_draw", { seats: [...tenpai] })) box.close();
        },
      },
      said.confirmDraw,
    ),
    h(
      "div.choice",
      {},
      view.abortive_draws.map((kind) =>
        h(
          "button",
          {
            "data-aborts": kind,
            onclick: async () => {
              if (await claim("confirm_draw", { subject: kind })) box.close();
            },
          },
          words.drawn[kind],
        ),
      ),
    ),
  );
}

// What each winner says the hand is worth, beside what it is.
export function statedPoints(view) {
  return view.result.wins.map((won) => {
    const stated = view.result.stated[won.winner];
    const scored = won.score.points;
    const input = h("input", {
      type: "number",
      step: 100,
      min: 0,
      value: stated ?? scored,
      "aria-label": said.says(seatName(won.winner, view.names)),
    });
    const verdict =
      stated == null
        ? null
        : h(
            `span${stated === scored ? ".agrees" : ".differs"}`,
            {},
            stated === scored ? said.agrees : said.differs(scored),
          );
    return h(
      "p.stated",
      {},
      `${said.stated} ${seatName(won.winner, view.names)} `,
      input,
      h(
        "button",
        { "data-act": "state", onclick: () => claim("state_points", { seat: won.winner, points: +input.value }) },
        said.state,
      ),
      " ",
      verdict,
    );
  });
}

// Seats that claim the tile which somebody has won by ron.
function callers(view) {
  const wins = view.result?.confirmed || view.result?.by ? [] : (view.result?.wins ?? []);
  if (!wins.length || wins[0].loser == null) return [];
  const shown = view.seats.filter((seat) => seat.shown.length && seat.seat !== wins[0].loser);
  return shown.length > 1 ? shown.map((seat) => seat.seat) : [];
}

export const voicesDue = (view) => callers(view).length > 0;

// Whose voice came first where several hands are open for one tile: one tap, or that all spoke at once.
export function voicesCard(view) {
  const seats = callers(view);
  return h(
    "section.card.question",
    { id: "voices" },
    h("h2", {}, said.firstVoice),
    h(
      "div.acts",
      {},
      seats.map((seat) =>
        h(
          "button",
          { "data-voice": seat, onclick: () => claim("state_voices", { seats: [seat] }) },
          seatName(seat, view.names),
        ),
      ),
      h(
        "button",
        { "data-voice": "together", onclick: () => claim("state_voices", { subject: "together", seats }) },
        said.atOnce,
      ),
    ),
  );
}
