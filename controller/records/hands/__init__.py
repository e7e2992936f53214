"""Concealed hands of a recorded round, inferred from occasional camera readings at the seats."""
