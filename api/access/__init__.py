"""Access control: roles, the least role of every route, people, devices, tokens, sessions; independent of the game."""
