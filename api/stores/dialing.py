"""Connections to PostgreSQL servers that may turn out to be something else."""

import struct
from typing import Any

from sqlalchemy import Engine, event


def only_postgresql(engine: Engine) -> Engine:
    """Return the same engine, changed to raise OSError on connecting if the other end does not speak PostgreSQL."""

    def connect(dialect: Any, _record: object, args: Any, options: Any) -> Any:
        try:
            return dialect.connect(*args, **options)
        except (LookupError, ValueError, struct.error) as error:
            # pg8000 raises these errors while decoding other data. TCP may also connect a port to itself.
            raise OSError("the other end does not speak PostgreSQL") from error

    event.listen(engine, "do_connect", connect)
    return engine
