"""Photos of tiles: any scale, any arrangement."""
