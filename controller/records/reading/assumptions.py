"""Assumptions that readers make about facts missing in a record, as text."""

from enum import Enum

from controller.text import Text


class Assumption(Enum):
    """One assumption; ``{}`` is replaced by the record's value, ``{where}`` by its place."""

    NO_NAMES = Text("対局者名の記載がない:名前なしとする", "no names are told: the players stay without")
    NO_RULES = Text("ルールの記載がない:赤五は各色1枚とする", "no rules are told: a red five of each suit")
    OWN_RULES = Text(
        "独自ルールの記載「{}」は残すが、反映しない", "rules of its own, {!r}: kept as they stand and not followed"
    )
    NO_TEXT_TITLE = Text("題名が文字でない:除く", "the title is no text: left out")
    MORE_ELEMENTS = Text("{where}:{}個目より後は除く", "{where}: what follows the first {} elements is left out")
    FOURTEENTH = Text("親の14枚目を第一ツモとする", "the dealer's fourteenth tile is the first draw")
    OWN_DRAW = Text(
        "{where}:アガリ者自身のツモでアガリ:{}は放銃でなく責任払いとする",
        "{where}: the winner drew the last tile: seat {} is liable and dealt nothing in",
    )
    NO_PAIRS = Text("scが持点とポイントの組でない:除く", "sc holds no points and thousands in turn: left out")
    CALLED_OFF = Text(
        "{where}:「{}」で終わる局は途中流局とする", "{where}: a round that ends by {!r} is kept as called off"
    )
    DRAW_KIND = Text("{where}:種別{}の流局は途中流局とする", "{where}: a draw of kind {} is kept as called off")
    ODD_SCORE = Text(
        "{where}:点数「{}」は「30符2飜2000点」「満貫2000-4000点」などの形でない:除く",
        "{where}: score {!r}: expected such as 30符2飜2000点 or 満貫2000-4000点: left out",
    )
    UNKNOWN_YAKU = Text("{where}:役「{}」は未知:名前のまま残す", "{where}: yaku {!r} is not known: kept by its name")
    UNKNOWN_YAKU_NUMBER = Text(
        "{where}:役番号{}は未知:番号のまま残す", "{where}: yaku {} is not known: kept by its number"
    )
    UNFINISHED = Text("{where}:終わっていない局を除く", "{where}: the round does not end: left out")
    BROKEN_OFF = Text(
        "記録が途中で切れている:終わった局を読む", "the record breaks off: the rounds that ended are read"
    )
    OTHER_EVENTS = Text("種別「{}」の記録は除く", "events of type {!r} are left out")
    NOT_DRAWN_TOLD = Text(
        "ツモ切りかどうかの記載がない:不明とする", "whether a discard had just been drawn is not told: unknown"
    )
    NO_LOSER = Text(
        "放銃者の記載がない:最後に動いた者とする", "whom a winner won from is not told: from whoever acted last"
    )
    NO_REASON = Text("流局の理由の記載がない:荒牌とする", "why a round was drawn is not told: the wall was spent")
    NO_NUMBER = Text("局の番号の記載がない:親から求める", "the number of a round is not told: by its dealer")
    NONE_TOLD = Text("{}の記載がない:0とする", "{} is not told: none")
    POINTS_CARRIED = Text(
        "局の初めの持点の記載がない:前の局から続ける", "points at the start of rounds are not told: carried on"
    )
    POINTS_USUAL = Text("初めの持点の記載がない:各{}点とする", "points at the start are not told: {} each")
    NO_HANDS = Text("配牌の記載がない:不明とする", "starting hands are not told: unknown")
    PAID_BY_NEXT = Text(
        "局の収支の記載がない:次の局の持点から求める", "what a round paid is not told: by the points of the next"
    )
    LAID_BY_NEXT = Text(
        "{where}:リーチ棒の記載がない:次の局の持点から求める",
        "{where}: riichi sticks are not told: by the points of the next round",
    )
    PAID_NOWHERE = Text("収支の記載がどこにもない:0とする({})", "what was paid is told nowhere: nothing ({})")

    def of(self, *said: object, where: str = "") -> Text:
        """Return the assumption as text with the record's values, prefixed by the place if it is not in the text."""
        ja, en = (each if not where or "{where}" in each else f"{{where}}: {each}" for each in self.value)
        return Text(ja.format(*said, where=where), en.format(*said, where=where))
