"""Defaults named by an answer: all on which its numbers depend, and none that the book states."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from enum import Enum
from typing import Any, Final

import pytest

from api.http.schemas.scores import win_of
from controller.errors import HandError, JantakuError
from controller.rulebooks.catalogue import rulebook, rulebook_ids
from controller.rulebooks.checks import ContradictionError
from controller.rulebooks.clause import clause
from controller.rulebooks.rule import Rule
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.scoring import ChipFor, ChipRule
from controller.scoring.score import NoWin, Score
from controller.scoring.scorer import score_win
from controller.scoring.win import Win
from tests.controller.rulebooks.test_differences import ALL as DIFFERENCES
from tests.controller.scoring.test_scoring_vectors import ALL as GOLDEN


def hands() -> list[Win]:
    """Every different possible hand of the vectors."""
    vectors: list[Any] = [parameter.values[0] for parameter in GOLDEN]
    requests = [vector["request"] for vector in vectors]
    requests += [entry["situation"] for entry in DIFFERENCES if entry["kind"] == "hand"]
    found = {}
    for request in requests:
        full = {"winner": 1, "dealer": 0, "prevailing_wind": "E", **request}
        if full.get("by", "ron") == "ron":
            full = {"loser": 2, **full}
        with suppress(JantakuError):
            found[repr(request)] = win_of(full)
    return list(found.values())


HANDS: Final = hands()


def reply_of(hand: Win, book: Rulebook) -> Score | NoWin:
    """Answer of a book; NoWin for a win that no game under it reaches."""
    try:
        return score_win(hand, book)
    except HandError as error:
        return NoWin("refused", str(error))


def numbers(answer: Score | NoWin) -> tuple[Any, ...]:
    """An answer without its words and clauses; ba-zoro counts as a word, since it changes no points."""
    if isinstance(answer, NoWin):
        return (answer.error,)
    lines: tuple[Any, ...] = (*answer.yaku, *answer.dora_lines, *answer.fu_lines, *answer.payment_lines)
    worth = [getattr(line, "han", getattr(line, "fu", getattr(line, "amounts", None))) for line in lines]
    return (
        *(answer.han, answer.fu, answer.yakuman, answer.limit, answer.basic_points, answer.points, answer.payments),
        *((line.id, value) for line, value in zip(lines, worth, strict=True)),
    )


def other_values(field: str, rule: Rule[Any]) -> Iterator[Any]:
    """Yield other possible values of a field: those of other books, the opposite of a switch, one more or less."""
    value = rule.value
    if field == "scoring.rounding":
        # A coarser step would change hands that do not depend on rounding.
        yield 10
        return
    seen = [dict(rulebook(name).rules())[field].value for name in rulebook_ids()]
    if isinstance(value, bool):
        seen.append(not value)
    elif isinstance(value, int):
        seen += [value * 2, value + 1, value // 2]
    elif isinstance(value, Enum):
        seen += list(type(value))
    elif field == "scoring.fu":
        seen.append(tuple(line._replace(fu=line.fu + 2) for line in value))
    elif field == "scoring.limits":
        seen = [tuple(step._replace(basic_points=step.basic_points + 100 * doubtful(step.han, rule)) for step in value)]
    elif field == "scoring.chips":
        seen.append((ChipRule(ChipFor.IPPATSU, 1, 1),))
    elif field == "scoring.red_fives":
        seen.append((1, 1, 1))
    elif value is None:
        seen += [1, 13]
    if field == "scoring.most_yakuman" and rule.stated_for:
        seen = [one for one in seen if one is None or one not in rule.stated_for]
    yield from (one for one in seen if one != value)


def doubtful(amount: int, rule: Rule[Any]) -> bool:
    """True if an answer for that amount depends on the default."""
    return amount not in rule.stated_for


def otherwise(book: Rulebook, field: str, value: object) -> Rulebook | None:
    """Return the book with another value, and its accompanying changes; None if that contradicts the rest."""
    chapter, name = field.split(".")
    changed = {name: value, **_WITH.get(field, {})}
    rules = {one: Rule(given, clause("別の値", "otherwise")) for one, given in changed.items()}
    try:
        return replace(book, **{chapter: replace(getattr(book, chapter), **rules)})
    except ContradictionError:
        return None


# Without dora there are no dora of a kong, without ura-dora none of theirs.
_WITH: Final[dict[str, dict[str, bool]]] = {
    "scoring.dora": {"kan_dora": False, "kan_ura": False},
    "scoring.ura_dora": {"kan_ura": False},
}


SILENT: Final = [
    (name, field)
    for name in rulebook_ids()
    for field, rule in rulebook(name).rules()
    if rule.unstated
    and field.startswith(("scoring.", "claims.liability", "claims.kokushi"))
    and field != "scoring.yaku"
]


@pytest.fixture(scope="module")
def replies() -> dict[str, list[Score | NoWin]]:
    """The answer of each book to each hand."""
    return {name: [reply_of(hand, rulebook(name)) for hand in HANDS] for name in rulebook_ids()}


@pytest.mark.parametrize(("name", "field"), SILENT)
def test_an_answer_that_would_differ_names_the_default(
    name: str, field: str, replies: dict[str, list[Score | NoWin]]
) -> None:
    book = rulebook(name)
    missing = []
    others = [(value, otherwise(book, field, value)) for value in other_values(field, dict(book.rules())[field])]
    playable = [(value, other) for value, other in others if other is not None]
    told = dict(book.rules())[field].stated_for
    assert playable or field == "scoring.late_yaku" or told, "no other value is playable"
    for value, other in playable:
        for hand, reply in zip(HANDS, replies[name], strict=True):
            refused = isinstance(reply, NoWin) and reply.error == "refused"
            named = field.partition(".")[2] in reply.unstated
            if not refused and not named and numbers(reply_of(hand, other)) != numbers(reply):
                missing.append((value, hand))
    assert missing == []


@pytest.mark.parametrize("name", rulebook_ids())
def test_every_unstated_yaku_of_an_answer_is_named(name: str, replies: dict[str, list[Score | NoWin]]) -> None:
    rules = {rule.id: rule for rule in rulebook(name).scoring.yaku.value}
    for hand, reply in zip(HANDS, replies[name], strict=True):
        if isinstance(reply, Score):
            found = [rules[line.id] for line in reply.yaku]
            wanted = {f"yaku.{one.id}" for one in found if one.unstated or (not hand.closed and one.open_unstated)}
            assert wanted == {one for one in reply.unstated if one.startswith("yaku.")}, hand


@pytest.mark.parametrize("name", rulebook_ids())
def test_what_is_named_is_unstated_and_told_in_words(name: str, replies: dict[str, list[Score | NoWin]]) -> None:
    book = rulebook(name)
    silent = {field.partition(".")[2]: rule.unstated.en for field, rule in book.rules() if rule.unstated}
    for rule in book.scoring.yaku.value:
        if reason := rule.unstated or rule.open_unstated:
            silent[f"yaku.{rule.id}"] = reason.en
    for reply in replies[name]:
        assert [line.id for line in reply.default_lines] == list(reply.unstated)
        assert [line.reason_en for line in reply.default_lines] == [silent[one] for one in reply.unstated]
        assert all(line.ja and line.en and line.reason_ja != line.reason_en for line in reply.default_lines)
        assert len(set(reply.unstated)) == len(reply.unstated)


def test_a_book_that_states_what_counts_rests_on_nothing() -> None:
    hand = win_of({"hand": "123m456p789s11p23s", "win": "4s", "riichi": "riichi", "dora_indicators": "9p"})
    expected = {
        "npm-2008": (),
        "teikoku": ("fu",),
        "tomioka": ("fu", "dora"),
        "wakashachi-2025": (),
        "kenko-2022": ("yaku", "fu", "limits"),
        "mleague": (),
    }
    assert {name: score_win(hand, rulebook(name)).unstated for name in expected} == expected
