"""The tenhou.net/6 record format: names, written, read, order of play restored."""
