"""Versions and limits of the link; generated from hardware/firmware/messages.toml; do not edit."""

from typing import Final

PROTOCOL_MAJOR: Final = 2
PROTOCOL_MINOR: Final = 0
DICTIONARY_CRC: Final = 0xDBD8A670
BAUD: Final = 250000
PAYLOAD_MAX: Final = 47
RETRY_MS: Final = (50, 100, 200, 250)
BURST: Final = 20
GIVE_UP_MS: Final = 2000
RING_EVENTS: Final = 16
RESEND_MS: Final = 100
STATE_MS: Final = 1000
LOST_MS: Final = 3000
PULSE_MIN_MS: Final = 50
PULSE_MAX_MS: Final = 800
GAP_MS: Final = 1500
FELT_MS: Final = 50
STUCK_MS: Final = 500
LEASE_MS: Final = 1500
