"""What many tests of the service sit down at."""

from tests.support.quiet_table import table

__all__ = ["table"]
