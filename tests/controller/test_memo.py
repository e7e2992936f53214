"""Values computed once per frozen value, keyed by its identity."""

from dataclasses import dataclass

from controller.memo import once_each


@dataclass(frozen=True, slots=True)
class Held:
    number: int


def test_each_value_is_asked_once_and_equal_ones_apart() -> None:
    asked = list[tuple[int, bool]]()

    @once_each
    def twice(of: Held, *, more: bool) -> int:
        asked.append((of.number, more))
        return 2 * of.number + more

    one, other = Held(3), Held(3)
    assert [twice(each, more=more) for each in (one, other, one) for more in (False, True)] == [6, 7] * 3
    assert asked == [(3, False), (3, True)] * 2


def test_a_value_that_takes_the_place_of_another_in_memory_is_asked_itself() -> None:
    @once_each
    def same(of: Held) -> int:
        return of.number

    assert [same(Held(number)) for number in range(200)] == [*range(200)]
