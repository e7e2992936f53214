"""Commands on a connected table: state, presses, goals, settings, firmware."""
