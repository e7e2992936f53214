"""Japanese and English names of score lines other than yaku: fu lines and dora."""

from typing import Final

from controller.text import words

FU_NAMES: Final = words("fu")
DORA_NAMES: Final = words("dora")
"""Names by the granting field of the scoring chapter, in capitals."""
