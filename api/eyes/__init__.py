"""The eyes of a table in a separate process, so that no table slows another."""
