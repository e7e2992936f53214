"""Cost and sequel of a chombo, as sentences for players."""

from typing import Final

from controller.rulebooks.schema.chapters import Chapters
from controller.rulebooks.schema.penalties import AfterChombo, ChomboCost, ChomboSticks
from controller.text import Text

_MANGAN: Final = 8000
"""Total that a non-dealer pays for a mangan."""
_STICKS: Final = {
    ChomboSticks.BACK: Text("リーチ棒を返し、", "riichi sticks go back"),
    ChomboSticks.STAY: Text("リーチ棒は供託に残し、", "riichi sticks stay for the next winner"),
}
_AFTER: Final = {
    AfterChombo.REPLAY: Text(
        "本場はそのままで同じ局をやり直します", "the same round is played again with the same counters"
    ),
    AfterChombo.DEALER_PASSES: Text("親は流れ、本場はなくなります", "the deal passes, without counters"),
    AfterChombo.DEALER_STAYS: Text("親は続け、本場はなくなります", "the dealer stays, without counters"),
    AfterChombo.REFEREE: Text("その後は審判の裁定によります", "the referee decides what follows"),
}


def chombo_cost(book: Chapters) -> Text:
    """Return the cost of a chombo, with a dealer's amount if it differs from a non-dealer's."""
    rules = book.penalties
    points = rules.chombo_points.value
    match rules.chombo_cost.value:
        case ChomboCost.OFF_TOTAL:
            less = f"{points / 1000:g}"
            return Text(f"チョンボはトータルから{less}ポイント減算", f"A chombo costs {less} off the total")
        case ChomboCost.TO_NOBODY:
            return Text(
                f"チョンボは持ち点から{points:,}点を減算（罰符欄に記入）",
                f"A chombo costs {points:,} points, into the penalty column",
            )
        case ChomboCost.REFEREE:
            return Text("チョンボの支払いは審判の裁定", "What a chombo costs is the referee's to decide")
    others = book.flow.players.value - 1
    child, dealer = f"{points // 2 + points // 4 * (others - 1):,}", f"{points // 2 * others:,}"
    name = Text("満貫払い", "a mangan") if points == _MANGAN else Text("他家への支払い", "points to the others")
    return Text(
        f"チョンボは{name.ja}（子{child}・親{dealer}）",
        f"A chombo costs {name.en}: {child} from a non-dealer, {dealer} from the dealer",
    )


def chombo_effect(book: Chapters) -> Text:
    """Return the effect of a chombo on the round under a rulebook, in a few sentences."""
    rules = book.penalties
    cost, after, sticks = chombo_cost(book), _AFTER[rules.after_chombo.value], _STICKS[rules.chombo_sticks.value]
    again = rules.after_chombo.value is AfterChombo.REPLAY
    head = (
        Text("この局はノーゲームです。", "The round is void.")
        if again
        else Text("この局は終わります。", "The round ends.")
    )
    return Text(f"{head.ja}{cost.ja}です。{sticks.ja}{after.ja}。", f"{head.en} {cost.en}; {sticks.en}; {after.en}.")
