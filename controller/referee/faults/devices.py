"""Trouble of table, board, link and camera: its rows, and what people do about it; the round is kept."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from controller.journal.events import Severity
from controller.ports.eyes import ENDED, HANG
from controller.ports.referee import ClaimKind
from controller.referee.faults.kind import FaultKind
from controller.text import Text


def _trouble(code: str, shown_by: str, name: Text, *more: ClaimKind) -> FaultKind:
    """Trouble of a device: it ends with the device's all-clear, or once somebody says that it is seen to."""
    return FaultKind(code, Severity.SERVICE, shown_by, name, acts=(*more, ClaimKind.CORRECT_FAULT))


DEVICES: Final = (
    _trouble("table-jam", "T", Text("卓の牌詰まり", "Table jammed")),
    _trouble("table-hatch-open", "T", Text("投入口が開いたまま", "Hatch left open")),
    _trouble("table-timeout", "T", Text("卓の応答なし", "Table took too long")),
    _trouble("table-motor-hot", "T", Text("モーター過熱", "Motor too hot")),
    _trouble("table-count-wrong", "T", Text("牌の計数違い", "Tile count differs")),
    _trouble("table-power", "T", Text("卓の電源断", "Table without power")),
    _trouble("board-inputs", "T", Text("基板の入力不良", "Inputs of the board do not answer")),
    _trouble("board-outputs", "T", Text("基板の出力不良", "Outputs of the board do not answer")),
    _trouble("board-watchdog", "T", Text("基板の再起動", "The board hung and started anew")),
    _trouble("board-power", "T", Text("基板の給電不良", "The board's supply fails")),
    _trouble("board-shared", "T", Text("基板を二つのホストが使用", "Two hosts use the board")),
    _trouble(
        "board-other", "T", Text("別の基板がつながっている", "Another board is on the line"), ClaimKind.ACCEPT_BOARD
    ),
    _trouble("table-events-lost", "T", Text("卓の報告の欠落", "Reports of the table were lost")),
    _trouble("table-maintenance", "T", Text("卓の整備時期", "Table due for maintenance")),
    _trouble("table-fault", "T", Text("卓の不具合", "Table fault")),
    _trouble("link-lost", "T", Text("卓との接続が切れた", "Link to the table lost")),
    _trouble("camera-lost", "TC", Text("カメラとの接続が切れた", "Camera lost")),
    _trouble("camera-waiting", "TC", Text("カメラがまだ来ない", "Camera still to come")),
    _trouble("camera-unreadable", "TC", Text("カメラの画像が読めない", "Camera unreadable")),
    _trouble("camera-frozen", "TC", Text("カメラの画像が止まっている", "Camera frozen")),
    _trouble("camera-resized", "TC", Text("カメラの画像の大きさ違い", "Camera of another size")),
    _trouble("camera-dark", "TC", Text("カメラの画像が暗い", "Camera's picture too dark")),
    _trouble("camera-bright", "TC", Text("カメラの画像が明るすぎる", "Camera's picture too bright")),
    _trouble("camera-blurred", "TC", Text("カメラの画像がぼけている", "Camera's picture not sharp")),
    _trouble("camera-moved", "TC", Text("カメラの位置ずれ", "Camera moved")),
    _trouble("camera-battery", "TC", Text("カメラの電池残量が少ない", "Battery of a camera low")),
    _trouble(HANG, "TC", Text("画像の読取が応答しない", "The eyes do not answer")),
    _trouble(ENDED, "TC", Text("画像の読取が終了した", "The eyes ended")),
    FaultKind(
        "round-end-unseen",
        Severity.REFEREE,
        "TC",
        Text("局の結果が未確認", "The round's end was not seen"),
        blocks_settlement=True,
        acts=(ClaimKind.ENTER_RESULT, ClaimKind.CONFIRM_DRAW, ClaimKind.VOID_ROUND),
    ),
)


# What a camera and its eyes tell of themselves, each code until they tell that it is over.
BLINDING: Final = (
    *("camera-lost", "camera-waiting", "camera-unreadable", "camera-frozen", "camera-resized"),
    *("camera-dark", "camera-bright", "camera-blurred", HANG, ENDED),
)
# What a gap over the end of a round leaves: the referee enters how it ended.
END_UNSEEN: Final = "round-end-unseen"
# A work of the machine takes longer than it used to; its subject is the work.
MAINTENANCE: Final = "table-maintenance"
CAMERAS: Final = frozenset(kind.code for kind in DEVICES if kind.code.startswith("camera-"))
EYES: Final = frozenset({HANG, ENDED})
# Whatever keeps a table from being watched, or soon will.
WATCHING: Final = CAMERAS | EYES


class DeviceCure(NamedTuple):
    """What to do, and where that comes from."""

    text: Text
    source: str


_MAKERS: Final = "makers' first aid: all tiles out, power off and on, tiles back (majyan-item.com; adjust2000.co.jp)"
_OURS: Final = "assumed"


def _kept(ja: str, en: str) -> Text:
    return Text(f"{ja}局の記録は保たれている。", f"{en} The round's record is kept.")


_RESTART: Final = "power off, all tiles out, power on, tiles back."
DEVICE_CURES: Final[Mapping[str, DeviceCure]] = MappingProxyType(
    {
        "tile-missing": DeviceCure(
            _kept(
                "卓が止まったら、牌を全部出して136枚を数え、不足を床や椅子も探して入れる。",
                "Take all tiles out, count 136, look for the missing one (floor, chairs) and put them back.",
            ),
            "a missing tile stops the table; " + _MAKERS,
        ),
        "table-jam": DeviceCure(
            _kept(
                "電源を切り、牌を全部取り出して詰まりを除き、電源を入れて牌を戻す。",
                "Switch off, take all tiles out, clear the jam, switch on, put the tiles back.",
            ),
            _MAKERS,
        ),
        "table-hatch-open": DeviceCure(
            _kept(
                "中央に手や牌がないことを確かめ、スタート（全自動配牌卓ではサイコロ）ボタンで閉じる。",
                "See that no hand and no tile is in the centre, then close it: START, or dice where the table deals.",
            ),
            "START closes on home tables, the dice button where START only opens (majyan-item.com/zenjido-use)",
        ),
        "table-timeout": DeviceCure(
            _kept(
                "卓の表示を見る。牌の残りや傾きを直し、動かなければ電源を切り、牌を全部出して入れ直す。",
                f"Look at the table's display, straighten tiles that stick; if it does not go on: {_RESTART}",
            ),
            "over 80 s to build counts as slow (repair pages); " + _MAKERS,
        ),
        "table-motor-hot": DeviceCure(
            _kept("電源を切って数分休ませ、再開する。", "Switch off, let the motor cool for some minutes, go on."),
            "the motor has a thermal cut-out (repair pages); minutes assumed",
        ),
        "table-count-wrong": DeviceCure(
            _kept(
                "卓の中と外の牌を数える。ほかの組の牌（背の色）が混ざっていないかも見る。",
                "Count the tiles in and on the table; look for tiles of the other set (colour of the back).",
            ),
            "count differs from the rule, two sets mixed (majyan-item.com)",
        ),
        "table-power": DeviceCure(
            _kept(
                "卓の電源とコンセントを確かめて入れ直す。途中の牌山は崩さない。",
                "Check the table's mains and switch it on again; leave the walls as they stand.",
            ),
            _OURS,
        ),
        "table-events-lost": DeviceCure(
            Text(
                "局の記録を卓上と照らし合わせ、違いは審判が入力する。",
                "Compare the record with the table; the referee enters what differs.",
            ),
            _OURS,
        ),
        "board-inputs": DeviceCure(
            _kept(
                "基板の入力配線を確かめる。それまで卓は手で操作する。",
                "Check the wiring of the board's inputs; work the table by hand until then.",
            ),
            "hardware/wiring",
        ),
        "board-outputs": DeviceCure(
            _kept(
                "基板の出力配線を確かめる。それまで卓は手で操作する。",
                "Check the wiring of the board's outputs; work the table by hand until then.",
            ),
            "hardware/wiring",
        ),
        "board-watchdog": DeviceCure(
            _kept(
                "基板は止まって起動し直した。出力は切れている。続けて使ってよい。",
                "The board hung and started anew with its outputs off; it may be used on.",
            ),
            _OURS,
        ),
        "board-power": DeviceCure(
            _kept(
                "基板が電圧低下で再起動した。USBケーブルと給電 (ハブ、電源) を確かめる。",
                "The board started anew, its supply dipped: check the USB cable and what feeds it (hub, adapter).",
            ),
            _OURS,
        ),
        "board-shared": DeviceCure(
            _kept(
                "別のプログラムか別の機械が同じ基板を使っている。どちらか一方を止める (jantaku doctor)。",
                "Another program or machine uses the same board: stop one of them (jantaku doctor).",
            ),
            _OURS,
        ),
        "board-other": DeviceCure(
            _kept(
                "ケーブルを挿し間違えていれば戻す。基板を替えたのなら、番号を確かめて会場のページで受け入れる。それまで押さない。",
                "Put the cable back where it was; if the board was changed, compare its number and accept it at the"
                " venue's page. Until then nothing is pressed.",
            ),
            _OURS,
        ),
        "link-lost": DeviceCure(
            _kept(
                "USBケーブルと卓の電源を確かめる。つながれば続きから始まる。",
                "Check the USB cable and the table's mains; it goes on once the link is back.",
            ),
            _OURS,
        ),
        "camera-lost": DeviceCure(
            _kept("カメラのケーブルと電源を確かめる。", "Check the camera's cable and power."),
            _OURS,
        ),
        "camera-waiting": DeviceCure(
            _kept(
                "カメラにするスマートフォンで、設定画面のQRコードを読み、「カメラを始める」を押す。",
                "On the phone that is to be the camera, scan the code of the setup page and press Start the camera.",
            ),
            _OURS,
        ),
        "camera-unreadable": DeviceCure(
            _kept(
                "カメラの電源を入れ直す。直らなければケーブルと通信路（混雑、無線の弱さ）を確かめる。",
                "Switch the camera off and on; if it stays so, check its cable and its network (load, weak radio).",
            ),
            _OURS,
        ),
        "camera-frozen": DeviceCure(
            _kept(
                "レンズが覆われていないか見て、カメラの電源を入れ直す。",
                "See that the lens is not covered, then switch the camera off and on.",
            ),
            _OURS,
        ),
        "camera-resized": DeviceCure(
            _kept(
                "カメラの解像度を位置合わせのときの値に戻すか、位置合わせをやり直す。",
                "Set the camera to the resolution that it was calibrated with, or calibrate it again.",
            ),
            _OURS,
        ),
        "camera-dark": DeviceCure(
            _kept(
                "卓の明かりをつけ、レンズが覆われていないか、露出の設定が固定されていないかを見る。",
                "Switch the lamp over the table on; see that nothing covers the lens and exposure is not held too low.",
            ),
            _OURS,
        ),
        "camera-bright": DeviceCure(
            _kept(
                "レンズに光が直接入っていないかを見て、カメラの露出を自動に戻す。",
                "See that no lamp shines into the lens, and set the camera's exposure back to auto.",
            ),
            _OURS,
        ),
        "camera-blurred": DeviceCure(
            _kept(
                "レンズを拭き、卓の面にピントを合わせて固定する。",
                "Wipe the lens, focus it on the table and hold the focus there.",
            ),
            _OURS,
        ),
        "camera-moved": DeviceCure(
            _kept("カメラを元の位置に戻すか、位置合わせをやり直す。", "Put the camera back or calibrate it again."),
            _OURS,
        ),
        "camera-battery": DeviceCure(
            _kept("カメラのスマートフォンに充電器をつなぐ。", "Connect the phone that is the camera to its charger."),
            _OURS,
        ),
        HANG: DeviceCure(
            _kept(
                "自動で始め直すので待つ。続くときは機械の負荷を見て、サービスを起動し直す。",
                "Wait: they are begun again by themselves. Where it lasts, see to the load and restart the service.",
            ),
            _OURS,
        ),
        ENDED: DeviceCure(
            _kept(
                "自動で始め直すので待つ。繰り返すときはログとメモリの空きを確かめる。",
                "Wait: they are begun again by themselves. If it happens again, check the log and free memory.",
            ),
            _OURS,
        ),
        "round-end-unseen": DeviceCure(
            _kept(
                "終局の間、卓が見えていませんでした。その局の結果を入力するか、流局または無効としてください。",
                "Nobody saw how this round ended: enter its result, or that it was drawn or void.",
            ),
            _OURS,
        ),
        "table-maintenance": DeviceCure(
            _kept(
                "まだ動くが、動作が以前より長くかかる。営業後に清掃・注油し、ベルトと牌の汚れを見る。"
                "済んだら「対応済み」とすると、そこから学び直す。",
                "It still works, but takes longer than it used to. After hours: clean and grease it, look at belts and "
                "dirty tiles, then mark it as handled: what is usual is learnt anew.",
            ),
            "greasing of sliding parts and gears as regular care (repair pages of Chinese tables); the rest assumed",
        ),
        "table-fault": DeviceCure(
            _kept(
                "卓の表示（ランプの番号）を見る。動かなければ電源を切り、牌を全部出して入れ直す。",
                f"Look at the table's display (number of its lamps); if it does not go on: {_RESTART}",
            ),
            "5 LEDs show fault numbers on Chinese tables (repair pages); " + _MAKERS,
        ),
    }
)
