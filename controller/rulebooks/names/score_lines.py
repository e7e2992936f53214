"""Names in Japanese and English of what an answer counts beside yaku: fu lines and dora."""

from typing import Final

from controller.text import words

FU_NAMES: Final = words("fu")
DORA_NAMES: Final = words("dora")
"""By the field of the scoring chapter that grants it, in capitals."""
