"""The catalogue of faults with remedies, penalties and cures of device trouble."""
