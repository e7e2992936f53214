"""Serial edge: frames, messages and session of the table board; bytes in, table signals out."""
