"""Faults of table, board, link and camera, with what people do about them; the round goes on."""

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
    _trouble("board-inputs", "T", Text("コントローラーの入力不良", "Inputs of the board do not answer")),
    _trouble("board-outputs", "T", Text("コントローラーの出力不良", "Outputs of the board do not answer")),
    _trouble("board-watchdog", "T", Text("コントローラーの再起動", "The board hung and restarted")),
    _trouble("board-power", "T", Text("コントローラーの給電不良", "The board's supply fails")),
    _trouble("board-shared", "T", Text("コントローラーを二つのホストが使用", "Two hosts use the board")),
    _trouble(
        "board-other",
        "T",
        Text("別のコントローラーがつながっている", "Another board is on the line"),
        ClaimKind.ACCEPT_BOARD,
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
    _trouble("camera-torn", "TC", Text("カメラの画像が乱れている", "Camera's picture torn")),
    _trouble("camera-unsteady", "TC", Text("カメラの画像が時々読めない", "Camera's picture fails again and again")),
    _trouble("camera-glare", "TC", Text("カメラの画像に照り返し", "Glare in the camera's picture")),
    _trouble("camera-turned", "TC", Text("カメラの画像が上下逆", "Camera's picture upside down")),
    _trouble("camera-mirrored", "TC", Text("カメラの画像が左右逆", "Camera's picture mirrored")),
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
    *("camera-dark", "camera-bright", "camera-blurred", "camera-torn", HANG, ENDED),
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
    return Text(f"{ja}局の記録は保存されています。", f"{en} The round's record is safe.")


_RESTART: Final = "power off, all tiles out, power on, tiles back."
DEVICE_CURES: Final[Mapping[str, DeviceCure]] = MappingProxyType(
    {
        "tile-loose": DeviceCure(
            _kept(
                "誰の牌かを確かめて、河や手牌の列に直してください。手牌からこぼれた牌なら、規定に従って記録してください。",
                "Ask whose tile it is and put it into its row; enter one that fell from a hand as the book has it.",
            ),
            _OURS,
        ),
        "tile-missing": DeviceCure(
            _kept(
                "卓が止まったら、牌を全部出して136枚あるか数えてください。足りない牌は床や椅子も探して戻してください。",
                "Take all tiles out, count 136, look for the missing one (floor, chairs) and put them back.",
            ),
            "a missing tile stops the table; " + _MAKERS,
        ),
        "table-jam": DeviceCure(
            _kept(
                "電源を切り、牌を全部取り出して詰まりを除いてください。その後、電源を入れて牌を戻してください。",
                "Switch off, take all tiles out, clear the jam, switch on, put the tiles back.",
            ),
            _MAKERS,
        ),
        "table-hatch-open": DeviceCure(
            _kept(
                "卓中央に手や牌がないことを確かめ、スタート（全自動配牌卓ではサイコロ）ボタンで閉じてください。",
                "See that no hand and no tile is in the centre, then close it: START, or dice where the table deals.",
            ),
            "START closes on home tables, the dice button where START only opens (majyan-item.com/zenjido-use)",
        ),
        "table-timeout": DeviceCure(
            _kept(
                "卓の表示を見て、残った牌や傾いた牌を直してください。動かなければ電源を切り、牌を全部出して入れ直してください。",
                f"Look at the table's display, straighten tiles that stick; if it does not go on: {_RESTART}",
            ),
            "over 80 s to build counts as slow (repair pages); " + _MAKERS,
        ),
        "table-motor-hot": DeviceCure(
            _kept(
                "電源を切り、モーターを数分休ませてから再開してください。",
                "Switch off, let the motor cool for some minutes, then go on.",
            ),
            "the motor has a thermal cut-out (repair pages); minutes assumed",
        ),
        "table-count-wrong": DeviceCure(
            _kept(
                "卓の中と外の牌を数えてください。ほかの組の牌（背の色）が混ざっていないかも見てください。",
                "Count the tiles in and on the table; look for tiles of the other set (colour of the back).",
            ),
            "count differs from the rule, two sets mixed (majyan-item.com)",
        ),
        "table-power": DeviceCure(
            _kept(
                "卓の電源とコンセントを確かめて入れ直してください。途中の牌山は崩さないでください。",
                "Check the table's power and switch it on again; do not break up the walls.",
            ),
            _OURS,
        ),
        "table-events-lost": DeviceCure(
            Text(
                "局の記録を卓上と照らし合わせ、違いがあれば審判が入力してください。",
                "Compare the record with the table; the referee enters what differs.",
            ),
            _OURS,
        ),
        "board-inputs": DeviceCure(
            _kept(
                "コントローラーの入力側の配線を確かめてください。直るまで、卓は手で操作してください。",
                "Check the wiring of the board's inputs; operate the table by hand until it works.",
            ),
            "hardware/wiring",
        ),
        "board-outputs": DeviceCure(
            _kept(
                "コントローラーの出力側の配線を確かめてください。直るまで、卓は手で操作してください。",
                "Check the wiring of the board's outputs; operate the table by hand until it works.",
            ),
            "hardware/wiring",
        ),
        "board-watchdog": DeviceCure(
            _kept(
                "コントローラーが停止し、自動で再起動しました。出力は切れています。続けて使えます。",
                "The board hung and restarted with its outputs off; it can be used.",
            ),
            _OURS,
        ),
        "board-power": DeviceCure(
            _kept(
                "コントローラーが電圧低下で再起動しました。USBケーブルと給電（ハブ、電源）を確かめてください。",
                "The board restarted after a drop in voltage: check the USB cable and its supply (hub, adapter).",
            ),
            _OURS,
        ),
        "board-shared": DeviceCure(
            _kept(
                "同じコントローラーをほかのプログラムかPCが使用中です。どちらかを止めてください（jantaku doctor）。",
                "Another program or computer uses the same board: stop one of them (jantaku doctor).",
            ),
            _OURS,
        ),
        "board-other": DeviceCure(
            _kept(
                "ケーブルを挿し間違えていれば戻してください。コントローラーを替えたときは、番号を確かめて"
                "会場のページで受け入れてください。それまでボタンは押しません。",
                "If the cable is in the wrong socket, put it back. If the board was replaced, compare its number and"
                " accept it on the venue page; no button is pressed until then.",
            ),
            _OURS,
        ),
        "link-lost": DeviceCure(
            _kept(
                "USBケーブルと卓の電源を確かめてください。接続が戻ると続きから始めます。",
                "Check the USB cable and the table's power; it continues once the link is back.",
            ),
            _OURS,
        ),
        "camera-lost": DeviceCure(
            _kept("カメラのケーブルと電源を確かめてください。", "Check the camera's cable and power."),
            _OURS,
        ),
        "camera-waiting": DeviceCure(
            _kept(
                "カメラにするスマートフォンでセットアップ画面のQRコードを読み、「カメラを始める」を押してください。",
                "On the phone to be used as camera, scan the setup page's QR code and press Start the camera.",
            ),
            _OURS,
        ),
        "camera-unreadable": DeviceCure(
            _kept(
                "カメラの電源を入れ直してください。直らなければ、ケーブルとネットワーク（混雑、無線の弱さ）を確かめてください。",
                "Switch the camera off and on; if that does not help, check its cable and network (load, weak radio).",
            ),
            _OURS,
        ),
        "camera-frozen": DeviceCure(
            _kept(
                "レンズが覆われていないか見て、カメラの電源を入れ直してください。",
                "See that the lens is not covered, then switch the camera off and on.",
            ),
            _OURS,
        ),
        "camera-resized": DeviceCure(
            _kept(
                "カメラの解像度を位置合わせのときの値に戻すか、位置合わせをやり直してください。",
                "Set the camera to the resolution that it was calibrated with, or calibrate it again.",
            ),
            _OURS,
        ),
        "camera-dark": DeviceCure(
            _kept(
                "卓の明かりをつけてください。レンズが覆われていないか、露出が低いまま固定されていないかも見てください。",
                "Switch on the lamp over the table; check the lens for a cover and the exposure for a low fixed value.",
            ),
            _OURS,
        ),
        "camera-bright": DeviceCure(
            _kept(
                "レンズに光が直接入っていないかを見て、カメラの露出を自動に戻してください。",
                "Check that no lamp shines into the lens, and set the camera's exposure back to automatic.",
            ),
            _OURS,
        ),
        "camera-blurred": DeviceCure(
            _kept(
                "レンズを拭き、卓の面にピントを合わせて固定してください。",
                "Wipe the lens, focus it on the table and hold the focus there.",
            ),
            _OURS,
        ),
        "camera-torn": DeviceCure(
            _kept(
                "画像の一部が古いか欠けています。ケーブルとネットワーク（混雑、無線の弱さ）を確かめ、直らなければカメラの電源を入れ直してください。",
                "Parts of the picture are old or lost: check the camera's cable and its network (load, weak radio); if"
                " it stays so, switch the camera off and on.",
            ),
            _OURS,
        ),
        "camera-unsteady": DeviceCure(
            _kept(
                "カメラのケーブルとネットワークを確かめ、ピントと露出を固定し、照明がちらついていないか見てください。読めない画像は使いません。",
                "Check the camera's cable and network, hold its focus and exposure, see whether the lamp flickers."
                " Pictures that failed are not used.",
            ),
            _OURS,
        ),
        "camera-glare": DeviceCure(
            _kept(
                "照り返す照明を動かすか覆ってください。または、カメラの角度を変えて位置合わせをやり直してください。",
                "Move or shade the lamp that shines back, or tilt the camera and calibrate it again.",
            ),
            _OURS,
        ),
        "camera-mirrored": DeviceCure(
            _kept(
                "画像は元の向きに直して読んでいます。カメラの設定の反転（ミラー）を、位置合わせのときの値に戻してください。",
                "It is read the right way round. Set the camera's mirroring back to what it was calibrated with.",
            ),
            _OURS,
        ),
        "camera-turned": DeviceCure(
            _kept(
                "画像はそのまま読めています。カメラの設定の180度回転を、位置合わせのときの値に戻してください。",
                "It is read as it is. Set the camera's rotation by 180 degrees back to what it was calibrated with.",
            ),
            _OURS,
        ),
        "camera-moved": DeviceCure(
            _kept(
                "カメラを元の位置に戻すか、位置合わせをやり直してください。",
                "Move the camera back or calibrate it again.",
            ),
            _OURS,
        ),
        "camera-battery": DeviceCure(
            _kept("カメラのスマートフォンを充電器につないでください。", "Connect the camera phone to its charger."),
            _OURS,
        ),
        HANG: DeviceCure(
            _kept(
                "自動で再開するまでお待ちください。続くときはパソコンの負荷を確かめ、サービスを再起動してください。",
                "Wait: they restart by themselves. If it persists, check the load and restart the service.",
            ),
            _OURS,
        ),
        ENDED: DeviceCure(
            _kept(
                "自動で再開するまでお待ちください。繰り返すときはログとメモリの空きを確かめてください。",
                "Wait: they restart by themselves. If it happens again, check the log and free memory.",
            ),
            _OURS,
        ),
        "round-end-unseen": DeviceCure(
            _kept(
                "終局の間、卓が見えていませんでした。その局の結果を入力するか、流局または無効としてください。",
                "The end of this round was not seen: enter its result, a draw or a void round.",
            ),
            _OURS,
        ),
        "table-maintenance": DeviceCure(
            _kept(
                "まだ動きますが、動作に以前より時間がかかっています。営業後に清掃と注油をし、ベルトと牌の汚れを"
                "見てください。済んだら「対応済み」にすると、そこから通常の時間を測り直します。",
                "It works, but more slowly than before. After hours, clean and grease it and check belts and tiles for "
                "dirt. Then mark it as handled: its normal times are measured anew.",
            ),
            "greasing of sliding parts and gears as regular care (repair pages of Chinese tables); the rest assumed",
        ),
        "table-fault": DeviceCure(
            _kept(
                "卓の表示（ランプの番号）を見てください。動かなければ電源を切り、牌を全部出して入れ直してください。",
                f"Look at the table's display (number of its lamps); if it does not go on: {_RESTART}",
            ),
            "5 LEDs show fault numbers on Chinese tables (repair pages); " + _MAKERS,
        ),
    }
)
