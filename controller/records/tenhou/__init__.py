"""The tenhou.net/6 record format: names, writer, reader, and reconstruction of the order of play."""
