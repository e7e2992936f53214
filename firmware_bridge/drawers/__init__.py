"""An optional second input: the sticks in the drawers, by an analogue-to-digital converter behind a multiplexer."""
