"""Serial side of the table: frames, messages and session of the table board; bytes in, table signals out."""
