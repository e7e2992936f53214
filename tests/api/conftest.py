"""Fixtures that several tests of the service use."""

from tests.support.as_told import answers_as_told
from tests.support.quiet_table import table

__all__ = ["answers_as_told", "table"]
