"""The value of one complete hand: readings, yaku, fu."""
