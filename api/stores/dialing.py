"""Connections to PostgreSQL whose other end may be anything."""

import struct
from typing import Any

from sqlalchemy import Engine, event


def only_postgresql(engine: Engine) -> Engine:
    """The same engine; connecting raises OSError where the other end does not speak PostgreSQL."""

    def connect(dialect: Any, _record: object, args: Any, options: Any) -> Any:
        try:
            return dialect.connect(*args, **options)
        except (LookupError, ValueError, struct.error) as error:
            # pg8000 looks up the kind of each message and unpacks its length. TCP may also connect a port to itself.
            raise OSError("the other end does not speak PostgreSQL") from error

    event.listen(engine, "do_connect", connect)
    return engine
