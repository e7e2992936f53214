"""Every refusal of an entry as data: its code, its words, and the kinds of act that may have to come first."""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from controller.ports.referee import ClaimKind as Kind
from controller.rulebooks.names.values import VALUE_NAMES
from controller.rulebooks.schema.penalties import BesideWin
from controller.table.effects import Refuse, Selectable
from controller.text import Text


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an entry is impossible.

    ``first``: kinds of act that may make room for it, the likeliest first; ``instead``: that lead to the same end.
    ``values``: its values are at fault, others may be entered now. ``choices``: those values.
    """

    code: str
    text: Text
    first: tuple[Kind, ...] = ()
    instead: tuple[Kind, ...] = ()
    values: bool = False
    choices: tuple[Selectable, ...] = ()


_TO_SETTLE: Final = (Kind.CONFIRM_SETTLEMENT, Kind.ENTER_RESULT)
_TO_PLAY: Final = (Kind.UNDO, Kind.NEXT_ROUND)


def _values(code: str, ja: str, en: str) -> Refusal:
    return Refusal(code, Text(ja, en), values=True)


class Why(Enum):
    """The refusals. Those with neither ``first`` nor ``values`` hold for good, or tell that it is so already."""

    # Results and rounds
    NO_RESULT = Refusal(
        "no-result", Text("確定できる結果がまだありません。", "There is no result to confirm yet."), _TO_SETTLE
    )
    CONFIRMED = Refusal(
        "confirmed", Text("この局の精算は確定済みです。", "This round's settlement is confirmed already.")
    )
    NO_ROUND = Refusal("no-round", Text("その局はありません。", "There is no such round."), values=True)
    NO_PLAY = Refusal(
        "no-play", Text("いま対局中の局はありません。", "No round is in play now."), _TO_PLAY, (Kind.ENTER_RESULT,)
    )
    PAID = Refusal(
        "paid",
        Text("この局の精算は確定済みです。", "This round's settlement is confirmed already."),
        _TO_PLAY,
        (Kind.ENTER_RESULT,),
    )
    NO_WINNER = _values("no-winner", "アガリ者を入力してください。", "No winner was entered.")
    SAME_TILE = _values(
        "same-tile",
        "アガリ者どうしで放銃者かアガリ牌が違います。",
        "The winners disagree about the discarder or the winning tile.",
    )
    ABORTS = _values(
        "three-rons-abort",
        "この規定では三家和は途中流局です。流局として入力してください。",
        "By this rulebook three rons abort the round: enter it as a draw.",
    )
    NO_YAKU = _values("no-yaku", "役がありません。", "The hand has no yaku.")
    NOT_COMPLETE = _values("not-complete", "アガリ形になっていません。", "The hand is not complete.")
    NOT_ROBBABLE = _values("kong-not-robbable", "このカンは槍槓できません。", "That kong cannot be robbed.")
    NO_OPEN_RIICHI = _values(
        "no-open-riichi", "この規定にオープンリーチはありません。", "This rulebook has no open riichi."
    )
    IMPOSSIBLE = _values(
        "impossible-win",
        "このアガリは成り立ちません。牌の枚数と条件を確かめてください。",
        "That win is impossible: check the tiles and the circumstances.",
    )
    NO_ABORT = _values(
        "no-such-draw", "この規定にその途中流局はありません。", "This rulebook has no such abortive draw."
    )
    OTHER_DRAW = _values(
        "draw-not-so",
        "その途中流局にはなりません。四家立直は4人のリーチ、九種九牌はリーチしていない1人、三家和は3人を確かめてください。",
        "That draw is impossible: four riichi need four seats, nine terminals one without riichi, three rons three.",
    )
    DEAD_NAGASHI = _values(
        "nagashi-without-right",
        "アガリ放棄の席に流し満貫はありません。",
        "A seat that lost the right to win has no nagashi mangan.",
    )
    NO_NAGASHI = _values("no-nagashi", "この規定に流し満貫はありません。", "This rulebook has no nagashi mangan.")
    NOT_SETTLED = Refusal(
        "not-settled", Text("この局の精算が済んでいません。", "The round is not settled yet."), _TO_SETTLE
    )
    GAME_OVER = Refusal("game-over", Text("半荘は終わっています。", "The game is over already."))
    NO_STOP = Refusal(
        "dealer-may-not-stop",
        Text("規定により、いま親は半荘を終えられません。", "By the rulebook the dealer may not end the game now."),
    )
    NEXT_BEGUN = Refusal(
        "next-begun",
        Text("次の局がもう始まっています。", "The next round has begun already."),
        _TO_SETTLE,
    )
    TOLD_BY_TABLE = Refusal(
        "round-told",
        Text(
            "この卓では、次の局の始まりをカメラかコントローラーが伝えます。",
            "At this table the camera or the board detects the start of the next round.",
        ),
    )
    ROUND_RUNS = Refusal(
        "round-runs",
        Text("この局の結果がまだ入っていません。", "The round in play has no result yet."),
        (Kind.ENTER_RESULT,),
    )

    END_UNSEEN = Refusal(
        "end-unseen",
        Text(
            "{}の結果が未確認です。先に結果を入力するか、流局または無効としてください。",
            "The end of {} was not seen: first enter its result, a draw or a void round.",
        ),
        (Kind.ENTER_RESULT,),
    )
    LOOK_FIRST = Refusal(
        "look-first",
        Text("先に確かめることがあります。", "There is something to check first."),
        (Kind.ENTER_RESULT, Kind.CONFIRM_SETTLEMENT),
    )

    # Faults
    NO_FAULT = _values("no-fault", "その指摘はありません。", "There is no such fault.")
    DECIDED = Refusal(
        "fault-decided",
        Text("この指摘は裁定済みです。", "This fault is decided already."),
        (Kind.UNDO,),
        (Kind.REVIEW_FAULT,),
    )
    NOT_DECIDED = Refusal(
        "fault-open",
        Text("この指摘はまだ裁定されていません。", "This fault is not decided yet."),
        (Kind.UPHOLD_FAULT, Kind.DISMISS_FAULT),
    )
    NO_SEAT = _values("no-seat", "誰の違反かを選んでください。", "Choose the seat that committed the fault.")
    NO_RULING = _values("no-ruling", "その裁定はありません。", "There is no such ruling.")
    BESIDE_WIN = Refusal(
        "beside-win",
        Text(
            "規定に定めがありません。アガリも罰則も有効とするか、アガリを取り消すかを選んでください。",
            "The rulebook does not say whether a win stands beside the penalty: choose both, or no win.",
        ),
        values=True,
        choices=tuple(
            Selectable("beside_win", each.value, VALUE_NAMES[each]) for each in (BesideWin.BOTH, BesideWin.INSTEAD)
        ),
    )
    NO_CONSENT = Refusal(
        "no-consent",
        Text(
            "この規定では、対局者の合意で処理できません。",
            "Under this rulebook players may not settle it by consent.",
        ),
        instead=(Kind.UPHOLD_FAULT, Kind.DISMISS_FAULT),
    )
    FOR_SERVICE = Refusal(
        "fault-of-table",
        Text("「{}」は不調の知らせで、裁定の対象ではありません。", "{} is a device trouble; no ruling is needed."),
        instead=(Kind.CORRECT_FAULT, Kind.ENTER_RESULT),
    )
    NO_CODE = _values("no-such-fault", "その違反は入力できません。", "No such fault can be entered.")
    ALLOWED = _values("allowed", "この規定では違反になりません。", "This rulebook allows it.")
    UNSPOKEN = _values("unspoken", "この規定に記載がありません。", "This rulebook does not cover it.")
    SETTLED = Refusal(
        "settled-by-consent",
        Text(
            "この件は対局者の合意で処理されたため、もう一度は取り上げられません。",
            "The players settled this by consent: it cannot be raised again.",
        ),
        (Kind.UNDO,),
    )

    # Play
    NO_QUESTION = _values("no-question", "その質問はありません。", "No open question has that number.")
    ANSWERED = Refusal(
        "answered", Text("この質問には回答済みです。", "This question is answered already."), (Kind.UNDO,)
    )
    ONE_TILE = _values("one-tile", "牌を1枚選んでください。", "Choose one tile.")
    NO_TILE = _values("no-such-tile", "その牌は記録にありません。", "The record has no such tile.")
    NO_HAND = _values("hand-size", "手牌の枚数が合いません。", "No open hand has that many tiles.")
    NO_RIICHI = Refusal(
        "no-riichi", Text("取り消せるリーチがありません。", "That seat has no riichi to cancel."), (Kind.UNDO,)
    )
    RIICHI_STANDS = Refusal(
        "riichi-stands", Text("その席のリーチは記録されています。", "That seat's riichi is recorded already.")
    )
    ONE_SEAT = _values("one-seat", "席を選んでください。", "Choose a seat.")
    NOT_NOW_RIICHI = Refusal(
        "riichi-not-now", Text("いまはリーチを記録できません。", "A riichi cannot be recorded now."), _TO_PLAY
    )
    RIICHI_SEEN = Refusal(
        "riichi-seen", Text("この卓のリーチはカメラが読み取ります。", "At this table the camera reads riichi.")
    )
    NO_RON_TILE = Refusal(
        "no-ron-tile", Text("ロンできる牌がありません。", "There is no tile to call ron on."), (Kind.UNDO,)
    )
    NO_VOICES = _values(
        "voices", "発声した席を、順に一度ずつ選んでください。", "Choose the seats that called, in order, each once."
    )
    NO_WIN_THERE = _values("no-win-there", "その席のアガリがありません。", "That seat has no win.")
    NO_DICE = Refusal("no-dice", Text("いまは出目を入力できません。", "A roll cannot be entered now."))
    NO_PIPS = _values("pips", "その出目はありえません。", "There is no such roll.")

    # Seats and clock
    BEGUN = Refusal(
        "game-begun",
        Text(
            "半荘はもう始まっているため、起家は変えられません。",
            "The game has begun: the first dealer can no longer be changed.",
        ),
        (Kind.UNDO, Kind.END_GAME, Kind.CONFIRM_SETTLEMENT, Kind.ENTER_RESULT),
    )
    NAMES = _values("names", "4人の名前を入力してください。", "Enter the names of four players.")
    NO_CLOCK = Refusal("no-clock", Text("この規定に制限時間はありません。", "This rulebook has no clock."))
    RUNNING = Refusal("clock-runs", Text("時計はもう動いています。", "The clock is running already."))
    STOPPED = Refusal("clock-stands", Text("時計は動いていません。", "The clock is not running."), (Kind.START_CLOCK,))
    NO_TIME = Refusal("no-time", Text("残り時間がありません。", "No time is left."), (Kind.SET_CLOCK,))
    MINUTES = _values("minutes", "分は0から600で入力してください。", "Enter minutes from 0 to 600.")
    NOT_UP = Refusal("time-not-up", Text("時間切れになっていません。", "Time is not up."))

    # Undoing
    NOTHING_TO_UNDO = Refusal("nothing-to-undo", Text("元に戻せる操作がありません。", "There is nothing to undo."))
    TOO_LATE = Refusal(
        "undo-too-late",
        Text("元に戻せる時間を過ぎました。", "It is too late to undo that."),
        instead=(Kind.REVIEW_FAULT, Kind.ENTER_RESULT),
    )

    # What the venue sets
    NO_REASON = _values("reason", "理由を入力してください。", "Give a reason.")
    UNKNOWN_RELEASE = _values(
        "release",
        "その公開方針はないか、遅れが会場の下限より短くなっています。",
        "No such release policy, or its delay is shorter than the venue allows.",
    )
    SAME_RELEASE = Refusal("same-release", Text("その公開方針はすでに有効です。", "That policy is in force already."))
    UNKNOWN_JUDGING = _values("judging", "その一覧か違反はありません。", "There is no such list or fault.")
    SAME_JUDGING = Refusal("same-judging", Text("その一覧はすでに有効です。", "That list is in force already."))
    SAME_BOARD = Refusal(
        "same-board",
        Text("そのコントローラーはすでにこの卓のものです。", "That board is this table's already."),
    )
    UNSEEN_BOARD = _values(
        "unseen-board", "そのコントローラーはこの卓につながっていません。", "That board is not connected to this table."
    )

    # What the record itself forbids
    PHASE = Refusal(
        "phase",
        Text("局のいまの段階では入力できません。", "It cannot be entered at this point of the round."),
        (*_TO_PLAY, *_TO_SETTLE),
    )
    RECORD = _values("record", "記録と合わないため、入力できません。", "It does not fit the record.")
    TABLE = Refusal("table", Text("卓はいま操作できません。", "The table cannot do that now."), _TO_SETTLE)

    @property
    def told(self) -> Refusal:
        """The refusal as data."""
        found: Refusal = self.value
        return found


MOVED_ON: Final = Refuse(
    Text(
        "その間に卓が進み、結果が変わりました。新しい内容を確かめてください。",
        "The table has moved on and the result has changed: check it again.",
    ),
    "moved-on",
)
"""Why an entry is not taken that was made on what has changed since."""


@dataclass(frozen=True, slots=True)
class ActWords:
    """An act as a refusal names it: what to do first (or instead), with ``{round}`` put in, and its button.

    ``whole``: the values that an act carries are all it takes; else a person fills in a form.
    """

    first: Text
    button: Text
    whole: bool = True


ACTS: Final[dict[Kind, ActWords]] = {
    Kind.CONFIRM_SETTLEMENT: ActWords(
        Text("{round}の結果を確定してください。", "confirm the result of {round}."), Text("確定", "Confirm")
    ),
    Kind.ENTER_RESULT: ActWords(
        Text("{round}の結果を入力してください。", "enter the result of {round}."),
        Text("結果を入力", "Enter the result"),
        whole=False,
    ),
    Kind.NEXT_ROUND: ActWords(
        Text("次の局を始めてください。", "begin the next round."), Text("次の局を始める", "Begin the next round")
    ),
    Kind.UNDO: ActWords(Text("直前の操作を元に戻してください。", "undo the last act."), Text("元に戻す", "Undo")),
    Kind.END_GAME: ActWords(Text("半荘を終えてください。", "end the game."), Text("半荘終了", "End the game")),
    Kind.REVIEW_FAULT: ActWords(
        Text("裁定を見直してください。", "review the ruling."),
        Text("裁定を見直す", "Review the ruling"),
        whole=False,
    ),
    Kind.UPHOLD_FAULT: ActWords(Text("指摘を裁定してください。", "decide the fault."), Text("違反と認定", "Uphold")),
    Kind.DISMISS_FAULT: ActWords(Text("指摘を裁定してください。", "decide the fault."), Text("却下", "Dismiss")),
    Kind.CORRECT_FAULT: ActWords(
        Text("その場で訂正したことを記録してください。", "record that it was fixed on the spot."),
        Text("その場で訂正", "Fixed on the spot"),
    ),
    Kind.START_CLOCK: ActWords(Text("時計を始めてください。", "start the clock."), Text("時計を始める", "Start")),
    Kind.SET_CLOCK: ActWords(
        Text("残り時間を合わせてください。", "set the time left."), Text("残り時間を合わせる", "Set"), whole=False
    ),
}
"""Words of every kind of act that a refusal names."""
