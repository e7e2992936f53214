"""What an exhaustive draw pays."""

from collections.abc import Sequence

from controller.rulebooks.rulebook import Rulebook


def noten_payments(tenpai: Sequence[bool], book: Rulebook) -> tuple[int, int, int, int]:
    """Gain per seat A-D at an exhaustive draw; ``tenpai`` by seat. Nothing moves when all or none are tenpai."""
    ready = sum(tenpai)
    if ready in (0, 4):
        return 0, 0, 0, 0
    pot = book.flow.noten_payment.value
    a, b, c, d = [pot // ready if is_ready else -(pot // (4 - ready)) for is_ready in tenpai]
    return a, b, c, d
