"""Who may act: roles, the least role of every route, people, devices, tokens, sessions; nothing of the game."""
