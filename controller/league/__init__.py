"""An event of many games: its facts folded, its rounds seated, its standings with what counts beside the games."""
