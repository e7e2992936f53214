"""The eyes of a table in a process of their own, so that no table slows another."""
