"""For viewers anywhere: the broker's public stream, served again."""
