"""Pictures of faults and questions in the broker's object store: for the staff, cropped as they were kept."""

from typing import Final

from api.hub.subjects import token

KEPT_DAYS: Final = 30.0
# What one venue may fill: the oldest clips go first. Chosen: an evening's faults of eight tables are some 200 MB.
QUOTA_BYTES: Final = 2 * 1024**3


def bucket(venue: str) -> str:
    """The bucket of a venue; who may read it is the broker's to say, and viewers may not."""
    return f"jantaku-clips-{token(venue, 'venue')}"
