"""Journal of a table: frozen events, the state reduced from them, JSON encoding, hash chain and storage port."""
