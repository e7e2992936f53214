"""The camera of one seat and its standing tiles."""
