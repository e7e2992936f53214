"""Pictures to train on, rendered with labels: free scenes, tables, groups of tiles, dice."""
