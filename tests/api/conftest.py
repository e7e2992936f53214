"""Fixtures that several tests of the service use."""

from tests.support.api_answers import answers_as_told
from tests.support.quiet_table import table

__all__ = ["answers_as_told", "table"]
