"""Rendered training pictures with labels: free scenes, tables, groups of tiles, dice."""
